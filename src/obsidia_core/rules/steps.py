"""Which movements are legal, and why others are not (MOVE, GROUP, PORTAL, WOODS, RECRUIT).

One set of predicates: `move_actions` lists what passes them, `refuse_move` says which one fails.
"""

from __future__ import annotations

from itertools import combinations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Reason, Refusal
from obsidia_core.model.actions import LeaveWoods, Move, Undo
from obsidia_core.model.board import DARK, EDGE
from obsidia_core.model.geometry import (
    SIDES,
    STEP_TO_SIDE,
    Coordinate,
    cell_at,
    coordinate,
    each_bit,
)
from obsidia_core.model.state import RESERVE, State
from obsidia_core.rules import modifiers, reasons, recruiting, travel


def _stuck(state: State, mask: int) -> Reason | None:
    """Why travelers cannot take a step, or None; the marks in order of what says most."""
    if not mask & ~state.mobile:
        return None
    if mask & state.merged:
        return reasons.MERGED
    if mask & state.recruits:
        return reasons.RECRUITED_NOW
    if mask & state.halted:
        return reasons.HALTED
    return reasons.STOPPED if mask & state.stopped else reasons.MOVED_ALREADY


def _step_reason(state: State, mask: int, slot: int, side: int, target: int) -> Reason | None:
    """Why a unit cannot step over a side; `target` is the link of that side."""
    if target == DARK:
        return reasons.DARKNESS
    if state.effects and not _straight_on(state, mask, side):
        return reasons.NOT_STRAIGHT
    ruleset = state.setup.ruleset
    if target == EDGE:
        if not state.stacks[travel.owner(state, mask)]:
            if ruleset.empty_stack_exploration == "forbid":
                return reasons.NO_TILE_TO_EXPLORE
            if not ruleset.allow_lethal_moves:
                return reasons.LETHAL_FORBIDDEN
        return None
    if state.effects and modifiers.is_barred(state, mask, target):
        return reasons.BARRED_TILE
    if not ruleset.allow_lethal_moves and travel.foresee_death(
        state, mask, target, side, "step", slides_too=False
    ):
        return reasons.LETHAL_FORBIDDEN
    return None


def _straight_on(state: State, mask: int, side: int) -> bool:
    """Whether a step keeps the direction that a spell demands."""
    return all(
        effect.value in (-1, side)
        for effect in state.effects
        if effect.kind == "straight" and effect.pieces & mask
    )


def link_of(state: State, mask: int, slot: int, side: int) -> int:
    """Where a step over a side leads: a slot, `EDGE` or `DARK`; some spells ignore pathways."""
    target = state.board.link[4 * slot + side]
    if target == DARK and state.effects and modifiers.steps_with(state, "ignore_paths", mask):
        return state.board.near[4 * slot + side]
    return target


def needs_roll(state: State, mask: int, slot: int) -> bool:
    """Whether leaving a slot on foot needs a roll for the way out (WOODS-02)."""
    if state.setup.terrains[state.board.terrain[slot]].leave is None:
        return False
    return not (state.effects and modifiers.steps_with(state, "free_woods", mask))


def moving_units(state: State) -> list[tuple[int, int]]:
    """`(slot, mask)` of what the current player moves as one: units, and members gone apart."""
    if not state.effects:
        return own_units(state)
    found: list[tuple[int, int]] = []
    for slot, unit in own_units(state):
        apart = sum(
            1 << piece
            for piece in each_bit(unit)
            if modifiers.steps_with(state, "apart", 1 << piece)
        )
        found += [(slot, 1 << piece) for piece in each_bit(apart)]
        if unit & ~apart:
            found.append((slot, unit & ~apart))
    return found


def trip_reason(state: State, mask: int, target: int) -> Reason | None:
    """Why a unit on a portal cannot travel to another one (PORTAL-02..05)."""
    if mask & state.moved or mask & ~(state.stayed & state.present):
        return reasons.NOT_ON_PORTAL_AT_START
    if state.effects and modifiers.is_barred(state, mask, target):
        return reasons.BARRED_TILE
    return None


def units(state: State, class_index: int) -> list[tuple[int, int]]:
    """`(slot, mask)` of each unit of a class on the map, by its lowest traveler."""
    found = []
    class_mask = state.setup.class_masks[class_index]
    where, occupants = state.where, state.occupants
    seen = 0
    for piece in range(8 * class_index, 8 * class_index + 8):
        slot = where[piece]
        if slot >= 0 and not seen >> slot & 1:
            seen |= 1 << slot
            found.append((slot, occupants[slot] & class_mask))
    return found


