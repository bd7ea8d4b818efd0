"""Building the first map: communal tiles and home colonies in turn (SETUP-04..26)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import DrawTile, PlaceColony, PlaceTile
from obsidia_core.model.board import Board
from obsidia_core.model.events import MapCleared, PhaseBegan
from obsidia_core.model.geometry import cell_at
from obsidia_core.model.setup import CARD_STREAM, COLONY_SIDES, SETUP_STREAM
from obsidia_core.model.state import NONE, WORLD_BUILDING, State, new_frame
from obsidia_core.rules import facts, placement, reasons

BEGIN, ASK, ANSWERED, PLACED = range(4)


def world_building(state: State, frame: Frame) -> None:
    """Step function `world_building`; `seat` in its data is whose turn it is to place."""
    data = frame.data
    if frame.pc == BEGIN:
        state.phase = WORLD_BUILDING
        deal(state)
        facts.record(state, PhaseBegan("world_building", state.setup.seats[data["seat"]]))
        frame.pc = ASK
    elif frame.pc == ASK:
        _ask(state, frame)
    elif frame.pc == ANSWERED:
        _answered(state, frame)
    else:
        answer = state.take_answer()
        if isinstance(answer, PlaceTile):
            facts.place_tile(state, state.drawn, cell_at(*answer.at), answer.rotation // 90)
        _pass_on(state, frame)


def deal(state: State) -> None:
    """Shuffle the decks and draw the starting hands (SETUP-21, SETUP-22, RULING-19, DRAFT-06)."""
    for seat in range(len(state.setup.seats)):
        state.decks[seat] = tuple(state.chance.shuffled(CARD_STREAM, state.decks[seat]))
    for seat in range(len(state.setup.seats)):
        for _ in range(state.setup.ruleset.hand_size):
            facts.draw_card(state, seat)


def _colony_waits(state: State, seat: int) -> bool:
    slot = state.setup.colonies[state.setup.own[seat][0]]
    return slot >= 0 and not state.board.placed >> slot & 1


def _ask(state: State, frame: Frame) -> None:
    """Ask the next seat that has something to do; with nothing left turns begin (SETUP-26)."""
    seats = len(state.setup.seats)
    if not state.communal:
        waiting = [seat for seat in range(seats) if _colony_waits(state, seat)]
        if not waiting:
            state.current = frame.data["last"]
            state.stack[-1] = new_frame("turns")
            return
        while frame.data["seat"] not in waiting:
            frame.data["seat"] = (frame.data["seat"] + 1) % seats
        if not _colony_fits(state, frame.data["seat"]):
            _start_again(state)
            return
    state.current = frame.data["seat"]
    frame.pc = ANSWERED
    state.ask(state.seat, "world_building")


def _colony_fits(state: State, seat: int) -> bool:
    slot = state.setup.colonies[state.setup.own[seat][0]]
    return placement.fits_somewhere(state, slot)


def _start_again(state: State) -> None:
    """A colony fits nowhere: all communal tiles are shuffled and drawn anew (RULING-17)."""
    setup = state.setup
    communal = [slot for slot, tile in enumerate(setup.tiles) if tile.owner < 0]
    state.board = Board.empty(setup)
    shuffled = state.chance.shuffled(SETUP_STREAM, communal)
    size = communal_size(state)
    state.communal = tuple(shuffled[:size])
    state.removed = tuple(sorted(shuffled[size:]))
    facts.record(state, MapCleared(size, len(state.removed)))


def communal_size(state: State) -> int:
    """Size of the communal stack at the start, by the number of players (SETUP-09)."""
    communal = sum(tile.owner < 0 for tile in state.setup.tiles)
    chart = dict(state.setup.ruleset.world_building_tiles)
    return min(communal, chart[len(state.setup.seats)])


def _answered(state: State, frame: Frame) -> None:
    answer = state.take_answer()
    seat = frame.data["seat"]
    if isinstance(answer, PlaceColony):
        slot = state.setup.colonies[state.setup.own[seat][0]]
        turn = answer.rotation // 90 + 4 * COLONY_SIDES.index(answer.side)
        facts.place_tile(state, slot, cell_at(*answer.at), turn)
        frame.data["last"] = seat
        _pass_on(state, frame)
        return
    slot = facts.draw_tile(state, -1)
    frame.pc = PLACED
    count, only = placement.places(state, slot)
    if not count:
        facts.remove_tile(state, slot)
        return
    if count == 1:
        facts.place_tile(state, slot, *only)
        return
    state.ask(state.seat, "world_building")


def _pass_on(state: State, frame: Frame) -> None:
    """The turn goes clockwise (SETUP-07, SETUP-16)."""
    frame.data["seat"] = (frame.data["seat"] + 1) % len(state.setup.seats)
    frame.pc = ASK


def world_building_actions(state: State) -> list[Action]:
    """Draw or place the colony; or place the tile just drawn."""
    if state.drawn != NONE:
        return list(placement.tile_actions(state, state.drawn, placement.spaces(state)))
    found: list[Action] = [DrawTile()] if state.communal else []
    if _colony_waits(state, state.current):
        found += placement.colony_actions(state, state.setup.own[state.current][0])
    return found


def refuse_draw(state: State, action: DrawTile) -> Refusal | None:
    """Why no communal tile can be drawn, or None."""
    if state.drawn != NONE:
        return reasons.ALREADY_DRAWN.refuse(tile=state.setup.tiles[state.drawn].id)
    if not state.communal:
        return reasons.COLONY_FIRST.refuse()
    return None


def refuse_colony(state: State, action: PlaceColony) -> Refusal | None:
    """Why the colony cannot be placed like this, or None."""
    if state.drawn != NONE:
        return reasons.ALREADY_DRAWN.refuse(tile=state.setup.tiles[state.drawn].id)
    if not _colony_waits(state, state.current):
        return reasons.COLONY_LIES.refuse(seat=state.seat)
    if action.side not in COLONY_SIDES:
        return reasons.NO_SUCH_SIDE.refuse(side=action.side)
    slot = state.setup.colonies[state.setup.own[state.current][0]]
    return placement.refuse(state, slot, action)
