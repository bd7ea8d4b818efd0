"""A seat's view, read once for a decision: who stands where, who holds what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.bots.greedy.ground import Cell, Ground, cell_of

NOTHING: Mapping[str, Any] = {
    "options": {},
    "teams": [],
    "own_stack": [],
    "held": [],
    "done": [],
    "sudden": 0,
    "steps": {},
    "marks": {},
    "effects": [],
    "battle": None,
    "casting": None,
    "window": None,
    "moving": None,
    "walker": None,
    "seen_tile": None,
}
"""What holds of a question that says nothing about itself."""


class Table:
    """What the bot needs of a view.

    Attributes:
        view: the view itself.
        moment: what the question is about.
        me, team: the own seat, and the seats that win together with it.
        ground: the map.
        mine, friends, foes: classes that the seat plays, those and its ally's, and all others.
        class_of_letter: the class whose travelers' ids begin with a letter.
        units: cell to class to ids of the travelers there.
        creatures: cell to `(id, kind, summoner)` of each creature there.
        holders: town to its status: a class, `neutral` or `shared`.
        occupied: cells where anybody stands.
        rounds: turns that each player has left at most, from 1.
    """

    def __init__(self, view: Mapping[str, Any], moment: Mapping[str, Any], ground: Ground) -> None:
        self.view = view
        self.moment: Mapping[str, Any] = {**NOTHING, **moment}
        self.ground = ground
        self.me: str = view["you"]
        by_seat: Mapping[str, Any] = view.get("classes") or {}
        self.mine: tuple[str, ...] = tuple(by_seat.get(self.me, (self.me,)))
        self.team: tuple[str, ...] = next(
            (tuple(team) for team in self.moment["teams"] if self.me in team), (self.me,)
        )
        self.friends = frozenset(name for seat in self.team for name in by_seat.get(seat, (seat,)))
        self.foes = frozenset(name for name in view["reserve"] if name not in self.friends)
        self.units: dict[Cell, dict[str, list[str]]] = {}
        self.place_of: dict[str, Cell] = {}
        self.class_of_letter = {letter: name for name, letter in view["letters"].items()}
        for piece, place in view["travelers"].items():
            if place not in ("reserve", "gone"):
                cell = cell_of(place)
                self.place_of[piece] = cell
                self.units.setdefault(cell, {}).setdefault(
                    self.class_of_letter[piece[0]], []
                ).append(piece)
        self.creatures: dict[Cell, list[tuple[str, str, str]]] = {}
        for piece, creature in view["creatures"].items():
            cell = cell_of(creature["at"])
            self.place_of[piece] = cell
            self.creatures.setdefault(cell, []).append(
                (piece, creature["kind"], creature["summoner"])
            )
        self.occupied = self.units.keys() | self.creatures.keys()
        tiles = view["tiles"]
        self.holders: dict[Cell, str] = {
            cell_of(place): tile["town"] for place, tile in tiles.items() if "town" in tile
        }
        self.rounds = max(1, *view["stacks"].values())

    def own_units(self) -> list[tuple[Cell, str, int]]:
        """`(cell, class, travelers)` of each unit of the seat."""
        return [
            (cell, name, len(there[name]))
            for cell, there in self.units.items()
            for name in self.mine
            if name in there
        ]

    def enemies_at(self, cell: Cell) -> list[tuple[str | int, str]]:
        """Sides that own travelers on that tile fight: `(size or creature kind, owner)`."""
        found: list[tuple[str | int, str]] = [
            (len(pieces), name)
            for name, pieces in self.units.get(cell, {}).items()
            if name in self.foes
        ]
        found += [(kind, summoner) for _, kind, summoner in self.creatures.get(cell, ())]
        return found

    def marked(self, mark: str, pieces: list[str]) -> bool:
        """Whether any of the pieces bears a mark of the movement phase."""
        return not set(pieces).isdisjoint(self.moment["marks"].get(mark, ()))

    def unmoved(self, pieces: list[str]) -> bool:
        """Whether none of the pieces has moved, or been stopped, in this movement phase."""
        steps = self.moment["steps"]
        return all(piece in steps for piece in pieces) and not any(
            self.marked(mark, pieces) for mark in ("moved", "stopped")
        )

    def class_of(self, piece: str) -> str | None:
        """The class of a traveler on the map; None for a creature or somebody in reserve."""
        there = self.units.get(self.place_of.get(piece, (0, 0)), {})
        return next((name for name, pieces in there.items() if piece in pieces), None)
