"""Phase III: moving units one by one, taking moves back, and what is due at its end (MOVE, TURN).

Each movement leaves a checkpoint; see `undo`. Before anything is rolled or drawn for a movement
other seats may stop it, after it they may answer the arrival (RULING-99).
"""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Cast, EndPhase, LeaveWoods, Move, Undo
from obsidia_core.model.board import DARK
from obsidia_core.model.geometry import STEP_TO_SIDE, cell_at, each_bit
from obsidia_core.model.state import MOVEMENT, State, new_frame
from obsidia_core.rules import (
    choices,
    facts,
    modifiers,
    phases,
    reasons,
    spells,
    steps,
    towns,
    travel,
    undo,
    windows,
)

BEGIN, ASK, ANSWERED, WALKS, WALKED, STAYERS, END = range(7)
STOPPABLE, GO, SETTLED, OVER = range(4)


def movement_phase(state: State, frame: Frame) -> None:
    """Step function `movement_phase`."""
    if frame.pc == BEGIN:
        _begin(state, frame)
    elif frame.pc == ASK:
        frame.pc = ANSWERED
        state.ask(state.seat, "movement")
    elif frame.pc == ANSWERED:
        _answered(state, frame)
    elif frame.pc == WALKS:
        _next_walker(state, frame)
    elif frame.pc == WALKED:
        _walked(state, frame)
    elif frame.pc == STAYERS:
        _next_stayer(state, frame)
    else:
        _end(state)


def _begin(state: State, frame: Frame) -> None:
    phases.enter(state, MOVEMENT)
    setup = state.setup
    mine = setup.friends[state.current]
    mask = 0
    for class_index in setup.own[state.current]:
        for _, unit in steps.units(state, class_index):
            mask |= unit
    state.mobile = state.present = mask
    state.stayed = setup.all_travelers
    state.moved = state.merged = state.halted = state.stopped = 0
    state.recruits &= ~mine
    state.extra = [0] * setup.first_creature
    state.friendly_towns = 0
    for class_index in setup.own[state.current]:
        state.friendly_towns |= towns.friendly(state, class_index)
    state.recruited_towns = 0
    state.moves = 0
    frame.data = {"declared": []}
    frame.pc = ASK


def _answered(state: State, frame: Frame) -> None:
    answer = state.take_answer()
    frame.pc = ASK
    if isinstance(answer, (Move, LeaveWoods)):
        make_move(state, frame, answer)
    elif isinstance(answer, Undo):
        undo.rewind(state, len(state.checkpoints) - 1)
    elif isinstance(answer, Cast):
        spells.begin(state, state.current, answer.spell, spells.phase_context(state))
    elif isinstance(answer, EndPhase):
        end_moves(state, frame)


def end_moves(state: State, frame: Frame) -> None:
    """No further movement: the last window for interrupts, then what is due at the end."""
    frame.pc = WALKS
    context = {"declared": frame.data["declared"], "arrived": state.moves > 0}
    if state.moves:
        windows.open_window(
            state, spells.LAST_CHANCE, windows.others(state, state.current), context
        )


def make_move(state: State, frame: Frame, action: Move | LeaveWoods) -> None:
    """Declare a movement in the phase's frame, and keep the position before it."""
    frame.pc = ANSWERED
    state.asking = (state.seat, "movement")
    state.checkpoint()
    state.asking = None
    frame.pc = ASK
    _declare(state, frame, action)


def _declare(state: State, frame: Frame, action: Move | LeaveWoods) -> None:
    mask = 0
    for name in action.travelers:
        mask |= 1 << state.setup.piece_of[name]
    slot = state.board.at[cell_at(*action.origin)]
    state.moves += 1
    about = {"mask": mask, "from": slot}
    frame.data["declared"] = [*frame.data["declared"][: state.moves - 1], about]
    if isinstance(action, LeaveWoods):
        state.stack.append(new_frame("leave_woods", mask=mask, slot=slot, todo=mask))
        return
    cell = cell_at(*action.to)
    offset = cell - state.board.cell[slot]
    side = STEP_TO_SIDE.index(offset) if offset in STEP_TO_SIDE else -1
    if side >= 0 and steps.link_of(state, mask, slot, side) == DARK:
        side = -1
    state.stack.append(
        new_frame("move", mask=mask, cell=cell, side=side, recruit=action.recruit is True)
    )


def _stoppable(state: State) -> bool:
    """Open the window for spells that stop the movement; says whether anybody is asked."""
    if "movement" not in state.setup.answered:
        return False
    declared = state.stack[-2].data["declared"]
    return windows.open_window(
        state,
        "movement",
        windows.others(state, state.current),
        {"declared": declared, "arrived": False},
    )


