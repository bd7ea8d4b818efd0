"""Every event of Obsidia. Places are `Coordinate`s, pieces, tiles, spells and seats are ids."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.codec import KEY
from obsidia_core.kernel.events import Event
from obsidia_core.model.geometry import Coordinate


@attrs.define
class TurnBegan(Event):
    """A turn begins. `number` counts from 1."""

    type: ClassVar[str] = "turn"
    seat: str
    number: int


@attrs.define
class PhaseBegan(Event):
    """A phase begins."""

    type: ClassVar[str] = "phase"
    phase: str
    seat: str


@attrs.define
class TileDrawn(Event):
    """A tile is turned up; `seat` whose stack it comes from, None for the communal stack."""

    type: ClassVar[str] = "tile_drawn"
    tile: str
    seat: str | None = None


@attrs.define
class TilePlaced(Event):
    """A tile or colony lies on the map. `side`: the face of a colony, else None."""

    type: ClassVar[str] = "tile_placed"
    tile: str
    at: Coordinate
    rotation: int
    side: str | None = None


@attrs.define
class TileRemoved(Event):
    """A tile leaves the game; `at` where it lay, None if it was never placed."""

    type: ClassVar[str] = "tile_removed"
    tile: str
    at: Coordinate | None = None


@attrs.define
class MapCleared(Event):
    """World-building starts again, since a colony fits nowhere (RULING-17)."""

    type: ClassVar[str] = "map_cleared"
    communal: int


@attrs.define
class Trained(Event):
    """A traveler is trained on its home colony."""

    type: ClassVar[str] = "trained"
    piece: str
    at: Coordinate


@attrs.define
class Moved(Event):
    """Pieces go from one tile to another.

    `way`: step slide portal teleport replacement swap forced.
    """

    type: ClassVar[str] = "moved"
    pieces: tuple[str, ...]
    origin: Coordinate = attrs.field(metadata={KEY: "from"})
    to: Coordinate
    way: str


@attrs.define
class Undone(Event):
    """Movements are taken back: from move number `move` on.

    `pieces`: where each piece is again (a coordinate, `reserve` or `gone`); `towns`: who holds each
    town again.
    """

    type: ClassVar[str] = "undone"
    move: int
    pieces: dict[str, str]
    towns: dict[str, str]


@attrs.define
class Recruited(Event):
    """A town local joins the class."""

    type: ClassVar[str] = "recruited"
    piece: str
    at: Coordinate


@attrs.define
class Spawned(Event):
    """A spell brings a traveler from the reserve onto a tile."""

    type: ClassVar[str] = "spawned"
    piece: str
    at: Coordinate


@attrs.define
class Rolled(Event):
    """Dice fell. `reason`: battle survival woods_exit spell random; `piece` or `at`: for whom.

    `dice` are the faces as they lie, a battle's side `at` first; `outcomes` every face that came up,
    barred ones included, in order (TERM-08).
    """

    type: ClassVar[str] = "rolled"
    dice: tuple[int, ...]
    reason: str
    outcomes: tuple[int, ...] = ()
    piece: str | None = None
    at: Coordinate | None = None


@attrs.define
class Killed(Event):
    """A piece dies. `cause`: battle, loop, spell, lost, or the terrain's id."""

    type: ClassVar[str] = "killed"
    piece: str
    at: Coordinate
    cause: str
    to: str = "reserve"


@attrs.define
class Returned(Event):
    """A piece goes to its reserve without being killed (replaced, removed, sacrificed)."""

    type: ClassVar[str] = "returned"
    piece: str
    at: Coordinate
    to: str = "reserve"


@attrs.define
class TownHeld(Event):
    """A town has another status: `holder` is a class or `neutral`."""

    type: ClassVar[str] = "town"
    at: Coordinate
    holder: str


@attrs.define
class SpellCast(Event):
    """A spell is cast from a hand; `targets` as chosen, ready for JSON."""

    type: ClassVar[str] = "spell_cast"
    seat: str
    spell: str
    targets: tuple[Any, ...] = ()


@attrs.define
class SpellNegated(Event):
    """A spell is discarded without effect."""

    type: ClassVar[str] = "spell_negated"
    spell: str


@attrs.define
class SpellDrawn(Event):
    """A card goes from a deck to a hand; only its owner knows which."""

    type: ClassVar[str] = "spell_drawn"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    spell: str | None


@attrs.define
class SpellGiven(Event):
    """A card goes from a hand to the ally's; only the two know which."""

    type: ClassVar[str] = "spell_given"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    to: str
    spell: str | None


@attrs.define
class SpellDrafted(Event):
    """A card is kept in the draft; only its owner knows which."""

    type: ClassVar[str] = "spell_drafted"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    spell: str | None


@attrs.define
class SpellDiscarded(Event):
    """A card comes to lie face-up on top of a discard pile."""

    type: ClassVar[str] = "spell_discarded"
    seat: str
    spell: str


@attrs.define
class Reshuffled(Event):
    """Every discard pile has become its player's new deck (DECK-03)."""

    type: ClassVar[str] = "reshuffled"


@attrs.define
class Summoned(Event):
    """A creature comes into play."""

    type: ClassVar[str] = "summoned"
    piece: str
    kind: str
    at: Coordinate
    summoner: str


@attrs.define
class BattleStarted(Event):
    """A battle is named; `sides` are classes or creature ids, the side at `at` first."""

    type: ClassVar[str] = "battle_started"
    at: Coordinate
    against: Coordinate
    sides: tuple[str, str]


@attrs.define
class BattleEnded(Event):
    """A battle is over. `result`: won, draw, none; `winner`: the side that won."""

    type: ClassVar[str] = "battle_ended"
    at: Coordinate
    against: Coordinate
    result: str
    winner: str | None = None


@attrs.define
class ChoiceMade(Event):
    """Somebody answered a question of an effect."""

    type: ClassVar[str] = "choice"
    secret: ClassVar[tuple[str, ...]] = ("value",)
    seat: str
    what: str
    value: Any


@attrs.define
class GameOver(Event):
    """The game has ended; several winners share the win."""

    type: ClassVar[str] = "game_over"
    winners: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    PhaseBegan,
    TileDrawn,
    TilePlaced,
    TileRemoved,
    MapCleared,
    Trained,
    Moved,
    Undone,
    Recruited,
    Spawned,
    Rolled,
    Killed,
    Returned,
    TownHeld,
    SpellCast,
    SpellNegated,
    SpellDrawn,
    SpellGiven,
    SpellDrafted,
    SpellDiscarded,
    Reshuffled,
    Summoned,
    BattleStarted,
    BattleEnded,
    ChoiceMade,
    GameOver,
)
