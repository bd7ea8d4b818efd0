"""`obsidia spell` and `obsidia plugins`: what designers ask for."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from obsidia_core.cli.app import app
from obsidia_core.plugins.resources import content_root


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
    ("spell", "told"),
    [
        ("war_cry", "that counts as 4 for warlords, 3 for death_legion"),
        ("twin_blades", "that counts as 5 for warlords, 4 for death_legion"),
        ("exchange_of_fates", "that counts as 5 for veiled_occult, 2 for death_legion"),
    ],
)
def test_trying_a_spell_tells_what_changed_dice_count(spell: str, told: str) -> None:
    """Something added, the higher of two, results swapped; not where dice count as they lie."""
    status, text = run("spell", "try", spell)
    assert status == 0
    lines = [line.strip() for line in text.splitlines()]
    assert told in lines
    plain = [line for line, after in pairwise(lines) if "counts" not in after]
    assert any(line.startswith("rolled dice=") for line in plain)


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str], str]:
    """A copy of the Warlords' cards with one text replaced: the name of the file."""

    def change(old: str, new: str) -> str:
        text = (content_root() / "spells" / "warlords.yaml").read_text(encoding="utf-8")
        assert old in text
        copy = tmp_path / "mine.yaml"
        copy.write_text(text.replace(old, new, 1), encoding="utf-8")
        return str(copy)

    return change


def test_a_file_of_ones_own_stands_in_place_of_installed_cards(
    changed: Callable[[str, str], str],
) -> None:
    file = changed("add: 1", "add: 2")
    status, text = run("spell", "show", "war_cry", "--file", file)
    assert (status, "dice(whose=own, add=2)" in text) == (0, True)
    status, text = run("spell", "try", "war_cry", "--file", file)
    assert status == 1
    fails = text.splitlines().index(next(line for line in text.splitlines() if "FAILS" in line))
    what, expected, found = text.splitlines()[fails : fails + 3]
    assert f"{file}:" in what
    assert what.endswith(": at: not as expected")
    assert expected == '    expected: {at: {W1: reserve, D1: "1,0"}}'
    assert found == '    found:    {at: {W1: "0,0", D1: "1,0"}}'


def test_a_card_that_is_new_can_be_tried(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    file.write_text(
        """\
class: warlords
spells:
  - id: sworn_blades
    replaces: twin_blades
    name: Sworn Blades
    phase: IV
    play: face-up
    text: In this battle add 1 to each of your outcomes.
    effects:
      - dice: {whose: own, add: 1}
    examples:
      - title: It belongs to the battle
        players: [warlords, death_legion]
        phase: spell
        map: {"0,0": plain E}
        units: {"0,0": {warlords: 1}}
        hands: {warlords: [sworn_blades]}
        steps:
          - illegal: {type: cast, spell: sworn_blades}
            because: SPELL-13
""",
        encoding="utf-8",
    )
    assert run("spell", "try", "sworn_blades")[0] == 2
    status, text = run("spell", "try", "sworn_blades", "--file", str(file))
    assert (status, text.splitlines()[-1]) == (0, "1 of 1 examples hold")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("add: 1", "ad: 1", "error[unknown-parameter]: effect 'dice' has no parameter 'ad'"),
        ("add: 1", "add: [", "error[yaml-syntax]"),
        ("phase: IV", "phase: V", "error[spell-mismatch]"),
    ],
)
@pytest.mark.parametrize("command", ["show", "try"])
def test_a_wrong_file_is_told_as_validate_tells_it(
    changed: Callable[[str, str], str], command: str, old: str, new: str, told: str
) -> None:
    file = changed(old, new)
    status, text = run("spell", command, "war_cry", "--file", file)
    assert status == 2
    lines = text.splitlines()
    assert lines
    assert all(line.startswith(f"{file}:") for line in lines)
    assert told in text
    assert set(lines) <= set(run("validate", "--standalone", file)[1].splitlines())


def test_a_wrong_example_is_told_with_its_place(changed: Callable[[str, str], str]) -> None:
    file = changed("- act: {type: cast, spell: war_cry", "- atc: {type: cast, spell: war_cry")
    status, text = run("spell", "try", "war_cry", "--file", file)
    assert status == 2
    assert text.startswith(f"{file}:")
    assert "error[unknown-key]: unknown key 'atc' (did you mean 'act'?)" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("spell", "show", "time_slip", "--file", "nothing.yaml"),
        ("spell", "try", "time_slip", "--file", "."),
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


def test_plugins_keep_to_the_width_and_break_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    provided = json.loads(run("plugins", "--json")[1])
    names = {name for kinds in provided.values() for found in kinds.values() for name in found}
    assert any("-" in name for name in names)
    lines = run("plugins")[1].splitlines()
    assert max(map(len, lines)) <= 50
    assert names <= {word.rstrip(",") for line in lines for word in line.split()}


def test_plugins_tell_who_provides_what() -> None:
    status, text = run("plugins", "--json")
    provided = json.loads(text)
    assert status == 0
    assert "steps" in provided["language"]["effect hook"]
    assert provided["default"]["pack"] == ["spells"]
