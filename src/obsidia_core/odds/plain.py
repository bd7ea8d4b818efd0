"""The odds of battles and of survival that stand on no map."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import attrs

from obsidia_core.kernel.chance import ENUMERATED, Chance
from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Battle
from obsidia_core.model.geometry import ALL_SIDES, Coordinate, cell_at
from obsidia_core.model.hooks import WAYS
from obsidia_core.model.position import PlacedTile, PositionSpec
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.setup import STREAMS, TRAVELERS
from obsidia_core.model.state import State
from obsidia_core.odds.battles import battle_odds
from obsidia_core.odds.chances import leaves
from obsidia_core.odds.ends import BattleOdds, OddsError
from obsidia_core.rules import facts, travel
from obsidia_core.rules.position import build_position

STAY = "stay"
Side = int | str
"""A number of travelers, or a kind of creature."""
Spells = tuple[tuple[str, ...], tuple[str, ...]]
_NO_MATTER = frozenset(
    {"mode", "teams", "team_seating", "drafting", "tile_planning", "creature_limit"}
)
PLAIN = "plain"


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
        options: ruleset options that differ from the default; those about who plays, and how the
            decks and the map come about, make no difference.
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
        dice = {name: value for name, value in (options or {}).items() if name not in _NO_MATTER}
        ruleset = Ruleset.from_options(dice, catalog.options)
        return cls(catalog.hash, catalog, ruleset, same_tile, (one, other))

    @property
    def classes(self) -> tuple[str, str]:
        """The classes that play both sides; which they are makes no difference."""
        one, other = tuple(self.catalog.classes)[:2]
        return one, other

    @property
    def places(self) -> tuple[Coordinate, Coordinate]:
        """Where both sides stand."""
        return Coordinate(0, 0), Coordinate(0 if self.same_tile else 1, 0)

    def position(
        self,
        units: Sequence[tuple[Coordinate, int, int]],
        creatures: Sequence[tuple[Coordinate, int, str]],
    ) -> State:
        """A position with units, `(place, seat, count)`, and creatures, `(place, seat, kind)`."""
        state = _bare(self).copy()
        at = state.board.at
        for place, seat, count in units:
            for _ in range(count):
                facts.spawn(state, facts.lowest_in_reserve(state, seat), at[cell_at(*place)])
        for place, seat, kind in creatures:
            facts.summon(state, state.setup.kind_of[kind], at[cell_at(*place)], seat)
        return state


_BESIDE = (
    (Coordinate(0, -1), Coordinate(0, 1)),
    (Coordinate(1, -1), Coordinate(1, 1)),
    (Coordinate(1, 0), Coordinate(-1, 0)),
)
"""Spaces next to the first side, to the second, and to the second if both stand on one tile."""


@lru_cache(maxsize=64)
def _bare(table: _Table) -> State:
    """The table without pieces: both tiles, and plain ones around them."""
    terrain_at = dict.fromkeys((at for spaces in _BESIDE for at in spaces), PLAIN)
    terrain_at.update(zip(table.places, table.terrains, strict=True))
    spec = PositionSpec(
        players=table.classes,
        options=table.ruleset.to_options(),
        tiles=tuple(
            PlacedTile(at, name, ALL_SIDES, tile_id=f"tile-{number}")
            for number, (at, name) in enumerate(terrain_at.items())
        ),
        loose_edges=True,
    )
    return build_position(table.catalog, spec)


def _check_name(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise OddsError(
            f"there is no {what} {name!r}{nearest(name, known)}; known are {', '.join(known)}"
        )


def _check_count(count: object) -> None:
    if type(count) is not int or not 1 <= count <= TRAVELERS:
        raise OddsError(f"a class has 1 to {TRAVELERS} travelers on the map, not {count!r}")


@lru_cache(maxsize=1024)
def _plain_odds(
    table: _Table, sides: tuple[Side, Side], spells: Spells, beside: tuple[int, int]
) -> BattleOdds:
    units: list[tuple[Coordinate, int, int]] = []
    creatures: list[tuple[Coordinate, int, str]] = []
    names = []
    for seat, (side, at) in enumerate(zip(sides, table.places, strict=True)):
        if isinstance(side, str):
            creatures.append((at, seat, side))
            names.append(f"C{len(creatures)}")
        else:
            units.append((at, seat, side))
            names.append(table.classes[seat])
        spaces = _BESIDE[seat + (table.same_tile and seat)]
        units += [(space, seat, 1) for space in spaces[: beside[seat]]]
    state = table.position(units, creatures)
    action = Battle(*table.places, (names[0], names[1]))
    cast = [(seat, spell) for seat, own in zip(table.classes, spells, strict=True) for spell in own]
    return battle_odds(state, action, cast)


@lru_cache(maxsize=1024)
def _survives(table: _Table, way: str, creature: str | None, near: str | None) -> Fraction:
    """The chance of one traveler to live through its arrival, or its stay."""
    creatures = []
    for kind, at in zip((creature, near), table.places, strict=True):
        if kind is not None:
            _check_name("creature", kind, table.catalog.creatures)
            creatures.append((at, 1, kind))
    state = table.position([(table.places[0], 0, 1)], creatures)
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
    ends = leaves(state, lambda later: len(later.stack) == depth)
    return sum((chance for chance, after in ends if after.where[0] >= 0), Fraction(0))
