"""The whole table in sentences: one line for each fact, for screen readers and reading aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orichalque.boards import bits
from orichalque.geometry import Circle
from orichalque.render_text import COUNTED, SIZES
from orichalque.setup import AI, HUMAN, METROPOLIS, Setup
from orichalque.state import State
from orichalque.telling import PHASES, card_name, counted, titans_told
from orichalque.views import view

WHO: Mapping[str, str] = {"human": "the human", "ai": "the AI"}


def text_facts(state: State) -> list[str]:
    """Turn, both boards circle by circle, what each side has, and what can be taken."""
    setup, seen = state.setup, view(state)
    return [
        _head(seen),
        *_board(setup, seen, HUMAN),
        *_ports(setup, seen),
        *_board(setup, seen, AI),
        *_sectors(setup, seen),
        *(f"{_begun(WHO[side])} has {_has(seen[side])}." for side in WHO),
        f"The strip of the AI: {_plain(', '.join(seen['ai']['strip'])) or 'empty'}.",
        *(
            f"Construction board, {space}: {_plain(building or 'empty')}."
            for space, building in seen["supply"]["construction"].items()
        ),
        f"Titans in the supply: {titans_told(seen['supply']['titans'])}.",
        *(
            f"Card {place}: {card_name(offer['card'])}, "
            f"{counted(offer['cost'], 'hoplites') if offer['cost'] else 'free'}, "
            f"{_tile(offer['tile'])}."
            for place, offer in enumerate(seen["row"], 1)
        ),
        *([f"Taken: {card_name(seen['card'])}, {_tile(seen['tile'])}."] if seen["card"] else []),
    ]


def _head(seen: Mapping[str, Any]) -> str:
    if seen["over"]:
        return f"Round {seen['round']}: {WHO[seen['winner']]} has won."
    phase = PHASES.get(seen["phase"], _plain(seen["phase"]))
    first = WHO[seen["first"]]
    return f"Round {seen['round']}, {WHO[seen['side']]}: {phase}; {first} is first."


def _board(setup: Setup, seen: Mapping[str, Any], side: int) -> list[str]:
    """Every circle of a board with something on it, and how many are free."""
    name = ("human", "ai")[side]
    mine = seen[name]
    circles = setup.boards[side].circles
    taken = [circle for circle in circles if str(circle) in mine["land"]]
    lines = [
        f"Board of {WHO[name]}: {len(circles)} circles, {len(circles) - len(taken)} free.",
        *(f"{circle}: {_lying(mine, circle)}." for circle in taken),
    ]
    if side == HUMAN and len(taken) < len(circles):
        free = "; ".join(str(circle) for circle in circles if circle not in taken)
        lines.append(f"Free circles: {free}.")
    return lines


def _lying(mine: Mapping[str, Any], circle: Circle) -> str:
    name = str(circle)
    terrain, _, kind = mine["land"][name].partition(":")
    parts = ["the metropolis" if terrain == METROPOLIS else terrain]
    if kind:
        parts.append(f"creature {kind}")
    if isinstance(mine["buildings"], Mapping) and name in mine["buildings"]:
        parts.append(f"Building {_plain(mine['buildings'][name])}")
    if list(circle) in [one for site in mine["temple_sites"] for one in site]:
        parts.append("under a Temple")
    committed = mine.get("committed", {}).get(name)
    if committed:
        parts.append(f"{counted(committed, 'hoplites')} committed")
    return ", ".join(parts)


def _ports(setup: Setup, seen: Mapping[str, Any]) -> list[str]:
    """The ports that still give something."""
    free = []
    for circle in setup.boards[HUMAN].circles:
        reward = setup.port_rewards.get(setup.boards[HUMAN].index[circle])
        if reward is not None and str(circle) not in seen["human"]["land"]:
            kind = "hoplites" if reward.hoplites else "nuggets"
            free.append(f"{circle} with {counted(reward.hoplites or reward.nuggets, kind)}")
    return [f"Free circles of ports: {'; '.join(free)}."] if free else []


def _sectors(setup: Setup, seen: Mapping[str, Any]) -> list[str]:
    """The free circles of the AI, by sector and size."""
    lines = []
    circles = setup.boards[AI].circles
    for size, locations in enumerate(setup.ai_locations):
        for location in locations:
            free = []
            for place in bits(location.mask):
                if str(circles[place]) not in seen["ai"]["land"]:
                    bonus = " with a bonus" if place in setup.ai_bonuses else ""
                    free.append(f"{circles[place]}{bonus}")
            if free:
                lines.append(f"Free for the AI, {location.sector}{SIZES[size]}: {'; '.join(free)}.")
    return sorted(lines)


def _has(side: Mapping[str, Any]) -> str:
    things = ", ".join(counted(side[key], key) for key in COUNTED)
    return f"{things}, Titans: {titans_told(side['titans'])}"


def _tile(tile: Mapping[str, Any] | None) -> str:
    if tile is None:
        return "no tile"
    return " and ".join(
        terrain if kind is None else f"{terrain} with {kind}"
        for terrain, kind in zip(tile["terrains"], tile["creatures"], strict=True)
    )


def _plain(names: str) -> str:
    return names.replace("_", " ")


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
