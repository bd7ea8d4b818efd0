"""A position in sentences: one line for each fact, for screen readers and for reading aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.render.words import Words, class_letters, counted, listed


def map_facts(view: Mapping[str, Any], names: Mapping[str, str] | None = None) -> list[str]:
    """One line for each tile, row by row from the north, each row from the west.

    Args:
        view: a view as `Obsidia.view` or `referee_view` gives it.
        names: what things are called, by id; see `words.names_of`.
    """
    if not view["tiles"]:
        return ["The map is empty."]
    places = sorted(view["tiles"], key=lambda place: _space(place)[::-1])
    return [f"{fact}." for place in places if (fact := tile_fact(view, place, names))]


def tile_fact(
    view: Mapping[str, Any], place: str, names: Mapping[str, str] | None = None
) -> str | None:
    """All there is to see at a place, without a full stop; None where no tile lies."""
    if place not in view["tiles"]:
        return None
    owners = class_letters(view)
    units: dict[str, list[str]] = {}
    for traveler, where in view["travelers"].items():
        if where == place:
            units.setdefault(owners[traveler[:1]], []).append(traveler)
    creatures = [item for item in view["creatures"].items() if item[1]["at"] == place]
    return Words(view, names).tile(place, units, creatures)


def score_facts(
    view: Mapping[str, Any], names: Mapping[str, str] | None = None, you: str | None = None
) -> list[str]:
    """One line for each seat: towns, travelers, tiles and cards."""
    words = Words(view, names)
    owners = class_letters(view)
    facts = []
    for seat in view["seats"]:
        classes = view.get("classes", {}).get(seat, [seat])
        standing = sum(
            "," in where and owners[traveler[:1]] in classes
            for traveler, where in view["travelers"].items()
        )
        parts = [
            counted(sum(view["towns"].get(one, 0) for one in classes), "town"),
            f"{counted(standing, 'traveler')} on the map",
            f"{sum(view['reserve'].get(one, 0) for one in classes)} in reserve",
            f"{counted(view['stacks'][seat], 'tile')} left",
            f"{counted(view['hand_sizes'][seat], 'card')} in hand",
            f"{view['deck_sizes'][seat]} in the deck",
        ]
        top = view["discards"][seat]["top"] if "discards" in view else None
        if top is not None:
            parts.append(f"{words.name(top)} on top of the discards")
        named = f"{words.name(seat)} (you)" if seat == you else words.name(seat)
        facts.append(f"{named}: {listed(parts)}.")
    return facts


def _space(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)
