"""A game out of somebody's package is played by every command, as the guide shows it."""

from __future__ import annotations

import os
import re
import runpy
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Program = Callable[..., Any]

ROOT = Path(__file__).parents[2]
GAME = ROOT / "examples" / "race.py"
GUIDE = (ROOT / "docs" / "how-to" / "own-game.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## 6.")[2].partition("## 7.")[0]


def block(language: str) -> str:
    """The one block of that language in the section about plugins."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    return str(found)


COMMANDS = block("sh").splitlines()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of the guide, as an installer leaves it."""
    folder = tmp_path_factory.mktemp("site")
    package, info = folder / "race", folder / "race-1.0.dist-info"
    package.mkdir()
    (package / "__init__.py").touch()
    shutil.copy(GAME, package / "game.py")
    (package / "plugin.py").write_text(block("python"), encoding="utf-8")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1.0\n")
    head, point = block("toml").splitlines()
    assert head == '[project.entry-points."obsidia_core.plugins"]'
    (info / "entry_points.txt").write_text(
        f"[obsidia_core.plugins]\n{point.replace(chr(34), '')}\n", encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_guide_work_as_printed(
    program: Program, site: Path, command: str
) -> None:
    path = os.pathsep.join((str(ROOT / "src"), str(site)))
    result = program(*command.split()[1:], PYTHONPATH=path)
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_the_guide_shows_every_command_that_plays() -> None:
    assert {command.split()[1] for command in COMMANDS} == {"simulate", "play", "perft"}


# The commands with a game that leaves the check of its players out.


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """`find_game` gives a race that names no players and raises what comes up."""
    game = runpy.run_path(str(GAME))["Race"]()
    careful = game.new

    def new(players: Sequence[str], seed: int, options: Mapping[str, Any] | None) -> Any:
        return careful(players if players[0] else (), seed, options)

    game.name, game.default_players, game.new = "careless", (), new
    monkeypatch.setattr("obsidia_core.bots.finding.find_game", lambda _name: game)


PLAYING = [("simulate",), ("play",), ("play", "--bots", "-q"), ("perft",)]


@pytest.mark.usefixtures("careless")
@pytest.mark.parametrize("words", PLAYING, ids=" ".join)
def test_whatever_a_game_raises_at_its_players_asks_for_others(
    run: Run, words: tuple[str, ...]
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert "'careless' does not begin without players (IndexError: tuple index" in told
    assert "say who plays with --players A,B,..." in told
    refused = run(*words, "--players", "red,red")
    assert refused.exit_code == 2
    assert "race is for one or more different players" in refused.stderr


@pytest.mark.usefixtures("careless")
def test_a_game_that_the_best_bot_does_not_play_gets_another(run: Run) -> None:
    result = run("play", "--players", "red,blue")
    assert "red (you), blue (random)" in result.stdout
    named = run("play", "--players", "red,blue", "--bot", "greedy")
    assert named.exit_code == 2
    assert "the greedy bot plays Obsidia, not careless" in named.stderr
