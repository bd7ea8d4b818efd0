"""The drawing of each terrain, on a tile of 100 by 100 units.

Three layers make a tile: its ground with the landmarks in the corners, the pathways and the
darkness that its exits give, and what lies on the crossing in the middle. Landmarks stand upright
however the tile is turned. A terrain that is not listed here is shown by its first letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

import attrs

from obsidia_core.render.shapes import (
    FONT,
    Sheet,
    around,
    group,
    number,
    points,
    ring,
    shape,
    write,
)
from obsidia_core.render.theme import Theme

SIZE = 100
MIDDLE = SIZE / 2
CORNERS = ((20, 21), (80, 21), (20, 79), (80, 79))


@attrs.frozen
class Mark:
    """One path: its data, and the slots of its colours.

    Slots without `-` that stand for the terrain's own are `ground deep line glow`; every other name
    is a slot of the theme.
    """

    d: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.6
    opacity: float | None = None


def scattered(motif: str, places: Iterable[tuple[float, float]]) -> str:
    """Path data of a relative motif, once at each place."""
    return "".join(f"M{number(x)} {number(y)}{motif}" for x, y in places)


def snowflake(x: float, y: float, radius: float) -> str:
    """Six arms with two pairs of twigs each."""
    made = []
    for arm in range(0, 360, 60):
        made.append(points([(x, y), around(x, y, radius, arm)]))
        for part in (0.5, 0.78):
            root = around(x, y, radius * part, arm)
            twig = radius * (0.42 - 0.28 * part)
            left, right = (around(*root, twig, arm + turn) for turn in (-50, 50))
            made.append(points([left, root, right]))
    return "".join(made)


def spiral(x: float, y: float, radius: float, turns: float, start: float = 0) -> str:
    """A spiral from the middle outwards."""
    steps = 28
    return points(
        around(x, y, radius * step / steps, start + 360 * turns * step / steps)
        for step in range(1, steps + 1)
    )


def rays(x: float, y: float, inner: float, outer: float, count: int) -> str:
    """Short strokes around a circle."""
    turns = [360 * index / count for index in range(count)]
    return "".join(points([around(x, y, inner, turn), around(x, y, outer, turn)]) for turn in turns)


TUFT = "m-5 0q0 -4 -3 -7m6 7q-.5 -6 -1 -10m4 10q0 -5 3 -8m-1 8h-8"
FLOWER = "m0 -2.2a2.2 2.2 0 1 0 .1 0z"
PEBBLE = "m-4 0q-1 -5 4 -5t4 5z"
PINE = "m0 -21l6 8h-2.6l5 8h-16.8l5 -8h-2.6z"
TRUNK = "m-1.8 -6h3.6v6h-3.6z"
TREES = ((29, 30), (15, 34), (71, 30), (85, 34), (29, 87), (15, 91), (71, 87), (85, 91))
STONE = "m-6 0l1.6 -17 4 -3.4 4.4 3 2 17.4z"
STAR = "m0 -5.4q.9 4.5 5.4 5.4q-4.5 .9 -5.4 5.4q-.9 -4.5 -5.4 -5.4q4.5 -.9 5.4 -5.4z"
SPARK = "m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z"
WAVE = "q3 -4.4 6 0t6 0t6 0t6 0"
SHARD = "m-3 0l-4.4 -7 3 -13 4.6 -4 4.6 8 -2.4 16z"
FACET = "m-3 0l1.6 -10 5.6 -6m-5.6 6l-6 3"
WALLS = "m-8 0v-10h16v10z"
ROOF = "m-10.5 -9.6l10.5 -9.4 10.5 9.4z"
DOOR = "m-2 0v-6h4v6z"
TALL = "m-6 0v-14h12v14z"
SPIRE = "m-8 -13.6l8 -11 8 11z"
TOWER = "m-9 0v-19h3.6v3.4h3.6v-3.4h3.6v3.4h3.6v-3.4h3.6v19z"
SLIT = "m-1.2 -5v-6h2.4v6z"
SKULL = "m-9 -3a9 9 0 1 1 18 0q0 4.4 -3.4 5.6v4.4h-11.2v-4.4q-3.4 -1.2 -3.4 -5.6z"
SOCKETS = (
    "m-6 -2.6a2.4 2.6 0 1 0 4.8 0a2.4 2.6 0 1 0 -4.8 0z"
    "m7.2 0a2.4 2.6 0 1 0 4.8 0a2.4 2.6 0 1 0 -4.8 0z"
)
TEETH = "m-2 3v4m4 -4v4"
GRAVE = "m-6.5 0v-12a6.5 6.5 0 0 1 13 0v12z"
CROSS = "m0 -4v-10m-3.4 3.2h6.8"
RIPPLE = "q3 -4.4 6 0t6 0"
SPLINTER = "m0 0l-3 -5 2 -9 5 4 1 7z"
BONES = "M71 72L89 89M89 72L71 89"
KNOB = "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z"
KNOBS = tuple(
    (x + a, y + b)
    for x, y in ((71, 72), (89, 89), (89, 72), (71, 89))
    for a, b in ((-1.8, 1), (1.8, -1))
)
SHARDS = ((17, 36), (82, 34), (18, 92), (84, 92))
SPARKS = (
    *((30, 12), (12, 32), (76, 16), (88, 30), (70, 28)),
    *((16, 72), (26, 88), (12, 90), (72, 88), (89, 70)),
)

GROUNDS: Mapping[str, tuple[Mark, ...]] = {
    "plain": (
        Mark("M7 37q14 -7 28 -3M65 36q14 3 28 -2M7 68q14 7 28 1M65 67q14 -5 28 2", None, "deep", 3),
        Mark(scattered(TUFT, ((20, 28), (82, 84), (30, 86))), None, "line", 1.8),
        Mark(scattered(PEBBLE, ((80, 26), (17, 80))), "deep", "line", 1.2),
        Mark(scattered(FLOWER, ((88, 20), (73, 17), (28, 17), (72, 78))), "glow", "line", 0.8),
    ),
    "colony": (
        Mark(
            "M4 36h30M4 66h30M66 36h30M66 66h30M36 4v30M66 4v30M36 66v30M66 66v30",
            None,
            "deep",
            3,
        ),
        Mark(scattered(TOWER, [(x, y + 12) for x, y in CORNERS]), "piece", "edge", 4.4),
        Mark(scattered(TOWER, [(x, y + 12) for x, y in CORNERS]), "piece", "outline", 1.4),
        Mark(scattered(SLIT, [(x, y + 12) for x, y in CORNERS]), "edge"),
    ),
    "town": (
        Mark(scattered("m-9 0h18", ((20, 34), (20, 90), (80, 90))), None, "deep", 6),
        Mark(scattered(WALLS, ((19, 34), (82, 90))), "path", "line", 1.5),
        Mark(scattered(TALL, ((20, 89),)), "path", "line", 1.5),
        Mark(scattered(DOOR, ((19, 34), (82, 90), (20, 89))), "line"),
        Mark(scattered(ROOF, ((19, 34), (82, 90))), "glow", "line", 1.5),
        Mark(scattered(SPIRE, ((20, 89),)), "glow", "line", 1.5),
    ),
    "blackwater": (
        Mark(scattered(WAVE, [(x, y) for x in (9, 66) for y in (14, 36, 68, 90)]), None, "deep", 3),
        Mark(
            scattered(WAVE, ((8, 22), (68, 21), (67, 82), (9, 82))),
            None,
            "line",
            2,
        ),
        Mark(scattered(RIPPLE, ((16, 30), (72, 29), (76, 74), (15, 74))), None, "line", 2),
    ),
    "woods": (
        Mark(
            scattered(TRUNK, TREES),
            "glow",
        ),
        Mark(
            scattered(PINE, TREES),
            "deep",
            "line",
            1.5,
        ),
    ),
    "ice_field": (
        Mark("M8 40L40 8M60 92L92 60M66 8L92 34M8 68L32 92", None, "deep", 4, 0.8),
        Mark(scattered(SHARD, SHARDS), "glow", "line", 1.5),
        Mark(
            scattered(SPLINTER, ((29, 33), (70, 33), (31, 91), (70, 91))),
            "glow",
            "line",
            1.3,
        ),
        Mark(scattered(FACET, SHARDS), None, "line", 1),
    ),
    "void": (
        Mark(spiral(50, 50, 44, 1.1, 40), None, "deep", 5),
        Mark(spiral(50, 50, 44, 1.1, 220), None, "deep", 5),
        Mark(scattered(STAR, ((19, 20), (82, 82))), "line"),
        Mark(
            scattered(SPARK, SPARKS),
            "line",
        ),
        Mark(scattered(STAR, ((84, 14), (15, 83))), "line", None, 1, 0.6),
    ),
    "boneyard": (
        Mark("M6 38q12 -6 28 0M66 64q14 -5 28 1M66 37q14 -4 28 0M6 63q14 5 28 0", None, "deep", 3),
        Mark(scattered(SKULL, CORNERS[:1]), "glow", "line", 1.6),
        Mark(scattered(SOCKETS, CORNERS[:1]), "line"),
        Mark(scattered(TEETH, CORNERS[:1]), None, "line", 1.3),
        Mark(scattered(GRAVE, ((80, 34), (21, 91))), "deep", "line", 1.6),
        Mark(scattered(CROSS, ((80, 34), (21, 91))), None, "line", 1.6),
        Mark(BONES, None, "line", 6.4),
        Mark(scattered(KNOB, KNOBS), "glow", "line", 3),
        Mark(BONES, None, "glow", 3.6),
        Mark(scattered(KNOB, KNOBS), "glow"),
    ),
    "portal": (
        Mark(ring(50, 50, 38), None, "deep", 3),
        Mark(ring(50, 50, 46), None, "deep", 2),
        Mark(scattered(STONE, [(x, y + 11) for x, y in CORNERS]), "deep", "line", 1.6),
        Mark(
            scattered("m0 0l-2.4 -3.4 4.4 -3.4 -2 -4", ((20, 28), (80, 86)))
            + scattered("m-2 0v-10m0 3l4 -3m-4 6l4 3", ((80.6, 29), (20.6, 87))),
            None,
            "glow",
            1.8,
        ),
    ),
}
"""Under the pathways."""

FLOORS: Mapping[str, tuple[Mark, ...]] = {
    "colony": (
        Mark(ring(50, 50, 22), None, "outline", 6),
        Mark(ring(50, 50, 22), None, "edge", 4.4),
        Mark(ring(50, 50, 22), None, "piece", 3),
    ),
    "town": (
        Mark(ring(50, 50, 16), None, "trail", 1.4),
        Mark(rays(50, 50, 16, 22, 12), None, "trail", 1.4),
        Mark(ring(50, 50, 9), None, "trail", 1.4),
    ),
    "blackwater": (
        Mark(ring(50, 50, 20.5), "deep", "line", 1.6),
        Mark("M34 44" + WAVE + "M38 53" + WAVE + "M34 62" + WAVE, None, "line", 1.8),
    ),
    "ice_field": (
        Mark(ring(50, 50, 20.5), "ground", "line", 1.4),
        Mark(snowflake(50, 50, 18), None, "glow", 4),
        Mark(snowflake(50, 50, 18), None, "line", 1.6),
    ),
    "void": (
        Mark(ring(50, 50, 21), "glow", "line", 1.6),
        Mark(spiral(50, 50, 18, 1.6), None, "line", 1.8),
        Mark(spiral(50, 50, 18, 1.6, 180), None, "line", 1.8),
    ),
    "boneyard": (Mark("M40 45l5 4 -2 4 6 5M60 42l-4 5 3 3M52 63l2 -4", None, "trail", 1.6),),
    "portal": (
        Mark(ring(50, 50, 20.5), "deep", "line", 1.6),
        Mark(ring(50, 50, 17), None, "glow", 3),
        Mark(rays(50, 50, 10, 13, 8), None, "glow", 1.8),
        Mark(ring(50, 50, 7), None, "glow", 1.6, 0.8),
    ),
}
"""On the crossing, above the pathways."""


def marks(
    theme: Theme, terrain: str, listed: Iterable[Mark], piece: str = "white"
) -> list[Element]:
    """The paths of a drawing in the colours of a theme.

    `piece` is the colour of the class whose colony it is.
    """
    own = terrain if theme.has(f"ground-{terrain}") else "other"
    slots = {slot: theme[f"{slot}-{own}"] for slot in ("ground", "deep", "line", "glow")}
    slots |= {slot: theme[f"{slot}-{piece}"] for slot in ("piece", "edge")}
    slots["outline"] = theme["line-colony"]

    def color(slot: str | None) -> str:
        return "none" if slot is None else slots.get(slot) or theme[slot]

    return [
        shape(
            "path",
            d=mark.d,
            fill=color(mark.fill),
            stroke=None if mark.stroke is None else color(mark.stroke),
            stroke_width=None if mark.stroke is None else mark.width,
            opacity=mark.opacity,
        )
        for mark in listed
    ]


def ground(sheet: Sheet, terrain: str, piece: str) -> Element:
    """Use the ground of a terrain; `piece` matters to home colonies only."""

    def make() -> Element:
        own = terrain if terrain in GROUNDS else "other"
        theme = sheet.theme
        base = shape(
            "rect",
            x=0.5,
            y=0.5,
            width=SIZE - 1,
            height=SIZE - 1,
            rx=7,
            fill=theme[f"ground-{own}"],
            stroke=theme["rule"],
            stroke_width=1,
        )
        drawn = group(base, stroke_linecap="round", stroke_linejoin="round")
        drawn.extend(marks(theme, own, GROUNDS.get(own, ()), piece))
        return drawn

    mine = f"-{piece}" if terrain == "colony" else ""
    return sheet.use(f"ground-{terrain}{mine}", make)


def floor(sheet: Sheet, terrain: str, piece: str) -> Element | None:
    """Use what lies on the crossing; None where that is bare path."""
    theme = sheet.theme
    if terrain not in GROUNDS:
        return sheet.use(f"floor-{terrain}", lambda: _medallion(theme, terrain))
    if terrain not in FLOORS:
        return None

    def make() -> Element:
        drawn = group(stroke_linecap="round", stroke_linejoin="round")
        drawn.extend(marks(theme, terrain, FLOORS[terrain], piece))
        return drawn

    mine = f"-{piece}" if terrain == "colony" else ""
    return sheet.use(f"floor-{terrain}{mine}", make)


def _medallion(theme: Theme, terrain: str) -> Element:
    """Stands for a terrain that has no drawing."""
    letter = next((sign for sign in terrain if sign.isalnum()), "?").upper()
    return group(
        shape(
            "path",
            d=ring(50, 50, 18),
            fill=theme["glow-other"],
            stroke=theme["line-other"],
            stroke_width=2,
        ),
        write(
            letter,
            50,
            59,
            26,
            theme["line-other"],
            text_anchor="middle",
            font_weight="bold",
            font_family=FONT,
        ),
    )


def ways(sheet: Sheet, exits: str) -> Element:
    """Use the pathways from the middle to the open sides, with darkness on the others."""
    open_sides = "".join(side for side in "NESW" if side in exits)

    def make() -> Element:
        theme = sheet.theme
        ends = {"N": "V-.6", "E": "H100.6", "S": "V100.6", "W": "H-.6"}
        arms = "".join(f"M50 50{ends[side]}" for side in open_sides)
        trail = "".join(
            points([around(50, 50, 27, turn), around(50, 50, 48, turn)])
            for side, turn in zip("NESW", (0, 90, 180, 270), strict=True)
            if side in open_sides
        )
        drawn = group(fill="none")
        for side, turn in zip("NESW", (0, 90, 180, 270), strict=True):
            if side not in open_sides:
                drawn.append(
                    sheet.use(
                        "dark",
                        lambda: _darkness(theme),
                        transform=f"rotate({turn} 50 50)" if turn else None,
                    )
                )
        drawn.append(shape("path", d=arms or None, stroke=theme["way"], stroke_width=25))
        drawn.append(
            shape(
                "path",
                d=ring(50, 50, 24),
                fill=theme["path"],
                stroke=theme["way"],
                stroke_width=2.5,
            )
        )
        drawn.append(shape("path", d=arms or None, stroke=theme["path"], stroke_width=20))
        drawn.append(
            shape(
                "path",
                d=trail or None,
                stroke=theme["trail"],
                stroke_width=2.4,
                stroke_dasharray="0 7",
                stroke_linecap="round",
            )
        )
        return drawn

    return sheet.use(f"ways-{open_sides or 'none'}", make)


def _darkness(theme: Theme) -> Element:
    """A wall of dark along the north side, its edge like smoke."""
    soft = "M3 0H97Q99 5 93 9Q87 13 81 9T69 10T57 9T45 10T33 9T21 10Q12 13 7 9Q1 5 3 0Z"
    hard = "M5 0H95Q94 4 88 4Q82 7 76 4T64 5T52 4T40 5T28 4T16 5Q7 5 5 0Z"
    return group(
        shape("path", d=soft, fill=theme["night"], fill_opacity=0.45),
        shape("path", d=hard, fill=theme["night"], fill_opacity=0.95),
    )


def beyond(sheet: Sheet, side: str) -> Element:
    """Use the dots that lead from an open side into unknown country."""
    turn = 90 * "NESW".index(side)

    def make() -> Element:
        theme = sheet.theme
        fading = ((-4, 3.4), (-12.5, 2.6), (-20, 1.8))
        return group(
            *(
                shape(
                    "circle",
                    cx=50,
                    cy=y,
                    r=r,
                    fill=theme["path"],
                    stroke=theme["way"],
                    stroke_width=1.2,
                )
                for y, r in fading
            )
        )

    return sheet.use("beyond", make, transform=f"rotate({turn} 50 50)" if turn else None)
