"""The map of a view: one group for each tile, and what lies over several of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from obsidia_core.render import pieces, terrain, words
from obsidia_core.render.shapes import Sheet, group, moved, number, shape
from obsidia_core.render.terrain import MIDDLE, SIZE
from obsidia_core.render.theme import RenderError

STEPS: Mapping[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

MARGIN = 58
"""Room around the tiles for paths into the unknown and for coordinates."""


class Bounds(NamedTuple):
    """The spaces that a map covers, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> float:
        """Units from one side of the map to the other, margins included."""
        return (self.right - self.left + 1) * SIZE + 2 * MARGIN

    @property
    def height(self) -> float:
        """Units from top to bottom, margins included."""
        return (self.bottom - self.top + 1) * SIZE + 2 * MARGIN


def space(place: str) -> tuple[int, int]:
    """The column and row of `"x,y"`.

    Raises:
        RenderError: it is no space.
    """
    try:
        x, y = map(int, place.split(","))
    except (AttributeError, ValueError):
        raise RenderError(f"a space is written x,y, such as 2,-1; found {place!r}") from None
    return x, y


def bounds_of(places: Iterable[str]) -> Bounds:
    """The smallest map with all these places; one space if there is none."""
    spaces = [space(place) for place in places] or [(0, 0)]
    return Bounds(
        min(x for x, _ in spaces),
        min(y for _, y in spaces),
        max(x for x, _ in spaces),
        max(y for _, y in spaces),
    )


def last_move_of(events: Iterable[Mapping[str, Any]]) -> tuple[str, ...] | None:
    """The places of the last thing that changed the map, out of events in JSON form.

    Two places are a movement, one is where something appeared.
    """
    found: tuple[str, ...] | None = None
    for event in events:
        match event:
            case {"type": "moved", "from": origin, "to": to}:
                found = (str(origin), str(to))
            case {"type": "tile_placed" | "trained" | "spawned" | "summoned", "at": at}:
                found = (str(at),)
            case {"type": "undone"}:
                found = None
    return found


