"""Reaction windows: who is asked, in which order, until all have passed (RULING-57).

A window has a trigger (`roll death cast movement arrival battle_end`), the seats that could answer
it, and a context for the spells cast in it. The current player is asked first, then the others
clockwise; a cast opens the window anew once it has resolved. Under `auto_skip` a seat that can
cast nothing is passed over; under `always_ask` every eligible seat is asked, so that timing tells
nothing about a hand.
"""

from __future__ import annotations

from typing import Any

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Cast, Pass
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import spells


def everybody(state: State) -> list[int]:
    """All seats, the current player first, then clockwise."""
    count = len(state.setup.seats)
    return [(state.current + place) % count for place in range(count)]


def others(state: State, seat: int) -> list[int]:
    """All seats but one, clockwise from it."""
    count = len(state.setup.seats)
    return [(seat + place) % count for place in range(1, count)]


def open_window(
    state: State,
    trigger: str,
    seats: list[int],
    context: dict[str, Any],
    alternate: bool = False,
) -> bool:
    """Push a window if anybody has to be asked; says whether it did.

    With `alternate` the turn passes on after a cast too, as in battles (RULING-60).
    """
    if not seats or not would_open(state, trigger, seats):
        return False
    state.stack.append(
        new_frame(
            "window",
            trigger=trigger,
            seats=seats,
            next=0,
            passes=0,
            alternate=alternate,
            context=context,
        )
    )
    return True


def would_open(state: State, trigger: str, seats: list[int]) -> bool:
    """Whether a window with this trigger would have to ask any of the seats."""
    setup = state.setup
    kinds = ("movement", "arrival") if trigger == spells.LAST_CHANCE else (trigger,)
    if setup.always_ask:
        return not setup.printed_triggers.isdisjoint(kinds)
    for kind in kinds:
        cards = setup.triggers.get(kind)
        if cards:
            hands = state.hands
            for seat in seats:
                if not cards.isdisjoint(hands[seat]):
                    return True
    return False


def window(state: State, frame: Frame) -> None:
    """Step function `window`."""
    data = frame.data
    seats: list[int] = data["seats"]
    answer = state.take_answer()
    if isinstance(answer, Cast):
        seat = seats[data["next"]]
        _advance(data)
        spells.declare(state, seat, answer, data["trigger"], data["context"])
        return
    if answer is not None:
        _pass(data)
    always = state.setup.always_ask
    while data["passes"] < len(seats):
        seat = seats[data["next"]]
        if seat == state.setup.horde:
            if _horde_casts(state, data):
                return
        elif always or spells.window_casts(state, seat, data["trigger"], data["context"]):
            state.ask(state.setup.seats[seat], "reaction")
            return
        _pass(data)
    state.stack.pop()


def _horde_casts(state: State, data: dict[str, Any]) -> bool:
    """The Horde casts the leftmost battle spell that the window allows (HORDE-37, HORDE-40)."""
    horde, trigger, context = state.setup.horde, data["trigger"], data["context"]
    cards, card_of = state.setup.cards, state.setup.card_of
    for cast in spells.window_casts(state, horde, trigger, context):
        if cards[card_of[cast.spell]].phase == "IV":
            _advance(data)
            rule = "HORDE-40" if trigger == "battle_end" else "HORDE-37"
            spells.declare(state, horde, cast, trigger, context, rule)
            return True
    return False


def _advance(data: dict[str, Any]) -> None:
    """After a cast the window is open anew; where sides alternate the other one goes on."""
    data["passes"] = 0
    data["next"] = (data["next"] + 1) % len(data["seats"]) if data["alternate"] else 0


def _pass(data: dict[str, Any]) -> None:
    data["passes"] += 1
    data["next"] = (data["next"] + 1) % len(data["seats"])


def reaction_actions(state: State) -> list[Action]:
    """Legal answers in a window: the spells that can be cast, and to pass."""
    data = state.stack[-1].data
    casts = spells.window_casts(
        state, data["seats"][data["next"]], data["trigger"], data["context"]
    )
    return [*casts, Pass()]
