"""Random games end, and nothing is lost on the way."""

from collections.abc import Callable

import pytest

from orichalque.game import Orichalque
from orichalque.state import State

Play = Callable[..., tuple[State, int]]


@pytest.mark.parametrize("block", range(8))
def test_250_random_games_end_and_conserve_everything(
    game: Orichalque, at_random: Play, block: int
) -> None:
    for seed in range(250 * block, 250 * (block + 1)):
        state, decisions = at_random(seed)
        assert game.winners(state) in (("human",), ("ai",)), f"seed {seed}: {state!r}"
        assert decisions >= 6
        assert game.audit(state) == [], f"seed {seed}"


def test_everything_is_conserved_after_every_decision(game: Orichalque, at_random: Play) -> None:
    for seed in range(5):
        for decisions in range(0, 60, 3):
            state, _ = at_random(seed, decisions)
            assert game.audit(state) == []


def test_copies_go_on_alone(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(3, 20)
    before = game.to_json(state)
    copy = game.copy(state)
    while game.legal_actions(copy):
        game.apply(copy, game.legal_actions(copy)[0])
    assert game.to_json(state) == before
