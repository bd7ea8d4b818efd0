"""Events in sentences."""

from collections.abc import Callable

import pytest

from orichalque.events import EVENTS
from orichalque.game import Orichalque
from orichalque.state import State

Play = Callable[..., tuple[State, int]]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"type": "phase", "side": "human", "phase": "select_card"}, "You select a card."),
        ({"type": "phase", "side": "ai", "phase": "discard_card"}, "The AI discards a card."),
        (
            {"type": "gained", "side": "ai", "hoplites": 1, "nuggets": 2},
            "The AI gains 1 hoplite and 2 nuggets.",
        ),
        (
            {"type": "combat", "side": "ai", "creature": "hydra", "at": [0, 1], "won": False},
            "The AI loses to hydra at 0,1.",
        ),
        (
            {"type": "titan", "titan": "titan_forest", "to": "supply", "face": "active"},
            "The forest Titan goes back to the supply.",
        ),
        ({"type": "game_over", "winner": "human"}, "You win."),
    ],
    ids=lambda value: value.get("type", "") if isinstance(value, dict) else "",
)
def test_an_event_is_a_sentence(game: Orichalque, event: dict[str, object], told: str) -> None:
    assert game.sentence(event) == told


def test_every_event_of_many_games_is_told(game: Orichalque) -> None:
    seen = set()
    for seed in range(40):
        state = game.new(seed=seed)
        while True:
            for event in game.events_for(state.events, None):
                told = game.sentence(event)
                assert told.endswith(".")
                assert "_" not in told or event["type"] in {
                    "card_selected",
                    "card_discarded",
                    "row_refilled",
                }
                seen.add(event["type"])
            actions = game.legal_actions(state)
            if not actions:
                break
            game.apply(state, actions[len(state.events) * 7 % len(actions)])
    rare = {"tile_discarded"}
    assert {event.type for event in EVENTS} - seen <= rare
