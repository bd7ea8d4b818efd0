"""Timing on a machine that others share.

Machines in a cloud change speed, by a factor of up to two, every second or so. So everything is
measured in short slices, the engines taking turns, and a fixed piece of pure Python (the kernel) is
timed before and after each slice. A slice is quiet if the kernel was near its best on both sides.
Only ratios of slices that met the machine at the same speed carry over to other machines.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from time import process_time

import attrs

KERNEL_TURNS = 12_000
TOLERANCE = 1.18
"""Kernel times further apart than this factor count as different speeds of the machine."""
ENOUGH = 3
"""With fewer quiet slices than this the quietest ones stand in for them."""


def kernel() -> int:
    """A few milliseconds of what engines do: numbers, lists, dictionaries, calls, small objects."""
    neighbours = [((index * 7) % 61, (index * 11) % 61, (index + 1) % 61) for index in range(61)]
    counts: dict[int, int] = {}
    total = 0

    def step(cell: int, mask: int) -> int:
        return (mask >> cell & 1) + (cell & 3)

    for turn in range(KERNEL_TURNS):
        cell = turn % 61
        for other in neighbours[cell]:
            total += step(other, turn)
        counts[cell] = counts.get(cell, 0) + total
        total &= 0xFFFF
    return total


@attrs.frozen
class Slice:
    """One short measurement.

    Attributes:
        values: what was measured, by name.
        kernel: seconds that the kernel took, the slower of its runs before and after.
    """

    values: Mapping[str, float]
    kernel: float


@attrs.define
class Clock:
    """Measures slices and remembers the best time of the kernel, in seconds of CPU time."""

    best: float = float("inf")

    def kernel(self) -> float:
        """Run the kernel once."""
        start = process_time()
        kernel()
        taken = process_time() - start
        self.best = min(self.best, taken)
        return taken

    def measure(self, work: Callable[[], Mapping[str, float]]) -> Slice:
        """One slice of work, which returns what it measured."""
        before = self.kernel()
        values = work()
        return Slice(values, max(before, self.kernel()))


@attrs.frozen
class Figure:
    """What many slices say about one value.

    Attributes:
        quiet: median of the quiet slices.
        median: median of all slices.
        low: lower quartile of all slices.
        high: upper quartile of all slices.
        slices: how many slices there are.
        quiet_slices: how many of them are quiet; if fewer than `ENOUGH`, `quiet` is the median of
            the `ENOUGH` quietest ones.
    """

    quiet: float
    median: float
    low: float
    high: float
    slices: int
    quiet_slices: int

    @property
    def rough(self) -> bool:
        """Whether too few slices were quiet."""
        return self.quiet_slices < ENOUGH


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def figure(slices: Sequence[Slice], name: str, best: float) -> Figure | None:
    """The figure for one value; None if nobody measured it.

    Args:
        slices: all slices of one engine and one task.
        name: which of the measured values.
        best: the kernel's best time in the whole run, in seconds.
    """
    having = sorted((one for one in slices if name in one.values), key=lambda one: one.kernel)
    if not having:
        return None
    quiet = [one.values[name] for one in having if one.kernel <= best * TOLERANCE]
    quietest = quiet if len(quiet) >= ENOUGH else [one.values[name] for one in having[:ENOUGH]]
    low, middle, high = quartiles([one.values[name] for one in having])
    return Figure(statistics.median(quietest), middle, low, high, len(having), len(quiet))


@attrs.frozen
class Ratio:
    """One engine's value divided by another's, round by round.

    Attributes:
        median: median over the rounds counted.
        low: lower quartile of them.
        high: upper quartile of them.
        rounds: how many rounds are counted: those in which both slices met the machine at the same
            speed, or all if these are fewer than `ENOUGH`.
        of: how many rounds there were.
    """

    median: float
    low: float
    high: float
    rounds: int
    of: int


def ratio(ours: Sequence[Slice], theirs: Sequence[Slice], name: str) -> Ratio | None:
    """Ours divided by theirs, from slices in the order of the rounds; None if one is missing."""
    pairs = [
        (one.values[name] / other.values[name], one.kernel / other.kernel)
        for one, other in zip(ours, theirs, strict=False)
        if name in one.values and name in other.values
    ]
    if not pairs:
        return None
    alike = [value for value, speed in pairs if 1 / TOLERANCE <= speed <= TOLERANCE]
    counted = alike if len(alike) >= ENOUGH else [value for value, _ in pairs]
    low, middle, high = quartiles(counted)
    return Ratio(middle, low, high, len(counted), len(pairs))
