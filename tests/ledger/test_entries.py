"""The ledger's own data is sound, and asking it for an entry is helpful."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from obsidia_core.ledger import Ledger, UnknownEntryError, load_ledger
from obsidia_core.ledger.entries import ENTRY_ID, read_data

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return load_ledger()


@pytest.mark.parametrize(
    ("file", "key"), [("obsidia-rules", "rules"), ("obsidia-rulings", "rulings")]
)
def test_no_id_stands_twice(file: str, key: str) -> None:
    ids = [entry["id"] for entry in read_data(f"{file}.yaml")[key]]
    assert len(ids) == len(set(ids))


def test_the_whole_rulebook_is_there(ledger: Ledger) -> None:
    assert len(ledger.rules) == 416
    assert len(ledger.rulings) == 106


def test_every_area_numbers_its_entries_from_one_without_a_hole(ledger: Ledger) -> None:
    for area in ledger.areas.values():
        numbers = [int(entry_id.rpartition("-")[2]) for entry_id in area.ids]
        assert numbers == list(range(1, len(area.ids) + 1)), area.name


def test_every_id_has_the_form_that_citations_are_found_by(ledger: Ledger) -> None:
    assert all(ENTRY_ID.fullmatch(entry_id) for entry_id in ledger.ids)


def test_areas_have_titles_and_hold_every_entry_once(ledger: Ledger) -> None:
    held = [entry_id for area in ledger.areas.values() for entry_id in area.ids]
    assert sorted(held) == sorted(ledger.ids)
    assert all(area.title for area in ledger.areas.values())


def test_entries_are_complete_sentences(ledger: Ledger) -> None:
    for rule in ledger.rules.values():
        assert rule.statement.endswith("."), rule.id
        assert re.search(r"given .+ / when .+ / then .+", rule.check), rule.id
        assert rule.kind in {"rule", "exception", "option", "definition", "component"}, rule.id
    for ruling in ledger.rulings.values():
        assert ruling.ruling.endswith("."), ruling.id
        assert ruling.why.endswith("."), ruling.id


def test_rulings_relate_to_rules_that_exist(ledger: Ledger) -> None:
    for ruling in ledger.rulings.values():
        for entry_id in ruling.related:
            assert entry_id in ledger.rules, f"{ruling.id} relates to {entry_id}"


def test_a_ruling_is_configurable_exactly_if_it_names_an_option(ledger: Ledger) -> None:
    for ruling in ledger.rulings.values():
        assert ruling.configurable == (ruling.option is not None), ruling.id


def test_every_option_has_one_default(ledger: Ledger) -> None:
    for option, rulings in ledger.options().items():
        assert all(ruling.default == rulings[0].default for ruling in rulings), option
        assert rulings[0].default is not None, option


def test_an_entry_is_found_by_its_id(ledger: Ledger) -> None:
    assert "more than one class is shared" in ledger.entry("TOWN-07").text
    assert ledger.entry("TOWN-07").area == "TOWN"
    assert ledger.rulings["RULING-36"].option == "blackwater_roll"


@pytest.mark.parametrize(
    ("asked", "hint"), [("TOWN-77", "TOWN-07"), ("town-07", "TOWN-07"), ("RULNG-36", "RULING-36")]
)
def test_an_unknown_id_is_answered_with_the_nearest_one(
    ledger: Ledger, asked: str, hint: str
) -> None:
    with pytest.raises(LookupError, match=f"{asked}.*did you mean {hint}") as caught:
        ledger.entry(asked)
    assert isinstance(caught.value, UnknownEntryError)
    assert (caught.value.id, caught.value.hint) == (asked, hint)


def test_an_id_like_no_other_is_answered_without_a_guess(ledger: Ledger) -> None:
    with pytest.raises(UnknownEntryError) as caught:
        ledger.entry("42")
    assert caught.value.hint is None
    assert "did you mean" not in str(caught.value)


def test_the_ledger_cannot_be_changed_by_its_readers(ledger: Ledger) -> None:
    with pytest.raises(TypeError):
        ledger.rules["TOWN-99"] = ledger.rules["TOWN-07"]  # type: ignore[index]  # it must refuse
    with pytest.raises(TypeError):
        ledger.rulings["RULING-01"].default[2] = 10
    assert load_ledger() is ledger


def test_importing_the_ledger_reads_nothing() -> None:
    code = "import sys, obsidia_core.ledger.report; print('yaml' in sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    run = subprocess.run([sys.executable, "-c", code], env=env, check=True, stdout=subprocess.PIPE)
    assert run.stdout.split() == [b"False"]
