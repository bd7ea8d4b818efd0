"""Making SVG elements: attributes, numbers and texts in one deterministic way."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterable
from xml.etree.ElementTree import Element, tostring

from obsidia_core.render.theme import Theme

FONT = "'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"

_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A number as short as two decimals allow.

    >>> number(12.0), number(1 / 3), number(-0.001)
    ('12', '.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    text = "0" if text == "-0" else text
    return re.sub(r"^(-?)0\.", r"\1.", text)


def clean(text: object) -> str:
    """A text without the characters that XML has no way to write."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", str(text))


def shape(tag: str, /, *inside: Element | str | None, **attributes: object) -> Element:
    """An element; `_` in attribute names stands for `-`, None leaves an attribute or child out.

    >>> to_text(shape("circle", r=2.5, fill_opacity=0.5, id=None))
    '<circle r="2.5" fill-opacity=".5" />'
    """
    made = Element(tag)
    for key, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, int | float) else clean(value)
        made.set(key.rstrip("_").replace("_", "-"), shown)
    for child in inside:
        if child is None:
            continue
        if isinstance(child, str):
            assert not len(made)
            made.text = (made.text or "") + clean(child)
        else:
            made.append(child)
    return made


def group(*inside: Element | None, **attributes: object) -> Element:
    """A `g` element."""
    return shape("g", *inside, **attributes)


def write(
    words: object, x: float, y: float, size: float, color: str, **attributes: object
) -> Element:
    """A line of text; `y` is its base line."""
    return shape("text", str(words), x=x, y=y, font_size=size, fill=color, **attributes)


def moved(x: float, y: float, scale: float = 1) -> str | None:
    """A transform that moves, then scales; None if it would do nothing."""
    if scale == 1:
        return f"translate({number(x)} {number(y)})" if x or y else None
    return f"translate({number(x)} {number(y)}) scale({number(scale)})"


def to_text(element: Element) -> str:
    """The element as XML."""
    return tostring(element, encoding="unicode")


def points(pairs: Iterable[tuple[float, float]], *, close: bool = False) -> str:
    """Path data through the points."""
    listed = "L".join(f"{number(x)} {number(y)}" for x, y in pairs)
    return f"M{listed}{'Z' if close else ''}"


def ring(x: float, y: float, radius: float) -> str:
    """Path data of a circle."""
    r, across = number(radius), number(2 * radius)
    arc = f"a{r} {r} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{arc} {across} 0{arc} -{across} 0z"


def around(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point at a distance and a direction, clockwise from north."""
    turn = math.radians(degrees)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


class Sheet:
    """A theme, and the drawings that are defined once and used many times.

    Ids begin with a prefix of the theme, so that pictures of several themes can share a page.
    """

    def __init__(self, theme: Theme, prefix: str | None = None) -> None:
        self.theme = theme
        self.prefix = f"obsidia-{theme.name}-" if prefix is None else prefix
        self._made: dict[str, Element] = {}

    def use(self, name: str, make: Callable[[], Element], **attributes: object) -> Element:
        """Use the drawing of that name; `make` draws it when it is first needed."""
        if not _PLAIN_ID.fullmatch(name):
            name = f"id-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:12]}"
        if name not in self._made:
            drawn = make()
            drawn.set("id", self.prefix + name)
            self._made[name] = drawn
        return shape("use", href=f"#{self.prefix}{name}", **attributes)

    def defs(self) -> Element:
        """All drawings used so far, by name."""
        return shape("defs", *(self._made[name] for name in sorted(self._made)))
