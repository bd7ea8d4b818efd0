"""2vs2: handing spells to the ally in the pair's spell phases (TEAM-05, TEAM-06, RULING-78)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import GiveSpell, Pass
from obsidia_core.model.events import SpellGiven
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import facts, reasons


def push_trade(state: State) -> None:
    """Let the ally of the current player hand over spells, if it has any."""
    ally = state.setup.ally[state.current]
    if ally >= 0 and state.hands[ally]:
        state.stack.append(new_frame("trade", seat=ally))


def trade(state: State, frame: Frame) -> None:
    """Step function `trade`: gift after gift until the ally passes or has no spell left."""
    seat = frame.data["seat"]
    answer = state.take_answer()
    if isinstance(answer, GiveSpell):
        give(state, seat, answer.spell)
    if isinstance(answer, Pass) or not state.hands[seat]:
        state.stack.pop()
        return
    state.ask(state.setup.seats[seat], "trade")


def give(state: State, seat: int, spell: str) -> None:
    """A card changes hands; what may not be cast this turn still may not."""
    setup = state.setup
    card, ally = setup.card_of[spell], setup.ally[seat]
    held = state.held >> card & 1
    facts.leave_hand(state, seat, card)
    state.hands[ally] = (*state.hands[ally], card)
    state.held |= held << card
    names = (setup.seats[seat], setup.seats[ally])
    facts.record(state, SpellGiven(*names, spell, known_to=names))


def gifts(state: State, seat: int) -> list[Action]:
    """Every card of a seat's hand, to its ally."""
    setup = state.setup
    ally = setup.ally[seat]
    if ally < 0:
        return []
    return [GiveSpell(setup.cards[card].id, setup.seats[ally]) for card in state.hands[seat]]


def trade_actions(state: State) -> list[Action]:
    """The gifts the asked ally can make, and to pass."""
    return [*gifts(state, state.stack[-1].data["seat"]), Pass()]


def refuse_gift(state: State, action: GiveSpell) -> Refusal | None:
    """Why the asked seat cannot give the spell, or None."""
    assert state.asking is not None
    setup = state.setup
    seat = setup.seat_of[state.asking[0]]
    ally = setup.ally[seat]
    if ally < 0 or action.to != setup.seats[ally]:
        return reasons.NO_ALLY.refuse(to=action.to)
    if setup.card_of.get(action.spell, -1) not in state.hands[seat]:
        return reasons.NOT_IN_HAND.refuse(spell=action.spell)
    return None
