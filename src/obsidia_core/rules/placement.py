"""Where a tile may go: one test for world-building, tile phase and exploration (PLACE-01..18)."""

from __future__ import annotations

from functools import lru_cache

from obsidia_core.kernel.errors import Refusal
from obsidia_core.model.actions import PickTile, PlaceColony, PlaceTile
from obsidia_core.model.geometry import (
    SIDE_NAMES,
    SIDES,
    STEP_TO_SIDE,
    cell_at,
    coordinate,
    opposite,
)
from obsidia_core.model.setup import COLONY_SIDES, Setup
from obsidia_core.model.state import State
from obsidia_core.rules import reasons


def orientations_at(state: State, slot: int, cell: int) -> tuple[int, ...]:
    """Orientations in which a tile fits an empty cell; turns that look the same count once."""
    board = state.board
    need = board.frontier.get(cell)
    if need is None:
        return state.setup.distinct[slot] if not board.at and cell == 0 else ()
    return fitting(state.setup, slot, state.setup.tiles[slot].terrain, need)


def fitting(setup: Setup, slot: int, terrain: int, need: int) -> tuple[int, ...]:
    """Orientations in which a tile fits where neighbours demand `need` (see `Board.frontier`)."""
    return () if need >> 8 >> terrain & 1 else setup.fits[slot][need & 255]


def spaces(state: State) -> list[int]:
    """Empty cells that touch a tile, from north to south and west to east; 0 on an empty map."""
    return sorted(state.board.frontier) if state.board.at else [0]


def places(state: State, slot: int) -> tuple[int, tuple[int, int]]:
    """How many placements a tile has, 2 for more than one, and the first `(cell, orientation)`."""
    found = 0
    first = (0, 0)
    for cell in spaces(state):
        turns = orientations_at(state, slot, cell)
        if turns:
            if found or len(turns) > 1:
                return 2, first
            found, first = 1, (cell, turns[0])
    return found, first


def fits_somewhere(state: State, slot: int) -> bool:
    """Whether the tile has any legal place."""
    return any(orientations_at(state, slot, cell) for cell in spaces(state))


def pickable(state: State, seat: int, cells: list[int]) -> list[int]:
    """Tile planning: tiles of a seat's stack that fit one of the cells, or all if none does.

    RULING-80: the pick must fit if it can; else the player picks the tile to remove. By slot, since
    the order of the stack is nobody's to know.
    """
    stack = sorted(state.stacks[seat])
    fitting = [slot for slot in stack if any(orientations_at(state, slot, cell) for cell in cells)]
    return fitting or stack


def pick_actions(state: State, seat: int, cells: list[int]) -> list[PickTile]:
    """Tile planning: the tiles of a seat's stack that may be picked for the cells (RULING-80)."""
    tiles = state.setup.tiles
    return [PickTile(tiles[slot].id) for slot in pickable(state, seat, cells)]


def refuse_pick(state: State, seat: int, cells: list[int], action: PickTile) -> Refusal | None:
    """Why a tile cannot be picked for the cells, or None."""
    if state.setup.slot_of.get(action.tile, -1) not in state.stacks[seat]:
        return reasons.NOT_IN_STACK.refuse(tile=action.tile)
    if action not in pick_actions(state, seat, cells):
        return reasons.FITS_NOWHERE.refuse(tile=action.tile)
    return None


def tile_actions(state: State, slot: int, cells: list[int]) -> list[PlaceTile]:
    """Every placement of a tile on one of the cells."""
    setup, board = state.setup, state.board
    tile = setup.tiles[slot]
    fits, bit = setup.fits[slot], 256 << tile.terrain
    name, frontier = tile.id, board.frontier
    if not board.at:
        return [PlaceTile(name, coordinate(0), 90 * turn) for turn in setup.distinct[slot]]
    found: list[PlaceTile] = []
    for cell in cells:
        need = frontier[cell]
        if need & bit:
            continue
        turns = fits[need & 255]
        if turns:
            found += _placements(name, cell, turns)
    return found


@lru_cache(maxsize=1 << 15)
def _placements(tile: str, cell: int, turns: tuple[int, ...]) -> tuple[PlaceTile, ...]:
    """The actions, made once: positions offer the same placements again and again."""
    at = coordinate(cell)
    return tuple(PlaceTile(tile, at, 90 * turn) for turn in turns)


@lru_cache(maxsize=1 << 13)
def _colony_placement(cell: int, turn: int) -> PlaceColony:
    return PlaceColony(COLONY_SIDES[turn >> 2], coordinate(cell), 90 * (turn & 3))


def colony_actions(state: State, class_index: int) -> list[PlaceColony]:
    """Every placement of a class's home colony."""
    slot = state.setup.colonies[class_index]
    return [
        _colony_placement(cell, turn)
        for cell in spaces(state)
        for turn in orientations_at(state, slot, cell)
    ]


def refuse(state: State, slot: int, action: PlaceTile | PlaceColony) -> Refusal | None:
    """Why a tile may not lie as the action says, or None."""
    setup = state.setup
    if action.rotation not in (0, 90, 180, 270):
        return reasons.NO_SUCH_ROTATION.refuse(rotation=action.rotation)
    turn = action.rotation // 90
    if isinstance(action, PlaceColony) and action.side == "back":
        turn += 4
    cell, at = cell_at(*action.at), str(action.at)
    if turn in orientations_at(state, slot, cell):
        return None
    board = state.board
    if cell in board.at:
        return reasons.OCCUPIED_SPACE.refuse(at=at)
    if not board.at and cell != 0:
        return reasons.ORIGIN_ONLY.refuse(at=at)
    if board.at and cell not in board.frontier:
        return reasons.FLOATING.refuse(at=at)
    exits = setup.lies[slot][turn]
    differing = [
        SIDE_NAMES[side]
        for side in SIDES
        if (other := board.at.get(cell + STEP_TO_SIDE[side])) is not None
        and (exits >> side & 1) != (board.lies[other] >> opposite(side) & 1)
    ]
    if differing:
        return reasons.EDGES_DIFFER.refuse(
            at=at, rotation=action.rotation, sides=", ".join(differing)
        )
    terrain = setup.tiles[slot].terrain
    for side in SIDES:
        other = board.at.get(cell + STEP_TO_SIDE[side])
        if (
            other is not None
            and exits >> side & 1
            and setup.apart[terrain] >> board.terrain[other] & 1
        ):
            return _joined(state, terrain, board.terrain[other], at)
    listed = next(
        one
        for one in setup.distinct[slot]
        if setup.lies[slot][one] == exits and one // 4 == turn // 4
    )
    return reasons.SAME_LOOK.refuse(rotation=action.rotation, listed=90 * (listed & 3))


def _joined(state: State, terrain: int, other: int, at: str) -> Refusal:
    mine, theirs = state.setup.terrains[terrain], state.setup.terrains[other]
    if mine.claimable and theirs.claimable:
        return reasons.TOWN_TO_TOWN.refuse(at=at)
    if mine.claimable and theirs.home:
        return reasons.TOWN_TO_COLONY.refuse(at=at)
    if mine.home and theirs.claimable:
        return reasons.COLONY_TO_TOWN.refuse(at=at)
    return reasons.TOWN_JOINED.refuse(at=at, terrain=mine.name, other=theirs.name)
