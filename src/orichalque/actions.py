"""The human's actions. Cards, Titans, ports and spaces are named by their ids."""

from __future__ import annotations

from typing import ClassVar

import attrs

from obsidia_core.kernel.actions import Action
from orichalque.geometry import Circle


@attrs.frozen
class PlaceMetropolis(Action):
    """Before the first card: the metropolis lies on this port."""

    type: ClassVar[str] = "place_metropolis"
    port: str


@attrs.frozen
class SelectCard(Action):
    """Take a card of the row. `cost`: hoplites for its position, not part of the identity."""

    type: ClassVar[str] = "select_card"
    card: str
    cost: int | None = attrs.field(default=None, eq=False)


@attrs.frozen
class PlaceTile(Action):
    """Lay the tile that came with the card: a circle for each of its terrains, in its order."""

    type: ClassVar[str] = "place_tile"
    circles: tuple[Circle, ...]


@attrs.frozen
class ReturnTitan(Action):
    """Over the limit: this Titan goes back to the supply."""

    type: ClassVar[str] = "return_titan"
    titan: str


@attrs.frozen
class Produce(Action):
    """Gain a nugget for each Mine."""

    type: ClassVar[str] = "produce"


@attrs.frozen
class Recruit(Action):
    """Gain a hoplite for each Training Camp."""

    type: ClassVar[str] = "recruit"


@attrs.frozen
class BuildBuilding(Action):
    """The Building of a construction space goes onto a circle."""

    type: ClassVar[str] = "build_building"
    space: str
    at: Circle


@attrs.frozen
class BuildTemple(Action):
    """A Temple on four circles, in reading order."""

    type: ClassVar[str] = "build_temple"
    circles: tuple[Circle, ...]


@attrs.frozen
class ForgeMedallion(Action):
    """Pay the nuggets for a Medallion."""

    type: ClassVar[str] = "forge_medallion"


@attrs.frozen
class Fight(Action):
    """Fight the creature on a circle. `hoplites`: committed now, beyond those already there."""

    type: ClassVar[str] = "fight"
    at: Circle
    hoplites: int


@attrs.frozen
class UseTitan(Action):
    """Turn an active Titan to boost the action at hand."""

    type: ClassVar[str] = "use_titan"
    titan: str


@attrs.frozen
class Extra(Action):
    """Pay for one more action. `pay`: skulls, hoplites or nuggets."""

    type: ClassVar[str] = "extra"
    pay: str
    action: str


@attrs.frozen
class DiscardCard(Action):
    """This card leaves the row."""

    type: ClassVar[str] = "discard_card"
    card: str


@attrs.frozen
class Pass(Action):
    """Leave it, or stop."""

    type: ClassVar[str] = "pass"


ACTIONS: tuple[type[Action], ...] = (
    PlaceMetropolis,
    SelectCard,
    PlaceTile,
    ReturnTitan,
    Produce,
    Recruit,
    BuildBuilding,
    BuildTemple,
    ForgeMedallion,
    Fight,
    UseTitan,
    Extra,
    DiscardCard,
    Pass,
)
