"""Both boards as one standalone SVG document: terrain, creatures, what is built, sectors, the row.

A circle is 40 units across. Terrains differ by letter as well as by colour, creatures and Buildings
carry the first two letters of their name. Equal states give equal texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from orichalque.colors import LIGHT
from orichalque.geometry import Circle
from orichalque.setup import AI, HUMAN, METROPOLIS, Setup
from orichalque.state import State
from orichalque.telling import card_name, counted, titans_told
from orichalque.views import view

ACROSS = 40
HIGH = 34.64
RADIUS = 18.5
MARGIN = 24
HEAD = 96
STRIP = 40
CARD_WIDTH, CARD_HEIGHT = 136, 104
FONT = "'DejaVu Sans', 'Segoe UI', Arial, sans-serif"


def svg_picture(state: State, colors: Mapping[str, str] = LIGHT) -> str:
    """The whole table, drawn from what everybody may see.

    Args:
        state: the position.
        colors: a colour, or whatever stands for one, for each slot of `colors.LIGHT`.
    """
    setup, seen = state.setup, view(state)
    extents = [_extent(setup, side) for side in (HUMAN, AI)]
    boards_width = sum(width for _, width, _ in extents) + 3 * MARGIN
    width = max(boards_width, setup.data.row * (CARD_WIDTH + 8) + 2 * MARGIN)
    below = HEAD + max(high for _, _, high in extents) + STRIP
    height = below + CARD_HEIGHT + 60
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_n(width)} {_n(height)}",
            "width": _n(width),
            "height": _n(height),
            "font-family": FONT,
            "role": "img",
        },
    )
    _add(root, "title", _inside=headline(seen))
    _add(root, "rect", width=width, height=height, fill="page")
    across = float(MARGIN)
    for side in (HUMAN, AI):
        origin, wide, _ = extents[side]
        _panel(root, seen, side, across)
        group = _add(
            root, "g", transform=f"translate({_n(across - origin[0])} {_n(HEAD - origin[1])})"
        )
        for circle in setup.boards[side].circles:
            _circle(group, setup, seen, side, circle)
        for site in seen[("human", "ai")[side]]["temple_sites"]:
            _temple(group, [Circle.of(circle) for circle in site])
        if side == AI:
            _strip(root, setup, seen, across, below - STRIP + 10)
        across += wide + MARGIN
    _row(root, seen, below)
    _supply(root, seen, below + CARD_HEIGHT + 24)
    for element in root.iter():
        for paint in ("fill", "stroke"):
            slot = element.get(paint, "none")
            if slot != "none":
                element.set(paint, colors[slot])
    return tostring(root, encoding="unicode")


def headline(seen: Mapping[str, Any]) -> str:
    """Whose turn it is and in which phase, or who has won."""
    who = {"human": "the human", "ai": "the AI"}
    if seen["over"]:
        return f"Round {seen['round']}: {who[seen['winner']]} has won"
    phase = seen["phase"].replace("_", " ")
    return f"Round {seen['round']}, {who[seen['side']]}: {phase}"


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _add(parent: Element, tag: str, _inside: str | None = None, **attributes: Any) -> Element:
    made = SubElement(parent, tag)
    for key, value in attributes.items():
        shown = _n(value) if isinstance(value, int | float) else str(value)
        made.set(key.rstrip("_").replace("_", "-"), shown)
    if _inside is not None:
        made.text = _inside
    return made


def _text(parent: Element, x: float, y: float, words: str, size: float = 11, **more: Any) -> None:
    fill = more.pop("fill", "ink")
    _add(parent, "text", _inside=words, x=x, y=y, font_size=size, fill=fill, **more)


def _middle(circle: Circle) -> tuple[float, float]:
    return (2 * circle.q + circle.r) * ACROSS / 2, circle.r * HIGH


def _extent(setup: Setup, side: int) -> tuple[tuple[float, float], float, float]:
    """The upper left corner of a board, its width and its height."""
    middles = [_middle(circle) for circle in setup.boards[side].circles] or [(0.0, 0.0)]
    left, top = (min(one[axis] for one in middles) - ACROSS / 2 for axis in (0, 1))
    right, bottom = (max(one[axis] for one in middles) + ACROSS / 2 for axis in (0, 1))
    return (left, top), right - left, bottom - top


# ---- circles


def _circle(parent: Element, setup: Setup, seen: Mapping[str, Any], side: int, at: Circle) -> None:
    x, y = _middle(at)
    mine = seen[("human", "ai")[side]]
    lying = mine["land"].get(str(at))
    terrain, _, kind = (lying or "").partition(":")
    group = _add(parent, "g")
    _add(group, "title", _inside=_told(mine, at, lying))
    frame = _sector(setup, at) if side == AI else None
    _add(
        group,
        "circle",
        cx=x,
        cy=y,
        r=RADIUS,
        fill=terrain or "free",
        stroke=frame[0] if frame else "edge",
        stroke_width=2.5 if frame else 1,
    )
    _text(group, x, y + 15.5, str(at), 7, text_anchor="middle", fill="label")
    if lying is None:
        _free(group, setup, side, at, frame)
    elif terrain == METROPOLIS:
        _add(group, "path", d=_house(x, y), fill="house")
    else:
        _text(group, x - 14, y - 5, terrain[0].upper(), 9, fill="label")
    if kind:
        _creature(group, x, y, kind, mine.get("committed", {}).get(str(at), 0))
    building = mine["buildings"].get(str(at)) if side == HUMAN else None
    if building:
        _add(group, "rect", x=x - 10, y=y - 9, width=20, height=18, rx=2, fill="page", stroke="ink")
        _text(group, x, y + 4, building[:2].capitalize(), 11, text_anchor="middle")


def _told(mine: Mapping[str, Any], at: Circle, lying: str | None) -> str:
    parts = [str(at), lying or "free"]
    if isinstance(mine["buildings"], Mapping):
        parts += [mine["buildings"].get(str(at), "")]
    return " ".join(part.replace("_", " ").replace(":", ", ") for part in parts if part)


def _sector(setup: Setup, at: Circle) -> tuple[str, int, int] | None:
    """Colour, number and size of the location that a circle of the AI board belongs to."""
    for sector in setup.data.ai.sectors:
        for size, location in sector.locations.items():
            if at in location:
                return f"sector-{sector.colour}", sector.number, size
    return None


def _free(
    group: Element, setup: Setup, side: int, at: Circle, frame: tuple[str, int, int] | None
) -> None:
    x, y = _middle(at)
    place = setup.boards[side].index[at]
    if side == AI:
        if place in setup.ai_bonuses:
            _add(group, "path", d=_arrow(x, y), fill="bonus")
        elif frame:
            _text(
                group,
                x,
                y + 4,
                f"{frame[1]}{'abc'[frame[2] - 1]}",
                11,
                text_anchor="middle",
                fill=frame[0],
            )
        return
    reward = setup.port_rewards.get(place)
    if reward:
        _add(group, "path", d=_anchor(x, y), fill="none", stroke="port", stroke_width=2)
        _text(group, x + 9, y - 3, "h" if reward.hoplites else "n", 10, fill="port")


def _creature(group: Element, x: float, y: float, kind: str, hoplites: int) -> None:
    _add(group, "circle", cx=x, cy=y, r=11, fill="creature", stroke="creature-edge")
    _text(group, x, y + 4, kind[:2].capitalize(), 11, text_anchor="middle", fill="creature-ink")
    if hoplites:
        _text(group, x + 8, y - 8, f"+{hoplites}", 10, font_weight="bold")


def _temple(group: Element, site: list[Circle]) -> None:
    """A roof over the four circles of a Temple."""
    middles = [_middle(circle) for circle in site]
    x = sum(one[0] for one in middles) / 4
    y = sum(one[1] for one in middles) / 4
    points = " ".join(f"{_n(one[0])},{_n(one[1])}" for one in _around(middles, x, y))
    _add(group, "polygon", points=points, fill="temple", fill_opacity=0.75, stroke="ink")
    roof = f"M{_n(x - 11)} {_n(y - 2)}L{_n(x)} {_n(y - 11)}L{_n(x + 11)} {_n(y - 2)}Z"
    _add(group, "path", d=roof, fill="ink")
    for step in (-8, -1.5, 5):
        _add(group, "rect", x=x + step, y=y - 1, width=3, height=9, fill="ink")


def _around(middles: list[tuple[float, float]], x: float, y: float) -> list[tuple[float, float]]:
    """The corners of a diamond one after the other: the acute ones first and third."""
    far = sorted(middles, key=lambda one: -((one[0] - x) ** 2 + (one[1] - y) ** 2))
    return [far[0], far[2], far[1], far[3]]


def _house(x: float, y: float) -> str:
    return (
        f"M{_n(x - 9)} {_n(y + 9)}V{_n(y - 3)}L{_n(x)} {_n(y - 11)}L{_n(x + 9)} {_n(y - 3)}"
        f"V{_n(y + 9)}Z"
    )


def _arrow(x: float, y: float) -> str:
    return f"M{_n(x - 6)} {_n(y - 10)}h12v9h6L{_n(x)} {_n(y + 11)}L{_n(x - 12)} {_n(y - 1)}h6Z"


def _anchor(x: float, y: float) -> str:
    return (
        f"M{_n(x)} {_n(y - 9)}V{_n(y + 8)}M{_n(x - 5)} {_n(y - 4)}h10"
        f"M{_n(x - 8)} {_n(y + 2)}q0 7 8 7q8 0 8 -7"
    )


# ---- what lies beside the boards


def _panel(root: Element, seen: Mapping[str, Any], side: int, x: float) -> None:
    name = ("human", "ai")[side]
    mine = seen[name]
    mark = ", first" if seen["first"] == name else ""
    turn = ", at turn" if seen["side"] == name and not seen["over"] else ""
    won = ", has won" if seen["winner"] == name else ""
    _text(
        root,
        x,
        22,
        f"{'Human' if side == HUMAN else 'AI'}{mark}{turn}{won}",
        15,
        font_weight="bold",
    )
    lines = (
        _listed(mine, ("points", "hoplites", "nuggets", "skulls")),
        _listed(mine, ("mines", "camps", "medallions", "temples")),
        f"Titans: {titans_told(mine['titans'])}",
    )
    for number, line in enumerate(lines):
        _text(root, x, 42 + 17 * number, line, fill="muted" if number else "ink")


def _listed(mine: Mapping[str, Any], keys: Sequence[str]) -> str:
    return " · ".join(counted(mine[key], key) for key in keys)


def _strip(root: Element, setup: Setup, seen: Mapping[str, Any], x: float, y: float) -> None:
    """The AI's Buildings from the left, grey if face down; free spaces show their effect."""
    board = setup.data.ai
    built = seen["ai"]["strip"]
    for place in range(max(board.strip_spaces, len(built))):
        group = _add(root, "g", transform=f"translate({_n(x + 30 * place)} {_n(y)})")
        beside = place >= board.strip_spaces
        name, face = built[place].split() if place < len(built) else ("", "")
        fill = {"up": "card", "down": "face-down"}.get(face, "free")
        dash = {"stroke_dasharray": "3 2"} if beside else {}
        _add(group, "title", _inside=f"strip space {place + 1} {name} {face}".strip())
        _add(group, "rect", width=26, height=20, rx=3, fill=fill, stroke="house", **dash)
        effect = board.strip_effects.get(place + 1)
        if name:
            _text(group, 13, 14, name[:2].capitalize(), 11, text_anchor="middle")
        elif effect:
            told = f"+{effect.hoplites}h" if effect.hoplites else f"+{effect.nuggets}n"
            _text(group, 13, 14, told, 10, text_anchor="middle", fill="muted")


