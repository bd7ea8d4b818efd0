"""`obsidia spell` and `obsidia plugins`: what designers ask for."""

import json

import pytest
from click.testing import CliRunner

from obsidia_core.cli.app import app


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.output


def test_the_list_has_every_spell_and_can_be_narrowed() -> None:
    status, text = run("spell", "list", "--json")
    assert status == 0
    assert len(json.loads(text)) == 80
    status, text = run("spell", "list", "--class", "warlords", "--phase", "IV", "--json")
    assert {one["id"] for one in json.loads(text)} >= {"war_cry", "no_quarter"}


def test_a_spell_is_shown_with_text_targets_and_effects() -> None:
    status, text = run("spell", "show", "time_slip")
    assert status == 0
    assert "up to three spaces" in text
    assert "runner: traveler(solo=True, moved=False)" in text
    assert "steps(count=3, to=runner)" in text


def test_trying_a_spell_tells_what_was_asked_chosen_and_changed() -> None:
    status, text = run("spell", "try", "conversion")
    assert status == 0
    assert "veiled_occult, asked training: cast conversion" in text
    assert "rolled dice=" in text
    assert "examples hold" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("spell", "show", "time_slipp"),
        ("spell", "try", "nothing"),
        ("spell", "list", "--class", "wizards"),
        ("spell", "list", "--phase", "VI"),
    ],
)
def test_what_is_not_there_is_told_with_status_2(arguments: tuple[str, ...]) -> None:
    status, text = run(*arguments)
    assert status == 2
    assert "Traceback" not in text


def test_plugins_tell_who_provides_what() -> None:
    status, text = run("plugins", "--json")
    provided = json.loads(text)
    assert status == 0
    assert "steps" in provided["language"]["effect hook"]
    assert provided["default"]["pack"] == ["spells"]