def own_units(state: State) -> list[tuple[int, int]]:
    """`(slot, mask)` of each unit of the current player."""
    found = []
    for class_index in state.setup.own[state.current]:
        found += units(state, class_index)
    return found


def names_of(state: State, mask: int) -> tuple[str, ...]:
    """Ids of the pieces of a mask, lowest first."""
    names = state.setup.names
    return tuple([names[piece] for piece in each_bit(mask)])


def move_actions(state: State) -> list[Action]:
    """Every movement the current player can make, and taking back the last one."""
    found: list[Action] = []
    setup, board, mobile = state.setup, state.board, state.mobile
    stack = state.stacks[state.current]
    checked = state.effects or not setup.free_steps
    terrain, link, cell_of = board.terrain, board.link, board.cell
    for slot, unit in moving_units(state):
        if not unit & mobile:
            continue
        here = setup.terrains[terrain[slot]]
        origin = coordinate(cell_of[slot])
        if here.leave is not None and needs_roll(state, unit & mobile, slot):
            _woods_actions(state, unit & mobile, origin, found)
            continue
        if unit & ~mobile:
            continue
        travelers = names_of(state, unit)
        base = 4 * slot
        for side in SIDES:
            target = link[base + side]
            if state.effects:
                target = link_of(state, unit, slot, side)
            if target == DARK or (
                checked and _step_reason(state, unit, slot, side, target) is not None
            ):
                continue
            if target == EDGE:
                to = coordinate(cell_of[slot] + STEP_TO_SIDE[side])
                lethal = not stack
            else:
                to = coordinate(cell_of[target])
                lethal = bool(setup.risky >> terrain[target] & 1) and travel.foresee_death(
                    state, unit, target, side, "step"
                )
            if board.towns >> slot & 1 and recruiting.refusal(state, unit, slot, lethal) is None:
                found.append(Move(travelers, origin, to, True, lethal))
                found.append(Move(travelers, origin, to, False, lethal))
            else:
                found.append(Move(travelers, origin, to, None, lethal))
        if here.travel is not None:
            found.extend(
                Move(travelers, origin, coordinate(cell_of[target]))
                for target in trips(state, slot)
                if trip_reason(state, unit, target) is None
            )
    if state.checkpoints:
        found.append(Undo())
    return found


def trips(state: State, slot: int) -> list[int]:
    """Slots that a portal trip from a slot can go to and that no step reaches, in map order."""
    travel_hook = state.setup.terrains[state.board.terrain[slot]].travel
    if travel_hook is None:
        return []
    joined = state.board.joined(slot)
    reached = each_bit(travel_hook(state, slot) & ~joined)
    return sorted(reached, key=state.board.cell.__getitem__)


def _woods_actions(state: State, mask: int, origin: Coordinate, found: list[Action]) -> None:
    """Any of a unit's travelers may roll for the way out; the others stay (WOODS-07)."""
    names = names_of(state, mask)
    for count in range(1, len(names) + 1):
        found.extend(LeaveWoods(travelers, origin) for travelers in combinations(names, count))


def _travelers(
    state: State, travelers: tuple[str, ...], origin: Coordinate
) -> tuple[int, int] | Refusal:
    """`(mask, slot)` of travelers of the current player that stand at a place, or why not."""
    if not travelers:
        return reasons.NO_TRAVELERS.refuse()
    setup = state.setup
    slot = state.board.at.get(cell_at(*origin), -1)
    mask = 0
    for name in travelers:
        piece = setup.piece_of.get(name)
        if piece is None or not setup.friends[state.current] >> piece & 1:
            return reasons.NOT_YOURS.refuse(piece=name)
        if slot < 0 or state.where[piece] != slot:
            return reasons.NOT_THERE.refuse(piece=name, origin=str(origin))
        mask |= 1 << piece
    if list(travelers) != sorted(set(travelers), key=setup.piece_of.__getitem__):
        return reasons.NOT_WHOLE_UNIT.refuse(origin=str(origin))
    return mask, slot


def _refuse_mask(state: State, reason: Reason, mask: int, origin: Coordinate) -> Refusal:
    stuck = mask & ~state.mobile
    for marks in (state.merged, state.recruits, state.halted, state.stopped):
        if stuck & marks:
            stuck &= marks
            break
    piece = state.setup.names[(stuck & -stuck).bit_length() - 1]
    return reason.refuse(piece=piece, origin=str(origin))


