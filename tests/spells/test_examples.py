"""The examples of every card hold: what a card file shows is what the rules do."""

import pytest

from obsidia_core.content import load_catalog, read_examples
from obsidia_core.content.examples import WrittenScenario
from obsidia_core.content.lint import FEWEST_EXAMPLES
from obsidia_core.plugins.resources import content_root
from obsidia_core.scenario.document import Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import checked
from obsidia_core.scenario.report import run_document

EXAMPLES = read_examples(content_root() / "spells")


@pytest.fixture(scope="module")
def games() -> Games:
    """The installed content alone: a card may not need what only the tests have."""
    return Games()


def parameter(example: WrittenScenario) -> object:
    """The example with its title in its id, and with the rules that it names as marks."""
    of_rules = pytest.mark.rule
    marks = [of_rules(*example.rules)] if example.rules else []
    return pytest.param(example, id=example.title, marks=marks)


@pytest.mark.parametrize("example", list(map(parameter, EXAMPLES)))
def test_an_example_holds(example: WrittenScenario, games: Games) -> None:
    scenario = checked(example, games)
    assert isinstance(scenario, Scenario), scenario.message
    result = run_document(scenario, games)
    assert result.passed, "\n".join(result.lines())


def test_every_card_has_a_normal_and_an_awkward_example() -> None:
    shown = [example.spell for example in EXAMPLES]
    lacking = [spell for spell in load_catalog().spells if shown.count(spell) < FEWEST_EXAMPLES]
    assert lacking == []