class Board:
    """The tiles of one view, drawn with the drawings of a sheet.

    Attributes:
        colors: the piece colour of each class.
        letters: the letter of each class.
        words: tells the view.
    """

    def __init__(
        self, sheet: Sheet, view: Mapping[str, Any], names: Mapping[str, str] | None = None
    ) -> None:
        self.sheet = sheet
        self.view = view
        self.words = words.Words(view, names)
        classes = list(view.get("reserve", ()))
        self.colors = pieces.class_colors(classes)
        by_letter = words.class_letters(view)
        self.letters = {class_id: letter for letter, class_id in by_letter.items()}
        self._classes = by_letter
        self._units: dict[str, dict[str, list[str]]] = {}
        for traveler, place in view.get("travelers", {}).items():
            unit = self._units.setdefault(place, {}).setdefault(by_letter[traveler[:1]], [])
            unit.append(traveler)
        self._creatures: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
        for creature, known in view.get("creatures", {}).items():
            self._creatures.setdefault(known["at"], []).append((creature, known))

    def letter(self, class_id: str) -> str:
        """What stands on the pieces of a class."""
        return self.letters.get(class_id) or class_id[:1].upper()

    def unit(self, ids: Sequence[str]) -> tuple[str, str, int] | None:
        """Pieces that move together, as `pieces.crowd` takes them; None if they are not known."""
        creature = self.view.get("creatures", {}).get(ids[0])
        if creature is not None:
            return creature["summoner"], creature["kind"], 0
        owner = self._classes.get(ids[0][:1])
        return None if owner is None else (owner, self.letter(owner), len(ids))

    def tile(self, place: str) -> Element:
        """A labelled group with a tile and all that stands on it, at its place on the map."""
        tile = self.view["tiles"][place]
        x, y = space(place)
        sheet, kind, exits = self.sheet, tile["terrain"], tile["exits"]
        own = self.colors.get(tile.get("class") or "", "white")
        drawn = group(aria_hidden="true")
        for side, (dx, dy) in STEPS.items():
            if side in exits and f"{x + dx},{y + dy}" not in self.view["tiles"]:
                drawn.append(terrain.beyond(sheet, side))
        drawn.append(terrain.ground(sheet, kind, own))
        drawn.append(terrain.ways(sheet, exits))
        floor = terrain.floor(sheet, kind, own)
        if floor is not None:
            drawn.append(floor)
        drawn.extend(pieces.stones(sheet, words.stones_by_side(tile)))
        if "town" in tile:
            holder = tile["town"]
            drawn.append(pieces.flag(sheet, holder, self.colors.get(holder), self.letter(holder)))
        units, creatures = self._units.get(place, {}), self._creatures.get(place, [])
        standing = [(owner, self.letter(owner), len(ids)) for owner, ids in units.items()]
        standing += [(known["summoner"], known["kind"], 0) for _, known in creatures]
        if standing:
            drawn.append(pieces.crowd(sheet, standing, self.colors))
        told = self.words.tile(place, units, creatures)
        drawn.insert(0, shape("title", told))
        return group(
            drawn,
            class_="tile",
            data_at=place,
            data_terrain=kind,
            role="img",
            aria_label=told,
            transform=moved(x * SIZE, y * SIZE),
        )

    def shown_at(self, place: str) -> str:
        """A text that is the same as long as the drawing of this tile is the same."""
        tiles = self.view["tiles"]
        x, y = space(place)
        lonely = [side for side, (dx, dy) in STEPS.items() if f"{x + dx},{y + dy}" not in tiles]
        return repr((tiles[place], lonely, self._units.get(place), self._creatures.get(place)))

    def tiles(self) -> list[Element]:
        """All tiles, by row and column."""
        places = sorted(self.view["tiles"], key=lambda place: space(place)[::-1])
        return [self.tile(place) for place in places]

    def overlay(self, last_move: Sequence[str] | None) -> Element:
        """The last move and the battles to come."""
        made = group(class_="overlay", aria_hidden="true")
        color = self.sheet.theme["mark"]
        if last_move:
            spaces = [space(place) for place in last_move]
            for index, (x, y) in enumerate(spaces):
                arrived = index == len(spaces) - 1
                made.append(
                    shape(
                        "rect",
                        x=x * SIZE + 2,
                        y=y * SIZE + 2,
                        width=SIZE - 4,
                        height=SIZE - 4,
                        rx=7,
                        fill="none",
                        stroke=color,
                        stroke_width=4 if arrived else 3,
                        stroke_dasharray=None if arrived else "7 6",
                    )
                )
            if len(spaces) > 1 and spaces[0] != spaces[-1]:
                made.append(self._arrow(spaces[0], spaces[-1]))
        for battle in self.view.get("battles", ()):
            (x, y), (u, v) = space(battle["at"]), space(battle["against"])
            made.append(
                pieces.swords(
                    self.sheet,
                    (x + u) / 2 * SIZE + MIDDLE,
                    (y + v) / 2 * SIZE + MIDDLE - (34 if (x, y) == (u, v) else 0),
                )
            )
        return made

    def _arrow(self, start: tuple[int, int], end: tuple[int, int]) -> Element:
        """An arrow beside the straight line, bent a little, so that pieces stay visible."""
        theme = self.sheet.theme
        ax, ay = start[0] * SIZE + MIDDLE, start[1] * SIZE + MIDDLE
        bx, by = end[0] * SIZE + MIDDLE, end[1] * SIZE + MIDDLE
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        ux, uy = (bx - ax) / length, (by - ay) / length
        begin, stop, side = 14, 30, 16 if length <= SIZE else 0.16 * length
        sx, sy = ax + begin * ux - uy * 8, ay + begin * uy + ux * 8
        ex, ey = bx - stop * ux - uy * 8, by - stop * uy + ux * 8
        cx, cy = (ax + bx) / 2 - uy * side * 1.6, (ay + by) / 2 + ux * side * 1.6
        tx, ty = ex - cx, ey - cy
        size = (tx * tx + ty * ty) ** 0.5
        tx, ty = tx / size, ty / size
        line = f"M{number(sx)} {number(sy)}Q{number(cx)} {number(cy)} {number(ex)} {number(ey)}"
        tip = (
            f"M{number(ex + tx * 12)} {number(ey + ty * 12)}"
            f"L{number(ex - ty * 7)} {number(ey + tx * 7)}"
            f"L{number(ex + ty * 7)} {number(ey - tx * 7)}Z"
        )
        made = group(stroke_linecap="round", stroke_linejoin="round")
        for color, more in ((theme["page"], 4), (theme["mark"], 0)):
            made.append(shape("path", d=line, fill="none", stroke=color, stroke_width=4 + more))
            made.append(shape("path", d=tip, fill=color, stroke=color, stroke_width=more or None))
        return made

    def grid(self, bounds: Bounds) -> Element:
        """Coordinates along the border, and a point in each space."""
        theme = self.sheet.theme
        made = group(
            class_="coordinates",
            aria_hidden="true",
            fill=theme["muted"],
            text_anchor="middle",
            font_size=14,
        )
        left, top = bounds.left * SIZE, bounds.top * SIZE
        right, bottom = (bounds.right + 1) * SIZE, (bounds.bottom + 1) * SIZE
        for x in range(bounds.left, bounds.right + 1):
            for y in (top - MARGIN + 20, bottom + MARGIN - 10):
                made.append(_coordinate(x, x * SIZE + MIDDLE, y))
        for y in range(bounds.top, bounds.bottom + 1):
            for x in (left - MARGIN + 16, right + MARGIN - 16):
                made.append(_coordinate(y, x, y * SIZE + MIDDLE + 5))
        spaces = "".join(
            f"M{x * SIZE + MIDDLE:g} {y * SIZE + MIDDLE:g}h0"
            for y in range(bounds.top, bounds.bottom + 1)
            for x in range(bounds.left, bounds.right + 1)
        )
        made.append(
            shape("path", d=spaces, stroke=theme["rule"], stroke_width=6, stroke_linecap="round")
        )
        return made


def _coordinate(value: int, x: float, y: float) -> Element:
    shown = str(value).replace("-", "\N{MINUS SIGN}")
    return shape("text", shown, x=x, y=y)


def table(sheet: Sheet, bounds: Bounds) -> Element:
    """What the tiles lie on."""
    theme = sheet.theme
    return shape(
        "rect",
        x=bounds.left * SIZE - MARGIN,
        y=bounds.top * SIZE - MARGIN,
        width=bounds.width,
        height=bounds.height,
        rx=14,
        fill=theme["table"],
        stroke=theme["rule"],
    )
