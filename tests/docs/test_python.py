"""Python in the documentation does what it shows, page by page; so do examples and notebooks."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import obsidia_core

ROOT = Path(__file__).parents[2]
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in page.parts),
)
BLOCK = re.compile(
    r"^```(?:python|pycon|\{doctest\})\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)
READ = ("examples", "schemas", "spells")
"""Folders of the checkout that pages read; what they write goes elsewhere."""
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def name(path: Path) -> str:
    """A path as the checkout has it."""
    return str(path.relative_to(ROOT))


def code_of(page: Path) -> str:
    """All examples of a page with their lines where the page has them."""
    text = page.read_text("utf-8")
    lines = [""] * (text.count("\n") + 1)
    for block in BLOCK.finditer(text):
        if ">>>" in block["code"]:
            first = text.count("\n", 0, block.start("code"))
            code = block["code"].splitlines()
            lines[first : first + len(code)] = code
    return "\n".join(lines)


WITH_CODE = [page for page in PAGES if ">>>" in code_of(page)]


@pytest.mark.parametrize("page", WITH_CODE, ids=name)
def test_python_on_a_page_runs_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for part in READ:
        (tmp_path / part).symlink_to(ROOT / part, target_is_directory=True)
    names = {"obsidia_core": obsidia_core, "__name__": "__main__"}
    test = doctest.DocTestParser().get_doctest(code_of(page), names, name(page), str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def test_every_error_that_the_page_for_embedding_names_is_at_the_top() -> None:
    text = (ROOT / "docs" / "how-to" / "embed-the-engine.md").read_text("utf-8")
    named = set(re.findall(r"`(?:ob\.)?(\w+Error|IllegalAction)`", text))
    assert named >= {"ActionFormatError", "IllegalAction", "RulesetError", "SaveError"}
    assert named <= set(obsidia_core.__all__)


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_an_example_runs(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name)
def test_the_cells_of_a_notebook_run_in_order(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Cells are plain Python, so that this needs no Jupyter; only its display is left out.
    monkeypatch.chdir(tmp_path)
    document = json.loads(notebook.read_text("utf-8"))
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(document["cells"]):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "notebooks are committed without output"
            code = compile("".join(cell["source"]), f"{notebook.name}[{number}]", "exec")
            exec(code, names)  # noqa: S102  # the notebook is this project's own
    assert names
