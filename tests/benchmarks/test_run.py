"""The benchmark runs and says what it promises; how fast anything is, is not tested."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "benchmarks" / "run.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """The tables and the document of a very short run without peers."""
    file = tmp_path_factory.mktemp("bench") / "found.json"
    done = run("--seconds", "0.1", "--only", "obsidia", "--json", str(file))
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads(file.read_text(encoding="utf-8"))


def test_a_run_reports_play_costs_and_saves(measured: tuple[str, dict[str, Any]]) -> None:
    text, document = measured
    assert document["format"] == "obsidia-bench-1"
    ours = document["engines"]["obsidia"]
    assert ours["games"] > 0
    assert ours["branching"] > 1
    assert 0 < ours["choice_share"] <= 1
    assert 0 < ours["save_bytes_mean"] <= ours["save_bytes_max"]
    assert set(ours["figures"]["play"]) == {"decisions", "options", "games"}
    for operation in ("legal_actions", "apply", "apply_unchecked", "copy", "save", "load"):
        assert ours["figures"][operation]["us"]["quiet"] > 0
        assert operation in text
    for value in ("kept_ms", "anew_ms"):
        assert ours["figures"]["content"][value]["quiet"] > 0


def test_a_goal_without_its_peer_is_not_called_reached(
    measured: tuple[str, dict[str, Any]],
) -> None:
    text, document = measured
    compared = [goal for goal in document["goals"] if not goal["goal"].startswith("ms ")]
    assert {goal["reached"] for goal in compared} == {None}
    assert "Goals" not in text


def test_help_gives_examples() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "--only obsidia --seconds 3" in done.stdout


def test_an_unknown_engine_is_refused_by_name() -> None:
    done = run("--only", "chequers")
    assert done.returncode == 2
    assert "there is no engine 'chequers'" in done.stderr
    assert "catanatron" in done.stderr
