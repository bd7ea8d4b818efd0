"""Matches: log, undo, saves; and what becomes of a damaged save."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core import default_game, load_match
from obsidia_core.kernel.conformance import Setting, Walk, difference
from obsidia_core.kernel.errors import ActionFormatError, IllegalAction, SaveError
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.match import Match, write_text
from obsidia_core.kernel.replay import play

Damage = Callable[[st.DataObject, Any], Any]
Saves = Callable[[st.DataObject], dict[str, Any]]
PLAYERS = ("red", "blue")
steady = settings(derandomize=True, deadline=None, max_examples=200)


@pytest.fixture
def match(dash: Game[Any]) -> Match[Any]:
    """A match of the tiny game; red holds two cards."""
    return Match(dash, dash.new(PLAYERS, 1, None))


def card(match: Match[Any]) -> str:
    return f"play {match.state.hands[match.state.turn][0]}"


def test_text_json_and_actions_all_serve(match: Match[Any]) -> None:
    number = match.state.hands[0][0]
    (ran,) = match.apply({"type": "play", "card": number})
    assert (ran.type, match.state.at) == ("ran", (number, 0))
    match.apply("end")
    assert match.decision
    match.apply(match.decision.actions[-1])
    assert match.replay.actions == [f"play {number}", "end", "roll"]


def test_refused_input_leaves_the_match_as_it_was(match: Match[Any]) -> None:
    match.apply(card(match))
    before, log = match.to_json(), match.events()
    with pytest.raises(IllegalAction, match="DASH-01"):
        match.apply("roll")
    with pytest.raises(ActionFormatError):
        match.apply("jump")
    assert match.to_json() == before
    assert match.events() == log


def test_a_fault_of_the_game_leaves_the_match_as_it_was(
    broken: Callable[[str, Any], Game[Any]],
) -> None:
    def fails_halfway(apply: Any) -> Any:
        def wrapped(state: Any, action: Any) -> None:
            apply(state, action)
            raise ZeroDivisionError

        return wrapped

    game = broken("apply_unchecked", fails_halfway)
    match = Match(game, game.new(PLAYERS, 1, None))
    before = match.to_json()
    with pytest.raises(ZeroDivisionError):
        match.apply("roll")
    assert match.to_json() == before


def test_check_tells_without_doing(match: Match[Any]) -> None:
    before = match.to_json()
    assert match.check("roll") is None
    refusal = match.check("end")
    assert refusal is not None
    assert refusal.rule == "DASH-01"
    assert match.to_json() == before


def test_undo_takes_a_movement_back(match: Match[Any]) -> None:
    before = match.view("red")
    match.apply(card(match))
    match.undo()
    assert match.view("red") == before
    with pytest.raises(IllegalAction):
        match.undo()


def test_the_log_shows_each_seat_what_it_may_know(match: Match[Any]) -> None:
    match.apply(card(match))
    match.apply("end")
    drawn = {seat: match.events(1, seat)[-1] for seat in ("red", "blue", None)}
    assert drawn["red"].card in match.state.hands[0]  # type: ignore[attr-defined]  # the tiny game's
    assert drawn["blue"].card is drawn[None].card is None  # type: ignore[attr-defined]  # as above


def test_the_log_can_be_read_from_a_number_on(match: Match[Any]) -> None:
    match.apply(card(match))
    match.apply("end")
    assert [event.type for event in match.events()] == ["ran", "drew"]
    assert [event.type for event in match.events(since=1)] == ["drew"]
    assert match.events(since=2) == []


def to_the_end(match: Match[Any]) -> None:
    while match.decision is not None:
        match.apply(match.decision.actions[-1])


def test_a_match_knows_its_end(match: Match[Any]) -> None:
    assert (match.over, match.winners) == (False, None)
    assert repr(match) == "<Match of dash: <Decision red: go, 3 actions>>"
    to_the_end(match)
    assert (match.over, match.legal_actions()) == (True, [])
    assert match.winners in {("red",), ("blue",)}
    assert "won by" in repr(match)
    with pytest.raises(IllegalAction, match="the game is over"):
        match.apply("roll")


def test_a_match_can_be_replayed(match: Match[Any]) -> None:
    to_the_end(match)
    assert match.game.to_json(play(match.replay, match.game)) == match.game.to_json(match.state)


# ---- saves


def test_a_saved_match_goes_on_equally(match: Match[Any], tmp_path: Path) -> None:
    match.apply(card(match))
    path = tmp_path / "match.json"
    match.save(path)
    other = Match.from_json(match.game, path.read_text(encoding="utf-8"))
    assert other.to_json() == match.to_json()
    to_the_end(match)
    to_the_end(other)
    assert other.to_json() == match.to_json()


def test_a_save_replaces_the_file_whole(match: Match[Any], tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("something longer " * 1_000, encoding="utf-8")
    match.save(str(path))
    assert path.read_text(encoding="utf-8") == match.to_json() + "\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_keeps_what_it_had(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "\ud800")
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON document"),
        ("{", "no JSON document"),
        ("[" * 100_000, "no JSON document: it is nested too deeply"),
        ("[]", "expected a document of format 'obsidia-match-1', found 'list'"),
        ("{}", "found None"),
        ('{"format": "obsidia-match-1", "game": "chess"}', "the game 'chess', not to 'dash'"),
        ('{"format": "obsidia-match-1", "game": "dash"}', "format 'dash-1', found"),
    ],
)
def test_what_is_no_save_is_told(dash: Game[Any], text: str, told: str) -> None:
    with pytest.raises(SaveError, match=told):
        Match.from_json(dash, text)


def test_a_file_that_is_not_there_or_no_text_is_a_save_error(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        load_match(tmp_path / "none.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="cannot be read"):
        load_match(tmp_path / "binary")


@pytest.fixture(scope="session")
def saved() -> list[dict[str, Any]]:
    """Matches of Obsidia in many kinds of positions, with checkpoints and pending effects."""
    game = default_game()
    found = []
    for seed, options in ((1, {}), (2, {"open_spell_windows": "always_ask"})):
        walk = Walk(game, Setting(("death_legion", "light_keepers", "warlords"), seed, options))
        match = Match(game, game.copy(walk.state))
        while walk.action is not None and walk.number < 250:
            if walk.number % 30 == 0 or len(match.state.stack) > 3:
                found.append(json.loads(match.to_json()))
            match.apply(walk.action)
            walk.step()
    return found


@pytest.fixture(scope="session")
def saves(saved: list[dict[str, Any]]) -> Saves:
    """Draws one of the saved matches."""
    return lambda data: saved[data.draw(st.integers(0, len(saved) - 1), "save")]


def usable(match: Match[Any]) -> None:
    """Everything that can be asked of a position works."""
    assert match.game.audit(match.state) == []
    for seat in (*match.game.seats(match.state), None):
        json.dumps(match.view(seat))
    for action in match.legal_actions():
        assert match.check(action) is None
    assert repr(match)
    again = Match.from_json(match.game, match.to_json())
    assert again.to_json() == match.to_json()


def test_the_sound_saves_are_usable(saved: list[dict[str, Any]]) -> None:
    for save in saved:
        match = Match.from_json(default_game(), json.dumps(save))
        assert difference(json.loads(match.to_json()), save) is None
        usable(match)


@steady
@given(st.data())
def test_damaged_saves(saves: Saves, damaged: Damage, data: st.DataObject) -> None:
    """A damaged save is refused as such, or it is a sound position again."""
    save = saves(data)
    text = json.dumps({**save, "state": damaged(data, save["state"])})
    try:
        match = Match.from_json(default_game(), text)
    except SaveError:
        return
    usable(match)


def test_what_is_gone_from_a_frame_is_missed_on_loading(saved: list[dict[str, Any]]) -> None:
    """Or it is not missed at the next answer either, whatever is answered."""
    refused = 0
    for save in saved:
        for frame, (_, _, facts) in enumerate(save["state"]["stack"]):
            for key in facts:
                damaged = json.loads(json.dumps(save["state"]))
                del damaged["stack"][frame][2][key]
                try:
                    state = default_game().from_json(json.dumps(damaged))
                except SaveError:
                    refused += 1
                    continue
                for action in {
                    one.type: one for one in default_game().legal_actions(state)
                }.values():
                    default_game().apply(state.copy(), action)
    assert refused > 20


def test_loading_leaves_chance_as_it_was(saved: list[dict[str, Any]]) -> None:
    """That a position is tried out when it is read shows nowhere."""
    for save in saved:
        again = default_game().from_json(json.dumps(save["state"]))
        assert json.loads(default_game().to_json(again)) == save["state"]


@steady
@given(st.data())
def test_damaged_headers(saves: Saves, damaged: Damage, data: st.DataObject) -> None:
    save = saves(data)
    text = json.dumps(damaged(data, {**save, "state": "STATE"}))
    try:
        match = Match.from_json(default_game(), text.replace('"STATE"', json.dumps(save["state"])))
    except SaveError:
        return
    usable(match)


@steady
@given(st.data())
def test_cut_and_scratched_saves(saves: Saves, data: st.DataObject) -> None:
    text = json.dumps(saves(data))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    scratch = data.draw(st.sampled_from(["", "0", ",", "]", '"', "null", "\x00", "1e999"]))
    try:
        match = Match.from_json(default_game(), text[:start] + scratch + text[end:])
    except SaveError:
        return
    usable(match)
