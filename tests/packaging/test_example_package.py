"""The package in `examples/tidewardens` is somebody else's: built, installed and played as such."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "tidewardens"

USE = """
import json
from collections import Counter

from click.testing import CliRunner

from obsidia_core import Match, default_game
from obsidia_core.bots import find_bot, play_out, seat_bots
from obsidia_core.cli.app import app
from obsidia_core.content import read_examples
from obsidia_core.plugins import load_plugins
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import checked
from obsidia_core.scenario.report import run_document

def obsidia(*arguments):
    done = CliRunner().invoke(app, arguments)
    return [done.exit_code, done.output]

(pack,) = [pack for pack in load_plugins().packs if pack.plugin == "tidewardens"]
examples, games = read_examples(pack.folder), Games()
results = [run_document(checked(one, games), games) for one in examples]

game = default_game()
seen = Counter()
audits, saves = [], []
own = {("spell_cast", "riptide"), ("spell_cast", "call_the_crab"), ("washed away", None)}
for seed in range(20):
    others = [["death_legion", "veiled_occult"], ["warlords"]][seed % 2]
    if seed > 1 and own <= seen.keys():
        break
    options = {"undertow": 5, "sudden_death_round_limit": 5}
    state = game.new(["tidewardens", *others], seed, options)
    match = Match(game, state.copy())
    bots = seat_bots(game, state, [find_bot("eager")], seed)

    def watch(seat, action):
        audits.extend(game.audit(state))
        events = game.events_for(state.events, None)
        for event, after in zip(events, [*events[1:], {"type": "nothing"}]):
            seen[event["type"], event.get("spell")] += 1
            if event.get("reason") == "survival" and after["type"] == "returned":
                seen["washed away", None] += 1
        if len(course) % 50 == 0:
            again = game.from_json(game.to_json(state))
            saves.append(again == state and again.setup.option("undertow") == 5)
        course.append(action)
        match.apply(action)

    course = []
    assert play_out(game, state, bots, 4000, watch).finished
    again = Match.from_json(game, match.to_json())
    saves.append(again.state == state and again.replay.actions == match.replay.actions)

print(json.dumps({
    "plugins": obsidia("plugins", "--json"),
    "validate": obsidia("validate", "--strict", str(pack.folder)),
    "try": obsidia("spell", "try", "riptide"),
    "examples": Counter(one.spell for one in examples),
    "failed": [line for result in results if not result.passed for line in result.lines()],
    "audits": audits,
    "saves": saves,
    "cast": sorted({name for kind, name in seen if kind == "spell_cast"}),
    "events": sorted({kind for kind, name in seen}),
}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the built wheel of the package is installed, without the network."""
    folder = tmp_path_factory.mktemp("tidewardens")
    source = shutil.copytree(PACKAGE, folder / "source")
    build = f"import hatchling.build as b; b.build_wheel({str(folder)!r})"
    quiet = subprocess.PIPE
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, stdout=quiet)
    (wheel,) = folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    to = ["--no-deps", "--no-index", "--target", str(folder / "site")]
    subprocess.run([*pip, *to, str(wheel)], check=True, stdout=quiet)
    return folder / "site"


@pytest.fixture(scope="module")
def used(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a program sees that has the package installed, started elsewhere."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("OBSIDIA_")}
    done = subprocess.run(
        [sys.executable, "-c", USE],
        cwd=tmp_path_factory.mktemp("elsewhere"),
        env={**env, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT / "src")])},
        check=True,
        stdout=subprocess.PIPE,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_plugins_lists_all_that_it_provides(used: dict[str, Any]) -> None:
    status, told = used["plugins"]
    assert status == 0
    own = json.loads(told)["tidewardens"]
    assert own["class"] == ["tidewardens"]
    assert len(own["spell"]) == 20
    assert own["terrain"] == ["tidal_flat"]
    assert own["creature"] == ["reef_crab"]
    assert own["effect hook"] == ["draw_in"]
    assert own["bot"] == ["eager"]
    assert own["option"] == ["undertow"]


def test_its_content_is_free_of_problems(used: dict[str, Any]) -> None:
    assert used["validate"] == [0, "no problems\n"]


def test_two_examples_at_least_of_each_of_its_cards_hold(used: dict[str, Any]) -> None:
    assert used["failed"] == []
    assert len(used["examples"]) == 20
    assert min(used["examples"].values()) >= 2


def test_its_cards_can_be_tried_from_the_command_line(used: dict[str, Any]) -> None:
    status, told = used["try"]
    assert status == 0
    assert "3 of 3 examples hold" in told


def test_whole_games_are_played_with_its_class_and_bot(used: dict[str, Any]) -> None:
    assert used["audits"] == []
    assert len(used["cast"]) > 20


def test_its_primitive_its_creature_and_its_terrain_come_into_play(used: dict[str, Any]) -> None:
    assert {"riptide", "call_the_crab"} <= set(used["cast"])
    assert {"summoned", "washed away"} <= set(used["events"])


def test_its_games_are_saved_and_read_back(used: dict[str, Any]) -> None:
    assert len(used["saves"]) > 6
    assert all(used["saves"])
