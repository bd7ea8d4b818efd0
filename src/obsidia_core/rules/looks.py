"""What everybody sees of the map, as views and events tell it: places, towns and tiles."""

from __future__ import annotations

from typing import Any

from obsidia_core.model.geometry import SIDE_NAMES, Coordinate, coordinate, exits_text
from obsidia_core.model.state import NEUTRAL, State

SHARED = -2
NEUTRAL_NAME = "neutral"


def place(state: State, slot: int) -> Coordinate:
    """The coordinate of a tile on the map."""
    return coordinate(state.board.cell[slot])


def town_status(state: State, slot: int) -> int:
    """Class index of the holder, `NEUTRAL`, or `SHARED` with two or more classes on the tile.

    A shared town is friendly to nobody and an enemy town to nobody (TOWN-07..09).
    """
    travelers = state.occupants[slot] & state.setup.all_travelers
    if travelers:
        lowest = ((travelers & -travelers).bit_length() - 1) >> 3
        if travelers & ~state.setup.class_masks[lowest]:
            return SHARED
    return state.holders[slot]


def town_name(state: State, slot: int) -> str:
    """`neutral`, `shared` or the class that holds the town."""
    value = town_status(state, slot)
    if value == SHARED:
        return "shared"
    return NEUTRAL_NAME if value == NEUTRAL else state.setup.classes[value]


def tile_shown(state: State, slot: int) -> dict[str, Any]:
    """What there is to see of a tile on the map, by the fields of `TileShown`."""
    setup, board = state.setup, state.board
    tile = setup.tiles[slot]
    shown: dict[str, Any] = {
        "terrain": setup.terrains[board.terrain[slot]].id,
        "exits": exits_text(board.lies[slot]),
        "class_id": setup.classes[tile.colony] if tile.colony >= 0 else None,
    }
    if tile.stones:
        shown["stones"] = {
            str(face): SIDE_NAMES[side]
            for face, side in enumerate(setup.stones[slot][board.turn[slot] & 3], 1)
        }
    if board.towns >> slot & 1:
        shown["town"] = town_name(state, slot)
    return shown


def tile_up(state: State, slot: int) -> dict[str, Any]:
    """What there is to see of a tile turned up, by the fields of `TileUp`."""
    tile = state.setup.tiles[slot]
    return {
        "terrain": state.setup.terrains[tile.terrain].id,
        "exits": exits_text(tile.faces[0]),
    }
