"""Placing a tile that a spell has drawn, or lets a player pick (PLACE-08, PLACE-17, PLAN-02)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import PickTile, PlaceTile
from obsidia_core.model.events import TileDue
from obsidia_core.model.geometry import cell_at, coordinate
from obsidia_core.model.state import NONE, State, new_frame
from obsidia_core.rules import facts, looks, placement, reasons

PICK, ASK, ANSWERED = range(3)


def push_placing(state: State, seat: int, cells: list[int] | None, waiting: int) -> None:
    """Have a seat place the drawn tile, on one of `cells` if they are given.

    `waiting`: a tile drawn before, which is the drawn one again afterwards; -1 for none.
    """
    state.stack.append(
        new_frame("placing", seat=seat, cells=cells, tile=state.drawn, waiting=waiting)
    )


def push_picking(state: State, seat: int, cells: list[int] | None) -> None:
    """Tile planning: have a seat pick a tile of its stack, and place it as `push_placing` does."""
    state.stack.append(new_frame("placing", seat=seat, cells=cells, tile=NONE, waiting=NONE))


def placing(state: State, frame: Frame) -> None:
    """Step function `placing`: a tile that fits nowhere is removed.

    A lone place is taken at once, and so is the only tile that may be picked.
    """
    data = frame.data
    if frame.pc == PICK:
        frame.pc = ASK
        if data["tile"] == NONE:
            choice = placement.pickable(state, data["seat"], _cells(state, frame))
            if len(choice) > 1:
                state.ask(state.setup.seats[data["seat"]], "choice")
                return
            _pick(state, frame, choice[0])
    if frame.pc == ASK:
        picked = state.take_answer()
        if isinstance(picked, PickTile):
            _pick(state, frame, state.setup.slot_of[picked.tile])
    slot = data["tile"]
    if frame.pc == ASK:
        options = _options(state, frame)
        if len(options) > 1:
            frame.pc = ANSWERED
            state.ask(state.setup.seats[data["seat"]], "choice")
            return
        if options:
            _place(state, slot, options[0])
        else:
            facts.remove_tile(state, slot)
    else:
        answer = state.take_answer()
        assert isinstance(answer, PlaceTile)
        _place(state, slot, answer)
    state.drawn = data["waiting"]
    if state.drawn != NONE:
        waiting = state.setup.tiles[state.drawn].id
        facts.record(state, TileDue(waiting, **looks.tile_up(state, state.drawn)))
    state.stack.pop()


def _pick(state: State, frame: Frame, slot: int) -> None:
    frame.data["tile"], frame.data["waiting"] = slot, state.drawn
    facts.pick_tile(state, frame.data["seat"], slot)


def _place(state: State, slot: int, action: PlaceTile) -> None:
    facts.place_tile(state, slot, cell_at(*action.at), action.rotation // 90)


def _cells(state: State, frame: Frame) -> list[int]:
    cells = frame.data["cells"]
    places = placement.spaces(state) if cells is None else cells
    return [cell for cell in places if cell in state.board.frontier]


def _options(state: State, frame: Frame) -> list[PlaceTile]:
    return placement.tile_actions(state, frame.data["tile"], _cells(state, frame))


def placing_actions(state: State) -> list[Action]:
    """Every place the drawn tile may go, or every tile that may be picked."""
    frame = state.stack[-1]
    if frame.data["tile"] == NONE:
        return list(placement.pick_actions(state, frame.data["seat"], _cells(state, frame)))
    return list(_options(state, frame))


def refuse_picking(state: State, action: PickTile) -> Refusal | None:
    """Why the tile cannot be picked for what a spell places, or None."""
    frame = state.stack[-1]
    if frame.data.get("tile", 0) != NONE:
        return reasons.NOT_NOW["pick_tile"].refuse()
    return placement.refuse_pick(state, frame.data["seat"], _cells(state, frame), action)


def refuse_placing(state: State, action: PlaceTile) -> Refusal | None:
    """Why the drawn tile cannot be placed like this, or None."""
    data = state.stack[-1].data
    if data.get("tile", NONE) == NONE or state.drawn == NONE:
        return reasons.NOT_NOW["place_tile"].refuse()
    if state.setup.slot_of.get(action.tile, -1) != data["tile"]:
        return reasons.NOT_DRAWN.refuse(tile=action.tile)
    refusal = placement.refuse(state, data["tile"], action)
    if refusal is None and data["cells"] is not None and cell_at(*action.at) not in data["cells"]:
        listed = ", ".join(str(coordinate(cell)) for cell in data["cells"])
        return reasons.ELSEWHERE.refuse(at=listed)
    return refusal
