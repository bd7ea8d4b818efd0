"""What beginning a phase has in common (TURN-02)."""

from __future__ import annotations

from obsidia_core.model.events import PhaseBegan
from obsidia_core.model.state import PHASES, State
from obsidia_core.rules import facts


def enter(state: State, phase: int) -> None:
    """Begin a phase of the current player."""
    state.phase = phase
    facts.record(state, PhaseBegan(PHASES[phase], state.seat))
