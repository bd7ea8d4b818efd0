"""Leaving a recruit in a town (RECRUIT-01..11, TOWN-10..13, RULING-54..56)."""

from __future__ import annotations

from obsidia_core.model.state import MOVEMENT, State
from obsidia_core.rules import facts, towns


def refusal(state: State, mask: int, slot: int, lethal: bool = False) -> str | None:
    """Why travelers that leave a slot of their own accord can leave no recruit, in words, or None.

    In their owner's movement phase the town must have been friendly when the phase began, and be so
    now; for a spell at any other time, an enemy's movement phase included, being friendly now is
    enough (RULING-54). `lethal`: the leavers are sure to die, so that after their arrival the
    reserve is not empty (RULING-55).
    """
    if not state.board.towns >> slot & 1:
        return "it is no town"
    class_index = facts.class_of(state, (mask & -mask).bit_length() - 1)
    moving = state.phase == MOVEMENT and state.setup.owner[class_index] == state.current
    if moving and not state.friendly_towns >> slot & 1:
        return "it was not friendly when the phase began"
    if towns.status(state, slot) != class_index:
        return "it is not friendly now"
    if moving and state.recruited_towns >> slot & 1:
        return "one recruit was placed there this phase"
    if moving and not mask & state.stayed & state.present & ~state.moved:
        return "the unit is only passing through"
    if not mask & ~state.recruits:
        return "recruits leave none before their next movement phase"
    if state.occupants[slot] & state.setup.class_masks[class_index] & ~mask & state.stayed:
        return "others of the unit are still there"
    if facts.lowest_in_reserve(state, class_index) < 0 and not (
        lethal and state.setup.ruleset.recruit_timing == "after_arrival"
    ):
        return "the reserve is empty"
    return None


def offered_by_spell(state: State, mask: int, slot: int) -> bool:
    """Whether a spell of their owner that takes travelers off a tile lets them recruit (TOWN-13).

    Only who leaves nobody of the own class behind leaves the town.
    """
    class_mask = state.setup.class_masks[facts.class_of(state, (mask & -mask).bit_length() - 1)]
    return not state.occupants[slot] & class_mask & ~mask and refusal(state, mask, slot) is None


def leave_recruit(state: State, mask: int, slot: int) -> None:
    """One town local of the leavers' class takes over the town (RECRUIT-04, RECRUIT-05)."""
    piece = facts.lowest_in_reserve(state, facts.class_of(state, (mask & -mask).bit_length() - 1))
    if piece >= 0:
        facts.recruit(state, piece, slot)
        state.recruited_towns |= 1 << slot
        facts.hold_by_recruit(state, slot, facts.class_of(state, piece))
