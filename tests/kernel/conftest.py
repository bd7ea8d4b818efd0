"""Dash, a game on the kernel alone: a race with cards, a die, a hidden hand and an undo.

Each of two seats holds two of the cards 1 to 8. In its turn it plays one and runs as far, or rolls
a die of three; a card played may be taken back before the turn ends. Then it draws up to two cards.
First to reach the goal wins.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import strategies as st

from obsidia_core.kernel.actions import Action, Outcome
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.codec import Codec
from obsidia_core.kernel.errors import (
    ActionFormatError,
    Reason,
    Refusal,
    RulesetError,
    SaveError,
)
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.match import load_document
from obsidia_core.kernel.state import (
    Frame,
    GameState,
    frames_from_json,
    frames_to_json,
    resume,
    run,
)

CARDS, DIE = range(2)
DECK, FACES, HAND = range(1, 9), (1, 2, 3), 2
FORMAT = "dash-1"
ASK, GO, ROLLING, TURN_OVER, DONE = range(5)
COLUMNS = ("at", "deck", "goal", "hands", "names", "pile", "turn")
NOT_NOW = Reason("not_now", ("DASH-01",), "{action} answers another question")
NOT_HELD = Reason("not_held", ("DASH-02",), "card {card} is not in the hand of {seat}")


@attrs.frozen
class Play(Action):
    type: ClassVar[str] = "play"
    card: int


@attrs.frozen
class Roll(Action):
    type: ClassVar[str] = "roll"


@attrs.frozen
class Undo(Action):
    type: ClassVar[str] = "undo"


@attrs.frozen
class End(Action):
    type: ClassVar[str] = "end"


@attrs.define
class Ran(Event):
    type: ClassVar[str] = "ran"
    seat: str
    to: int


@attrs.define
class Drew(Event):
    type: ClassVar[str] = "drew"
    secret: ClassVar[tuple[str, ...]] = ("card",)
    seat: str
    card: int | None


ACTIONS = Codec([Play, Roll, Undo, End, Outcome])
EVENTS = Codec([Ran, Drew])


class DashState(GameState):
    """`at`: how far each seat has run; `pile`: cards played, in order; `turn`: index of a seat."""

    __slots__ = COLUMNS
    at: tuple[int, ...]
    deck: tuple[int, ...]
    goal: int
    hands: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    pile: tuple[int, ...]
    turn: int


def turn(state: DashState, frame: Frame) -> None:
    """The only step function; its frame never leaves the stack before somebody has won."""
    seat = state.names[state.turn]
    if frame.pc == ASK:
        frame.pc = GO
        state.ask(seat, "go")
    elif frame.pc == GO:
        answer = state.take_answer()
        frame.pc = ROLLING
        if isinstance(answer, Play):
            frame.pc = GO
            before = Dash.copied(state)
            before.asking = (seat, "go")
            state.checkpoints = [before]
            hand = tuple(card for card in state.hands[state.turn] if card != answer.card)
            state.hands = put(state.hands, state.turn, hand)
            state.pile = (*state.pile, answer.card)
            advance(state, frame, answer.card)
    elif frame.pc == ROLLING:
        number = state.draw(frame, DIE, FACES)
        if number is not None:
            advance(state, frame, number)
    elif frame.pc == TURN_OVER:
        frame.pc = DONE
        state.ask(seat, "done")
    elif isinstance(state.take_answer(), Undo):
        saved = state.checkpoints[-1]
        assert isinstance(saved, DashState)
        for name in COLUMNS:
            setattr(state, name, getattr(saved, name))
        state.stack, state.checkpoints, frame.pc = [frame], [], ASK
        state.events.append(Ran(seat, state.at[state.turn]))
    else:
        state.checkpoints = []
        while len(state.hands[state.turn]) < HAND and state.deck:
            card, state.deck = state.deck[0], state.deck[1:]
            state.hands = put(state.hands, state.turn, (*state.hands[state.turn], card))
            state.events.append(Drew(seat, card, known_to=(seat,)))
        state.turn = (state.turn + 1) % len(state.names)
        frame.pc = ASK


def advance(state: DashState, frame: Frame, steps: int) -> None:
    state.at = put(state.at, state.turn, state.at[state.turn] + steps)
    state.events.append(Ran(state.names[state.turn], state.at[state.turn]))
    frame.pc = TURN_OVER
    if state.at[state.turn] >= state.goal:
        state.stack, state.checkpoints = [], []


def put(column: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*column[:place], value, *column[place + 1 :])


OPS = {"turn": turn}


class Dash(Game[DashState]):
    name = "dash"
    undo_action = Undo()

    def new(
        self, players: Sequence[str], seed: int, options: Mapping[str, Any] | None
    ) -> DashState:
        if len(set(players)) != 2 or set(options or {}) - {"goal"}:
            raise RulesetError("dash is for two, and has the option 'goal'")
        state = DashState(Chance(seed, 2))
        cards = tuple(state.chance.shuffled(CARDS, DECK))
        state.names, state.goal = tuple(players), (options or {}).get("goal", 20)
        state.hands, state.deck = (cards[:HAND], cards[HAND : 2 * HAND]), cards[2 * HAND :]
        state.at, state.pile, state.turn = (0, 0), (), 0
        state.stack = [Frame("turn")]
        run(state, OPS)
        return state

    def seats(self, state: DashState) -> tuple[str, ...]:
        return state.names

    @staticmethod
    def copied(state: DashState) -> DashState:
        new = DashState.__new__(DashState)
        state.copy_kernel_to(new)
        for name in COLUMNS:
            setattr(new, name, getattr(state, name))
        return new

    def copy(self, state: DashState) -> DashState:
        return self.copied(state)

    def list_actions(self, state: DashState) -> list[Action]:
        assert state.asking is not None
        if state.asking[1] == "go":
            return [*(Play(card) for card in sorted(state.hands[state.turn])), Roll()]
        return [Undo(), End()] if state.checkpoints else [End()]

    def refuse(self, state: DashState, action: Action) -> Refusal | None:
        assert state.asking is not None
        if not isinstance(action, (Play, Roll) if state.asking[1] == "go" else (Undo, End)):
            return NOT_NOW.refuse(action=action.type)
        if isinstance(action, Play) and action.card not in state.hands[state.turn]:
            return NOT_HELD.refuse(card=action.card, seat=state.asking[0])
        if isinstance(action, Undo) and not state.checkpoints:
            return NOT_NOW.refuse(action=action.type)
        return None

    def apply_unchecked(self, state: DashState, action: Action) -> None:
        resume(state, action, OPS)

    def view(self, state: DashState, seat: str | None) -> dict[str, Any]:
        return {
            "at": dict(zip(state.names, state.at, strict=True)),
            "turn": state.names[state.turn],
            "hand": list(state.hands[state.names.index(seat)]) if seat is not None else [],
            "pile": list(state.pile),
            "deck": len(state.deck),
        }

    def to_json(self, state: DashState) -> str:
        header = {"format": FORMAT, "game": self.name, "content": self.content_hash(state)}
        saved = [self._data(one) for one in state.checkpoints if isinstance(one, DashState)]
        data = {**header, **self._data(state), "checkpoints": saved}
        return json.dumps({**data, "chance": state.chance.to_json()})

    def _data(self, state: DashState) -> dict[str, Any]:
        columns = {name: getattr(state, name) for name in COLUMNS}
        return {**columns, "asking": state.asking, "stack": frames_to_json(state.stack)}

    def from_json(self, text: str) -> DashState:
        data = load_document(text, FORMAT, self.name)
        try:
            chance = Chance.from_json(data["chance"], 2)
            state = self._state(data, chance)
            state.checkpoints = [self._state(one, chance.copy()) for one in data["checkpoints"]]
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError(f"damaged: {error!r}") from error
        return state

    def _state(self, data: Mapping[str, Any], chance: Chance) -> DashState:
        state = DashState(chance)
        for name in COLUMNS:
            setattr(state, name, tupled(data[name]))
        state.stack = frames_from_json(data["stack"], OPS)
        state.asking = tupled(data["asking"])
        return state

    def content_hash(self, state: DashState) -> str:
        return "rules of dash, first edition"

    def setup_to_json(self, state: DashState) -> dict[str, Any]:
        return {"players": list(state.names), "options": {"goal": state.goal}}

    def action_to_json(self, action: Action) -> dict[str, Any]:
        return ACTIONS.dump(action)

    def action_from_json(self, data: Any) -> Action:
        action: Action = ACTIONS.load(data)
        return action

    def action_to_text(self, action: Action) -> str:
        number = getattr(action, "card", getattr(action, "value", None))
        return action.type if number is None else f"{action.type} {number}"

    def action_from_text(self, text: str) -> Action:
        kind, *numbers = text.split() or [""]
        key = {"play": "card", "outcome": "value"}.get(kind)
        if len(numbers) != (key is not None) or not all(one.isdecimal() for one in numbers):
            raise ActionFormatError(f"no action: {text!r}")
        return self.action_from_json({"type": kind, **({key: int(numbers[0])} if key else {})})

    def event_to_json(self, event: Event) -> dict[str, Any]:
        return EVENTS.dump(event)

    def candidates(self, state: DashState, partial: Mapping[str, Any]) -> list[Action]:
        if partial["type"] == "play":
            return [Play(card) for card in DECK]
        return [self.action_from_json({"type": partial["type"]})]

    def determinize(self, state: DashState, seat: str | None, seed: int) -> DashState:
        new = self.copy(state)
        new.chance = Chance(seed, 2, state.chance.driver)
        fixed = None if seat is None else state.names.index(seat)
        mine = () if fixed is None else state.hands[fixed]
        hidden = [card for hand in (*state.hands, state.deck) for card in hand if card not in mine]
        cards = iter(Chance(seed, 1).shuffled(0, hidden))
        new.hands = tuple(
            hand if place == fixed else tuple(next(cards) for _ in hand)
            for place, hand in enumerate(state.hands)
        )
        new.deck = tuple(cards)
        new.checkpoints = [self._before(one, new, seat) for one in state.checkpoints]
        return new

    def _before(self, saved: GameState, now: DashState, seat: str | None) -> DashState:
        """A checkpoint that fits what is hidden now: the card played since is in the hand again."""
        assert isinstance(saved, DashState)
        new = self.copy(saved)
        if seat != now.names[now.turn]:
            played = set(now.pile).difference(saved.pile)
            new.hands = put(now.hands, now.turn, (*now.hands[now.turn], *played))
        else:
            new.hands = put(now.hands, now.turn, saved.hands[now.turn])
        new.deck = now.deck
        return new

    def audit(self, state: DashState) -> list[str]:
        cards = sorted([*state.deck, *state.pile, *(card for hand in state.hands for card in hand)])
        return [] if cards == list(DECK) else [f"the cards are {cards}"]

    def winners(self, state: DashState) -> tuple[str, ...] | None:
        won = zip(state.names, state.at, strict=True)
        return tuple(name for name, at in won if at >= state.goal) or None


def tupled(value: Any) -> Any:
    return tuple(map(tupled, value)) if isinstance(value, list) else value


@pytest.fixture
def dash() -> Dash:
    """The tiny game, sound."""
    return Dash()


Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


@pytest.fixture
def broken() -> Callable[[str, Wrap], Dash]:
    """The tiny game with one method wrapped: `broken("view", lambda view: ...)`."""

    def make(method: str, wrap: Wrap) -> Dash:
        game = Dash()
        setattr(game, method, wrap(getattr(game, method)))
        return game

    return make


JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    63,
    2**40,
    1.5,
    float("nan"),
    "",
    "x",
    "0,0",
    [],
    [0],
    {},
)

Damage = Callable[[st.DataObject, Any], Any]


@pytest.fixture(scope="session")
def damaged() -> Damage:
    """Gives a copy of a JSON document with one to three places changed, moved or taken away."""

    def damage(data: st.DataObject, document: Any) -> Any:
        root = [json.loads(json.dumps(document))]
        for _ in range(data.draw(st.integers(1, 3), "changes")):
            holder: Any = root
            key: Any = 0
            while holder[key] and isinstance(holder[key], (list, dict)):
                if not data.draw(st.integers(0, 7), "deeper"):
                    break
                holder = holder[key]
                keys = list(holder) if isinstance(holder, dict) else range(len(holder))
                key = data.draw(st.sampled_from(keys), "place")
            change = data.draw(
                st.sampled_from(("junk", "shift", "swap", "remove", "repeat")), "how"
            )
            if change == "junk":
                holder[key] = deepcopy(data.draw(st.sampled_from(JUNK), "junk"))
            elif change == "shift" and type(holder[key]) is int:
                holder[key] += data.draw(st.sampled_from((-1, 1, 5)), "by")
            elif change == "swap":
                other = data.draw(
                    st.sampled_from(
                        list(holder) if isinstance(holder, dict) else range(len(holder))
                    ),
                    "with",
                )
                holder[key], holder[other] = holder[other], holder[key]
            elif change == "remove" and holder is not root:
                del holder[key]
            elif change == "repeat" and isinstance(holder, list) and holder is not root:
                holder.insert(key, holder[key])
        return root[0]

    return damage
