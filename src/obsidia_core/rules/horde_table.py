"""What lies on the table for the Horde of a solo game: its row of spells, and who is left of it.

The row is read from left to right, so it keeps its gaps (HORDE-16, HORDE-42). `state.row` says
which card was laid into which slot; whatever has left the Horde's hand since then is a gap. Cards
that a spell brings to the hand are laid at the right end.
"""

from __future__ import annotations

from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import GONE, NONE, State, new_frame

BEATEN = "horde_beaten"
"""The frame that ends a game when the Horde is beaten."""


def laid_out(state: State) -> list[int]:
    """The card in each slot of the row from left to right, -1 for a gap; the last is a card."""
    hand = state.hands[state.setup.horde]
    row = [card if card in hand else NONE for card in state.row]
    while row and row[-1] == NONE:
        row.pop()
    return row


def add(state: State, card: int, slot: int = NONE) -> int:
    """Put a card into an empty slot of the row, by default at its right end; gives the slot.

    The hand stays in the order of the row.
    """
    row = laid_out(state)
    if slot == NONE:
        slot = len(row)
    row += [NONE] * (slot + 1 - len(row))
    row[slot] = card
    state.row = tuple(row)
    state.hands[state.setup.horde] = tuple(one for one in row if one != NONE)
    return slot


def agrees(state: State) -> bool:
    """Whether the row shows exactly the Horde's hand."""
    shown = tuple(card for card in laid_out(state) if card != NONE)
    return shown == state.hands[state.setup.horde]


def gaps(state: State, size: int) -> list[int]:
    """The empty ones of the first `size` slots, from left to right."""
    row = laid_out(state)
    return [slot for slot in range(size) if slot >= len(row) or row[slot] == NONE]


def is_beaten(state: State) -> bool:
    """Whether the Horde is all dead and a traveler of the player on the map (SOLO-19, SOLO-20)."""
    setup, where = state.setup, state.where
    return all(where[piece] == GONE for piece in each_bit(setup.undead)) and any(
        where[piece] >= 0 for piece in each_bit(setup.foes[setup.horde])
    )


def watch(state: State) -> None:
    """Have the game end once what is under way has happened, if the Horde is beaten (RULING-82)."""
    if is_beaten(state):
        state.stack.append(new_frame(BEATEN))
