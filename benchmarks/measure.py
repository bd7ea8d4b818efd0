"""One run: all engines take turns, round by round, at every task."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from tempfile import TemporaryDirectory
from time import process_time

import attrs

from benchmarks.engines import Engine, Operation, Position, Tally
from benchmarks.timing import Clock, Slice

GAMES = 8
"""Games out of which positions are taken."""
POSITIONS = 160
"""Positions that operations are timed on, evenly spread over the games' decisions."""
PLAY, IMPORT, CONTENT = "play", "import", "content"
BATCH_SECONDS = 0.002
"""Operations are timed in batches of about this length, so that reading the clock costs nothing."""

Progress = Callable[[str], None]


@attrs.frozen
class Plan:
    """How long and how often to measure.

    Attributes:
        play_rounds: rounds of random play.
        play_seconds: length of one slice of play.
        call_rounds: rounds of each operation.
        call_seconds: length of one slice of an operation.
        import_rounds: how often each engine is imported by a fresh process.
    """

    play_rounds: int
    play_seconds: float
    call_rounds: int
    call_seconds: float
    import_rounds: int

    @classmethod
    def of(cls, seconds: float) -> Plan:
        """About that many seconds for each engine, more than half of it for play."""
        play, call = seconds * 0.6, seconds * 0.4 / 8
        play_rounds, call_rounds = max(3, round(play / 0.25)), max(3, round(call / 0.05))
        return cls(
            play_rounds,
            play / play_rounds,
            call_rounds,
            call / call_rounds,
            min(11, max(3, round(seconds))),
        )


@attrs.define
class Measured:
    """What is known of one engine.

    Attributes:
        engine: the engine.
        tally: all games played on the clock.
        sizes: bytes of saves in random games; empty for an engine without operations.
        tasks: slices of each task in the order of the rounds. Play has the values `decisions`,
            `options` and `games`, all a second; imports have `ms` and, with a first decision,
            `ready_ms`; content has `kept_ms` and `anew_ms`; operations have `us` a call.
    """

    engine: Engine
    tally: Tally = attrs.Factory(Tally)
    sizes: list[int] = attrs.Factory(list)
    tasks: dict[str, list[Slice]] = attrs.Factory(dict)


def run(engines: Sequence[Engine], seconds: float, clock: Clock, say: Progress) -> list[Measured]:
    """Measure the engines.

    Args:
        engines: in the order of the report.
        seconds: for each engine, about; imports and sampling come on top.
        clock: what to measure with.
        say: takes a line of progress now and then.
    """
    plan = Plan.of(seconds)
    measured = [Measured(engine) for engine in engines]
    stay_on_one_core()
    importable = [one for one in measured if one.engine.importing]
    with TemporaryDirectory() as compiled:
        for one in importable:
            importing(one.engine, compiled)  # writes the compiled files, warms the disk cache
        for number, turn in enumerate(rounds(importable, plan.import_rounds), start=1):
            say(f"imports: round {number} of {plan.import_rounds}")
            for one in turn:
                take(one, IMPORT, clock, partial(importing, one.engine, compiled))
                if one.engine.loading:
                    take(one, CONTENT, clock, partial(loading, one.engine, compiled))
    timers: dict[str, dict[str, Caller]] = {}
    for one in measured:
        say(f"warming up: {one.engine.name}")
        one.engine.play(Tally())
        operations = one.engine.operations()
        if operations:
            positions, one.sizes = sample(one.engine)
            for name, operation in operations.items():
                timers.setdefault(name, {})[one.engine.name] = Caller(operation, positions)
    # Else each full collection would walk over the modules of all engines.
    gc.collect()
    gc.freeze()
    for number, turn in enumerate(rounds(measured, plan.play_rounds), start=1):
        say(f"random play: round {number} of {plan.play_rounds}")
        for one in turn:
            take(one, PLAY, clock, Player(one.engine, one.tally, plan.play_seconds))
    for name, callers in timers.items():
        say(f"{name}: {plan.call_rounds} rounds")
        having = [one for one in measured if one.engine.name in callers]
        for turn in rounds(having, plan.call_rounds):
            for one in turn:
                take(one, name, clock, callers[one.engine.name].slice(plan.call_seconds))
    return measured


