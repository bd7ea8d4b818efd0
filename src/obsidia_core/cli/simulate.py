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
        "obsidia simulate --solo --bot greedy,random --games 640",
        "obsidia simulate --teams --bot greedy,random,greedy,random",
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
    "choice of that many. [default: 2, or what the game and the way to play want]"
)
@opt.bots_option
@opt.modes_option("every class in turn")
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
    modes: opt.Modes,
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

    With --solo every class plays in turn against the Horde, or the one of --class; several bots
    take turns. With --teams the first and the third of the players are allies, so are the second
    and the fourth. Who is played by the rules, such as the Horde, is counted among the classes.

    Bots that play at random can stay in sudden death for very long, so the option
    sudden_death_round_limit is 20 here unless it is set with -o (-o sudden_death_round_limit=none
    for no limit).
    """
    from obsidia_core.bots.finding import find_game
    from obsidia_core.bots.simulation import Plan, simulate

    game = find_game(game_name)
    lineups, given = _lineups(game, players, modes, options)
    ruleset = opt.with_round_limit(game, given)
    plan = Plan(
        lineups=_accepted(game, lineups, ruleset),
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
        _print(tally, result, "class" if opt.all_players(game) else "side")
    remark(f"{played} games in {seconds:.1f} s, {played / max(seconds, 1e-9):.0f} a second")


def _lineups(
    game: Any, players: opt.Players, modes: opt.Modes, options: Mapping[str, Any]
) -> tuple[tuple[tuple[str, ...], ...], dict[str, Any]]:
    """The players of each game in turn, and the ruleset options.

    Raises:
        ObsidiaError: what was asked for does not go together.
    """
    from obsidia_core.bots.simulation import SimulationError, seatings

    if isinstance(players, tuple) and len(players) > 6:
        raise SimulationError(f"no game here has {len(players)} players")
    chosen, given = modes.table(game, players, options)
    known = opt.all_players(game)
    if isinstance(players, tuple) or modes.teams or not known:
        return seatings(chosen), given
    if given.get("mode") == "solo":
        return seatings(chosen or known, 1), given
    return seatings(known, len(chosen)), given


def _accepted(
    game: Any, lineups: tuple[tuple[str, ...], ...], options: Mapping[str, Any]
) -> tuple[tuple[str, ...], ...]:
    """The line-ups that the ruleset lets play; teams do not sit in every order.

    Raises:
        ObsidiaError: there is none, or the game breaks on one.
    """
    accepted, refusals = [], []
    for lineup in lineups:
        try:
            opt.begin(game, lineup, 0, options)
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


def _print(tally: Tally, result: Mapping[str, Any], who: str) -> None:
    if tally.finished:
        _print_wins(tally, who)
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


def _print_wins(tally: Tally, who: str) -> None:
    heads = ("games", "won", "shared", "rate %", "from %", "to %")
    by_class, by_seat, by_bot = tally.by(0), tally.by(1), tally.by(2)
    tables: list[tuple[str, tuple[str, ...], list[tuple[Cell, ...]]]] = [
        (f"Wins by {who}", (who, *heads), _rows(by_class))
    ]
    if tally.teams:
        teams = {(team,): record for team, record in sorted(tally.teams.items())}
        tables.append(("Wins by team", ("team", *heads), _rows(teams)))
    if len(by_seat) > 1:
        both, seats = tally.by(0, 1), [seat for (seat,) in by_seat]
        tables.append(("Wins by seat", ("seat", *heads), _rows(by_seat)))
        rows: list[tuple[Cell, ...]] = [
            (name, *(_percent(both.get((name, seat))) for seat in seats))
            for name in sorted({name for name, _ in both})
        ]
        tables.append((f"Wins by {who} and seat, %", (who, *map(str, seats)), rows))
    if len(by_bot) > 1:
        tables.append(("Wins by bot", ("bot", *heads), _rows(by_bot)))
        of_bot = _rows(tally.by(0, 2))
        tables.append((f"Wins by {who} and bot", (who, "bot", *heads), of_bot))
    for title, columns, lines in tables:
        table(title, columns, lines)
        click.echo()


def _rows(records: Mapping[tuple[Any, ...], Record]) -> list[tuple[Cell, ...]]:
    return [(*key, *_row(record)) for key, record in records.items()]


def _row(record: Record) -> tuple[Cell, ...]:
    data = record.to_json()
    rates = (_hundredfold(data[name]) for name in ("rate", "low", "high"))
    return (record.games, record.wins, record.shared, *rates)


def _percent(record: Record | None) -> float | None:
    return None if record is None else _hundredfold(record.to_json()["rate"])


def _hundredfold(share: float | None) -> float | None:
    return None if share is None else 100 * share
