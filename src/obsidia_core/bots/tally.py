"""Counters over many games: whole numbers that add up in any order to the same sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, TypeVar

import attrs

from obsidia_core.bots.playing import Course
from obsidia_core.kernel.game import Side

K = TypeVar("K")

Z95 = 1.959963984540054
"""The normal distribution's 97.5 % quantile."""
SHOWN_UNFINISHED = 5
NO_SEAT = (0, "")
"""Seat number and bot of an automatic side."""


@attrs.frozen
class Record:
    """Games and wins of somebody.

    Attributes:
        games: finished games.
        wins: games won, alone or together with others.
        shared: those of `wins` that another side won too.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0

    def __add__(self, other: Record) -> Record:
        return Record(self.games + other.games, self.wins + other.wins, self.shared + other.shared)

    def to_json(self) -> dict[str, Any]:
        """`{games, wins, shared, rate, low, high}`; the last three are None without games."""
        low, high = wilson(self.wins, self.games)
        rate = self.wins / self.games if self.games else None
        return {**attrs.asdict(self), "rate": rate, "low": low, "high": high}


def wilson(wins: int, games: int) -> tuple[float | None, float | None]:
    """The 95 % confidence interval of a rate after Wilson; None without games.

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    if games == 0:
        return None, None
    rate, z2 = wins / games, Z95 * Z95
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return (
        0.0 if wins == 0 else middle - half,
        1.0 if wins == games else middle + half,
    )