def stay_on_one_core() -> None:
    """Pin this process to one core, where the system can."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def rounds(measured: Sequence[Measured], count: int) -> Iterator[list[Measured]]:
    """All of them, `count` times, each time another one first."""
    for number in range(count):
        start = number % len(measured) if measured else 0
        yield [*measured[start:], *measured[:start]]


def take(one: Measured, task: str, clock: Clock, work: Callable[[], Mapping[str, float]]) -> None:
    """Measure one slice; rubbish of others is collected before."""
    gc.collect()
    one.tasks.setdefault(task, []).append(clock.measure(work))


@attrs.define
class Player:
    """A slice of random play: complete games until the time is up."""

    engine: Engine
    tally: Tally
    seconds: float

    def __call__(self) -> Mapping[str, float]:
        """Play; what was done in a second."""
        tally, play = Tally(), self.engine.play
        start = process_time()
        while (taken := process_time() - start) < self.seconds:
            play(tally)
        total = self.tally
        total.games += tally.games
        total.decisions += tally.decisions
        total.options += tally.options
        total.choices += tally.choices
        return {
            "decisions": tally.decisions / taken,
            "options": tally.options / taken,
            "games": tally.games / taken,
        }


class Caller:
    """Times one operation of one engine, going round the positions."""

    def __init__(self, operation: Operation, positions: Sequence[Position]) -> None:
        self.operation = operation
        self.positions = positions
        self.next = 0
        self.batch = 8
        once = max(self._time_batch() for _ in range(2)) / self.batch
        self.batch = max(4, min(len(positions), round(BATCH_SECONDS / max(once, 1e-7))))

    def _time_batch(self) -> float:
        positions, arguments = self.positions, self.operation.arguments
        chosen = range(self.next, self.next + self.batch)
        batch = [arguments(positions[index % len(positions)]) for index in chosen]
        self.next = (self.next + self.batch) % len(positions)
        start = process_time()
        deque(starmap(self.operation.call, batch), maxlen=0)
        return process_time() - start

    def slice(self, seconds: float) -> Callable[[], Mapping[str, float]]:
        """Work for `Clock.measure`: microseconds a call."""

        def work() -> Mapping[str, float]:
            taken, calls = 0.0, 0
            while taken < seconds:
                taken += self._time_batch()
                calls += self.batch
            return {"us": taken / calls * 1e6}

        return work


def sample(engine: Engine) -> tuple[list[Position], list[int]]:
    """Positions of random games in random order, and the sizes of saves in these games."""
    length = sum(1 for _ in engine.walk())
    every = max(1, length * GAMES // POSITIONS)
    positions: list[Position] = []
    sizes: list[int] = []
    index = 0
    for _ in range(GAMES):
        for state, actions in engine.walk():
            if index % engine.save_every == 0:
                sizes.append(len(engine.save(state).encode()))
            if index % every == 0:
                kept = engine.copy(state)
                action = engine.pick(actions)
                positions.append(Position(kept, action, engine.save(kept)))
            index += 1
    random.Random(2).shuffle(positions)  # noqa: S311 - an order, not a secret
    return positions, sizes


def importing(engine: Engine, compiled: str) -> Mapping[str, float]:
    """CPU time to import the engine in a fresh process, and to go on to its first decision."""
    imported, ready = fresh(["", engine.importing, engine.starting], compiled)
    return {"ms": imported, "ready_ms": imported + ready}


def loading(engine: Engine, compiled: str) -> Mapping[str, float]:
    """CPU time to load the content once the engine is imported: as kept, and checked anew."""
    before, load = engine.loading
    found = {}
    for name, off in (("anew_ms", "1"), ("kept_ms", "")):
        (found[name],) = fresh([before, load], compiled, OBSIDIA_NO_CACHE=off)
    return found


def fresh(statements: Sequence[str], compiled: str, **environment: str) -> list[float]:
    """CPU milliseconds of all statements but the first, one after the other, in a fresh process.

    All engines find their compiled modules in the same folder, so that none of them has to compile,
    however it was installed, and with them what they keep.
    """
    lines = ["from time import process_time as now", "times = []"]
    for statement in statements:
        lines += ["start = now()", statement, "times.append((now() - start) * 1000)"]
    env = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "XDG_CACHE_HOME": compiled, **environment}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(  # noqa: S603 - this interpreter, with the code above
        [sys.executable, "-c", "\n".join([*lines, "print(*times[1:])"])],
        env=env,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [float(one) for one in done.stdout.split()[1 - len(statements) :]]
