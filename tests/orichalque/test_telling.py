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
        ({"type": "phase", "side": "human", "phase": "select_card"}, "You: select a card."),
        ({"type": "phase", "side": "ai", "phase": "discard_card"}, "The AI: discard a card."),
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
        (
            {
                "type": "construction_refilled",
                "spaces": ["mountain", "forest"],
                "buildings": ["training_camp", "siege_engines"],
                "values": [None, 3],
            },
            "New Buildings: training camp, siege engines 3.",
        ),
        ({"type": "construction_refilled", "spaces": []}, "New Buildings: none."),
        ({"type": "game_over", "winner": "human"}, "You win."),
    ],
    ids=lambda value: value.get("type", "") if isinstance(value, dict) else "",
)
def test_an_event_is_a_sentence(game: Orichalque, event: dict[str, object], told: str) -> None:
    assert game.sentence(event) == told


def test_actions_are_told_with_what_they_are_about(game: Orichalque) -> None:
    state = game.new(seed=12)
    game.apply(state, game.action_from_text("metropolis west"))
    described = {
        game.action_to_text(one): game.describe(state, one) for one in game.legal_actions(state)
    }
    row = game.view(state)["row"]
    for offer in row:
        told = described[f"select {offer['card']}"]
        assert told.startswith(f"{offer['cost']} hoplite" if offer["cost"] else "free")
        for terrain in offer["tile"]["terrains"]:
            assert terrain in told
    kinds = set()
    for seed in range(6):
        state = game.new(seed=seed)
        while actions := game.legal_actions(state):
            for action in actions:
                if game.describe(state, action):
                    kinds.add(action.type)
            game.apply(state, actions[len(state.events) * 7 % len(actions)])
    assert kinds == {
        "select_card",
        "place_tile",
        "build_building",
        "fight",
        "extra",
        "discard_card",
    }


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