def _cards(seen: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any] | None]]:
    for offer in seen["row"]:
        cost = counted(offer["cost"], "hoplites") if offer["cost"] else "free"
        yield offer["card"], cost, offer["tile"]
    if seen["card"]:
        yield seen["card"], "taken", seen["tile"]


def _row(root: Element, seen: Mapping[str, Any], y: float) -> None:
    x = float(MARGIN)
    for card, cost, tile in _cards(seen):
        group = _add(root, "g", transform=f"translate({_n(x)} {_n(y)})")
        _add(
            group,
            "rect",
            width=CARD_WIDTH,
            height=CARD_HEIGHT,
            rx=6,
            fill="card",
            stroke="edge",
        )
        _text(group, 8, 18, card_name(card), 12, font_weight="bold")
        _text(group, CARD_WIDTH - 8, 18, cost, 10, text_anchor="end", fill="muted")
        for place, (cx, cy) in enumerate(_on_card(tile)):
            assert tile is not None
            terrain, kind = tile["terrains"][place], tile["creatures"][place]
            _add(group, "circle", cx=cx, cy=cy, r=17, fill=terrain, stroke="rim")
            _text(group, cx - 13, cy - 5, terrain[0].upper(), 8, fill="label")
            if kind:
                _creature(group, cx, cy, kind, 0)
        x += CARD_WIDTH + 8


def _on_card(tile: Mapping[str, Any] | None) -> list[tuple[float, float]]:
    """The middles of the circles of a tile on its card, a trio clockwise."""
    size = 0 if tile is None else len(tile["terrains"])
    middles = [_middle(circle) for circle in (Circle(0, 0), Circle(1, 0), Circle(0, 1))[:size]]
    left, right = (pick((x for x, _ in middles), default=0.0) for pick in (min, max))
    low = max((y for _, y in middles), default=0.0)
    shift = CARD_WIDTH / 2 - (left + right) / 2, CARD_HEIGHT / 2 + 10 - low / 2
    return [(x + shift[0], y + shift[1]) for x, y in middles]


def _supply(root: Element, seen: Mapping[str, Any], y: float) -> None:
    supply = seen["supply"]
    offers = " · ".join(
        f"{space}: {(building or 'empty').replace('_', ' ')}"
        for space, building in supply["construction"].items()
    )
    _text(root, MARGIN, y, f"Construction board · {offers}", 12)
    told = f"Titans in the supply: {titans_told(supply['titans'])}"
    _text(root, MARGIN, y + 17, told, 11, fill="muted")
