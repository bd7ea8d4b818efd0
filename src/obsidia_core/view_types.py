"""The shape of a view, key by key; its JSON Schema is made from this.

A view is plain JSON. Places are written `"x,y"`; pieces, tiles, spells, classes and seats are ids.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

_OfClass = TypedDict(
    "_OfClass",
    {"class": Annotated[str | None, "The class whose home colony the tile is, else null."]},
)


class TileView(_OfClass):
    """A tile on the map."""

    tile: str
    terrain: Annotated[str, "The terrain it counts as."]
    exits: Annotated[str, "Its open sides as it lies, clockwise from north; - for none."]
    rotation: int
    stones: NotRequired[
        Annotated[dict[str, str], "Woods: the side that each die face leads to, as the tile lies."]
    ]
    town: NotRequired[
        Annotated[str, "A town's status: `neutral`, `shared`, or the class that holds it."]
    ]


class DrawnView(TypedDict):
    """The tile that is turned up and not placed yet, as it is at rotation 0."""

    tile: str
    terrain: str
    exits: Annotated[str, "Its open sides at rotation 0, clockwise from north; - for none."]


class CreatureView(TypedDict):
    """A creature in play."""

    kind: Annotated[str, "Id of the kind of creature."]
    at: str
    summoner: Annotated[str, "The seat that summoned it."]


class QuestionView(TypedDict):
    """The open question: who is asked, about what. Only who is asked gets the answers listed."""

    seat: Annotated[str, "Who is asked."]
    kind: str


class PileView(TypedDict):
    """A discard pile, of which only the top card is seen."""

    top: Annotated[str | None, "The spell on top; null if the pile is empty."]
    size: Annotated[int, "How many cards lie in it."]


class BattleView(TypedDict):
    """A battle that is still to be fought in this phase."""

    at: Annotated[str, "Where the current player's side stands."]
    against: Annotated[str, "Where the other side stands; the same place for one tile."]
    sides: Annotated[list[str], "Both sides, classes or creature ids; the one at `at` first."]


class Table(TypedDict):
    """What everybody sees."""

    seats: Annotated[list[str], "Who can be asked, clockwise; in a solo game also `horde`."]
    letters: Annotated[
        dict[str, str], "For each class in play the letter that its travelers' ids begin with."
    ]
    current: Annotated[str, "The seat whose turn it is."]
    phase: str
    turn: Annotated[int, "Number of the turn, from 1; 0 while the map is built."]
    over: Annotated[bool, "Whether the game has ended."]
    winner: Annotated[
        str | list[str] | None,
        "The seat that has won, a list of seats that share the win, or null.",
    ]
    decision: Annotated[QuestionView | None, "The open question; null when the game is over."]
    tiles: Annotated[dict[str, TileView], "The tiles on the map, by place."]
    travelers: Annotated[
        dict[str, str], "For each traveler its place, or `reserve`, or `gone` from the game."
    ]
    creatures: Annotated[dict[str, CreatureView], "The creatures in play, by id."]
    reserve: Annotated[dict[str, int], "For each class how many travelers are in its reserve."]
    towns: Annotated[dict[str, int], "For each class how many towns it holds."]
    hand_sizes: Annotated[dict[str, int], "For each seat how many spells it holds."]
    deck_sizes: Annotated[dict[str, int], "For each seat how many spells are left in its deck."]
    stacks: Annotated[dict[str, int], "For each seat how many tiles are left in its stack."]
    communal: Annotated[int, "How many tiles are left in the communal stack."]
    removed: Annotated[int, "How many tiles are out of the game."]
    drawn: Annotated[DrawnView | None, "The tile turned up and not placed yet, else null."]
    tokens_left: Annotated[
        int | None, "How many spell effect tokens are free; null if there is no limit."
    ]
    faceup: Annotated[list[str], "Spells that lie face-up in battles, in the order of casting."]
    battles: Annotated[
        list[BattleView], "Battles still to be fought in this phase, those on one tile first."
    ]
    classes: NotRequired[Annotated[dict[str, list[str]], "Solo games: the classes of each seat."]]
    row: NotRequired[
        Annotated[
            list[str | None],
            "Solo games: the Horde's spells from left to right, null for a gap before the last.",
        ]
    ]


class View(Table):
    """All that a seat, or a spectator, may know of a position."""

    you: Annotated[str | None, "The seat whose view this is; null for a spectator."]
    hand: Annotated[list[str], "The seat's own spells, in the order in which they came."]
    discards: Annotated[dict[str, PileView], "The discard pile of each seat."]
    known: NotRequired[
        Annotated[
            dict[str, Any],
            "What a preview of the seat's answers goes on from, to be handed back as it is; only "
            "while the seat is asked, and only in a view that is sent whole.",
        ]
    ]
