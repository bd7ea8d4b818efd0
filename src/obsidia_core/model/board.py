"""The map: which tile lies where, what is joined to what, and where a tile could still go.

A board is immutable by contract: changes make a new one, so that copies of a state share it. Tiles
are *slots*, their index in the set-up. Sets of slots are bit masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from obsidia_core.model.geometry import OFF_MAP, SIDES, STEP_TO_SIDE, opposite
from obsidia_core.model.setup import Setup

DARK = -1
"""No link: darkness, or only one of the two sides is open (RULING-14)."""
EDGE = -2
"""An open side with nothing beyond: the way into the unknown."""


class Board:
    """The tiles on the map and what follows from their positions.

    Attributes:
        cell: for each slot its cell, `OFF_MAP` if it is not on the map.
        turn: for each slot its orientation, quarter turns clockwise, and 4 more for the back of a
            colony.
        terrain: for each slot the index of the terrain it counts as.
        lies: for each slot its exits as it lies.
        near: for each slot and side (`4 * slot + side`) the neighbouring slot, or -1.
        link: for each slot and side the slot joined by path, `DARK` or `EDGE`.
        at: cell to slot.
        frontier: for each empty cell that touches a tile: sides that must be open, sides that must
            be dark (shifted by 4), and terrains that may not lie there (shifted by 8).
        opened: slot to a mask of dark sides that a spell makes count as pathway.
        placed, towns, homes: masks of the slots on the map, and of its towns and colonies.
    """

    __slots__ = (
        "at",
        "cell",
        "demands",
        "frontier",
        "homes",
        "lies",
        "link",
        "masks",
        "near",
        "neighbours",
        "opened",
        "placed",
        "terrain",
        "towns",
        "turn",
    )

    cell: list[int]
    turn: list[int]
    terrain: list[int]
    lies: list[int]
    near: list[int]
    link: list[int]
    at: dict[int, int]
    frontier: dict[int, int]
    opened: dict[int, int]
    demands: dict[int, int]
    neighbours: dict[int, int]
    masks: dict[int | str, int]
    placed: int
    towns: int
    homes: int

    @classmethod
    def empty(cls, setup: Setup) -> Board:
        """A board without tiles."""
        count = len(setup.tiles)
        board = cls()
        board.cell = [OFF_MAP] * count
        board.turn = [0] * count
        board.terrain = [tile.terrain for tile in setup.tiles]
        board.lies = [0] * count
        board.near = [-1] * (4 * count)
        board.link = [DARK] * (4 * count)
        board.at = {}
        board.frontier = {}
        board.opened = {}
        board.demands = {}
        board.neighbours = {}
        board.masks = {}
        board.placed = board.towns = board.homes = 0
        return board

    @classmethod
    def build(
        cls,
        setup: Setup,
        places: Mapping[int, tuple[int, int]],
        terrains: Mapping[int, int] | None = None,
    ) -> Board:
        """A board with tiles: slot to `(cell, orientation)`; `terrains` what slots count as."""
        board = cls.empty(setup)
        for slot, (cell, turn) in places.items():
            board.cell[slot] = cell
            board.turn[slot] = turn
            board.lies[slot] = setup.lies[slot][turn]
            board.at[cell] = slot
        for slot, terrain in (terrains or {}).items():
            board.terrain[slot] = terrain
        for slot in places:
            board._mark(setup, slot)
            board._relink(slot)
        for slot in places:
            board._refresh_frontier(setup, board.cell[slot])
        return board

    def _copy(self) -> Board:
        board = Board()
        board.cell = self.cell[:]
        board.turn = self.turn[:]
        board.terrain = self.terrain[:]
        board.lies = self.lies[:]
        board.near = self.near[:]
        board.link = self.link[:]
        board.at = self.at.copy()
        board.frontier = self.frontier.copy()
        board.opened = self.opened
        board.demands = {}
        board.neighbours = {}
        board.masks = {}
        board.placed = self.placed
        board.towns = self.towns
        board.homes = self.homes
        return board

    def with_tile(self, setup: Setup, slot: int, cell: int, turn: int) -> Board:
        """The board with one more tile."""
        board = self._copy()
        board.cell[slot] = cell
        board.turn[slot] = turn
        board.terrain[slot] = setup.tiles[slot].terrain
        board.lies[slot] = setup.lies[slot][turn]
        board.at[cell] = slot
        board._mark(setup, slot)
        board._relink(slot)
        board._refresh_frontier(setup, cell)
        return board

    def without_tile(self, setup: Setup, slot: int) -> Board:
        """The board with one tile less; its neighbours stay where they are (PLACE-07)."""
        board = self._copy()
        cell = board.cell[slot]
        beside = [board.near[4 * slot + side] for side in SIDES]
        board.cell[slot] = OFF_MAP
        board.turn[slot] = 0
        board.terrain[slot] = setup.tiles[slot].terrain
        board.lies[slot] = 0
        del board.at[cell]
        board._mark(setup, slot)
        for side in SIDES:
            board.near[4 * slot + side] = -1
            board.link[4 * slot + side] = DARK
        for neighbour in beside:
            if neighbour >= 0:
                board._relink(neighbour)
        board._refresh_frontier(setup, cell)
        return board

    def with_terrain(self, setup: Setup, slot: int, terrain: int) -> Board:
        """The board with a tile that counts as another terrain."""
        board = self._copy()
        board.terrain[slot] = terrain
        board._mark(setup, slot)
        board._refresh_frontier(setup, board.cell[slot])
        return board

    def with_opened_between(self, pairs: Iterable[tuple[int, int]]) -> Board:
        """The board on which the sides shared by these pairs of slots count as pathway."""
        opened: dict[int, int] = {}
        for pair in pairs:
            for slot, beside in (pair, pair[::-1]):
                for side in SIDES:
                    if self.near[4 * slot + side] == beside:
                        opened[slot] = opened.get(slot, 0) | 1 << side
        board = self._copy()
        changed = self.opened.keys() | opened.keys()
        board.opened = opened
        for slot in changed:
            if board.cell[slot] != OFF_MAP:
                board._relink(slot)
        return board

    def _mark(self, setup: Setup, slot: int) -> None:
        bit = 1 << slot
        self.placed &= ~bit
        self.towns &= ~bit
        self.homes &= ~bit
        if self.cell[slot] == OFF_MAP:
            return
        self.placed |= bit
        terrain = setup.terrains[self.terrain[slot]]
        if terrain.claimable:
            self.towns |= bit
        if terrain.home:
            self.homes |= bit

    def _relink(self, slot: int) -> None:
        """Work out the slot's sides again, and the facing sides of its neighbours."""
        cell, exits = self.cell[slot], self.lies[slot] | self.opened.get(slot, 0)
        for side in SIDES:
            place = 4 * slot + side
            other = self.at.get(cell + STEP_TO_SIDE[side], -1)
            self.near[place] = other
            is_open = exits >> side & 1
            if other < 0:
                self.link[place] = EDGE if is_open else DARK
                continue
            back = opposite(side)
            theirs = self.lies[other] | self.opened.get(other, 0)
            joined = is_open and theirs >> back & 1
            self.link[place] = other if joined else DARK
            self.near[4 * other + back] = slot
            self.link[4 * other + back] = slot if joined else DARK

    def _refresh_frontier(self, setup: Setup, cell: int) -> None:
        for place in (cell, *(cell + step for step in STEP_TO_SIDE)):
            if place in self.at:
                self.frontier.pop(place, None)
                continue
            need = self.needs(setup, place)
            if need:
                self.frontier[place] = need
            else:
                self.frontier.pop(place, None)

    def needs(self, setup: Setup, cell: int) -> int:
        """What an empty cell's neighbours demand, packed as in `frontier`; 0 without neighbours."""
        need = 0
        for side in SIDES:
            other = self.at.get(cell + STEP_TO_SIDE[side], -1)
            if other < 0:
                continue
            if self.lies[other] >> opposite(side) & 1:
                need |= 1 << side | setup.apart[self.terrain[other]] << 8
            else:
                need |= 16 << side
        return need

    def demand(self, setup: Setup, slot: int) -> int:
        """What a tile's neighbours demand of its space, packed as in `frontier`; remembered."""
        need = self.demands.get(slot)
        if need is None:
            need = self.demands[slot] = self.needs(setup, self.cell[slot])
        return need

    def joined(self, slot: int) -> int:
        """Mask of the slots joined by path to this one; remembered."""
        mask = self.neighbours.get(slot)
        if mask is None:
            mask = 0
            for other in self.link[4 * slot : 4 * slot + 4]:
                if other >= 0:
                    mask |= 1 << other
            self.neighbours[slot] = mask
        return mask

    def with_terrain_of(self, terrain: int) -> int:
        """Mask of the slots on the map that count as the terrain; remembered."""
        return self.remember(terrain, lambda slot: self.terrain[slot] == terrain)

    def remember(self, key: int | str, holds: Callable[[int], bool]) -> int:
        """Mask of the slots on the map for which something holds that the map alone decides."""
        mask = self.masks.get(key)
        if mask is None:
            mask = sum(1 << slot for slot in self.at.values() if holds(slot))
            self.masks[key] = mask
        return mask

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (
            self.cell == other.cell
            and self.turn == other.turn
            and self.terrain == other.terrain
            and self.opened == other.opened
        )

    __hash__ = None  # type: ignore[assignment]  # compared by value, changed while being built

    def __repr__(self) -> str:
        return f"<Board of {len(self.at)} tiles>"
