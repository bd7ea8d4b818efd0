"""Meeples, creatures, flags, die faces and marks: what lies on tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from obsidia_core.render.shapes import FONT, Sheet, group, moved, ring, shape, write
from obsidia_core.render.theme import Theme
from obsidia_core.render.words import initials

COLORS: Mapping[str, str] = {
    "death_legion": "black",
    "light_keepers": "white",
    "warlords": "red",
    "veiled_occult": "yellow",
}
SPARE_COLORS = ("blue", "green", "violet", "orange")
"""For the classes of content packs, in the order of the view."""

MEEPLE = (
    "M12 1.8c2.5 0 4.2 1.9 4.2 4.1c0 1.3-.5 2.5-1.3 3.3c3.8.6 7.4 2.5 7.4 4.6c0 1.4-1.3 2.2-2.9 2.2"
    "h-2.1c.8 1.9 2 3.7 2.9 5.2c.6 1-.1 1.8-1.1 1.8h-4.3c-.7 0-1.1-.3-1.4-.9l-1.4-2.7-1.4 2.7"
    "c-.3.6-.7.9-1.4.9h-4.3c-1 0-1.7-.8-1.1-1.8c.9-1.5 2.1-3.3 2.9-5.2h-2.1c-1.6 0-2.9-.8-2.9-2.2"
    "c0-2.1 3.6-4 7.4-4.6c-.8-.8-1.3-2-1.3-3.3c0-2.2 1.7-4.1 4.2-4.1z"
)
BEAST = (
    "M12 4.6c2 0 3.6.4 5 1.2c.6-2 2-3.6 4.4-4.6c.5 2.8.2 5-1 6.8c.9 1.3 1.4 2.9 1.4 4.6"
    "c0 5.2-4.2 10.2-9.8 10.2s-9.8-5-9.8-10.2c0-1.7.5-3.3 1.4-4.6c-1.2-1.8-1.5-4-1-6.8"
    "c2.4 1 3.8 2.6 4.4 4.6c1.4-.8 3-1.2 5-1.2z"
)
UNIT = 24
"""Width and height of a meeple and a beast before scaling."""

PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((5, 5),),
    2: ((2.6, 2.6), (7.4, 7.4)),
    3: ((2.4, 2.4), (5, 5), (7.6, 7.6)),
    4: ((2.6, 2.6), (7.4, 2.6), (2.6, 7.4), (7.4, 7.4)),
    5: ((2.4, 2.4), (7.6, 2.4), (5, 5), (2.4, 7.6), (7.6, 7.6)),
    6: ((2.7, 2.2), (2.7, 5), (2.7, 7.8), (7.3, 2.2), (7.3, 5), (7.3, 7.8)),
}


def class_colors(classes: Sequence[str]) -> dict[str, str]:
    """The piece colour of each class; classes that nobody knows get spare ones in turn."""
    spare = [one for one in classes if one not in COLORS]
    return {
        **COLORS,
        **{one: SPARE_COLORS[index % len(SPARE_COLORS)] for index, one in enumerate(spare)},
    }


def meeple(sheet: Sheet, color: str, letter: str, **attributes: object) -> Element:
    """Use a traveler of a class, 24 by 24, its letter on the chest."""

    def make() -> Element:
        theme = sheet.theme
        return group(
            shape("ellipse", cx=12, cy=22.6, rx=9, ry=2.2, fill=theme["shadow"], fill_opacity=0.35),
            *_body(theme, MEEPLE, color),
            write(
                letter,
                12,
                16.4,
                7.6,
                theme[f"edge-{color}"],
                text_anchor="middle",
                font_weight="bold",
                font_family=FONT,
            ),
        )

    return sheet.use(f"meeple-{color}-{letter}", make, **attributes)


def _body(theme: Theme, outline: str, color: str) -> list[Element]:
    """The shape of a piece in its colour, set off from what lies below."""
    drawn = {"d": outline, "stroke_linejoin": "round"}
    return [
        shape("path", fill="none", stroke=theme["outline"], stroke_width=3.2, **drawn),
        shape(
            "path",
            fill=theme[f"piece-{color}"],
            stroke=theme[f"edge-{color}"],
            stroke_width=1.4,
            **drawn,
        ),
    ]


def beast(sheet: Sheet, kind: str, color: str, **attributes: object) -> Element:
    """Use a creature in its summoner's colour, 24 by 24: a horned head with its initials."""

    def make() -> Element:
        theme = sheet.theme
        letters = initials(kind)
        return group(
            *_body(theme, BEAST, color),
            shape(
                "path",
                d="M6.4 9.2l3.4 1.6M17.6 9.2l-3.4 1.6",
                stroke=theme[f"edge-{color}"],
                stroke_width=1.6,
                stroke_linecap="round",
                fill="none",
            ),
            write(
                letters,
                12,
                19,
                8,
                theme[f"edge-{color}"],
                text_anchor="middle",
                font_weight="bold",
                font_family=FONT,
            ),
        )

    return sheet.use(f"beast-{kind}-{color}", make, **attributes)


def badge(sheet: Sheet, count: int, x: float, y: float, radius: float) -> Element:
    """How many travelers a meeple stands for."""
    theme = sheet.theme
    return group(
        shape(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill=theme["ink"],
            stroke=theme["page"],
            stroke_width=1.2,
        ),
        write(
            count,
            x,
            y + radius * 0.5,
            radius * 1.45,
            theme["page"],
            text_anchor="middle",
            font_weight="bold",
        ),
    )


