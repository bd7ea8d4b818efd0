"""What an action will or may do, from what a seat knows.

The action is carried out on a copy that depends on what the seat knows and on nothing else, see
`obsidia_core.knowledge`; so a preview can tell it nothing new. A view carries that position along.
There all dice and all tiles that may be turned up are followed, each with its chance, up to the
next question that is a choice, to the dice of a battle, to the end of the turn, or to where the
Horde fills up its row; `Possibility.goes_on` tells where the game goes on without a question.
Answers by spells from hands are not foreseen: nobody reacts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from obsidia_core import knowledge, views
from obsidia_core.kernel.actions import CHANCE, Action, Outcome
from obsidia_core.kernel.chance import ENUMERATED
from obsidia_core.kernel.errors import EndlessEffect, IllegalAction
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.state import DRAWN_FROM, STEP_LIMIT
from obsidia_core.model.actions import Battle, Pass, Refill
from obsidia_core.model.state import State
from obsidia_core.odds import BattleOdds, OddsError, battle_odds
from obsidia_core.odds.chances import fingerprint
from obsidia_core.rules import battle, cards, pending

MOST_STEPS = 20_000
"""Steps after which what is left of the possibilities is given up as unknown."""

_TURN_UP_NOTHING = frozenset(
    {"roll", "travel", "arrive", "deaths", "window", "move", "leave_woods"}
)
"""Step functions that are sure to turn up no tile; before others a copy is kept."""
APART = frozenset({"decision", "you", "hand", "battles"})
"""Keys of a view that are not among the changes."""
GOES_ON = ("battle", "turn", "row")
"""What can come next that is no question, see `Possibility.goes_on`."""


@attrs.frozen
class DueBattle:
    """A battle that would have to be fought as things stand.

    Attributes:
        action: which one, as it would be named.
        odds: how it would go.
    """

    action: Battle
    odds: BattleOdds

    def to_json(self) -> dict[str, Any]:
        """`{at, against, sides, odds}`."""
        return {
            "at": str(self.action.at),
            "against": str(self.action.against),
            "sides": list(self.action.sides),
            "odds": self.odds.to_json(),
        }


@attrs.frozen
class Possibility:
    """One way an action can turn out.

    Attributes:
        chance: its probability, above 0.
        changes: what everybody would see then, as far as it is different from now: keys of a
            spectator's view but `decision` and `battles`; of keys that hold entries only those that
            differ, None for one that is gone.
        asks: the question that comes next, `{seat, kind}`; None when the game is over or goes on.
        battles: battles due then, in the movement and battle phases.
        goes_on: what comes next if that is no question. It is not followed, and more may change
            before anybody is asked: `battle`, the dice of a battle are rolled, see `Preview.odds`;
            `turn`, another turn begins; `row`, the Horde fills up its row. None when somebody is
            asked, and when the game is over, which `over` in `changes` tells.
    """

    chance: float
    changes: Mapping[str, Any]
    asks: Mapping[str, str] | None
    battles: tuple[DueBattle, ...] = ()
    goes_on: str | None = None

    def to_json(self) -> dict[str, Any]:
        """`{chance, changes, asks, battles, goes_on}`."""
        return {
            "chance": self.chance,
            "changes": dict(self.changes),
            "asks": self.asks,
            "battles": [one.to_json() for one in self.battles],
            "goes_on": self.goes_on,
        }


@attrs.frozen
class Preview:
    """What an action will or may do.

    Attributes:
        action: the action.
        possibilities: all ways it can turn out, the likeliest first.
        odds: how the battle being fought goes if nobody casts anything more, over all
            possibilities; None if there is none.
        unknown: the probability of ways that were given up, as there are too many.
    """

    action: Action
    possibilities: tuple[Possibility, ...]
    odds: BattleOdds | None = None
    unknown: float = 0.0

    @property
    def certain(self) -> dict[str, Any]:
        """The parts of `changes` that all possibilities have in common."""
        if not self.possibilities or self.unknown:
            return {}
        first, *others = self.possibilities
        return _common(first.changes, [one.changes for one in others])

    def deaths(self, before: Mapping[str, Any]) -> dict[str, float]:
        """How likely each piece that is on the map in the view `before` leaves the map."""
        here = {
            **{piece: at for piece, at in before["travelers"].items() if "," in at},
            **{piece: one["at"] for piece, one in before["creatures"].items()},
        }
        found: dict[str, float] = {}
        for one in self.possibilities:
            moved = {**one.changes.get("travelers", {}), **one.changes.get("creatures", {})}
            for piece, at in moved.items():
                if piece in here and (at is None or at in ("reserve", "gone")):
                    found[piece] = found.get(piece, 0.0) + one.chance
        return found

    def to_json(self) -> dict[str, Any]:
        """`{possibilities, certain, odds, unknown}`."""
        return {
            "possibilities": [one.to_json() for one in self.possibilities],
            "certain": self.certain,
            "odds": None if self.odds is None else self.odds.to_json(),
            "unknown": self.unknown,
        }


def preview_state(game: Game[State], state: State, action: Action) -> Preview:
    """What a legal action will or may do, from what the asked seat knows.

    `obsidia_core.preview` is the same for those who have the view of the asked seat and no state.

    Args:
        game: the rules.
        state: the position; it is left as it is, and what is hidden from the asked seat does not
            count.
        action: an answer to the open question.

    Raises:
        IllegalAction: the action does not answer the question legally.
    """
    refusal = game.check(state, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    known = knowledge.known(state)
    before = views.view(known, None)
    known.chance.driver = ENUMERATED
    walk = _Walk(known)
    if isinstance(action, Refill) and cards.can_refill_late(known):
        cards.refill_late(known)
        ways = [(Fraction(1), known)]
    else:
        known.answer, known.asking = action, None
        ways = walk.ends()
    ends: dict[str, tuple[Fraction, State, dict[str, Any]]] = {}
    for chance, after in ways:
        changes = _difference(before, views.view(after, None))
        key = json.dumps([changes, after.asking, _goes_on(walk.turn, after)], sort_keys=True)
        total, *_ = ends.get(key, (Fraction(0), after, changes))
        ends[key] = total + chance, after, changes
    found = sorted(ends.values(), key=lambda end: -end[0])
    return Preview(
        action,
        tuple(
            Possibility(
                float(chance), changes, _question(after), _due(after), _goes_on(walk.turn, after)
            )
            for chance, after, changes in found
        ),
        _odds([*walk.fought, *((chance, after) for chance, after, _ in found)]),
        float(walk.given_up),
    )


def due_now(state: State) -> tuple[DueBattle, ...]:
    """The battles due as things stand, from what the asked seat knows; see `Possibility`."""
    return _due(knowledge.known(state))


# ---- following what may happen


class _Walk:
    """All ways an action can go on, up to the next question that is a choice."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.turn = state.turn
        self.given_up = Fraction(0)
        self.fought: list[tuple[Fraction, State]] = []
        self._steps = 0

    def ends(self) -> list[tuple[Fraction, State]]:
        """`(chance, position)` of each end. Ways that meet in one position go on as one."""
        ends: dict[object, tuple[Fraction, State]] = {}
        now: list[tuple[Fraction, State]] = [(Fraction(1), self.start)]
        while now:
            following: dict[object, tuple[Fraction, State]] = {}
            for place, (chance, state) in enumerate(now):
                if self._steps > MOST_STEPS:
                    self.given_up += sum((one for one, _ in now[place:]), Fraction(0))
                    self.given_up += sum((one for one, _ in following.values()), Fraction(0))
                    return list(ends.values())
                branches = self._run(state, chance)
                if branches is None:
                    total, _ = ends.get(fingerprint(state), (Fraction(0), state))
                    ends[fingerprint(state)] = total + chance, state
                    continue
                for share, branch in branches:
                    key = fingerprint(branch)
                    total, _ = following.get(key, (Fraction(0), branch))
                    following[key] = total + chance * share, branch
            now = list(following.values())
        return list(ends.values())

    def _run(self, state: State, chance: Fraction) -> list[tuple[Fraction, State]] | None:
        """Run to the next thing that chance decides, and branch there; None at an end.

        Battles that end on the way are kept in `fought`, as they are then.
        """
        ops = state.setup.ops
        for _ in range(STEP_LIMIT):
            self._steps += 1
            if state.asking is not None:
                if state.asking[0] == CHANCE:
                    return self._draws(state)
                if not self._nobody_answers(state):
                    return None
            if not state.stack or state.turn != self.turn:
                return None
            frame = state.stack[-1]
            if frame.op == "battle":
                if frame.pc == battle.ROUND and not battle.is_decided(state, frame):
                    return None
                if frame.pc == battle.AFTER:
                    self.fought.append((chance, state.copy()))
            before = None
            if frame.op not in _TURN_UP_NOTHING:
                before = state.copy()
                before.answer = state.answer
            ops[frame.op](state, frame)
            if before is not None:
                laid = _laid_by_the_horde(before, state)
                if laid > min(1, len(before.decks[before.setup.horde])):
                    state.become(before)
                    return None
                branches = _horde_cards(before) if laid else self._turned_up(before, state)
                if branches:
                    return branches
        raise EndlessEffect(f"{STEP_LIMIT} steps without an end; running is {state.stack[-1]!r}")

    @staticmethod
    def _draws(state: State) -> list[tuple[Fraction, State]]:
        values: Sequence[int] = state.stack[-1].data[DRAWN_FROM]
        found = []
        for value in sorted(set(values)):
            branch = state.copy()
            branch.asking, branch.answer = None, Outcome(value)
            found.append((Fraction(values.count(value), len(values)), branch))
        return found

    @staticmethod
    def _nobody_answers(state: State) -> bool:
        """Pass in a reaction window."""
        assert state.asking is not None
        if state.asking[1] != "reaction":
            return False
        state.asking, state.answer = None, Pass()
        return True

    @staticmethod
    def _turned_up(before: State, after: State) -> list[tuple[Fraction, State]]:
        """If a step has turned up the top tile of a stack: the step with every tile on top."""
        if before.communal and after.communal == before.communal[1:]:
            pool = [*before.communal, *before.removed[: knowledge.left_out(before)]]
            tops = [_with_communal_top(before, tile) for tile in sorted(pool)]
        elif before.setup.ruleset.tile_planning:
            # A spell's tile is a random one of the stack, which is a matter of chance.
            return []
        else:
            tops = [
                _with_top(before, seat, tile)
                for seat, stack in enumerate(before.stacks)
                if stack and stack[0] not in after.stacks[seat]
                for tile in sorted(stack)
            ]
        if len(tops) < 2:
            return []
        for branch in tops:
            frame = branch.stack[-1]
            branch.setup.ops[frame.op](branch, frame)
        return [(Fraction(1, len(tops)), branch) for branch in tops]


