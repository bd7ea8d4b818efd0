"""The map as text, for terminals and logs; `render.facts` tells the same in sentences.

Each tile is a box with its terrain's letter in the middle, the holder of a town beside it, and
travelers and creatures below. Pathways run from the letter to the open sides, and the border says
where they lead:

* `╪` `╫`: on into the next tile;
* `╞` `╡` `╥` `╨`: into the dark, or against a closed side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

import attrs

from obsidia_core.content.catalog import Catalog

INSIDE = (7, 5)
"""Widths of a tile's inside; the first with which the map fits is taken."""
ROWS = 2
"""Rows of a tile's inside."""
TALL = 6
"""Rows of tiles from which on the columns are numbered below the map too."""
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Line characters by arms: 1 north, 2 east, 4 south, 8 west."""
_ASCII = str.maketrans(
    {
        **dict.fromkeys("╵╷└┌┘┐├┤┴┬┼╶╴", "+"),
        **dict.fromkeys("═╪╞╡", "="),
        **dict.fromkeys("║╫╥╨", "#"),
        "│": "|",
        "─": "-",
        "…": "~",
    }
)

Space = tuple[int, int]
Paint = Callable[[str, str], str]
"""Colours a text: `(kind, text)`. The kinds are `frame`, `way`, `mark`, `creature`, `terrain:ID`
and `class:ID`."""

FRAME, WAY, MARK, CREATURE, BLANK = "frame", "way", "mark", "creature", ""

Sign = tuple[str, str]
"""A character and its kind."""


def board_text(
    view: Mapping[str, Any],
    catalog: Catalog,
    width: int = 80,
    ascii_only: bool = False,
    *,
    marks: Mapping[str, str] | None = None,
    paint: Paint | None = None,
    legend: bool = True,
) -> list[str]:
    """The map with coordinates and legend, as lines.

    Args:
        view: a view as `Obsidia.view` or `referee_view` gives it.
        catalog: the content that the game is played with.
        width: characters in a line, from 20; a wider map is cut into several.
        ascii_only: use no characters outside ASCII.
        marks: short texts to be shown on empty spaces, by `"x,y"`.
        paint: adds colour; the width counts what is seen.
        legend: say below what the signs mean.

    Returns:
        Lines of at most `width` characters without trailing spaces; a map without tiles and marks
        is one sentence.
    """
    drawing = _Map(view, catalog, max(20, width), marks or {}, paint, legend)
    lines = drawing.lines()
    return [line.translate(_ASCII) for line in lines] if ascii_only else lines


def tile_text(
    letter: str, exits: str, kind: str, ascii_only: bool = False, paint: Paint | None = None
) -> list[str]:
    """One tile alone, such as one in the hand, as lines of equal length.

    Args:
        letter: what stands in its middle.
        exits: its open sides as it lies, such as `NES`; `-` for none.
        kind: what colour the letter has, see `Paint`.
        ascii_only: use no characters outside ASCII.
        paint: adds colour.
    """
    canvas = _Canvas(1, 1, INSIDE[0])
    canvas.box(0, 0, _Box(_first_row([(letter, kind)], exits, INSIDE[0]), _arm(exits, INSIDE[0])))
    for side, put, sign, column, row in (
        ("N", canvas.on_north, "╨", 0, 0),
        ("S", canvas.on_north, "╥", 0, 1),
        ("W", canvas.on_west, "╡", 0, 0),
        ("E", canvas.on_west, "╞", 1, 0),
    ):
        if side in exits:
            put(column, row, sign)
    lines = canvas.lines(paint)
    return [line.translate(_ASCII) for line in lines] if ascii_only else lines


@attrs.define
class _Box:
    """What stands in a tile's box: the two rows, and whether something did not fit."""

    first: list[Sign]
    second: list[Sign]
    cut: bool = False


