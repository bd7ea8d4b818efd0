"""Every event of Obsidia. Places are `Coordinate`s, pieces, tiles, spells and seats are ids."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.codec import KEY
from obsidia_core.kernel.events import Event
from obsidia_core.model.geometry import Coordinate


@attrs.define(repr=False)
class TurnBegan(Event):
    """A turn begins. `number` counts from 1."""

    type: ClassVar[str] = "turn"
    seat: str
    number: int


@attrs.define(repr=False)
class PhaseBegan(Event):
    """A phase begins."""

    type: ClassVar[str] = "phase"
    phase: str
    seat: str


@attrs.define(repr=False)
class TileUp(Event):
    """Base of events that turn a tile up: what it looks like at rotation 0, a colony on its front.

    Attributes:
        terrain: its terrain.
        exits: its open sides, such as `NES`; `-` for none.
    """

    terrain: str = attrs.field(kw_only=True)
    exits: str = attrs.field(kw_only=True)


@attrs.define(repr=False)
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


@attrs.define(repr=False)
class TileDrawn(TileUp):
    """A tile is turned up; `seat` whose stack it comes from, None for the communal stack."""

    type: ClassVar[str] = "tile_drawn"
    tile: str
    seat: str | None = None


@attrs.define(repr=False)
class TileDue(TileUp):
    """A tile turned up before another one is the one to be placed again."""

    type: ClassVar[str] = "tile_due"
    tile: str


@attrs.define(repr=False)
class TilePlaced(TileShown):
    """A tile or colony lies on the map. `side`: the face of a colony, else None."""

    type: ClassVar[str] = "tile_placed"
    tile: str
    at: Coordinate
    rotation: int
    side: str | None = None


@attrs.define(repr=False)
class TileRemoved(Event):
    """A tile leaves the game; `at` where it lay, None if it was never placed."""

    type: ClassVar[str] = "tile_removed"
    tile: str
    at: Coordinate | None = None


@attrs.define(repr=False)
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


@attrs.define(repr=False)
class TileMoved(TileShown):
    """A tile of the map lies elsewhere or otherwise turned; `pieces` stand on it and go along."""

    type: ClassVar[str] = "tile_moved"
    tile: str
    origin: Coordinate = attrs.field(metadata={KEY: "from"})
    to: Coordinate
    rotation: int
    pieces: tuple[str, ...] = ()


@attrs.define(repr=False)
class TileChanged(TileShown):
    """A tile of the map counts as another terrain from now on, or as its own again."""

    type: ClassVar[str] = "tile_changed"
    tile: str
    at: Coordinate


@attrs.define(repr=False)
class TokenPlaced(Event):
    """A spell effect token lies on the map: a lasting effect of `kind` begins."""

    type: ClassVar[str] = "token"
    seat: str
    spell: str | None
    at: tuple[str, ...]
    kind: str


@attrs.define(repr=False)
class TokenReturned(Event):
    """A lasting effect ends; its token is free again."""

    type: ClassVar[str] = "token_returned"
    seat: str
    spell: str | None
    at: tuple[str, ...]
    kind: str


@attrs.define(repr=False)
class MapCleared(Event):
    """World-building starts again, since a colony fits nowhere (RULING-17).

    Attributes:
        communal: tiles in the communal stack now.
        removed: tiles that are out of the game now.
    """

    type: ClassVar[str] = "map_cleared"
    communal: int
    removed: int = 0


@attrs.define(repr=False)
class Trained(Event):
    """A traveler is trained on its home colony."""

    type: ClassVar[str] = "trained"
    piece: str
    at: Coordinate


@attrs.define(repr=False)
class Moved(Event):
    """Pieces go from one tile to another.

    `way`: step slide portal teleport replacement swap forced.
    """

    type: ClassVar[str] = "moved"
    pieces: tuple[str, ...]
    origin: Coordinate = attrs.field(metadata={KEY: "from"})
    to: Coordinate
    way: str


@attrs.define(repr=False)
class Undone(Event):
    """Movements are taken back: from move number `move` on.

    `pieces`: where each piece is again (a coordinate, `reserve` or `gone`); `towns`: who holds each
    town again.
    """

    type: ClassVar[str] = "undone"
    move: int
    pieces: dict[str, str]
    towns: dict[str, str]


@attrs.define(repr=False)
class Recruited(Event):
    """A town local joins the class."""

    type: ClassVar[str] = "recruited"
    piece: str
    at: Coordinate


@attrs.define(repr=False)
class Spawned(Event):
    """A spell brings a traveler from the reserve onto a tile."""

    type: ClassVar[str] = "spawned"
    piece: str
    at: Coordinate


@attrs.define(repr=False)
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


@attrs.define(repr=False)
class Killed(Event):
    """A piece dies. `cause`: battle, loop, spell, lost, or the terrain's id."""

    type: ClassVar[str] = "killed"
    piece: str
    at: Coordinate
    cause: str
    to: str = "reserve"