def crowd(
    sheet: Sheet, pieces: Sequence[tuple[str, str, int]], colors: Mapping[str, str]
) -> Element:
    """The pieces of a tile, around its middle.

    Pieces are `(class, letter, count)` for each unit and `(summoner, kind, 0)` for each creature.
    """
    scales = {1: 1.6, 2: 1.4, 3: 1.3, 4: 1.3}
    count = len(pieces)
    scale = scales.get(count, 1.08)
    width = UNIT * scale
    across = 1 if count == 1 else 2 if count <= 4 else 3
    rows = [pieces[start : start + across] for start in range(0, count, across)]
    made = group()
    for row, members in enumerate(rows):
        y = 50 + (row - (len(rows) - 1) / 2) * width * 0.98 - width / 2
        for column, (owner, letter, number) in enumerate(members):
            x = 50 + (column - (len(members) - 1) / 2) * width * 1.08 - width / 2
            color = colors.get(owner, "blue")
            where = moved(x, y, scale)
            if number == 0:
                made.append(beast(sheet, letter, color, transform=where))
                continue
            made.append(meeple(sheet, color, letter, transform=where))
            if number > 1:
                radius = max(5.6, 4.6 * scale)
                made.append(badge(sheet, number, x + width * 0.9, y + width * 0.86, radius))
    return made


def flag(sheet: Sheet, holder: str, color: str | None, letter: str) -> Element:
    """Use the banner of a town, in its north-east corner.

    The holder is a class with its colour and letter, or `neutral` or `shared` without a colour.
    """

    def make() -> Element:
        theme = sheet.theme
        cloth = theme["cloth"] if color is None else theme[f"piece-{color}"]
        edge = theme["outline"] if color is None else theme[f"edge-{color}"]
        made = group(
            shape(
                "path",
                d="M71 37V6",
                stroke=theme["outline"],
                stroke_width=3,
                stroke_linecap="round",
            ),
            shape("circle", cx=71, cy=5, r=2.4, fill=theme["outline"]),
        )
        wave = "M72.5 8q6 -3 11.5 0t11 0v17q-5.5 3 -11 0t-11.5 0z"
        if holder == "neutral":
            made.append(
                shape(
                    "path",
                    d=wave,
                    fill=cloth,
                    fill_opacity=0.75,
                    stroke=theme["outline"],
                    stroke_width=1.6,
                    stroke_dasharray="2.6 2",
                    stroke_linejoin="round",
                )
            )
            return made
        made.append(
            shape(
                "path",
                d=wave,
                fill=cloth,
                stroke=theme["outline"],
                stroke_width=3.4,
                stroke_linejoin="round",
            )
        )
        made.append(
            shape(
                "path", d=wave, fill=cloth, stroke=edge, stroke_width=1.3, stroke_linejoin="round"
            )
        )
        if holder == "shared":
            made.append(
                shape(
                    "path",
                    d="M76 24l15 -16M78 9.5l12 14",
                    stroke=edge,
                    stroke_width=2,
                    fill="none",
                )
            )
        else:
            made.append(
                write(
                    letter,
                    83.7,
                    21.3,
                    13,
                    edge,
                    text_anchor="middle",
                    font_weight="bold",
                    font_family=FONT,
                )
            )
        return made

    return sheet.use(f"flag-{holder}", make)


def die(sheet: Sheet, face: int, **attributes: object) -> Element:
    """Use a stone with a die face, 10 by 10."""

    def make() -> Element:
        theme = sheet.theme
        made = group(
            shape(
                "rect",
                x=0.5,
                y=0.5,
                width=9,
                height=9,
                rx=2.2,
                fill=theme["cloth"],
                stroke=theme["outline"],
                stroke_width=1,
            )
        )
        pips = "".join(ring(x, y, 1.15) for x, y in PIPS.get(face, ()))
        made.append(shape("path", d=pips, fill=theme["outline"]))
        return made

    return sheet.use(f"die-{face}", make, **attributes)


def stones(sheet: Sheet, by_side: Mapping[str, Sequence[int]]) -> list[Element]:
    """The stones of woods, on the pathway before each exit."""
    made = []
    for side, faces in by_side.items():
        size = 9.0 if len(faces) <= 2 else 7.5
        rows = [faces[start : start + 2] for start in range(0, len(faces), 2)]
        for row, members in enumerate(rows):
            inwards = 8 + row * (size + 0.8)
            for column, face in enumerate(members):
                along = (column - (len(members) - 1) / 2) * (size + 0.8)
                x, y = {
                    "N": (50 + along, inwards),
                    "S": (50 + along, 100 - inwards),
                    "W": (inwards, 50 + along),
                    "E": (100 - inwards, 50 + along),
                }[side]
                made.append(
                    die(sheet, face, transform=moved(x - size / 2, y - size / 2, size / 10))
                )
    return made


def swords(sheet: Sheet, x: float, y: float) -> Element:
    """Use the sign of a battle to come."""

    def make() -> Element:
        theme = sheet.theme
        return group(
            shape("circle", r=12, fill=theme["page"], stroke=theme["mark"], stroke_width=2.4),
            shape(
                "path",
                d="M-6.5 6.500L6 -6M6.5 6.500L-6 -6M-7.5 2.500l5 5M7.5 2.500l-5 5",
                stroke=theme["mark"],
                stroke_width=2.4,
                stroke_linecap="round",
                fill="none",
            ),
        )

    return sheet.use("battle", make, transform=moved(x, y))
