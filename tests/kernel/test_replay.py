"""Replay files: they give the game again, and say what is wrong when they cannot."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core import default_game
from obsidia_core.kernel.chance import ENUMERATED
from obsidia_core.kernel.conformance import ConformanceError, Setting, recorded, replayed_elsewhere
from obsidia_core.kernel.errors import SaveError
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay, perft, play, state_hash

Damage = Callable[[st.DataObject, Any], Any]
PLAYERS = ("red", "blue")
steady = settings(derandomize=True, deadline=None, max_examples=200)
OBSIDIA = "obsidia_core.game:Obsidia"


@pytest.fixture
def recording(dash: Game[Any]) -> Replay:
    """A whole game of the tiny game."""
    return recorded(dash, Setting(PLAYERS, 3, {"goal": 25}))


@pytest.fixture(scope="session")
def obsidia_recording() -> Replay:
    """The first hundred and fifty decisions of a game of Obsidia."""
    players = ("warlords", "veiled_occult")
    options = {"hand_size": 6, "world_building_tiles": {"2": 4}}
    return recorded(default_game(), Setting(players, 8, options, limit=150))


def test_a_replay_gives_the_last_state(dash: Game[Any], recording: Replay) -> None:
    state = play(recording, dash)
    assert dash.is_over(state)
    assert recording.end == state_hash(dash, state)


def test_a_replay_reads_back_from_its_file(recording: Replay) -> None:
    assert Replay.from_json(json.loads(recording.dumps())) == recording


def test_a_replay_file_has_a_line_for_each_action(recording: Replay) -> None:
    lines = [line.strip(' ,"') for line in recording.dumps().splitlines()]
    start = lines.index(recording.actions[0])
    assert lines[start : start + len(recording.actions)] == recording.actions


def change(recording: Replay, **fields: Any) -> Replay:
    return attrs.evolve(recording, **fields)


def test_another_game_is_named(dash: Game[Any], recording: Replay) -> None:
    with pytest.raises(SaveError, match="of the game 'chess', not of 'dash'"):
        play(change(recording, game="chess"), dash)


def test_other_content_is_named(dash: Game[Any], recording: Replay) -> None:
    with pytest.raises(SaveError, match=r"content second editi.*, installed is rules of"):
        play(change(recording, content="second edition"), dash)


def test_an_illegal_action_is_named_by_number_and_reason(
    dash: Game[Any], recording: Replay
) -> None:
    lines = [*recording.actions[:4], "undo", *recording.actions[4:]]
    with pytest.raises(SaveError, match=r"action 5 \(undo\) is not legal there: .*DASH-01"):
        play(change(recording, actions=lines), dash)


def test_a_line_that_is_no_action_is_named(dash: Game[Any], recording: Replay) -> None:
    with pytest.raises(SaveError, match=r"action 1 \(jump\)"):
        play(change(recording, actions=["jump"]), dash)


def test_an_action_after_the_end_is_named(dash: Game[Any], recording: Replay) -> None:
    with pytest.raises(SaveError, match="the game is over"):
        play(change(recording, actions=[*recording.actions, "end"]), dash)


def test_another_end_is_told(dash: Game[Any], recording: Replay) -> None:
    with pytest.raises(SaveError, match="another state than it was recorded with"):
        play(change(recording, end="0" * 64), dash)


def test_a_replay_without_an_end_goes_as_far_as_its_lines(
    dash: Game[Any], recording: Replay
) -> None:
    state = play(change(recording, actions=recording.actions[:3], end=None), dash)
    assert not dash.is_over(state)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ({"format": "obsidia-replay-0"}, "no replay of format"),
        ({"players": ["red"]}, "unknown keys: players"),
        ({"seed": "3"}, "'seed'"),
        ({"seed": True}, "'seed'"),
        ({"actions": "end"}, "'actions'"),
        ({"actions": ["end", 3]}, "one line of text"),
        ({"end": 3}, "'end'"),
    ],
)
def test_a_damaged_file_is_told(recording: Replay, damage: dict[str, Any], told: str) -> None:
    with pytest.raises(SaveError, match=told):
        Replay.from_json({**recording.to_json(), **damage})


@pytest.mark.parametrize("key", ["game", "setup", "seed", "content", "actions", "end", "format"])
def test_a_missing_key_is_told(recording: Replay, key: str) -> None:
    data = {name: value for name, value in recording.to_json().items() if name != key}
    with pytest.raises(SaveError, match=f"{key}"):
        Replay.from_json(data)


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"players": 3},
        {"players": []},
        {"players": ["red", "blue"], "options": {"speed": 1}},
        {"players": ["red", "blue"], "options": 5},
    ],
)
def test_a_setup_that_makes_no_game_is_a_save_error(
    dash: Game[Any], recording: Replay, setup: dict[str, Any]
) -> None:
    with pytest.raises(SaveError):
        play(change(recording, setup=setup), dash)


@steady
@given(st.data())
def test_damaged_replays(obsidia_recording: Replay, damaged: Damage, data: st.DataObject) -> None:
    game = default_game()
    try:
        replay = Replay.from_json(damaged(data, obsidia_recording.to_json()))
        state = play(replay, game)
    except SaveError:
        return
    assert game.audit(state) == []
    assert replay.end in {None, state_hash(game, state)}


# ---- in another process


@pytest.mark.parametrize("hash_seed", [0, 4242])
def test_a_replay_gives_the_same_state_in_another_process(
    obsidia_recording: Replay, hash_seed: int
) -> None:
    assert replayed_elsewhere(OBSIDIA, obsidia_recording, hash_seed) == obsidia_recording.end


def test_a_replay_that_cannot_be_played_elsewhere_is_told(obsidia_recording: Replay) -> None:
    wrong = attrs.evolve(obsidia_recording, content="another")
    with pytest.raises(ConformanceError, match="recorded with content another"):
        replayed_elsewhere(OBSIDIA, wrong, 0)


# ---- perft


def count_lines(game: Game[Any], state: Any, depth: int) -> int:
    """`perft` in the plainest words."""
    if depth == 0 or game.is_over(state):
        return 1
    total = 0
    for action in game.legal_actions(state):
        child = game.copy(state)
        game.apply(child, action)
        total += count_lines(game, child, depth - 1)
    return total


@pytest.mark.parametrize("driver", ["seeded", ENUMERATED])
@pytest.mark.parametrize("goal", [4, 20])
def test_perft_counts_lines(dash: Game[Any], driver: str, goal: int) -> None:
    state = dash.new(PLAYERS, 2, {"goal": goal})
    state.chance.driver = driver
    before = dash.to_json(state)
    for depth in range(6):
        assert perft(dash, state, depth) == count_lines(dash, state, depth)
    assert dash.to_json(state) == before
