"""Phase V: spells, at most one discard, the refill, and with it the end of the turn (TURN-05)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Cast, DiscardSpell, EndTurn, GiveSpell, Refill
from obsidia_core.model.state import SPELL, State
from obsidia_core.rules import cards, facts, phases, reasons, spells, trading

BEGIN, ASK, ANSWERED = range(3)


def spell_phase(state: State, frame: Frame) -> None:
    """Step function `spell_phase`."""
    if frame.pc == BEGIN:
        phases.enter(state, SPELL)
        state.missed &= ~(1 << state.current)
        frame.pc = ASK
        if state.setup.ally[state.current] >= 0:
            trading.push_trade(state)
            return
    if frame.pc == ASK:
        frame.pc = ANSWERED
        state.ask(state.seat, "spell_phase")
        return
    answer = state.take_answer()
    frame.pc = ASK
    seat = state.current
    if isinstance(answer, DiscardSpell):
        card = state.setup.card_of[answer.spell]
        facts.leave_hand(state, seat, card)
        facts.discard(state, seat, card, source="hand")
        state.discarded = True
        cards.reshuffle_if_all_spent(state)
    elif isinstance(answer, GiveSpell):
        trading.give(state, seat, answer.spell)
        trading.push_trade(state)
    elif isinstance(answer, Cast):
        spells.begin(state, seat, answer.spell, spells.phase_context(state))
    else:
        manual = state.setup.ruleset.manual_refill
        if not manual or isinstance(answer, Refill):
            cards.refill(state, seat)
        else:
            state.missed |= 1 << seat
        state.stack.pop()


def spell_actions(state: State) -> list[Action]:
    """Everything the current player may do in the spell phase."""
    found: list[Action] = list(spells.phase_casts(state))
    if not state.discarded:
        found += [
            DiscardSpell(state.setup.cards[card].id)
            for card in state.hands[state.current]
            if not state.held >> card & 1
        ]
    found += trading.gifts(state, state.current)
    if state.setup.ruleset.manual_refill:
        found.append(Refill())
    found.append(EndTurn())
    return found


def refuse_discard(state: State, action: DiscardSpell) -> Refusal | None:
    """Why the spell cannot be discarded unused, or None."""
    card = state.setup.card_of.get(action.spell)
    if card is None:
        return reasons.UNKNOWN_SPELL.refuse(spell=action.spell)
    if card not in state.hands[state.current]:
        return reasons.NOT_IN_HAND.refuse(spell=action.spell)
    if state.discarded:
        return reasons.DISCARDED_ALREADY.refuse()
    if state.held >> card & 1:
        return reasons.HELD.refuse(spell=action.spell)
    return None


def refuse_refill(state: State, action: Refill) -> Refusal | None:
    """Why the hand is not refilled by hand, or None (RULING-23)."""
    if state.setup.ruleset.manual_refill:
        return None
    return reasons.NOT_NOW["refill"].refuse()
