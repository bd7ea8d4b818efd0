"""Exact odds of battles and of survival, by Markov chain over the rules themselves.

Nothing here knows how a battle goes. A battle is a chain of rounds; between two of them only the
numbers of fighters and the spells already used up change. Each round's dice are shaped by what the
battle's own step function asks (`rules.battle.dice_rules`), each of a round's outcomes (this side
lower, that side lower, equal) is carried out by that step function with dice given beforehand, and
the chain is solved for where it ends. Survival is the tree of all rolls of one traveler.

Odds are those of the dice alone: nobody answers with a spell that is still in a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import attrs

from obsidia_core.kernel.actions import CHANCE, Action, Outcome
from obsidia_core.kernel.chance import ENUMERATED, SCRIPTED, Chance
from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import ObsidiaError
from obsidia_core.kernel.state import DRAWN_FROM, Frame
from obsidia_core.model.actions import Battle
from obsidia_core.model.geometry import ALL_SIDES, Coordinate, cell_at
from obsidia_core.model.hooks import WAYS, DiceRules
from obsidia_core.model.position import CreatureSpec, PlacedTile, PositionSpec, UnitSpec
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.setup import STREAMS, TRAVELERS
from obsidia_core.model.state import State
from obsidia_core.rules import battle, pending, travel
from obsidia_core.rules.position import build_position
from obsidia_core.rules.table import DECISIONS

STAY = "stay"
FIRST, SECOND, DRAW, NONE = "first", "second", "draw", "none"
NEGLIGIBLE = Fraction(1, 10**15)
"""Chances of loops without an end that are below this count as none."""

Side = int | str
_Key = tuple[int, int, tuple[int, ...], tuple[int, ...]]
_Known = dict[_Key, dict["End", Fraction]]
Spells = tuple[tuple[str, ...], tuple[str, ...]]


class OddsError(ObsidiaError):
    """What is asked for is no battle and no roll; the message says why."""


class End(NamedTuple):
    """One way a battle can end: its result, and how many pieces each side has left in it."""

    result: str
    first: int
    second: int


@attrs.frozen
class BattleOdds:
    """How a battle ends, with probabilities that sum to 1.

    Attributes:
        ends: each way it can end with its exact probability, the likeliest first.
    """

    ends: tuple[tuple[End, Fraction], ...]

    def _chance(self, result: str) -> float:
        return float(sum(chance for end, chance in self.ends if end.result == result))

    @property
    def win(self) -> float:
        """That the first side (the one `at`) wins."""
        return self._chance(FIRST)

    @property
    def lose(self) -> float:
        """That the second side (the one `against`) wins."""
        return self._chance(SECOND)

    @property
    def draw(self) -> float:
        """That an adjacent battle ends with both sides standing."""
        return self._chance(DRAW)

    @property
    def none(self) -> float:
        """That nobody is left or nobody wins, as in an endless loop."""
        return self._chance(NONE)

    @property
    def survivors(self) -> Mapping[tuple[int, int], float]:
        """Probability by numbers of pieces left, `(first, second)`; most survivors first."""
        found: dict[tuple[int, int], float] = {}
        for end, chance in self.ends:
            left = end.first, end.second
            found[left] = found.get(left, 0.0) + float(chance)
        return dict(sorted(found.items(), reverse=True))

    @property
    def expected(self) -> tuple[float, float]:
        """Expected numbers of pieces left."""
        return (
            float(sum(end.first * chance for end, chance in self.ends)),
            float(sum(end.second * chance for end, chance in self.ends)),
        )

    def to_json(self) -> dict[str, Any]:
        """`{win, lose, draw, none, expected, ends: [{result, first, second, chance}]}`."""
        return {
            "win": self.win,
            "lose": self.lose,
            "draw": self.draw,
            "none": self.none,
            "expected": list(self.expected),
            "ends": [{**end._asdict(), "chance": float(chance)} for end, chance in self.ends],
        }


# ---- battles on a given table


def battle_odds(
    state: State, action: Battle | None = None, spells: Iterable[tuple[str, str]] = ()
) -> BattleOdds:
    """The odds of a battle in a position; the position is left as it is.

    Args:
        state: any position; hands, stacks and dice to come do not count.
        action: which battle, pending or not; None for the one being fought, from where it is.
        spells: `(seat, spell)` of face-up spells that lie in it besides those that already do.

    Raises:
        OddsError: no battle is being fought, a side is not there, or a spell does not lie face-up.
    """
    copy = _without_hands(state)
    if action is None:
        depth = _depth(copy)
    else:
        depth = len(copy.stack)
        copy.asking = None
        battle.push_battle(copy, (_side(copy, action, 0), _side(copy, action, 1)), copy.current)
        copy.stack[depth].pc = battle.ROUND
    frame = copy.stack[depth]
    for seat, spell in spells:
        frame.data["faceup"] = [*frame.data["faceup"], _face_up(copy, seat, spell)]
    copy.chance = Chance(0, len(STREAMS), ENUMERATED)
    known: _Known = {}
    total: dict[End, Fraction] = {}
    for chance, start in _leaves(copy, lambda later: _between_rounds(later, depth)):
        start.chance = Chance(0, len(STREAMS), SCRIPTED)
        _add(total, chance, _ends(start, depth, known))
    return _odds(total)


def _without_hands(state: State) -> State:
    copy = state.copy()
    copy.checkpoints = []
    copy.hands = [()] * len(copy.hands)
    return copy


def _depth(state: State) -> int:
    """Where the frame of the innermost battle lies."""
    for place in reversed(range(len(state.stack))):
        if state.stack[place].op == "battle":
            return place
    raise OddsError("no battle is being fought; name one")


def _side(state: State, action: Battle, place: int) -> int:
    """The side that an action names first or second."""
    at = action.against if place else action.at
    name = action.sides[place]
    slot = state.board.at.get(cell_at(*at), -1)
    setup = state.setup
    if slot >= 0 and name in setup.classes:
        class_index = setup.classes.index(name)
        if state.piece_mask(slot, class_index):
            return pending.unit_side(class_index, slot)
    piece = setup.piece_of.get(name, -1)
    if piece >= setup.first_creature and state.where[piece] == slot >= 0:
        return pending.creature_side(piece)
    raise OddsError(f"{name!r} does not stand on {at}")


def _face_up(state: State, seat: str, spell: str) -> list[int]:
    card = state.setup.card_of.get(spell, -1)
    if card < 0 or state.setup.cards[card].play != "face-up":
        raise OddsError(f"{spell!r} is no face-up spell")
    if seat not in state.setup.seat_of:
        raise OddsError(f"there is no seat {seat!r}")
    return [state.setup.seat_of[seat], card]


def _between_rounds(state: State, depth: int) -> bool:
    """Whether the battle at this depth is about to roll, or is over."""
    frame = state.stack[-1]
    return len(state.stack) == depth + 1 and frame.pc in (battle.ROUND, battle.AFTER)


def _no_answer(state: State) -> Action:
    """To defer and to pass, the last of the listed actions; of equal fighters the last one dies."""
    assert state.asking is not None
    return DECISIONS[state.asking[1]].actions(state)[-1]


def _key(state: State, depth: int) -> _Key:
    """All that can change from round to round."""
    data = state.stack[depth].data
    one, other = battle.masks(state, data)
    return one, other, tuple(data["shields"]), tuple(data["shared"])


def _ends(state: State, depth: int, known: _Known) -> dict[End, Fraction]:
    """The ends of a battle that is about to roll or over, solved once for each key."""
    frame = state.stack[depth]
    if frame.pc == battle.AFTER:
        return {_end(state, depth): Fraction(1)}
    key = _key(state, depth)
    if key not in known:
        known[key] = _solve(state, depth, key, known)
    return known[key]


def _end(state: State, depth: int) -> End:
    """How a battle at its end has ended; the rules say who has won."""
    frame = state.stack[depth]
    left = [mask.bit_count() for mask in battle.masks(state, frame.data)]
    state.setup.ops[frame.op](state, frame)
    result = frame.data["result"]
    if result == "won":
        result = (FIRST, SECOND)[frame.data["winner"]]
    return End(result, *left)


def _solve(state: State, depth: int, key: _Key, known: _Known) -> dict[End, Fraction]:
    """One state of the chain: where each outcome of the round leads, weighed by its chance."""
    frame = state.stack[depth]
    rules = [battle.dice_rules(state, frame, place) for place in range(2)]
    rolling = state.copy()
    rolling.setup.ops["battle"](rolling, rolling.stack[depth])
    if rolling.stack[depth].pc == battle.AFTER:
        return _ends(rolling, depth, known)
    limit = state.setup.ruleset.reroll_limit
    faces = state.setup.ruleset.die_faces
    rounds, endless = _rounds(rules, faces, limit)
    leads: list[tuple[Fraction, State]] = []
    again = lost = Fraction(0)
    last: State | None = None
    if endless:
        barred = next(face for one in rules for face in faces if one.barred >> face & 1)
        leads.append((endless, _rolled(rolling, depth, _barred_run(rules, faces, limit, barred))))
    for chance, dice in rounds:
        after = _rolled(rolling, depth, dice)
        if after.stack[depth].pc != battle.ROUND or _key(after, depth) != key:
            leads.append((chance, after))
            continue
        again = chance
        if float(again) ** (limit + 1) > NEGLIGIBLE:
            lost = again ** (limit + 1)
            idle = rolling.copy()
            idle.stack[depth].data["idle"] = limit
            last = _rolled(idle, depth, dice)
    # A round that changes nothing is rolled again, `limit` times at most.
    repeats = (1 - lost) / (1 - again) if again < 1 else Fraction(limit + 1)
    weighed = [(chance * repeats, after) for chance, after in leads]
    if last is not None:
        weighed.append((lost, last))
    total: dict[End, Fraction] = {}
    for weight, after in weighed:
        _add(total, weight, _ends(after, depth, known))
    return total


def _add(total: dict[End, Fraction], weight: Fraction, ends: Mapping[End, Fraction]) -> None:
    for end, share in ends.items():
        total[end] = total.get(end, Fraction(0)) + weight * share


def _rolled(state: State, depth: int, dice: Sequence[int]) -> State:
    """The battle after a round with these dice, in a copy."""
    copy = state.copy()
    copy.chance.script(dice)
    [(_, after)] = _leaves(copy, lambda later: _between_rounds(later, depth))
    return after


def _rounds(
    rules: Sequence[DiceRules], faces: Sequence[int], limit: int
) -> tuple[list[tuple[Fraction, list[int]]], Fraction]:
    """`(chance, dice)` of each outcome of a round, and the chance of re-rolls without an end."""
    results = [_results(one, faces) for one in rules]
    found: dict[int, tuple[int, list[int]]] = {}
    for (one, (p, dice)), (other, (q, more)) in product(results[0].items(), results[1].items()):
        outcome = (one > other) - (one < other)
        ways, _ = found.get(outcome, (0, []))
        found[outcome] = (ways + p * q, [*dice, *more])
    total = sum(ways for ways, _ in found.values())
    endless = _endless(rules, faces, limit)
    return [(Fraction(ways, total) * (1 - endless), dice) for ways, dice in found.values()], endless


def _results(rules: DiceRules, faces: Sequence[int]) -> dict[int, tuple[int, list[int]]]:
    """Each result of a side: in how many ways it comes, and dice that give it.

    A barred face never comes to lie; all others are equally likely.
    """
    allowed = [face for face in faces if not rules.barred >> face & 1]
    found: dict[int, tuple[int, list[int]]] = {}
    for dice in product(allowed, repeat=rules.dice):
        result = rules.value(list(dice))
        ways, _ = found.get(result, (0, []))
        found[result] = (ways + 1, list(dice))
    return found


def _endless(rules: Sequence[DiceRules], faces: Sequence[int], limit: int) -> Fraction:
    """The chance that barred faces come up more than `limit` times in a round (RULING-64)."""
    shares = [
        Fraction(sum(one.barred >> face & 1 for face in faces), len(faces))
        for one in rules
        for _ in range(one.dice)
    ]
    worst = max(shares)
    if float(worst) ** (limit + 1) * (limit + 1) ** len(shares) < NEGLIGIBLE:
        return Fraction(0)
    counts = [Fraction(1)] + [Fraction(0)] * limit
    for share in shares:
        for number in range(1, limit + 1):
            counts[number] += share * counts[number - 1]
        counts = [(1 - share) * count for count in counts]
    return 1 - sum(counts, Fraction(0))


def _barred_run(
    rules: Sequence[DiceRules], faces: Sequence[int], limit: int, barred: int
) -> list[int]:
    """Dice of a round that never ends: a barred face again and again."""
    dice: list[int] = []
    for one in rules:
        if one.barred >> barred & 1:
            break
        dice += [next(face for face in faces if not one.barred >> face & 1)] * one.dice
    return [*dice, *[barred] * (limit + 1)]


def _odds(ends: Mapping[End, Fraction]) -> BattleOdds:
    return BattleOdds(tuple(sorted(ends.items(), key=lambda item: (-item[1], item[0]))))


# ---- battles and survival out of the blue


def odds(
    first: Side,
    second: Side,
    *,
    same_tile: bool = False,
    terrain: str | tuple[str, str] = "plain",
    spells: tuple[Sequence[str], Sequence[str]] = ((), ()),
    beside: tuple[int, int] = (0, 0),
    options: Mapping[str, Any] | None = None,
    catalog: Any = None,
) -> BattleOdds:
    """The odds of a battle that stands on no map.

    Args:
        first: the side whose turn it is: a number of travelers, 1 to 8, or a kind of creature.
        second: the other side, likewise.
        same_tile: whether both stand on one tile; else on two that are joined by a pathway.
        terrain: id of the terrain of both sides, or of each; one tile has one terrain.
        spells: ids of face-up spells that each side has cast.
        beside: how many other units of its own each side has on tiles joined to its own, 0 to 2.
        options: ruleset options that differ from the default.
        catalog: the content; by default what is installed.

    Raises:
        OddsError: no such side, terrain or spell, or more travelers than a class has.
        RulesetError: options that make no game.

    >>> round(odds(1, 1).win, 4), round(odds(1, 1).draw, 4)
    (0.4167, 0.1667)
    >>> round(odds(3, 2, same_tile=True).win, 4)
    0.6875
    """
    table = _Table.of(catalog, options, same_tile, terrain)
    for side, others in zip((first, second), beside, strict=True):
        if others not in (0, 1, 2):
            raise OddsError(f"0 to 2 other units stand beside a side, not {others}")
        if isinstance(side, str):
            _check_name("creature", side, table.catalog.creatures)
        else:
            _check_count(side)
            _check_count(side + others)
    return _plain_odds(table, (first, second), (tuple(spells[0]), tuple(spells[1])), beside)


def survival(
    terrain: str = "blackwater",
    travelers: int = 1,
    *,
    way: str = "step",
    creature: str | None = None,
    near: str | None = None,
    options: Mapping[str, Any] | None = None,
    catalog: Any = None,
) -> dict[int, float]:
    """How many travelers are left after they arrive on a terrain; each rolls for itself.

    Args:
        terrain: id of the terrain.
        travelers: how many arrive, 1 to 8.
        way: how they come: step, slide, portal, teleport, replacement, swap, spawn or forced; or
            `stay`, for what a movement phase spent there brings.
        creature: kind of a creature on the tile, or None.
        near: kind of a creature on a tile joined to it, or None.
        options: ruleset options that differ from the default.
        catalog: the content; by default what is installed.

    Returns:
        Probability by number of survivors, the most first.

    Raises:
        OddsError: no such terrain, creature or way, or another number of travelers.
        RulesetError: options that make no game.

    >>> round(survival("blackwater")[1], 4)
    0.9167
    """
    table = _Table.of(catalog, options, False, (terrain, "plain"))
    _check_count(travelers)
    alone = _survives(table, way, creature, near)
    found = {
        left: comb(travelers, left) * alone**left * (1 - alone) ** (travelers - left)
        for left in range(travelers, -1, -1)
    }
    return {left: float(chance) for left, chance in found.items() if chance > 0}


@attrs.frozen
class _Table:
    """Two tiles and the rules that hold on them; equal ones have equal odds."""

    content: str
    catalog: Any = attrs.field(eq=False)
    ruleset: Ruleset
    same_tile: bool
    terrains: tuple[str, str]

    @classmethod
    def of(
        cls,
        catalog: Any,
        options: Mapping[str, Any] | None,
        same_tile: bool,
        terrain: str | tuple[str, str],
    ) -> _Table:
        """The table, its words checked.

        Raises:
            OddsError: no such terrain, or two on one tile.
            RulesetError: options that make no game.
        """
        if catalog is None:
            from obsidia_core.content import load_catalog

            catalog = load_catalog()
        one, other = (terrain, terrain) if isinstance(terrain, str) else terrain
        for name in (one, other):
            _check_name("terrain", name, catalog.terrains)
        if same_tile and one != other:
            raise OddsError(f"one tile is not both {one} and {other}")
        return cls(catalog.hash, catalog, Ruleset.from_options(options), same_tile, (one, other))

    @property
    def classes(self) -> tuple[str, str]:
        """The classes that play both sides; which they are makes no difference."""
        one, other = tuple(self.catalog.classes)[:2]
        return one, other

    @property
    def places(self) -> tuple[Coordinate, Coordinate]:
        """Where both sides stand."""
        return Coordinate(0, 0), Coordinate(0 if self.same_tile else 1, 0)

    def position(self, units: Sequence[UnitSpec], creatures: Sequence[CreatureSpec]) -> State:
        """A position with these pieces, and plain tiles where they stand apart."""
        terrain_at = dict(zip(self.places, self.terrains, strict=True))
        for at in (*(unit.at for unit in units), *(one.at for one in creatures)):
            terrain_at.setdefault(at, "plain")
        spec = PositionSpec(
            players=self.classes,
            options=self.ruleset.to_options(),
            tiles=tuple(
                PlacedTile(at, name, ALL_SIDES, tile_id=f"tile-{number}")
                for number, (at, name) in enumerate(terrain_at.items())
            ),
            units=tuple(units),
            creatures=tuple(creatures),
            loose_edges=True,
        )
        return build_position(self.catalog, spec)


def _check_name(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise OddsError(f"there is no {what} {name!r}{nearest(name, known)}")


def _check_count(count: object) -> None:
    if type(count) is not int or not 1 <= count <= TRAVELERS:
        raise OddsError(f"a class has 1 to {TRAVELERS} travelers on the map, not {count!r}")


_BESIDE = (
    (Coordinate(0, -1), Coordinate(0, 1)),
    (Coordinate(1, -1), Coordinate(1, 1)),
    (Coordinate(1, 0), Coordinate(-1, 0)),
)
"""Spaces next to the first side, to the second, and to the second if both stand on one tile."""


@lru_cache(maxsize=1024)
def _plain_odds(
    table: _Table, sides: tuple[Side, Side], spells: Spells, beside: tuple[int, int]
) -> BattleOdds:
    units: list[UnitSpec] = []
    creatures: list[CreatureSpec] = []
    names = []
    for place, (side, at) in enumerate(zip(sides, table.places, strict=True)):
        own = table.classes[place]
        if isinstance(side, str):
            creatures.append(CreatureSpec(side, at, own))
            names.append(f"C{len(creatures)}")
        else:
            units.append(UnitSpec(at, own, side))
            names.append(own)
        spaces = _BESIDE[place + (table.same_tile and place)]
        units += [UnitSpec(space, own, 1) for space in spaces[: beside[place]]]
    state = table.position(units, creatures)
    action = Battle(*table.places, (names[0], names[1]))
    cast = [(seat, spell) for seat, own in zip(table.classes, spells, strict=True) for spell in own]
    return battle_odds(state, action, cast)


@lru_cache(maxsize=1024)
def _survives(table: _Table, way: str, creature: str | None, near: str | None) -> Fraction:
    """The chance of one traveler to live through its arrival, or its stay."""
    own, other = table.classes
    creatures = []
    for kind, at in zip((creature, near), table.places, strict=True):
        if kind is not None:
            _check_name("creature", kind, table.catalog.creatures)
            creatures.append(CreatureSpec(kind, at, other))
    state = table.position([UnitSpec(table.places[0], own, 1)], creatures)
    state.asking = None
    state.chance = Chance(0, len(STREAMS), ENUMERATED)
    depth = len(state.stack)
    slot = state.where[0]
    if way == STAY:
        for call in reversed(state.setup.terrains[state.board.terrain[slot]].stay):
            state.stack.append(Frame(call.op, {**call.params, "mask": 1, "slot": -1}))
    elif way in WAYS:
        travel.push_arrival(state, 1, slot, way, -1, creature is not None)
    else:
        raise OddsError(f"nobody arrives by {way!r}; the ways are {', '.join((*WAYS, STAY))}")
    leaves = _leaves(state, lambda later: len(later.stack) == depth)
    return sum((chance for chance, after in leaves if after.where[0] >= 0), Fraction(0))


def _leaves(
    state: State, done: Callable[[State], bool], chance: Fraction = Fraction(1)
) -> Iterator[tuple[Fraction, State]]:
    """Every way a position can go on until it is `done`, and its chance; nobody answers."""
    ops = state.setup.ops
    while not done(state):
        if state.asking is None:
            frame = state.stack[-1]
            ops[frame.op](state, frame)
        elif state.asking[0] == CHANCE:
            values = state.stack[-1].data[DRAWN_FROM]
            for value in sorted(set(values)):
                branch = state.copy()
                branch.asking, branch.answer = None, Outcome(value)
                share = Fraction(values.count(value), len(values))
                yield from _leaves(branch, done, chance * share)
            return
        else:
            state.answer, state.asking = _no_answer(state), None
    yield chance, state
