"""What odds look like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import attrs

from obsidia_core.kernel.errors import ObsidiaError

RESULTS = FIRST, SECOND, DRAW, NONE = "first", "second", "draw", "none"
"""Results of a battle, who wins, that both sides stand, that nobody wins."""


class OddsError(ObsidiaError):
    """What is asked for is no battle and no roll; the message says why."""


class End(NamedTuple):
    """One way a battle can end: its result, and how many pieces each side has left in it."""

    result: str
    first: int
    second: int


@attrs.frozen
class BattleOdds:
    """How a battle ends, with probabilities that sum to 1.

    Attributes:
        ends: each way it can end with its exact probability, the likeliest first.
    """

    ends: tuple[tuple[End, Fraction], ...]

    def _chance(self, result: str) -> float:
        return float(sum(chance for end, chance in self.ends if end.result == result))

    @property
    def win(self) -> float:
        """That the first side (the one `at`) wins."""
        return self._chance(FIRST)

    @property
    def lose(self) -> float:
        """That the second side (the one `against`) wins."""
        return self._chance(SECOND)

    @property
    def draw(self) -> float:
        """That an adjacent battle ends with both sides standing."""
        return self._chance(DRAW)

    @property
    def none(self) -> float:
        """That nobody is left or nobody wins, as in an endless loop."""
        return self._chance(NONE)

    @classmethod
    def of(cls, weights: Mapping[End, Fraction]) -> BattleOdds:
        """The odds in which each end comes in proportion to its weight; some weight is above 0."""
        whole = sum(weights.values())
        found = [(end, weight / whole) for end, weight in weights.items()]
        return cls(tuple(sorted(found, key=lambda item: (-item[1], item[0]))))

    @classmethod
    def mixed(cls, weighed: Iterable[tuple[Fraction, BattleOdds]]) -> BattleOdds:
        """The odds if chance decides, by these weights, which of some odds hold."""
        total: dict[End, Fraction] = {}
        for weight, odds in weighed:
            for end, chance in odds.ends:
                total[end] = total.get(end, Fraction(0)) + weight * chance
        return cls.of(total)

    @property
    def survivors(self) -> Mapping[tuple[int, int], float]:
        """Probability by numbers of pieces left, `(first, second)`; most survivors first."""
        found: dict[tuple[int, int], float] = {}
        for end, chance in self.ends:
            left = end.first, end.second
            found[left] = found.get(left, 0.0) + float(chance)
        return dict(sorted(found.items(), reverse=True))

    @property
    def expected(self) -> tuple[float, float]:
        """Expected numbers of pieces left."""
        return (
            float(sum(end.first * chance for end, chance in self.ends)),
            float(sum(end.second * chance for end, chance in self.ends)),
        )

    def to_json(self) -> dict[str, Any]:
        """`{win, lose, draw, none, expected, ends: [{result, first, second, chance}]}`."""
        return {
            "win": self.win,
            "lose": self.lose,
            "draw": self.draw,
            "none": self.none,
            "expected": list(self.expected),
            "ends": [{**end._asdict(), "chance": float(chance)} for end, chance in self.ends],
        }
