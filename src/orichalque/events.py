"""What happens in the game. Nothing in it is secret: there is one view for everybody.

Fields without meaning in a case hold their default and are left out in JSON. `side` is `human` or
`ai`; a die is a number or `skull`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.events import Event
from orichalque.geometry import Circle

Die = int | str


@attrs.define
class PhaseBegan(Event):
    """A phase begins, also one in which nothing happens."""

    type: ClassVar[str] = "phase"
    side: str
    phase: str


@attrs.define
class Rolled(Event):
    """Dice were rolled. `reason`: select, combat or discard."""

    type: ClassVar[str] = "roll"
    side: str
    reason: str
    dice: tuple[Die, ...]


@attrs.define
class CardSelected(Event):
    """A side takes a card; `position` in the row, from 1, `cost` in hoplites: 0 for the AI."""

    type: ClassVar[str] = "card_selected"
    side: str
    card: str
    position: int
    cost: int


@attrs.define
class MetropolisPlaced(Event):
    """The human's metropolis lies on a port."""

    type: ClassVar[str] = "metropolis_placed"
    port: str
    circles: tuple[Circle, ...]


@attrs.define
class TilePlaced(Event):
    """A tile lies on a board: a circle for each terrain; `sector` of the AI board."""

    type: ClassVar[str] = "tile_placed"
    side: str
    tile: str
    circles: tuple[Circle, ...]
    sector: int | None = None


@attrs.define
class TileDiscarded(Event):
    """A tile leaves for the used ones, its creatures for the bag."""

    type: ClassVar[str] = "tile_discarded"
    tile: str


@attrs.define
class BonusCovered(Event):
    """A bonus circle is covered and gives its action."""

    type: ClassVar[str] = "bonus"
    side: str
    at: Circle
    action: str


@attrs.define
class Gained(Event):
    """A side gains from the supply."""

    type: ClassVar[str] = "gained"
    side: str
    hoplites: int = 0
    nuggets: int = 0
    reason: str = ""


@attrs.define
class Paid(Event):
    """A side pays to the supply; `skulls` are trophies, the oldest."""

    type: ClassVar[str] = "paid"
    side: str
    hoplites: int = 0
    nuggets: int = 0
    skulls: int = 0
    reason: str = ""


@attrs.define
class TitanMoved(Event):
    """A Titan goes to a side or the supply, or is turned there. `face`: active or inactive."""

    type: ClassVar[str] = "titan"
    titan: str
    to: str
    face: str


@attrs.define
class Built(Event):
    """Something is built.

    Attributes:
        what: building, temple or medallion.
        building: which one; `space` of the construction board it lay on.
        face: up or down, of a Building on the AI's strip.
        at: the circle of a Building of the human.
        circles: of a Temple.
    """

    type: ClassVar[str] = "built"
    side: str
    what: str
    building: str | None = None
    face: str | None = None
    space: str | None = None
    at: Circle | None = None
    circles: tuple[Circle, ...] | None = None


@attrs.define
class HoplitesCommitted(Event):
    """Hoplites go from the human's reserve onto a creature."""

    type: ClassVar[str] = "committed"
    side: str
    at: Circle
    hoplites: int


@attrs.define
class CombatFought(Event):
    """A combat roll is decided."""

    type: ClassVar[str] = "combat"
    side: str
    at: Circle
    creature: str
    dice: tuple[Die, ...]
    won: bool


@attrs.define
class CreatureCaptured(Event):
    """A creature becomes a trophy; hoplites committed to it go back to the supply."""

    type: ClassVar[str] = "captured"
    side: str
    at: Circle
    creature: str


@attrs.define
class ExtraTaken(Event):
    """A side pays for an extra action. `pay`: skulls, hoplites or nuggets."""

    type: ClassVar[str] = "extra"
    side: str
    pay: str
    action: str


@attrs.define
class CardDiscarded(Event):
    """A card leaves the row, with its tile and creatures."""

    type: ClassVar[str] = "card_discarded"
    side: str
    card: str


@attrs.define
class RowRefilled(Event):
    """Cards enter the row at the right, each with a tile (or none) and creatures for it."""

    type: ClassVar[str] = "row_refilled"
    cards: tuple[str, ...]
    tiles: tuple[str | None, ...] = ()
    creatures: tuple[tuple[str | None, ...], ...] = ()


@attrs.define
class ConstructionRefilled(Event):
    """Empty construction spaces get a Building each; `values` are the faces on Siege Engines."""

    type: ClassVar[str] = "construction_refilled"
    spaces: tuple[str, ...]
    buildings: tuple[str, ...] = ()
    values: tuple[int | None, ...] = ()


@attrs.define
class InitiativeAssigned(Event):
    """Who is first in the next round; `tied` if the marker changed hands on a tie."""

    type: ClassVar[str] = "initiative"
    first: str
    tied: bool


@attrs.define
class RoundBegan(Event):
    """A round begins; `number` from 1."""

    type: ClassVar[str] = "round"
    number: int


@attrs.define
class GameOver(Event):
    """A side has won."""

    type: ClassVar[str] = "game_over"
    winner: str


EVENTS: tuple[type[Any], ...] = (
    PhaseBegan,
    Rolled,
    CardSelected,
    MetropolisPlaced,
    TilePlaced,
    TileDiscarded,
    BonusCovered,
    Gained,
    Paid,
    TitanMoved,
    Built,
    HoplitesCommitted,
    CombatFought,
    CreatureCaptured,
    ExtraTaken,
    CardDiscarded,
    RowRefilled,
    ConstructionRefilled,
    InitiativeAssigned,
    RoundBegan,
    GameOver,
)
