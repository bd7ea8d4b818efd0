"""pytest plugin: every document of a scenario file is a test, and every example of a card.

Collected are `*.yaml` files below a directory named `scenarios`, `acceptance` or `spells`; the ini
option `obsidia_scenarios` names other directories. Unless that option is set, a file must also look
like scenarios or like cards with examples, so that YAML files of other tools are left alone.
Everything heavy is imported when the first such file is collected. A conftest whose scenarios need
plugins that are not installed says so in `pytest_configure`:
`config.stash[GAMES] = Games([plugin, ...])`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from obsidia_core.content.examples import WrittenScenario
    from obsidia_core.scenario.document import Broken
    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.report import Result

OPTION = "obsidia_scenarios"
DIRECTORIES = ("scenarios", "acceptance", "spells")
_SUFFIX = ".yaml"
_LOOKS_RIGHT = (
    (
        re.compile(rb"^steps:", re.MULTILINE),
        re.compile(rb"^(game|players|map|phase):", re.MULTILINE),
    ),
    (re.compile(rb"^class:", re.MULTILINE), re.compile(rb"^ +examples:", re.MULTILINE)),
)
"""What stands in a file of scenarios, and in one of cards with examples."""
_MOST_READ = 1 << 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the ini option."""
    parser.addini(
        OPTION,
        "names of directories whose YAML files are Obsidia scenarios or cards (default: "
        f"{' '.join(DIRECTORIES)}, and only files that look like it)",
        type="args",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker that carries a scenario's rule ids."""
    config.addinivalue_line("markers", "rule(*ids): the rule ids that a test shows")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects scenario files."""
    if file_path.suffix != _SUFFIX:
        return None
    named: list[str] = parent.config.getini(OPTION)
    below = _below_root(file_path, parent.config.rootpath)
    if not below.intersection(named or DIRECTORIES) or not (named or _looks_right(file_path)):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


def _below_root(path: Path, root: Path) -> set[str]:
    """Names of the directories between the root and the file; all of them if it lies elsewhere."""
    folder = path.parent
    return set((folder.relative_to(root) if folder.is_relative_to(root) else folder).parts)


def _looks_right(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            start = stream.read(_MOST_READ)
    except OSError:
        return False
    return any(all(sign.search(start) for sign in signs) for signs in _LOOKS_RIGHT)


GAMES: pytest.StashKey[Games] = pytest.StashKey()
"""Where a session keeps the games it has loaded."""


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterable[pytest.Item]:
        """One item for each scenario; a file that cannot be read is one failing item."""
        from obsidia_core.scenario.document import Broken
        from obsidia_core.scenario.load import split_documents

        taken: set[str] = set()
        for document in split_documents(self.path):
            name = document.title or "unreadable"
            if name in taken:
                name = f"{name} [line {document.line}]"
            taken.add(name)
            item = ScenarioItem.from_parent(self, name=name, document=document)
            if not isinstance(document, Broken) and document.rules:
                item.add_marker(pytest.mark.rule(*document.rules))
            yield item


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, document: WrittenScenario | Broken, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.document = document

    def runtest(self) -> None:
        """Checks and runs it."""
        from obsidia_core.scenario.document import Broken
        from obsidia_core.scenario.games import Games
        from obsidia_core.scenario.load import checked
        from obsidia_core.scenario.report import run_document

        games = self.config.stash.setdefault(GAMES, Games())
        document = self.document
        result = run_document(
            document if isinstance(document, Broken) else checked(document, games), games
        )
        if not result.passed:
            raise ScenarioFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The step, what was expected and what was found, without a Python traceback."""
        from obsidia_core.kernel.errors import ObsidiaError

        if isinstance(excinfo.value, ScenarioFailed):
            return "\n".join(excinfo.value.result.details())
        if isinstance(excinfo.value, ObsidiaError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """File, line from 0, and title."""
        return self.path, self.document.line - 1, self.name


class ScenarioFailed(Exception):
    """Carries the result of a scenario that does not hold."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.message)
        self.result = result
