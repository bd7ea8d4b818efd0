"""The one frame that asks somebody to choose out of listed values.

The frame below gets the value in its data under `chosen`. A single possibility is taken at once,
except that a "may" (`yes_no`) always asks. What the Horde would be asked is rolled, or put to the
player if the option says so (HORDE-10, HORDE-12).
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import attrs

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Choose
from obsidia_core.model.events import ChoiceMade
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import facts, placing, reasons, rolls


def ask_choice(
    state: State,
    seat: int,
    what: str,
    values: list[Any],
    secret: bool = False,
    rules: tuple[str, ...] = (),
    known: tuple[int, ...] = (),
) -> None:
    """Ask a seat for one of `values` (JSON values).

    `secret`: others do not see which, but for the seats `known`. `rules`: ids of the rules that
    limit the values.

    Raises:
        ValueError: there are no values, so that nobody could answer.
    """
    if not values:
        raise ValueError(f"nothing to choose from for the question {what!r}")
    if len(values) == 1 and what != "yes_no":
        state.stack[-1].data["chosen"] = values[0]
        return
    state.stack.append(
        new_frame(
            "choose",
            seat=seat,
            what=what,
            values=values,
            secret=secret,
            rules=list(rules),
            known=list(known),
        )
    )


def ask_order(state: State, seat: int, things: list[str]) -> None:
    """Ask a seat for an order of things that only it sees, top first; the answer is the list."""
    ask_choice(state, seat, "order", [list(order) for order in permutations(things)], secret=True)


def choose(state: State, frame: Frame) -> None:
    """Step function `choose`."""
    data = frame.data
    horde = data["seat"] == state.setup.horde
    if horde and state.setup.ruleset.horde_choices == "dice":
        _roll(state, frame)
        return
    answer = state.take_answer()
    seat = state.setup.seats[data["seat"]]
    if not isinstance(answer, Choose):
        state.ask(state.setup.seats[0] if horde else seat, "choice")
        return
    known = None
    if data["secret"]:
        known = (seat, *(state.setup.seats[other] for other in data["known"]))
    facts.record(state, ChoiceMade(seat, data["what"], answer.value, known_to=known))
    state.stack.pop()
    state.stack[-1].data["chosen"] = answer.value


def _roll(state: State, frame: Frame) -> None:
    """Dice choose for the Horde, question by question (HORDE-10, HORDE-12)."""
    data = frame.data
    number = rolls.pick(state, frame, len(data["values"]), "HORDE-10")
    if number is None:
        return
    value = data["values"][number - 1]
    seat = state.setup.seats[data["seat"]]
    facts.record(state, ChoiceMade(seat, data["what"], value, rule="HORDE-10"))
    state.stack.pop()
    state.stack[-1].data["chosen"] = value


def choice_actions(state: State) -> list[Action]:
    """One action for each value."""
    top = state.stack[-1]
    if top.op == "placing":
        return placing.placing_actions(state)
    return [Choose(top.data["what"], value) for value in top.data["values"]]


def refuse_choice(state: State, action: Choose) -> Refusal | None:
    """Why the value cannot be chosen, or None."""
    data = state.stack[-1].data
    if "values" not in data:
        return reasons.NOT_NOW["choose"].refuse()
    if action.what == data["what"] and any(
        value == action.value and type(value) is type(action.value) for value in data["values"]
    ):
        return None
    refusal = reasons.NOT_AN_OPTION.refuse(value=action.value, what=data["what"])
    return attrs.evolve(refusal, rules=(*data["rules"], *refusal.rules))
