"""Every id that the game cites exists, and every entry of the ledger is shown by a test."""

import re
from pathlib import Path

import pytest

from obsidia_core.kernel.errors import Reason
from obsidia_core.ledger.report import coverage
from orichalque import reasons
from orichalque.game import Orichalque
from orichalque.ledger import load_ledger
from orichalque.options import Options

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "orichalque"
CITED = re.compile(r"\b(?:[A-Z]{3,8}-\d\d|R-\d\d|base:[a-z_]+(?:\.[a-z_0-9]+)*)")


def all_reasons() -> list[Reason]:
    named = [value for value in vars(reasons).values() if isinstance(value, Reason)]
    return [*named, *reasons.NOT_NOW.values()]


def test_the_ledger_has_the_solo_rules_and_the_rulings() -> None:
    ledger = load_ledger()
    assert len(ledger.rules) == 87
    assert len(ledger.rulings) == 42
    assert ledger.entry("SELECT-03").text.startswith("A skull")
    assert ledger.entry("R-13").related == ("PLACE-11", "PLACE-12")  # type: ignore[union-attr]  # R- is a ruling
    assert "base:temples.needs" in ledger
    assert "base:temples.wings" not in ledger


def test_the_game_gives_its_ledger() -> None:
    assert Orichalque().ledger() is load_ledger()


def test_options_and_rulings_name_each_other() -> None:
    configured = load_ledger().options()
    known = set(Options.__annotations__)
    assert set(configured) <= known
    assert known - set(configured) == {"combat_total"}, "a base rule is behind it, not a ruling"


def test_every_refusal_cites_ids_that_exist() -> None:
    ledger = load_ledger()
    assert len(all_reasons()) > 40
    for reason in all_reasons():
        assert reason.rules, reason.code
        for entry_id in reason.rules:
            assert entry_id in ledger, f"{reason.code} cites {entry_id}"


def test_what_refusals_cite_can_be_typed_in_any_case() -> None:
    ledger = load_ledger()
    for entry_id in {entry_id for reason in all_reasons() for entry_id in reason.rules}:
        for typed in (entry_id, entry_id.lower(), entry_id.upper()):
            assert ledger.entry(ledger.typed(typed)).id == entry_id
    assert ledger.typed("base:rulings.R-13") in ledger
    assert ledger.nearest("base:titan.limit") == "base:titans.limit"
    assert ledger.nearest("base:nowhere_at_all_0") is None


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_every_id_in_the_source_exists(path: Path) -> None:
    ledger = load_ledger()
    cited = CITED.findall(path.read_text(encoding="utf-8"))
    assert [entry_id for entry_id in cited if entry_id not in ledger] == []


def test_every_entry_is_shown_by_a_test_and_no_test_names_an_unknown_id() -> None:
    report = coverage(ROOT / "tests", ledger=load_ledger())
    assert report.gaps == {}
    assert [str(unknown) for unknown in report.unknown] == []
    assert report.ok


def test_tests_of_one_game_are_not_about_the_other() -> None:
    shown = coverage(ROOT / "tests").tests
    assert not any("/orichalque/" in test for tests in shown.values() for test in tests)
