"""Commands and files of the documentation work as shown, in a checkout of their own."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
FILE = r"```\{code-block\} \w+\n:caption: (?P<file>\S+)\n\n(?P<text>.*?)^```$"
SHELL = r"```console\n(?P<shell>.*?)^```$"
DIFF = r"```diff\n--- (?P<changed>\S+)\n(?P<diff>.*?)^```$"
BLOCK = re.compile(f"^(?:{FILE}|{SHELL}|{DIFF})", re.MULTILINE | re.DOTALL)
WITH_COMMANDS = [page for page in PAGES if "```console\n$ " in page.read_text("utf-8")]
PARTS = ("src/obsidia_core", "spells", "schemas")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What a designer has before them; files may be added and changed."""
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    return tmp_path


def commands(shell: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with the output shown."""
    for part in re.split(r"^\$ ", shell, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def change(file: Path, diff: list[str]) -> None:
    """Change the one place that a diff is about."""
    before = "".join(line[1:] for line in diff if line[0] in " -")
    after = "".join(line[1:] for line in diff if line[0] in " +")
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    file.write_text(text.replace(before, after), encoding="utf-8")


def without_lines(text: str, files: set[str]) -> str:
    """A text without the numbers of lines: what is written above later moves them."""
    for file in files:
        text = re.sub(rf"{file}:\d+", file, text)
    return text


def environment(folder: Path) -> dict[str, str]:
    """Variables for a process that knows only this checkout."""
    return {
        "PYTHONPATH": str(folder / "src"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "COLUMNS": "100",
    }


def output_of(command: str, folder: Path) -> str:
    """What `obsidia ...` prints, errors and remarks included."""
    program, *arguments = shlex.split(command)
    assert program == "obsidia", command
    done = subprocess.run(
        [sys.executable, "-m", "obsidia_core", *arguments],
        cwd=folder,
        env={**os.environ, **environment(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_the_page_shows(page: Path, checkout: Path) -> None:
    checker = doctest.OutputChecker()
    changed: set[str] = set()
    for block in BLOCK.finditer(page.read_text("utf-8")):
        if block["file"]:
            (checkout / block["file"]).write_text(block["text"], encoding="utf-8")
            continue
        if block["changed"]:
            change(checkout / block["changed"], block["diff"].splitlines(keepends=True))
            changed.add(block["changed"])
            continue
        for command, shown in commands(block["shell"]):
            found = output_of(command, checkout)
            same = checker.check_output(
                without_lines(shown, changed), without_lines(found, changed), doctest.ELLIPSIS
            )
            assert same, f"$ {command}\n{found}\ninstead of\n{shown}"


def test_the_page_for_designers_is_among_them() -> None:
    assert ROOT / "docs" / "tutorial" / "first-spell.md" in WITH_COMMANDS
