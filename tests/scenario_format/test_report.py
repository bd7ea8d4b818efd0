"""Results as lines, as JSON and as exit status."""

from pathlib import Path

import pytest

from obsidia_core.scenario.games import Games
from obsidia_core.scenario.report import exit_status, run_files, shown, text_lines

HOLDS = "title: It holds\nquestions: []\nsteps: [{expect: {left: 0}}]\n"
FAILS = "title: It fails\nquestions: []\nsteps: [{expect: {left: 0}}, {expect: {left: 1}}]\n"
BROKEN = "title: It is broken\nsteps: [{expect: {lift: 0}}]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"b.yaml": f"{HOLDS}---\n{FAILS}", "a/c.yml": HOLDS, "a/n.txt": ""}.items():
        path = tmp_path / "all" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Path("all")


def test_a_folder_stands_for_its_yaml_files(folder: Path, games: Games) -> None:
    results = run_files([folder], games=games)
    assert [(result.file, result.passed) for result in results] == [
        ("all/a/c.yml", True),
        ("all/b.yaml", True),
        ("all/b.yaml", False),
    ]
    assert exit_status(results) == 1
    assert exit_status(run_files([folder / "a"], games=games)) == 0


def test_a_failure_tells_step_expected_and_found(folder: Path, games: Games) -> None:
    results = run_files([folder / "b.yaml"], games=games)
    assert text_lines(results) == [
        "ok    all/b.yaml: It holds",
        "FAIL  all/b.yaml: It fails",
        "  all/b.yaml:7: step 2: left: not as expected",
        "    expected: {left: 1}",
        "    found: {left: 0}",
        "1 of 2 scenarios hold",
    ]
    assert results[1].to_json() == {
        "file": "all/b.yaml",
        "title": "It fails",
        "passed": False,
        "step": 2,
        "expected": {"left": 1},
        "found": {"left": 0},
        "message": "left: not as expected",
    }


def test_a_broken_document_leaves_the_others_alone(folder: Path, games: Games) -> None:
    (folder / "d.yaml").write_text(f"{HOLDS}---\n{BROKEN}---\n{HOLDS}")
    results = run_files([folder / "d.yaml"], games=games)
    assert [result.passed for result in results] == [True, False, True]
    assert exit_status(results) == 2
    assert "all/d.yaml:6:19: error[unknown-key]: unknown key 'lift'" in "\n".join(
        text_lines(results)
    )


def test_nothing_to_run_is_an_error(folder: Path, games: Games) -> None:
    (folder / "empty").mkdir()
    assert exit_status(run_files([folder / "empty"], games=games)) == 2
    assert exit_status(run_files([folder / "none.yaml"], games=games)) == 2
    assert exit_status([]) == 2


def test_long_lists_are_cut() -> None:
    assert shown(list(range(20))).endswith("11, ... 8 more]")
    assert shown({"at": "1,0"}) == '{at: "1,0"}'
