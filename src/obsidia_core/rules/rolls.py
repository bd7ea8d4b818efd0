"""Rolling dice: every roll of the game is one frame, with a window for spells that answer it.

A roll has groups of dice, one for each side of a battle, else just one. A barred face is rolled
again at once, before the next die (RULING-91, BONEYARD-02). Under the frame lies the frame
that wanted the roll; it finds the dice as they lie in its data under `dice_rolled`, and `loop` set
if the re-rolls passed the limit (RULING-64).
"""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.events import Rolled
from obsidia_core.model.setup import DICE_STREAM, PICK_STREAM
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import facts, windows

ROLLING, ROLLED = range(2)


def push_roll(
    state: State,
    reason: str,
    counts: list[int],
    barred: list[int] | None = None,
    piece: int = -1,
    slot: int = -1,
) -> None:
    """Start a roll. `counts`: dice of each group; `barred`: mask of faces each group re-rolls."""
    state.stack.append(
        new_frame(
            "roll",
            reason=reason,
            bars=[
                mask
                for count, mask in zip(counts, barred or [0] * len(counts), strict=True)
                for _ in range(count)
            ],
            dice=[],
            outcomes=[],
            piece=piece,
            slot=slot,
        )
    )
    state.fix()


def roll(state: State, frame: Frame) -> None:
    """Step function `roll`."""
    data = frame.data
    if frame.pc == ROLLING:
        if not _throw(state, frame):
            return
        frame.pc = ROLLED
        _tell(state, frame, data["reason"])
        if "loop" not in data and windows.open_window(
            state, "roll", windows.everybody(state), {"roll": len(state.stack) - 1}
        ):
            return
    parent = state.stack[-2].data
    parent["dice_rolled"] = data["dice"]
    if "loop" in data:
        parent["loop"] = True
    state.stack.pop()


def _throw(state: State, frame: Frame) -> bool:
    """Roll until every die shows a face that it may show; False when chance is asked first."""
    data = frame.data
    bars, faces = data["bars"], state.setup.ruleset.die_faces
    limit = state.setup.ruleset.reroll_limit
    while len(data["dice"]) < len(bars):
        outcome = state.draw(frame, DICE_STREAM, faces)
        if outcome is None:
            return False
        data["outcomes"] = [*data["outcomes"], outcome]
        if not bars[len(data["dice"])] >> outcome & 1:
            data["dice"] = [*data["dice"], outcome]
        elif len(data["outcomes"]) - len(data["dice"]) > limit:
            data["loop"] = True
            return True
    return True


def _tell(state: State, frame: Frame, reason: str) -> None:
    data, names = frame.data, state.setup.names
    facts.record(
        state,
        Rolled(
            tuple(data["dice"]),
            reason,
            tuple(data["outcomes"]),
            None if data["piece"] < 0 else names[data["piece"]],
            None if data["slot"] < 0 else facts.place(state, data["slot"]),
        ),
    )


def reroll(state: State, frame: Frame, rolled: Frame, index: int) -> bool:
    """Roll one die of a finished roll again; a face that it cannot show is rolled again at once.

    Called by a spell's step function with its own `frame`; False when chance is asked first. How
    many tries there were until then is in the frame's data under `tries`.
    """
    bars = rolled.data["bars"][index]
    for tries in range(frame.data.pop("tries", 0), state.setup.ruleset.reroll_limit + 1):
        outcome = state.draw(frame, DICE_STREAM, state.setup.ruleset.die_faces)
        if outcome is None:
            frame.data["tries"] = tries
            return False
        rolled.data["outcomes"] = [*rolled.data["outcomes"], outcome]
        if not bars >> outcome & 1:
            dice = list(rolled.data["dice"])
            dice[index] = outcome
            rolled.data["dice"] = dice
            break
    _tell(state, rolled, "spell")
    return True


def pick(state: State, frame: Frame, count: int, rule: str | None = None) -> int | None:
    """A random pick among `count` things, from 1; None when chance is asked first (RULING-100).

    With one thing nothing is rolled. A pick is no roll: nothing answers it. `rule` demands it.
    """
    if count == 1:
        return 1
    number = state.draw(frame, PICK_STREAM, range(1, count + 1))
    if number is not None:
        facts.record(state, Rolled((number,), "random", rule=rule))
    return number