@attrs.define(repr=False)
class Returned(Event):
    """A piece goes to its reserve without being killed (replaced, removed, sacrificed)."""

    type: ClassVar[str] = "returned"
    piece: str
    at: Coordinate
    to: str = "reserve"


@attrs.define(repr=False)
class TownHeld(Event):
    """A town has another status: `holder` is a class, `neutral` or `shared`."""

    type: ClassVar[str] = "town"
    at: Coordinate
    holder: str


@attrs.define(repr=False)
class SpellDeclared(Event):
    """A card leaves a hand, for all to see, to be cast once its targets are chosen."""

    type: ClassVar[str] = "spell_declared"
    seat: str
    spell: str


@attrs.define(repr=False)
class SpellCast(Event):
    """A spell is cast from a hand; `targets` as chosen, ready for JSON."""

    type: ClassVar[str] = "spell_cast"
    seat: str
    spell: str
    targets: tuple[Any, ...] = ()


@attrs.define(repr=False)
class SpellLaid(Event):
    """A spell lies face-up in its battle until that ends, or the spell is discarded."""

    type: ClassVar[str] = "spell_laid"
    seat: str
    spell: str


@attrs.define(repr=False)
class SpellNegated(Event):
    """A spell is discarded without effect."""

    type: ClassVar[str] = "spell_negated"
    spell: str


@attrs.define(repr=False)
class SpellDrawn(Event):
    """A card goes from a deck to a hand; only its owner knows which.

    `slot`: for the Horde, whose row everybody sees, the slot that it is laid into, from 1.
    """

    type: ClassVar[str] = "spell_drawn"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    spell: str | None
    slot: int | None = None


@attrs.define(repr=False)
class SpellGiven(Event):
    """A card goes from a hand to the ally's; only the two know which."""

    type: ClassVar[str] = "spell_given"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    to: str
    spell: str | None


@attrs.define(repr=False)
class SpellDrafted(Event):
    """A card is kept in the draft; only its owner knows which."""

    type: ClassVar[str] = "spell_drafted"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    spell: str | None


@attrs.define(repr=False)
class DeckMade(Event):
    """A drafted deck is complete; `count` cards are in it."""

    type: ClassVar[str] = "deck_made"
    seat: str
    count: int


@attrs.define(repr=False)
class SpellTaken(Event):
    """A card comes to a hand by a spell: from `source`'s hand, or None from the own discards.

    `top`: the card that lies on top of the own discards now, if it came from there.
    """

    type: ClassVar[str] = "spell_taken"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    source: str | None
    spell: str | None
    top: str | None = None


@attrs.define(repr=False)
class SpellsSeen(Event):
    """A seat looks at `count` cards of `owner`; only those two know which."""

    type: ClassVar[str] = "spells_seen"
    secret: ClassVar[tuple[str, ...]] = ("spells",)
    seat: str
    owner: str
    count: int
    spells: tuple[str, ...] | None


