"""Persons play in the terminal: answers count, nothing is lost, nobody sees another's hand."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest
from click.testing import CliRunner, Result

from obsidia_core import default_game
from obsidia_core.cli.app import app
from obsidia_core.cli.terminal.choices import Choice, Menu, matching
from obsidia_core.cli.terminal.commands import COMMANDS
from obsidia_core.cli.terminal.forecast import odds_told
from obsidia_core.cli.terminal.labels import Label
from obsidia_core.cli.terminal.loop import Table
from obsidia_core.cli.terminal.screen import Screen
from obsidia_core.cli.terminal.session import Session, load
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.match import Match
from obsidia_core.kernel.replay import Replay, follow
from obsidia_core.model.actions import EndPhase
from obsidia_core.odds import BattleOdds, End

Play = Callable[..., Result]
SOON = ("-o", "sudden_death_round_limit=1")
QUICK = ("--bot", "random", *SOON)
SOURCE = Path(__file__).parents[2] / "src"
GAME = "obsidia-game.json"
PASS = re.compile(r"Pass the keyboard to ([^.]+)\.\n")


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Runs `obsidia play` in an empty folder with lines as its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def invoke(*arguments: object, lines: list[str] | None = None) -> Result:
        typed = "".join(f"{line}\n" for line in lines or [])
        words = ["play", *map(str, arguments)]
        result = CliRunner().invoke(app, words, prog_name="obsidia", input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


def numbers(seed: int, count: int = 6000, highest: int = 12) -> list[str]:
    """Choices at random; those that are not on offer are refused and cost nothing."""
    chance = Chance(seed, 1)
    return [str(1 + chance.below(0, highest)) for _ in range(count)]


def with_looks(lines: list[str]) -> list[str]:
    """After each line a look at something."""
    looks = ["log -v", "score", "hand", "map", "? 1", "why 1,1"]
    return [word for at, line in enumerate(lines) for word in (line, looks[at % len(looks)])]


def answered(path: Path) -> list[str]:
    """The actions in a game file."""
    actions: list[str] = json.loads(path.read_text(encoding="utf-8"))["replay"]["actions"]
    return actions


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Warlords may move and hold a card that they could cast."""
    game = default_game()
    for seed in range(200):
        state = game.new(("warlords", "light_keepers"), seed)
        match = Match(game, state)
        while (asked := match.decision) is not None and len(match.replay.actions) < 120:
            kinds = [one.type for one in asked.actions]
            if asked.seat == "warlords" and asked.kind == "movement":
                if {"move", "cast"} <= set(kinds):
                    path = tmp_path_factory.mktemp("saved") / "moving.json"
                    match.save(path)
                    return path
                match.apply("end phase")
                continue
            wanted = next((kind for kind in ("train", "place_colony") if kind in kinds), kinds[0])
            match.apply(asked.actions[kinds.index(wanted)])
    raise AssertionError("no such position was found")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """All that was printed in a game of one person, who looked at everything, and its file."""
    path = tmp_path_factory.mktemp("whole") / "game.json"
    lines = with_looks(numbers(9, 1500))
    words = ["play", "--seed", "9", *QUICK, "--save", str(path)]
    result = CliRunner(env={"COLUMNS": "80"}).invoke(app, words, input="\n".join(lines))
    assert result.exit_code == 0
    assert "The game is over: " in result.stdout
    return result.stdout, path


@pytest.fixture
def resume(play: Play, moving: Path, tmp_path: Path) -> Callable[..., Result]:
    """Goes on with the game in which Warlords may move."""

    def start(*lines: str, options: tuple[str, ...] = ()) -> Result:
        (tmp_path / "moving.json").write_bytes(moving.read_bytes())
        arguments = ("--resume", "moving.json", "--bot", "random", *options)
        return play(*arguments, lines=list(lines))

    return start


