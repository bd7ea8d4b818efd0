"""Files that commands read and write: nothing is lost, and what is wrong is said with its place."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Program = Callable[..., Any]
QUICK = ("-o", "sudden_death_round_limit=1")


@pytest.fixture
def replay(run: Run, tmp_path: Path, recorded: Path) -> Path:
    """A recorded game in the folder of the test."""
    del run  # it is the one that goes there
    return Path(shutil.copy(recorded, tmp_path / "game.json"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game."""
    from click.testing import CliRunner

    from obsidia_core.cli.app import app

    path = tmp_path_factory.mktemp("recorded") / "game.json"
    words = ["play", "--bots", "--quiet", "--seed", "4", *QUICK, "--out", str(path)]
    assert CliRunner().invoke(app, words).exit_code == 0
    return path


def altered(path: Path, name: str, **changes: Any) -> Path:
    """A copy with other entries."""
    data = json.loads(path.read_text(encoding="utf-8"))
    target = path.with_name(name)
    target.write_text(json.dumps({**data, **changes}), encoding="utf-8")
    return target


# What is written


WRITES = [
    pytest.param(("render", "-o"), "map.svg", id="svg"),
    pytest.param(("render", "-o"), "map.png", id="png"),
    pytest.param(("replay", "export", "--html", "-o"), "page.html", id="html"),
]


@pytest.mark.parametrize(("words", "name"), WRITES)
def test_only_a_file_of_the_same_kind_is_replaced(
    run: Run, replay: Path, words: tuple[str, ...], name: str
) -> None:
    if name.endswith("png"):
        pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
    target = replay.with_name(name)
    for _ in range(2):
        result = run(*words, name, replay.name)
        assert result.exit_code == 0, result.output
    foreign = {"map.svg": b"<svg><!-- mine --></svg>", "map.png": b"\x89PNG mine"}
    for content in (foreign.get(name, b"<!DOCTYPE html>mine"), b"my notes", b""):
        target.write_bytes(content)
        refused = run(*words, name, replay.name)
        assert refused.exit_code == 2
        assert f"{name} is there already" in refused.stderr
        assert "--force" in refused.stderr
        assert target.read_bytes() == content
    assert run(*words, name, replay.name, "--force").exit_code == 0
    assert run(*words, name, replay.name).exit_code == 0


def test_a_picture_that_was_sent_to_a_file_is_replaced_too(run: Run, replay: Path) -> None:
    target = replay.with_name("map.svg")
    target.write_text(run("render", replay.name).stdout, encoding="utf-8")
    assert run("render", replay.name, "-o", target.name).exit_code == 0


def test_a_picture_does_not_take_the_place_of_one_of_another_kind(run: Run, replay: Path) -> None:
    run("render", replay.name, "-o", "map.svg")
    shutil.copy(replay.with_name("map.svg"), replay.with_name("page.html"))
    assert run("replay", "export", "--html", replay.name, "-o", "page.html").exit_code == 2


@pytest.mark.parametrize(("words", "name"), WRITES)
def test_the_file_that_is_read_is_never_replaced(
    run: Run, replay: Path, words: tuple[str, ...], name: str
) -> None:
    same = replay.rename(replay.with_name(name))
    before = same.read_bytes()
    for other in (name, f"../{same.parent.name}/{name}"):
        result = run(*words, other, name, "--force")
        assert (result.exit_code, "is the file that is read" in result.stderr) == (2, True)
    assert same.read_bytes() == before


def test_a_game_that_persons_go_on_with_is_not_replaced_by_a_replay(
    run: Run, tmp_path: Path
) -> None:
    from obsidia_core import new_match

    new_match(["warlords", "light_keepers"], seed=7).save(tmp_path / "game.json")
    before = (tmp_path / "game.json").read_bytes()
    words = ("play", "--bots", "-q", *QUICK, "--out", "game.json")
    assert run(*words).exit_code == 2
    assert (tmp_path / "game.json").read_bytes() == before
    assert run(*words, "--force").exit_code == 0
    assert run(*words).exit_code == 0


@pytest.mark.parametrize("place", [".", "folder.svg", "folder.html", "no/such/folder/map.svg"])
def test_a_place_that_cannot_be_written_is_said(run: Run, replay: Path, place: str) -> None:
    if "folder." in place:
        replay.with_name(place).mkdir()
    for words in (("render", replay.name), ("replay", "export", "--html", replay.name)):
        result = run(*words, "-o", place)
        assert result.exit_code == 2
        assert "should not have happened" not in result.stderr


