"""Examples of cards are scenarios that stand in class files."""

from pathlib import Path

import pytest

from obsidia_core.content import read_examples
from obsidia_core.kernel.errors import ContentError
from obsidia_core.scenario.document import Broken, Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.report import run_files

CARDS = """\
class: larks
spells:
  - id: flit
    examples:
      - title: It holds
        questions: []
        steps:
          - expect: {left: 0}
      - title: It fails
        questions: []
        steps:
          - expect: {left: 0}
          - expect: {left: 1}
  - id: sing
  - id: nest
    examples:
      - title: It is broken
        steps: [{expect: {lift: 0}}]
---
terrains: []
---
title: A scenario of its own
questions: []
steps: [{expect: {left: 0}}]
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "larks.yaml").write_text(CARDS)
    return Path("larks.yaml")


def test_examples_are_read_with_their_card_and_place(file: Path) -> None:
    examples = read_examples(file)
    assert [(one.spell, str(one.document.at())) for one in examples] == [
        ("flit", "larks.yaml:5:9"),
        ("flit", "larks.yaml:9:9"),
        ("nest", "larks.yaml:17:9"),
    ]
    assert examples[0].document.value["steps"] == [{"expect": {"left": 0}}]
    assert examples[1].document.at(("steps", 1)).line == 13


def test_a_file_with_more_than_cards_gives_all_its_scenarios(file: Path, games: Games) -> None:
    documents = read_documents(file, games)
    assert [one.title for one in documents] == [
        "flit: It holds",
        "flit: It fails",
        "nest: It is broken",
        "A scenario of its own",
    ]
    assert [type(one) for one in documents] == [Scenario, Scenario, Broken, Scenario]


def test_a_failing_example_is_told_with_its_line(file: Path, games: Games) -> None:
    results = run_files([file], games=games)
    assert [result.passed for result in results] == [True, False, False, True]
    assert results[1].lines()[:2] == [
        "FAIL  larks.yaml: flit: It fails",
        "  larks.yaml:13: step 2: left: not as expected",
    ]
    assert "larks.yaml:18:" in results[2].message


def test_a_file_that_is_no_yaml_has_no_examples(tmp_path: Path) -> None:
    (tmp_path / "larks.yaml").write_text("class: [\n")
    with pytest.raises(ContentError, match="yaml-syntax"):
        read_examples(tmp_path)


def test_what_is_no_card_has_no_examples(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("class: x\nspells: [1, {id: 2}, {id: a, examples: {}}]\n")
    (tmp_path / "b.yaml").write_text("- 1\n---\nspells: {}\n")
    assert read_examples(tmp_path) == []