# Whole games


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--plain",),
        ("--solo", "--class", "warlords"),
        ("--solo",),
        ("--draft", "--plan", "--plain"),
        ("--teams", "-o", "world_building_tiles={4: 6}"),
    ],
    ids=lambda arguments: " ".join(arguments)[:24] or "two",
)
def test_a_game_of_random_choices_comes_to_its_end(
    play: Play, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    quick = SOON if "--solo" in arguments else QUICK
    result = play("--seed", 3, *quick, *arguments, lines=numbers(3))
    assert result.exit_code == 0
    assert "The game is over: " in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr == ""
    if "--plain" in arguments:
        assert not re.search("[─│═║╪┼…]", result.stdout)
        assert re.search(
            r"^(Warlords|Light Keepers) (won|shared the win)\.$", result.stdout, re.MULTILINE
        )
    else:
        shown = [line for line in result.stdout.splitlines() if "> " not in line]
        assert max(map(len, shown)) <= 80
        assert "played by" in result.stdout
    told = CliRunner().invoke(app, ["replay", "verify", GAME])
    assert (told.exit_code, "same end" in told.stdout) == (0, True)


def other_session(path: Path) -> Session:
    """A game of another kind than most tests here play, with one person in it."""
    from orichalque.game import Orichalque

    game = Orichalque()
    state = game.new(seed=3)
    session = Session(game, state, Replay.start(game, state), frozenset({0}), {})
    session.path = path
    return session


def test_a_game_of_another_kind_is_played_with_its_own_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = other_session(tmp_path / "other.json")
    looking = ["hand", "map", "score", "?", "rules SELECT-03", "rules", "rules MOVE", "why 0,0"]
    looking += ["metropolis east", "why metropolis east", "rules BASE:titans.limit"]
    asking = ["1", "undo", "1", "why temple 0,0 0,1 1,0 1,1", "rules R-40"]
    typed = iter([*looking, *asking, *numbers(3)])
    monkeypatch.setattr(Screen, "ask", lambda _self, _prompt: next(typed))
    assert Table(session, Screen()).run() == 0
    told = capsys.readouterr().out
    assert "HUMAN" in told
    assert told.count("No port is called east") == 2
    assert "base:titans.limit: " in told
    assert "SELECT-03: " in told
    assert "There is no rule 'MOVE'; the areas are SETUP, TURN, SELECT, PLACE" in told
    assert not re.search(r"(take|discard|cards:|\d  select) .*[a-z]_\d", told)
    assert "This game has no hands of cards." in told
    assert "The AI: place the tile" in told
    assert "Taken back: metropolis west." in told
    assert told.count("You: place the metropolis") == 2
    assert "R-40: If the AI wins" in told
    help_shown = told.partition("tell it from the others:")[2].partition("leave;")[0]
    for form, _ in session.game.typing_help():
        assert f"  {form} " in help_shown
    for word in ("cast raze", "a unit", "travelers", "your cards", "TOWN-07"):
        assert word not in help_shown
    assert re.search(r"^  1  select \w+ \d  free, ", told, re.MULTILINE)
    assert re.search(r"\bAI\b[ -]+(won|lost)", told)


def test_without_drawings_another_game_is_told_in_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = other_session(tmp_path / "other.json")
    typed = iter(["1", "map", "quit"])
    monkeypatch.setattr(Screen, "ask", lambda _self, _prompt: next(typed))
    assert Table(session, Screen(plain=True)).run() == 0
    lines = capsys.readouterr().out.splitlines()
    assert all("  " not in line.strip() for line in lines)
    assert "Board of the human: 37 circles, 35 free." in lines
    assert "-3,0: the metropolis." in lines
    assert "1: select Produce 3, free, forest, desert, lagoon." in lines


# What is hidden


def spells_of(class_id: str) -> dict[str, str]:
    """Name to id of the spells of a class, but for names that are common words."""
    catalog = default_game().catalog
    return {catalog.spells[one].name: one for one in catalog.classes[class_id].spells}


def known_spells(path: Path, seat: str) -> set[str]:
    """Every spell that a seat has got to know in a game: named in its events."""
    game = default_game()
    replay = Replay.from_json(json.loads(path.read_text(encoding="utf-8"))["replay"])
    known: set[str] = set()
    for state in follow(replay, game):
        for event in game.events_for(state.events, seat):
            known |= set(re.findall(r"[a-z_]+", json.dumps(event)))
    return known


@pytest.mark.parametrize("stop", [40, 120, 240])
def test_cards_of_a_bot_are_named_only_once_they_are_seen(
    play: Play, tmp_path: Path, stop: int
) -> None:
    lines = with_looks(numbers(9, stop))
    told = play("--seed", 9, *QUICK, lines=lines).stdout
    known = known_spells(tmp_path / GAME, "warlords")
    named = {one for name, one in spells_of("light_keepers").items() if name in told}
    assert named <= known
    assert not set(spells_of("light_keepers").values()) <= known


@pytest.mark.parametrize("share", [4, 2])
def test_persons_at_one_keyboard_do_not_see_each_others_cards(
    play: Play, tmp_path: Path, whole: tuple[str, Path], share: int
) -> None:
    """What is printed between two hand-overs names no card that this person has not seen.

    Both persons type text forms, and so play the game again that one of them played by numbers.
    """
    actions = answered(whole[1])
    actions = actions[: len(actions) // share]
    lines = typed_by_both(actions)
    result = play("--seed", 9, "--human", "all", *SOON, lines=lines)
    assert result.exit_code == 0
    assert answered(tmp_path / GAME) == actions
    parts = PASS.split(result.stdout)
    spells = {**spells_of("warlords"), **spells_of("light_keepers")}
    seats = {"Warlords": "warlords", "Light Keepers": "light_keepers"}
    known = {name: known_spells(tmp_path / GAME, seat) for name, seat in seats.items()}
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        assert {one for card, one in spells.items() if card in part} <= known[name]
    assert len(parts) > 20


def typed_by_both(actions: list[str]) -> list[str]:
    """Each answer, after an Enter where the keyboard has been passed, and now and then the log."""
    game = default_game()
    state = game.new(("warlords", "light_keepers"), 9, {"sudden_death_round_limit": 1})
    lines, before = [], None
    for number, text in enumerate(actions):
        assert state.asking is not None
        lines += [""] if state.asking[0] != before else []
        lines += ["log all"] if number % 40 == 39 else []
        lines.append(text)
        before = state.asking[0]
        game.apply(state, game.action_from_text(text))
    return lines


# Commands


def test_every_command_answers(resume: Callable[..., Result]) -> None:
    told = resume(
        "?", "? 1", "? war cry", "? void", "? nothing of this name", "map", "map 0,0", "map 40,40",
        "score", "hand", "log", "log 3", "log all -v", "log much", "rules", "rules TOWN-07",
        "rules town", "rules NO-99", "why", "why 30,30", "why train", "why juggle", "save",
        "save copy.json", "save copy.json", "resume", "resume missing.json", "quit",
    ).stdout  # fmt: skip
    for expected in (
        "Type the number of a choice",
        "Written: move W1",
        "War Cry: ",
        "Void: ",
        "Nothing here is called 'nothing of this name'",
        "Terrain: ",
        "40,40: no tile lies there",
        "towns  on map  reserve",
        "You hold ",
        "log, log 50 and log all",
        "Areas: COMP",
        "TOWN-07: ",
        "TOWN-01: ",
        "There is no rule 'NO-99'",
        "why what?",
        "does not share a side with",
        "[TRAIN-",
        "there is no action 'juggle'",
        "Saved. Go on with: obsidia play --resume moving.json",
        "Saved. Go on with: obsidia play --resume copy.json",
        "resume FILE goes back to a copy",
        "Not resumed: missing.json: it cannot be read",
        "The game is in moving.json. Go on with:\n  obsidia play --resume moving.json\n",
    ):
        assert expected in told
    assert max(len(line) for line in told.splitlines() if "> " not in line) <= 80


def test_the_tutorial_tells_every_command() -> None:
    page = (SOURCE.parent / "docs/tutorial/playing.md").read_text(encoding="utf-8")
    listed = page[page.index("## Everything you can type") : page.index("## Other tables")]
    told = {line.split("`")[1].split()[0] for line in listed.splitlines() if line[:3] == "| `"}
    assert told == set(COMMANDS)


@pytest.mark.rule("MOVE-12")
def test_why_tells_the_reason_the_rule_and_what_the_rule_says(
    resume: Callable[..., Result],
) -> None:
    told = " ".join(resume("why 30,30").stdout.split())
    assert re.search(r"W\d.* at \S+: 30,30 does not share a side with \S+ \[MOVE-12\]\.", told)
    assert "MOVE-12: A plain move goes only to a side neighbor joined by an open path." in told


def test_why_about_something_legal_says_so(resume: Callable[..., Result]) -> None:
    told = resume("why end phase", "why end").stdout
    assert told.count("That can be done now; it is among the choices.") == 2


def test_odds_stand_beside_moves_and_battles(whole: tuple[str, Path]) -> None:
    told, _ = whole
    assert re.search(r" (dies|die): \d+%", told)
    assert re.search(r"(, |: |  )win \d+%, lose \d+%", told)


def test_odds_are_told_from_the_side_of_the_person_who_asks() -> None:
    """The engine's odds begin with the side whose turn it is; that may be the other one."""
    ends = ((End("first", 1, 0), Fraction(1, 4)), (End("second", 0, 1), Fraction(3, 4)))
    odds = BattleOdds(ends)
    creatures = {
        "C1": {"kind": "war_hound", "summoner": "warlords"},
        "C2": {"kind": "rime_stag", "summoner": "light_keepers"},
    }
    desk: Any = SimpleNamespace(
        view={"creatures": creatures}, seat="warlords", side=lambda side: side.upper()
    )
    for sides, told in (
        (("warlords", "light_keepers"), "win 25%, lose 75%"),
        (("light_keepers", "warlords"), "win 75%, lose 25%"),
        (("C2", "C1"), "win 75%, lose 25%"),
        (("C2", "light_keepers"), "C2 wins 25%, LIGHT_KEEPERS wins 75%"),
        (("C1", "warlords"), "C1 wins 25%, WARLORDS wins 75%"),
    ):
        assert odds_told(desk, odds, sides) == told


def test_a_choice_tells_each_way_with_its_chance(resume: Callable[..., Result]) -> None:
    told = resume("? 1", "? end", "quit").stdout
    assert re.search(r"^  (Then: W1|\d+%: )", told, re.MULTILINE)


@pytest.mark.rule("MOVE-05")
def test_undo_takes_back_a_movement_as_the_rules_have_it(
    resume: Callable[..., Result], tmp_path: Path
) -> None:
    result = resume("move", "1", "undo", "quit")
    assert "took back movement 1" in result.stdout
    assert answered(tmp_path / "moving.json")[-1] == "undo"


def test_undo_takes_back_an_answer_that_showed_nothing_new(play: Play, tmp_path: Path) -> None:
    """Ending the training phase shows nothing; it can be a slip of the hand."""
    lines = ["draw", "1", "train", "undo", "train", "end training", "undo", "quit"]
    session = until_training(tmp_path)
    result = play("--resume", session.name, "--bot", "random", lines=lines[2:])
    assert "Taken back: train." in result.stdout
    assert "Taken back: end phase." in result.stdout
    assert answered(session)[-1] == "train"


def until_training(tmp_path: Path) -> Path:
    game = default_game()
    match = Match(game, game.new(("warlords", "light_keepers"), 7))
    while True:
        asked = match.decision
        assert asked is not None
        if (asked.seat, asked.kind) == ("warlords", "training"):
            break
        kinds = [one.type for one in asked.actions]
        chosen = kinds.index("place_colony") if "place_colony" in kinds else 0
        match.apply(asked.actions[chosen])
    path = tmp_path / "training.json"
    match.save(path)
    return path


def test_undo_does_not_take_back_what_showed_something(play: Play, tmp_path: Path) -> None:
    result = play("--seed", 3, *SOON, "--human", "all", lines=["", "draw", "undo", "quit"])
    assert "Nothing is taken back: 'draw tile' has brought something to light." in result.stdout
    assert answered(tmp_path / GAME) == ["draw tile"]
    result = play("--seed", 3, *QUICK, lines=["undo", "quit"])
    assert "Nothing is taken back: " in result.stdout


def test_a_tile_is_placed_by_its_space_and_then_its_turn(play: Play, tmp_path: Path) -> None:
    lines = ["", "draw", "1", "", "draw", "place 0,1", "map", "back", "0,1", "1", "quit"]
    told = play("--seed", 11, "--human", "all", *SOON, lines=lines).stdout
    assert "Which of these? (Enter: all choices)" in told
    assert re.search(r"^place \S+ 0,1 r\d+$", answered(tmp_path / GAME)[-1])


def choice(text: str, head: str = "", place: str | None = None, **fields: Any) -> Choice:
    return Choice(EndPhase(), text, Label(head, text, place=place), fields)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("move W1 0,0>1,0", [0]),
        ("move w1 0,0 1,0", [0]),
        ("W1 1,0", [0]),
        ("W1+W2", [1]),
        ("W1 0,1", [2]),
        ("1,0", [0, 1]),
        ("mo 0,1", [2]),
        ("10,0", []),
        ("0", []),
        ("cast time_slip", [3]),
        ("cast time slip", [3]),
        ("time", [3]),
        ("ti", [3]),
        ("c", [3]),
        ("slip", []),
        ("slip time", []),
        ("cast t s", [3]),
        ("cast time " + "time " * 40, []),
        ("end", [4]),
        ("END PHASE", [4]),
        ("e", [4]),
        ("end phase now", []),
        ("", []),
    ],
)
def test_typed_words_stand_for_the_choices_they_fit(typed: str, found: list[int]) -> None:
    texts = ("move W1 0,0>1,0", "move W1+W2 0,0>1,0", "move W1 0,0>0,1", "cast time_slip")
    choices = [choice(text) for text in (*texts, "end phase")]
    assert [choices.index(one) for one in matching(choices, typed)] == found