class _Map:
    """One view being drawn."""

    def __init__(
        self,
        view: Mapping[str, Any],
        catalog: Catalog,
        width: int,
        marks: Mapping[str, str],
        paint: Paint | None,
        legend: bool,
    ) -> None:
        self.view = view
        self.catalog = catalog
        self.width = width
        self.marks = {_space(place): text for place, text in marks.items()}
        self.paint = paint
        self.legend = legend
        self.tiles: dict[Space, Mapping[str, Any]] = {
            _space(place): tile for place, tile in view["tiles"].items()
        }
        self.travelers = _at_places(view["travelers"].items())
        self.creatures = _at_places((name, one["at"]) for name, one in view["creatures"].items())
        self.class_of = {one.letter: one.id for one in catalog.classes.values()}

    def lines(self) -> list[str]:
        spaces = [*self.tiles, *self.marks]
        if not spaces:
            return ["The map is empty."]
        xs = [x for x, _ in spaces]
        left, right = min(xs), max(xs)
        margin = max(len(str(y)) for _, y in spaces) + 1
        room = self.width - margin - 1
        inside = next((one for one in INSIDE if (right - left + 1) * (one + 1) <= room), INSIDE[-1])
        columns = max(1, room // (inside + 1))
        lines: list[str] = []
        crowded: dict[Space, None] = {}
        for start in range(left, right + 1, columns):
            if lines:
                lines.append("")
            end = min(start + columns - 1, right)
            lines += self._panel(range(start, end + 1), inside, margin, crowded)
        notes = self._legend(sorted(crowded, key=lambda at: (at[1], at[0])))
        return [*lines, "", *notes] if notes else lines

    def _panel(
        self, columns: range, inside: int, margin: int, crowded: dict[Space, None]
    ) -> list[str]:
        """A stretch of columns, from the first to the last row with something in it."""
        ys = [y for x, y in (*self.tiles, *self.marks) if x in columns]
        if not ys:
            return []
        rows = range(min(ys), max(ys) + 1)
        canvas = _Canvas(len(columns), len(rows), inside)
        for (x, y), tile in self.tiles.items():
            if x in columns:
                box = self._box((x, y), tile, inside)
                if box.cut:
                    crowded[x, y] = None
                canvas.box(x - columns[0], y - rows[0], box)
        for (x, y), text in self.marks.items():
            if x in columns and (x, y) not in self.tiles:
                canvas.mark(x - columns[0], y - rows[0], text[:inside])
        self._mark_exits(canvas, columns, rows)
        header = "".join(f" {x:^{inside}}" for x in columns)
        lines = [f"{'':{margin}}{header}".rstrip()]
        for number, line in enumerate(canvas.lines(self.paint)):
            row, part = divmod(number, ROWS + 1)
            label = str(rows[row]) if part == 1 else ""
            lines.append(f"{label:>{margin - 1}} {line}".rstrip())
        if len(rows) >= TALL:
            lines.append(lines[0])
        return lines

    def _box(self, at: Space, tile: Mapping[str, Any], inside: int) -> _Box:
        terrain = self.catalog.terrains[tile["terrain"]]
        mark = [(terrain.letter, f"terrain:{terrain.id}")]
        holder = tile["class"] if terrain.home else tile.get("town", "neutral")
        if holder not in (None, "neutral"):
            kind = f"class:{holder}"
            mark += [(":", kind), (self._letter(holder), kind)]
        exits = tile["exits"]
        second, cut = _second_row([*self._units(at), *self._beasts(at)], exits, inside)
        return _Box(_first_row(mark, exits, inside), second, cut)

    def _letter(self, holder: str) -> str:
        return self.catalog.classes[holder].letter if holder in self.catalog.classes else "*"

    def _units(self, at: Space) -> list[Sign]:
        """Travelers on a tile, such as `3W`, in the order of their ids."""
        counts: dict[str, int] = {}
        for name in self.travelers.get(at, []):
            counts[name[0]] = counts.get(name[0], 0) + 1
        return [
            (f"{count}{letter}", f"class:{self.class_of.get(letter, letter)}")
            for letter, count in counts.items()
        ]

    def _beasts(self, at: Space) -> list[Sign]:
        return [(name, CREATURE) for name in self.creatures.get(at, [])]

    def _mark_exits(self, canvas: _Canvas, columns: range, rows: range) -> None:
        for row, y in enumerate(rows):
            for column, x in enumerate((*columns, columns[-1] + 1)):
                if sign := self._sign((x - 1, y), (x, y), "EW", "╡╞╪"):
                    canvas.on_west(column, row, sign)
        for column, x in enumerate(columns):
            for row, y in enumerate((*rows, rows[-1] + 1)):
                if sign := self._sign((x, y - 1), (x, y), "SN", "╨╥╫"):
                    canvas.on_north(column, row, sign)

    def _sign(self, one: Space, other: Space, sides: str, signs: str) -> str | None:
        """What stands on the border of two spaces, or None.

        Args:
            one: the western or northern space.
            other: its neighbour.
            sides: the side of each that faces the other.
            signs: the sign if only the first is open, only the second, or both.
        """
        before = sides[0] in self._exits(one)
        after = sides[1] in self._exits(other)
        if before and after:
            return signs[2]
        if not before and not after:
            return None
        # A stub points to its own tile where a neighbour closes it off, else out of the map.
        inward = one in self.tiles and other in self.tiles
        return signs[0] if before == inward else signs[1]

    def _exits(self, at: Space) -> str:
        tile = self.tiles.get(at)
        return "" if tile is None else str(tile["exits"])

    def _legend(self, crowded: Sequence[Space]) -> list[str]:
        """What the signs on this map mean; what did not fit is told in any case."""
        parts = []
        if self.legend:
            parts += self._signs()
        parts += [f"{_named(at)}: {self._told(at)}." for at in crowded]
        parts += self._creature_notes()
        return [line for part in parts for line in wrap(part, self.width, subsequent_indent="  ")]

    def _signs(self) -> list[str]:
        used = {tile["terrain"] for tile in self.tiles.values()}
        terrains = ", ".join(
            f"{one.letter} {one.name}" for one in self.catalog.terrains.values() if one.id in used
        )
        seats = self.view.get("letters", self.view["seats"])
        classes = ", ".join(
            f"{self.catalog.classes[one].letter} {self.catalog.classes[one].name}"
            for one in seats
            if one in self.catalog.classes
        )
        return [
            f"Terrain: {terrains}.",
            f"Classes: {classes}; 2W two travelers, T:W a town that W holds, C:W the home of W.",
            "Ways: ╪ ╫ between two tiles, ╞ ╡ ╥ ╨ into the dark.",
        ]

    def _told(self, at: Space) -> str:
        return ", ".join(text for text, _ in (*self._units(at), *self._beasts(at)))

    def _creature_notes(self) -> list[str]:
        return [
            f"{name}: {self.catalog.creatures[one['kind']].name} of "
            f"{self._owner(one['summoner'])} at {one['at']}."
            for name, one in self.view["creatures"].items()
        ]

    def _owner(self, seat: str) -> str:
        known = self.catalog.classes.get(seat)
        return f"the {seat.capitalize()}" if known is None else known.name


class _Canvas:
    """A grid of boxes that share their borders."""

    def __init__(self, columns: int, rows: int, inside: int) -> None:
        self.inside = inside
        self.wide, self.high = inside + 1, ROWS + 1
        width, height = columns * self.wide + 1, rows * self.high + 1
        self._text: list[list[Sign]] = [[(" ", BLANK)] * width for _ in range(height)]
        self._arms = [[0] * width for _ in range(height)]

    def box(self, column: int, row: int, box: _Box) -> None:
        """Draw a tile."""
        x, y = column * self.wide, row * self.high
        for step in range(self.wide):
            for level in (y, y + self.high):
                self._arms[level][x + step] |= 2
                self._arms[level][x + step + 1] |= 8
        for step in range(self.high):
            for level in (x, x + self.wide):
                self._arms[y + step][level] |= 4
                self._arms[y + step + 1][level] |= 1
        for number, signs in enumerate((box.first, box.second), 1):
            self._text[y + number][x + 1 : x + self.wide] = signs

    def mark(self, column: int, row: int, text: str) -> None:
        """Put a short text on an empty space."""
        x, y = column * self.wide, row * self.high
        self._text[y + 1][x + 1 : x + self.wide] = _centered([(text, MARK)], self.inside)

    def on_west(self, column: int, row: int, sign: str) -> None:
        """Put a sign on the western border of a box."""
        self._put(column * self.wide, row * self.high + 1, sign)

    def on_north(self, column: int, row: int, sign: str) -> None:
        """Put a sign on the northern border of a box."""
        self._put(column * self.wide + self.wide // 2, row * self.high, sign)

    def _put(self, x: int, y: int, sign: str) -> None:
        self._text[y][x] = (sign, WAY)
        self._arms[y][x] = 0

    def lines(self, paint: Paint | None) -> list[str]:
        """The drawing, painted stretch by stretch."""
        made = []
        for texts, arms in zip(self._text, self._arms, strict=True):
            signs = [
                (_CORNERS[arm], FRAME) if arm else sign
                for sign, arm in zip(texts, arms, strict=True)
            ]
            while signs and signs[-1][0] == " ":
                signs.pop()
            made.append(_painted(signs, paint))
        while made and not made[-1]:
            made.pop()
        return made


def _painted(signs: Sequence[Sign], paint: Paint | None) -> str:
    if paint is None:
        return "".join(text for text, _ in signs)
    line, run, kind = "", "", BLANK
    for text, its in signs:
        if its != kind:
            line += paint(kind, run) if kind else run
            run, kind = "", its
        run += text
    return line + (paint(kind, run) if kind else run)


def _spelled(runs: Iterable[Sign]) -> list[Sign]:
    """Texts as single characters."""
    return [(sign, kind) for text, kind in runs for sign in text]


def _centered(runs: Sequence[Sign], width: int) -> list[Sign]:
    signs = _spelled(runs)
    before = (width - len(signs)) // 2
    blank: list[Sign] = [(" ", BLANK)]
    return [*blank * before, *signs, *blank * (width - len(signs) - before)]


def _first_row(mark: Sequence[Sign], exits: str, inside: int) -> list[Sign]:
    """The mark, its first letter in the middle, and pathways to the west and the east."""
    middle = inside // 2
    signs: list[Sign] = [
        *([("═" if "W" in exits else " ", WAY)] * middle),
        *_spelled(mark),
    ]
    return [*signs, *([("═" if "E" in exits else " ", WAY)] * (inside - len(signs)))]


def _arm(exits: str, inside: int) -> list[Sign]:
    """A pathway to the south, if there is one."""
    return _centered([("║" if "S" in exits else " ", WAY)], inside)


def _second_row(things: Sequence[Sign], exits: str, inside: int) -> tuple[list[Sign], bool]:
    """Who stands there, beside the pathway to the south; and whether something was left out."""
    side = inside // 2
    if not things:
        return _arm(exits, inside), False
    if "S" in exits and len(things) <= 2 and all(len(text) <= side for text, _ in things):
        row = _arm(exits, inside)
        for thing, start in zip(things, (0, inside - side), strict=False):
            row[start : start + side] = _centered([thing], side)
        return row, False
    space: Sign = (" ", BLANK)
    for between in (1, 0):
        runs = [part for thing in things for part in (thing, *([space] * between))]
        runs = runs[: len(runs) - between]
        if sum(len(text) for text, _ in runs) <= inside:
            return _centered(runs, inside), False
    return [*_spelled(things)[: inside - 1], ("…", MARK)], True


def _at_places(pieces: Iterable[tuple[str, str]]) -> dict[Space, list[str]]:
    found: dict[Space, list[str]] = {}
    for name, place in pieces:
        if "," in place:
            found.setdefault(_space(place), []).append(name)
    return found


def _space(text: str) -> Space:
    x, y = text.split(",")
    return int(x), int(y)


def _named(at: Space) -> str:
    return f"{at[0]},{at[1]}"
