"""Phase I: draw the top tile and place it (TILE-01..03, PLACE-08, PLACE-09)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Cast, DrawTile, EndPhase, PickTile, PlaceTile
from obsidia_core.model.geometry import cell_at, coordinate
from obsidia_core.model.state import NONE, TILE, State
from obsidia_core.rules import facts, phases, placement, reasons, spells

BEGIN, ASK, ANSWERED = range(3)


def tile_phase(state: State, frame: Frame) -> None:
    """Step function `tile_phase`; `idle` in its data: the stack was empty when it began."""
    data = frame.data
    if frame.pc == BEGIN:
        phases.enter(state, TILE)
        data["idle"] = not state.stacks[state.current]
        frame.pc = ASK
    if frame.pc == ASK:
        frame.pc = ANSWERED
        if state.setup.ruleset.tile_planning and not _is_taken(state):
            _pick_the_only(state)
        if state.drawn != NONE:
            _settle_drawn(state)
        state.ask(state.seat, "tile")
        return
    answer = state.take_answer()
    frame.pc = ASK
    if isinstance(answer, DrawTile):
        state.tile_taken = True
        facts.draw_tile(state, state.current)
    elif isinstance(answer, PickTile):
        state.tile_taken = True
        facts.pick_tile(state, state.current, state.setup.slot_of[answer.tile])
    elif isinstance(answer, PlaceTile):
        facts.place_tile(state, state.drawn, cell_at(*answer.at), answer.rotation // 90)
    elif isinstance(answer, Cast):
        spells.begin(state, state.current, answer.spell, spells.phase_context(state))
    else:
        state.stack.pop()


def _pick_the_only(state: State) -> None:
    """Tile planning: with one tile to pick and no spell to cast it is picked at once."""
    choice = placement.pickable(state, state.current, placement.spaces(state))
    if len(choice) == 1 and not spells.has_phase_cast(state):
        state.tile_taken = True
        facts.pick_tile(state, state.current, choice[0])


def _is_taken(state: State) -> bool:
    """Whether no tile is due any more in this tile phase."""
    idle = bool(state.stack[-1].data["idle"])
    return state.tile_taken or idle or not state.stacks[state.current]


def _settle_drawn(state: State) -> None:
    """A tile that fits nowhere is removed; one that fits in one way only is placed at once."""
    count, only = placement.places(state, state.drawn)
    if not count:
        facts.remove_tile(state, state.drawn)
    elif count == 1 and not spells.has_phase_cast(state):
        facts.place_tile(state, state.drawn, *only)


def tile_actions(state: State) -> list[Action]:
    """Everything the current player may do in the tile phase."""
    found: list[Action] = []
    if state.drawn != NONE:
        found += placement.tile_actions(state, state.drawn, placement.spaces(state))
    elif not _is_taken(state):
        if state.setup.ruleset.tile_planning:
            found += placement.pick_actions(state, state.current, placement.spaces(state))
        else:
            found.append(DrawTile())
    else:
        found.append(EndPhase())
    casts = spells.phase_casts(state)
    return [*found, *casts] if casts else found


def _asked(state: State) -> int:
    assert state.asking is not None
    return state.setup.seat_of[state.asking[0]]


def refuse_pick(state: State, action: PickTile) -> Refusal | None:
    """Why the tile cannot be picked, or None."""
    top = state.stack[-1]
    if (
        not state.setup.ruleset.tile_planning
        or state.drawn != NONE
        or (top.op == "tile_phase" and _is_taken(state))
    ):
        return reasons.NOT_NOW["pick_tile"].refuse()
    cells = [top.data["cell"]] if "cell" in top.data else placement.spaces(state)
    return placement.refuse_pick(state, _asked(state), cells, action)


def refuse_draw(state: State, action: DrawTile) -> Refusal | None:
    """Why no tile can be drawn, or None."""
    if state.drawn != NONE:
        return reasons.ALREADY_DRAWN.refuse(tile=state.setup.tiles[state.drawn].id)
    if state.setup.ruleset.tile_planning:
        return reasons.PICK_INSTEAD.refuse()
    if _is_taken(state):
        reason = reasons.DRAWN_THIS_PHASE if state.stacks[state.current] else reasons.STACK_EMPTY
        return reason.refuse()
    return None


def refuse_place(state: State, action: PlaceTile) -> Refusal | None:
    """Why the tile cannot be placed like this, or None."""
    slot = state.setup.slot_of.get(action.tile)
    if slot is None:
        return reasons.UNKNOWN_TILE.refuse(tile=action.tile)
    if slot != state.drawn:
        return reasons.NOT_DRAWN.refuse(tile=action.tile)
    return placement.refuse(state, slot, action)


def refuse_end(state: State, action: EndPhase) -> Refusal | None:
    """Why the tile phase cannot be ended, or None."""
    if state.drawn == NONE and _is_taken(state):
        return None
    return reasons.TILE_DUE.refuse()


def explore_actions(state: State) -> list[Action]:
    """The turns in which the drawn tile fits the explored space (RULING-32)."""
    cells = [state.stack[-1].data["cell"]]
    if state.drawn == NONE:
        return list(placement.pick_actions(state, _asked(state), cells))
    return list(placement.tile_actions(state, state.drawn, cells))


def refuse_explore(state: State, action: PlaceTile) -> Refusal | None:
    """Why the explored space does not take the tile like this, or None."""
    refusal = refuse_place(state, action)
    cell = state.stack[-1].data["cell"]
    if refusal is None and cell_at(*action.at) != cell:
        return reasons.ELSEWHERE.refuse(at=str(coordinate(cell)))
    return refusal
