"""Every event of Obsidia. Places are `Coordinate`s, pieces, tiles, spells and seats are ids."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.codec import KEY
from obsidia_core.kernel.events import ASKED, Event
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.spell_events import (
    SPELL_EVENTS,
    DeckMade,
    Reshuffled,
    SpellCast,
    SpellDeclared,
    SpellDiscarded,
    SpellDrafted,
    SpellDrawn,
    SpellGiven,
    SpellLaid,
    SpellNegated,
    SpellsBuried,
    SpellsSeen,
    SpellTaken,
)
from obsidia_core.model.tile_events import (
    TILE_EVENTS,
    ColonyLifted,
    ColonySetAside,
    MapCleared,
    TileBuried,
    TileChanged,
    TileDrawn,
    TileDue,
    TileMoved,
    TilePlaced,
    TileRemoved,
    TileShown,
    TilesSeen,
    TileUp,
)

__all__ = [
    "EVENTS",
    "Asked",
    "BattleEnded",
    "BattleStarted",
    "BattlesPending",
    "ChoiceMade",
    "ColonyLifted",
    "ColonySetAside",
    "DeckMade",
    "GameOver",
    "HordeHeads",
    "Killed",
    "MapCleared",
    "Moved",
    "PendingBattle",
    "PhaseBegan",
    "Recruited",
    "Reshuffled",
    "Returned",
    "Rolled",
    "SeatNamed",
    "SoloBegan",
    "Spawned",
    "SpellCast",
    "SpellDeclared",
    "SpellDiscarded",
    "SpellDrafted",
    "SpellDrawn",
    "SpellGiven",
    "SpellLaid",
    "SpellNegated",
    "SpellTaken",
    "SpellsBuried",
    "SpellsSeen",
    "Summoned",
    "TileBuried",
    "TileChanged",
    "TileDrawn",
    "TileDue",
    "TileMoved",
    "TilePlaced",
    "TileRemoved",
    "TileShown",
    "TileUp",
    "TilesSeen",
    "TokenPlaced",
    "TokenReturned",
    "TownHeld",
    "Trained",
    "TurnBegan",
    "Undone",
]


@attrs.define(repr=False, eq=False)
class TurnBegan(Event):
    """A turn begins. `number` counts from 1."""

    type: ClassVar[str] = "turn"
    seat: str
    number: int


@attrs.define(repr=False, eq=False)
class PhaseBegan(Event):
    """A phase begins."""

    type: ClassVar[str] = "phase"
    phase: str
    seat: str


@attrs.define(repr=False, eq=False)
class TokenPlaced(Event):
    """A spell effect token lies on the map: a lasting effect of `kind` begins."""

    type: ClassVar[str] = "token"
    seat: str
    spell: str | None
    at: tuple[str, ...]
    kind: str


@attrs.define(repr=False, eq=False)
class TokenReturned(Event):
    """A lasting effect ends; its token is free again."""

    type: ClassVar[str] = "token_returned"
    seat: str
    spell: str | None
    at: tuple[str, ...]
    kind: str


@attrs.define(repr=False, eq=False)
class Trained(Event):
    """A traveler is trained on its home colony."""

    type: ClassVar[str] = "trained"
    piece: str
    at: Coordinate


@attrs.define(repr=False, eq=False)
class Moved(Event):
    """Pieces go from one tile to another.

    `way`: step slide portal teleport replacement swap forced.
    """

    type: ClassVar[str] = "moved"
    pieces: tuple[str, ...]
    origin: Coordinate = attrs.field(metadata={KEY: "from"})
    to: Coordinate
    way: str


@attrs.define(repr=False, eq=False)
class Undone(Event):
    """Movements are taken back: from move number `move` on.

    `pieces`: where each piece is again (a coordinate, `reserve` or `gone`); `towns`: who holds each
    town again.
    """

    type: ClassVar[str] = "undone"
    move: int
    pieces: dict[str, str]
    towns: dict[str, str]


@attrs.define(repr=False, eq=False)
class Recruited(Event):
    """A town local joins the class."""

    type: ClassVar[str] = "recruited"
    piece: str
    at: Coordinate


@attrs.define(repr=False, eq=False)
class Spawned(Event):
    """A spell brings a traveler from the reserve onto a tile."""

    type: ClassVar[str] = "spawned"
    piece: str
    at: Coordinate


@attrs.define(repr=False, eq=False)
class Rolled(Event):
    """Dice fell. `reason`: battle survival woods_exit spell random; `piece` or `at`: for whom.

    `dice` are the faces as they lie, a battle's side `at` first; `outcomes` every face that came
    up, barred ones included, in order (TERM-08).
    """

    type: ClassVar[str] = "rolled"
    dice: tuple[int, ...]
    reason: str
    outcomes: tuple[int, ...] = ()
    piece: str | None = None
    at: Coordinate | None = None


@attrs.define(repr=False, eq=False)
class Killed(Event):
    """A piece dies. `cause`: battle, loop, spell, lost, or the terrain's id."""

    type: ClassVar[str] = "killed"
    piece: str
    at: Coordinate
    cause: str
    to: str = "reserve"


