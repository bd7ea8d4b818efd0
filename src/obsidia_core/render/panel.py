"""Beside the map: whose turn it is, what each seat has, and what the signs mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from obsidia_core.render import pieces, terrain, words
from obsidia_core.render.board import Board
from obsidia_core.render.shapes import Sheet, group, moved, shape, write
from obsidia_core.render.terrain import SIZE
from obsidia_core.render.theme import Theme

WIDTH = 316
SEAT_HEIGHT = 74
SAMPLE = 0.42
FLAG_AT = (-61.5, -0.5)


def _line(
    theme: Theme, text: str, y: float, size: float, slot: str = "muted", x: float = 0
) -> Element:
    return write(text, x, y, size, theme[slot])


def _fitted(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """A font size at which a text of usual letters stays within a width."""
    return min(size, width / max(1, (0.68 if bold else 0.57) * len(text)))


def players(board: Board) -> tuple[Element, float]:
    """Headline and seats; and the height of it all."""
    view, sheet = board.view, board.sheet
    theme = sheet.theme
    made = group(class_="players")
    title = board.words.heading()
    made.append(
        write(title, 0, 22, _fitted(title, 20, WIDTH, bold=True), theme["ink"], font_weight="bold")
    )
    y: float = 34
    question = board.words.asked()
    if question is not None:
        made.append(_line(theme, question, y + 14, _fitted(question, 14, WIDTH)))
        y += 22
    y += 8
    for seat in view["seats"]:
        card = _seat(board, seat)
        card.set("transform", moved(0, y) or "")
        made.append(card)
        y += SEAT_HEIGHT + 8
    for text in _facts(board):
        made.append(_line(theme, text, y + 14, _fitted(text, 14, WIDTH)))
        y += 20
    if view.get("hand"):
        made.append(_line(theme, f"Hand of {board.words.name(view['you'])}", y + 18, 14))
        y += 24
        for spell in view["hand"]:
            told = board.words.name(spell)
            made.append(_line(theme, told, y + 14, _fitted(told, 14, WIDTH - 12), "ink", 12))
            y += 19
    drawn = view.get("drawn")
    if drawn is not None:
        made.append(
            _line(theme, f"Drawn: {board.words.name(drawn['terrain'])}", y + 34, 15, "ink", 68)
        )
        made.append(sample(sheet, drawn["terrain"], drawn["exits"], 0, y + 2, 0.56))
        y += 66
    return made, y


def _facts(board: Board) -> list[str]:
    view, found = board.view, []
    if view.get("communal"):
        found.append(f"World-building stack: {words.counted(view['communal'], 'tile')}")
    if view.get("faceup"):
        found.append(f"Face-up: {words.listed(map(board.words.name, view['faceup']))}")
    if view.get("battles"):
        found.append(f"{words.counted(len(view['battles']), 'battle')} to fight")
    return found


def _seat(board: Board, seat: str) -> Element:
    """One seat: its piece, its name, and its numbers."""
    name = board.words.name(seat)
    view, theme = board.view, board.sheet.theme
    current = seat == view["current"] and not view.get("over")
    winner = view.get("winner")
    won = seat == winner or (isinstance(winner, list) and seat in winner)
    towns = view.get("towns", {}).get(seat)
    reserve = view.get("reserve", {}).get(seat)
    mine = board.letters.get(seat)
    on_map = sum(
        piece[:1] == mine and where not in ("reserve", "gone")
        for piece, where in view.get("travelers", {}).items()
    )
    facts = [
        None if towns is None else words.counted(towns, "town"),
        None if reserve is None else f"{on_map} on the map, {reserve} in reserve",
    ]
    stacks = [
        words.counted(view[key][seat], one, many)
        for key, one, many in (
            ("hand_sizes", "card", "cards"),
            ("deck_sizes", "in deck", "in deck"),
            ("stacks", "tile", "tiles"),
        )
        if seat in view.get(key, {})
    ]
    made = group(
        shape(
            "rect",
            x=0.5,
            y=0.5,
            width=WIDTH - 1,
            height=SEAT_HEIGHT - 1,
            rx=10,
            fill=theme["table"],
            stroke=theme["mark"] if current else theme["rule"],
            stroke_width=3 if current else 1,
        ),
        pieces.meeple(
            board.sheet,
            board.colors.get(seat, "blue"),
            board.letter(seat),
            transform=moved(10, 13, 2),
        ),
        write(
            name,
            68,
            25,
            _fitted(name, 17, WIDTH - 140, bold=True),
            theme["ink"],
            font_weight="bold",
        ),
        class_="seat",
    )
    note = "won" if won else "to play" if current else None
    if note is not None:
        made.append(
            write(note, WIDTH - 12, 25, 14, theme["mark"], text_anchor="end", font_weight="bold")
        )
    first = " \N{MIDDLE DOT} ".join(fact for fact in facts if fact is not None)
    second = " \N{MIDDLE DOT} ".join(stacks)
    made.append(_line(theme, first, 44, _fitted(first, 13, WIDTH - 76), "ink", 68))
    made.append(_line(theme, second, 62, _fitted(second, 13, WIDTH - 76), "muted", 68))
    return made


def sample(
    sheet: Sheet, kind: str, exits: str, x: float, y: float, scale: float, piece: str = "white"
) -> Element:
    """A small tile, to stand beside the map."""
    made = group(terrain.ground(sheet, kind, piece), terrain.ways(sheet, exits))
    floor = terrain.floor(sheet, kind, piece)
    if floor is not None:
        made.append(floor)
    made.set("transform", moved(x, y, scale) or "")
    return made


def _chip(sheet: Sheet, slot: str, sign: Element, x: float = 0, y: float = 0) -> Element:
    """A sign on the colour that it lies on in the map."""
    theme = sheet.theme
    side = SIZE * SAMPLE
    return group(
        shape("rect", width=side, height=side, rx=3, fill=theme[slot], stroke=theme["rule"]),
        group(sign, transform=moved(x, y)),
    )


def legend(board: Board) -> tuple[Element, float]:
    """What the terrain and the signs on this map mean; and the height of it all."""
    view, sheet = board.view, board.sheet
    theme = sheet.theme
    made = group(class_="legend")
    entries = [
        (sample(sheet, kind, "EW", 0, 0, SAMPLE), board.words.name(kind))
        for kind in _terrains(view)
    ]
    exits = [tile["exits"] for tile in view["tiles"].values()]
    if any(len(one) < 4 for one in exits):
        dark = sample(sheet, "plain", "ES", 0, 0, SAMPLE)
        entries.append((dark, "Dark side"))
    if any("stones" in tile for tile in view["tiles"].values()):
        stone = pieces.die(sheet, 5, transform=moved(10, 10, 2.2))
        entries.append((_chip(sheet, "path", stone), "Exit by roll"))
    towns = {tile["town"] for tile in view["tiles"].values() if "town" in tile}
    for status, told in (("neutral", "No holder"), ("shared", "Shared")):
        if status in towns:
            sign = pieces.flag(sheet, status, None, "")
            entries.append((_chip(sheet, "ground-town", sign, *FLAG_AT), told))
    if towns - {"neutral", "shared"}:
        holder = min(towns - {"neutral", "shared"})
        sign = pieces.flag(sheet, holder, board.colors.get(holder), board.letter(holder))
        entries.append((_chip(sheet, "ground-town", sign, *FLAG_AT), "Holder"))
    for kind, owner in _kinds(view):
        sign = pieces.beast(
            sheet, kind, board.colors.get(owner, "blue"), transform=moved(4, 2, 1.5)
        )
        entries.append((sign, board.words.name(kind)))
    if view.get("battles"):
        sign = group(pieces.swords(sheet, 0, 0), transform=moved(21, 21))
        entries.append((sign, "Battle"))
    rows = (len(entries) + 1) // 2
    size = min((_fitted(told, 14, WIDTH / 2 - 54) for _, told in entries), default=14)
    for index, (sign, told) in enumerate(entries):
        x, y = (index // rows) * (WIDTH / 2), 30 + (index % rows) * 48
        made.append(
            group(
                sign,
                _line(theme, told, 26, size, "ink", 52),
                transform=moved(x, y),
            )
        )
    made.append(write("Legend", 0, 18, 14, theme["muted"], font_weight="bold"))
    return made, 30 + rows * 48


def _terrains(view: Mapping[str, Any]) -> list[str]:
    """The terrain on the map: those with a drawing in its order, then others by id."""
    there = {tile["terrain"] for tile in view["tiles"].values()}
    known: Sequence[str] = [kind for kind in terrain.GROUNDS if kind in there]
    return [*known, *sorted(there.difference(known))]


def _kinds(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each kind of creature in play, with the summoner of one."""
    found = {known["kind"]: known["summoner"] for known in view.get("creatures", {}).values()}
    return sorted(found.items())
