"""Every command explains itself, and bad input of any kind ends in a message and status 2."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import COMMANDS, app

Run = Callable[..., Any]
Program = Callable[..., Any]

EVERY = [(), *((name,) for name in COMMANDS), ("replay", "verify"), ("replay", "show")]
HEAVY = ("yaml", "jsonschema", "rich", "cattrs", "obsidia_core.content.catalog")


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_command_has_help_with_examples(run: Run, words: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*words, flag)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: {' '.join(('obsidia', *words))}")
        assert "Examples:\n" in result.stdout
        assert f"obsidia {' '.join(words)}".rstrip() in result.stdout.split("Examples:")[1]


def test_the_list_of_commands_says_what_each_is_for(run: Run) -> None:
    text = run("--help").stdout
    for name, purpose in COMMANDS.items():
        assert f"{name:<8}  {purpose}" in text
        assert app.get_command(click.Context(app), name) is not None


def test_help_loads_nothing_heavy(program: Program) -> None:
    code = (
        "import sys\nfrom obsidia_core.cli.app import app\n"
        "app(['--help'], prog_name='obsidia', standalone_mode=False)\n"
        f"print('loaded:', *[name for name in {HEAVY!r} if name in sys.modules])"
    )
    result = program(code=code)
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1] == "loaded:"


def test_importing_the_command_line_does_not_import_click(program: Program) -> None:
    result = program(code="import obsidia_core.cli, sys; print('click' in sys.modules)")
    assert result.stdout.split() == ["False"]


def test_the_version_is_the_packages(run: Run) -> None:
    from obsidia_core import __version__

    assert run("--version").stdout == f"obsidia {__version__}\n"


NUMBER = "9" * 5000
ABSURD: list[tuple[str, ...]] = [
    ("nonsense",),
    ("--nonsense",),
    ("",),
    ("simulat",),
    ("play", "--human", "nobody"),
    ("play", "--resume", "."),
    ("play", "--save", "no/such/folder.json"),
    ("play", "--bots", "--seed", NUMBER),
    ("play", "--bots", "--seed", "1.5"),
    ("play", "--bots", "--players", ""),
    ("play", "--bots", "--players", "warlords"),
    ("play", "--bots", "--players", "warlords,warlords"),
    ("play", "--bots", "--players", "warlords,,light_keepers"),
    ("play", "--bots", "--players", "warlrods,light_keepers"),
    ("play", "--bots", "--players", "0"),
    ("play", "--bots", "--players", NUMBER),
    ("play", "--bots", "--bot", "nobody"),
    ("play", "--bots", "--bot", "random", "--bot", "random", "--bot", "random"),
    ("play", "--bots", "--game", "chess"),
    ("play", "--bots", "--out", "."),
    ("play", "--bots", "--out", "no/such/folder.json"),
    ("play", "--bots", "extra"),
    ("play", "--bots", "-o", "hand_size"),
    ("play", "--bots", "-o", "=5"),
    ("play", "--bots", "-o", "hand_size=5", "-o", "hand_size=6"),
    ("play", "--bots", "-o", "hand_sise=5"),
    ("play", "--bots", "-o", "hand_size=many"),
    ("play", "--bots", "-o", "hand_size=[1"),
    ("play", "--bots", "-o", "hand_size=1\n---\n2"),
    ("play", "--bots", "-o", "hand_size=!!python/object:os.system x"),
    ("play", "--bots", "-o", f"hand_size={NUMBER}"),
    ("play", "--bots", "-o", "die_faces=[7]"),
    ("play", "--bots", "-o", "die_faces={a: b}"),
    ("simulate", "--games", "0"),
    ("simulate", "--games", "-3"),
    ("simulate", "--games", NUMBER),
    ("simulate", "--workers", "0"),
    ("simulate", "--workers", "100000"),
    ("simulate", "--max-decisions", "0"),
    ("simulate", "--players", "5"),
    ("simulate", "--players", "a,b,c,d,e,f,g,h,i"),
    ("simulate", "--players", "1"),
    ("simulate", "--out", "."),
    ("simulate", "--out", "no/such/folder.jsonl"),
    ("scenario",),
    ("scenario", "missing.yaml"),
    ("scenario", "."),
    ("validate", "missing.yaml"),
    ("validate", "."),
    ("validate", "--format", "xml"),
    ("rules", "--check"),
    ("rules", "--tests", "missing"),
    ("rules", "--area", "TWON"),
    ("rules", "TOWN-99"),
    ("rules", "TOWN-07", "--area", "TOWN"),
    ("rules", "TOWN"),
    ("replay",),
    ("replay", "nonsense"),
    ("replay", "verify"),
    ("replay", "verify", "missing.json"),
    ("replay", "verify", "."),
    ("replay", "show", "."),
    ("perft", "--depth", "-1"),
    ("perft", "--depth", "51"),
    ("perft", "--from-turn", "x"),
    ("perft", "--from-turn", "9999"),
]


@pytest.mark.parametrize("words", ABSURD, ids=lambda words: " ".join(words)[:60])
def test_an_absurd_command_line_ends_in_a_message_and_status_2(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    result = run(*words)
    told = result.stderr + result.stdout
    assert result.exit_code == 2
    assert told.strip()
    assert "Traceback" not in told
    assert list(tmp_path.iterdir()) == []


NOT_TEXT = {
    "binary": b"\x00\xff\xfe\x80\x81",
    "utf16": "title: x".encode("utf-16"),
    "latin1": b"title: caf\xe9\n",
    "empty": b"",
    "deep": b"[" * 5000,
    "json": b'{"format": "obsidia-replay-1"}',
    "list": b"[1, 2]",
    "number": b"1" * 5000,
}
NO_YAML = {"binary", "utf16", "latin1", "deep"}


@pytest.mark.parametrize("command", ["scenario", "validate", "replay verify", "replay show"])
@pytest.mark.parametrize("kind", NOT_TEXT)
def test_a_file_of_any_content_ends_in_a_message_that_names_it(
    run: Run, tmp_path: Path, command: str, kind: str
) -> None:
    path = tmp_path / f"{kind}.yaml"
    path.write_bytes(NOT_TEXT[kind])
    result = run(*command.split(), path.name)
    told = result.stdout + result.stderr
    assert result.exit_code == (1 if command == "validate" and kind not in NO_YAML else 2)
    assert path.name in told
    assert "Traceback" not in told
    assert path.read_bytes() == NOT_TEXT[kind]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulat",), "No such command 'simulat' (did you mean 'simulate'?)"),
        (("play", "--bots", "--bot", "rnadom"), "did you mean 'random'?"),
        (("play", "--bots", "-o", "hand_sise=5"), "did you mean 'hand_size'?"),
        (("play", "--bots", "--players", "warlrods,light_keepers"), "did you mean 'warlords'?"),
        (("rules", "--area", "TWON"), "did you mean 'TOWN'?"),
        (("rules", "TOWN-99"), "did you mean TOWN-"),
        (("rules", "TOWN"), "for a whole area say --area TOWN"),
        (("play", "--bots", "-o", "hand_size=[1"), "the value of 'hand_size'"),
        (("play", "--bots", "-o", "hand_size=many"), "not 'many'"),
        (("play", "--quiet"), "--quiet goes with --bots"),
        (("spell", "show", "War Cry"), "did you mean 'war_cry'?); `obsidia spell list` lists all"),
        (("spell", "try", "xyzzy"), "no spell 'xyzzy'; `obsidia spell list` lists all"),
        (("perft", "--from-turn", "9999"), "never comes to turn 9999"),
    ],
)
def test_the_message_says_what_would_be_right(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    assert message in " ".join(run(*words).stderr.split())


def test_an_option_of_the_ruleset_is_typed_as_in_yaml() -> None:
    for text, value in (
        ("5", 5),
        ("true", True),
        ("none", "none"),
        ("null", None),
        ("", None),
        ("[1, 2]", [1, 2]),
        ("{2: 9}", {"2": 9}),
        ("sum", "sum"),
    ):
        assert opt.yaml_value("name", text) == value


def break_command(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("obsidia_core.content.validate", fail)


def test_a_fault_of_the_program_asks_for_a_report_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_command(monkeypatch, ZeroDivisionError("of\nall things"))
    result = run("validate")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "ZeroDivisionError: of all things" in result.stderr
    assert "report" in result.stderr
    assert "obsidia --debug" in result.stderr
    with pytest.raises(ZeroDivisionError):
        run("--debug", "validate")


def test_an_interrupt_is_no_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    break_command(monkeypatch, KeyboardInterrupt())
    result = run("validate")
    assert (result.exit_code, result.stderr) == (130, "obsidia: broken off.\n")


def test_what_a_message_quotes_cannot_steer_the_terminal(run: Run) -> None:
    result = run("play", "--bots", "--out", "a\x1b[2Jb/c.json")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr


def test_a_reader_that_goes_away_is_no_error(program: Program) -> None:
    code = (
        "import os, sys\nfrom obsidia_core.cli import main\n"
        "reader, writer = os.pipe()\nos.close(reader)\nos.dup2(writer, 1)\n"
        "sys.argv[1:] = ['rules', '--area', 'TOWN']\nmain()"
    )
    assert program(code=code).stderr.count("Traceback") == 0


def test_text_that_the_terminal_lacks_is_replaced(program: Program) -> None:
    words = ("play", "--bots", "--quiet", "--seed", "1", "-o", "sudden_death_round_limit=1")
    result = program(*words, PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.isascii()
    assert "+---" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="file names are text there")
def test_a_file_name_that_is_no_text_is_said(program: Program) -> None:
    result = program("replay", "verify", b"\xff.json".decode(errors="surrogateescape"))
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_json_is_all_that_stands_on_stdout(run: Run) -> None:
    for words in (
        ("rules",),
        ("rules", "TOWN-07"),
        ("rules", "--area", "TOWN"),
        ("validate",),
        ("perft", "--depth", "1"),
        ("simulate", "-n", "1", "-j", "1", "-o", "sudden_death_round_limit=1"),
        ("play", "--bots", "--seed", "1", "-o", "sudden_death_round_limit=1"),
        ("replay", "show", "obsidia-replay.json"),
        ("replay", "verify", "obsidia-replay.json"),
    ):
        result = run(*words, "--json")
        assert result.exit_code == 0
        json.loads(result.stdout)


@pytest.mark.parametrize("side", ["9999", "9" * 60, "9" * 6000])
def test_a_number_of_travelers_that_is_absurd_is_called_a_number(run: Run, side: str) -> None:
    for what in (f"{side} vs 2", f"2 vs {side}", f"{side} on blackwater"):
        result = run("odds", what)
        assert result.exit_code == 2
        assert "is no number of pieces" in result.stderr
        assert len(result.stderr) < 300