def test_a_reader_that_goes_away_leaves_the_whole_replay(program: Program, tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom obsidia_core.cli import main\n"
        "reader, writer = os.pipe()\nos.close(reader)\nos.dup2(writer, 1)\n"
        f"sys.argv[1:] = ['play', '--bots', '--seed', '4', *{QUICK!r}, '--out', 'left.json']\n"
        "main()"
    )
    assert program(code=code).stderr == ""
    whole = program("play", "--bots", "-q", "--seed", 4, *QUICK, "--out", "whole.json")
    assert whole.returncode == 0
    assert (tmp_path / "left.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


# What is read


def test_an_altered_replay_is_told_up_to_there_and_then_refused(run: Run, replay: Path) -> None:
    lines = json.loads(replay.read_text(encoding="utf-8"))["actions"]
    for changes, place in (
        ({"actions": [*lines[:9], "train", *lines[10:]]}, "action 10 (train) is not legal"),
        ({"actions": lines[:-1]}, f"after action {len(lines) - 1}"),
        ({"end": "0" * 64}, f"after action {len(lines)}"),
    ):
        altered(replay, "altered.json", **changes)
        result = run("replay", "show", "altered.json")
        assert result.exit_code == 2
        assert result.stdout.startswith("Obsidia, seed 4: ")
        assert "Result after" not in result.stdout
        assert f"altered.json is not as it was recorded: {place}" in result.stderr
        for option in ("--json", "--quiet"):
            silent = run("replay", "show", option, "altered.json")
            assert (silent.exit_code, silent.stdout.strip()) == (2, "")
        assert run("replay", "verify", "altered.json").exit_code == 1


def test_a_replay_of_other_content_is_not_told(run: Run, replay: Path) -> None:
    altered(replay, "other.json", content="0" * 64)
    result = run("replay", "show", "other.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "recorded with content 000000000000" in result.stderr


def test_an_altered_replay_says_where_one_can_go_on_from(run: Run, replay: Path) -> None:
    lines = json.loads(replay.read_text(encoding="utf-8"))["actions"]
    altered(replay, "altered.json", actions=[*lines[:9], "train", *lines[10:]])
    result = run("play", "--resume", "altered.json")
    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert "altered.json: action 10 (train) is not legal there" in told
    assert "take the actions from number 10 on out of it and set its 'end' to null" in told
    altered(replay, "shorter.json", actions=lines[:9], end=None)
    assert run("play", "--resume", "shorter.json").exit_code == 0  # the input ends at once


@pytest.mark.parametrize(
    "words",
    [
        ("render",),
        ("replay", "show"),
        ("replay", "verify"),
        ("replay", "export", "--html"),
        ("play", "--resume"),
    ],
    ids=" ".join,
)
def test_a_document_without_a_bottom_is_said_to_be_nested_too_deeply(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "deep.json").write_text(
        '{"format": "obsidia-replay-1", "game": ' + "[" * 100_000, encoding="utf-8"
    )
    result = run(*words, "deep.json")
    told = result.stdout + result.stderr
    assert result.exit_code == 2
    assert "deep.json" in told
    assert "nested too deeply" in told
    assert "recursion" not in told


def test_what_no_installed_package_provides_is_named(run: Run, replay: Path) -> None:
    for setup, missing in (
        ({"players": ["tidewardens", "warlords"]}, "class 'tidewardens'"),
        (
            {"players": ["light_keepers", "warlords"], "options": {"undertow": 3}},
            "option 'undertow'",
        ),
    ):
        altered(replay, "other.json", setup=setup)
        for words in (("replay", "show"), ("replay", "verify"), ("play", "--resume"), ("render",)):
            result = run(*words, "other.json")
            told = " ".join((result.stdout + result.stderr).split())
            assert result.exit_code == 2
            assert f"no installed package provides {missing}; install the package" in told


def test_a_state_of_a_class_that_is_not_installed_names_it(run: Run, tmp_path: Path) -> None:
    from obsidia_core import new_match

    match = new_match(["warlords", "light_keepers"], seed=7)
    text = match.game.to_json(match.state).replace("light_keepers", "tidewardens")
    (tmp_path / "state.json").write_text(text, encoding="utf-8")
    result = run("render", "state.json")
    assert result.exit_code == 2
    assert "no installed package provides class 'tidewardens'" in result.stderr


def test_the_seats_are_listed_in_words(run: Run, replay: Path) -> None:
    for words in (("render",), ("replay", "export", "--html")):
        result = run(*words, replay.name, "--seat", "warlord")
        assert result.exit_code == 2
        told = " ".join(result.stderr.split())
        assert "no seat 'warlord'" in told
        assert "(" not in told.split("the seats are")[1]


@pytest.mark.parametrize(
    "table",
    [
        {"humans": ["0"], "bots": {"1": "random"}},
        {"humans": [False], "bots": {"1": "random"}},
        {"humans": [7], "bots": {}},
        {"humans": [0], "bots": {"x": "random"}},
        {"humans": [0]},
    ],
)
def test_who_plays_is_read_as_it_stands_or_not_at_all(
    run: Run, tmp_path: Path, table: dict[str, Any]
) -> None:
    from obsidia_core import new_match

    path = tmp_path / "game.json"
    new_match(["warlords", "light_keepers"], seed=7).save(path)
    altered(path, "table.json", table=table)
    result = run("play", "--resume", "table.json")
    assert (result.exit_code, "who plays is damaged" in result.stderr) == (2, True)


def test_a_file_of_a_game_that_is_not_installed_is_named(run: Run, replay: Path) -> None:
    altered(replay, "chess.json", game="chess")
    for words in (("render",), ("replay", "show"), ("replay", "export", "--html")):
        result = run(*words, "chess.json")
        assert (result.exit_code, "chess.json: there is no game" in result.stderr) == (2, True)
    assert "chess.json: there is no game" in run("play", "--resume", "chess.json").stderr
