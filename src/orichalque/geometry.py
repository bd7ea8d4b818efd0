"""Circles, their neighbours, and the shapes that tiles and Temples have (`base:geometry`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

_WRITTEN = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})")


class Circle(NamedTuple):
    """A circle of a board, in axial coordinates; `str` gives `q,r`.

    >>> str(Circle(2, -1)), Circle.parse("2,-1")
    ('2,-1', Circle(q=2, r=-1))
    """

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    @classmethod
    def parse(cls, text: str) -> Circle:
        """Read `q,r`; anything else is a `ValueError`."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError(f"a circle is written q,r, such as 2,-1; found {text!r}")
        return cls(int(found[1]), int(found[2]))

    @classmethod
    def of(cls, value: Any) -> Circle:
        """A circle from `[q, r]` or `"q,r"`; anything else is a `ValueError`."""
        if isinstance(value, list | tuple) and len(value) == 2 and _whole(value):
            return cls(*value)
        if isinstance(value, str):
            return cls.parse(value)
        raise ValueError(f"a circle is [q, r] or q,r; found {value!r}")

    def step(self, direction: int) -> Circle:
        """The neighbour in one of the six directions, clockwise from the east."""
        dq, dr = DIRECTIONS[direction % 6]
        return Circle(self.q + dq, self.r + dr)


def _whole(values: Collection[Any]) -> bool:
    return all(type(value) is int for value in values)


DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def reading_key(circle: Circle) -> tuple[int, int]:
    """Sorts circles into the reading order: further left first, then higher.

    >>> sorted([Circle(0, 0), Circle(-1, 2), Circle(0, -1)], key=reading_key)
    [Circle(q=0, r=-1), Circle(q=0, r=0), Circle(q=-1, r=2)]
    """
    return (2 * circle.q + circle.r, circle.r)


def neighbours(circle: Circle) -> list[Circle]:
    """The six circles around one, clockwise from the east."""
    return [circle.step(direction) for direction in range(6)]


def clockwise(corners: Collection[Circle]) -> tuple[Circle, ...] | None:
    """The circles of a triangle clockwise from the leftmost; None if they form none.

    >>> clockwise([Circle(0, 0), Circle(0, 1), Circle(1, 0)])
    (Circle(q=0, r=0), Circle(q=1, r=0), Circle(q=0, r=1))
    """
    first = min(corners, key=reading_key)
    for direction in range(6):
        shape = (first, first.step(direction), first.step(direction + 1))
        if len(corners) == 3 and set(shape) == set(corners):
            return shape
    return None


def is_location(circles: Collection[Circle]) -> bool:
    """Whether a tile can lie on exactly these circles: one, two that touch, or a triangle."""
    if len(circles) == 2:
        first, second = circles
        return second in neighbours(first)
    return len(circles) == 1 or clockwise(circles) is not None


def turns(circles: Collection[Circle]) -> list[tuple[Circle, ...]]:
    """Every way to lay a tile on a location: the circles of its first, second, third terrain.

    The order is fixed: by the circle that the first terrain lies on, leftmost first.
    """
    cycle = clockwise(circles) if len(circles) == 3 else tuple(sorted(circles, key=reading_key))
    assert cycle is not None
    found = [cycle[start:] + cycle[:start] for start in range(len(cycle))]
    return sorted(found, key=lambda turn: reading_key(turn[0]))


def locations(circles: Collection[Circle], size: int) -> list[tuple[Circle, ...]]:
    """All locations of a size within some circles, each in reading order, sorted so."""
    board = set(circles)
    found: set[tuple[Circle, ...]] = set()
    for circle in board:
        for direction in range(6):
            around = (circle, circle.step(direction), circle.step(direction + 1))[:size]
            if board.issuperset(around):
                found.add(tuple(sorted(around, key=reading_key)))
    return sorted(found, key=lambda location: [reading_key(circle) for circle in location])


def diamonds(circles: Collection[Circle]) -> list[tuple[Circle, ...]]:
    """All Temple sites, each in reading order, the one furthest left first (R-19)."""
    board = set(circles)
    found: set[tuple[Circle, ...]] = set()
    for circle in board:
        for direction in range(6):
            near, far = circle.step(direction), circle.step(direction + 1)
            site = (circle, near, far, near.step(direction + 1))
            if board.issuperset(site):
                found.add(tuple(sorted(site, key=reading_key)))
    return sorted(found, key=lambda site: [reading_key(circle) for circle in site])


def hexagon(radius: int) -> Iterator[Circle]:
    """All circles at most `radius` steps from the middle."""
    for q in range(-radius, radius + 1):
        for r in range(-radius, radius + 1):
            if abs(q + r) <= radius:
                yield Circle(q, r)
