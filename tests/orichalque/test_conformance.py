"""The laws of the kernel hold for this game."""

from collections.abc import Mapping
from typing import Any

import pytest

from obsidia_core.kernel import conformance
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import ENUMERATED
from obsidia_core.kernel.conformance import (
    ConformanceError,
    Setting,
    battery,
    recorded,
    replayed_elsewhere,
)
from obsidia_core.kernel.replay import Replay, perft, play
from orichalque.game import Orichalque

REVEALS = ("row_refilled", "construction_refilled")
"""Events that show what came out of decks, piles and bags."""
OTHERWISE: dict[str, Any] = {
    "volcano_wild_for_titans": False,
    "ai_metropolis_counts": False,
    "ai_needs_hoplite_to_fight": False,
    "ai_extra_empty_combat": "wasted",
    "ai_extra_conditions": "before_payment",
    "ai_building_resource": False,
    "ai_takes_human_titan": False,
    "tile_without_place": "skip",
    "initiative_counts": "all",
    "combat_total": "beat",
}


@pytest.mark.parametrize("first", [0, 3, 6])
def test_the_laws_hold(game: Orichalque, first: int) -> None:
    assert battery(game, ["human"], range(first, first + 3), reveals=REVEALS) > 100


def test_the_laws_hold_with_every_option_the_other_way(game: Orichalque) -> None:
    assert battery(game, ["human"], range(3), OTHERWISE, reveals=REVEALS) > 50


def test_the_laws_hold_when_chance_is_asked(game: Orichalque) -> None:
    assert battery(game, ["human"], range(2), reveals=REVEALS, driver=ENUMERATED) > 50


def test_a_field_that_does_not_count_for_equality_is_read_back_too() -> None:
    """The cost of a card may be another when the same card is listed again."""

    class Cheap(Orichalque):
        def action_from_json(self, data: Mapping[str, Any]) -> Action:
            return super().action_from_json({**data, "cost": 1} if data.get("cost") == 2 else data)

    with pytest.raises(ConformanceError, match="cost is 1 instead of 2"):
        battery(Cheap(), ["human"], [5], laws=[conformance.listed])


def test_a_replay_ends_the_same_in_another_process(game: Orichalque) -> None:
    recording = recorded(game, Setting(("human",), 5))
    assert replayed_elsewhere("orichalque.game:Orichalque", recording, 1) == recording.end


def test_a_replay_is_text_that_plays_again(game: Orichalque) -> None:
    recording = recorded(game, Setting(("human",), 6, OTHERWISE))
    again = play(Replay.from_json(recording.to_json()), game)
    assert game.winners(again) is not None


def test_perft_of_the_first_decisions(game: Orichalque) -> None:
    """Three ports; then the cards that can be paid; then every placement of their tiles."""
    state = game.new(seed=1)
    counted = [perft(game, state, depth) for depth in (1, 2, 3)]
    assert counted[0] == 3
    by_hand = 0
    for port in game.legal_actions(state):
        opened = game.copy(state)
        game.apply(opened, port)
        for card in game.legal_actions(opened):
            taken = game.copy(opened)
            game.apply(taken, card)
            by_hand += len(game.legal_actions(taken))
    assert counted[2] == by_hand
