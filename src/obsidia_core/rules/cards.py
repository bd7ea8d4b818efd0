"""Decks, refills and the common reshuffle (HAND, DISCARD, DECK)."""

from __future__ import annotations

from obsidia_core.model.events import Reshuffled
from obsidia_core.model.setup import CARD_STREAM
from obsidia_core.model.state import State
from obsidia_core.rules import facts


def refill(state: State, seat: int) -> None:
    """Draw up to the hand size; a larger hand is kept (RULING-22). Drawn cards wait (HAND-04)."""
    while len(state.hands[seat]) < state.setup.ruleset.hand_size:
        card = facts.draw_card(state, seat)
        if card < 0:
            return
        state.held |= 1 << card


def can_refill_late(state: State) -> bool:
    """Whether the asked seat may make up for a missed refill now (HAND-02)."""
    assert state.asking is not None
    seat, kind = state.asking
    return kind != "spell_phase" and bool(state.missed >> state.setup.seat_of[seat] & 1)


def refill_late(state: State) -> None:
    """Make up for the missed refill of the asked seat; the question stays open (HAND-02)."""
    assert state.asking is not None
    seat = state.setup.seat_of[state.asking[0]]
    state.events = []
    state.missed &= ~(1 << seat)
    refill(state, seat)
    state.keep_cards_in_checkpoints()


def reshuffle_if_all_spent(state: State) -> None:
    """Every pile becomes its player's deck once no deck and no hand has a card (DECK-02, DECK-03).

    Cards lying face-up in play are in no pile and stay (DECK-04). The Horde's pile never does, and
    what the Horde still holds does not matter (RULING-83, HORDE-08).
    """
    if not state.setup.reshuffle:
        return
    seats = [seat for seat in range(len(state.setup.seats)) if seat != state.setup.horde]
    if any(state.hands[seat] or state.decks[seat] for seat in seats):
        return
    if not any(state.discards[seat] for seat in seats):
        return
    for seat in seats:
        state.decks[seat] = tuple(state.chance.shuffled(CARD_STREAM, state.discards[seat]))
        state.discards[seat] = ()
    facts.record(state, Reshuffled())
    if state.setup.ruleset.reshuffle_draw == "immediate":
        for seat in seats:
            refill(state, seat)