def test_a_long_list_is_gathered_by_space_and_a_short_one_is_not() -> None:
    turns = [choice(f"place t {x},0 r{r}", "Lay", f"{x},0") for x in range(8) for r in (0, 90)]
    end = choice("end phase", type="end_phase")
    listed = Menu.of([end, *turns])
    assert [len(entry.choices) for entry in listed.entries] == [2] * 8 + [1]
    assert listed.marks == {f"{x},0": f"({x + 1})" for x in range(8)}
    assert listed.number(3) == listed.entries[2]
    assert listed.number(0) is listed.number(10) is None
    assert all(entry.single for entry in Menu.of([end, *turns[:11]]).entries)


# Bad input


@pytest.mark.parametrize(
    "line",
    [
        "0", "99", "9" * 5000, "-1", "1.5", "\u0661", "nonsense", "x" * 5000, "move", "\x00",
        "\x1b[2J", "place", "cast", "cast nothing", "move W1 0,0>0,9", "choose tile 0,0", "{}",
        "? 99", "?" * 99, "why " + "9" * 500, "rules " + "X" * 500, "log " + "9" * 500,
        "map " + "1," * 50, "' \" \\",
        "save no/such/folder.json", "resume .", "save .",
    ],
    ids=lambda line: repr(line)[:20],
)  # fmt: skip
def test_a_bad_line_is_answered_and_changes_nothing(
    resume: Callable[..., Result], tmp_path: Path, moving: Path, line: str
) -> None:
    result = resume(line, "quit")
    assert result.exit_code == 0
    reply = result.stdout.split("movement phase> ")[1]
    assert 20 < len(reply) < 6000
    assert "\x1b" not in result.stdout
    assert "Traceback" not in result.stdout + result.stderr
    assert answered(tmp_path / "moving.json") == answered(moving)


