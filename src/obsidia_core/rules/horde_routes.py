"""Where the Horde goes: its nearest towns and the first steps towards them (HORDE-19..30).

Distances count tiles along open paths; a trip from portal to portal is one step. Blackwater, woods,
void and ice count as plain, creatures and enemies block nothing (RULING-85). The player's colony,
barred tiles and the edge of the map are never part of a route, and nobody passes through a town,
since whoever arrives there stays (RULING-86).
"""

from __future__ import annotations

import attrs

from obsidia_core.model.geometry import SIDES, each_bit
from obsidia_core.model.state import State
from obsidia_core.rules import modifiers, steps


@attrs.frozen
class Route:
    """How a unit of the Horde gets to its nearest towns.

    Attributes:
        distance: moves to the nearest towns, 1 or more.
        goals: slots of those towns, in map order.
        firsts: slots that the shortest routes enter first: by side from north, then portal trips in
            map order (RULING-100).
    """

    distance: int
    goals: tuple[int, ...]
    firsts: tuple[int, ...]


def route(state: State, class_index: int, slot: int, mask: int) -> Route | None:
    """The route of a unit, or None if it stays: on a town, or with none to reach (HORDE-23).

    A town where another Horde color stands is passed over, and is the goal only when there is no
    other (HORDE-20, RULING-86).
    """
    board, setup = state.board, state.setup
    if board.towns >> slot & 1:
        return None
    others = setup.undead & ~setup.class_masks[class_index]
    crowded = sum(1 << town for town in each_bit(board.towns) if state.occupants[town] & others)
    closed = _closed(state, mask)
    found = _search(state, slot, mask, board.towns & ~crowded & ~closed, closed | crowded)
    if found is None and setup.ruleset.horde_shares_as_last_resort:
        found = _search(state, slot, mask, board.towns & ~closed, closed)
    return found


def _closed(state: State, mask: int) -> int:
    """Tiles that a unit never heads into: the player's colony (HORDE-29) and barred ones."""
    setup = state.setup
    closed = sum(
        1 << setup.colonies[index]
        for index in setup.foe_classes[setup.horde]
        if setup.colonies[index] >= 0
    )
    if state.effects:
        closed |= sum(
            1 << slot for slot in state.board.at.values() if modifiers.is_barred(state, mask, slot)
        )
    return closed


def _search(state: State, start: int, mask: int, goals: int, closed: int) -> Route | None:
    """Breadth first; for each tile the first steps, as a mask, of all shortest routes to it."""
    firsts = _first_steps(state, start, mask)
    reached = {slot: 1 << number for number, slot in enumerate(firsts) if not closed >> slot & 1}
    seen = 1 << start | closed
    distance = 1
    while reached:
        towns = [slot for slot in reached if goals >> slot & 1]
        if towns:
            ways = 0
            for slot in towns:
                ways |= reached[slot]
            towns.sort(key=state.board.cell.__getitem__)
            return Route(distance, tuple(towns), tuple(firsts[way] for way in each_bit(ways)))
        for slot in reached:
            seen |= 1 << slot
        further: dict[int, int] = {}
        for slot, ways in reached.items():
            for beyond in each_bit(_beyond(state, slot) & ~seen):
                further[beyond] = further.get(beyond, 0) | ways
        reached = further
        distance += 1
    return None


def _first_steps(state: State, slot: int, mask: int) -> list[int]:
    """Slots that a unit can enter with one movement, in the order in which they are rolled for."""
    link = state.board.link
    beside = [link[4 * slot + side] for side in SIDES if link[4 * slot + side] >= 0]
    trips = [
        target
        for target in steps.trips(state, slot)
        if steps.trip_reason(state, mask, target) is None
    ]
    return [*beside, *trips]


def _beyond(state: State, slot: int) -> int:
    """Mask of the tiles that a unit on a tile can enter next turn."""
    travel_hook = state.setup.terrains[state.board.terrain[slot]].travel
    joined = state.board.joined(slot)
    return joined if travel_hook is None else joined | travel_hook(state, slot)
