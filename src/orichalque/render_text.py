"""Both boards, the row and what everybody has, as text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from orichalque.boards import bits
from orichalque.geometry import Circle
from orichalque.setup import AI, CAMP, HUMAN, METROPOLIS, MINE, Setup
from orichalque.state import State
from orichalque.telling import card_name, counted
from orichalque.views import view

BUILDING_MARKS: Mapping[str, str] = {
    MINE: "m",
    CAMP: "t",
    "hospital": "h",
    "oratory": "o",
    "siege_engines": "s",
    "arch": "a",
    "protection_crystal": "p",
    "architect_practice": "r",
    "forge": "f",
    "statues": "u",
}
COUNTED = ("points", "hoplites", "nuggets", "skulls", "mines", "camps", "medallions")
SIZES = "abc"
GAP = 2
WIDTH = 80
PITCH, AI_PITCH = 6, 4
"""Characters from one circle of a row to the next; on the AI board only the first tells its `q`."""
AXIS = 5
"""Characters before a row: its number, and the number of its first circle."""
LEGEND = (
    "A circle is q,r: r stands before its row, q before it (AI: before the first).",
    ". free M mountain F forest D desert L lagoon V volcano ## metropolis + Temple;",
    "CE creature on a volcano, hoplites on it; small letter Building; h n port with",
    "hoplite or nugget; free circles of the AI: 1a sector and size, * bonus",
)


def text_picture(state: State) -> str:
    """The whole table as lines of text."""
    setup = state.setup
    seen = view(state)
    boards = _beside(
        _board(
            "   HUMAN",
            setup.boards[HUMAN].circles,
            PITCH,
            True,
            lambda circle: _human_cell(setup, seen, circle),
        ),
        _board(
            "   AI",
            setup.boards[AI].circles,
            AI_PITCH,
            False,
            lambda circle: f" {_ai_cell(setup, seen, circle)}",
        ),
    )
    return "\n".join(
        [
            _head(seen),
            "",
            *boards,
            "",
            *LEGEND,
            "",
            *_wrapped("HUMAN", _side(seen["human"])),
            *_wrapped("AI", _side(seen["ai"])),
            *_wrapped("strip", _plain(", ".join(seen["ai"]["strip"])) or "empty"),
            *_wrapped("spaces", _construction(seen)),
            *_wrapped("supply", f"Titans {_titans(seen['supply']) or 'none'}"),
            *(
                f"{'' if place else 'row':<8}{_offer(offer)}"
                for place, offer in enumerate(seen["row"])
            ),
            *_taken(seen),
        ]
    )


def _wrapped(name: str, text: str) -> list[str]:
    indent = " " * 8
    return wrap(f"{name:<8}{text}", WIDTH, subsequent_indent=indent)


def _head(seen: Mapping[str, Any]) -> str:
    if seen["over"]:
        return f"Round {seen['round']}: {seen['winner']} has won"
    phase = seen["phase"].replace("_", " ")
    return f"Round {seen['round']}, {seen['side']}: {phase}; first is {seen['first']}"


def _board(
    title: str, circles: Sequence[Circle], pitch: int, every: bool, cell: Callable[[Circle], str]
) -> list[str]:
    """The circles in their places, `pitch` characters from one to the next in a row.

    Rows begin with their number, `r`; before the first circle of a row, or before `every` one,
    stands its `q`.
    """
    rows: dict[int, list[Circle]] = {}
    for circle in sorted(circles, key=lambda one: one.q):
        rows.setdefault(circle.r, []).append(circle)
    left = min((2 * one.q + one.r for one in circles), default=0)
    lines = [title]
    for r in range(min(rows, default=0), max(rows, default=-1) + 1):
        line = f"{r:>2}"
        for place, circle in enumerate(rows.get(r, ())):
            label = str(circle.q) if every or not place else ""
            start = AXIS + (2 * circle.q + circle.r - left) * pitch // 2
            line = line.ljust(start - len(label)) + label + cell(circle)
        lines.append(line.rstrip())
    return lines


def _beside(left: list[str], right: list[str]) -> list[str]:
    width = max(map(len, left)) + GAP
    height = max(len(left), len(right))
    padded = [side + [""] * (height - len(side)) for side in (left, right)]
    return [f"{one.ljust(width)}{other}".rstrip() for one, other in zip(*padded, strict=True)]


def _lying(side: Mapping[str, Any], circle: Circle) -> str | None:
    """Terrain, creature and Temple of a circle, None while it is free."""
    lying = side["land"].get(str(circle))
    if lying is None:
        return None
    if lying == METROPOLIS:
        return "##"
    terrain, _, kind = lying.partition(":")
    if kind:
        return str(kind[:2].upper())
    text = str(terrain[0].upper())
    return (
        text + "+"
        if list(circle) in [one for site in side["temple_sites"] for one in site]
        else text
    )


def _human_cell(setup: Setup, seen: Mapping[str, Any], circle: Circle) -> str:
    human, name = seen["human"], str(circle)
    lying = _lying(human, circle)
    if lying is not None:
        building = human["buildings"].get(name)
        mark = "" if building is None else BUILDING_MARKS.get(building, building[0])
        return f"{lying}{mark}{human['committed'].get(name, '')}"
    reward = setup.port_rewards.get(setup.boards[HUMAN].index[circle])
    if reward is None:
        return "."
    return "h" if reward.hoplites else "n"


def _ai_cell(setup: Setup, seen: Mapping[str, Any], circle: Circle) -> str:
    lying = _lying(seen["ai"], circle)
    if lying is not None:
        return lying
    place = setup.boards[AI].index[circle]
    for size, locations in enumerate(setup.ai_locations):
        for location in locations:
            if place in bits(location.mask):
                bonus = "*" if place in setup.ai_bonuses else ""
                return f"{location.sector}{SIZES[size]}{bonus}"
    return "."


def _side(side: Mapping[str, Any]) -> str:
    parts = [counted(side[key], key) for key in COUNTED]
    return f"{', '.join(parts)}, Titans {_titans(side) or 'none'}"


def _titans(side: Mapping[str, Any]) -> str:
    """Their terrains, those that have been used in brackets."""
    return " ".join(
        titan.removeprefix("titan_") if face == "active" else f"({titan.removeprefix('titan_')})"
        for titan, face in side["titans"].items()
    )


def _construction(seen: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{space} {_plain(building or '-')}"
        for space, building in seen["supply"]["construction"].items()
    )


def _offer(offer: Mapping[str, Any]) -> str:
    cost = counted(offer["cost"], "hoplites") if offer["cost"] else "free"
    return f"{card_name(offer['card']):<10} {cost:<11} {_tile(offer['tile'])}"


def _taken(seen: Mapping[str, Any]) -> list[str]:
    if seen["card"] is None:
        return []
    tile = f" with {_tile(seen['tile'])}" if seen["tile"] else ""
    return [f"taken   {card_name(seen['card'])}{tile}"]


def _plain(names: str) -> str:
    return names.replace("_", " ")


def _tile(tile: Mapping[str, Any] | None) -> str:
    if tile is None:
        return "no tile"
    return " ".join(
        terrain if kind is None else f"{terrain}:{kind}"
        for terrain, kind in zip(tile["terrains"], tile["creatures"], strict=True)
    )
