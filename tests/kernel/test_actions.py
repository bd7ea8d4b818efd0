"""Whatever text or JSON comes in: it is an action, refused with a reason, or no action at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core import default_game
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.conformance import Setting, Walk
from obsidia_core.kernel.errors import ActionFormatError, IllegalAction
from obsidia_core.kernel.game import Game, matches
from obsidia_core.kernel.match import Match

Damage = Callable[[st.DataObject, Any], Any]
Position = tuple[Match[Any], list[Action]]
Positions = Callable[[st.DataObject], Position]
steady = settings(derandomize=True, deadline=None, max_examples=200)


@pytest.fixture(scope="session")
def passed() -> list[Position]:
    """Positions of all phases of a game of Obsidia, each with its legal actions."""
    game = default_game()
    walk = Walk(game, Setting(("warlords", "light_keepers", "death_legion"), 5))
    found = []
    while walk.action is not None and walk.number < 200:
        if walk.number % 5 == 0:
            found.append((Match(game, game.copy(walk.state)), walk.listed))
        walk.step()
    assert {match.decision.kind for match, _ in found if match.decision} > {"tile", "movement"}
    return found


@pytest.fixture(scope="session")
def positions(passed: list[Position]) -> Positions:
    """Draws one of the positions."""
    return lambda data: passed[data.draw(st.integers(0, len(passed) - 1), "position")]


def try_it(match: Match[Any], action: Any) -> None:
    """Apply an input; refused, it leaves the match as it was, else it is undone by hand."""
    before = match.to_json()
    game = match.game
    trial = Match(game, game.copy(match.state))
    try:
        match.check(action)
        trial.apply(action)
    except (ActionFormatError, IllegalAction):
        assert game.to_json(trial.state) == game.to_json(match.state)
        assert trial.replay.actions == []
    else:
        assert game.audit(trial.state) == []
    assert match.to_json() == before


@steady
@given(st.data())
def test_damaged_text(positions: Positions, data: st.DataObject) -> None:
    match, listed = positions(data)
    text = match.game.action_to_text(data.draw(st.sampled_from(listed)))
    place = data.draw(st.integers(0, len(text)))
    other = data.draw(st.sampled_from(listed))
    middle = data.draw(
        st.sampled_from(["", " ", "-", "9", ">", ",", "é", "\n", "\x00", "r45", "!"])
    )
    end = data.draw(st.integers(place, len(text)))
    try_it(match, text[:place] + middle + text[end:])
    try_it(match, text[:place] + match.game.action_to_text(other)[place:])


@steady
@given(st.data(), st.text())
def test_any_text(positions: Positions, data: st.DataObject, text: str) -> None:
    match, _ = positions(data)
    try_it(match, text)


@steady
@given(st.data())
def test_damaged_json(positions: Positions, damaged: Damage, data: st.DataObject) -> None:
    match, listed = positions(data)
    action = match.game.action_to_json(data.draw(st.sampled_from(listed)))
    try_it(match, damaged(data, action))


@steady
@given(st.data())
def test_json_of_another_moment(positions: Positions, data: st.DataObject) -> None:
    match, _ = positions(data)
    _, listed = positions(data)
    try_it(match, match.game.action_to_json(data.draw(st.sampled_from(listed))))


@pytest.mark.parametrize("action", [None, 3, 2.5, [], (), ["end phase"], b"end phase", object()])
def test_what_is_no_action_at_all(passed: list[Position], action: Any) -> None:
    match, _ = passed[0]
    with pytest.raises(ActionFormatError):
        match.apply(action)


@pytest.mark.parametrize("text", ["", " ", "\n", "fly W1 0,0>1,0", "place", "move W1", "cast"])
def test_what_is_no_text_form_is_told_with_a_form_that_is(text: str) -> None:
    with pytest.raises(ActionFormatError, match=r"[a-z]{4}"):
        default_game().action_from_text(text)


# ---- partial actions


def test_a_part_of_an_action_stands_for_the_one_that_matches(dash: Game[Any]) -> None:
    state = dash.new(["red", "blue"], 1, None)
    card = state.hands[0][0]
    assert dash.read(state, {"type": "play", "card": card}) == dash.read(state, f"play {card}")
    assert dash.read(state, {"type": "roll"}).type == "roll"


def test_a_part_that_matches_several_is_told_with_all_of_them(dash: Game[Any]) -> None:
    state = dash.new(["red", "blue"], 1, None)
    one, other = sorted(state.hands[0])
    with pytest.raises(ActionFormatError, match=f"several .*: play {one}; play {other}"):
        dash.read(state, {"type": "play"})


def test_an_action_object_is_taken_as_it_is(dash: Game[Any]) -> None:
    state = dash.new(["red", "blue"], 1, None)
    (*_, action) = dash.legal_actions(state)
    assert dash.read(state, action) is action


@pytest.mark.parametrize(
    ("whole", "partial", "result"),
    [
        ({"a": 1, "b": 2}, {}, True),
        ({"a": 1, "b": 2}, {"b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": ["x", "y"]}, {"a": ["y", "x"]}, True),
        ({"a": ["x", "y"]}, {"a": ["x"]}, False),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": True}, {"a": True}, True),
        ({"a": 0}, {"a": False}, False),
    ],
)
def test_matching(whole: dict[str, Any], partial: dict[str, Any], result: bool) -> None:
    assert matches(whole, partial) is result
