"""`obsidia render`: a position as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.kernel.errors import ObsidiaError, SaveError

THEMES = ("light", "dark", "print")
SIGNATURE = "<!-- drawn by obsidia_core -->"
"""By this a picture is known as ours when another is to take its place."""


@click.command(
    epilog=examples(
        "obsidia render game.json -o map.svg",
        "obsidia render game.json -o map.png --theme dark --size 1600",
        "obsidia render obsidia-replay.json --step 40 -o map.svg",
    )
)
@click.argument("path", type=opt.file_type, metavar="FILE")
@click.option(
    "-o",
    "--output",
    type=opt.file_type,
    metavar="OUT",
    help="Where to write: a file that ends in .svg or .png; an older picture of ours is replaced, "
    "anything else is not. [default: SVG on standard output]",
)
@opt.force_option
@click.option(
    "--theme", type=click.Choice(THEMES), default="light", show_default=True, help="The colours."
)
@click.option(
    "--seat", metavar="SEAT", help="Show what this seat knows. [default: what everybody sees]"
)
@click.option(
    "--size",
    type=click.IntRange(16, 20_000),
    metavar="PIXELS",
    help="The longer side of the picture.",
)
@click.option(
    "--step",
    type=click.IntRange(min=0),
    metavar="N",
    help="The position after N actions of a recorded game. [default: the last one]",
)
@click.option("--map-only", is_flag=True, help="Leave out what stands beside the map.")
def command(
    path: Path,
    output: Path | None,
    force: bool,
    theme: str,
    seat: str | None,
    size: int | None,
    step: int | None,
    map_only: bool,
) -> None:
    """Draw a position as SVG or PNG.

    FILE is a match that `Match.save` wrote, a recorded game, a state, or a view, each as JSON. PNG
    needs the extra `png`. Exit status: 0 drawn, 2 not.
    """
    from obsidia_core.cli.files import check_target, is_drawn, write_file
    from obsidia_core.render.svg import render_svg

    ending = ".svg" if output is None else output.suffix.lower()
    if ending not in (".svg", ".png"):
        raise click.BadParameter(f"{str(output)!r} ends neither in .svg nor in .png.")
    if output is not None:
        check_target(output, "--output", "picture of ours", is_drawn, force=force, source=path)
    shown = _read(path, seat, step)
    if shown.own is not None:
        if map_only:
            raise click.UsageError(
                f"--map-only is for maps; {shown.own.game.name} draws its picture whole."
            )
        svg = shown.own.draw(theme, size)
    else:
        beside = not map_only
        svg = render_svg(
            shown.view,
            theme=theme,
            size=size,
            last_move=shown.last_move,
            players=beside,
            legend=beside,
            names=shown.names,
        )
    signed = f"{svg.rstrip()}\n{SIGNATURE}\n"
    if output is None:
        click.echo(signed, nl=False)
        return
    from obsidia_core.render.png import to_png

    write_file(output, to_png(svg) if ending == ".png" else signed.encode())


@attrs.frozen
class Own:
    """A position of a game that draws its own pictures."""

    game: Any
    state: Any
    seat: str | None

    def draw(self, theme: str, size: int | None) -> str:
        """Its picture; `RenderError` if the game has none, or not in this theme."""
        from obsidia_core.render.own import own_picture

        return own_picture(self.game, self.state, self.seat, theme=theme, size=size)


@attrs.frozen
class Shown:
    """What a file shows: a view, the places of the last move if that is known, and names by id.

    A game with another kind of board draws it itself.
    """

    view: Mapping[str, Any]
    names: Mapping[str, str]
    last_move: tuple[str, ...] | None = None
    own: Own | None = None


def _read(path: Path, seat: str | None, step: int | None) -> Shown:
    """The position in a file, whichever kind it is of."""
    from obsidia_core.bots.finding import OBSIDIA, find_game
    from obsidia_core.cli.files import read_text
    from obsidia_core.kernel.match import read_json
    from obsidia_core.render.words import names_of

    try:
        data = read_json(read_text(path))
        if not isinstance(data, dict):
            raise SaveError("it is no match, recorded game, state or view")
        if "format" not in data and "tiles" in data:
            if seat is not None or step is not None:
                raise SaveError("this is one view; --seat and --step need a game")
            return Shown(data, names_of(find_game(OBSIDIA)))
        if not isinstance(data.get("game"), str):
            inside = "; a step of a recorded game has its view under 'view'"
            raise SaveError(
                "it is no match, recorded game, state or view: it names no game"
                + (inside if "view" in data else "")
            )
        return _of_game(find_game(data["game"]), data, seat, step)
    except LookupError as error:
        raise SaveError(f"{path}: {error.args[0]}") from error
    except ObsidiaError as error:
        raise SaveError(f"{path}: {error}") from error


def _of_game(game: Any, data: Mapping[str, Any], seat: str | None, step: int | None) -> Shown:
    """The position of a file that names a game: a replay, a match or a state."""
    from obsidia_core.kernel.match import MATCH_FORMAT
    from obsidia_core.kernel.replay import REPLAY_FORMAT, Replay

    if data.get("format") == REPLAY_FORMAT:
        return _replayed(game, Replay.from_json(data), seat, step)
    if data.get("format") != MATCH_FORMAT:
        if step is not None:
            raise SaveError("this is one position; --step needs a recorded game")
        return _saved(game, data, seat)
    replay = Replay.from_json(data.get("replay"))
    if step is not None:
        return _replayed(game, replay, seat, step)
    saved = _saved(game, data.get("state"), seat)
    try:
        again = _replayed(game, replay, seat, None)
    except ObsidiaError:
        return saved
    return again if again.view == saved.view else saved


def _saved(game: Any, state: object, seat: str | None) -> Shown:
    return _shown(game, game.from_json(json.dumps(state)), seat)


def _shown(game: Any, state: Any, seat: str | None, last: tuple[str, ...] | None = None) -> Shown:
    from obsidia_core.render.words import names_of

    view = game.view(state, seat)
    own = None if "tiles" in view else Own(game, state, seat)
    return Shown(view, names_of(game), last, own)


def _replayed(game: Any, replay: Any, seat: str | None, step: int | None) -> Shown:
    from obsidia_core.kernel.replay import follow
    from obsidia_core.render.board import last_move_of

    if step is not None and step > len(replay.actions):
        raise SaveError(f"the game has {len(replay.actions)} actions, none with number {step}")
    last_move = None
    state = None
    for number, state in enumerate(follow(replay, game)):
        last_move = last_move_of(game.events_for(state.events, seat)) or last_move
        if number == step:
            break
    return _shown(game, state, seat, last_move)
