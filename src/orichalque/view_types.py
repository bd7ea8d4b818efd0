"""The shape of a view, key by key; its JSON Schema is made from this.

Circles are `[q, r]`, as keys `"q,r"`; everything else has its id.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from orichalque.geometry import Circle


class TileView(TypedDict):
    """A terrain tile with the creatures on it."""

    id: Annotated[str, "The tile, such as `mountain+forest.1`."]
    terrains: Annotated[list[str], "Its terrains, a trio clockwise."]
    creatures: Annotated[list[str | None], "The creature on each of its circles, or null."]


class OfferView(TypedDict):
    """An Action card of the row, with the tile that comes with it."""

    card: str
    action: str
    cost: Annotated[int, "Hoplites that its place costs the human."]
    tile: Annotated[TileView | None, "Its tile, null if there was none."]


class SideView(TypedDict):
    """What both sides have."""

    hoplites: Annotated[int, "Hoplites in reserve."]
    nuggets: int
    skulls: Annotated[int, "How many captured creatures it has."]
    trophies: Annotated[list[str], "The captured creatures, oldest first."]
    medallions: Annotated[int, "How many Medallions it has."]
    points: Annotated[int, "Its victory points."]
    mines: Annotated[int, "Mines that count when it produces."]
    camps: Annotated[int, "Training Camps that count when it recruits."]
    temples: Annotated[int, "How many Temples it has."]
    temple_sites: Annotated[list[list[Circle]], "The four circles of each Temple."]
    titans: Annotated[dict[str, str], "Its Titans, each with the face that is up."]
    creatures: Annotated[list[Circle], "Circles with a creature."]
    pacified: Annotated[bool, "Whether no creature is left on its board."]
    land: Annotated[
        dict[str, str],
        "What lies on each circle that is not free: a terrain, `volcano:` and a creature, or "
        "`metropolis`.",
    ]


class HumanView(SideView):
    """The human's island and what belongs to it."""

    titan_limit: Annotated[int, "How many Titans may be held."]
    buildings: Annotated[dict[str, str], "The Building on a circle."]
    siege_values: Annotated[dict[str, int], "The die face of the Siege Engines on a circle."]
    committed: Annotated[dict[str, int], "The hoplites on a creature, by its circle."]


class AiView(SideView):
    """The AI's board and what belongs to it."""

    buildings: Annotated[int, "How many Buildings it has."]
    strip: Annotated[
        list[str], "Its Buildings from the left, each with `up` or `down`; the rest lies beside."
    ]


class SupplyView(TypedDict):
    """What belongs to nobody. Piles, bags and the deck are sorted: their order is hidden."""

    titans: Annotated[dict[str, str], "The Titans there, each with the face that is up."]
    construction: Annotated[dict[str, str | None], "The Building on each space, or null."]
    siege_values: Annotated[dict[str, int], "The die face of the Siege Engines on a space."]
    creature_bag: Annotated[dict[str, int], "How many creatures of each kind are in the bag."]
    building_bag: Annotated[dict[str, int], "How many Buildings of each kind are in the bag."]
    deck: Annotated[list[str], "The cards of the deck."]
    used_cards: Annotated[list[str], "The used cards, oldest first."]
    piles: Annotated[dict[str, list[str]], "The tiles of each pile, by size."]
    used_tiles: Annotated[dict[str, list[str]], "The used tiles, by size, oldest first."]


class View(TypedDict):
    """Everything there is to know; the same for everybody."""

    game: Annotated[str, "Name of the game."]
    round: Annotated[int, "Number of the round, from 1."]
    side: Annotated[str, "Whose turn it is or was."]
    phase: str
    first: Annotated[str, "The side that has the initiative."]
    over: Annotated[bool, "Whether the game is over."]
    winner: Annotated[str | None, "The side that has won, null while the game goes on."]
    decision: Annotated[str | None, "What the open question is about, null if nobody is asked."]
    card: Annotated[str | None, "The card taken this turn, or null."]
    tile: Annotated[TileView | None, "The tile that is still to be placed, or null."]
    row: Annotated[list[OfferView], "The Action cards, from the left."]
    human: Annotated[HumanView, "The human."]
    ai: Annotated[AiView, "The AI."]
    supply: Annotated[SupplyView, "What belongs to nobody."]
