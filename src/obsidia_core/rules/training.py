"""Phase II: one traveler from reserve to home colony (TRAIN-01..08, COLONY-01, COLONY-02)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Reason, Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Cast, EndPhase, Train
from obsidia_core.model.state import TRAINING, State
from obsidia_core.rules import facts, phases, reasons, spells

BEGIN, ASK, ANSWERED = range(3)


def training_phase(state: State, frame: Frame) -> None:
    """Step function `training_phase`."""
    if frame.pc == BEGIN:
        phases.enter(state, TRAINING)
        frame.pc = ASK
    if frame.pc == ASK:
        frame.pc = ANSWERED
        state.ask(state.seat, "training")
        return
    answer = state.take_answer()
    frame.pc = ASK
    if isinstance(answer, Train):
        state.trained = True
        train_one(state, state.setup.own[state.current][0])
    elif isinstance(answer, Cast):
        spells.begin(state, state.current, answer.spell, spells.phase_context(state))
    else:
        state.stack.pop()


def train_one(state: State, class_index: int) -> None:
    """The lowest traveler of the reserve appears on the class's home colony."""
    facts.train(
        state, facts.lowest_in_reserve(state, class_index), state.setup.colonies[class_index]
    )


def _reason(state: State) -> Reason | None:
    class_index = state.setup.own[state.current][0]
    colony = state.setup.colonies[class_index]
    if colony < 0 or not state.board.placed >> colony & 1:
        return reasons.NO_COLONY
    if state.trained:
        return reasons.TRAINED_ALREADY
    if facts.lowest_in_reserve(state, class_index) < 0:
        return reasons.RESERVE_EMPTY
    return None


def training_actions(state: State) -> list[Action]:
    """Everything the current player may do in the training phase."""
    found: list[Action] = [] if _reason(state) is not None else [Train()]
    return [*found, *spells.phase_casts(state), EndPhase()]


def refuse_train(state: State, action: Train) -> Refusal | None:
    """Why nobody can be trained, or None."""
    reason = _reason(state)
    return None if reason is None else reason.refuse(seat=state.seat)