@attrs.define(repr=False, eq=False)
class Returned(Event):
    """A piece goes to its reserve without being killed (replaced, removed, sacrificed)."""

    type: ClassVar[str] = "returned"
    piece: str
    at: Coordinate
    to: str = "reserve"


@attrs.define(repr=False, eq=False)
class TownHeld(Event):
    """A town has another status: `holder` is a class, `neutral` or `shared`."""

    type: ClassVar[str] = "town"
    at: Coordinate
    holder: str


@attrs.define(repr=False, eq=False)
class Summoned(Event):
    """A creature comes into play."""

    type: ClassVar[str] = "summoned"
    piece: str
    kind: str
    at: Coordinate
    summoner: str


@attrs.frozen
class PendingBattle:
    """A battle that is still to be fought; `sides` are classes or creature ids, `at` first."""

    at: Coordinate
    against: Coordinate
    sides: tuple[str, str]


@attrs.define(repr=False, eq=False)
class BattlesPending(Event):
    """The battles still to be fought in this phase, those on one tile first."""

    type: ClassVar[str] = "battles_pending"
    battles: tuple[PendingBattle, ...]


@attrs.define(repr=False, eq=False)
class BattleStarted(Event):
    """A battle is named; `sides` are classes or creature ids, the side at `at` first."""

    type: ClassVar[str] = "battle_started"
    at: Coordinate
    against: Coordinate
    sides: tuple[str, str]


@attrs.define(repr=False, eq=False)
class BattleEnded(Event):
    """A battle is over. `result`: won, draw, none; `winner`: the side that won."""

    type: ClassVar[str] = "battle_ended"
    at: Coordinate
    against: Coordinate
    result: str
    winner: str | None = None


@attrs.define(repr=False, eq=False)
class ChoiceMade(Event):
    """Somebody answered a question of an effect."""

    type: ClassVar[str] = "choice"
    secret: ClassVar[tuple[str, ...]] = ("value",)
    seat: str
    what: str
    value: Any


@attrs.define(repr=False, eq=False)
class SeatNamed(Event):
    """Solo: the player's seat goes by another name, as a class is taken or given back (SOLO-04).

    Attributes:
        seat: its name so far.
        to: its name from now on.
        classes: the classes of each seat now.
    """

    type: ClassVar[str] = "seat_named"
    seat: str
    to: str
    classes: dict[str, tuple[str, ...]]


@attrs.define(repr=False, eq=False)
class SoloBegan(Event):
    """Solo: the map lies and the classes are settled (SOLO-05, SOLO-08..13).

    Attributes:
        seat: the player's.
        class_id: the player's class.
        deck, horde_deck: cards of the two decks, before anything is drawn.
        stack: tiles of the player's stack.
        removed: tiles of the other classes, which leave the game.
    """

    type: ClassVar[str] = "solo_began"
    seat: str
    class_id: str
    deck: int
    horde_deck: int
    stack: int
    removed: int


@attrs.define(repr=False, eq=False)
class HordeHeads(Event):
    """Why a unit of the Horde is about to move (HORDE-19..28).

    Attributes:
        pieces: the unit.
        at: where it stands.
        goals: the towns it heads for, all equally near.
        distance: how many moves away they are.
    """

    type: ClassVar[str] = "horde_heads"
    pieces: tuple[str, ...]
    at: Coordinate
    goals: tuple[str, ...]
    distance: int


@attrs.define(repr=False, eq=False)
class Asked(Event):
    """A question is open: the last event of everything that an action brings about.

    Attributes:
        seat: who is asked; while the map is built also whose turn it is.
        kind: what the question is about, see `Decision`.
    """

    type: ClassVar[str] = ASKED
    seat: str
    kind: str


@attrs.define(repr=False, eq=False)
class GameOver(Event):
    """The game has ended; several winners share the win."""

    type: ClassVar[str] = "game_over"
    winners: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    PhaseBegan,
    TokenPlaced,
    TokenReturned,
    Trained,
    Moved,
    Undone,
    Recruited,
    Spawned,
    Rolled,
    Killed,
    Returned,
    TownHeld,
    Summoned,
    BattlesPending,
    BattleStarted,
    BattleEnded,
    ChoiceMade,
    SeatNamed,
    SoloBegan,
    HordeHeads,
    Asked,
    GameOver,
    *TILE_EVENTS,
    *SPELL_EVENTS,
)
