"""Text and JSON forms are those of the contract and read back exactly."""

from typing import Any

import pytest

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import ActionFormatError
from orichalque import actions as act
from orichalque.game import Orichalque
from orichalque.geometry import Circle

FORMS: list[tuple[str, Action, dict[str, Any]]] = [
    ("metropolis west", act.PlaceMetropolis("west"), {"type": "place_metropolis", "port": "west"}),
    ("select build_2", act.SelectCard("build_2"), {"type": "select_card", "card": "build_2"}),
    (
        "place 0,1 1,1",
        act.PlaceTile((Circle(0, 1), Circle(1, 1))),
        {"type": "place_tile", "circles": [[0, 1], [1, 1]]},
    ),
    (
        "return titan_forest",
        act.ReturnTitan("titan_forest"),
        {"type": "return_titan", "titan": "titan_forest"},
    ),
    ("produce", act.Produce(), {"type": "produce"}),
    ("recruit", act.Recruit(), {"type": "recruit"}),
    (
        "build lagoon 1,0",
        act.BuildBuilding("lagoon", Circle(1, 0)),
        {"type": "build_building", "space": "lagoon", "at": [1, 0]},
    ),
    (
        "temple 0,0 0,1 1,0 1,1",
        act.BuildTemple((Circle(0, 0), Circle(0, 1), Circle(1, 0), Circle(1, 1))),
        {"type": "build_temple", "circles": [[0, 0], [0, 1], [1, 0], [1, 1]]},
    ),
    ("forge", act.ForgeMedallion(), {"type": "forge_medallion"}),
    ("fight 2,0 2", act.Fight(Circle(2, 0), 2), {"type": "fight", "at": [2, 0], "hoplites": 2}),
    (
        "titan titan_forest",
        act.UseTitan("titan_forest"),
        {"type": "use_titan", "titan": "titan_forest"},
    ),
    (
        "extra hoplites build",
        act.Extra("hoplites", "build"),
        {"type": "extra", "pay": "hoplites", "action": "build"},
    ),
    ("discard build_2", act.DiscardCard("build_2"), {"type": "discard_card", "card": "build_2"}),
    ("pass", act.Pass(), {"type": "pass"}),
]


@pytest.mark.parametrize(("text", "action", "data"), FORMS, ids=[text for text, _, _ in FORMS])
def test_text_and_json_stand_for_the_same_action(
    game: Orichalque, text: str, action: Action, data: dict[str, Any]
) -> None:
    assert game.action_to_text(action) == text
    assert game.action_from_text(text) == action
    assert game.action_to_json(action) == data
    assert game.action_from_json(data) == action


def test_every_action_has_its_forms() -> None:
    assert {type(action) for _, action, _ in FORMS} == set(act.ACTIONS)


def test_a_circle_may_be_written_as_text_in_json(game: Orichalque) -> None:
    read = game.action_from_json({"type": "fight", "at": "2,-1", "hoplites": 0})
    assert read == act.Fight(Circle(2, -1), 0)


def test_the_cost_of_a_card_is_told_but_does_not_tell_cards_apart(game: Orichalque) -> None:
    assert act.SelectCard("build_2", 1) == act.SelectCard("build_2")
    assert game.action_to_json(act.SelectCard("build_2", 0))["cost"] == 0


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "select build_2"),
        ("selct build_2", "did you mean 'select'"),
        ("fight 2,0", "fight Q,R HOPLITES"),
        ("fight two 1", "fight Q,R HOPLITES"),
        ("build lagoon", "build SPACE Q,R"),
        ("pass on", "the form is 'pass'"),
    ],
)
def test_text_that_is_no_action_is_told_the_form(game: Orichalque, text: str, hint: str) -> None:
    with pytest.raises(ActionFormatError, match=hint):
        game.action_from_text(text)


@pytest.mark.parametrize(
    "data", [None, {}, {"type": "fly"}, {"type": "fight", "at": "x", "hoplites": 1}]
)
def test_json_that_is_no_action_is_an_error(game: Orichalque, data: Any) -> None:
    with pytest.raises(ActionFormatError):
        game.action_from_json(data)
