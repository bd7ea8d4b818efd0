"""Areas of one terrain and the Titans they bring (PLACE-11..14, R-13..R-15, `base:titans`)."""

from __future__ import annotations

from orichalque import facts
from orichalque.boards import area
from orichalque.setup import AI, HUMAN, NONE, SUPPLY
from orichalque.state import OVER, State


def terrains_joined(state: State, side: int, fresh: int) -> list[int]:
    """The ordinary terrains that have an area with a circle of `fresh`, large enough for a Titan.

    An area has at least one circle of the terrain itself; volcanoes may count as any (R-13),
    circles under Buildings and Temples as none (R-18).
    """
    setup = state.setup
    near = setup.boards[side].near
    base = side * len(setup.data.terrains)
    free = ~state.covered[side]
    wild = state.land[base + setup.wild] & free if setup.options.volcano_wild_for_titans else 0
    found = []
    for terrain in range(setup.wild):
        own = state.land[base + terrain] & free
        within = own | wild
        seeds = within & fresh
        while own and seeds:
            joined = area(near, within, seeds & -seeds)
            if joined & own and joined.bit_count() >= setup.data.titan_area:
                found.append(terrain)
                break
            seeds &= ~joined
    return found


def gain_for_human(state: State, fresh: int) -> None:
    """The human takes each Titan of an area, from anybody; its own turns active again."""
    for terrain in terrains_joined(state, HUMAN, fresh):
        titan = state.setup.titan_of[terrain]
        if titan != NONE and state.titans[titan] != HUMAN << 1 | 1:
            facts.give_titan(state, titan, HUMAN)
            if state.phase == OVER:
                return


def gain_for_ai(state: State, fresh: int) -> None:
    """The AI takes each Titan of an area, in the order of its terrains; its own stay (R-14)."""
    setup = state.setup
    joined = terrains_joined(state, AI, fresh)
    for terrain in sorted(joined, key=setup.ai_ranks.__getitem__):
        titan = setup.titan_of[terrain]
        if titan == NONE:
            continue
        holder = state.titans[titan] >> 1
        if holder == SUPPLY or (holder == HUMAN and setup.options.ai_takes_human_titan):
            facts.give_titan(state, titan, AI)
            if state.phase == OVER:
                return
