"""`obsidia odds` tells what `obsidia_core.odds` works out."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from obsidia_core.cli.app import app
from obsidia_core.odds import odds, survival


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["odds", *arguments], prog_name="obsidia")


def test_a_battle_as_text() -> None:
    result = run("3 vs 2")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "3 against 2"
    assert ["the first side wins", "40.87"] in [line.strip().rsplit(None, 1) for line in lines]
    assert lines[-1] == "Expected to be left: 1.93 and 0.93"


def test_a_battle_as_json() -> None:
    result = run("3 vs 2", "--same-tile", "--boneyard", "both", "--json")
    data = json.loads(result.output)
    wanted = odds(3, 2, same_tile=True, terrain="boneyard").to_json()
    assert {key: data[key] for key in wanted} == wanted
    assert data["terrain"] == ["boneyard", "boneyard"]


def test_everything_that_bears_on_a_battle() -> None:
    words = "2 vs timber_ogre --terrain second=woods --spell first=lantern_line --beside first=1"
    arguments = words.split(" --")
    flags = [part for one in arguments[1:] for part in f"--{one}".split()]
    result = run(arguments[0], *flags, "-o", "reroll_limit=3", "--json")
    wanted = odds(
        2,
        "timber_ogre",
        terrain=("plain", "woods"),
        spells=(("lantern_line",), ()),
        beside=(1, 0),
        options={"reroll_limit": 3},
    )
    assert json.loads(result.output)["win"] == wanted.win


def test_survival() -> None:
    data = json.loads(run("4 on blackwater", "--creature", "leviathan", "--json").output)
    wanted = survival("blackwater", 4, creature="leviathan")
    assert {int(left): chance for left, chance in data["survivors"].items()} == wanted
    assert "91.67" in run("1 on blackwater", "--stay").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["three vs two"], "there is no creature 'three'"),
        (["nonsense"], "neither a battle"),
        (["9 vs 1"], "1 to 8 travelers"),
        (["1 vs 1", "--spell", "twin_blades"], "--spell is written SIDE=..."),
        (["1 vs 1", "--spell", "first=twin_blade"], "did you mean 'twin_blades'?"),
        (["1 vs 1", "--spell", "first=raze"], "'raze' is no face-up spell"),
        (["1 vs 1", "--creature", "leviathan"], "--creature says nothing about '1 vs 1'"),
        (["1 on blackwater", "--same-tile"], "--same-tile says nothing"),
        (["1 on blackwatter"], "did you mean 'blackwater'"),
        (["1 vs 1", "-o", "die_faces=[7]"], "die_faces"),
        (["1 vs 1", "--beside", "first=x"], "'x' is no number"),
    ],
)
def test_bad_input_ends_in_a_message(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
