"""The map as text, for terminals, logs and screen readers.

Each tile is a box with its terrain's letter, the holder of a town, creatures and travelers. The
border says where paths lead:

* `╪` `╫`: a pathway between two tiles;
* `╞` `╡` `╥` `╨`: an open side with darkness or nothing beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

import attrs

from obsidia_core.content.catalog import Catalog

INSIDE = (7, 5)
"""Widths of a tile's inside; the first with which the map fits is taken."""
ROWS = 2
"""Rows of a tile's inside."""
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Line characters by arms: 1 north, 2 east, 4 south, 8 west."""
_ASCII = str.maketrans(
    {
        **dict.fromkeys("╵╷└┌┘┐├┤┴┬┼╶╴", "+"),
        **dict.fromkeys("╪╞╡", "="),
        **dict.fromkeys("╫╥╨", "#"),
        "│": "|",
        "─": "-",
        "…": "~",
    }
)

Space = tuple[int, int]


@attrs.define
class _Box:
    """What stands in a tile's box: the two rows, and whether something did not fit."""

    first: str
    second: str
    cut: bool


def board_text(
    view: Mapping[str, Any], catalog: Catalog, width: int = 80, ascii_only: bool = False
) -> list[str]:
    """The map with coordinates and legend, as lines.

    Args:
        view: a view as `Obsidia.view` or `referee_view` gives it.
        catalog: the content that the game is played with.
        width: characters in a line, from 20; a wider map is cut into several.
        ascii_only: use no characters outside ASCII.

    Returns:
        Lines of at most `width` characters without trailing spaces; a map without tiles is one
        sentence.
    """
    lines = _Map(view, catalog, max(20, width)).lines()
    return [line.translate(_ASCII) for line in lines] if ascii_only else lines


class _Map:
    """One view being drawn."""

    def __init__(self, view: Mapping[str, Any], catalog: Catalog, width: int) -> None:
        self.view = view
        self.catalog = catalog
        self.width = width
        self.tiles: dict[Space, Mapping[str, Any]] = {
            _space(place): tile for place, tile in view["tiles"].items()
        }
        self.travelers = _at_places(view["travelers"].items())
        self.creatures = _at_places((name, one["at"]) for name, one in view["creatures"].items())

    def lines(self) -> list[str]:
        if not self.tiles:
            return ["The map is empty."]
        xs = [x for x, _ in self.tiles]
        left, right = min(xs), max(xs)
        margin = max(len(str(y)) for _, y in self.tiles) + 1
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
        return [*lines, "", *self._legend(sorted(crowded, key=lambda at: (at[1], at[0])))]

    def _panel(
        self, columns: range, inside: int, margin: int, crowded: dict[Space, None]
    ) -> list[str]:
        """A stretch of columns, from the first to the last row with a tile in it."""
        ys = [y for x, y in self.tiles if x in columns]
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
        self._mark_exits(canvas, columns, rows)
        header = "".join(f" {x:^{inside}}" for x in columns)
        lines = [f"{'':{margin}}{header}".rstrip()]
        for number, line in enumerate(canvas.lines()):
            row, part = divmod(number, ROWS + 1)
            label = str(rows[row]) if part == 1 else ""
            lines.append(f"{label:>{margin - 1}} {line}".rstrip())
        return lines

    def _box(self, at: Space, tile: Mapping[str, Any], inside: int) -> _Box:
        terrain = self.catalog.terrains[tile["terrain"]]
        mark = terrain.letter
        if tile["class"] is not None and terrain.home:
            mark += f":{self._letter(tile['class'])}"
        elif tile.get("town", "neutral") != "neutral":
            mark += f":{self._letter(tile['town'])}"
        first, first_cut = _fitted(mark, self.creatures.get(at, []), inside)
        second, second_cut = _fitted("", self._units(at), inside)
        return _Box(first, second, first_cut or second_cut)

    def _letter(self, holder: str) -> str:
        return self.catalog.classes[holder].letter if holder in self.catalog.classes else "*"

    def _units(self, at: Space) -> list[str]:
        """Travelers on a tile, such as `3W`, in the order of their ids."""
        counts: dict[str, int] = {}
        for name in self.travelers.get(at, []):
            counts[name[0]] = counts.get(name[0], 0) + 1
        return [f"{count}{letter}" for letter, count in counts.items()]

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
        """What the signs on this map mean."""
        used = {tile["terrain"] for tile in self.tiles.values()}
        terrains = ", ".join(
            f"{one.letter} {one.name}" for one in self.catalog.terrains.values() if one.id in used
        )
        classes = ", ".join(
            f"{self.catalog.classes[one].letter} {self.catalog.classes[one].name}"
            for one in self.view["seats"]
            if one in self.catalog.classes
        )
        parts = [
            f"Terrain: {terrains}.",
            f"Classes: {classes}; 2W two travelers, T:W a town that W holds, C:W the home of W.",
            "Ways: ╪ ╫ between two tiles, ╞ ╡ ╥ ╨ into the dark.",
            *(f"{_named(at)}: {self._told(at)}." for at in crowded),
            *self._creature_notes(),
        ]
        return [line for part in parts for line in wrap(part, self.width, subsequent_indent="  ")]

    def _told(self, at: Space) -> str:
        return ", ".join([*self._units(at), *self.creatures.get(at, [])])

    def _creature_notes(self) -> list[str]:
        return [
            f"{name}: {self.catalog.creatures[one['kind']].name} of "
            f"{self.catalog.classes[one['summoner']].name} at {one['at']}."
            for name, one in self.view["creatures"].items()
        ]


class _Canvas:
    """A grid of boxes that share their borders."""

    def __init__(self, columns: int, rows: int, inside: int) -> None:
        self.inside = inside
        self.wide, self.high = inside + 1, ROWS + 1
        width, height = columns * self.wide + 1, rows * self.high + 1
        self._text = [[" "] * width for _ in range(height)]
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
        for number, text in enumerate((box.first, box.second), 1):
            self._text[y + number][x + 1 : x + self.wide] = f"{text:^{self.inside}}"

    def on_west(self, column: int, row: int, sign: str) -> None:
        """Put a sign on the western border of a box."""
        self._put(column * self.wide, row * self.high + 1, sign)

    def on_north(self, column: int, row: int, sign: str) -> None:
        """Put a sign on the northern border of a box."""
        self._put(column * self.wide + self.wide // 2, row * self.high, sign)

    def _put(self, x: int, y: int, sign: str) -> None:
        self._text[y][x] = sign
        self._arms[y][x] = 0

    def lines(self) -> list[str]:
        """The drawing."""
        return [
            "".join(_CORNERS[arm] if arm else text for text, arm in zip(texts, arms, strict=True))
            for texts, arms in zip(self._text, self._arms, strict=True)
        ]


def _fitted(mark: str, things: Sequence[str], inside: int) -> tuple[str, bool]:
    """A row of a box, and whether things had to be left out."""
    for between in (" ", ""):
        row = between.join([*([mark] if mark else []), *things])
        if len(row) <= inside:
            return row, False
    return (mark + "".join(things))[: inside - 1] + "…", True


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
