"""Every action of Obsidia, as in the public contract.

Travelers, tiles, spells and classes are named by their ids; spaces are `Coordinate`s. Fields that
follow from the position (`lethal`, `id`) take no part in comparisons.
"""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.codec import KEY
from obsidia_core.model.geometry import Coordinate


@attrs.frozen(repr=False)
class Draft(Action):
    """Keep this spell from the cards passed to you."""

    type: ClassVar[str] = "draft"
    spell: str


@attrs.frozen(repr=False)
class PlaceTile(Action):
    """Put the drawn tile on the map. `rotation`: degrees clockwise, 0 90 180 270."""

    type: ClassVar[str] = "place_tile"
    tile: str
    at: Coordinate
    rotation: int


@attrs.frozen(repr=False)
class PlaceColony(Action):
    """World-building: place the home colony instead of drawing. `side`: front or back."""

    type: ClassVar[str] = "place_colony"
    side: str
    at: Coordinate
    rotation: int


@attrs.frozen(repr=False)
class DrawTile(Action):
    """Turn up the top tile of the stack."""

    type: ClassVar[str] = "draw_tile"


@attrs.frozen(repr=False)
class PickTile(Action):
    """Tile planning: choose a tile of the own stack instead of drawing."""

    type: ClassVar[str] = "pick_tile"
    tile: str


@attrs.frozen(repr=False)
class Train(Action):
    """One traveler from the reserve to the home colony."""

    type: ClassVar[str] = "train"


@attrs.frozen(repr=False)
class Move(Action):
    """One movement of one unit: a space along a pathway, or a portal trip.

    `recruit` is there only when a town is left and both answers are legal. `lethal` marks a move
    that is sure to kill.
    """

    type: ClassVar[str] = "move"
    travelers: tuple[str, ...]
    origin: Coordinate = attrs.field(metadata={KEY: "from"})
    to: Coordinate
    recruit: bool | None = None
    lethal: bool = attrs.field(default=False, eq=False)


@attrs.frozen(repr=False)
class LeaveWoods(Action):
    """Roll for the way out of woods, for these travelers of the unit."""

    type: ClassVar[str] = "leave_woods"
    travelers: tuple[str, ...]
    origin: Coordinate = attrs.field(metadata={KEY: "from"})


@attrs.frozen(repr=False)
class Undo(Action):
    """Take back the last movement."""

    type: ClassVar[str] = "undo"


@attrs.frozen(repr=False)
class Cast(Action):
    """Cast a spell. `move`: in answer to a movement, the number of the move meant."""

    type: ClassVar[str] = "cast"
    spell: str
    move: int | None = None


@attrs.frozen(repr=False)
class Choose(Action):
    """Answer a question of a running effect.

    `what`: traveler unit tile side player spell die number yes_no order placement.
    """

    type: ClassVar[str] = "choose"
    what: str
    value: Any = attrs.field(hash=False)


@attrs.frozen(repr=False)
class Battle(Action):
    """The battle to resolve next: `at` is the current player's side, `against` the other.

    `sides` names both, each a class or a creature id; `id` is the place in the list, from 1.
    """

    type: ClassVar[str] = "battle"
    at: Coordinate
    against: Coordinate
    sides: tuple[str, str]
    id: int = attrs.field(default=0, eq=False)


@attrs.frozen(repr=False)
class Defer(Action):
    """No (further) spell before the dice."""

    type: ClassVar[str] = "defer"


@attrs.frozen(repr=False)
class Pass(Action):
    """No reaction."""

    type: ClassVar[str] = "pass"


@attrs.frozen(repr=False)
class DiscardSpell(Action):
    """The one optional discard of a spell phase."""

    type: ClassVar[str] = "discard_spell"
    spell: str


@attrs.frozen(repr=False)
class GiveSpell(Action):
    """2vs2: hand a spell to the ally."""

    type: ClassVar[str] = "give_spell"
    spell: str
    to: str


@attrs.frozen(repr=False)
class Refill(Action):
    """Manual refill: replenish the hand; in the own spell phase this ends the turn (RULING-23)."""

    type: ClassVar[str] = "refill"


@attrs.frozen(repr=False)
class EndPhase(Action):
    """Go on to the next phase."""

    type: ClassVar[str] = "end_phase"


@attrs.frozen(repr=False)
class EndTurn(Action):
    """End the turn; the hand is replenished unless refilling is manual."""

    type: ClassVar[str] = "end_turn"


ACTIONS: tuple[type[Action], ...] = (
    Draft,
    PlaceTile,
    PlaceColony,
    DrawTile,
    PickTile,
    Train,
    Move,
    LeaveWoods,
    Undo,
    Cast,
    Choose,
    Battle,
    Defer,
    Pass,
    DiscardSpell,
    GiveSpell,
    Refill,
    EndPhase,
    EndTurn,
)
