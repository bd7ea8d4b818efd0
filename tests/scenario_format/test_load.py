"""Mistakes in scenario files: all at once, each with file, line and column, nothing else raised."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obsidia_core.kernel.errors import ContentError
from obsidia_core.scenario.document import Act, Broken, Command, Expect, Illegal, Pass, Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import load_file, read_documents
from obsidia_core.scenario.report import run_document

Read = Callable[[str], list[Scenario | Broken]]

GOOD = """\
title: A story
rules: [MOVE-01]
seed: 7
questions: [{seat: a, kind: turn, actions: [{type: go}]}]
steps:
  - act: {type: go}
    by: a
    dice: [1, 2]
    targets: [x]
  - pass: b
  - illegal: go
    because: MOVE-01
  - illegal: {type: go}
    by: b
    because: [A-1, B-2]
  - run: 3
  - expect: {left: 0}
"""


def told(documents: list[Scenario | Broken]) -> list[str]:
    return [str(one) for part in documents if isinstance(part, Broken) for one in part.problems]


def test_a_scenario_is_read_with_the_line_of_each_step(read: Read) -> None:
    (scenario,) = read(GOOD)
    assert isinstance(scenario, Scenario)
    assert (scenario.title, scenario.rules, scenario.seed) == ("A story", ("MOVE-01",), 7)
    assert (scenario.game, scenario.auto_pass, scenario.line) == ("story", True, 1)
    assert list(scenario.position) == ["questions"]
    assert scenario.steps == (
        Act(line=6, action={"type": "go"}, by="a", dice=(1, 2), targets=("x",)),
        Pass(line=10, seat="b"),
        Illegal(line=11, action="go", because=("MOVE-01",)),
        Illegal(line=13, action={"type": "go"}, by="b", because=("A-1", "B-2")),
        Command(line=16, name="run", argument=3),
        Expect(line=17, wanted={"left": 0}),
    )


@pytest.mark.parametrize(
    ("line", "instead", "problem"),
    [
        ("title: A story", "titel: A story", "1:1: error[unknown-key]"),
        ("title: A story", "titel: A story", "1:1: error[missing-key]"),
        ("seed: 7", "seed: seven", "3:7: error[wrong-type]"),
        ("rules: [MOVE-01]", "game: chess", "2:7: error[not-one-of]: 'chess' is no game here"),
        ("  - pass: b", "  - {pass: b, by: a}", "10:15: error[bad-step]: 'by' does not go with"),
        ("  - pass: b", "  - {pass: b, run: 2}", "10:5: error[bad-step]"),
        ("  - pass: b", "  - {dice: [2]}", "10:5: error[bad-step]"),
        ("  - pass: b", "  - {pas: b}", "10:6: error[unknown-key]"),
        ("  - pass: b", "  - b", "10:5: error[wrong-type]"),
        ("    by: a", "    bye: a", "7:5: error[unknown-key]: unknown key 'bye'"),
        ("    dice: [1, 2]", "    dice: 1", "8:11: error[wrong-type]"),
        ("  - expect: {left: 0}", "  - expect: {lift: 0}", "17:14: error[unknown-key]"),
        ("  - run: 3", "  - run: 3\n    run: 4", "17:5: error[duplicate-key]"),
        ("  - run: 3", "\t- run: 3", "16:1: error[yaml-syntax]"),
        ("questions: [{seat: a,", "questions: [{", "4:13: error[bad-position]"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    read: Read, line: str, instead: str, problem: str
) -> None:
    assert line in GOOD
    found = told(read(GOOD.replace(line, instead)))
    assert any(one.startswith(f"story.yaml:{problem}") for one in found), found


def test_a_misspelt_key_gets_the_nearest_name_and_no_second_complaint(read: Read) -> None:
    (found,) = told(read(GOOD.replace("- pass: b", "- {pas: b}")))
    assert "did you mean 'pass'?" in found


def test_a_misspelt_game_gets_the_nearest_name_and_never_its_own() -> None:
    games = Games()
    for _ in range(2):
        (found,) = read_documents("title: x\ngame: obsidai\nsteps: []\n", games)
        assert isinstance(found, Broken)
        assert "did you mean 'obsidia'?" in found.message


def test_all_problems_come_at_once_and_good_documents_stay_good(read: Read, games: Games) -> None:
    bad = GOOD.replace("seed: 7", "seed: x").replace("    by: a", "    bye: a")
    text = f"{GOOD}---\n{bad}---\n{bad}"
    kinds = [type(document) for document in read(text)]
    assert kinds == [Scenario, Broken, Broken]
    with pytest.raises(ContentError) as caught:
        load_file(text, games, "story.yaml")
    assert len(caught.value.problems) == 4


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "[]", "42", "steps: ["])
def test_what_is_no_scenario_is_one_broken_document(read: Read, text: str) -> None:
    (broken,) = read(text)
    assert isinstance(broken, Broken)
    assert broken.message.startswith("story.yaml:")


def test_empty_documents_between_others_do_not_matter(read: Read) -> None:
    assert len(read(f"---\n{GOOD}---\n---\n{GOOD}---\n")) == 2


def test_a_file_that_is_not_there_is_a_content_error(games: Games, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none\.yaml:1:1: error\[unreadable\]"):
        load_file(tmp_path / "none.yaml", games)


LINES = GOOD.splitlines()


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good scenario with lines dropped, doubled, swapped or with characters put in."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.sampled_from(["drop", "double", "swap", "insert", "other"]))
        if kind == "drop" and len(lines) > 1:
            del lines[place]
        elif kind == "double":
            lines.insert(place, lines[place])
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        elif kind == "insert":
            column = draw(st.integers(0, len(lines[place])))
            text = draw(st.text(alphabet="[]{}:,-#&*!|>'\"%@`0aé\t ", max_size=3))
            lines[place] = lines[place][:column] + text + lines[place][column:]
        else:
            value = draw(st.sampled_from(["null", "[]", "{}", "true", "1e9", "'x'", "- - -"]))
            lines[place] = lines[place].split(":")[0] + ": " + value
    return "\n".join(lines)


@given(text=mutated() | st.text(max_size=60))
def test_bad_input_raises_nothing_but_content_errors(games: Games, text: str) -> None:
    try:
        load_file(text, games, "story.yaml")
    except ContentError as error:
        problems = error.problems
    else:
        problems = []
    assert all(str(one).startswith("story.yaml:") for one in problems)
    for document in read_documents(text, games, "story.yaml"):
        run_document(document, games)
