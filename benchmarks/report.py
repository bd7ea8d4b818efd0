"""What a run found: tables for people, one document for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import attrs

from benchmarks.measure import CONTENT, IMPORT, PLAY, Measured
from benchmarks.timing import Clock, Figure, Ratio, figure, ratio
from obsidia_core.rules import facts

FORMAT = "obsidia-bench-1"
COMPILED = not str(facts.__file__).endswith(".py")
"""Whether the rules that are measured are C extensions."""
OURS = "obsidia"
SPELLLESS = "obsidia-spellless"
SECOND_GAME = "orichalque"
OWN = (OURS, "obsidia-unchecked", SPELLLESS, SECOND_GAME)
GOAL_PEER = "catanatron"
COST_ORDER = ("new", "legal_actions", "check", "apply", "apply_unchecked", "copy", "save", "load")


@attrs.frozen
class Comparison:
    """One row of the comparison with the peers.

    Attributes:
        name: what is compared.
        task: whose slices are compared; empty for the size of saves.
        value: which value of the slices.
        faster: whether the figure is how many times faster Obsidia is, peer divided by Obsidia;
            else it is Obsidia divided by the peer.
    """

    name: str
    task: str
    value: str = "us"
    faster: bool = False


COMPARISONS = (
    Comparison("decisions/s", PLAY, "decisions"),
    Comparison("options/s", PLAY, "options"),
    Comparison("copy, times faster", "copy", faster=True),
    Comparison("save, times faster", "save", faster=True),
    Comparison("load, times faster", "load", faster=True),
    Comparison("size of a save", ""),
    Comparison("import time", IMPORT, "ms"),
    Comparison("import to first decision", IMPORT, "ready_ms"),
)


STARTS = (
    ("import", IMPORT, "ms"),
    ("to 1st decision", IMPORT, "ready_ms"),
    ("content, as kept", CONTENT, "kept_ms"),
    ("content, checked anew", CONTENT, "anew_ms"),
)
"""What a start is made of: title, task and value. Content is loaded with the engine imported."""


REFERENCE_MS = 4.0
"""The calibration kernel on the machine that goals in milliseconds are for."""


@attrs.frozen
class Goal:
    """A promise about a comparison of two engines, or about one of the `STARTS`.

    A start is in milliseconds, on a machine as fast as the one of `REFERENCE_MS`.
    The ratios with catanatron are those of games without spells; what spells cost has a goal of
    its own.
    """

    text: str
    comparison: str
    wanted: float
    at_most: bool = False
    ours: str = OURS
    other: str = GOAL_PEER

    def reached_by(self, measured: float) -> bool:
        """Whether that is good enough."""
        return measured <= self.wanted if self.at_most else measured >= self.wanted


AT_REFERENCE = f"kernel at {REFERENCE_MS:g} ms"
GOALS = (
    Goal("decisions/s without spells, of catanatron's", "decisions/s", 1.2, ours=SPELLLESS),
    Goal("options/s without spells, of catanatron's", "options/s", 4, ours=SPELLLESS),
    Goal("decisions/s with spells, of those without", "decisions/s", 0.6, other=SPELLLESS),
    Goal("decisions/s of Orichalque, of catanatron's", "decisions/s", 1, ours=SECOND_GAME),
    Goal("copy, times faster", "copy, times faster", 15),
    Goal("JSON save, times faster", "save, times faster", 50),
    Goal("JSON save, size of catanatron's", "size of a save", 0.1, at_most=True),
    Goal("import time, of catanatron's", "import time", 0.5, at_most=True),
    Goal(f"ms to load content as kept, {AT_REFERENCE}", "content, as kept", 20, at_most=True),
    Goal(
        f"ms to check and load content, {AT_REFERENCE}", "content, checked anew", 300, at_most=True
    ),
)


@attrs.define
class Report:
    """Everything found, with the ways to show it."""

    measured: Sequence[Measured]
    clock: Clock
    seconds: float

    def figure(self, one: Measured, task: str, value: str) -> Figure | None:
        """One engine's figure for one value."""
        return figure(one.tasks.get(task, ()), value, self.clock.best)

    def peers(self) -> list[Measured]:
        """The engines that are not ours."""
        return [one for one in self.measured if one.engine.name not in OWN]

    def named(self, name: str) -> Measured | None:
        """The engine of that name, if it was measured."""
        return next((one for one in self.measured if one.engine.name == name), None)

    def compare(self, comparison: Comparison, peer: Measured, own: str = OURS) -> Ratio | None:
        """One of ours next to another engine; None if one of them lacks the value."""
        ours = self.named(own)
        if ours is None:
            return None
        if not comparison.task:
            if not (ours.sizes and peer.sizes):
                return None
            share = fmean(ours.sizes) / fmean(peer.sizes)
            return Ratio(share, share, share, 1, 1)
        over, under = (peer, ours) if comparison.faster else (ours, peer)
        return ratio(
            over.tasks.get(comparison.task, ()),
            under.tasks.get(comparison.task, ()),
            comparison.value,
        )

    def goals(self) -> list[tuple[Goal, float | None]]:
        """The goals with what was measured, None where it was not."""
        by_name = {comparison.name: comparison for comparison in COMPARISONS}
        found: list[tuple[Goal, float | None]] = []
        ours = self.named(OURS)
        for goal in GOALS:
            start = next((one for one in STARTS if one[0] == goal.comparison), None)
            if start is not None:
                taken = None if ours is None else self.figure(ours, *start[1:])
                speed = REFERENCE_MS / (self.clock.best * 1000)
                found.append((goal, None if taken is None else taken.quiet * speed))
                continue
            other = self.named(goal.other)
            compared = by_name[goal.comparison]
            measured = None if other is None else self.compare(compared, other, goal.ours)
            found.append((goal, None if measured is None else measured.median))
        return found

    def text(self) -> str:
        """All tables."""
        parts = [self._head(), self._play(), self._spread(), self._costs(), self._starts()]
        parts.append(self._saves())
        if self.peers() and any(one.engine.name == OURS for one in self.measured):
            parts += [self._ratios(), self._goals()]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _head(self) -> str:
        machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs"
        python = f"{platform.python_implementation()} {platform.python_version()}"
        lines = [
            f"{python}, {machine}; obsidia_core {'compiled' if COMPILED else 'interpreted'}",
            f"one process on one core; calibration kernel {self.clock.best * 1000:.2f} ms at best",
            *(
                f"  {one.engine.name:<17} {one.engine.version:<9} {one.engine.game}"
                for one in self.measured
            ),
            "~ too few slices on a quiet machine; the quietest ones stand in. - not there.",
        ]
        return "\n".join(lines)

    def _play(self) -> str:
        rows = []
        for one in self.measured:
            decisions = self.figure(one, PLAY, "decisions")
            tally = one.tally
            rows.append(
                [
                    one.engine.name,
                    quiet(decisions),
                    quiet(self.figure(one, PLAY, "options")),
                    quiet(self.figure(one, PLAY, "games")),
                    f"{tally.decisions / tally.games:,.1f}",
                    f"{tally.options / tally.decisions:.2f}",
                    f"{tally.choices / tally.decisions:.0%}",
                    "-" if decisions is None else short(1e6 / decisions.quiet),
                    f"{tally.games:,}",
                ]
            )
        head = ["", "decisions/s", "options/s", "games/s", "decisions/game", "branching"]
        return table(
            "Random play, complete games with set-up (median of quiet slices)",
            [*head, "with a choice", "µs/decision", "games"],
            rows,
        )

    def _spread(self) -> str:
        rows = []
        for one in self.measured:
            found = self.figure(one, PLAY, "decisions")
            if found is not None:
                cells = [f"{value:,.0f}" for value in (found.median, found.low, found.high)]
                rows.append([one.engine.name, *cells, f"{found.quiet_slices} of {found.slices}"])
        return table(
            "Decisions/s over all slices, as the machine was found",
            ["", "median", "lower quartile", "upper quartile", "quiet slices"],
            rows,
        )

    def _costs(self) -> str:
        rows = []
        for one in self.measured:
            cells = [quiet(self.figure(one, name, "us")) for name in COST_ORDER]
            if set(cells) != {"-"}:
                rows.append([one.engine.name, *cells])
        return table("µs a call on positions of random games", ["", *COST_ORDER], rows)

    def _starts(self) -> str:
        rows = []
        for one in self.measured:
            cells = [quiet(self.figure(one, task, value)) for _, task, value in STARTS]
            if set(cells) != {"-"}:
                rows.append([one.engine.name, *cells])
        head = ["", *(title for title, _, _ in STARTS)]
        return table("CPU ms in a fresh process", head, rows)

    def _saves(self) -> str:
        rows = [
            [
                one.engine.name,
                f"{fmean(one.sizes):,.0f}",
                f"{max(one.sizes):,}",
                f"{len(one.sizes):,}",
                one.engine.saves,
            ]
            for one in self.measured
            if "save" in one.tasks
        ]
        head = ["", "mean", "max", "saves", "form"]
        return table("Bytes of a save at the decisions of random games", head, rows)

    def _ratios(self) -> str:
        peers = self.peers()
        rows = []
        for comparison in COMPARISONS:
            found = [self.compare(comparison, peer) for peer in peers]
            rows.append([comparison.name, *(spread(one) for one in found)])
        return table(
            "Obsidia next to each peer, round by round: median (quartiles)",
            ["", *(peer.engine.name for peer in peers)],
            rows,
        )

    def _goals(self) -> str:
        rows = []
        for goal, measured in self.goals():
            wanted = f"at {'most' if goal.at_most else 'least'} {goal.wanted:g}"
            if measured is None:
                rows.append([goal.text, wanted, "-", "not measured"])
            else:
                reached = "yes" if goal.reached_by(measured) else "no"
                rows.append([goal.text, wanted, short(measured), reached])
        return table("Goals", ["", "wanted", "measured", "reached"], rows)

    def to_json(self) -> dict[str, Any]:
        """Everything, every slice included, ready for JSON."""
        ratios = {
            peer.engine.name: {
                comparison.name: attrs.asdict(found)
                for comparison in COMPARISONS
                if (found := self.compare(comparison, peer)) is not None
            }
            for peer in self.peers()
        }
        return {
            "format": FORMAT,
            "python": platform.python_version(),
            "implementation": platform.python_implementation(),
            "compiled": COMPILED,
            "platform": platform.platform(),
            "cpus": os.cpu_count(),
            "seconds": self.seconds,
            "kernel_best_ms": self.clock.best * 1000,
            "engines": {one.engine.name: self._engine_to_json(one) for one in self.measured},
            "ratios": ratios,
            "goals": [
                {
                    "goal": goal.text,
                    "wanted": goal.wanted,
                    "at_most": goal.at_most,
                    "measured": measured,
                    "reached": None if measured is None else goal.reached_by(measured),
                }
                for goal, measured in self.goals()
            ],
        }

    def _engine_to_json(self, one: Measured) -> dict[str, Any]:
        figures: dict[str, dict[str, Any]] = {}
        for task, slices in one.tasks.items():
            for value in slices[0].values:
                found = figure(slices, value, self.clock.best)
                assert found is not None
                figures.setdefault(task, {})[value] = attrs.asdict(found)
        tally = one.tally
        return {
            "version": one.engine.version,
            "game": one.engine.game,
            "games": tally.games,
            "decisions_per_game": tally.decisions / tally.games,
            "branching": tally.options / tally.decisions,
            "choice_share": tally.choices / tally.decisions,
            "save_form": one.engine.saves,
            "save_bytes_mean": fmean(one.sizes) if one.sizes else None,
            "save_bytes_max": max(one.sizes, default=None),
            "figures": figures,
            "slices": {
                task: [{"kernel_ms": one.kernel * 1000, **one.values} for one in slices]
                for task, slices in one.tasks.items()
            },
        }


def short(value: float) -> str:
    """Three digits, or all before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def quiet(found: Figure | None) -> str:
    """The figure on a quiet machine."""
    return "-" if found is None else f"{'~' * found.rough}{short(found.quiet)}"


def spread(found: Ratio | None) -> str:
    """A ratio with its quartiles, where there are several."""
    if found is None:
        return "-"
    if found.of == 1:
        return short(found.median)
    return f"{short(found.median)} ({short(found.low)} to {short(found.high)})"


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as needed, the first to the left and the others to the right.

    Without rows there is no table.
    """
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [head, *rows]
    ]
    return "\n".join([title, *(f"  {line}" for line in lines)])
