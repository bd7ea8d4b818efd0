"""What commands print: JSON, tables and progress, with rich where it is installed and wanted.

Results go to stdout; progress and remarks go to stderr, so that results can be piped. Without a
terminal, with NO_COLOR, or without rich there is plain text.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

Cell = str | int | float | None


def print_json(data: Any) -> None:
    """Print JSON on stdout."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def remark(text: str) -> None:
    """Print a line on stderr."""
    click.echo(text, err=True)


def width() -> int:
    """Columns of the terminal, 80 without one; at most 100, since longer lines read badly."""
    return max(40, min(100, shutil.get_terminal_size((80, 24)).columns))


def is_plain(stream: Any) -> bool:
    """Whether to print without colour and movement on this stream."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return True
    return not (hasattr(stream, "isatty") and stream.isatty())


def shows(text: str) -> bool:
    """Whether stdout can print these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Print a table on stdout; numbers stand right, texts left."""
    cells = [[_text(cell) for cell in row] for row in rows]
    numeric = [
        all(not isinstance(row[column], str) for row in rows) for column in range(len(heads))
    ]
    rich = None if is_plain(sys.stdout) else _rich_table(title, heads, cells, numeric)
    if rich is not None:
        rich()
        return
    sizes = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    click.echo(title)
    for line in (heads, *cells) if any(heads) else cells:
        shown = [
            f"{cell:>{size}}" if right else f"{cell:{size}}"
            for cell, size, right in zip(line, sizes, numeric, strict=True)
        ]
        click.echo(f"  {'  '.join(shown)}".rstrip())


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _rich_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]
) -> Callable[[], None] | None:
    """What prints the table with rich, or None without rich."""
    try:
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return None
    made = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_header=any(heads),
    )
    for head, right in zip(heads, numeric, strict=True):
        made.add_column(head, justify="right" if right else "left")
    for row in rows:
        made.add_row(*map(Text, row))
    return lambda: Console(highlight=False).print(made)


@contextlib.contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr; gives a function to call with the number done so far."""
    if is_plain(sys.stderr):
        yield lambda _done: None
        return
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )
    except ImportError:
        with _plain_progress(label, total) as update:
            yield update
        return
    bar = Progress(
        TextColumn(label),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextlib.contextmanager
def _plain_progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    def update(done: int) -> None:
        click.echo(f"\r{label} {done} of {total}", nl=False, err=True)

    try:
        yield update
    finally:
        click.echo("\r\033[K", nl=False, err=True)
