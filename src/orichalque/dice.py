"""Combat dice: the one frame that rolls them (`base:combat_die`, R-42)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from orichalque import events as ev
from orichalque.data.types import SKULL, SKULL_NAME
from orichalque.setup import DICE, SIDES
from orichalque.state import State


def ask_roll(state: State, count: int, reason: str) -> None:
    """Roll dice of the active side; the frame on top gets them in its data, under `dice`."""
    state.stack.append(Frame("roll", {"count": count, "reason": reason, "rolled": []}))


def roll(state: State, frame: Frame) -> None:
    """Step function `roll`: one die after the other."""
    data = frame.data
    faces = state.setup.data.faces
    rolled = data["rolled"]
    while len(rolled) < data["count"]:
        face = state.draw(frame, DICE, faces)
        if face is None:
            return
        rolled = data["rolled"] = [*rolled, face]
    state.events.append(ev.Rolled(SIDES[state.side], data["reason"], named(rolled)))
    state.stack.pop()
    state.stack[-1].data["dice"] = rolled


def named(dice: list[int]) -> tuple[ev.Die, ...]:
    """Dice as events show them, the skull by its name."""
    return tuple([SKULL_NAME if face == SKULL else face for face in dice])


def position(face: int, cards: int) -> int:
    """The place in the row, from 0, that a face means: a skull is 1, too much is the last.

    SELECT-02, SELECT-03, SELECT-05, DISCARD-03, DISCARD-04.
    """
    return min(max(face, 1), cards) - 1
