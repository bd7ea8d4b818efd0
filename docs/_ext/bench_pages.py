"""The tables of a measurement, made from the file that `benchmarks/run.py --json` wrote.

- `obsidia-bench FILE` shows it; without the file it tells how to make one.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs._ext.ledger_pages import LedgerDirective
from docutils import nodes
from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
FORMAT = "obsidia-bench-1"
CALLS = ("new", "legal_actions", "check", "apply", "apply_unchecked", "copy", "save", "load")
STARTS = (
    ("import", "import", "ms"),
    ("to the first decision", "import", "ready_ms"),
    ("content, as kept", "content", "kept_ms"),
    ("content, checked anew", "content", "anew_ms"),
)


class BenchDirective(LedgerDirective):
    """Figures of a measurement; a file of another format fails the build."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Some tables, or a sentence."""
        path = DOCS / self.arguments[0]
        self.env.note_dependency(str(path))
        return self.parsed("\n".join(tables(path)))


def tables(path: Path) -> Iterator[str]:
    """The lines of all tables, or how to make the file."""
    if not path.is_file():
        yield "No measurement is committed yet. This makes one:\n"
        yield f'```\nmake bench ARGS="--seconds 60 --json docs/{path.relative_to(DOCS)}"\n```'
        return
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("format") != FORMAT:
        raise ValueError(f"{path.name} is no measurement of format {FORMAT!r}")
    yield (
        f"Measured with {data['implementation']} {data['python']} on {data['cpus']} CPUs, "
        f"{data['seconds']:g} seconds for each engine. `-` means: there is none.\n"
    )
    engines = data["engines"]
    rows = [
        ("game", [one["game"] for one in engines.values()]),
        *(
            (f"{name}/s", [quiet(one, "play", name) for one in engines.values()])
            for name in ("decisions", "options", "games")
        ),
        *(
            (f"`{call}`, µs", [quiet(one, call, "us") for one in engines.values()])
            for call in CALLS
        ),
        *(
            (f"{name}, ms", [quiet(one, task, value) for one in engines.values()])
            for name, task, value in STARTS
        ),
        ("bytes of a save", [number(one["save_bytes_mean"]) for one in engines.values()]),
    ]
    yield from table(["", *engines], rows)
    if data["ratios"]:
        names = list(dict.fromkeys(name for one in data["ratios"].values() for name in one))
        yield "\nNext to each peer, measured in turn with it; the ratio is what carries over:\n"
        yield from table(
            ["", *data["ratios"]],
            [
                (name, [number(one.get(name, {}).get("median")) for one in data["ratios"].values()])
                for name in names
            ],
        )


def quiet(engine: dict[str, Any], task: str, value: str) -> str:
    """A figure as on a quiet machine."""
    found = engine["figures"].get(task, {}).get(value)
    return number(None if found is None else found["quiet"])


def number(value: float | None) -> str:
    """Three digits, or all before the point."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(head: list[str], rows: list[tuple[str, list[str]]]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for name, cells in rows:
        yield f"| {name} | " + " | ".join(cells) + " |"


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the directive."""
    app.add_directive("obsidia-bench", BenchDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
