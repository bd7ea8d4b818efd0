"""Carrying out a declared cast, step by step (RESOLVE-01..05).

Targets are chosen first and bind (RESOLVE-04); then those who can answer the cast are asked; then
it happens, and the card is discarded. A face-up spell waits in its battle instead (SPELL-17).
"""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.events import SpellCast, SpellLaid, SpellNegated
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import cards, choices, facts, windows

TARGETS, ANSWERS, EFFECT = range(3)


def cast(state: State, frame: Frame) -> None:
    """Step function `cast`.

    `negated` in its data: the spell has no effect. `unmoved`: pieces that it does not move.
    `borrowed`: another spell brought it about, and the card stays where it is.
    """
    data = frame.data
    seat, card = data["seat"], data["card"]
    facts_of = state.setup.cards[card]
    hook = facts_of.hook
    assert hook is not None
    if frame.pc == TARGETS:
        if "chosen" in data:
            data["targets"] = [*data["targets"], data.pop("chosen")]
        if len(data["targets"]) < len(hook.targets):
            target = hook.targets[len(data["targets"])]
            values = target.values(state, seat, data["targets"])
            choices.ask_choice(state, seat, target.what, values, rules=target.rules)
            return
        facts.record(
            state,
            SpellCast(
                state.setup.seats[seat],
                facts_of.id,
                tuple(data["targets"]),
                rule=data.get("rule"),
            ),
        )
        frame.pc = ANSWERS
        windows.open_window(
            state, "cast", windows.others(state, seat), {"cast": len(state.stack) - 1}
        )
    elif frame.pc == ANSWERS:
        frame.pc = EFFECT
        negated = data.get("negated", False)
        if negated:
            facts.record(state, SpellNegated(facts_of.id))
        if facts_of.play == "face-up" and not negated:
            _lay_face_up(state, seat, card)
            state.stack.pop()
        elif facts_of.op is not None and (not negated or hook.costs):
            state.stack.append(
                new_frame(
                    facts_of.op,
                    **{
                        **data["context"],
                        "seat": seat,
                        "card": card,
                        "targets": data["targets"],
                        "unmoved": data.get("unmoved", 0),
                        "borrowed": data.get("borrowed", False),
                        "negated": negated,
                    },
                )
            )
    else:
        state.stack.pop()
        if data.get("borrowed"):
            return
        if not any(effect.card == card for effect in state.effects):
            facts.discard(state, seat, card)
        cards.reshuffle_if_all_spent(state)


def push_borrowed(state: State, seat: int, card: int) -> None:
    """Let another card's effect happen as if the seat had cast it; the card stays in its place."""
    state.stack.append(
        new_frame("cast", seat=seat, card=card, targets=[], context={}, done=True, borrowed=True)
    )


def _lay_face_up(state: State, seat: int, card: int) -> None:
    """A face-up spell waits in its battle until that ends (RULING-62)."""
    battle = next(frame for frame in reversed(state.stack) if frame.op == "battle")
    battle.data["faceup"] = [*battle.data["faceup"], [seat, card]]
    facts.record(state, SpellLaid(state.setup.seats[seat], state.setup.cards[card].id))
