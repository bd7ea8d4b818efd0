"""The group of all commands, and what becomes of errors."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import IO, Any

import click

from obsidia_core.kernel.errors import ObsidiaError

BAD_INPUT = 2
INTERRUPTED = 130

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "play": "Play a game in the terminal, or watch bots play one.",
        "simulate": "Play many games between bots and count what comes of them.",
        "scenario": "Run scenario files: does what they say hold?",
        "validate": "Check content files and say what is wrong, and where.",
        "spell": "List the spells, show one, or try one on its examples.",
        "plugins": "Show who provides what.",
        "odds": "Tell the exact odds of a battle or of survival.",
        "rules": "Show rules and rulings, and which of them the tests show.",
        "replay": "Verify recorded games, tell them, or make a page of one.",
        "render": "Draw a position as SVG or PNG.",
        "perft": "Count the decision tree from a seed to a depth.",
    }
)
"""Command name to its line in the list; the module of that name has the command `command`."""


def examples(*lines: str) -> str:
    """The end of a command's help: command lines to copy."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class Failure(click.ClickException):
    """Something could not be done; told on stderr in one paragraph, exit status 2."""

    exit_code = BAD_INPUT

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message; what a file name or a file brought in cannot steer the terminal."""
        text = "".join(
            sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}"
            for sign in self.message
        )
        click.echo(f"obsidia: {text}", file=file, err=file is None)


class App(click.Group):
    """Finds commands when they are asked for, and turns errors into messages.

    `--debug` lets errors through with their traceback.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, the most wanted first."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"obsidia_core.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command meant by the first argument; a misspelt one gets a hint."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from obsidia_core.kernel.codec import nearest

            ctx.fail(f"No such command {name!r}{nearest(name, COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; every error ends in a message and an exit status."""
        if ctx.params.get("debug"):
            return super().invoke(ctx)
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("obsidia: broken off.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            raise
        except ObsidiaError as error:
            raise Failure(str(error)) from error
        except Exception as error:
            raise Failure(_report(error)) from error


def _report(error: Exception) -> str:
    told = " ".join(f"{type(error).__name__}: {error}".split())
    return (
        f"this should not have happened ({told[:300]}). Please report it, with the traceback that "
        "`obsidia --debug ...` shows."
    )


def prepare_streams() -> None:
    """Let text that the terminal cannot show degrade instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _version() -> str:
    from obsidia_core import __version__

    return __version__


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"obsidia {_version()}")
        ctx.exit()


@click.command(
    epilog=examples(
        "obsidia play --bots", "obsidia simulate --games 1000", "obsidia COMMAND --help"
    ),
    cls=App,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def app(debug: bool) -> None:
    """Play, simulate, check and explain the board game Obsidia.

    Exit status: 0 fine, 1 what was checked does not hold, 2 it could not be done.
    """
    del debug
