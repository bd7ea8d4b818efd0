"""`obsidia play`: a game in the terminal, for persons and bots, or for bots alone."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import ObsidiaError

if TYPE_CHECKING:
    from obsidia_core.cli.terminal.session import Session

REPLAY_FILE = Path("obsidia-replay.json")
GAME_FILE = Path("obsidia-game.json")
BEST_BOT = "greedy"
ANY_BOT = "random"


@click.command(
    epilog=examples(
        "obsidia play",
        "obsidia play --players warlords,light_keepers,veiled_occult --human warlords",
        "obsidia play --solo --class death_legion",
        "obsidia play --resume obsidia-game.json",
        "obsidia play --bots --players 4 --seed 7",
    )
)
@click.option("--bots", "bots_play", is_flag=True, help="Bots play every seat; watch them.")
@opt.players_option(
    "Who plays: names, or a number. [default: warlords,light_keepers, or those of the game]"
)
@click.option(
    "--human",
    "humans",
    metavar="A,B,...|all",
    help="Who of them are persons at this terminal. [default: the first]",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    callback=opt.read_names,
    metavar="NAME,...",
    help="The bot that plays; one for all, or one for each seat without a person. Several are "
    "separated by commas. [default: greedy if it plays this game, else random; random with --bots]",
)
@opt.modes_option("chosen once the map is built")
@opt.seed_option(None)
@opt.rules_option
@click.option(
    "--plain",
    is_flag=True,
    help="Sentences instead of drawings, a line for each fact, as a screen reader wants it.",
)
@click.option(
    "--save",
    type=opt.file_type,
    metavar="FILE",
    help="Where the game is kept while persons play. [default: a new obsidia-game.json]",
)
@click.option(
    "--resume",
    type=opt.file_type,
    metavar="FILE",
    help="Go on with a game in its file; a replay, or a copy that save made, stays as it is.",
)
@click.option(
    "--out",
    type=opt.file_type,
    metavar="FILE",
    help="With --bots: where the replay goes; an older replay there is replaced, anything else is "
    f"not. [default: {REPLAY_FILE}]",
)
@opt.force_option
@click.option("--quiet", "-q", is_flag=True, help="With --bots: print the result alone.")
@opt.game_option
@opt.json_option
@click.pass_context
def command(
    ctx: click.Context,
    bots_play: bool,
    players: opt.Players,
    humans: str | None,
    bots: tuple[str, ...],
    modes: opt.Modes,
    seed: int | None,
    options: Mapping[str, Any],
    plain: bool,
    save: Path | None,
    resume: Path | None,
    out: Path | None,
    force: bool,
    quiet: bool,
    game_name: str,
    as_json: bool,
) -> None:
    """Play against bots, or several persons with one another, in the terminal.

    Decisions are numbered; ? tells what can be typed. The game is kept in a file all the time, and
    --resume goes on with it. Ctrl-C or the end of the input leave as quit does.

    With --bots nobody is asked: the game is told turn by turn and written to a replay that
    `obsidia replay show` tells again. As in simulate, the option sudden_death_round_limit is 20
    there unless it is set with -o.
    """
    if bots_play:
        _refuse({"--human": humans, "--save": save, "--resume": resume, "--plain": plain}, "--bots")
        target = out or REPLAY_FILE
        _watch(game_name, players, bots, modes, seed, options, target, quiet, as_json, force)
        return
    _refuse({"--out": out, "--quiet": quiet, "--json": as_json, "--force": force}, None)
    if resume is not None:
        given = {"--players": players, "--seed": seed, "-o": options}
        given |= {"a way to play": modes != opt.Modes()}
        _refuse(given, "--resume")
        session = _resumed(resume, humans, bots)
        if save is not None or session.path is None:
            session.path = _free_file(save)
            session.touch()
    else:
        session = _new(game_name, players, humans, bots, modes, seed, options)
        session.path = _free_file(save)
    from obsidia_core.cli.terminal.loop import Table
    from obsidia_core.cli.terminal.screen import Screen

    catalog = getattr(session.game, "catalog", None)
    colors = {} if catalog is None else {one.id: one.color for one in catalog.classes.values()}
    ctx.exit(Table(session, Screen(plain, colors)).run())


def _refuse(given: Mapping[str, Any], beside: str | None) -> None:
    """Options that mean nothing here are an error, not ignored.

    Raises:
        click.UsageError: with the first of them.
    """
    for name, value in given.items():
        if value:
            if beside is None:
                raise click.UsageError(f"{name} goes with --bots.")
            raise click.UsageError(f"{name} does not go with {beside}.")


def _new_seed() -> int:
    return int.from_bytes(os.urandom(4), "little")


def _watch(
    game_name: str,
    players: opt.Players,
    bots: Sequence[str],
    modes: opt.Modes,
    seed: int | None,
    options: Mapping[str, Any],
    out: Path,
    quiet: bool,
    as_json: bool,
    force: bool,
) -> None:
    from obsidia_core.bots.finding import find_bot, find_game
    from obsidia_core.cli.watch import watch

    game = find_game(game_name)
    names = bots or (ANY_BOT,)
    factories = [find_bot(bot) for bot in names]
    seated, given = modes.table(game, players, options)
    seed = _new_seed() if seed is None else seed
    state = opt.begin(game, seated, seed, opt.with_round_limit(game, given))
    watch(game, state, names, factories, out, quiet, as_json, force)


def _new(
    game_name: str,
    players: opt.Players,
    humans: str | None,
    bots: Sequence[str],
    modes: opt.Modes,
    seed: int | None,
    options: Mapping[str, Any],
) -> Session:
    """A new game with persons in it."""
    from obsidia_core.bots.finding import find_game
    from obsidia_core.cli.terminal.session import Session
    from obsidia_core.kernel.replay import Replay

    game = find_game(game_name)
    seated, given = modes.table(game, players, options)
    state = opt.begin(game, seated, _new_seed() if seed is None else seed, given)
    seats = _seats(game, state)
    persons = _persons(seats, humans)
    seated_bots = _bots(game, seats, persons, bots)
    return Session(game, state, Replay.start(game, state), persons, seated_bots)


def _resumed(path: Path, humans: str | None, bots: Sequence[str]) -> Session:
    """A game from a file, with other persons and bots if they are named."""
    from obsidia_core.cli.terminal.session import load

    session = load(path, None, None)
    seats = _seats(session.game, session.state)
    persons = session.humans if humans is None else _persons(seats, humans)
    known = session.bots
    if bots or persons != session.humans or not known:
        seated = _bots(session.game, seats, persons, bots)
        chosen = (
            seated if bots else {number: known.get(number, seated[number]) for number in seated}
        )
        session = load(path, persons, chosen)
    return session


def _seats(game: Any, state: Any) -> dict[int, str]:
    """The seats that somebody has to play, by their numbers."""
    played = game.played_seats(state)
    return {number: seat for number, seat in enumerate(game.seats(state)) if seat in played}


def _persons(seats: Mapping[int, str], humans: str | None) -> frozenset[int]:
    """Numbers of the seats that persons play.

    Raises:
        ObsidiaError: a name that is no seat of the game.
    """
    if humans is None:
        return frozenset(list(seats)[:1])
    if humans == "all":
        return frozenset(seats)
    names = [name.strip() for name in humans.split(",")]
    for name in names:
        if name not in seats.values():
            raise ObsidiaError(
                f"--human: nobody called {name[:40]!r} plays{nearest(name, seats.values())}; "
                f"the players are {', '.join(seats.values())}"
            )
    return frozenset(number for number, seat in seats.items() if seat in names)


def _bots(
    game: Any, seats: Mapping[int, str], persons: frozenset[int], bots: Sequence[str]
) -> dict[int, str]:
    """The bot of each seat that no person plays.

    Raises:
        ObsidiaError: a number of bots that does not fit, or one that is not there.
    """
    from obsidia_core.bots.finding import find_bot, plays
    from obsidia_core.bots.playing import check_number

    open_seats = [number for number in seats if number not in persons]
    if not bots:
        return dict.fromkeys(open_seats, BEST_BOT if plays(BEST_BOT, game) else ANY_BOT)
    for name in bots:
        find_bot(name)
    if not open_seats:
        raise ObsidiaError("persons play every seat, so that there is none for --bot")
    if len(bots) == 1:
        return dict.fromkeys(open_seats, bots[0])
    check_number(len(open_seats), len(bots), "without a person")
    return dict(zip(open_seats, bots, strict=True))


def _free_file(wanted: Path | None) -> Path:
    """A file for a new game, where none is yet.

    Raises:
        ObsidiaError: the file that is wanted is there already, or cannot be written.
    """
    from obsidia_core.cli.files import check_place

    if wanted is not None:
        check_place(wanted, "--save")
        if wanted.exists():
            raise ObsidiaError(
                f"{wanted} is there already; name another file with --save, or go on with the game "
                f"in it: --resume {wanted}"
            )
        return wanted
    free, number = GAME_FILE, 2
    while free.exists():
        free = GAME_FILE.with_stem(f"{GAME_FILE.stem}-{number}")
        number += 1
    check_place(free, "--save")
    return free
