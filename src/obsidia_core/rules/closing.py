"""What is told last, after everything that an action brought about: what is to do now."""

from __future__ import annotations

from obsidia_core.model.actions import Battle
from obsidia_core.model.events import Asked, BattlesPending, PendingBattle
from obsidia_core.model.state import BATTLE, State
from obsidia_core.rules import facts, pending

_BESIDE: frozenset[str] = frozenset(
    {
        "choice",
        "horde_heads",
        "rolled",
        "spell_cast",
        "spell_declared",
        "spell_discarded",
        "spell_drawn",
        "spell_laid",
        "spell_negated",
        "spells_seen",
    }
)
"""Events after which the same battles are pending as before."""


def tell_question(state: State) -> None:
    """Record which battles are pending, if that may have changed, and the open question."""
    if state.asking is None:
        return
    if state.phase == BATTLE and any(event.type not in _BESIDE for event in state.events):
        battles = [PendingBattle(one.at, one.against, one.sides) for one in battles_left(state)]
        facts.record(state, BattlesPending(tuple(battles)))
    facts.record(state, Asked(*state.asking))


def battles_left(state: State) -> list[Battle]:
    """The battles still to be fought in a battle phase, in the order of their steps."""
    if state.phase != BATTLE or state.asking is None:
        return []
    horde = state.current == state.setup.horde
    steps = pending.horde_steps(state) if horde else pending.all_pending(state)
    return [pending.as_action(state, pair) for pairs in steps for pair in pairs]
