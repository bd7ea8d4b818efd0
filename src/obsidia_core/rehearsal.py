"""A position that was read, played on for a little: damage in a save may show only then.

What the frames of the effect stack keep has no form that could be checked; they are sound if the
rules get on with them.
"""

from __future__ import annotations

from obsidia_core.kernel.game import Game
from obsidia_core.model.state import State

STEPS = 6
"""Answers that are given one after the other."""


def rehearse(game: Game[State], state: State) -> None:
    """Give one answer of each type on copies, and play on from the first of them.

    Raises whatever the rules raise; the state is left as it is.
    """
    kinds = {action.type: action for action in reversed(game.legal_actions(state))}
    first: State | None = None
    for action in reversed(kinds.values()):
        after = state.copy()
        game.apply_unchecked(after, action)
        first = first or after
    for step in range(STEPS):
        if first is None or first.asking is None:
            return
        actions = game.legal_actions(first)
        game.apply_unchecked(first, actions[step % len(actions)])
