"""`obsidia replay export`: a recorded game in another form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.cli.narrate import Names, Narrator
from obsidia_core.kernel.errors import ObsidiaError, SaveError
from obsidia_core.kernel.game import Game

THEMES = ("auto", "light", "dark", "print")


class PageNarrator(Narrator):
    """Tells a game in bare sentences; the page itself shows turns."""

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """The sentences for what happened next."""
        listed = list(events)
        heads = tuple(f"Turn {event['number']}:" for event in listed if event["type"] == "turn")
        told = super().tell(listed, by)
        return [line for line in told if line and not (heads and line.startswith(heads))]

    def _sentence(self, text: str, rule: str | None = None) -> list[str]:
        return [text[:1].upper() + text[1:]]


def _narrator(game: Game[Any]) -> PageNarrator | None:
    """Who tells a game with content of this package; any other game tells its events itself."""
    names = Names.of(game)
    return PageNarrator(names) if names.seats else None


@click.command(
    "export",
    epilog=examples(
        "obsidia replay export obsidia-replay.json --html",
        "obsidia replay export obsidia-replay.json --html -o game.html --seat warlords",
    ),
)
@click.argument("path", type=opt.file_type, metavar="FILE")
@click.option("--html", "as_html", is_flag=True, help="As one page that plays the game.")
@click.option(
    "-o",
    "--output",
    type=opt.file_type,
    metavar="OUT",
    help="Where to write; an older page of ours is replaced, anything else is not. "
    "[default: FILE with the ending .html]",
)
@opt.force_option
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="auto",
    show_default=True,
    help="The colours to begin with; auto follows the reader's system.",
)
@click.option(
    "--seat", metavar="SEAT", help="Show what this seat knew. [default: what everybody saw]"
)
@click.option("--title", metavar="TEXT", help="The heading. [default: who plays]")
def export(
    path: Path,
    as_html: bool,
    output: Path | None,
    force: bool,
    theme: str,
    seat: str | None,
    title: str | None,
) -> None:
    """Write a recorded game as one HTML page.

    The page shows every step with what happened, plays by itself or by the keyboard, and needs
    neither a server nor a network. FILE is a recorded game or a match that `Match.save` wrote.
    """
    if not as_html:
        raise click.UsageError("Say in which form: --html.")
    from obsidia_core.bots.finding import find_game
    from obsidia_core.cli.files import check_target, is_drawn, read_replay, write_file
    from obsidia_core.render.html import render_html

    target = output or path.with_suffix(".html")
    check_target(target, "--output", "page of ours", is_drawn, force=force, source=path)
    try:
        replay = read_replay(path)
        game = find_game(replay.game)
        page = render_html(
            game,
            replay,
            seat=seat,
            theme=theme,
            title=title,
            narrator=_narrator(game),
        )
    except ObsidiaError as error:
        raise SaveError(f"{path}: {error}") from error
    write_file(target, page.encode())
    click.echo(f"{target}: {len(page) // 1000} kB, open it in a browser")
