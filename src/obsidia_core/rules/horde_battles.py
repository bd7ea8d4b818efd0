"""Phase IV of the Horde: which battle comes next (HORDE-32..36, RULING-89).

Creatures against creatures first, then the Horde against creatures, then against the player on one
tile, then between neighbours. Within each of these steps the order is rolled before the first
battle. A battle itself runs as ever, see `battle`.
"""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.state import BATTLE, State
from obsidia_core.rules import battle, modifiers, pending, phases, rolls, towns
from obsidia_core.rules.pending import Pair

OP = "horde_battles"
BEGIN, NEXT = range(2)


def horde_battles(state: State, frame: Frame) -> None:
    """Step function `horde_battles`.

    In its data: `step`, the step that `order` is for; `order`, its battles still to come, two
    numbers each; `left`, those of its battles that have no place in the order yet.
    """
    if frame.pc == BEGIN:
        phases.enter(state, BATTLE)
        state.fought = ()
        frame.data.update(step=-1, order=[], left=[])
        frame.pc = NEXT
        return
    due = pending.horde_steps(state)
    step = next((number for number, pairs in enumerate(due) if pairs), -1)
    if step < 0:
        towns.claim_all(state)
        state.fought = ()
        modifiers.expire(state, "phase_end", state.current)
        state.stack.pop()
        return
    pair = _next_pair(state, frame, step, due[step])
    if pair is not None:
        state.fought = (*state.fought, *pair)
        battle.push_battle(state, pair, state.setup.horde)


def _next_pair(state: State, frame: Frame, step: int, due: list[Pair]) -> Pair | None:
    """The first battle of the order that is still pending; None while the order is being rolled."""
    data = frame.data
    if data["step"] != step:
        data.update(step=step, order=[], left=[])
    if not data["left"]:
        while data["order"]:
            one, other, *data["order"] = data["order"]
            if (one, other) in due:
                return one, other
        data["left"] = [side for pair in due for side in pair]
    while data["left"]:
        count = len(data["left"]) // 2
        number = rolls.pick(state, frame, count, "HORDE-36")
        if number is None:
            return None
        place = 2 * number - 2
        left = data["left"]
        data["order"] = [*data["order"], *left[place : place + 2]]
        data["left"] = [*left[:place], *left[place + 2 :]]
    one, other, *data["order"] = data["order"]
    return one, other