@attrs.define(repr=False)
class SpellsBuried(Event):
    """Cards of a hand or deck go face-down under the deck; only its owner knows which.

    Attributes:
        seat: whose deck it is.
        count: how many cards.
        from_hand: how many of them come from the hand.
        spells: the cards, the first of them on top of the rest.
    """

    type: ClassVar[str] = "spells_buried"
    secret: ClassVar[tuple[str, ...]] = ("spells",)
    seat: str
    count: int
    from_hand: int
    spells: tuple[str, ...] | None


@attrs.define(repr=False)
class TilesSeen(Event):
    """A seat looks at `count` tiles of `owner`'s stack; only it knows which."""

    type: ClassVar[str] = "tiles_seen"
    secret: ClassVar[tuple[str, ...]] = ("tiles",)
    seat: str
    owner: str
    count: int
    tiles: tuple[str, ...] | None


@attrs.define(repr=False)
class SpellDiscarded(Event):
    """A card comes to lie face-up on top of a discard pile."""

    type: ClassVar[str] = "spell_discarded"
    seat: str
    spell: str


@attrs.define(repr=False)
class Reshuffled(Event):
    """Every discard pile has become its player's new deck (DECK-03)."""

    type: ClassVar[str] = "reshuffled"


@attrs.define(repr=False)
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


@attrs.define(repr=False)
class BattlesPending(Event):
    """The battles still to be fought in this phase, those on one tile first."""

    type: ClassVar[str] = "battles_pending"
    battles: tuple[PendingBattle, ...]


@attrs.define(repr=False)
class BattleStarted(Event):
    """A battle is named; `sides` are classes or creature ids, the side at `at` first."""

    type: ClassVar[str] = "battle_started"
    at: Coordinate
    against: Coordinate
    sides: tuple[str, str]


@attrs.define(repr=False)
class BattleEnded(Event):
    """A battle is over. `result`: won, draw, none; `winner`: the side that won."""

    type: ClassVar[str] = "battle_ended"
    at: Coordinate
    against: Coordinate
    result: str
    winner: str | None = None


@attrs.define(repr=False)
class ChoiceMade(Event):
    """Somebody answered a question of an effect."""

    type: ClassVar[str] = "choice"
    secret: ClassVar[tuple[str, ...]] = ("value",)
    seat: str
    what: str
    value: Any


@attrs.define(repr=False)
class ColonySetAside(Event):
    """Solo: the colony just drawn fits nowhere and goes under the communal stack (RULING-81)."""

    type: ClassVar[str] = "colony_set_aside"
    tile: str


@attrs.define(repr=False)
class ColonyLifted(TileUp):
    """Solo: a colony of the Horde joined by darkness alone is taken up, to lie elsewhere or turned."""

    type: ClassVar[str] = "colony_lifted"
    tile: str
    at: Coordinate


@attrs.define(repr=False)
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


@attrs.define(repr=False)
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


@attrs.define(repr=False)
class Asked(Event):
    """A question is open: the last event of everything that an action brings about.

    Attributes:
        seat: who is asked; while the map is built also whose turn it is.
        kind: what the question is about, see `Decision`.
    """

    type: ClassVar[str] = "asked"
    seat: str
    kind: str


@attrs.define(repr=False)
class GameOver(Event):
    """The game has ended; several winners share the win."""

    type: ClassVar[str] = "game_over"
    winners: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    PhaseBegan,
    TileDrawn,
    TileDue,
    TilePlaced,
    TileRemoved,
    TileBuried,
    TileMoved,
    TileChanged,
    TokenPlaced,
    TokenReturned,
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
    SpellDeclared,
    SpellCast,
    SpellLaid,
    SpellNegated,
    SpellDrawn,
    SpellGiven,
    SpellDrafted,
    DeckMade,
    SpellTaken,
    SpellsSeen,
    SpellsBuried,
    TilesSeen,
    SpellDiscarded,
    Reshuffled,
    Summoned,
    BattlesPending,
    BattleStarted,
    BattleEnded,
    ChoiceMade,
    ColonySetAside,
    ColonyLifted,
    SoloBegan,
    HordeHeads,
    Asked,
    GameOver,
)
