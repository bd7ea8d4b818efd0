"""The JSON Schemas: made from the types, and true of random games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.match import Match
from obsidia_core.protocol import DOCUMENTS, folder, load, outdated
from orichalque.actions import ACTIONS
from orichalque.events import EVENTS
from orichalque.game import Orichalque
from orichalque.options import Options
from orichalque.protocol import contract
from orichalque.state import State

Json = dict[str, Any]
SPARSE = 7
"""Of the positions of a game every so many are checked as a whole."""


@cache
def validator(name: str) -> Draft202012Validator:
    schema = load(name, contract())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def check(name: str, document: Any) -> None:
    validator(name).validate(json.loads(json.dumps(document)))


@pytest.fixture(scope="module")
def positions(game: Orichalque) -> Callable[[], Iterator[State]]:
    """Gives every position of a few games with random actions and different options."""

    def play() -> Iterator[State]:
        for seed, options in enumerate(
            ({}, {"combat_total": "beat"}, {"tile_without_place": "skip"})
        ):
            state, choices = game.new(seed=seed, options=options), Chance(seed, 1)
            yield state
            while actions := game.legal_actions(state):
                game.apply(state, actions[choices.below(0, len(actions))])
                yield state

    return play


def test_the_committed_schemas_are_what_the_types_say() -> None:
    told = "run `python -m obsidia_core.protocol --write --game orichalque`"
    assert outdated(folder(contract()), contract()) == [], told


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_stands_alone_and_is_named_after_the_game(name: str) -> None:
    schema = load(name, contract())
    text = json.dumps(schema)
    assert schema["title"] == f"Orichalque {name}"
    assert schema["$id"].startswith("urn:orichalque:")
    assert "obsidia" not in text.replace("obsidia-match-1", "").replace("obsidia-replay-1", "")
    assert all(f'"#/$defs/{known}"' in text for known in schema["$defs"])


def test_every_view_of_random_games_is_as_its_schema_says(
    game: Orichalque, positions: Callable[[], Iterator[State]]
) -> None:
    kinds = set()
    for number, state in enumerate(positions()):
        view = game.view(state)
        if number % SPARSE == 0 or view["over"] or view["decision"] not in kinds:
            check("view", view)
        kinds.add(view["decision"])
    assert {None, "select_card", "place_tile", "resolve", "extra_action", "discard_card"} <= kinds


def test_decisions_and_events_are_as_their_schemas_say(
    game: Orichalque, positions: Callable[[], Iterator[State]]
) -> None:
    seen: dict[str, int] = {}
    for number, state in enumerate(positions()):
        for event in game.events_for(state.events, None):
            seen[event["type"]] = seen.get(event["type"], 0) + 1
            if seen[event["type"]] <= SPARSE:
                check("event", event)
        decision = game.decision(state)
        if decision is not None and number % SPARSE == 0:
            check("decision", game.decision_to_json(decision))
    assert {event.type for event in EVENTS} - seen.keys() <= {"tile_discarded"}


def test_every_action_that_can_be_tried_is_as_its_schema_says(
    game: Orichalque, positions: Callable[[], Iterator[State]]
) -> None:
    first = next(positions())
    tried = {action.type: action for action in game.candidates(first, {})}
    assert tried.keys() == {action.type for action in ACTIONS}
    for action in tried.values():
        check("action", game.action_to_json(action))


def test_saves_replays_options_and_refusals_are_as_their_schemas_say(game: Orichalque) -> None:
    options = {"initiative_counts": "all", "ai_takes_human_titan": False}
    match = Match(game, game.new(seed=4, options=options))
    for _ in range(30):
        match.apply(match.legal_actions()[-1])
    saved = json.loads(match.to_json())
    check("match", saved)
    check("state", saved["state"])
    check("replay", saved["replay"])
    check("ruleset", saved["replay"]["setup"]["options"])
    refusal = match.check("temple 0,0 0,1 1,0 1,1")
    assert refusal is not None
    check("refusal", refusal.to_json())


def test_what_a_selected_card_costs_the_ai_is_told(game: Orichalque) -> None:
    """SELECT-06"""
    cost = load("event", contract())["$defs"]["CardSelected"]["properties"]["cost"]
    assert "0 for the AI" in cost["description"]
    state, paid = game.new(seed=2), set()
    while actions := game.legal_actions(state):
        game.apply(state, actions[0])
        for event in game.events_for(state.events, None):
            if event["type"] == "card_selected" and event["side"] == "ai":
                paid.add(event["cost"])
    assert paid == {0}


def test_the_options_are_those_of_the_game() -> None:
    properties = load("ruleset", contract())["properties"]
    assert list(properties) == [field.name for field in Options.__attrs_attrs__]


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("action", {"type": "select_card", "card": "build_9"}),
        ("action", {"type": "place_tile", "circles": ["0,0"]}),
        ("action", {"type": "fight", "at": [0, 0]}),
        ("event", {"type": "roll", "side": "ai", "reason": "select", "dice": [6]}),
        ("ruleset", {"combat_total": "reached"}),
        ("ruleset", {"hand_size": 3}),
    ],
)
def test_what_is_wrong_is_refused(name: str, document: Json) -> None:
    with pytest.raises(ValidationError):
        validator(name).validate(document)
