"""Where Buildings and Temples may stand (`base:construction_board`, `base:temples`, BUILD)."""

from __future__ import annotations

from collections.abc import Iterator

from obsidia_core.kernel.actions import Action
from orichalque import actions as act
from orichalque import facts
from orichalque.boards import around, bits
from orichalque.data import Resources
from orichalque.setup import ARCHITECT, CRYSTAL, HUMAN, NONE
from orichalque.state import State


def can_pay(state: State, side: int, what: Resources, less: Resources) -> bool:
    """Whether a side can pay `what` once `less` has gone."""
    return (
        state.hoplites[side] - less.hoplites >= what.hoplites
        and state.nuggets[side] - less.nuggets >= what.nuggets
    )


FREE = Resources()


def site_refusal(state: State, side: int, place: int) -> str | None:
    """Why no Temple may stand on a site: covered, creature or terrain; None if one may.

    The Protection Crystal and the Architect's Practice of the human are heeded; the AI's Buildings
    lie face down and do nothing (R-23).
    """
    setup = state.setup
    site = setup.boards[side].sites[place]
    if site & ~_open_land(state, side):
        return "covered"
    shielded = side == HUMAN and facts.count_of(state, CRYSTAL)
    if state.haunted[side] & (site if shielded else setup.boards[side].reach[place]):
        return "creature"
    base = side * len(setup.data.terrains)
    same = 0
    for mask in state.land[base : base + setup.wild]:
        here = mask & site
        if here & (here - 1):
            same += here.bit_count() - 1
    if same and same > (1 if side == HUMAN and facts.count_of(state, ARCHITECT) else 0):
        return "terrain"
    return None


def _open_land(state: State, side: int) -> int:
    """The circles with terrain on which nothing is built, as a mask."""
    base = side * len(state.setup.data.terrains)
    land = 0
    for mask in state.land[base : base + state.setup.wild + 1]:
        land |= mask
    return land & ~state.covered[side]


def temple_sites(state: State, side: int) -> Iterator[int]:
    """The sites that may take a Temple, by place, the one furthest left first (R-19)."""
    closed = ~_open_land(state, side)
    for place, site in enumerate(state.setup.boards[side].sites):
        if not site & closed and site_refusal(state, side, place) is None:
            yield place


def has_temple_site(state: State, side: int) -> bool:
    """Whether a Temple may stand anywhere."""
    return next(temple_sites(state, side), None) is not None


def building_places(state: State, space: int) -> int:
    """The circles of the human's island where the Building of a space may stand, as a mask.

    A free circle of the space's terrain or a volcano, without a creature on it or next to it; the
    Protection Crystal lets other Buildings stand next to one.
    """
    setup = state.setup
    number = state.construction[space]
    if number == NONE:
        return 0
    terrain = setup.data.terrains.index(setup.data.spaces[space])
    places = (state.land[terrain] | state.land[setup.wild]) & ~state.covered[HUMAN]
    haunted = state.haunted[HUMAN]
    if haunted and places:
        places &= ~haunted
        if setup.buildings[number].id == CRYSTAL or not facts.count_of(state, CRYSTAL):
            places &= ~around(setup.boards[HUMAN].near, haunted)
    return places


def human_constructions(state: State, less: Resources = FREE) -> list[Action]:
    """All that the human can build once `less` has been paid."""
    setup = state.setup
    found: list[Action] = []
    for space, actions in enumerate(setup.build_actions):
        found += [actions[place] for place in bits(building_places(state, space))]
    found += [setup.temple_actions[place] for place in temple_sites(state, HUMAN)]
    if can_pay(state, HUMAN, setup.data.medallion_cost, less):
        found.append(act.ForgeMedallion())
    return found


def can_build_on_land(state: State) -> bool:
    """Whether the human can build a Building or a Temple, which cost nothing."""
    for space in range(len(state.construction)):
        if building_places(state, space):
            return True
    return has_temple_site(state, HUMAN)


def offered_to_ai(state: State) -> int:
    """The space of the Building that the AI would take, `NONE` without any (BUILD-09, R-21)."""
    data = state.setup.data
    for terrain in data.ai.terrain_priority:
        if terrain in data.spaces:
            space = data.spaces.index(terrain)
            if state.construction[space] != NONE:
                return space
    return NONE
