"""The terminal: lines out, lines in, colour, and hiding what the next person may not see."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from types import ModuleType
from typing import Any

import click

from obsidia_core.cli.output import is_plain, shows, width

BOARD_SIGNS = "╪╫╞╡╥╨┼═║…"
TERRAINS: Mapping[str, str] = {
    "plain": "green",
    "colony": "bright_white",
    "town": "bright_yellow",
    "blackwater": "blue",
    "woods": "green",
    "ice_field": "cyan",
    "void": "bright_black",
    "boneyard": "white",
    "portal": "magenta",
}
PIECES: Mapping[str, str] = {
    "black": "bright_blue",
    "white": "bright_white",
    "red": "bright_red",
    "yellow": "bright_yellow",
}
"""The colour of a class on the table to the one it has on a terminal, light or dark."""
STYLES: Mapping[str, Mapping[str, Any]] = {
    "frame": {"fg": "bright_black"},
    "way": {"bold": True},
    "mark": {"fg": "bright_cyan", "bold": True},
    "creature": {"fg": "bright_magenta", "bold": True},
    "head": {"bold": True},
    "note": {"fg": "bright_black"},
    "danger": {"fg": "bright_red", "bold": True},
}
BLANKS = 60
"""Empty lines that push away what was printed where the screen cannot be cleared."""


def load_readline() -> ModuleType | None:
    """Python's line editing, where there is one."""
    try:
        import readline
    except ImportError:
        return None
    return readline


class Screen:
    """One terminal, shared by all persons.

    Args:
        plain: sentences instead of drawings, one line for each fact, no colour.
        colors: class id to its colour on the table.

    Attributes:
        plain: as given.
        ascii_only: the terminal lacks box-drawing characters.
        colored: whether lines carry colour.
    """

    def __init__(self, plain: bool = False, colors: Mapping[str, str] | None = None) -> None:
        self.plain = plain
        self.ascii_only = not shows(BOARD_SIGNS)
        self.colored = not plain and not is_plain(sys.stdout)
        self._colors = colors or {}
        self._complete: Callable[[], Sequence[str]] = tuple
        self._readline = load_readline() if _is_terminal(sys.stdin) else None
        if self._readline is not None:
            self._prepare(self._readline)
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

    def _prepare(self, readline: ModuleType) -> None:
        readline.set_completer_delims(" ")
        readline.set_completer(self._completion)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        readline.clear_history()

    def offer(self, complete: Callable[[], Sequence[str]]) -> None:
        """Complete with the tabulator to one of these texts."""
        self._complete = complete

    def _completion(self, word: str, number: int) -> str | None:
        assert self._readline is not None
        begin = self._readline.get_begidx()
        before = self._readline.get_line_buffer()[:begin]
        found = sorted(
            {
                text[begin:].split(" ")[0]
                for text in self._complete()
                if text.startswith(before + word)
            }
        )
        return f"{found[number]} " if number < len(found) else None

    @property
    def text_width(self) -> int:
        """Columns for running text; as good as no limit in plain mode."""
        return 10_000 if self.plain else width()

    @property
    def board_width(self) -> int:
        """Columns for drawings."""
        return max(40, shutil.get_terminal_size((80, 24)).columns)

    def say(self, *lines: str) -> None:
        """Print lines as they are."""
        for line in lines:
            click.echo(line, color=self.colored)

    def tell(self, text: str, indent: int = 0) -> None:
        """Print a paragraph, broken into lines of the width."""
        self.say(*self.broken(text, indent))

    def broken(self, text: str, indent: int = 0, hanging: int | None = None) -> list[str]:
        """A paragraph as lines."""
        first = " " * indent
        rest = first if hanging is None else " " * hanging
        return wrap(text, self.text_width, initial_indent=first, subsequent_indent=rest) or [""]

    def gap(self) -> None:
        """An empty line, where lines are for the eye."""
        if not self.plain:
            self.say("")

    def cut(self, text: str, room: int) -> str:
        """A text that ends in an ellipsis if it is too long; in plain mode it stays whole."""
        if self.plain or len(text) <= room:
            return text
        return text[: max(0, room - 1)].rstrip() + ("~" if self.ascii_only else "…")

    def paint(self, kind: str, text: str) -> str:
        """A text in the colour of its kind, see `render.text.Paint`; `head note danger` too."""
        if not self.colored:
            return text
        group, _, name = kind.partition(":")
        if group == "terrain":
            style: Mapping[str, Any] = {"fg": TERRAINS.get(name), "bold": True}
        elif group == "class":
            style = {"fg": PIECES.get(self._colors.get(name, "")), "bold": True}
        else:
            style = STYLES.get(group, {})
        return click.style(text, **style)

    def ask(self, prompt: str) -> str:
        """A line that somebody types, without the spaces around it.

        Raises:
            EOFError: there will be no more lines.
        """
        sys.stdout.flush()
        return input(prompt).strip()

    def hide(self) -> None:
        """Take what was printed and typed out of sight."""
        if self._readline is not None:
            self._readline.clear_history()
        if not _is_terminal(sys.stdout):
            return
        if os.environ.get("TERM", "dumb") == "dumb" or sys.platform == "win32":
            self.say(*[""] * BLANKS)
            click.clear()
        else:
            # The screen, what lies above it, and the cursor to the top.
            sys.stdout.write("\033[2J\033[3J\033[H")
            sys.stdout.flush()


def _is_terminal(stream: Any) -> bool:
    return hasattr(stream, "isatty") and stream.isatty()


def quoted(text: str, room: int = 40) -> str:
    """What somebody typed, short and without characters that steer a terminal."""
    seen = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return repr(seen if len(seen) <= room else f"{seen[: room - 3]}...")


def columns(cells: Iterable[str], room: int) -> list[str]:
    """Short texts side by side, read line by line, each line within the room."""
    listed = list(cells)
    if not listed:
        return []
    wide = max(map(len, listed)) + 2
    each = max(1, room // wide)
    return [
        "".join(f"{cell:<{wide}}" for cell in listed[start : start + each]).rstrip()
        for start in range(0, len(listed), each)
    ]
