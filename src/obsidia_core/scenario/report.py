"""Runs scenario files and tells what came of it, as text and as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from obsidia_core.scenario.document import Broken, Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.runner import run_scenario

SUFFIXES = (".yaml", ".yml")
LONGEST_LIST = 12
"""Most entries of a list that the text report prints."""


@attrs.frozen(kw_only=True)
class Result:
    """What came of one document.

    Attributes:
        file: the file's name.
        line: the step that failed, else where the document begins.
        title: the scenario's title; empty if it could not be read.
        rules: ids the scenario shows.
        passed: whether all of it holds.
        step: number of the step that failed, from 1, or None.
        expected: what should have been, ready for JSON.
        found: what there was, ready for JSON.
        message: the failure in words; empty if passed.
        broken: whether this is no scenario at all.
    """

    file: str
    line: int
    title: str
    rules: tuple[str, ...] = ()
    passed: bool
    step: int | None = None
    expected: Any = None
    found: Any = None
    message: str = ""
    broken: bool = False

    def to_json(self) -> dict[str, Any]:
        """`{file, title, passed, step, expected, found, message}`."""
        return {
            "file": self.file,
            "title": self.title,
            "passed": self.passed,
            "step": self.step,
            "expected": self.expected,
            "found": self.found,
            "message": self.message,
        }

    def lines(self) -> list[str]:
        """One line if passed, else with the step, what was expected and what was found."""
        name = f"{self.file}: {self.title}" if self.title else self.file
        if self.passed:
            return [f"ok    {name}"]
        return [f"{'ERROR' if self.broken else 'FAIL '} {name}", *self.details()]

    def details(self) -> list[str]:
        """The failure, without file and title."""
        if self.broken:
            return [f"  {line}" for line in self.message.splitlines()]
        where = f"step {self.step}" if self.step is not None else "before the first step"
        first, *more = self.message.splitlines()
        lines = [f"  {self.file}:{self.line}: {where}: {first}", *(f"  {line}" for line in more)]
        for name, value in (("expected", self.expected), ("found", self.found)):
            if self.expected is not None or self.found is not None:
                lines.append(f"    {name}: {shown(value)}")
        return lines


def run_files(
    paths: Iterable[str | Path], plugins: Sequence[object] = (), games: Games | None = None
) -> list[Result]:
    """Run every document of every file; a folder stands for all YAML files in it.

    Args:
        paths: files and folders.
        plugins: plugins beside the installed ones.
        games: where to find games; by default by name, with `plugins`.

    Returns:
        A result for each document, and one for each path that cannot be read.
    """
    known = games if games is not None else Games(plugins)
    results = []
    for path in map(Path, paths):
        files = scenario_files(path)
        if not files:
            results.append(_empty(path))
        for file in files:
            results += [run_document(document, known) for document in read_documents(file, known)]
    return results


def _empty(folder: Path) -> Result:
    message = f"{folder}: error[empty-file]: no YAML file in this folder"
    return Result(file=str(folder), line=1, title="", passed=False, message=message, broken=True)


def scenario_files(path: Path) -> list[Path]:
    """The path itself, or all YAML files of a folder and those below it, sorted."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())


def run_document(document: Scenario | Broken, games: Games) -> Result:
    """Run one document that `load.read_documents` gave."""
    if isinstance(document, Broken):
        return Result(
            file=document.file,
            line=document.line,
            title=document.title,
            passed=False,
            message=document.message,
            broken=True,
        )
    outcome = run_scenario(document, games[document.game])
    return Result(
        file=document.file,
        line=outcome.line or document.line,
        title=document.title,
        rules=document.rules,
        passed=outcome.passed,
        step=outcome.step,
        expected=outcome.expected,
        found=outcome.found,
        message=outcome.message,
    )


def exit_status(results: Sequence[Result]) -> int:
    """0 if all hold, 1 if one does not, 2 if there is no scenario or one cannot be read."""
    if not results or any(result.broken for result in results):
        return 2
    return 0 if all(result.passed for result in results) else 1


def text_lines(results: Sequence[Result]) -> list[str]:
    """The report for people: each result, then how many hold."""
    passed = sum(result.passed for result in results)
    lines = [line for result in results for line in result.lines()]
    return [*lines, f"{passed} of {len(results)} scenarios hold"]


def shown(value: Any) -> str:
    """A value as it would stand in a scenario file, on one line; long lists are cut.

    >>> shown({"at": {"D1": "0,0"}, "over": True, "winner": None})
    '{at: {D1: "0,0"}, over: true, winner: null}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {shown(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        parts = [shown(part) for part in value[:LONGEST_LIST]]
        if len(value) > LONGEST_LIST:
            parts.append(f"... {len(value) - LONGEST_LIST} more")
        return "[" + ", ".join(parts) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f'"{value}"' if isinstance(value, str) and "," in value else str(value)


def _key(key: Any) -> str:
    return shown(str(key))
