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
        ({"type": "phase", "side": "human", "phase": "select_card"}, "The human: select a card."),
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
        ({"type": "game_over", "winner": "human"}, "The human wins."),
    ],
    ids=lambda value: value.get("type", "") if isinstance(value, dict) else "",
)
def test_an_event_is_a_sentence(game: Orichalque, event: dict[str, object], told: str) -> None:
    assert game.sentence(event) == told


@pytest.mark.parametrize(
    ("event", "told", "to_the_human"),
    [
        (
            {"type": "card_selected", "side": "human", "card": "recruit_1"},
            "The human takes Recruit 1.",
            "You take Recruit 1.",
        ),
        (
            {"type": "titan", "titan": "titan_lagoon", "to": "human", "face": "active"},
            "The lagoon Titan is with the human, active.",
            "The lagoon Titan is with you, active.",
        ),
        (
            {"type": "initiative", "first": "human"},
            "The human will be first.",
            "You will be first.",
        ),
        ({"type": "game_over", "winner": "ai"}, "The AI wins.", "The AI wins."),
    ],
)
def test_only_who_plays_is_called_you(
    game: Orichalque, event: dict[str, object], told: str, to_the_human: str
) -> None:
    assert (game.sentence(event), game.sentence(event, "human")) == (told, to_the_human)


def test_menus_call_things_by_their_names(game: Orichalque) -> None:
    """Whatever has an id in its text form; the rest stays as it is typed."""
    named = set()
    for seed in range(6):
        state = game.new(seed=seed)
        while actions := game.legal_actions(state):
            for action in actions:
                assert "_" not in game.named(action) + game.describe(state, action)
                if game.named(action) != game.action_to_text(action):
                    named.add(action.type)
            game.apply(state, actions[len(state.events) * 7 % len(actions)])
    assert {"metropolis", "select_card", "discard_card"} <= {
        "metropolis" if kind.endswith("metropolis") else kind for kind in named
    }


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
                assert "_" not in told
                seen.add(event["type"])
            actions = game.legal_actions(state)
            if not actions:
                break
            game.apply(state, actions[len(state.events) * 7 % len(actions)])
    rare = {"tile_discarded"}
    assert {event.type for event in EVENTS} - seen <= rare
