"""The map as a traveler sees it: what is joined to what, and how far away things are.

A `Ground` is made once for each layout of the map and shared by all decisions until a tile
changes. Distances are in turns: a step costs one, risky and slow terrain costs more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from obsidia_core.model.geometry import SIDE_NAMES

Cell = tuple[int, int]

STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
FAR = 99.0
ROLL_DELAY = 0.8
"""What a blackwater roll costs a traveler, in turns: one in twelve dies."""
SLOWEST = 6.0
"""Turns that the unlikeliest way out of woods counts for."""


@lru_cache(maxsize=1 << 13)
def cell_of(place: str) -> Cell:
    """The cell of `"x,y"`."""
    x, _, y = place.partition(",")
    return int(x), int(y)


@lru_cache(maxsize=64)
def mask_of(exits: str) -> int:
    """Exits written as letters, as a mask of sides."""
    return sum(1 << side for side, name in enumerate(SIDE_NAMES) if name in exits)


def beside(cell: Cell, side: int) -> Cell:
    """The space next to a cell."""
    x, y = STEPS[side]
    return cell[0] + x, cell[1] + y


class Ground:
    """One layout of the map.

    Attributes:
        terrain: cell to terrain id.
        exits: cell to the mask of its open sides.
        home: cell to the class whose colony it is.
        links: cell to the cells joined to it, by side; None where there is no way.
        edges: cell to the sides that lead off the map.
        stones: for woods, cell to the chance of each side when leaving.
    """

    def __init__(self, tiles: Mapping[str, Any], opened: Iterable[frozenset[Cell]]) -> None:
        self.terrain: dict[Cell, str] = {}
        self.exits: dict[Cell, int] = {}
        self.home: dict[Cell, str] = {}
        self.stones: dict[Cell, tuple[float, ...]] = {}
        for place, tile in tiles.items():
            cell = cell_of(place)
            self.terrain[cell] = tile["terrain"]
            self.exits[cell] = mask_of(tile["exits"])
            if tile["class"] is not None:
                self.home[cell] = tile["class"]
            if "stones" in tile:
                sides = list(tile["stones"].values())
                self.stones[cell] = tuple(sides.count(name) / len(sides) for name in SIDE_NAMES)
        bridges = set(opened)
        self.links: dict[Cell, tuple[Cell | None, ...]] = {}
        self.edges: dict[Cell, tuple[int, ...]] = {}
        for cell, exits in self.exits.items():
            links: list[Cell | None] = []
            edges = []
            for side in range(4):
                other = beside(cell, side)
                joined = exits >> side & 1
                if other not in self.exits:
                    if joined:
                        edges.append(side)
                    links.append(None)
                    continue
                joined = joined and self.exits[other] >> ((side + 2) & 3) & 1
                joined = joined or frozenset((cell, other)) in bridges
                links.append(other if joined else None)
            self.links[cell] = tuple(links)
            self.edges[cell] = tuple(edges)
        self._back: dict[str, dict[Cell, list[tuple[Cell, float]]]] = {}
        self._to: dict[tuple[str, Cell], dict[Cell, float]] = {}

    def towns(self) -> list[Cell]:
        """All towns."""
        return [cell for cell, terrain in self.terrain.items() if terrain == "town"]

    def slide(self, cell: Cell, side: int, occupied: Iterable[Cell] = ()) -> Cell | None:
        """Where a step into a cell ends, with ice slid over; None if it leads off the map."""
        for _ in range(len(self.exits)):
            if self.terrain.get(cell) != "ice_field" or cell in occupied:
                return cell
            ahead = self.links[cell][side]
            if ahead is None:
                return None if side in self.edges[cell] else cell
            cell = ahead
        return cell

    def _arcs(self, own: str) -> dict[Cell, list[tuple[Cell, float]]]:
        """Steps into each cell, `(from, turns)`, for travelers of a class."""
        if own not in self._back:
            back: dict[Cell, list[tuple[Cell, float]]] = {cell: [] for cell in self.exits}
            portals = [cell for cell, terrain in self.terrain.items() if terrain == "portal"]
            for cell, links in self.links.items():
                for side, other in enumerate(links):
                    if other is None:
                        continue
                    end = self.slide(other, side)
                    if end is None or end == cell or not self._enterable(end, own):
                        continue
                    cost = 1.0 + (ROLL_DELAY if self.terrain[end] == "blackwater" else 0.0)
                    if cell in self.stones:
                        chance = self.stones[cell][side]
                        if not chance:
                            continue
                        cost += min(SLOWEST, 1 / chance) - 1
                    back[end].append((cell, cost))
            for portal in portals:
                back[portal] += [(other, 1.0) for other in portals if other != portal]
            self._back[own] = back
        return self._back[own]

    def _enterable(self, cell: Cell, own: str) -> bool:
        return self.terrain[cell] != "void" and self.home.get(cell, own) == own

    def turns_to(self, goal: Cell, own: str) -> Mapping[Cell, float]:
        """Turns to a goal from every cell from which a class can get there."""
        key = own, goal
        if key not in self._to:
            arcs = self._arcs(own)
            found: dict[Cell, float] = {}
            heap = [(0.0, goal)]
            while heap:
                turns, cell = heappop(heap)
                if cell in found:
                    continue
                found[cell] = turns
                for other, cost in arcs.get(cell, ()):
                    if other not in found:
                        heappush(heap, (turns + cost, other))
            self._to[key] = found
        return self._to[key]

    def steps_from(self, sources: Iterable[Cell]) -> dict[Cell, int]:
        """Steps along pathways from the nearest source, whatever the terrain but voids."""
        found = {cell: 0 for cell in sources if cell in self.exits}
        ring = list(found)
        steps = 0
        while ring:
            steps += 1
            following = []
            for cell in ring:
                for other in self.links[cell]:
                    if other is not None and other not in found:
                        found[other] = steps
                        if self.terrain[other] != "void":
                            following.append(other)
            ring = following
        return found
