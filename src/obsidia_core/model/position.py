"""A position in outside terms: what a scenario, an editor or a test says about the table.

Plain values only; nothing here is checked against a card file or a rule. Exits are masks with bit
`1 << side`, sides are 0 to 3 clockwise from north, as in `model.geometry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs

from obsidia_core.model.geometry import Coordinate

Stones = tuple[int, ...]
"""Woods: the side that each face of the die points to, face 1 first; six entries."""


@attrs.frozen
class TileSpec:
    """A tile in a stack, unturned.

    Attributes:
        terrain: id of the terrain.
        exits: mask of the sides with a pathway.
        stones: for woods the side of each face; None for other terrains.
        tile_id: its name; None lets the builder give one.
    """

    terrain: str
    exits: int
    stones: Stones | None = None
    tile_id: str | None = None


@attrs.frozen
class PlacedTile:
    """A tile on the map, everything as it lies.

    Attributes:
        at: its space.
        terrain: id of the terrain.
        exits: mask of the sides with a pathway.
        class_id: whose home colony it is; None for other tiles.
        stones: for woods the side of each face; None for other terrains.
        tile_id: its name; None lets the builder give one.
    """

    at: Coordinate
    terrain: str
    exits: int
    class_id: str | None = None
    stones: Stones | None = None
    tile_id: str | None = None


@attrs.frozen
class UnitSpec:
    """`count` (1 to 8) travelers of one class on one tile."""

    at: Coordinate
    class_id: str
    count: int


@attrs.frozen
class CreatureSpec:
    """A creature in play and the class that summoned it."""

    kind: str
    at: Coordinate
    summoner: str


@attrs.frozen
class TokenSpec:
    """A lasting effect in play.

    Attributes:
        spell: id of the spell.
        caster: the class that cast it.
        at: the tile it lies on; for an effect on a unit the unit's tile.
        side: for an effect on one side of a tile, else None.
    """

    spell: str
    caster: str
    at: Coordinate
    side: int | None = None


class ColonyFaces(NamedTuple):
    """Exit masks of both faces of a colony tile, unturned."""

    front: int
    back: int


@attrs.frozen(kw_only=True)
class PositionSpec:
    """All that is said about a position; what is left out takes its default.

    Attributes:
        players: classes, clockwise; the first is the current player.
        mode: `standard`, `teams` or `solo`.
        teams: the two pairs, or None.
        options: ruleset options that differ from the default, not checked.
        phase: `setup draft world_building tile training movement battle spell`, entered anew.
        tiles: what lies on the map, in the order given.
        units: travelers on the map; ids are given in this order.
        creatures: creatures in play; `C1` is the first.
        reserve: class to travelers in its reserve; a class left out has all that are not on the
            map. Travelers that are in neither place, the highest ids, have left the game.
        towns: space to the class that holds the town there, or `neutral`; a town left out belongs
            to the class that stands there alone.
        hands: class to spell ids.
        decks: class to spell ids, top first.
        discards: class to spell ids, top first.
        stacks: class to its tiles, top first; a class left out has three plain crossroads.
        communal: world-building tiles, top first.
        colonies: class to the colony tile it has yet to place.
        tokens: lasting effects in play.
        reshuffle: whether the common reshuffle (DECK-02) may happen.
        loose_edges: whether sides of neighbors may differ.
        horde_hand: solo: spells in the Horde's hand.
        horde_deck: solo: the Horde's deck, top first.
        seed: the seed of the random streams; None when every number is scripted.
    """

    players: tuple[str, ...]
    mode: str = "standard"
    teams: tuple[tuple[str, ...], ...] | None = None
    options: Mapping[str, Any] = attrs.field(factory=dict)
    phase: str = "movement"
    tiles: tuple[PlacedTile, ...] = ()
    units: tuple[UnitSpec, ...] = ()
    creatures: tuple[CreatureSpec, ...] = ()
    reserve: Mapping[str, int] = attrs.field(factory=dict)
    towns: Mapping[Coordinate, str] = attrs.field(factory=dict)
    hands: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    decks: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    discards: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    stacks: Mapping[str, tuple[TileSpec, ...]] = attrs.field(factory=dict)
    communal: tuple[TileSpec, ...] = ()
    colonies: Mapping[str, ColonyFaces] = attrs.field(factory=dict)
    tokens: tuple[TokenSpec, ...] = ()
    reshuffle: bool = False
    loose_edges: bool = False
    horde_hand: tuple[str, ...] = ()
    horde_deck: tuple[str, ...] = ()
    seed: int | None = None
