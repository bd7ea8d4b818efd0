"""`why`, `?`, `undo`, `save` and `resume` in the terminal, as somebody new to it types them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from obsidia_core import default_game
from obsidia_core.cli.app import app
from obsidia_core.cli.names import Names
from obsidia_core.cli.narrate import Narrator
from obsidia_core.cli.terminal.forecast import prospects
from obsidia_core.kernel.errors import ActionFormatError
from obsidia_core.kernel.match import Match
from obsidia_core.notation import action_from_text

Play = Callable[..., str]
PROMPT = "movement phase> "
GAME = "game.json"


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Warlords may move, and a creature is on the map."""
    game = default_game()
    match = Match(game, game.new(("warlords", "light_keepers"), 0))
    while (asked := match.decision) is not None:
        kinds = [one.type for one in asked.actions]
        if asked.seat == "warlords" and asked.kind == "movement":
            if {"move", "cast"} <= set(kinds):
                break
            match.apply("end phase")
            continue
        wanted = next((kind for kind in ("train", "place_colony") if kind in kinds), kinds[0])
        match.apply(asked.actions[kinds.index(wanted)])
    path = tmp_path_factory.mktemp("asking") / GAME
    match.save(path)
    return path


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moving: Path) -> Play:
    """Goes on with that game in an empty folder; gives what is printed after the first prompt."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / GAME).write_bytes(moving.read_bytes())

    def invoke(*lines: str, file: str = GAME) -> str:
        words = ["play", "--resume", file, "--bot", "random"]
        result: Result = CliRunner().invoke(app, words, input="\n".join([*lines, "quit"]) + "\n")
        assert result.exit_code == 0, result.stderr
        told: str = result.stdout
        return told

    return invoke


def answers(told: str) -> list[str]:
    """What was answered to each line, in one line each."""
    parts = [" ".join(part.split()) for part in told.split(PROMPT)[1:]]
    return [part.removesuffix(" Turn 2, Warlords:") for part in parts]


def answered(path: Path) -> list[str]:
    actions: list[str] = json.loads(path.read_text(encoding="utf-8"))["replay"]["actions"]
    return actions


# why


@pytest.mark.rule("MOVE-12")
@pytest.mark.parametrize("typed", ["W1 30,30", "why W1 30,30", "why w1 0,0 30,30", "why mo 30,30"])
def test_why_understands_the_forms_that_the_prompt_takes(play: Play, typed: str) -> None:
    assert "30,30 does not share a side with 0,0 [MOVE-12]." in answers(play(typed))[0]


def test_why_takes_words_only_begun(play: Play) -> None:
    train, legal = answers(play("why tr", "why W1 0,-1"))[:2]
    assert train.startswith("Travelers are trained in the own training phase [TRAIN-01].")
    assert legal == "That can be done now; it is among the choices."


def test_cards_and_classes_are_called_by_their_names(play: Play) -> None:
    for one in answers(play("why cast forward camp", "why forward", "cast forward_camp"))[:3]:
        assert one.startswith("Forward Camp is not in your hand [SPELL-03].")
    gift = answers(play("why give raze light_keepers"))[0]
    assert "light_keepers" not in gift


@pytest.mark.parametrize(
    "text",
    [
        "move 0,0 1,0", "move W1 0,0 1,0", "move W1 0,0>1,0>2,0", "move W1 0,0>1,0 maybe",
        "move W1 0,0>", "leave woods W1 x", "place plain-01 0,0 rx", "place plain-01 0,0 r",
        "place plain-01 0 r0", "colony front a,b r0", "cast raze move x",
        "cast raze move " + "9" * 5000,
        "battle 0,0 1", "battle 0,0 1,0 warlords", "outcome x", "give raze", "choose tile",
    ],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_what_is_wrong_with_an_action_is_said_in_words_of_the_game(text: str) -> None:
    with pytest.raises(ActionFormatError) as caught:
        action_from_text(text)
    told = str(caught.value)
    assert told.startswith(f"cannot read {text!r}; the form is ")
    for word in ("unpack", "invalid literal", "KeyError", "base 10", "list index"):
        assert word not in told.removeprefix(f"cannot read {text!r}")
    assert told.endswith(")")


# ?, map, log, rules


def test_any_piece_tile_or_space_in_view_can_be_asked_about(play: Play) -> None:
    traveler, reserve, creature, tile, space = answers(
        play("? W1", "? w2", "? C1", "? warlords-colony", "? 0,0")
    )[:5]
    assert traveler.startswith("W1: a traveler of Warlords, at 0,0 Home Colony.")
    assert "Written: move W1 " in traveler
    assert reserve == "W2: a traveler of Warlords, in reserve."
    assert creature.startswith("C1: Prism Warden of Light Keepers, at -1,-4 ")
    assert tile.startswith("0,0: Home Colony of Warlords")
    assert space.startswith(tile)


def test_what_is_no_space_number_or_rule_is_said(play: Play) -> None:
    place, count, rule, near = answers(play("map x", "log 0", "rules NOPE-1", "rules TWON-07"))[:4]
    assert place == "'x' is no space; map 3,1 tells one space, map alone shows the map."
    assert count.startswith("log, log 50 and log all")
    assert rule == "There is no rule 'NOPE-1'; rules lists the areas."
    assert near == "There is no rule 'TWON-07'; did you mean TOWN-07?"


def test_a_battle_that_was_pending_before_does_not_follow_from_a_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What stands under `Then` is what the choice changes."""
    game = default_game()
    for seed in range(60):
        match = Match(game, game.new(("warlords", "light_keepers"), seed))
        while (asked := match.decision) is not None and len(match.replay.actions) < 500:
            view = match.view(asked.seat)
            if asked.kind == "battle_order" and len(view["battles"]) > 1:
                desk = _desk(match)
                told = " ".join(prospects(desk, desk.choices[0]))
                assert "have to fight" not in told
                return
            match.apply(asked.actions[len(match.replay.actions) * 7 % len(asked.actions)])
    raise AssertionError("no two battles were pending")