@attrs.define
class Tally:
    """What came of many games; all but `games` and `unfinished` counts finished games alone.

    Attributes:
        games: games begun.
        unfinished: those that reached the limit of decisions.
        stuck: numbers of the first few unfinished games.
        decisions, choices, options, widest: as in `playing.Course`, summed (`widest`: the most).
        turns: length in turns to number of games; empty if the game does not count turns.
        results: (class, seat number from 1, bot) to its record; for a side that the rules play
            (name, 0, "").
        teams: names of sides with several members, sorted and joined by "+", to their records.
    """

    games: int = 0
    unfinished: int = 0
    stuck: list[int] = attrs.field(factory=list)
    decisions: int = 0
    choices: int = 0
    options: int = 0
    widest: int = 0
    turns: dict[int, int] = attrs.field(factory=dict)
    results: dict[tuple[str, int, str], Record] = attrs.field(factory=dict)
    teams: dict[str, Record] = attrs.field(factory=dict)

    @property
    def finished(self) -> int:
        """Games that reached their end."""
        return self.games - self.unfinished

    def count(
        self,
        number: int,
        course: Course,
        sides: Sequence[Side],
        players: Mapping[str, tuple[int, str]],
        winners: Sequence[str],
        turns: int | None,
    ) -> None:
        """Add one game.

        Args:
            number: the game's number.
            course: how it went.
            sides: who could win.
            players: each seat that was played to its number, from 1, and its bot.
            winners: who has won.
            turns: its length, or None.
        """
        self.games += 1
        if not course.finished:
            self.unfinished += 1
            self.stuck = sorted([*self.stuck, number])[:SHOWN_UNFINISHED]
            return
        self.decisions += course.decisions
        self.choices += course.choices
        self.options += course.options
        self.widest = max(self.widest, course.widest)
        if turns is not None:
            self.turns[turns] = self.turns.get(turns, 0) + 1
        won = [side for side in sides if not set(side.members).isdisjoint(winners)]
        for side in sides:
            record = Record(1, int(side in won), int(side in won and len(won) > 1))
            for member in side.members:
                _add(self.results, (member, *players.get(member, NO_SEAT)), record)
            if len(side.members) > 1:
                _add(self.teams, "+".join(sorted(side.members)), record)

    def add(self, other: Tally) -> None:
        """Add other games; the order of additions does not matter."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.stuck = sorted([*self.stuck, *other.stuck])[:SHOWN_UNFINISHED]
        self.decisions += other.decisions
        self.choices += other.choices
        self.options += other.options
        self.widest = max(self.widest, other.widest)
        for length, games in other.turns.items():
            self.turns[length] = self.turns.get(length, 0) + games
        for key, record in other.results.items():
            _add(self.results, key, record)
        for team, record in other.teams.items():
            _add(self.teams, team, record)

    def by(self, *fields: int) -> dict[tuple[Any, ...], Record]:
        """Records summed by some fields of the key: 0 class, 1 seat, 2 bot; sorted.

        A side that the rules play has no seat and no bot, so it comes up among classes alone.
        """
        summed: dict[tuple[Any, ...], Record] = {}
        for key, record in sorted(self.results.items()):
            part = tuple(key[field] for field in fields)
            if all(part):
                _add(summed, part, record)
        return dict(sorted(summed.items()))

    def lengths(self) -> dict[str, Any] | None:
        """`{mean, least, median, most}` of the turns, or None if none were counted."""
        total = sum(self.turns.values())
        if not total:
            return None
        ordered = sorted(self.turns.items())
        return {
            "mean": sum(length * games for length, games in ordered) / total,
            "least": ordered[0][0],
            "median": _middle(ordered, total),
            "most": ordered[-1][0],
        }

    def summary(self) -> dict[str, Any]:
        """The figures that follow from the counters, ready for JSON."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "unfinished_games": self.stuck,
            "by_class": {player: one.to_json() for (player,), one in self.by(0).items()},
            "by_seat": {str(seat): one.to_json() for (seat,), one in self.by(1).items()},
            "by_bot": {bot: one.to_json() for (bot,), one in self.by(2).items()},
            "by_class_and_seat": [
                {"class": player, "seat": seat, **one.to_json()}
                for (player, seat), one in self.by(0, 1).items()
            ],
            "by_class_and_bot": [
                {"class": player, "bot": bot, **one.to_json()}
                for (player, bot), one in self.by(0, 2).items()
            ],
            "by_team": {team: one.to_json() for team, one in sorted(self.teams.items())},
            "turns": self.lengths(),
            "decisions_per_game": _ratio(self.decisions, self.finished),
            "choice_share": _ratio(self.choices, self.decisions),
            "branching": _ratio(self.options, self.decisions),
            "branching_of_choices": _ratio(
                self.options - (self.decisions - self.choices), self.choices
            ),
            "widest": self.widest,
        }

    def to_json(self) -> dict[str, Any]:
        """The counters, ready for JSON; `from_json` reads them back."""
        data = attrs.asdict(self, recurse=False)
        data["turns"] = {str(length): games for length, games in sorted(self.turns.items())}
        data["results"] = [
            [*key, one.games, one.wins, one.shared] for key, one in sorted(self.results.items())
        ]
        data["teams"] = {
            team: [one.games, one.wins, one.shared] for team, one in sorted(self.teams.items())
        }
        return data

    @classmethod
    def from_json(cls, data: Any) -> Tally:
        """Read back what `to_json` gave.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: the data is damaged.
        """
        tally = cls()
        for name in ("games", "unfinished", "decisions", "choices", "options", "widest"):
            setattr(tally, name, _count(data[name]))
        tally.stuck = [_count(number) for number in data["stuck"]]
        tally.turns = {int(length): _count(games) for length, games in data["turns"].items()}
        tally.results = dict(_records(data["results"]))
        tally.teams = {str(team): _record(counts) for team, counts in data["teams"].items()}
        return tally


def _add(records: dict[K, Record], key: K, record: Record) -> None:
    records[key] = records.get(key, Record()) + record


def _records(rows: Any) -> Iterator[tuple[tuple[str, int, str], Record]]:
    for player, seat, bot, *numbers in rows:
        yield (str(player), _count(seat), str(bot)), _record(numbers)


def _record(counts: Any) -> Record:
    games, wins, shared = map(_count, counts)
    return Record(games, wins, shared)


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no count")
    return value


def _ratio(one: int, other: int) -> float | None:
    return one / other if other else None


def _middle(ordered: Sequence[tuple[int, int]], total: int) -> float:
    """The median of a histogram."""

    def at(rank: int) -> int:
        for length, games in ordered:
            rank -= games
            if rank < 0:
                return length
        raise AssertionError(rank)

    return (at((total - 1) // 2) + at(total // 2)) / 2
