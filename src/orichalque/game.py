"""`Orichalque`: the game as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import Refusal, RulesetError, SaveError
from obsidia_core.kernel.game import Game, Side, matches
from obsidia_core.kernel.match import load_document
from obsidia_core.kernel.state import resume, run
from orichalque import actions as act
from orichalque import legal, notation, position, reasons, refusals, views
from orichalque.audit import audit
from orichalque.colors import THEMES
from orichalque.geometry import Circle, reading_key
from orichalque.options import Options
from orichalque.saves import wrong
from orichalque.setup import HUMAN, NONE, SIDES, STREAMS, Position, Setup, compiled
from orichalque.state import OVER, ROUND_END, STATE_FORMAT, State
from orichalque.table import STEPS, between_phases, hand_in

if TYPE_CHECKING:
    from obsidia_core.protocol.contract import Contract
    from orichalque.ledger import OrichalqueLedger
    from orichalque.scenarios import OrichalqueScenarios

NAME = "orichalque"
SEATS = (SIDES[HUMAN],)
TURNS = ("the human's turn", "the AI's turn")


class Orichalque(Game[State]):
    """Orichalque with some data.

    Attributes:
        overrides: data laid over the base data, as `data` in a scenario.
    """

    name = NAME
    action_codec = notation.ACTION_CODEC
    event_codec = notation.EVENT_CODEC
    themes = THEMES

    def __init__(self, overrides: Mapping[str, Any] | None = None) -> None:
        self.overrides = dict(overrides or {})

    def new(
        self,
        players: Sequence[str] = SEATS,
        seed: int = 0,
        options: Mapping[str, Any] | Options | None = None,
    ) -> State:
        """A new game up to its first question.

        Args:
            players: `["human"]`; the AI is no seat.
            seed: any integer; everything random follows from it.
            options: options that differ from the default.

        Raises:
            RulesetError: other players, or options that do not exist.
            ContentError: the data cannot be played with.
        """
        if type(seed) is not int:
            raise RulesetError(f"a seed is a whole number, not {seed!r}")
        if tuple(players) not in (SEATS, ()):
            raise RulesetError(f"the one player is {SEATS[0]}, not {', '.join(players)}")
        chosen = options if isinstance(options, Options) else Options.of(options)
        state = position.new_state(self.setup(chosen), seed)
        run(state, STEPS)
        return state

    def setup(self, options: Options, laid_out: Position | None = None) -> Setup:
        """The compiled set-up of games with these options."""
        return compiled(options, laid_out, self.overrides)

    def seats(self, state: State) -> tuple[str, ...]:
        """The human alone; the AI never gets a decision (TURN-02)."""
        return SEATS

    def copy(self, state: State) -> State:
        """An independent copy, for search."""
        return state.copy()

    def list_actions(self, state: State) -> list[Action]:
        """All legal answers to the open question, in a stable order."""
        if state.listed is None:
            state.listed = legal.listed(state)
        return state.listed[:]

    def check(self, state: State, action: Action) -> Refusal | None:
        """None if the action is legal, else why not; while the AI is due nothing is."""
        if state.asking is None and state.phase != OVER:
            return reasons.NO_DECISION.refuse()
        return super().check(state, action)

    def refuse(self, state: State, action: Action) -> Refusal | None:
        """Why the action is no legal answer, or None."""
        for listed in state.listed or ():
            if action is listed:
                return None
        return refusals.refuse(state, action)

    def apply_unchecked(self, state: State, action: Action) -> None:
        """Apply an action that is known to be legal; anything else may corrupt the state."""
        state.listed = None
        resume(state, action, STEPS)

    def stages(self, state: State, action: Action) -> Iterator[State]:
        """Apply a legal action; a stop after each phase, those of the AI included."""
        hand_in(state, action)
        for _ in between_phases(state):
            yield state
        yield state

    def read(self, state: State, action: Action | str | Mapping[str, Any]) -> Action:
        """As `Game.read`; a placement or site in another order stands for the listed one."""
        return self.normal(state, super().read(state, action))

    def normal(self, state: State, action: Action) -> Action:
        """The listed one of several ways to write the same action; else the action as it is."""
        if isinstance(action, act.BuildTemple):
            return act.BuildTemple(tuple(sorted(action.circles, key=reading_key)))
        if isinstance(action, act.PlaceTile) and state.tile != NONE:
            return refusals.normal_placement(state, action) or action
        return action

    def view(self, state: State, seat: str | None = None) -> dict[str, Any]:
        """All there is to know, the same for everybody; see `views.view`.

        Raises:
            LookupError: no such seat.
        """
        if seat not in (None, *SEATS):
            raise LookupError(f"there is no seat {seat!r}; the one seat is {SEATS[0]}")
        return views.view(state)

    def setup_to_json(self, state: State) -> dict[str, Any]:
        """`{players, options}`."""
        return {"players": list(SEATS), "options": state.setup.options.to_json()}

    def content_hash(self, state: State) -> str:
        """The hash of the data."""
        return state.setup.data.hash

    def to_json(self, state: State) -> str:
        """The state as one JSON document."""
        header = {
            "format": STATE_FORMAT,
            "game": self.name,
            "content": state.setup.data.hash,
            **self.setup_to_json(state),
        }
        if state.setup.position is not None:
            header["position"] = state.setup.position.to_json()
        return state.to_json(header)

    def from_json(self, text: str) -> State:
        """Read a state back.

        Raises:
            SaveError: damaged, or of another game, version or data.
        """
        data = load_document(text, STATE_FORMAT, self.name)
        laid_out = None if "position" not in data else Position.from_json(data["position"])
        try:
            setup = self.setup(Options.of(data["options"]), laid_out)
        except (KeyError, TypeError, AttributeError, RulesetError) as error:
            raise SaveError(f"the set-up of the save is damaged: {error}") from error
        if data.get("content") != setup.data.hash:
            raise SaveError(
                f"the save was made with data {str(data.get('content'))[:12]}, these are "
                f"{setup.data.hash[:12]}; play on with the data it was made with"
            )
        try:
            state = State.from_data(setup, data, STEPS)
            name = wrong(state)
            if name is not None:
                raise SaveError(f"the save is damaged at {name}")
            state.derive()
            problems = audit(state)
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise SaveError(f"the save is damaged: {error!r}") from error
        if problems:
            raise SaveError(f"the save is damaged: {problems[0]}")
        return state

    def action_to_text(self, action: Action) -> str:
        """The one-line text form."""
        return notation.action_to_text(action)

    def action_from_text(self, text: str) -> Action:
        """Read the text form; `ActionFormatError` if it is no action."""
        return notation.action_from_text(text)

    def candidates(self, state: State, partial: Mapping[str, Any]) -> list[Action]:
        """Actions a person might try that have the given fields, legal or not."""
        wanted = {key: _plain(key, value) for key, value in partial.items() if key != "cost"}
        return [
            action
            for action in refusals.candidates(state)
            if wanted.get("type", action.type) == action.type
            and matches(self.action_to_json(action), wanted)
        ]

    def determinize(self, state: State, seat: str | None, seed: int) -> State:
        """A copy with another order of deck, piles and bags, and other dice to come."""
        copy = state.copy()
        copy.chance = Chance(seed, len(STREAMS), state.chance.driver)
        position.hidden_anew(copy, Chance(seed, len(STREAMS)))
        return copy

    def audit(self, state: State) -> list[str]:
        """Conservation laws that the state breaks, in words; empty if all hold."""
        return audit(state)

    def winners(self, state: State) -> tuple[str, ...] | None:
        """The side that has won, `human` or `ai`; None while the game goes on."""
        return None if state.winner == NONE else (SIDES[state.winner],)

    def sides(self, state: State) -> tuple[Side, ...]:
        """The human, and the AI, which the rules play (TURN-02)."""
        return tuple(Side((side,), side not in SEATS) for side in SIDES)

    def picture(
        self, state: State, seat: str | None = None, colors: Mapping[str, str] | None = None
    ) -> str:
        """Both boards, the row and what everybody has, as an SVG document."""
        del seat  # there is one view for everybody
        from orichalque.render_svg import svg_picture

        return svg_picture(state, THEMES["light"] if colors is None else colors)

    def text_picture(self, state: State, seat: str | None = None) -> str:
        """The same as text for a terminal."""
        del seat
        from orichalque.render_text import text_picture

        return text_picture(state)

    def text_facts(self, state: State, seat: str | None = None) -> list[str]:
        """The same in sentences, circle by circle."""
        del seat
        from orichalque.render_facts import text_facts

        return text_facts(state)

    def sentence(self, event: Mapping[str, Any], seat: str | None = None) -> str:
        """An event, in its JSON form, told in a sentence; to the human as `you`."""
        from orichalque.telling import sentence

        return sentence(event, seat)

    def named(self, action: Action) -> str:
        """An action with cards, Titans and ports by their names."""
        from orichalque.telling import named

        return named(action) or self.action_to_text(action)

    def describe(self, state: State, action: Action) -> str:
        """Price, tile, Building or creature that an action is about."""
        from orichalque.telling import described

        return described(state, action)

    def typing_help(self) -> Sequence[tuple[str, str]]:
        """The text forms of actions by example, and what the numbers in them are."""
        return notation.EXAMPLES

    def chapter(self, state: State) -> str:
        """The round, and whose turn it is; nothing once the game is over."""
        if state.phase == OVER:
            return ""
        part = "its end" if state.phase == ROUND_END else TURNS[state.side]
        return f"Round {state.round}: {part}"

    def ledger(self) -> OrichalqueLedger:
        """The rules and rulings that refusals and tests cite."""
        from orichalque.ledger import load_ledger

        return load_ledger()

    def contract(self) -> Contract:
        """What the JSON Schemas of the game's documents are made of."""
        from orichalque.protocol import contract

        return contract()

    def scenarios(self) -> OrichalqueScenarios:
        """What runs scenario files of this game."""
        from orichalque.scenarios import OrichalqueScenarios

        return OrichalqueScenarios(self)


def _plain(key: str, value: Any) -> Any:
    """A field of an action as its JSON form has it; circles may be written `q,r`."""
    try:
        if key == "at":
            return list(Circle.of(value))
        if key == "circles":
            return [list(Circle.of(circle)) for circle in value]
    except (TypeError, ValueError):
        return value
    return value
