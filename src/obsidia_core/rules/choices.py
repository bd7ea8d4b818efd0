"""The one frame that asks somebody to choose out of listed values.

The frame below gets the value in its data under `chosen`. A single possibility is taken at once,
except that a "may" (`yes_no`) always asks.
"""

from __future__ import annotations

from typing import Any

import attrs

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Choose
from obsidia_core.model.events import ChoiceMade
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import facts, reasons


def ask_choice(
    state: State,
    seat: int,
    what: str,
    values: list[Any],
    secret: bool = False,
    rules: tuple[str, ...] = (),
) -> None:
    """Ask a seat for one of `values` (JSON values).

    `secret`: others do not see which. `rules`: ids of the rules that limit the values.
    """
    if len(values) == 1 and what != "yes_no":
        state.stack[-1].data["chosen"] = values[0]
        return
    state.stack.append(
        new_frame(
            "choose", seat=seat, what=what, values=values, secret=secret, rules=list(rules)
        )
    )


def choose(state: State, frame: Frame) -> None:
    """Step function `choose`."""
    data = frame.data
    answer = state.take_answer()
    seat = state.setup.seats[data["seat"]]
    if not isinstance(answer, Choose):
        state.ask(seat, "choice")
        return
    known = (seat,) if data["secret"] else None
    facts.record(state, ChoiceMade(seat, data["what"], answer.value, known_to=known))
    state.stack.pop()
    state.stack[-1].data["chosen"] = answer.value


def choice_actions(state: State) -> list[Action]:
    """One action for each value."""
    data = state.stack[-1].data
    return [Choose(data["what"], value) for value in data["values"]]


def refuse_choice(state: State, action: Choose) -> Refusal | None:
    """Why the value cannot be chosen, or None."""
    data = state.stack[-1].data
    if action.what == data["what"] and any(
        value == action.value and type(value) is type(action.value) for value in data["values"]
    ):
        return None
    refusal = reasons.NOT_AN_OPTION.refuse(value=action.value, what=data["what"])
    return attrs.evolve(refusal, rules=(*data["rules"], *refusal.rules))