def refuse_move(state: State, action: Move) -> Refusal | None:
    """Why a movement is not legal, or None."""
    found = _travelers(state, action.travelers, action.origin)
    if isinstance(found, Refusal):
        return found
    mask, slot = found
    unit = next((one for at, one in moving_units(state) if at == slot and one & mask), mask)
    stuck = _stuck(state, unit)
    if needs_roll(state, unit & state.mobile or unit, slot):
        reason = _stuck(state, mask)
        if reason is not None:
            return _refuse_mask(state, reason, mask, action.origin)
        return reasons.WOODS_NEED_ROLL.refuse(origin=str(action.origin))
    if stuck is not None:
        if stuck is reasons.MOVED_ALREADY and _is_trip(state, action, slot):
            stuck = reasons.NOT_ON_PORTAL_AT_START
        return _refuse_mask(state, stuck, unit, action.origin)
    if mask != unit:
        return reasons.NOT_WHOLE_UNIT.refuse(origin=str(action.origin))
    return _refuse_destination(state, action, mask, slot)


def _is_trip(state: State, action: Move, slot: int) -> bool:
    """Whether a movement could only be a trip from portal to portal."""
    terrains, board = state.setup.terrains, state.board
    target = board.at.get(cell_at(*action.to), -1)
    if target < 0 or target == slot or board.joined(slot) >> target & 1:
        return False
    return all(terrains[board.terrain[one]].travel is not None for one in (slot, target))


def _refuse_destination(state: State, action: Move, mask: int, slot: int) -> Refusal | None:
    board = state.board
    origin, to = str(action.origin), str(action.to)
    offset = cell_at(*action.to) - board.cell[slot]
    target = board.at.get(cell_at(*action.to), -1)
    side = STEP_TO_SIDE.index(offset) if offset in STEP_TO_SIDE else -1
    link = link_of(state, mask, slot, side) if side >= 0 else DARK
    on_portal = state.setup.terrains[board.terrain[slot]].travel is not None
    trip = link == DARK and target >= 0 and on_portal and target != slot
    if trip and state.setup.terrains[board.terrain[target]].travel is not None:
        if modifiers.portal_is_closed(state, slot):
            return reasons.PORTAL_CLOSED.refuse(to=origin)
        if target not in trips(state, slot):
            return reasons.PORTAL_CLOSED.refuse(to=to)
        reason = trip_reason(state, mask, target)
    elif offset == 0:
        return reasons.THERE_ALREADY.refuse(origin=origin)
    elif side < 0:
        return reasons.NOT_ADJACENT.refuse(origin=origin, to=to)
    else:
        trip = False
        reason = _step_reason(state, mask, slot, side, link)
    if reason is not None:
        return reason.refuse(origin=origin, to=to, piece=action.travelers[0])
    return _refuse_recruit(state, action, mask, slot, side if not trip else -1, link)


def _refuse_recruit(
    state: State, action: Move, mask: int, slot: int, side: int, link: int
) -> Refusal | None:
    lethal = False
    if side >= 0:
        lethal = (
            not state.stacks[travel.owner(state, mask)]
            if link == EDGE
            else travel.foresee_death(state, mask, link, side, "step")
        )
    why = "a portal trip leaves none" if side < 0 else recruiting.refusal(state, mask, slot, lethal)
    if why is None and action.recruit is None:
        return reasons.RECRUIT_NEEDS_ANSWER.refuse(origin=str(action.origin))
    if why is not None and action.recruit is not None:
        return reasons.RECRUIT_NOT_POSSIBLE.refuse(origin=str(action.origin), why=why)
    return None


def refuse_leave_woods(state: State, action: LeaveWoods) -> Refusal | None:
    """Why travelers cannot roll for the way out of woods, or None."""
    found = _travelers(state, action.travelers, action.origin)
    if isinstance(found, Refusal):
        return found
    mask, slot = found
    if not needs_roll(state, mask, slot):
        return reasons.NOT_IN_WOODS.refuse(origin=str(action.origin))
    reason = _stuck(state, mask)
    if reason is not None:
        return _refuse_mask(state, reason, mask, action.origin)
    return None


def in_reserve(state: State, class_index: int) -> int:
    """How many travelers of a class are in its reserve."""
    return sum(
        state.where[piece] == RESERVE for piece in range(8 * class_index, 8 * class_index + 8)
    )
