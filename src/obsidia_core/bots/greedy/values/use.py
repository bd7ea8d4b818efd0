"""One use of a primitive in a spell, as the functions of this package get it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from obsidia_core.bots.greedy.ground import Cell
from obsidia_core.bots.greedy.scene import Scene
from obsidia_core.bots.greedy.table import Table
from obsidia_core.bots.greedy.worth import Weights, Worth

if TYPE_CHECKING:
    from obsidia_core.bots.greedy.book import Book


@attrs.frozen
class Use:
    """A primitive with its parameters and the targets that were chosen.

    Attributes:
        book: the position.
        params: the primitive's parameters.
        bound: the values of the spell's targets, by name.
        spell: id of the spell.
    """

    book: Book
    params: Mapping[str, Any]
    bound: Mapping[str, Any]
    spell: str

    @property
    def worth(self) -> Worth:
        """What places are worth."""
        return self.book.worth

    @property
    def table(self) -> Table:
        """The view."""
        return self.book.table

    @property
    def weights(self) -> Weights:
        """How much things count."""
        return self.book.worth.weights

    @property
    def scene(self) -> Scene | None:
        """The battle being fought, if the seat has a part in it."""
        return self.book.scene

    @property
    def reserve(self) -> int:
        """Own travelers in reserve."""
        return sum(self.table.view["reserve"][name] for name in self.table.mine)

    def cell(self, parameter: str) -> Cell | None:
        """The tile that a parameter names; None if there is none."""
        return self.book.cell(self.bound, self.params[parameter])

    def unit(self, parameter: str) -> tuple[Cell, str, list[str]] | None:
        """The tile, the class and the travelers that a parameter names."""
        return self.book.unit(self.bound, self.params[parameter])

    def value(self, parameter: str) -> Any:
        """The value of the target that a parameter names."""
        return self.bound.get(self.params[parameter])

    def answered_moves(self) -> list[Mapping[str, Any]]:
        """The movements that the cast would answer."""
        return [
            move
            for move in self.book.window.get("moves", ())
            if self.book.move is None or move["move"] == self.book.move
        ]


Value = Callable[[Use], float]


def fixed(value: float) -> Value:
    """For a primitive whose worth does not depend on the position."""
    return lambda _use: value


def own_piece(use: Use, cell: Cell, owner: str) -> float:
    """What a traveler of our own is worth where it stands."""
    alone = len(use.table.units[cell][owner]) == 1
    value = use.weights.traveler
    if alone and use.table.holders.get(cell) == owner:
        value += use.weights.town
    elif alone and cell in use.worth.goals:
        value += 0.8 * use.weights.town
    return value


def foe_piece(use: Use, cell: Cell, owner: str, count: int = 1) -> float:
    """What it is worth that `count` travelers of a rival are gone from a tile."""
    share = use.worth.share_of(owner)
    value = use.weights.traveler * count * share
    if len(use.table.units[cell][owner]) <= count and use.table.holders.get(cell) == owner:
        value += use.weights.town * (share + 0.1)
    return value
