"""Towns: who holds them and who is ahead (TOWN-01..10, WIN-06)."""

from __future__ import annotations

from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import State
from obsidia_core.rules import facts, looks

SHARED = looks.SHARED
status = looks.town_status
status_name = looks.town_name


def friendly(state: State, class_index: int) -> int:
    """Mask of the towns that are friendly to a class."""
    mask = 0
    for slot in each_bit(state.board.towns):
        if state.holders[slot] == class_index and status(state, slot) == class_index:
            mask |= 1 << slot
    return mask


def counts(state: State) -> list[int]:
    """Towns held by each class; nothing else counts (TOWN-01)."""
    held = [0] * len(state.setup.classes)
    for slot in each_bit(state.board.towns):
        holder = status(state, slot)
        if holder >= 0:
            held[holder] += 1
    return held


def scores(state: State) -> list[int]:
    """Towns of each player, or the sum of each pair's (TEAM-07).

    A town that allies share counts once for the pair if the option says so (RULING-76).
    """
    setup = state.setup
    held = counts(state)
    totals = [
        sum(held[index] for seat in team for index in setup.own[seat]) for team in setup.teams
    ]
    if setup.ruleset.team_shared_town_counts:
        for slot in each_bit(state.board.towns):
            if status(state, slot) == SHARED:
                there = state.occupants[slot] & setup.all_travelers
                for place, team in enumerate(setup.teams):
                    if not there & ~sum(setup.friends[seat] for seat in team):
                        totals[place] += 1
    return totals


def claim_all(state: State) -> None:
    """The checkpoint at the end of every battle phase (TOWN-05, RULING-51)."""
    occupants, travelers = state.occupants, state.setup.all_travelers
    for slot in each_bit(state.board.towns):
        if occupants[slot] & travelers:
            facts.claim_town(state, slot)