def test_an_illegal_action_is_refused_with_its_rule(resume: Callable[..., Result]) -> None:
    told = " ".join(resume("train", "quit").stdout.split())
    assert re.search(r"training phase \[TRAIN-\d+\]\. TRAIN-\d+: ", told)


# Files


def test_a_game_taken_up_again_goes_on_as_if_it_had_never_stopped(
    play: Play, tmp_path: Path, whole: tuple[str, Path]
) -> None:
    lines, path = numbers(9, 1500), tmp_path / "parts.json"
    play("--seed", 9, *QUICK, "--save", path.name, lines=lines[:25])
    for start in range(25, len(lines), 80):
        result = play("--resume", path.name, lines=lines[start : start + 80])
        assert result.exit_code == 0
        if "The input has ended" not in result.stdout:
            break
    assert path.read_bytes() == whole[1].read_bytes()


def test_a_new_game_never_takes_the_file_of_another(play: Play, tmp_path: Path) -> None:
    for _ in range(3):
        play(*QUICK, lines=["quit"])
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["obsidia-game-2.json", "obsidia-game-3.json", GAME]
    assert play(*QUICK, "--save", GAME).exit_code == 2
    assert "--resume obsidia-game.json" in play(*QUICK, "--save", GAME).stderr


def test_a_game_file_is_a_match_and_a_replay_can_be_taken_over(play: Play, tmp_path: Path) -> None:
    from obsidia_core import load_match

    play("--seed", 3, *QUICK, lines=["1", "1", "quit"])
    match = load_match(tmp_path / GAME)
    assert match.replay.actions == answered(tmp_path / GAME)
    (tmp_path / "replay.json").write_text(match.replay.dumps(), encoding="utf-8")
    taken = play("--resume", "replay.json", "--human", "light_keepers", lines=["quit"])
    assert taken.exit_code == 0
    assert "Light Keepers (you)" in taken.stdout
    assert load(tmp_path / GAME.replace(".", "-2."), None, None).humans == frozenset({1})
    assert (tmp_path / "replay.json").read_text(encoding="utf-8") == match.replay.dumps()
    copied = play("--resume", GAME, "--save", "copy.json", lines=["quit"])
    assert "obsidia play --resume copy.json" in copied.stdout
    assert answered(tmp_path / "copy.json") == match.replay.actions


