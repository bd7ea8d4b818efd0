"""`obsidia simulate`: many games between bots, counted."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import INTERRUPTED, examples
from obsidia_core.cli.output import Cell, print_json, progress, remark, table
from obsidia_core.kernel.errors import RulesetError

if TYPE_CHECKING:
    from obsidia_core.bots.tally import Record, Tally

MOST_GAMES = 10**12
MOST_WORKERS = 512


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command(
    epilog=examples(
        "obsidia simulate --games 1000",
        "obsidia simulate --players warlords,light_keepers --seed 7 --json",
        "obsidia simulate --players 4 --games 100000 --out games.jsonl",
        'obsidia simulate -o hand_size=6 -o "die_faces=[1, 2, 3]"',
    )
)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, MOST_GAMES),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@opt.players_option(
    "Who plays: names, in every order of seats that the ruleset allows; or a number, for every "
    "choice of that many. [default: 2]"
)
@opt.bots_option
@opt.seed_option(0)
@opt.rules_option
@click.option(
    "--workers",
    "-j",
    type=click.IntRange(1, MOST_WORKERS),
    default=_cores,
    metavar="N",
    help="Processes that play. [default: one for each core]",
)
@click.option(
    "--max-decisions",
    type=click.IntRange(1, 10**9),
    default=20_000,
    show_default=True,
    metavar="N",
    help="A game that has not ended by then counts as unfinished.",
)
@click.option(
    "--out",
    type=opt.file_type,
    metavar="FILE",
    help="Write finished games to this file as they come (JSON lines); if it holds games of the "
    "same simulation, go on from there.",
)
@opt.game_option
@opt.json_option
def command(
    games: int,
    players: opt.Players,
    bots: tuple[str, ...],
    seed: int,
    options: Mapping[str, Any],
    workers: int,
    max_decisions: int,
    out: Path | None,
    game_name: str,
    as_json: bool,
) -> None:
    """Play many games between bots and count what comes of them.

    Prints wins by class and by seat with 95 % confidence intervals (Wilson), the length of games,
    decisions a game, and how many legal actions a decision has. The result depends on everything
    but the number of workers and on whether the run was interrupted.

    Bots that play at random can stay in sudden death for very long, so the option
    sudden_death_round_limit is 20 here unless it is set with -o (-o sudden_death_round_limit=none
    for no limit).
    """
    from obsidia_core.bots.finding import find_game
    from obsidia_core.bots.simulation import Plan, simulate

    game = find_game(game_name)
    ruleset = opt.with_round_limit(game, options)
    plan = Plan(
        lineups=_accepted(game, _lineups(game, players), ruleset),
        game=game_name,
        bots=bots,
        options=ruleset,
        seed=seed,
        max_decisions=max_decisions,
    )
    start, held = time.perf_counter(), -1
    try:
        with progress("games", games) as show:

            def update(tally: Tally) -> None:
                nonlocal held
                held = tally.games if held < 0 else held
                show(tally.games)

            tally = simulate(plan, games, workers=workers, out=out, progress=update)
    except KeyboardInterrupt:
        remark(f"obsidia: broken off. {_how_to_go_on(out)}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    played, seconds = tally.games - held, time.perf_counter() - start
    result = {**plan.header(game), **tally.summary()}
    if as_json:
        print_json(result)
    else:
        _print(tally, result, len(set(bots)))
    remark(f"{played} games in {seconds:.1f} s, {played / max(seconds, 1e-9):.0f} a second")


def _lineups(game: Any, players: opt.Players) -> tuple[tuple[str, ...], ...]:
    from obsidia_core.bots.simulation import SimulationError, seatings

    if isinstance(players, tuple):
        if len(players) > 6:
            raise SimulationError(f"no game here has {len(players)} players")
        return seatings(players)
    known = opt.all_players(game)
    size = 2 if players is None else players
    if size > len(known):
        raise SimulationError(
            f"{game.name!r} has no {size} players to choose from; name them: --players A,B,..."
        )
    return seatings(known, size)


def _accepted(
    game: Any, lineups: tuple[tuple[str, ...], ...], options: Mapping[str, Any]
) -> tuple[tuple[str, ...], ...]:
    """The line-ups that the ruleset lets play; teams do not sit in every order.

    Raises:
        RulesetError: there is none.
    """
    accepted, refusals = [], []
    for lineup in lineups:
        try:
            game.new(lineup, 0, options)
        except RulesetError as error:
            refusals.append(error)
        else:
            accepted.append(lineup)
    if not accepted:
        raise refusals[0]
    return tuple(accepted)


def _how_to_go_on(out: Path | None) -> str:
    if out is None:
        return "Nothing was kept; with --out FILE a run can be taken up again."
    return f"Finished games are in {out}; the same command goes on from there."


def _print(tally: Tally, result: Mapping[str, Any], kinds_of_bots: int) -> None:
    if tally.finished:
        _print_wins(tally, kinds_of_bots)
    turns = result["turns"] or {}
    facts: list[tuple[str, Cell]] = [
        ("games finished", tally.finished),
        ("games unfinished", tally.unfinished),
        *((f"turns a game, {name}", value) for name, value in turns.items()),
        ("decisions a game", result["decisions_per_game"]),
        ("decisions with a choice, %", _hundredfold(result["choice_share"])),
        ("legal actions a decision", result["branching"]),
        ("legal actions a choice", result["branching_of_choices"]),
        ("most legal actions", tally.widest),
    ]
    table("Course", ("", ""), facts)
    if tally.stuck:
        numbers = ", ".join(map(str, tally.stuck))
        click.echo(f"\nGames that reached the limit of decisions, the first: {numbers}")


def _print_wins(tally: Tally, kinds_of_bots: int) -> None:
    heads = ("games", "won", "shared", "rate %", "from %", "to %")
    by_class, by_seat, both = tally.by(0), tally.by(1), tally.by(0, 1)
    seats = [seat for (seat,) in by_seat]
    tables: list[tuple[str, tuple[str, ...], list[tuple[Cell, ...]]]] = [
        ("Wins by class", ("class", *heads), _rows(by_class)),
        ("Wins by seat", ("seat", *heads), _rows(by_seat)),
        (
            "Wins by class and seat, %",
            ("class", *map(str, seats)),
            [(name, *(_percent(both.get((name, seat))) for seat in seats)) for (name,) in by_class],
        ),
    ]
    if kinds_of_bots > 1:
        tables.append(("Wins by bot", ("bot", *heads), _rows(tally.by(2))))
    for title, columns, rows in tables:
        table(title, columns, rows)
        click.echo()


def _rows(records: Mapping[tuple[Any, ...], Record]) -> list[tuple[Cell, ...]]:
    return [(key[0], *_row(record)) for key, record in records.items()]


def _row(record: Record) -> tuple[Cell, ...]:
    data = record.to_json()
    rates = (_hundredfold(data[name]) for name in ("rate", "low", "high"))
    return (record.games, record.wins, record.shared, *rates)


def _percent(record: Record | None) -> float | None:
    return None if record is None else _hundredfold(record.to_json()["rate"])


def _hundredfold(share: float | None) -> float | None:
    return None if share is None else 100 * share
