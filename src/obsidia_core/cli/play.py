"""`obsidia play`: a game between bots, told in text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import INTERRUPTED, examples
from obsidia_core.cli.output import print_json, remark
from obsidia_core.cli.telling import Teller, print_result
from obsidia_core.kernel.errors import ObsidiaError

REPLAY_FILE = Path("obsidia-replay.json")
MAX_DECISIONS = 20_000


@click.command(
    epilog=examples(
        "obsidia play --bots",
        "obsidia play --bots --players 4 --seed 7",
        "obsidia play --bots --players warlords,veiled_occult --quiet --out final.json",
    )
)
@click.option("--bots", "bots_play", is_flag=True, help="Bots play every seat.")
@opt.players_option("Who plays: names, or a number. [default: warlords,light_keepers]")
@opt.bots_option
@opt.seed_option(None)
@opt.rules_option
@click.option(
    "--out",
    type=opt.file_type,
    default=REPLAY_FILE,
    show_default=True,
    metavar="FILE",
    help="Where the replay goes; an older replay there is replaced, anything else is not.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print the result alone.")
@opt.game_option
@opt.json_option
def command(
    bots_play: bool,
    players: opt.Players,
    bots: tuple[str, ...],
    seed: int | None,
    options: Mapping[str, Any],
    out: Path,
    quiet: bool,
    game_name: str,
    as_json: bool,
) -> None:
    """Watch a game between bots: what happens turn by turn, the result and the final map.

    The game is written to a replay file that `obsidia replay show` tells again. As in simulate, the
    option sudden_death_round_limit is 20 unless it is set with -o.
    """
    if not bots_play:
        raise click.UsageError("Only games between bots can be played here; add --bots.")
    from obsidia_core.bots.finding import find_bot, find_game
    from obsidia_core.bots.playing import play_out, seat_bots
    from obsidia_core.kernel.replay import Replay, state_hash

    game = find_game(game_name)
    factories = [find_bot(bot) for bot in bots]
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    state = game.new(opt.chosen_players(game, players), seed, opt.with_round_limit(game, options))
    playing = seat_bots(game, state, factories, seed)
    check_target(out)
    replay = Replay.start(game, state)
    seats = game.seats(state)
    by_bot = dict(zip(seats, bots * len(seats) if len(bots) == 1 else bots, strict=True))
    teller = Teller(game, silent=quiet or as_json)
    teller.begin(state, by_bot, seed)

    def watch(seat: str, action: Any) -> None:
        replay.actions.append(game.action_to_text(action))
        teller.tell(state.events, seat)

    try:
        course = play_out(game, state, playing, MAX_DECISIONS, watch)
    except KeyboardInterrupt:
        write_replay(out, replay.dumps())
        remark(f"obsidia: broken off. {_how_to_go_on(out, len(replay.actions))}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    teller.end()
    replay.end = state_hash(game, state) if course.finished else None
    write_replay(out, replay.dumps())
    if as_json:
        print_json(_result(game, state, by_bot, seed, course, out))
        return
    if not course.finished:
        click.echo(f"Broken off after {course.decisions} decisions: the game found no end.")
    print_result(game, state, by_bot)
    click.echo(f"Seed {seed}; the replay is in {out}.")


def _how_to_go_on(out: Path, count: int) -> str:
    return f"The {count} actions so far are in {out}; `obsidia replay show {out}` tells them again."


def _result(
    game: Any, state: Any, by_bot: Mapping[str, str], seed: int, course: Any, out: Path
) -> dict[str, Any]:
    winners: Sequence[str] | None = game.winners(state)
    return {
        "game": game.name,
        **game.setup_to_json(state),
        "seed": seed,
        "bots": dict(by_bot),
        "finished": course.finished,
        "turns": getattr(state, "turn", None),
        "decisions": course.decisions,
        "winners": None if winners is None else list(winners),
        "replay": str(out),
        "view": game.view(state, None),
    }


def check_target(path: Path) -> None:
    """Make sure that a replay can be written here without losing anything else.

    Raises:
        ObsidiaError: a folder, a file that is no replay, or a place that cannot be written to.
    """
    from obsidia_core.cli.files import read_replay
    from obsidia_core.kernel.errors import SaveError

    if path.is_dir() or (path.exists() and not path.is_file()):
        raise ObsidiaError(f"{path} is not a file; name another with --out")
    if not path.parent.is_dir():
        raise ObsidiaError(f"there is no folder {path.parent}; name another file with --out")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ObsidiaError(f"{path} cannot be written; name another file with --out")
    if path.exists():
        try:
            read_replay(path)
        except SaveError as error:
            raise ObsidiaError(
                f"{path} is there already and is no replay; name another file with --out"
            ) from error


def write_replay(path: Path, text: str) -> None:
    """Write a replay whole or not at all.

    Raises:
        ObsidiaError: it cannot be written.
    """
    from obsidia_core.kernel.match import write_text

    try:
        write_text(path, text)
    except OSError as error:
        raise ObsidiaError(f"{path} cannot be written: {error.strerror}") from error