@pytest.mark.parametrize(
    "change",
    [
        {"table": {"humans": [9], "bots": {}}},
        {"table": {"humans": "x", "bots": {}}},
        {"table": 5},
        {"replay": {}},
        {"state": {}},
        {"game": "chess"},
        {"game": None},
    ],
    ids=str,
)
def test_a_damaged_game_is_refused(play: Play, tmp_path: Path, change: dict[str, Any]) -> None:
    play("--seed", 3, *QUICK, lines=["quit"])
    path = tmp_path / GAME
    data = {**json.loads(path.read_text(encoding="utf-8")), **change}
    path.write_text(json.dumps(data), encoding="utf-8")
    result = play("--resume", GAME)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
    assert json.loads(path.read_text(encoding="utf-8")) == data


def test_resume_within_a_game_puts_it_away_and_goes_on_with_the_other(
    play: Play, tmp_path: Path
) -> None:
    play("--seed", 3, *QUICK, "--save", "a.json", lines=["1", "quit"])
    told = play("--seed", 4, *QUICK, "--save", "b.json", lines=["resume a.json", "quit"]).stdout
    assert "Obsidia, seed 3" in told
    assert told.endswith("obsidia play --resume a.json\n")
    assert (tmp_path / "b.json").is_file()


def test_a_file_that_cannot_be_written_is_said_and_the_game_goes_on(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_self: Session, path: Path) -> None:
        from obsidia_core.kernel.errors import SaveError

        raise SaveError(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr(Session, "save", full)
    result = play("--seed", 3, *QUICK, lines=["1", "1", "quit"])
    assert result.exit_code == 2
    assert result.stderr.count("save FILE writes the game elsewhere") == 1
    assert "The game is lost" in result.stderr


# Leaving


def test_quitting_and_the_end_of_the_input_say_how_to_go_on(play: Play) -> None:
    for number, lines in enumerate((["quit"], ["q"], ["exit"], [])):
        result = play(*QUICK, "--save", f"{number}.json", lines=lines)
        assert result.exit_code == 0
        assert f"obsidia play --resume {number}.json\n" in result.stdout


def test_an_interrupt_keeps_the_game_and_says_how_to_go_on(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed: Iterator[str] = iter(["1", "1"])

    def ask(_self: Screen, _prompt: str) -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", ask)
    result = play("--seed", 3, *QUICK)
    assert result.exit_code == 130
    assert "Broken off. The game is in obsidia-game.json. Go on with:" in result.stderr
    assert len(answered(tmp_path / GAME)) >= 2


def test_a_bot_that_fails_loses_nothing(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from obsidia_core.kernel.errors import PluginError

    def fail(_self: Session) -> None:
        raise PluginError("bot 'random' raised ValueError: no idea")

    monkeypatch.setattr(Session, "play_bot", fail)
    result = play("--seed", 3, *QUICK, "-o", "world_building_starter=1", lines=["1", "1"])
    assert result.exit_code == 2
    assert "no idea" in result.stderr
    assert "obsidia play --resume obsidia-game.json" in result.stderr
    assert answered(tmp_path / GAME)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--human", "warlrods"), "did you mean 'warlords'?"),
        (("--human", "horde", "--solo"), "nobody called 'horde' plays"),
        (("--class", "warlords"), "--class goes with --solo"),
        (("--solo", "--class", "warlrods"), "did you mean 'warlords'?"),
        (("--solo", "--players", "3"), "a solo game has one player"),
        (("--solo", "--draft"), "cannot be drafted"),
        (("--game", "orichalque", "--solo"), "'orichalque' cannot be played with --solo; the"),
        (("--game", "orichalque", "--draft"), "set with -o NAME=VALUE, are volcano_wild_for"),
        (("--game", "orichalque", "--teams", "--plan"), "with --teams or --plan; the options of"),
        (("--teams", "--players", "3"), "two against two are four players, not 3"),
        (("--teams", "-o", "teams=none"), "given twice"),
        (("--bot", "nobody"), "there is no bot 'nobody'"),
        (("--bot", "random", "--bot", "random"), "one seat without a person needs one bot, not 2"),
        (("--human", "all", "--bot", "random"), "persons play every seat"),
        (("--players", "4", "--bot", "random,greedy"), "3 seats without a person need 1 or 3 bots"),
        (("--out", "x"), "--out goes with --bots"),
        (("--quiet",), "--quiet goes with --bots"),
        (("--json",), "--json goes with --bots"),
        (("--bots", "--human", "warlords"), "--human does not go with --bots"),
        (("--bots", "--save", "x"), "--save does not go with --bots"),
        (("--resume", "x", "--seed", "4"), "--seed does not go with --resume"),
        (("--resume", "x", "--solo"), "does not go with --resume"),
        (("--resume", "missing.json"), "missing.json: it cannot be read"),
        (("--save", "no/such/folder.json"), "there is no folder"),
        (("--save", "."), "is not a file"),
    ],
)
def test_options_that_make_no_game_are_refused(
    play: Play, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    result = play(*words, lines=["quit"])
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


# A real terminal


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_in_a_terminal_there_is_colour_completion_and_an_interrupt(tmp_path: Path) -> None:
    """The tabulator completes what is on offer, and Ctrl-C keeps the game."""
    with Terminal(tmp_path, "--seed", "3", "--human", "all", *SOON) as terminal:
        terminal.wait_for("press Enter when you alone are looking: ")
        terminal.type("\r")
        terminal.wait_for("World-building> ")
        terminal.type("dr\t")
        terminal.wait_for("draw ")
        terminal.type("tile\r")
        seen = terminal.wait_for("Lay ")
        terminal.wait_for("World-building> ")
        terminal.type("1\r")
        seen += terminal.wait_for("press Enter when you alone are looking: ")
        terminal.type("\r")
        terminal.wait_for("World-building> ")
        rest = terminal.interrupt()
        terminal.leave()
    assert "\x1b[1m" in seen
    assert "\x1b[2J\x1b[3J\x1b[H" in seen
    assert "obsidia play --resume obsidia-game.json" in rest
    assert terminal.status == 130
    assert len(answered(tmp_path / GAME)) >= 2


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_no_color_and_the_end_of_the_input_in_a_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--seed", "3", *QUICK, NO_COLOR="1") as terminal:
        seen = terminal.wait_for("World-building> ")
        terminal.type("\x04")
        rest = terminal.rest()
        terminal.leave()
    assert not re.search(r"\x1b\[\d+m", seen)
    assert "The input has ended. The game is in obsidia-game.json." in rest
    assert terminal.status == 0


IN_TERMINAL = (
    "import fcntl, signal, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if these tests ignore it\n"
    "from obsidia_core.cli import main\n"
    "main()\n"
)
"""Makes the terminal the one that sends interrupts, then is `obsidia`."""


class Terminal:
    """`obsidia play` in a pseudo-terminal of 80 by 24."""

    def __init__(self, folder: Path, *arguments: str, **env: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._own, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        clean = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, "play", *arguments],
            cwd=folder,
            env={**clean, "PYTHONPATH": str(SOURCE), "TERM": "xterm", **env},
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
        )
        os.close(other)
        self.status: int | None = None
        self._seen = ""

    def type(self, text: str) -> None:
        os.write(self._own, text.encode())

    def wait_for(self, text: str) -> str:
        """What is shown up to the text and with it."""
        while text not in self._seen:
            part = self._read()
            assert part, f"{text!r} never came; there was {self._seen[-300:]!r}"
            self._seen += part
        before, found, self._seen = self._seen.partition(text)
        return before + found

    def interrupt(self) -> str:
        """Everything that is shown after Ctrl-C, pressed again as long as nothing comes of it.

        A signal between the prompt and the wait for input is not seen before the next one.
        """
        for _ in range(20):
            self.type("\x03")
            ready, _, _ = select.select([self._own], [], [], 3)
            if ready:
                break
        return self.rest()

    def rest(self) -> str:
        return self._seen + "".join(iter(self._read, ""))

    def leave(self) -> None:
        self.status = self._process.wait(60)

    def _read(self) -> str:
        ready, _, _ = select.select([self._own], [], [], 60)
        try:
            return os.read(self._own, 4096).decode(errors="replace") if ready else ""
        except OSError:  # the other end is closed
            return ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._own)
