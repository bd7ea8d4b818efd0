"""Many games between bots on all cores, counted.

Game number `i` of a plan depends on the plan and on `i` alone: its seed is derived from the plan's
seed and `i`. So the result is the same for any number of workers and however often a run was broken
off and taken up again; and because bots draw from the game's seed, any single game can be played
again with `obsidia play`. Memory does not grow with the number of games.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from obsidia_core.bots.bot import BotFactory
from obsidia_core.bots.finding import OBSIDIA, find_bot, find_game
from obsidia_core.bots.journal import Journal, Spans
from obsidia_core.bots.playing import BotError, derived_seed, play_out, seat_bots
from obsidia_core.bots.tally import Tally
from obsidia_core.kernel.errors import ObsidiaError
from obsidia_core.kernel.game import Game

MAX_DECISIONS = 20_000
"""Decisions after which a game counts as unfinished, unless a plan says otherwise."""
SHARE_SECONDS = 1.0
"""How long a worker plays before it hands its counters over."""
LARGEST_SHARE = 1000


class SimulationError(ObsidiaError):
    """A game of a simulation broke; the message names it and says how to play it again."""


@attrs.frozen(kw_only=True)
class Plan:
    """Which games to play.

    Attributes:
        lineups: players of a game as `Game.new` takes them; game `i` takes number `i` of them,
            counted round. `seatings` makes one of every order.
        game: name of the game, or a function (importable, for other processes) that makes it.
        bots: names, or importable factories: one for everybody, or one for each seat that is
            played. Several bots change places after every round of lineups. Where one seat is
            played they take turns, as many as there are.
        options: ruleset options that differ from the default.
        seed: any integer; everything follows from it.
        max_decisions: a game that has not ended by then counts as unfinished, from 1.
    """

    lineups: tuple[tuple[str, ...], ...]
    game: str | Callable[[], Game[Any]] = OBSIDIA
    bots: tuple[str | BotFactory, ...] = ("random",)
    options: Mapping[str, Any] = attrs.field(factory=dict, hash=False)
    seed: int = 0
    max_decisions: int = MAX_DECISIONS

    def lineup(self, number: int) -> tuple[str, ...]:
        """The players of a game."""
        return self.lineups[number % len(self.lineups)]

    def bots_of(self, number: int, seats: int) -> tuple[str | BotFactory, ...]:
        """The bots of a game in which that many seats are played, one for each seat."""
        if len(self.bots) == 1:
            return self.bots * seats
        turn = number // len(self.lineups) % len(self.bots)
        return (*self.bots[turn:], *self.bots[:turn])[:seats]

    def seed_of(self, number: int) -> int:
        """The seed of a game, from 0 to 2**63 - 1."""
        return derived_seed(self.seed, number)

    def header(self, game: Game[Any]) -> dict[str, Any]:
        """What identifies the games, ready for JSON.

        Raises:
            ObsidiaError: players, options or bots that make no game, such as a bot of another one.
        """
        if not self.lineups:
            raise SimulationError("a simulation needs at least one line-up of players")
        state = game.new(self.lineups[0], self.seed_of(0), self.options)
        seats = len(game.played_seats(state))
        if seats > 1 and len(self.bots) not in (1, seats):
            raise BotError(
                f"one bot is needed, or one for each of {seats} players, not {len(self.bots)}"
            )
        for bot in self.bots:
            seat_bots(game, state, [_bot(bot)], self.seed)
        return {
            "game": game.name,
            "content": game.content_hash(state),
            "players": self.lineups,
            "options": game.setup_to_json(state).get("options", {}),
            "bots": [_bot_name(bot) for bot in self.bots],
            "seed": self.seed,
            "max_decisions": self.max_decisions,
        }


def seatings(players: Sequence[str], size: int | None = None) -> tuple[tuple[str, ...], ...]:
    """Every order in which players can sit, or every order of every `size` of them.

    >>> seatings(["a", "b"])
    (('a', 'b'), ('b', 'a'))
    """
    return tuple(itertools.permutations(players, size))


def simulate(
    plan: Plan,
    games: int,
    *,
    workers: int = 1,
    out: str | Path | None = None,
    progress: Callable[[Tally], None] | None = None,
    executor: Executor | None = None,
) -> Tally:
    """Play games 0 to `games - 1` of a plan and count what comes of them.

    With several workers the games run in fresh processes, so a script needs the usual
    `if __name__ == "__main__":` around its own code.

    Args:
        plan: which games.
        games: how many, from 0 up.
        workers: processes; with 1 everything happens in this one.
        out: a file that finished games are written to as they come. If it exists and holds games of
            the same plan, these are not played again.
        progress: called now and then with the sum so far; it must not change it.
        executor: where to play instead of in processes of our own, such as a cluster's.

    Returns:
        The sum over all games, those of the file included.

    Raises:
        ObsidiaError: the plan makes no games.
        SaveError: the file is of another plan, damaged, or already holds more games.
        SimulationError: a game broke. Games finished before are in the file.
    """
    header = plan.header(_game(plan.game))
    if out is None:
        return _play_all(plan, games, workers, None, progress, executor)
    with Journal(Path(out), header) as journal:
        if journal.done.end > games:
            raise SimulationError(
                f"{out} already holds games up to number {journal.done.end}; "
                f"ask for at least as many games, not for {games}"
            )
        return _play_all(plan, games, workers, journal, progress, executor)


def _play_all(
    plan: Plan,
    games: int,
    workers: int,
    journal: Journal | None,
    progress: Callable[[Tally], None] | None,
    executor: Executor | None,
) -> Tally:
    total = Tally() if journal is None else journal.tally
    done = Spans() if journal is None else journal.done
    shares = _Shares(done.missing(games), max(1, workers))
    if progress is not None:
        progress(total)

    def take(first: int, tally: Tally) -> None:
        if journal is not None:
            journal.append(first, tally)
        total.add(tally)
        if progress is not None:
            progress(total)

    if executor is not None:
        _submit_all(plan, shares, executor, workers, take)
    elif workers <= 1:
        while (share := shares.next()) is not None:
            tally = play_games(plan, *share)
            shares.give_back(share, tally.games)
            take(share[0], tally)
    else:
        _in_processes(plan, shares, workers, take)
    return total


class _Shares:
    """Hands out the games to play in shares that get smaller towards the end."""

    def __init__(self, gaps: Sequence[tuple[int, int]], workers: int) -> None:
        self._gaps = list(reversed(gaps))
        self._left = sum(end - first for first, end in gaps)
        self._workers = workers

    def next(self) -> tuple[int, int] | None:
        """First game and number of games of the next share, or None."""
        if not self._gaps:
            return None
        first, end = self._gaps.pop()
        size = min(end - first, LARGEST_SHARE, max(1, self._left // (4 * self._workers)))
        self._left -= size
        if first + size < end:
            self._gaps.append((first + size, end))
        return first, size

    def give_back(self, share: tuple[int, int], played: int) -> None:
        """Take the part of a share that was not played back."""
        first, size = share
        if played < size:
            self._gaps.append((first + played, first + size))
            self._left += size - played


def play_games(plan: Plan, first: int, count: int) -> Tally:
    """Play games from number `first` on: at least one, at most `count`, for about a second.

    Raises:
        SimulationError: a game broke.
    """
    tally = Tally()
    until = time.monotonic() + SHARE_SECONDS
    for number in range(first, first + count):
        try:
            _play_one(plan, number, tally)
        except Exception as error:
            raise SimulationError(_how_it_broke(plan, number, error)) from error
        if time.monotonic() >= until:
            break
    return tally


def _play_one(plan: Plan, number: int, tally: Tally) -> None:
    game = _game(plan.game)
    seed = plan.seed_of(number)
    state = game.new(plan.lineup(number), seed, plan.options)
    sides, seats = game.sides(state), game.played_seats(state)
    bots = plan.bots_of(number, len(seats))
    playing = seat_bots(game, state, [_bot(bot) for bot in bots], seed)
    course = play_out(game, state, playing, plan.max_decisions)
    players = dict(zip(seats, enumerate(map(_bot_name, bots), 1), strict=True))
    turns = getattr(state, "turn", None)
    tally.count(number, course, sides, players, game.winners(state) or (), turns)


def _how_it_broke(plan: Plan, number: int, error: Exception) -> str:
    told = " ".join(f"{type(error).__name__}: {error}".split())
    players = ",".join(plan.lineup(number))
    again = f"{f'players {players}, ' if players else ''}seed {plan.seed_of(number)}"
    fault = "" if isinstance(error, ObsidiaError) else "a fault of the program, please report it: "
    return f"game {number} ({again}) broke: {fault}{told}"


@lru_cache(maxsize=4)
def _game(game: str | Callable[[], Game[Any]]) -> Game[Any]:
    return find_game(game) if isinstance(game, str) else game()


@lru_cache(maxsize=64)
def _bot(bot: str | BotFactory) -> BotFactory:
    return find_bot(bot) if isinstance(bot, str) else bot


def _bot_name(bot: str | BotFactory) -> str:
    return bot if isinstance(bot, str) else str(getattr(bot, "__qualname__", bot))


def _in_processes(
    plan: Plan, shares: _Shares, workers: int, take: Callable[[int, Tally], None]
) -> None:
    earlier = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
    )
    try:
        _submit_all(plan, shares, pool, workers, take)
    except BrokenProcessPool as error:
        raise SimulationError(
            "a worker process was ended from outside, perhaps for want of memory; "
            "try again with fewer workers"
        ) from error
    except BaseException:
        # What still runs is not wanted any more, and waiting for it would hold up an interrupt.
        for child in set(multiprocessing.active_children()) - earlier:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _submit_all(
    plan: Plan,
    shares: _Shares,
    executor: Executor,
    workers: int,
    take: Callable[[int, Tally], None],
) -> None:
    running: dict[Future[Tally], tuple[int, int]] = {}
    while True:
        while len(running) < max(1, workers) and (share := shares.next()) is not None:
            with _interrupts_held():
                running[executor.submit(play_games, plan, *share)] = share
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            share = running.pop(future)
            tally = future.result()
            shares.give_back(share, tally.games)
            take(share[0], tally)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Put Ctrl-C off while a process starts, and for good in that process, which inherits it."""
    if os.name != "posix":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """In a worker: Ctrl-C is for the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
