"""The coverage report finds what tests show, and says what they miss."""

import json
from pathlib import Path

import pytest

from obsidia_core.ledger import load_ledger
from obsidia_core.ledger.report import Coverage, citations, coverage

SOURCE = Path(__file__).parents[2] / "src" / "obsidia_core"
SPELLS = Path(__file__).parents[2] / "spells"
TESTS = Path(__file__).parents[1]


def report_on(folder: Path, **files: str) -> Coverage:
    """The report on a folder `tests` with these files; `name_py` is written as name.py."""
    tests = folder / "tests"
    for name, text in files.items():
        path = tests / name.replace("__", "/").replace("_py", ".py").replace("_yaml", ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return coverage(tests)


def test_rules_of_every_scenario_document_are_found(tmp_path: Path) -> None:
    report = report_on(
        tmp_path,
        scenarios__town__shared_yaml=(
            "title: Two classes share it\nrules: [TOWN-07, TOWN-08]\n"
            "---\ntitle: Nobody recruits\nrules: [TOWN-12]\n---\nrules: [TOWN-07]\n"
        ),
    )
    path = "tests/scenarios/town/shared.yaml"
    assert report.tests["TOWN-07"] == (f"{path}::Two classes share it", f"{path}::document 3")
    assert report.tests["TOWN-12"] == (f"{path}::Nobody recruits",)
    assert report.areas["TOWN"].shown == ("TOWN-07", "TOWN-08", "TOWN-12")


def test_rules_of_examples_in_spell_files_are_found(tmp_path: Path) -> None:
    report = report_on(
        tmp_path,
        warlords_yaml="spells:\n  - id: ambush\n    examples:\n"
        "      - {title: It interrupts, rules: [INTERRUPT-01]}\n",
    )
    assert report.tests["INTERRUPT-01"] == ("tests/warlords.yaml::It interrupts",)


def test_marks_of_functions_classes_modules_and_parameters_are_found(tmp_path: Path) -> None:
    report = report_on(
        tmp_path,
        test_all_py=(
            'import pytest\npytestmark = pytest.mark.rule("WIN-01")\n'
            '@pytest.mark.rule("WIN-02", "WIN-03")\ndef test_f(): ...\n'
            '@pytest.mark.rule("WIN-04")\nclass TestC:\n'
            '    @pytest.mark.rule("WIN-05")\n    def test_m(self): ...\n'
            '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("WIN-06"))])\n'
            "def test_p(x): ...\n"
        ),
    )
    names = {entry_id: [w.rpartition("::")[2] for w in ws] for entry_id, ws in report.tests.items()}
    assert names == {
        "WIN-01": ["module"],
        "WIN-02": ["test_f"],
        "WIN-03": ["test_f"],
        "WIN-04": ["TestC"],
        "WIN-05": ["TestC.test_m"],
        "WIN-06": ["test_p"],
    }


def test_other_marks_and_text_that_looks_like_a_mark_do_not_count(tmp_path: Path) -> None:
    report = report_on(
        tmp_path,
        test_none_py='import pytest\n# @pytest.mark.rule("WIN-01")\n'
        '@pytest.mark.other("WIN-02")\ndef test_f():\n    """pytest.mark.rule("WIN-03")"""\n',
    )
    assert report.tests == {}


def test_entries_without_a_test_are_gaps(tmp_path: Path) -> None:
    report = report_on(tmp_path, a_yaml="rules: [SAME-01, SAME-03]\n")
    assert report.gaps["SAME"] == ("SAME-02",)
    assert "SPELL-01" in report.gaps["SPELL"]
    assert not report.ok


def test_an_id_that_does_not_exist_is_reported_with_place_and_hint(tmp_path: Path) -> None:
    report = report_on(tmp_path, a_yaml="title: Typo\nrules: [TWON-07]\n")
    (unknown,) = report.unknown
    assert (unknown.id, unknown.where, unknown.hint) == (
        "TWON-07",
        "tests/a.yaml::Typo",
        "TOWN-07",
    )
    assert not report.ok


def test_files_and_marks_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    report = report_on(
        tmp_path,
        a_yaml="rules: [TOWN-07\n",
        test_b_py="def (:\n",
        test_c_py="import pytest\n@pytest.mark.rule(*IDS)\ndef test_f(): ...\n",
    )
    assert [problem.partition(":")[0] for problem in report.unread] == [
        "tests/a.yaml",
        "tests/test_b.py",
        "tests/test_c.py",
    ]


def test_text_and_json_say_the_same(tmp_path: Path) -> None:
    report = report_on(tmp_path, a_yaml="title: One\nrules: [SAME-01, PATH-02, NO-01]\n")
    lines = report.lines()
    assert "SAME         1 of   3 shown, missing: SAME-02 SAME-03" in lines
    assert any(
        line.startswith("unknown: tests/a.yaml::One: the ledger has no NO-01") for line in lines
    )
    assert "  SAME-01: tests/a.yaml::One" in report.lines("SAME")
    assert "  PATH-03: no test" in report.lines("PATH")
    plain = json.loads(json.dumps(report.to_json()))
    assert plain["ok"] is False
    assert plain["gaps"]["SAME"] == ["SAME-02", "SAME-03"]
    assert plain["areas"]["SAME"]["shown"] == ["SAME-01"]
    assert plain["unknown"][0]["id"] == "NO-01"


def test_citations_map_ids_to_the_files_that_cite_them(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "towns.py").write_text('"""TOWN-07 in UTF-08."""\nX = "TOWN-99"\n')
    (tmp_path / "terrain.yaml").write_text("note: see TOWN-07\n")
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "rules.yaml").write_text("id: TOWN-01\n")
    assert citations(tmp_path) == {
        "TOWN-07": ("rules/towns.py", "terrain.yaml"),
        "TOWN-99": ("rules/towns.py",),
    }


@pytest.mark.parametrize("folder", [SOURCE, SPELLS], ids=["src", "spells"])
def test_every_id_the_engine_cites_exists(folder: Path) -> None:
    ledger = load_ledger()
    cited = citations(folder)
    assert {entry_id: files for entry_id, files in cited.items() if entry_id not in ledger} == {}


def test_every_entry_is_shown_by_a_test_of_this_project() -> None:
    report = coverage(TESTS, SPELLS)
    assert [str(unknown) for unknown in report.unknown] == []
    assert report.unread == ()
    assert report.gaps == {}
