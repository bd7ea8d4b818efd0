"""A game between bots, told in text and recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from obsidia_core.bots.bot import BotFactory
from obsidia_core.bots.playing import play_out, seat_bots
from obsidia_core.cli.app import INTERRUPTED
from obsidia_core.cli.files import check_target, is_replay
from obsidia_core.cli.output import print_json, remark
from obsidia_core.cli.telling import Teller, print_result
from obsidia_core.kernel.errors import ObsidiaError
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
    force: bool = False,
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
        force: replace whatever `out` holds; without it only an older replay is replaced.

    Raises:
        ObsidiaError: the replay cannot be written, or a bot does not keep to the rules.
        click.exceptions.Exit: broken off by the keyboard.
    """
    seed = state.chance.seed
    playing = seat_bots(game, state, factories, seed)
    check_target(out, "--out", "replay", is_replay, force=force)
    replay = Replay.start(game, state)
    seats = game.played_seats(state)
    each = list(bots) * len(seats) if len(bots) == 1 else list(bots)
    by_bot = dict(zip(seats, each, strict=True))
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
    replay.end = state_hash(game, state) if course.finished else None
    write_replay(out, replay.dumps())
    teller.end()
    by_bot = dict(zip(game.played_seats(state), each, strict=True))
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


def write_replay(path: Path, text: str) -> None:
    """Write a replay whole or not at all.

    Raises:
        ObsidiaError: it cannot be written.
    """
    try:
        write_text(path, text)
    except OSError as error:
        raise ObsidiaError(f"{path} cannot be written: {error.strerror}") from error