def _answerable(state: State) -> bool:
    """Open the window for spells that answer the arrival; says whether anybody is asked."""
    if "arrival" not in state.setup.answered:
        return False
    declared = state.stack[-2].data["declared"]
    mask = declared[-1]["mask"]
    arrived = any(state.where[piece] >= 0 for piece in each_bit(mask))
    return windows.open_window(
        state,
        "arrival",
        windows.others(state, state.current),
        {"declared": declared, "arrived": arrived},
    )


def use_step(state: State, mask: int) -> None:
    """Travelers use one step: an extra one if they have any, else their last (RULING-95)."""
    state.moved |= mask
    for piece in each_bit(mask):
        if state.extra[piece]:
            state.extra[piece] -= 1
        else:
            state.mobile &= ~(1 << piece)


def move(state: State, frame: Frame) -> None:
    """Step function `move`: one movement of one unit."""
    data = frame.data
    if frame.pc == STOPPABLE:
        frame.pc = GO
        if _stoppable(state):
            return
    if frame.pc == GO:
        frame.pc = SETTLED
        use_step(state, data["mask"])
        way = "portal" if data["side"] < 0 else "step"
        if state.effects:
            modifiers.settle_direction(state, data["mask"], data["side"])
        travel.push_travel(state, data["mask"], data["cell"], way, data["side"], data["recruit"])
        return
    if frame.pc == SETTLED:
        frame.pc = OVER
        if _answerable(state):
            return
    state.stack.pop()


def leave_woods(state: State, frame: Frame) -> None:
    """Step function `leave_woods`: travelers roll one by one in id order (WOODS-05, RULING-42)."""
    data = frame.data
    if frame.pc == STOPPABLE:
        frame.pc = GO
        _stoppable(state)
    elif frame.pc == GO:
        todo = data["todo"]
        slot = data["slot"]
        while todo:
            piece = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            data["todo"] = todo
            leave = state.setup.terrains[state.board.terrain[slot]].leave
            if state.where[piece] == slot and leave is not None:
                use_step(state, 1 << piece)
                state.stack.append(
                    Frame(leave.op, {**leave.params, "mask": 1 << piece, "slot": slot})
                )
                return
        frame.pc = SETTLED
    elif frame.pc == SETTLED:
        frame.pc = OVER
        _answerable(state)
    else:
        state.stack.pop()


def _next_walker(state: State, frame: Frame) -> None:
    """Creatures that their card lets move: the player chooses a tile, their own for staying."""
    state.fix()
    walkers = [
        piece
        for piece in modifiers.walkers(state, state.current)
        if piece not in frame.data.get("walked", [])
    ]
    if not walkers:
        frame.data = {}
        frame.pc = STAYERS
        return
    piece = walkers[0]
    slot = state.where[piece]
    reach = sorted(each_bit(1 << slot | state.board.joined(slot)), key=state.board.cell.__getitem__)
    frame.data["walked"] = [*frame.data.get("walked", []), piece]
    frame.pc = WALKED
    choices.ask_choice(
        state, state.current, "tile", [str(facts.place(state, one)) for one in reach]
    )


def _walked(state: State, frame: Frame) -> None:
    """A walking creature neither explores nor rolls; a void not its own kills it (RULING-106)."""
    frame.pc = WALKS
    place = frame.data.pop("chosen")
    piece = frame.data["walked"][-1]
    x, y = map(int, place.split(","))
    slot = state.board.at[cell_at(x, y)]
    if slot == state.where[piece]:
        return
    facts.move_pieces(state, 1 << piece, slot, "step")
    travel.harm_creature(state, piece, slot)


def _next_stayer(state: State, frame: Frame) -> None:
    """What terrain does to those who stayed: terrains in content order, then ids (RULING-94)."""
    setup = state.setup
    data = frame.data
    mine = setup.friends[state.current]
    stayers = [
        (piece, state.where[piece])
        for piece in each_bit(mine & state.stayed & state.present)
        if state.where[piece] >= 0
    ]
    while data.get("done", 0) < len(setup.staying):
        index, call = setup.staying[data.get("done", 0)]
        data["done"] = data.get("done", 0) + 1
        mask = 0
        for piece, slot in stayers:
            if state.board.terrain[slot] == index:
                mask |= 1 << piece
        if mask:
            state.stack.append(Frame(call.op, {**call.params, "mask": mask, "slot": -1}))
            return
    frame.pc = END


def _end(state: State) -> None:
    protected = bool(state.effects)
    modifiers.expire(state, "phase_end", state.current)
    state.mobile = 0
    state.fix()
    state.stack.pop()
    if protected:
        travel.settle_unprotected(state)


def movement_actions(state: State) -> list[Action]:
    """Everything the current player may do in the movement phase."""
    return [*steps.move_actions(state), *spells.phase_casts(state), EndPhase()]


def refuse_undo(state: State, action: Undo) -> Refusal | None:
    """Why no movement can be taken back, or None."""
    return None if state.checkpoints else reasons.NOTHING_TO_UNDO.refuse()
