"""The board: a boundless square grid (RULING-10).

Outside, a space is a `Coordinate` `(x, y)`: x grows east, y grows south. Inside it is a *cell*, one
small integer, so that tables and sets stay cheap; cells sort from north to south and then from
west to east (RULING-100). Sides are 0 to 3, clockwise from north; exits are a bit mask of sides.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = range(4)
SIDE_NAMES = "NESW"

_WIDTH = 1024
_HALF = _WIDTH // 2
LIMIT = _HALF - 2
"""Coordinates lie between `-LIMIT` and `LIMIT`; sixty tiles never come near it."""

OFF_MAP = 1 << 20
"""Stands for "no cell"."""

STEP_TO_SIDE = (-_WIDTH, 1, _WIDTH, -1)
"""What a step to each side adds to a cell."""

ALL_SIDES = 0b1111


class Coordinate(NamedTuple):
    """A space of the grid, for people and JSON.

    >>> str(Coordinate(2, -1))
    '2,-1'
    """

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def __repr__(self) -> str:
        return f"Coordinate({self.x}, {self.y})"

    @classmethod
    def parse(cls, text: str) -> Coordinate:
        """Read `"x,y"`.

        Raises:
            ValueError: another form, or out of range.
        """
        x, _, y = text.partition(",")
        try:
            place = cls(int(x), int(y))
        except ValueError:
            raise ValueError(f"a space is written x,y, such as 2,-1; found {text!r}") from None
        if max(abs(place.x), abs(place.y)) > LIMIT or str(place) != text.replace(" ", ""):
            raise ValueError(f"a space is written x,y with numbers up to {LIMIT}; found {text!r}")
        return place


def cell_at(x: int, y: int) -> int:
    """The cell of a coordinate."""
    return y * _WIDTH + x


@lru_cache(maxsize=1 << 14)
def coordinate(cell: int) -> Coordinate:
    """The coordinate of a cell."""
    shifted = cell + _HALF
    return Coordinate(shifted % _WIDTH - _HALF, shifted // _WIDTH)


@lru_cache(maxsize=1 << 14)
def distance(cell: int, other: int) -> int:
    """Orthogonal grid steps between two cells, pathways ignored."""
    a, b = coordinate(cell), coordinate(other)
    return abs(a.x - b.x) + abs(a.y - b.y)


@lru_cache(maxsize=64)
def steps_within(distance: int) -> tuple[int, ...]:
    """What to add to a cell to reach each cell at most so far away, itself among them."""
    return tuple(
        cell_at(x, y)
        for y in range(-distance, distance + 1)
        for x in range(abs(y) - distance, distance - abs(y) + 1)
    )


def opposite(side: int) -> int:
    """The side across."""
    return (side + 2) & 3


def rotated(exits: int, quarters: int) -> int:
    """Exits after `quarters` clockwise quarter turns.

    >>> exits_text(rotated(parse_exits("NE"), 1))
    'ES'
    """
    quarters &= 3
    return ((exits << quarters) | (exits >> (4 - quarters))) & ALL_SIDES


@lru_cache(maxsize=16)
def exits_text(exits: int) -> str:
    """Exits as letters clockwise from north, `-` for none."""
    return "".join(name for side, name in enumerate(SIDE_NAMES) if exits >> side & 1) or "-"


def parse_exits(text: str) -> int:
    """Read exits such as `NES`, or `-` for none.

    Raises:
        ValueError: other letters, or a letter twice.
    """
    if text == "-":
        return 0
    if not text or len(set(text)) != len(text) or set(text) - set(SIDE_NAMES):
        raise ValueError(f"exits are letters out of NESW, each once, or -; found {text!r}")
    return sum(1 << SIDE_NAMES.index(letter) for letter in text)


@lru_cache(maxsize=1 << 14)
def each_bit(mask: int) -> tuple[int, ...]:
    """The positions of the set bits, lowest first; `ValueError` for a number below 0."""
    if mask < 0:
        raise ValueError(f"{mask} is no set")
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
