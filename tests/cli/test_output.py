"""Tables and progress, on a terminal and off it."""

from __future__ import annotations

import io
import sys

import pytest

from obsidia_core.cli import output


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Both streams on a terminal; called in the test, since pytest sets them after fixtures."""
    stream = Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setattr("sys.stderr", stream)
    return stream


ROWS = [("warlords", 3, 1.5), ("light [b]keepers", 12, None)]


def test_a_table_has_numbers_to_the_right_and_texts_to_the_left(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output.table("Wins", ("class", "won", "rate"), ROWS)
    assert capsys.readouterr().out.splitlines() == [
        "Wins",
        "  class             won  rate",
        "  warlords            3  1.50",
        "  light [b]keepers   12     -",
    ]


def test_a_terminal_gets_a_table_with_the_same_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    terminal = on_terminal(monkeypatch)
    output.table("Wins", ("class", "won", "rate"), ROWS)
    shown = terminal.getvalue()
    assert "\x1b[" in shown
    for cell in ("Wins", "class", "warlords", "light [b]keepers", "12", "1.50", "-"):
        assert cell in shown


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_can_be_kept_plain(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    output.table("Wins", ("class",), [("warlords",)])
    with output.progress("games", 2) as show:
        show(1)
    assert terminal.getvalue() == "Wins\n  class\n  warlords\n"


@pytest.mark.parametrize("with_rich", [True, False])
def test_progress_moves_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, with_rich: bool
) -> None:
    terminal = on_terminal(monkeypatch)
    if with_rich:
        pytest.importorskip("rich")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    with output.progress("games", 7) as show:
        show(7)
    assert "games" in terminal.getvalue()
    assert "7" in terminal.getvalue()


def test_progress_is_silent_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress("games", 2) as show:
        show(1)
    assert capsys.readouterr() == ("", "")
