"""Dying: a window for spells that answer it, then the pieces are gone (DEATH-01..03)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import facts, windows

ASK, KILL = range(2)


def kill_pieces(state: State, mask: int, cause: str) -> None:
    """Kill pieces on the map, after those who can prevent it were asked.

    `cause`: battle, loop, spell, lost, or a terrain's id. The caller goes on with whoever is left.
    """
    setup = state.setup
    owners = (
        [seat for seat in windows.everybody(state) if mask & setup.friends[seat]]
        if setup.always_ask or setup.triggers.get("death")
        else []
    )
    if owners and windows.would_open(state, "death", owners):
        state.stack.append(new_frame("deaths", mask=mask, cause=cause, owners=owners))
        return
    for piece in each_bit(mask):
        facts.kill(state, piece, cause)


def deaths(state: State, frame: Frame) -> None:
    """Step function `deaths`: a spell that answers takes pieces out of the frame's `mask`."""
    data = frame.data
    if frame.pc == ASK:
        frame.pc = KILL
        windows.open_window(
            state,
            "death",
            data["owners"],
            {"deaths": len(state.stack) - 1, "mask": data["mask"], "cause": data["cause"]},
        )
        return
    state.stack.pop()
    for piece in each_bit(data["mask"]):
        if state.where[piece] >= 0:
            facts.kill(state, piece, data["cause"])
