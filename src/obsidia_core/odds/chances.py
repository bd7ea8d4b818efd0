"""Following a position through everything that chance may bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from obsidia_core.kernel.actions import CHANCE, Action, Outcome
from obsidia_core.kernel.state import DRAWN_FROM, Frame
from obsidia_core.model.saves import columns_to_data
from obsidia_core.model.state import State
from obsidia_core.rules.table import DECISIONS


def no_answer(state: State) -> Action:
    """To defer and to pass, the last of the listed actions; of equal fighters the last one dies."""
    assert state.asking is not None
    return DECISIONS[state.asking[1]].actions(state)[-1]


def fingerprint(state: State) -> object:
    """Equal for positions that go on alike, whatever numbers chance has given before.

    Of the dice of a roll those that lie count, and how many were rolled.
    """
    return (
        str(columns_to_data(state)),
        state.asking,
        getattr(state.answer, "value", None),
        tuple((frame.op, frame.pc, _data(frame)) for frame in state.stack),
    )


def _data(frame: Frame) -> str:
    data = frame.data
    return str({**data, "outcomes": len(data["outcomes"])} if "outcomes" in data else data)


def leaves(
    state: State, done: Callable[[State], bool], chance: Fraction = Fraction(1)
) -> Iterator[tuple[Fraction, State]]:
    """Every way a position can go on until it is `done`, and its chance; nobody answers.

    Chance has to be enumerated, or its numbers given beforehand. The position is used up.
    """
    ops = state.setup.ops
    while not done(state):
        if state.asking is None:
            frame = state.stack[-1]
            ops[frame.op](state, frame)
        elif state.asking[0] == CHANCE:
            values = state.stack[-1].data[DRAWN_FROM]
            merged: dict[object, tuple[Fraction, State]] = {}
            for value in sorted(set(values)):
                branch = state.copy()
                branch.asking, branch.answer = None, Outcome(value)
                frame = branch.stack[-1]
                ops[frame.op](branch, frame)
                key = fingerprint(branch)
                share, _ = merged.get(key, (Fraction(0), branch))
                merged[key] = share + Fraction(values.count(value), len(values)), branch
            for share, branch in merged.values():
                yield from leaves(branch, done, chance * share)
            return
        else:
            state.answer, state.asking = no_answer(state), None
    yield chance, state