def _desk(match: Any) -> Any:
    from obsidia_core.cli.terminal.desk import Desk
    from obsidia_core.cli.terminal.session import Session

    session = Session(match.game, match.state, match.replay, frozenset({0, 1}), {})
    return Desk(session, Names.of(match.game))


def test_travelers_with_the_same_chance_die_each_for_themselves() -> None:
    from obsidia_core.cli.terminal import forecast

    desk: Any = SimpleNamespace(view={}, own_letters=frozenset("W"))
    choice: Any = SimpleNamespace(label=SimpleNamespace(danger=""), fields={})
    seen: Any = SimpleNamespace(
        odds=None, possibilities=(), deaths=lambda _: {"W4": 0.08, "W5": 0.08, "W6": 0.3}
    )
    assert forecast._glance(desk, choice, seen) == "W4 W5 each dies: 8%; W6 dies: 30%"


def test_a_random_pick_says_what_for() -> None:
    narrator = Narrator(Names.of(default_game()), plain=True)
    roll = {"type": "rolled", "dice": [4], "reason": "random"}
    declared = {"type": "spell_declared", "seat": "warlords", "spell": "siege_road"}
    told = narrator.tell([declared, roll, {**roll, "rule": "HORDE-22"}])
    assert any("Chance picked number 4 for Siege Road." in line for line in told)
    assert any("Chance picked number 4 for the Horde." in line for line in told)


# undo


@pytest.mark.rule("MOVE-06")
def test_undo_once_too_often_does_not_move_again(play: Play, tmp_path: Path) -> None:
    told = play("1", "undo", "undo", "undo")
    assert told.count("took back movement 1") == 1
    assert "Taken back: undo" not in told
    assert told.count("Nothing is taken back: ") == 2
    assert "nothing more is left" in " ".join(told.split())
    assert answered(tmp_path / GAME)[-1] == "undo"


# save and resume


def test_a_copy_stays_whatever_is_played_after_it_is_resumed(play: Play, tmp_path: Path) -> None:
    told = play("save copy.json", "1", "end", "resume copy.json", "1", "resume copy.json", "1")
    copy = (tmp_path / "copy.json").read_bytes()
    assert told.count("copy.json stays as it is; the game goes on in game.json.") == 2
    assert told.rstrip().endswith("obsidia play --resume game.json")
    assert len(answered(tmp_path / GAME)) == len(answered(tmp_path / "copy.json")) + 1
    play("1", file="copy.json")
    assert (tmp_path / "copy.json").read_bytes() == copy
    assert len(answered(tmp_path / "obsidia-game.json")) > len(answered(tmp_path / "copy.json"))


def test_the_own_file_is_no_copy_however_it_is_written(play: Play, tmp_path: Path) -> None:
    play(f"save {tmp_path / GAME}", "save", "1")
    play("undo")
    assert answered(tmp_path / GAME)[-1] == "undo"
    assert sorted(path.name for path in tmp_path.iterdir()) == [GAME]


def test_a_copy_of_another_game_does_not_take_the_place_of_this_one(
    play: Play, tmp_path: Path
) -> None:
    play("save copy.json")
    before = (tmp_path / "copy.json").read_bytes()
    words = ["play", "--seed", "4", "--bot", "random", "--save", "other.json"]
    told = CliRunner().invoke(app, words, input="resume copy.json\nquit\n").stdout
    assert "Not resumed: it is a copy of another game" in told
    assert told.rstrip().endswith("obsidia play --resume other.json")
    assert (tmp_path / "copy.json").read_bytes() == before


def test_a_file_that_is_no_game_is_told_within_the_width(play: Play, tmp_path: Path) -> None:
    (tmp_path / "list-of-users-of-this-computer.txt").write_text("root\n", encoding="utf-8")
    told = play("resume list-of-users-of-this-computer.txt").split(PROMPT)[1]
    assert told.startswith("Not resumed: ")
    assert max(map(len, told.splitlines())) <= 80


# words


def test_one_answer_is_told_in_the_singular(play: Play, tmp_path: Path) -> None:
    words = ["play", "--seed", "3", "--human", "all", "--save", "one.json"]
    CliRunner().invoke(app, words, input="\ndraw\nquit\n")
    told = CliRunner().invoke(app, ["play", "--resume", "one.json"], input="x y\nquit\n").stdout
    assert "Going on after 1 answer;" in told
    assert "Enter alone shows the game to the next player; quit leaves." in told
