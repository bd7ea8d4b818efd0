"""Phase III of the Horde: color by color, unit by unit, towards the nearest town (HORDE-18..31).

The unit nearest to its goal goes first, so that a file advances from its front and nobody runs into
a friend who is about to leave (HORDE-24). Each movement is an ordinary one: it can be answered and
rewound, and arrivals are settled as for anybody.
"""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import LeaveWoods, Move
from obsidia_core.model.events import HordeHeads
from obsidia_core.model.geometry import coordinate
from obsidia_core.model.state import State
from obsidia_core.rules import facts, horde_routes, movement, rolls, steps
from obsidia_core.rules.horde_routes import Route

OP = "horde_movement"


def horde_movement(state: State, frame: Frame) -> None:
    """Step function `horde_movement`: a movement phase in which units are sent, not asked for.

    `color` in its data is the place of the color that moves, in the Horde's order.
    """
    if frame.pc == movement.ASK:
        _next_move(state, frame)
    else:
        movement.movement_phase(state, frame)


def _next_move(state: State, frame: Frame) -> None:
    colors = state.setup.horde_classes
    place = frame.data.setdefault("color", 0)
    while place < len(colors):
        found = _foremost(state, colors[place])
        if found is not None:
            _send(state, frame, *found)
            return
        place += 1
        frame.data["color"] = place
    movement.end_moves(state, frame)


def _foremost(state: State, class_index: int) -> tuple[int, int, Route] | None:
    """`(slot, mask, route)` of the unit of a color that moves next: nearest its goal, by id."""
    found: tuple[int, int, Route] | None = None
    for slot, mask in steps.units(state, class_index):
        if mask & ~state.mobile:
            continue
        route = horde_routes.route(state, class_index, slot, mask)
        if route is not None and (found is None or route.distance < found[2].distance):
            found = slot, mask, route
    return found


def _send(state: State, frame: Frame, slot: int, mask: int, route: Route) -> None:
    """Declare the unit's movement; woods roll for the way, equal routes roll too (HORDE-22)."""
    board = state.board
    names = steps.names_of(state, mask)
    origin = facts.place(state, slot)
    target = route.firsts[0]
    woods = steps.needs_roll(state, mask, slot)
    if not woods and len(route.firsts) > 1:
        number = rolls.pick(state, frame, len(route.firsts), "HORDE-22")
        if number is None:
            return
        state.fix()
        target = route.firsts[number - 1]
    facts.record(
        state,
        HordeHeads(
            names,
            origin,
            tuple(str(facts.place(state, town)) for town in route.goals),
            route.distance,
            rule="HORDE-19",
        ),
    )
    if woods:
        movement.make_move(state, frame, LeaveWoods(names, origin))
    else:
        movement.make_move(state, frame, Move(names, origin, coordinate(board.cell[target])))