def _laid_by_the_horde(before: State, after: State) -> int:
    """How many unknown cards the Horde has laid out of its deck, which may be a new one."""
    horde = before.setup.horde
    if horde < 0:
        return 0
    row, deck = after.hands[horde], before.decks[horde]
    dealt_now = not deck and not before.hands[horde]
    return len(row) if dealt_now else len({*deck}.intersection(row))


def _horde_cards(before: State) -> list[tuple[Fraction, State]]:
    """A step in which the Horde lays a card of its deck, with each of its cards."""
    horde = before.setup.horde
    deck = before.decks[horde]
    branches = []
    for card in sorted(deck):
        branch = before.copy()
        branch.answer = before.answer
        branch.decks[horde] = (card, *(one for one in deck if one != card))
        branches.append((Fraction(1, len(deck)), branch))
        frame = branch.stack[-1]
        branch.setup.ops[frame.op](branch, frame)
    return branches


def _with_top(state: State, seat: int, tile: int) -> State:
    copy = state.copy()
    copy.answer = state.answer
    stack = state.stacks[seat]
    copy.stacks[seat] = (tile, *(one for one in stack if one != tile))
    return copy


def _with_communal_top(state: State, tile: int) -> State:
    """The same with the communal stack; a tile that was left out comes in for the last one."""
    copy = state.copy()
    copy.answer = state.answer
    rest = [one for one in state.communal if one != tile]
    if tile not in state.communal:
        left_out = knowledge.left_out(state)
        out = sorted({*state.removed[:left_out], rest.pop()} - {tile})
        copy.removed = (*out, *state.removed[left_out:])
    copy.communal = (tile, *rest)
    return copy


