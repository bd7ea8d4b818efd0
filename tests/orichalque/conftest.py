"""What the tests of the second game share."""

from collections.abc import Callable

import pytest

from obsidia_core.kernel.chance import Chance
from orichalque.game import Orichalque
from orichalque.state import State


@pytest.fixture(scope="session")
def game() -> Orichalque:
    return Orichalque()


@pytest.fixture(scope="session")
def at_random(game: Orichalque) -> Callable[..., tuple[State, int]]:
    """Plays a game with random actions; gives its last state and the number of decisions."""

    def play(seed: int, decisions: int = 2_000) -> tuple[State, int]:
        state, choices = game.new(seed=seed), Chance(seed, 1)
        for number in range(decisions):
            actions = game.legal_actions(state)
            if not actions:
                return state, number
            game.apply_unchecked(state, actions[choices.below(0, len(actions))])
        return state, decisions

    return play
