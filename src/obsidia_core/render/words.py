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


BEFORE_TURNS = frozenset({"draft", "world_building"})
SMALL_WORDS = frozenset({"a", "an", "and", "by", "from", "in", "of", "on", "the", "to", "with"})


def plain_name(identifier: object) -> str:
    """An id as a person writes it, where nothing better is known.

    >>> plain_name("death_legion"), plain_name("spoils_of_war"), plain_name("ai")
    ('Death Legion', 'Spoils of War', 'AI')
    """
    if len(str(identifier)) < 3:
        return str(identifier).upper()
    parts = str(identifier).replace("_", " ").split(" ")
    return " ".join(
        part if number and part in SMALL_WORDS else part.title()
        for number, part in enumerate(parts)
    )


def names_of(game: Any) -> dict[str, str]:
    """Names by id of the classes, terrains, creatures and spells of a game with a catalog."""
    catalog = getattr(game, "catalog", None)
    if catalog is None:
        return {}
    kinds = (catalog.spells, catalog.creatures, catalog.terrains, catalog.classes)
    return {one.id: one.name for kind in kinds for one in kind.values()}


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


def stones_by_side(tile: Mapping[str, Any]) -> dict[str, list[int]]:
    """The die faces at each exit of woods, clockwise from north."""
    found: dict[str, list[int]] = {}
    for face, side in sorted((tile.get("stones") or {}).items(), key=lambda stone: int(stone[0])):
        found.setdefault(side, []).append(int(face))
    return {side: found[side] for side in SIDE_WORDS if side in found}


class Words:
    """Tells a view in words.

    Attributes:
        view: what is told.
        names: what things are called, by id; ids stand for names that are missing.
    """

    def __init__(self, view: Mapping[str, Any], names: Mapping[str, str] | None = None) -> None:
        self.view = view
        self.names = names or {}

    def name(self, identifier: object) -> str:
        """What a thing is called."""
        return self.names.get(str(identifier)) or plain_name(identifier)

    def headline(self) -> str:
        """Whose turn it is, or who has won."""
        view = self.view
        if view.get("over"):
            winner = view.get("winner")
            winners = [] if winner is None else [winner] if isinstance(winner, str) else winner
            return f"Won by {listed(map(self.name, winners))}" if winners else "The game is over"
        seat = self.name(view["current"])
        if view["phase"] in BEFORE_TURNS:
            return f"{self._phase().capitalize()} \N{EN DASH} {seat}"
        return f"Turn {view['turn']} \N{EN DASH} {seat}, {self._phase()}"

    def heading(self) -> str:
        """The headline without the seat, for a place where the seat is shown anyway."""
        view = self.view
        if view.get("over"):
            return self.headline()
        if view["phase"] in BEFORE_TURNS:
            return self._phase().capitalize()
        return f"Turn {view['turn']} \N{EN DASH} {self._phase()}"

    def _phase(self) -> str:
        phase = self.view["phase"]
        return PHASE_WORDS.get(phase, plain_name(phase))

    def asked(self) -> str | None:
        """Who has to answer, if that is not the player whose turn it is."""
        decision = self.view.get("decision")
        if decision is None or decision["seat"] == self.view["current"]:
            return None
        kind = str(decision["kind"]).replace("_", " ")
        return f"{self.name(decision['seat'])} must answer: {kind}"

    def tile(
        self,
        place: str,
        units: Mapping[str, Sequence[str]],
        creatures: Sequence[tuple[str, Mapping[str, Any]]],
    ) -> str:
        """One tile with all that stands on it."""
        tile, name = self.view["tiles"][place], self.name
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
            told = {"neutral": "held by nobody", "shared": "shared"}
            parts.append(told.get(holder) or f"held by {name(holder)}")
        for class_id, ids in units.items():
            parts.append(f"{counted(len(ids), 'traveler')} of {name(class_id)} ({', '.join(ids)})")
        for creature, known in creatures:
            parts.append(f"{name(known['kind'])} of {name(known['summoner'])} ({creature})")
        return "; ".join(parts)