# ---- telling what has changed


def _question(state: State) -> dict[str, str] | None:
    if state.asking is None:
        return None
    return {"seat": state.asking[0], "kind": state.asking[1]}


def _goes_on(turn: int, state: State) -> str | None:
    """What is not followed any more at an end of a walk that began in a turn."""
    if state.asking is not None or not state.stack:
        return None
    if state.turn != turn:
        return "turn"
    return "battle" if state.stack[-1].op == "battle" else "row"


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for key in sorted(after.keys() - APART):
        old, new = before.get(key), after[key]
        if old == new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping) and key != "drawn":
            changes[key] = {
                entry: new.get(entry)
                for entry in sorted(old.keys() | new.keys())
                if old.get(entry) != new.get(entry)
            }
        else:
            changes[key] = new
    return changes


def _common(first: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    shared: dict[str, Any] = {}
    for key, value in first.items():
        if not all(key in other for other in others):
            continue
        if isinstance(value, Mapping) and key != "drawn":
            entries = {
                entry: one
                for entry, one in value.items()
                if all(entry in other[key] and other[key][entry] == one for other in others)
            }
            if entries:
                shared[key] = entries
        elif all(other[key] == value for other in others):
            shared[key] = value
    return shared


def _due(state: State) -> tuple[DueBattle, ...]:
    """The battles that would be due with the pieces where they stand."""
    if state.asking is None or state.asking[1] not in ("movement", "battle_order"):
        return ()
    found = []
    for pairs in pending.all_pending(state):
        for pair in pairs:
            action = pending.as_action(state, pair)
            found.append(DueBattle(action, battle_odds(state, action)))
    return tuple(found)


def _odds(weighed: Sequence[tuple[Fraction, State]]) -> BattleOdds | None:
    """The odds of the battle that is the likeliest to be fought, if there is one."""
    found: dict[tuple[int, ...], list[tuple[Fraction, BattleOdds]]] = {}
    for chance, state in weighed:
        fights = [frame for frame in state.stack if frame.op == "battle"]
        if not fights:
            continue
        try:
            odds = battle_odds(state)
        except OddsError:
            continue
        found.setdefault((len(fights), *fights[-1].data["sides"]), []).append((chance, odds))
    likeliest = max(found.values(), key=lambda same: sum(one for one, _ in same), default=None)
    return None if likeliest is None else BattleOdds.mixed(likeliest)
