"""What each command does with good input, and its exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from obsidia_core.cli.validate import annotation
from obsidia_core.content import Position, Problem
from obsidia_core.plugins.resources import content_root

Run = Callable[..., Any]
QUICK = ("-o", "sudden_death_round_limit=1")

HOLDS = """
title: A traveler walks
rules: [MOVE-01]
players: [warlords, light_keepers]
map: {"0,0": colony NESW warlords, "1,0": plain EW}
units: {"0,0": {warlords: 1}}
steps:
  - act: move W1 0,0>1,0
  - expect: {at: {W1: "1,0"}}
"""
FAILS = HOLDS.replace('W1: "1,0"', 'W1: "0,0"').replace("walks", "stays")
BROKEN = HOLDS.replace("players", "plyers")


# scenario


def test_scenarios_that_hold_give_status_0(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HOLDS, encoding="utf-8")
    result = run("scenario", "a.yaml")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "ok    a.yaml: A traveler walks",
        "1 of 1 scenarios hold",
    ]


def test_a_scenario_that_fails_gives_status_1_with_step_expected_and_found(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.yaml").write_text(f"{HOLDS}---{FAILS}", encoding="utf-8")
    result = run("scenario", "a.yaml")
    assert result.exit_code == 1
    assert "FAIL  a.yaml: A traveler stays" in result.stdout
    assert "step 2" in result.stdout
    assert "expected:" in result.stdout
    assert "found:" in result.stdout
    assert result.stdout.endswith("1 of 2 scenarios hold\n")


def test_what_is_no_scenario_gives_status_2_and_the_others_are_run(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.yaml").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(HOLDS, encoding="utf-8")
    result = run("scenario", tmp_path, "missing.yaml")
    assert result.exit_code == 2
    assert "did you mean 'players'?" in result.stdout
    assert "b.yaml: A traveler walks" in result.stdout
    assert "ERROR missing.yaml\n  missing.yaml:1:1: error[unreadable]" in result.stdout


def test_a_rule_that_does_not_exist_is_told_with_the_nearest(run: Run, tmp_path: Path) -> None:
    step = "  - illegal: train\n    because: [kernel:over, MOVE-99]\n"
    wrong = HOLDS.replace("[MOVE-01]", "[MOVE-01, MOOVE-03]") + step
    (tmp_path / "a.yaml").write_text(wrong, encoding="utf-8")
    result = run("scenario", "a.yaml")
    assert result.exit_code == 2
    first, second = re.findall(r"a.yaml:(.*)", result.stdout)[1:]
    missing = "error[unknown-rule]: there is no rule or ruling"
    assert first == f"3:18: {missing} 'MOOVE-03' (did you mean 'MOVE-03'?)"
    assert second.startswith(f"11:5: {missing} 'MOVE-99' (did you mean 'MOVE-")


def test_scenario_results_as_json_have_the_fields_of_the_format(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(f"{HOLDS}---{FAILS}", encoding="utf-8")
    result = run("scenario", "--json", "a.yaml")
    data = json.loads(result.stdout)
    fields = {"file", "title", "passed", "step", "expected", "found", "message"}
    assert [set(one) for one in data] == [fields, fields]
    assert [one["passed"] for one in data] == [True, False]
    assert result.exit_code == 1


# validate


def test_the_installed_content_is_valid(run: Run) -> None:
    result = run("validate")
    assert result.exit_code == 0
    assert "error" not in result.stdout + result.stderr


def test_a_warning_fails_only_when_asked_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(Position("a.yaml", 2, 3), "no-effect", "it does nothing")
    monkeypatch.setattr("obsidia_core.content.validate", lambda *_, **__: [problem])
    result = run("validate")
    assert (result.exit_code, result.stderr) == (0, "1 warning\n")
    assert result.stdout == "a.yaml:2:3: warning[no-effect]: it does nothing\n"
    assert run("validate", "--strict").exit_code == 1
    github = run("validate", "--format", "github")
    assert github.stdout.startswith("::warning file=a.yaml,")


def test_problems_are_printed_in_each_format_with_status_1(run: Run, tmp_path: Path) -> None:
    text = "creatures:\n  - {id: cat, name: Cat, native: [plane], summary: It purrs.}\n"
    (tmp_path / "pets.yaml").write_text(text, encoding="utf-8")
    plain = run("validate", "pets.yaml")
    assert plain.exit_code == 1
    assert plain.stdout.startswith("pets.yaml:2:")
    assert "error[unknown-terrain]" in plain.stdout
    assert "did you mean 'plain'?" in plain.stdout
    assert plain.stderr == "1 error\n"
    github = run("validate", "--format", "github", "pets.yaml")
    assert github.exit_code == 1
    assert github.stdout.startswith("::error file=pets.yaml,line=2,col=")
    for words in (("--json",), ("--format", "json")):
        data = json.loads(run("validate", *words, "pets.yaml").stdout)
        assert [(one["file"], one["line"], one["code"]) for one in data] == [
            ("pets.yaml", 2, "unknown-terrain")
        ]


@pytest.mark.parametrize("data", [b"creatures: [", b"creatures: \xff", None])
def test_what_cannot_be_checked_ends_with_status_2(
    run: Run, tmp_path: Path, data: bytes | None
) -> None:
    """A file that is not there or is no YAML; others are checked and told all the same."""
    (tmp_path / "good.yaml").write_text("creatures: [{id: cat}]\n", encoding="utf-8")
    if data is not None:
        (tmp_path / "bad.yaml").write_bytes(data)
    result = run("validate", "bad.yaml", "good.yaml")
    assert result.exit_code == 2
    assert result.stdout.startswith("bad.yaml:")
    assert "good.yaml:1:" in result.stdout


def test_a_copy_of_installed_files_is_told_in_one_line_with_what_else_is_wrong(
    run: Run, tmp_path: Path
) -> None:
    text = (content_root() / "spells" / "creatures.yaml").read_text(encoding="utf-8")
    (tmp_path / "copy.yaml").write_text(text, encoding="utf-8")
    result = run("validate", "copy.yaml")
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    count = text.count("- id:")
    assert f"error[duplicate-id]: {count} definitions are installed already" in line
    assert "--standalone checks a copy of installed files by itself" in line
    assert result.stderr == f"{count} errors\n"
    assert len(json.loads(run("validate", "--json", "copy.yaml").stdout)) == count

    own = "creatures: [{id: cat}]\n---\ncreatures: [{id: cat}]\n"
    (tmp_path / "own.yaml").write_text(own, encoding="utf-8")
    first, *others = run("validate", "copy.yaml", "own.yaml").stdout.splitlines()
    assert first == line
    assert "own.yaml:3:18: error[duplicate-id]: creature 'cat' is defined twice" in str(others)
    assert "own.yaml:1:13: error[missing-key]" in str(others)


def test_annotations_escape_what_would_end_them() -> None:
    problem = Problem(Position("a,b:c.yaml", 2, 3), "bad-tag", "100% wrong\n::error::no")
    assert annotation(problem) == (
        "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=bad-tag::100%25 wrong%0A::error::no"
    )


# render


@pytest.mark.parametrize("data", [{"some": 1}, {"game": 3}, {"view": {"tiles": []}}])
def test_what_is_no_file_of_ours_is_not_drawn(
    run: Run, tmp_path: Path, data: dict[str, Any]
) -> None:
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    result = run("render", "a.json")
    assert result.exit_code == 2
    assert "a.json: it is no match, recorded game, state or view" in result.stderr
    assert ("has its view under 'view'" in result.stderr) == ("view" in data)


# rules


def test_a_rule_is_shown_by_its_id_in_any_case(run: Run) -> None:
    result = run("rules", "town-07", "RULING-51")
    assert result.exit_code == 0
    assert result.stdout.startswith("TOWN-07\n  ")
    assert "option: town_claim_timing" in result.stdout


def test_the_report_reads_the_tests_of_this_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "town.yaml").write_text(
        "title: Shared\nrules: [TOWN-07]\n", encoding="utf-8"
    )
    result = run("rules")
    assert result.exit_code == 0
    assert re.search(r"^TOWN +\d+ of +\d+ shown", result.stdout, re.MULTILINE)
    area = run("rules", "--area", "town")
    assert "  TOWN-07: tests/town.yaml::Shared" in area.stdout
    data = json.loads(run("rules", "--area", "TOWN", "--json").stdout)
    assert "TOWN-07" in data["shown"]
    assert data["tests"]["TOWN-07"][0] == "tests/town.yaml::Shared"


def test_a_check_of_the_rules_fails_when_a_rule_lacks_a_test(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    assert run("rules", "--check").exit_code == 1
    assert run("rules", "--check", "--json").exit_code == 1


def test_without_tests_the_ledger_is_shown_alone_and_that_is_said(run: Run) -> None:
    result = run("rules")
    assert result.exit_code == 0
    assert "no folder 'tests' here" in result.stderr
    assert "TOWN" in result.stdout
    assert "installed package" in run("rules", "--check").stderr
    assert run("rules", "--area", "TOWN").stdout.startswith("TOWN-01\n")


# perft


@pytest.mark.parametrize(
    ("words", "nodes"),
    [
        (("--depth", "4"), [1, 7, 90, 116, 628]),
        (("--depth", "4", "--players", "3", "--seed", "1"), [1, 7, 88, 1698, 3008]),
        (
            ("--depth", "8", "--seed", "7", "--from-turn", "8", "-o", "hand_size=0"),
            [1, 1, 23, 23, 46, 115, 322, 897, 2496],
        ),
        (
            (
                "--depth",
                "7",
                "--seed",
                "3",
                "--players",
                "4",
                "--from-turn",
                "14",
                "-o",
                "hand_size=0",
            ),
            [1, 1, 68, 68, 136, 136, 340, 544],
        ),
    ],
)
def test_the_decision_tree_has_exactly_as_many_nodes_as_before(
    run: Run, words: tuple[str, ...], nodes: list[int]
) -> None:
    """If a rule was changed on purpose, `obsidia perft` with these words gives the new numbers."""
    result = run("perft", *words, "--json")
    assert json.loads(result.stdout)["nodes"] == nodes


def test_perft_prints_a_line_for_each_depth(run: Run) -> None:
    lines = run("perft", "--depth", "2").stdout.splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["depth", "0", "1"],
        ["depth", "1", "7"],
        ["depth", "2", "90"],
    ]


def test_perft_that_is_broken_off_keeps_the_depths_it_has(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def perft(_game: Any, _state: Any, depth: int) -> int:
        if depth == 2:
            raise KeyboardInterrupt
        return 1

    monkeypatch.setattr("obsidia_core.kernel.replay.perft", perft)
    result = run("perft", "--depth", "5")
    assert result.exit_code == 130
    assert len(result.stdout.splitlines()) == 2
    assert "broken off at depth 2" in result.stderr


# play and replay


def test_a_game_between_bots_is_told_to_its_end(run: Run, tmp_path: Path) -> None:
    result = run("play", "--bots", "--seed", 4, *QUICK)
    assert result.exit_code == 0
    told = result.stdout
    assert told.startswith("Obsidia, seed 4: Warlords (random), Light Keepers (random)\n")
    assert "\nTurn 1: " in told
    assert "The game is over: " in told
    assert "\nResult after " in told
    assert "Ways: ╪ ╫ between two tiles" in told
    assert told.endswith("Seed 4; the replay is in obsidia-replay.json.\n")
    assert max(map(len, told.splitlines())) <= 80
    assert (tmp_path / "obsidia-replay.json").is_file()


def test_the_same_seed_gives_the_same_game_and_others_another(run: Run, tmp_path: Path) -> None:
    for name, seed in (("a", 4), ("b", 4), ("c", 5)):
        run("play", "--bots", "--quiet", "--seed", seed, *QUICK, "--out", name)
    a, b, c = ((tmp_path / name).read_bytes() for name in "abc")
    assert a == b != c


def test_without_a_seed_every_game_is_new_and_says_its_seed(run: Run) -> None:
    ends = [run("play", "--bots", "--quiet", *QUICK).stdout.splitlines()[-1] for _ in range(2)]
    assert ends[0] != ends[1]


def test_the_players_and_their_bots_can_be_chosen(run: Run) -> None:
    words = ("--players", "veiled_occult,death_legion,warlords", "--bot", "random")
    data = json.loads(run("play", "--bots", *words, *QUICK, "--json").stdout)
    assert data["bots"] == dict.fromkeys(("veiled_occult", "death_legion", "warlords"), "random")
    assert data["finished"] is True
    assert data["view"]["over"] is True
    assert set(data["winners"]) <= set(data["bots"])
    data = json.loads(run("play", "--bots", "--players", "4", *QUICK, "--json").stdout)
    assert len(data["players"]) == 4


def test_a_replay_tells_the_game_again_in_the_same_words(run: Run) -> None:
    played = run("play", "--bots", "--seed", 4, *QUICK).stdout
    told = run("replay", "show", "obsidia-replay.json").stdout
    turns = played[played.index("\n\n") : played.index("\nResult")]
    assert turns == told[told.index("\n\n") : told.index("\nResult")]
    quiet = run("replay", "show", "-q", "obsidia-replay.json").stdout
    assert quiet.startswith("Result after")
    assert told.endswith(quiet)


def test_a_replay_is_verified_action_by_action(run: Run, tmp_path: Path) -> None:
    run("play", "--bots", "--seed", 4, *QUICK)
    path = tmp_path / "obsidia-replay.json"
    good = json.loads(path.read_text(encoding="utf-8"))
    result = run("replay", "verify", path.name)
    assert result.exit_code == 0
    assert result.stdout == f"ok    {path.name}: {len(good['actions'])} actions, same end\n"

    def verify(name: str, **changes: Any) -> Any:
        (tmp_path / name).write_text(json.dumps({**good, **changes}), encoding="utf-8")
        return run("replay", "verify", name, path.name)

    lines = list(good["actions"])
    for changes, status, message in (
        ({"actions": [*lines[:3], "train", *lines[4:]]}, 1, "action 4 (train) is not legal there"),
        ({"actions": [*lines[:3], "dance", *lines[4:]]}, 1, "action 4 (dance)"),
        ({"actions": lines[:-1]}, 1, "ends in another state"),
        ({"content": "0" * 64}, 1, "recorded with content 000000000000"),
        ({"seed": 5}, 1, "is not legal there"),
        ({"actions": lines[:9], "end": None}, 0, "9 actions; the game was not finished"),
        ({"game": "chess"}, 2, "there is no game 'chess'"),
        ({"setup": {}}, 2, "'setup' is damaged"),
        ({"setup": {"players": 5}}, 2, "players are a list of class ids"),
        ({"setup": {"players": ["warlords", "nobody"]}}, 2, "package provides class 'nobody'"),
        ({"setup": {"players": ["warlords", "veiled_occult"], "options": [1]}}, 2, "'setup'"),
        ({"actions": "train"}, 2, "'actions' is missing or of a wrong kind"),
        ({"more": 1}, 2, "unknown keys: more"),
    ):
        result = verify("changed.json", **changes)
        assert (result.exit_code, message in result.stdout) == (status, True), result.stdout
        assert f"ok    {path.name}" in result.stdout


def test_a_saved_match_holds_a_replay(run: Run, tmp_path: Path) -> None:
    from obsidia_core import new_match

    match = new_match(["warlords", "light_keepers"], seed=7)
    match.apply("draw tile")
    match.save(tmp_path / "match.json")
    result = run("replay", "verify", "match.json")
    assert (result.exit_code, "1 actions" in result.stdout) == (0, True)
    assert "not over" in run("replay", "show", "match.json").stdout


def test_a_replay_as_json_has_every_action_with_its_public_events(run: Run) -> None:
    run("play", "--bots", "--seed", 4, *QUICK, "--json")
    data = json.loads(run("replay", "show", "--json", "obsidia-replay.json").stdout)
    assert data["told"][0]["action"] is None
    events = [event for one in data["told"] for event in one["events"]]
    assert events[-1]["type"] == "game_over"
    assert all(event["spell"] is None for event in events if event["type"] == "spell_drawn")


def test_only_an_older_replay_is_replaced(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "obsidia-replay.json"
    notes.write_text("my notes", encoding="utf-8")
    result = run("play", "--bots", *QUICK)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is there already and is no replay" in result.stderr
    assert notes.read_text(encoding="utf-8") == "my notes"
    notes.unlink()
    for seed in (4, 5):
        assert run("play", "--bots", "-q", "--seed", seed, *QUICK).exit_code == 0
        assert json.loads(notes.read_text(encoding="utf-8"))["seed"] == seed


def test_a_game_that_is_broken_off_leaves_a_replay_up_to_there(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from obsidia_core.cli.telling import Teller

    tell, calls = Teller.tell, []

    def interrupted(self: Teller, events: Any, by: str | None) -> None:
        calls.append(by)
        if len(calls) == 20:
            raise KeyboardInterrupt
        tell(self, events, by)

    monkeypatch.setattr(Teller, "tell", interrupted)
    result = run("play", "--bots", "--seed", 4)
    assert result.exit_code == 130
    assert "actions so far are in obsidia-replay.json" in result.stderr
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert run("replay", "verify", tmp_path / "obsidia-replay.json").exit_code == 0
    data = json.loads((tmp_path / "obsidia-replay.json").read_text(encoding="utf-8"))
    assert (len(data["actions"]), data["end"]) == (19, None)


def test_every_rule_of_the_second_game_has_a_test(run: Run) -> None:
    """The game is found by its entry point, as anybody's would be."""
    root = Path(__file__).parents[2]
    folders = ("--tests", str(root / "tests"))
    result = run("rules", "--check", "--game", "orichalque", *folders)
    assert result.exit_code == 0, result.output
    assert run("rules", "--game", "nowhere").exit_code == 2


def test_a_rule_is_shown_by_any_id_that_the_second_game_cites(run: Run) -> None:
    shown = run("rules", "--game", "orichalque", "base:titans.limit", "BASE:medallions", "r-13")
    assert shown.exit_code == 0
    for entry_id in ("base:titans.limit\n", "base:medallions\n", "R-13\n"):
        assert entry_id in shown.stdout
    missing = run("rules", "--game", "orichalque", "base:titan.limit")
    assert missing.exit_code == 2
    assert "no entry 'base:titan.limit'; did you mean base:titans.limit?" in missing.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("mode=solo",),
        ("teams=[[death_legion, warlords], [light_keepers, veiled_occult]]",),
    ],
    ids=["solo", "teams"],
)
def test_a_way_to_play_that_is_given_as_an_option_brings_its_players(
    run: Run, options: tuple[str, ...]
) -> None:
    words = [word for option in options for word in ("-o", option)]
    data = json.loads(run("perft", "--depth", 1, "--json", *words).stdout)
    assert len(data["players"]) in (0, 4)
    played = run("play", "--bots", "-q", "--json", *words, *QUICK)
    assert played.exit_code == 0, played.stderr
