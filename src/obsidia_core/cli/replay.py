"""`obsidia replay`: verify recorded games, tell them, or make a page of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import BAD_INPUT, examples
from obsidia_core.cli.export import export
from obsidia_core.cli.output import print_json
from obsidia_core.kernel.errors import ObsidiaError, SaveError

if TYPE_CHECKING:
    from obsidia_core.kernel.replay import Replay


@click.group(
    epilog=examples(
        "obsidia replay verify obsidia-replay.json", "obsidia replay show obsidia-replay.json"
    )
)
def command() -> None:
    """Verify recorded games, tell them, or make a page of one.

    A replay has the players, the options, the seed and one line for each action; files that
    `Match.save` wrote are read too.
    """


command.add_command(export)


@command.command(
    "verify",
    epilog=examples(
        "obsidia replay verify obsidia-replay.json", "obsidia replay verify --json games/*.json"
    ),
)
@click.argument("paths", nargs=-1, required=True, type=opt.file_type, metavar="FILE...")
@opt.json_option
@click.pass_context
def verify(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Play recorded games again: is each action legal, is the end the recorded one?

    Prints a line for each file. Exit status: 0 all hold, 1 one does not, 2 a file cannot be read or
    is no replay.
    """
    results = [_verified(path) for path in paths]
    if as_json:
        print_json(results)
    else:
        for result in results:
            mark = "ok   " if result["holds"] else "FAIL " if result["readable"] else "ERROR"
            click.echo(f"{mark} {result['file']}: {result['message']}")
    if not all(result["readable"] for result in results):
        ctx.exit(BAD_INPUT)
    ctx.exit(0 if all(result["holds"] for result in results) else 1)


def _verified(path: Path) -> dict[str, Any]:
    """`{file, readable, holds, finished, actions, message}`."""
    from obsidia_core.cli.files import read_replay
    from obsidia_core.kernel.replay import begin, play

    result: dict[str, Any] = {
        "file": str(path),
        "readable": False,
        "holds": False,
        "finished": None,
        "actions": None,
    }
    try:
        replay = read_replay(path)
        game = _game_of(replay)
        begin(replay, game)
    except ObsidiaError as error:
        return {**result, "message": str(error)}
    result |= {
        "readable": True,
        "finished": replay.end is not None,
        "actions": len(replay.actions),
    }
    try:
        play(replay, game)
    except ObsidiaError as error:
        return {**result, "message": str(error)}
    count = f"{len(replay.actions)} actions"
    told = f"{count}, same end" if replay.end is not None else f"{count}; the game was not finished"
    return {**result, "holds": True, "message": told}


def _game_of(replay: Replay) -> Any:
    from obsidia_core.bots.finding import find_game

    return find_game(replay.game)


@command.command(
    "show",
    epilog=examples(
        "obsidia replay show obsidia-replay.json",
        "obsidia replay show obsidia-replay.json --quiet",
        "obsidia replay show obsidia-replay.json --json",
    ),
)
@click.argument("path", type=opt.file_type, metavar="FILE")
@click.option("--quiet", "-q", is_flag=True, help="Print the result alone.")
@opt.json_option
def show(path: Path, quiet: bool, as_json: bool) -> None:
    """Tell a recorded game turn by turn, with the result and the last map.

    With --json prints every action with the events that it brought about, as somebody sees them who
    only watches. Exit status: 0 told to its end, 2 the file cannot be read, is no replay, or was
    altered so that it does not hold; then it is told up to there.
    """
    from obsidia_core.cli.files import read_replay
    from obsidia_core.cli.telling import Teller, print_result
    from obsidia_core.kernel.replay import follow

    try:
        replay = read_replay(path)
        game = _game_of(replay)
        steps = follow(replay, game)
        state = next(steps)
    except ObsidiaError as error:
        raise SaveError(f"{path}: {error}") from error
    teller = Teller(game, silent=quiet or as_json)
    teller.begin(state, {}, replay.seed)
    told: list[dict[str, Any]] = [
        {"seat": None, "action": None, "events": game.events_for(state.events, None)}
    ]
    seat = state.asking[0] if state.asking else None
    try:
        for number, _ in enumerate(steps):
            teller.tell(state.events, seat)
            if as_json:
                events = game.events_for(state.events, None)
                told.append({"seat": seat, "action": replay.actions[number], "events": events})
            seat = state.asking[0] if state.asking else None
    except SaveError as error:
        teller.end()
        raise SaveError(f"{path} is not as it was recorded: {error}") from error
    teller.end()
    if as_json:
        print_json({"game": game.name, **game.setup_to_json(state), "told": told})
    else:
        print_result(game, state, {})
