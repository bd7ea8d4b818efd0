"""A game between bots, told in text and recorded."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from obsidia_core.bots.bot import BotFactory
from obsidia_core.bots.playing import play_out, seat_bots
from obsidia_core.cli.app import INTERRUPTED
from obsidia_core.cli.files import read_replay
from obsidia_core.cli.names import HORDE
from obsidia_core.cli.output import print_json, remark
from obsidia_core.cli.telling import Teller, print_result
from obsidia_core.kernel.errors import ObsidiaError, SaveError
from obsidia_core.kernel.match import write_text
from obsidia_core.kernel.replay import Replay, state_hash

MAX_DECISIONS = 20_000


def watch(
    game: Any,
    state: Any,
    bots: Sequence[str],
    factories: Sequence[BotFactory],
    out: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game between bots to its end and print it.

    Args:
        game: the rules.
        state: the game that begins.
        bots: names of the bots, one for all seats or one for each.
        factories: what makes them.
        out: where the replay goes.
        quiet: print the result alone.
        as_json: print the result as JSON and nothing else.

    Raises:
        ObsidiaError: the replay cannot be written, or a bot does not keep to the rules.
        click.exceptions.Exit: broken off by the keyboard.
    """
    seed = state.chance.seed
    playing = seat_bots(game, state, factories, seed)
    check_target(out)
    replay = Replay.start(game, state)
    seats = game.seats(state)
    each = list(bots) * len(seats) if len(bots) == 1 else list(bots)
    by_bot = _players(seats, each)
    teller = Teller(game, silent=quiet or as_json)
    teller.begin(state, by_bot, seed)

    def note(seat: str, action: Any) -> None:
        replay.actions.append(game.action_to_text(action))
        teller.tell(state.events, seat)

    try:
        course = play_out(game, state, playing, MAX_DECISIONS, note)
    except KeyboardInterrupt:
        write_replay(out, replay.dumps())
        remark(f"obsidia: broken off. {_how_to_go_on(out, len(replay.actions))}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    teller.end()
    replay.end = state_hash(game, state) if course.finished else None
    write_replay(out, replay.dumps())
    by_bot = _players(game.seats(state), each)
    if as_json:
        print_json(_result(game, state, by_bot, seed, course, out))
        return
    if not course.finished:
        click.echo(f"Broken off after {course.decisions} decisions: the game found no end.")
    print_result(game, state, by_bot)
    click.echo(f"Seed {seed}; the replay is in {out}.")


def _players(seats: Sequence[str], bots: Sequence[str]) -> dict[str, str]:
    """The bot of each seat; the Horde is played by the rules."""
    return {seat: bot for seat, bot in zip(seats, bots, strict=True) if seat != HORDE}


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
    check_place(path, "--out")
    if path.exists():
        try:
            read_replay(path)
        except SaveError as error:
            raise ObsidiaError(
                f"{path} is there already and is no replay; name another file with --out"
            ) from error


def check_place(path: Path, option: str) -> None:
    """Make sure that a file can be written here.

    Raises:
        ObsidiaError: a folder, or a place that cannot be written to; it names the option.
    """
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise ObsidiaError(f"{path} is not a file; name another with {option}")
    if not path.parent.is_dir():
        raise ObsidiaError(f"there is no folder {path.parent}; name another file with {option}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ObsidiaError(f"{path} cannot be written; name another file with {option}")


def write_replay(path: Path, text: str) -> None:
    """Write a replay whole or not at all.

    Raises:
        ObsidiaError: it cannot be written.
    """
    try:
        write_text(path, text)
    except OSError as error:
        raise ObsidiaError(f"{path} cannot be written: {error.strerror}") from error
