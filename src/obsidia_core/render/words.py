"""Words of a picture: names, and what a reader hears of a tile instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SIDE_WORDS: Mapping[str, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}

PHASE_WORDS: Mapping[str, str] = {
    "draft": "draft",
    "world_building": "world-building",
    "tile": "tile phase",
    "training": "training phase",
    "movement": "movement phase",
    "battle": "battle phase",
    "spell": "spell phase",
    "over": "game over",
}


def name(identifier: object) -> str:
    """An id as a person writes it.

    >>> name("death_legion")
    'Death Legion'
    """
    return str(identifier).replace("_", " ").title()


def listed(parts: Iterable[object]) -> str:
    """Things in a row.

    >>> listed(["north", "east", "west"])
    'north, east and west'
    """
    words = [str(part) for part in parts]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "town"), counted(3, "town")
    ('1 town', '3 towns')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def initials(identifier: str) -> str:
    """Two letters for a kind of creature.

    >>> initials("bone_colossus"), initials("leviathan")
    ('BC', 'LE')
    """
    words = [word for word in identifier.replace("_", " ").split() if word]
    letters = "".join(word[0] for word in words[:2]) if len(words) > 1 else "".join(words)[:2]
    return letters.upper() or "?"


def class_letters(view: Mapping[str, Any]) -> dict[str, str]:
    """The class of each first letter of a traveler id.

    A letter stands for the one class whose id begins with it; else letters follow the order of the
    classes.
    """
    classes = list(view.get("reserve", ()))
    letters = list(dict.fromkeys(str(piece)[:1] for piece in view.get("travelers", ())))
    found: dict[str, str] = {}
    for letter in letters:
        fitting = [one for one in classes if one[:1].upper() == letter.upper()]
        if len(fitting) == 1:
            found[letter] = fitting[0]
    rest = [one for one in classes if one not in found.values()]
    for letter in letters:
        if letter not in found:
            found[letter] = rest.pop(0) if rest else letter
    return found


def headline(view: Mapping[str, Any]) -> str:
    """Whose turn it is, or who has won."""
    if view.get("over"):
        winner = view.get("winner")
        winners = [] if winner is None else [winner] if isinstance(winner, str) else winner
        if not winners:
            return "The game is over"
        return f"{listed(map(name, winners))} {'wins' if len(winners) == 1 else 'share the win'}"
    phase = PHASE_WORDS.get(view["phase"], name(view["phase"]))
    seat = name(view["current"])
    if view["phase"] in ("world_building", "draft"):
        return f"{phase.capitalize()} \N{EN DASH} {seat}"
    return f"Turn {view['turn']} \N{EN DASH} {seat}, {phase}"


def heading(view: Mapping[str, Any]) -> str:
    """The headline without the seat, for a place where the seat is shown anyway."""
    if view.get("over"):
        return headline(view)
    phase = PHASE_WORDS.get(view["phase"], name(view["phase"]))
    if view["phase"] in ("world_building", "draft"):
        return phase.capitalize()
    return f"Turn {view['turn']} \N{EN DASH} {phase}"


def asked(view: Mapping[str, Any]) -> str | None:
    """Who has to answer, if that is not the player whose turn it is."""
    decision = view.get("decision")
    if decision is None or decision["seat"] == view["current"]:
        return None
    return f"{name(decision['seat'])} must answer: {str(decision['kind']).replace('_', ' ')}"


def tile_words(
    place: str,
    tile: Mapping[str, Any],
    units: Mapping[str, Sequence[str]],
    creatures: Sequence[tuple[str, Mapping[str, Any]]],
) -> str:
    """One tile in a sentence or two."""
    what = name(tile["terrain"])
    if tile.get("class"):
        what = f"{what} of {name(tile['class'])}"
    exits = [word for side, word in SIDE_WORDS.items() if side in tile["exits"]]
    ways = f"pathways {listed(exits)}" if exits else "no pathways"
    parts = [f"{place}: {what}, {ways}"]
    for side, faces in stones_by_side(tile).items():
        parts.append(f"stones {listed(faces)} lead {SIDE_WORDS.get(side, side)}")
    if "town" in tile:
        holder = tile["town"]
        parts.append(
            {"neutral": "held by nobody", "shared": "shared"}.get(holder, f"held by {name(holder)}")
        )
    for class_id, ids in units.items():
        parts.append(f"{counted(len(ids), 'traveler')} of {name(class_id)} ({', '.join(ids)})")
    for creature, known in creatures:
        parts.append(f"{name(known['kind'])} of {name(known['summoner'])} ({creature})")
    return "; ".join(parts)


def stones_by_side(tile: Mapping[str, Any]) -> dict[str, list[int]]:
    """The die faces at each exit of woods, clockwise from north."""
    found: dict[str, list[int]] = {}
    for face, side in sorted((tile.get("stones") or {}).items(), key=lambda stone: int(stone[0])):
        found.setdefault(side, []).append(int(face))
    return {side: found[side] for side in SIDE_WORDS if side in found}
