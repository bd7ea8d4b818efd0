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
    """Give an answer of each type and the last of all on copies, and play on from the first.

    Raises whatever the rules raise; the state is left as it is.
    """
    actions = game.legal_actions(state)
    if not actions:
        return
    tried = {action.type: action for action in reversed(actions)}
    ends = []
    for action in (*reversed(tried.values()), actions[-1]):
        ends.append(state.copy())
        game.apply_unchecked(ends[-1], action)
    played = ends[0]
    for step in range(STEPS):
        actions = game.legal_actions(played)
        if not actions:
            return
        game.apply_unchecked(played, actions[step % len(actions)])
