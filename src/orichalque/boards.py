"""Boards compiled for play: circles are bits of an int, the lowest bit the furthest left.

Bits follow the reading order, so that the lowest bit of any set of circles is the leftmost, highest
one (CAPTURE-01, CAPTURE-02), and sites in ascending order are sorted as R-19 says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from orichalque.geometry import Circle, diamonds, locations, neighbours, reading_key, turns


@attrs.frozen(eq=False)
class Board:
    """The circles of one board.

    Attributes:
        circles: in reading order; the place of a circle is its bit.
        index: circle to its place.
        near: for each circle the mask of its neighbours.
        whole: mask of all circles.
        sites: masks of all Temple sites, the one furthest left first.
        reach: for each Temple site its own mask and that of all circles next to it.
    """

    circles: tuple[Circle, ...]
    index: Mapping[Circle, int]
    near: tuple[int, ...]
    whole: int
    sites: tuple[int, ...]
    reach: tuple[int, ...]

    @classmethod
    def compiled(cls, circles: Collection[Circle]) -> Board:
        """The board of these circles."""
        ordered = tuple(sorted(set(circles), key=reading_key))
        index = {circle: place for place, circle in enumerate(ordered)}
        near = tuple(
            sum(1 << index[other] for other in neighbours(circle) if other in index)
            for circle in ordered
        )
        sites = tuple(sum(1 << index[circle] for circle in site) for site in diamonds(ordered))
        reach = tuple(site | around(near, site) for site in sites)
        return cls(ordered, index, near, (1 << len(ordered)) - 1, sites, reach)

    def mask(self, circles: Iterable[Circle]) -> int:
        """The circles as a mask; those that the board lacks are a KeyError."""
        return sum(1 << self.index[circle] for circle in circles)

    def named(self, mask: int) -> tuple[Circle, ...]:
        """The circles of a mask, in reading order."""
        return tuple(self.circles[place] for place in bits(mask))

    def spots(self, size: int) -> list[list[tuple[int, ...]]]:
        """For each location of a size every turn: the places of the tile's terrains in order."""
        return [
            [tuple(self.index[circle] for circle in turn) for turn in turns(location)]
            for location in locations(self.circles, size)
        ]


def bits(mask: int) -> Iterator[int]:
    """The places in a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def around(near: tuple[int, ...], mask: int) -> int:
    """The circles next to a set of circles, those of the set that touch each other included."""
    found = 0
    while mask:
        low = mask & -mask
        found |= near[low.bit_length() - 1]
        mask ^= low
    return found


def area(near: tuple[int, ...], within: int, seed: int) -> int:
    """All circles of `within` that hang together with `seed`, a part of it."""
    found = front = seed
    while front:
        front = around(near, front) & within & ~found
        found |= front
    return found
