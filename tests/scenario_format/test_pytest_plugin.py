"""The pytest plugin: what it collects, how a failure reads, and that it disturbs nobody."""

import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PLUGIN = "obsidia_core.scenario.pytest_plugin"
STORY = """\
game: story
title: It holds
rules: [MOVE-01, RULING-02]
steps:
  - expect: {left: 0}
---
game: story
title: It fails
steps:
  - expect: {left: 1}
"""
STORY_GAME = """
from obsidia_core.scenario import pytest_plugin

def pytest_configure(config):
    config.stash[pytest_plugin.GAMES] = Games(ready={"story": StoryScenarios()})
"""


@pytest.fixture
def project(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> pytest.Pytester:
    """A project with the story game; it may have markers only that are declared."""
    installed = request.config.pluginmanager.has_plugin("obsidia")
    loaded = "" if installed else f"-p {PLUGIN}"
    pytester.makeini(f"[pytest]\naddopts = --strict-markers -p no:cacheprovider {loaded}\n")
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text() + STORY_GAME)
    return pytester


def write(project: pytest.Pytester, name: str, text: str) -> None:
    path = project.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("folder", ["tests/scenarios/deep/er", "acceptance"])
def test_each_document_is_a_test(project: pytest.Pytester, folder: str) -> None:
    write(project, f"{folder}/story.yaml", STORY)
    result = project.runpytest_inprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            f"*{folder}/story.yaml:10: step 1: left: not as expected",
            "*expected: {left: 1}",
            "*found: {left: 0}",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*runner.py*")


def test_rule_marks_can_be_selected(project: pytest.Pytester) -> None:
    write(project, "scenarios/story.yaml", STORY)
    project.runpytest_inprocess("-m", "rule").assert_outcomes(passed=1, deselected=1)
    items, _ = project.inline_genitems()
    marks = [mark.args for mark in items[0].iter_markers("rule")]
    assert marks == [("MOVE-01", "RULING-02")]


def test_broken_documents_fail_one_by_one(project: pytest.Pytester) -> None:
    write(project, "scenarios/story.yaml", STORY + "---\ngame: story\ntitle: Odd\nsteps: 3\n")
    result = project.runpytest_inprocess()
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*scenarios/story.yaml:14:8: error*wrong-type*"])


def test_equal_titles_get_the_line(project: pytest.Pytester) -> None:
    write(project, "scenarios/story.yaml", STORY.replace("It fails", "It holds"))
    items, _ = project.inline_genitems()
    assert [item.name for item in items] == ["It holds", "It holds [line 7]"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scenarios/docker.yaml", "services:\n  web: {image: nginx}\n"),
        ("scenarios/workflow.yaml", "name: ci\nsteps:\n  - run: make\n"),
        ("scenarios/bad.yaml", "{{ template }}\n"),
        ("scenarios/bytes.yaml", "\x00\x01"),
        ("data/story.yaml", STORY),
        ("scenarios/story.txt", STORY),
    ],
)
def test_other_files_are_left_alone(project: pytest.Pytester, name: str, text: str) -> None:
    write(project, name, text)
    write(project, "test_own.py", "def test_own(): pass\n")
    project.runpytest_inprocess().assert_outcomes(passed=1)


def test_directories_can_be_named(project: pytest.Pytester) -> None:
    ini = project.path / "tox.ini"
    ini.write_text(ini.read_text() + "\nobsidia_scenarios = positions\n")
    write(project, "positions/story.yaml", STORY)
    write(project, "positions/odd.yaml", "game: story\n")
    write(project, "scenarios/story.yaml", STORY)
    project.runpytest_inprocess().assert_outcomes(passed=1, failed=2)


def test_without_scenarios_nothing_is_imported(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "src"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(
        """
        import sys

        def test_own():
            heavy = {"yaml", "jsonschema", "obsidia_core.scenario.runner", "obsidia_core.content"}
            assert not heavy & set(sys.modules)
        """
    )
    command = [sys.executable, "-m", "pytest", "-p", PLUGIN]
    pytester.run(*command).assert_outcomes(passed=1)
