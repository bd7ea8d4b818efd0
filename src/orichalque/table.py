"""The step functions by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.state import Frame
from orichalque import ai, dice, human, turn
from orichalque.state import State

STEPS: Mapping[str, Callable[[State, Frame], None]] = {
    "play": turn.play,
    "round_end": turn.round_end,
    "roll": dice.roll,
    "human_metropolis": human.metropolis,
    "human_select_card": human.select_card,
    "human_place_tile": human.place_tile,
    "human_resolve_card": human.resolve_card,
    "human_extra_action": human.extra_action,
    "human_discard_card": human.discard_card,
    "action": human.action,
    "ai_select_card": ai.select_card,
    "ai_place_tile": ai.place_tile,
    "ai_resolve_card": ai.resolve_card,
    "ai_extra_action": ai.extra_action,
    "ai_discard_card": ai.discard_card,
    "ai_action": ai.action,
}


def hand_in(state: State, action: Action) -> None:
    """Hand the answer to the frame that asked, without running on. The action is not checked."""
    state.listed = None
    state.events = []
    state.asking = None
    state.answer = action


def between_phases(state: State) -> Iterator[None]:
    """Run to the next question, or to the end, with a stop before each phase that begins."""
    while state.asking is None and state.stack:
        frame = state.stack[-1]
        if frame.op == "play":
            yield
        STEPS[frame.op](state, frame)
