"""`render_svg`: a view as one SVG document.

The picture is drawn from a view and nothing else, so it cannot show what that seat may not know.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from obsidia_core.render import panel, words
from obsidia_core.render.board import MARGIN, Board, Bounds, bounds_of, table
from obsidia_core.render.shapes import FONT, Sheet, group, moved, number, shape, to_text
from obsidia_core.render.terrain import SIZE
from obsidia_core.render.theme import RenderError, theme_named

EDGE = 16
"""Room around everything."""

SMALLEST, LARGEST = 16, 20_000
"""Bounds of a picture's longer side, in pixels."""


class Svg(str):
    """An SVG document; notebooks show it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def render_svg(
    view: Mapping[str, Any],
    *,
    theme: str = "light",
    size: int | None = None,
    last_move: Sequence[str] | None = None,
    players: bool = True,
    legend: bool = True,
    names: Mapping[str, str] | None = None,
) -> Svg:
    """Draw a view.

    Args:
        view: what `Game.view` gives, or the same read from JSON.
        theme: `light`, `dark` or `print` (greys only).
        size: pixels of the longer side, 16 to 20000; by default one pixel a unit, a tile is 100.
        last_move: places to highlight: two for a movement, one for something new; see
            `obsidia_core.render.board.last_move_of`.
        players: whether to show turn, seats and stacks beside the map.
        legend: whether to explain terrain and signs.
        names: what things are called, by id, see `obsidia_core.render.words.names_of`; by default
            ids are made into names.

    Returns:
        A standalone SVG document: no script, no link, no font of its own. Equal views give equal
        texts.

    Raises:
        RenderError: no such theme or size, or no view.
    """
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise RenderError(f"a size is {SMALLEST} to {LARGEST} pixels, not {size}")
    sheet = Sheet(theme_named(theme))
    try:
        drawn = _picture(Board(sheet, view, names), last_move, size, players, legend)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RenderError(f"this is no view of Obsidia: {error!r}") from error
    return Svg(to_text(drawn) + "\n")


def _picture(
    board: Board,
    last_move: Sequence[str] | None,
    size: int | None,
    players: bool,
    legend: bool,
) -> Element:
    theme = board.sheet.theme
    bounds = bounds_of([*board.view["tiles"], *(last_move or ())])
    beside, beside_height = _beside(board, players, legend)
    map_scale = column_scale = 1.0
    if beside is not None:
        # The smaller of map and column grows, so that neither looks lost beside the other.
        map_scale = min(1.7, max(1.0, beside_height / bounds.height))
        column_scale = min(1.6, max(1.0, bounds.height / beside_height))
    map_width, map_height = bounds.width * map_scale, bounds.height * map_scale
    width = 2 * EDGE + map_width
    height = 2 * EDGE + max(map_height, beside_height * column_scale)
    if beside is not None:
        width += 20 + panel.WIDTH * column_scale
        beside.set("transform", moved(map_width + EDGE + 20, EDGE, column_scale) or "")
    width, height = math.ceil(width), math.ceil(height)
    scale = 1 if size is None else size / max(width, height)
    told = describe(board)
    drawn_map = map_group(board, bounds, last_move)
    drawn_map.set(
        "transform",
        moved(
            EDGE + (MARGIN - bounds.left * SIZE) * map_scale,
            EDGE + (MARGIN - bounds.top * SIZE) * map_scale,
            map_scale,
        )
        or "",
    )
    return shape(
        "svg",
        shape("title", f"Obsidia: {board.words.headline()}"),
        shape("desc", told),
        board.sheet.defs(),
        shape("rect", x=-9, y=-9, width=width + 18, height=height + 18, fill=theme["page"]),
        drawn_map,
        beside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=round(width * scale),
        height=round(height * scale),
        role="graphics-document document",
        aria_label=f"Obsidia: {board.words.headline()}",
        font_family=FONT,
    )


def _beside(board: Board, players: bool, legend: bool) -> tuple[Element | None, float]:
    if not (players or legend):
        return None, 0
    made, y = group(class_="beside"), 0.0
    if players:
        drawn, height = panel.players(board)
        made.append(drawn)
        y += height + 12
    if legend:
        drawn, height = panel.legend(board)
        drawn.set("transform", moved(0, y) or "")
        made.append(drawn)
        y += height
    return made, y


def map_group(board: Board, bounds: Bounds, last_move: Sequence[str] | None) -> Element:
    """The map alone: table, coordinates, tiles, last move."""
    return group(
        table(board.sheet, bounds),
        board.grid(bounds),
        group(*board.tiles(), class_="tiles", role="group", aria_label="Map"),
        board.overlay(last_move),
        class_="map",
    )


def describe(board: Board) -> str:
    """The position in a few sentences, for those who cannot see the picture."""
    view = board.view
    tiles = words.counted(len(view["tiles"]), "tile")
    sentences = [f"A map of {tiles}. x grows to the east, y to the south."]
    held = {seat: count for seat, count in view.get("towns", {}).items() if count}
    if held:
        each = [f"{board.words.name(seat)} {count}" for seat, count in held.items()]
        sentences.append(f"Towns: {words.listed(each)}.")
    question = board.words.asked()
    if question is not None:
        sentences.append(f"{question}.")
    return " ".join(sentences)
