"""Taking movements back: by the mover (MOVE-05..07) or for an interrupt (RULING-58).

The movement phase keeps a checkpoint before each movement; a spell, a roll or a drawn tile gives
them all up. Nothing else ever goes back in time.
"""

from __future__ import annotations

from obsidia_core.model.events import Undone
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import GONE, RESERVE, State
from obsidia_core.rules import facts, towns

ASK_AGAIN = 1
"""Program counter at which the movement phase puts its question anew."""


def rewind(state: State, index: int) -> None:
    """Go back to a checkpoint; the question of the movement phase is open again."""
    before = state.where[:]
    held = {slot: towns.status_name(state, slot) for slot in each_bit(state.board.towns)}
    state.rewind(index)
    names = state.setup.names
    pieces = {
        names[piece]: _place_name(state, slot)
        for piece, (slot, old) in enumerate(zip(state.where, before, strict=True))
        if slot != old
    }
    changed = {
        str(facts.place(state, slot)): towns.status_name(state, slot)
        for slot, old_status in held.items()
        if towns.status_name(state, slot) != old_status
    }
    facts.record(state, Undone(state.moves + 1, pieces, changed))


def rewind_to(state: State, position: State) -> None:
    """Undo everything since a checkpoint, and close the question it had open."""
    index = next(place for place, saved in enumerate(state.checkpoints) if saved is position)
    rewind(state, index)
    state.asking = None


def _place_name(state: State, slot: int) -> str:
    if slot == RESERVE:
        return "reserve"
    return "gone" if slot == GONE else str(facts.place(state, slot))
