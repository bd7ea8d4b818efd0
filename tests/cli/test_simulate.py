"""`obsidia simulate` prints the same result however it was computed, and can be broken off."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Program = Callable[..., Any]
QUICK = ("-o", "sudden_death_round_limit=1")

INTERRUPTED = """
import os, signal, sys
from obsidia_core.bots import simulation
from obsidia_core.cli import main

def interrupt_group(simulate):
    def run(*arguments, progress, **more):
        def update(tally):
            progress(tally)
            if tally.games >= 4:
                os.killpg(0, signal.SIGINT)  # as a terminal does, workers included
        return simulate(*arguments, progress=update, **more)
    return run

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if these tests ignore it
    simulation.simulate = interrupt_group(simulation.simulate)
    main()
"""


def test_the_tables_show_wins_by_class_and_seat_and_the_course_of_games(run: Run) -> None:
    result = run("simulate", "-n", 6, "-j", 1, "--players", "warlords,light_keepers", *QUICK)
    assert result.exit_code == 0
    for text in (
        "Wins by class\n",
        "Wins by seat\n",
        "Wins by class and seat, %\n",
        "from %",
        "warlords",
        "games finished                   6\n",
        "games unfinished                 0\n",
        "turns a game, median",
        "decisions a game",
        "decisions with a choice, %",
        "legal actions a decision",
    ):
        assert text in result.stdout
    assert "6 games in" in result.stderr


def test_the_result_as_json_says_what_was_played(run: Run) -> None:
    words = ("simulate", "-n", "6", "-j", "1", "--seed", "3", "--json")
    data = json.loads(run(*words, *QUICK).stdout)
    assert data["game"] == "obsidia"
    assert data["options"] == {"sudden_death_round_limit": 1}
    assert len(data["players"]) == 12  # every two of four classes, in both orders
    assert data["games"] == 6
    assert set(data["by_seat"]) == {"1", "2"}
    for record in data["by_class"].values():
        assert 0 <= record["low"] <= record["rate"] <= record["high"] <= 1
    assert 0 < data["choice_share"] < 1
    assert data["branching"] > 1


def test_teams_sit_only_as_their_ruleset_lets_them(run: Run) -> None:
    teams = "teams=[[death_legion, warlords], [light_keepers, veiled_occult]]"
    words = ("simulate", "-n", 1, "-j", 1, "--players", 4, "--max-decisions", 1, "--json")
    lineups = json.loads(run(*words, "-o", teams).stdout)["players"]
    assert len(lineups) == 8
    for lineup in lineups:
        assert {frozenset(lineup[::2]), frozenset(lineup[1::2])} == {
            frozenset({"death_legion", "warlords"}),
            frozenset({"light_keepers", "veiled_occult"}),
        }
    assert (
        run(*words, "-o", "teams=[[death_legion, warlords], [light_keepers, elves]]").exit_code == 2
    )


def test_solo_counts_the_horde_apart_from_the_bots(run: Run) -> None:
    """Every class plays in turn, and so does every bot."""
    words = ("simulate", "-n", 8, "-j", 1, "--solo", "--bot", "random,greedy-no-spells")
    data = json.loads(run(*words, "--json").stdout)
    assert data["players"] == [["death_legion"], ["light_keepers"], ["warlords"], ["veiled_occult"]]
    assert data["options"]["mode"] == "solo"
    counted = {(one["class"], one["bot"]): one["games"] for one in data["by_class_and_bot"]}
    assert counted == {
        (player, bot): 1 for (player,) in data["players"] for bot in ("random", "greedy-no-spells")
    }
    horde = data["by_class"]["horde"]
    assert horde["games"] == 8
    assert horde["wins"] == 8 - sum(one["wins"] for one in data["by_bot"].values())
    assert list(data["by_seat"]) == ["1"]
    assert set(data["by_bot"]) == {"random", "greedy-no-spells"}
    told = run(*words).stdout
    assert re.search(r"^  horde +8 ", told, re.MULTILINE)
    assert "Wins by class and bot\n" in told
    assert "Wins by seat" not in told


def test_the_class_of_the_solo_games_can_be_chosen(run: Run) -> None:
    words = ("simulate", "-n", 1, "-j", 1, "--max-decisions", 1, "--json", "--class", "warlords")
    assert json.loads(run(*words, "--solo").stdout)["players"] == [["warlords"]]
    assert json.loads(run(*words, "-o", "mode=solo").stdout)["players"] == [["warlords"]]
    result = run("simulate", "--class", "warlords")
    assert (result.exit_code, "--class goes with --solo" in result.stderr) == (2, True)


def test_teams_win_together(run: Run) -> None:
    words = ("simulate", "-n", 4, "-j", 1, "--teams", "--seed", 2)
    quick = ("-o", "world_building_tiles={4: 6}", *QUICK)
    data = json.loads(run(*words, *quick, "--json").stdout)
    assert set(data["by_team"]) == {"death_legion+warlords", "light_keepers+veiled_occult"}
    for team, record in data["by_team"].items():
        assert record["games"] == 4
        assert all(data["by_class"][member] == record for member in team.split("+"))
    assert "Wins by team\n" in run(*words, *quick).stdout


def test_drafting_and_planning_are_options_as_in_play(run: Run) -> None:
    words = ("simulate", "-n", 1, "-j", 1, "--max-decisions", 1, "--json", "--draft", "--plan")
    options = json.loads(run(*words).stdout)["options"]
    assert (options["drafting"], options["tile_planning"]) == (True, True)
    twice = run(*words, "-o", "drafting=true")
    assert (twice.exit_code, "given twice" in twice.stderr) == (2, True)


def test_a_side_without_a_seat_is_counted(run: Run) -> None:
    """The second game names its players itself; its other side is played by the rules."""
    words = ("simulate", "-n", 4, "-j", 1, "--game", "orichalque")
    data = json.loads(run(*words, "--json").stdout)
    assert data["players"] == [[]]
    assert [record["games"] for record in data["by_class"].values()] == [4, 4]
    assert sum(record["wins"] for record in data["by_class"].values()) == 4
    assert len(data["by_seat"]) == 1
    assert "Wins by side\n" in run(*words).stdout


def test_bots_are_listed_with_commas_or_one_by_one(run: Run) -> None:
    words = ("simulate", "-n", 1, "-j", 1, "--max-decisions", 1, "--json")
    commas = run(*words, "--bot", "random,greedy")
    repeated = run(*words, "--bot", "random", "--bot", "greedy")
    assert commas.stdout == repeated.stdout
    assert json.loads(commas.stdout)["bots"] == ["random", "greedy"]
    assert run(*words, "--bot", "random,").exit_code == 2


def test_sudden_death_ends_by_default_and_can_be_left_open(run: Run) -> None:
    def options(*words: str) -> dict[str, Any]:
        result = run("simulate", "-n", 1, "-j", 1, "--max-decisions", 1, "--json", *words)
        found: dict[str, Any] = json.loads(result.stdout)["options"]
        return found

    assert options() == {"sudden_death_round_limit": 20}
    assert options("-o", "sudden_death_round_limit=none") == {}


def test_games_that_found_no_end_are_told(run: Run) -> None:
    result = run("simulate", "-n", 3, "-j", 1, "--max-decisions", 5)
    assert result.exit_code == 0
    assert result.stdout.startswith("Course\n")
    assert re.search(r"games unfinished +3\n", result.stdout)
    assert "reached the limit of decisions, the first: 0, 1, 2" in result.stdout


def test_one_and_two_workers_print_the_same(program: Program) -> None:
    words = ("simulate", "-n", 12, "--seed", 5, "--json", *QUICK)
    one, two = (program(*words, "-j", workers) for workers in (1, 2))
    assert one.returncode == two.returncode == 0
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert one.stdout == two.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a process group")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_says_how_to_go_on_and_the_file_goes_on(
    run: Run, program: Program, tmp_path: Path, workers: int
) -> None:
    words = ("simulate", "-n", 24, "--out", "games.jsonl", *QUICK)
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    broken = program(*words, "-j", workers, code=f"exec(open({str(script)!r}).read())")
    assert broken.returncode == 130
    assert broken.stdout == ""
    assert broken.stderr == (
        "obsidia: broken off. Finished games are in games.jsonl; the same command goes on from "
        "there.\n"
    )
    kept = (tmp_path / "games.jsonl").read_bytes()
    resumed = run(*words, "-j", 1)
    assert resumed.exit_code == 0
    assert (tmp_path / "games.jsonl").read_bytes().startswith(kept)
    assert resumed.stdout == run("simulate", "-n", 24, "-j", 1, *QUICK).stdout
    played = int(resumed.stderr.split()[0])
    assert 0 < played <= 20


def test_ctrl_c_without_a_file_says_how_to_keep_games(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("obsidia_core.bots.simulation.simulate", interrupted)
    result = run("simulate")
    assert result.exit_code == 130
    assert "with --out FILE a run can be taken up again" in result.stderr


def test_a_file_of_another_simulation_is_refused(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "-n", 2, "-j", 1, "--out", "games.jsonl", *QUICK)
    assert run(*words).exit_code == 0
    before = (tmp_path / "games.jsonl").read_bytes()
    result = run(*words, "--seed", 8)
    assert result.exit_code == 2
    assert "another simulation: its 'seed' is 0, asked for is 8" in result.stderr
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_another_bot_for_each_player_is_counted_apart(run: Run) -> None:
    result = run("simulate", "-n", 2, "-j", 1, "--bot", "random", "--bot", "random", *QUICK)
    assert result.exit_code == 0
    assert "Wins by bot" not in result.stdout  # it is the same bot twice
