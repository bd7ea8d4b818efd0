"""Events about tiles: those of the map, of stacks, and turned up."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.codec import KEY
from obsidia_core.kernel.events import Event
from obsidia_core.model.geometry import Coordinate


def own_first(cls: type[Event], fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """A class's own fields before those of its bases, which is also their order in JSON."""
    return sorted(fields, key=lambda field: field.name not in cls.__annotations__)


@attrs.define(repr=False, eq=False)
class TileUp(Event):
    """Base of events that turn a tile up: what it looks like at rotation 0, a colony on its front.

    Attributes:
        terrain: its terrain.
        exits: its open sides, such as `NES`; `-` for none.
    """

    terrain: str = attrs.field(kw_only=True)
    exits: str = attrs.field(kw_only=True)


@attrs.define(repr=False, eq=False)
class TileShown(Event):
    """Base of events that show a tile of the map: all that there is to see of it now.

    Attributes:
        terrain: the terrain it counts as.
        exits: its open sides as it lies, such as `NES`; `-` for none.
        class_id: the class whose home it is, or None.
        stones: woods: the side each die face leads to, as the tile lies.
        town: a town's status: `neutral`, `shared`, or the class that holds it.
    """

    terrain: str = attrs.field(kw_only=True)
    exits: str = attrs.field(kw_only=True)
    class_id: str | None = attrs.field(default=None, kw_only=True, metadata={KEY: "class"})
    stones: dict[str, str] | None = attrs.field(default=None, kw_only=True)
    town: str | None = attrs.field(default=None, kw_only=True)


@attrs.define(repr=False, eq=False, field_transformer=own_first)
class TileDrawn(TileUp):
    """A tile is turned up. `seat`: whose stack it comes from, if not the communal one."""

    type: ClassVar[str] = "tile_drawn"
    tile: str
    seat: str | None = None


@attrs.define(repr=False, eq=False, field_transformer=own_first)
class TileDue(TileUp):
    """A tile turned up before another one is the one to be placed again."""

    type: ClassVar[str] = "tile_due"
    tile: str


@attrs.define(repr=False, eq=False, field_transformer=own_first)
class TilePlaced(TileShown):
    """A tile or colony lies on the map. `side`: the face of a colony that is up."""

    type: ClassVar[str] = "tile_placed"
    tile: str
    at: Coordinate
    rotation: int
    side: str | None = None


@attrs.define(repr=False, eq=False)
class TileRemoved(Event):
    """A tile leaves the game. `at`: where it lay, if it was placed."""

    type: ClassVar[str] = "tile_removed"
    tile: str
    at: Coordinate | None = None


@attrs.define(repr=False, eq=False)
class TileBuried(Event):
    """A tile goes face-down under a stack.

    Attributes:
        tile: which, unless it comes from the stack itself.
        seat: whose stack it is.
        at: where it lay on the map.
        source: where it comes from: map, drawn, stack.
    """

    type: ClassVar[str] = "tile_buried"
    tile: str | None
    seat: str
    at: Coordinate | None = None
    source: str = "map"


@attrs.define(repr=False, eq=False, field_transformer=own_first)
class TileMoved(TileShown):
    """A tile of the map lies elsewhere or otherwise turned; `pieces` stand on it and go along."""

    type: ClassVar[str] = "tile_moved"
    tile: str
    origin: Coordinate = attrs.field(metadata={KEY: "from"})
    to: Coordinate
    rotation: int
    pieces: tuple[str, ...] = ()


@attrs.define(repr=False, eq=False, field_transformer=own_first)
class TileChanged(TileShown):
    """A tile of the map counts as another terrain from now on, or as its own again."""

    type: ClassVar[str] = "tile_changed"
    tile: str
    at: Coordinate


@attrs.define(repr=False, eq=False)
class TilesSeen(Event):
    """A seat looks at `count` tiles of `owner`'s stack; only it knows which."""

    type: ClassVar[str] = "tiles_seen"
    secret: ClassVar[tuple[str, ...]] = ("tiles",)
    seat: str
    owner: str
    count: int
    tiles: tuple[str, ...] | None


@attrs.define(repr=False, eq=False)
class MapCleared(Event):
    """World-building starts again, since a colony fits nowhere (RULING-17).

    Attributes:
        communal: tiles in the communal stack now.
        removed: tiles that are out of the game now.
    """

    type: ClassVar[str] = "map_cleared"
    communal: int
    removed: int = 0


@attrs.define(repr=False, eq=False)
class ColonySetAside(Event):
    """Solo: the colony just drawn fits nowhere and goes under the communal stack (RULING-81)."""

    type: ClassVar[str] = "colony_set_aside"
    tile: str


@attrs.define(repr=False, eq=False, field_transformer=own_first)
class ColonyLifted(TileUp):
    """Solo: a colony of the Horde joined by darkness alone is taken up, to be placed anew."""

    type: ClassVar[str] = "colony_lifted"
    tile: str
    at: Coordinate


TILE_EVENTS: tuple[type[Event], ...] = (
    TileDrawn,
    TileDue,
    TilePlaced,
    TileRemoved,
    TileBuried,
    TileMoved,
    TileChanged,
    TilesSeen,
    MapCleared,
    ColonySetAside,
    ColonyLifted,
)
