"""Checks across definitions: names that exist, counts that the rules ask for, hooks that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from obsidia_core.content.catalog import (
    CLASS_SPELLS,
    CLASS_TILES,
    COMMUNAL,
    COMMUNAL_TILES,
    FACES,
    HOOK_KINDS,
)
from obsidia_core.content.entries import Collected, Entry
from obsidia_core.content.problems import Position, Problem, shown, suggestion
from obsidia_core.content.spell_checks import check_spell
from obsidia_core.content.uses import Hooks, UseChecker, entry_use

RESERVED = (COMMUNAL, "horde", "player", "neutral", "shared", "reserve", "gone", "referee")
"""Ids that stand for something else wherever a class id may stand."""
CREATURE_LETTER = "C"

_NAMESPACES: Mapping[str, str] = {"colony": "tile"}
_REPLACEABLE = ("terrain", "creature", "tile", "colony", "spell")


def check(found: Collected, hooks: Hooks) -> tuple[list[Entry], list[Problem]]:
    """Everything wrong with the definitions taken together.

    Returns:
        The definitions in force, in order, after replacements; and the problems.
    """
    problems: list[Problem] = []
    entries, doubles = _resolve(found, problems)
    checker = _Checker(entries, hooks, found.complete)
    for entry in (*entries, *doubles):
        if entry.sound:
            problems += checker.check(entry)
    problems += checker.marks()
    if found.complete:
        problems += checker.counts()
    return entries, problems


def space_of(entry: Entry) -> str:
    """The kind of definition whose ids the entry's must be unlike."""
    return _NAMESPACES.get(entry.kind, entry.kind)


def _resolve(found: Collected, problems: list[Problem]) -> tuple[list[Entry], list[Entry]]:
    """The definitions in force, each replacement in the place of what it replaces; the others."""
    table: dict[tuple[str, str], Entry] = {}
    later: list[Entry] = []
    doubles: list[Entry] = []
    for entry in found.entries:
        if entry.kind in _REPLACEABLE and isinstance(entry.data.get("replaces"), str):
            later.append(entry)
            continue
        name = (space_of(entry), entry.id)
        if name in table:
            problems.append(_duplicate(entry, table[name]))
            doubles.append(entry)
        else:
            table[name] = entry
    taken: dict[tuple[str, str], Entry] = {}
    places = {name: place for place, name in enumerate(table)}
    slots = list(table.values())
    for entry in later:
        target = (space_of(entry), str(entry.data["replaces"]))
        if target in taken:
            message = f"{entry.kind} {target[1]!r} is replaced twice"
            first = _first_at(entry, taken[target])
            problems.append(entry.problem("duplicate-id", message, first, "replaces"))
            doubles.append(entry)
        elif target not in table:
            doubles.append(entry)
            if found.complete:
                known = [known for space, known in table if space == target[0]]
                message = f"there is no {entry.kind} {shown(target[1])} to replace"
                hint = suggestion(target[1], known)
                code = f"unknown-{target[0]}"
                problems.append(entry.problem(code, message, hint, "replaces"))
        else:
            taken[target] = entry
            slots[places[target]] = entry
    ids: dict[tuple[str, str], Entry] = {}
    for entry in slots:
        other = ids.setdefault((space_of(entry), entry.id), entry)
        if other is not entry:
            problems.append(_duplicate(entry, other))
    return slots, doubles


def _first_at(entry: Entry, first: Entry) -> str:
    """Where the first of two stands; both plugins, if they are different ones."""
    where = f"first at {first.at()}"
    if entry.plugin == first.plugin:
        return where
    return f"{where}; plugins {first.plugin!r} and {entry.plugin!r}"


def _duplicate(entry: Entry, first: Entry) -> Problem:
    message = f"{entry.kind} {shown(entry.id)} is defined twice"
    return entry.problem("duplicate-id", message, _first_at(entry, first), "id")


class _Checker:
    """Checks of definitions that need the others."""

    def __init__(self, entries: list[Entry], hooks: Hooks, complete: bool) -> None:
        self._entries = entries
        self._complete = complete
        self._of: dict[str, dict[str, Entry]] = {}
        for entry in entries:
            self._of.setdefault(entry.kind, {})[entry.id] = entry
        self._uses = UseChecker(hooks, self._of, complete)

    def _kind(self, kind: str) -> dict[str, Entry]:
        return self._of.get(kind, {})

    def check(self, entry: Entry) -> Iterator[Problem]:
        """Problems of one definition."""
        match entry.kind:
            case "class":
                yield from self._class(entry)
            case "terrain":
                yield from self._terrain(entry)
            case "tile":
                yield from self._tile(entry)
            case "colony":
                yield from self._uses.known(entry, "class", entry.owner)
            case "creature":
                yield from self._creature(entry)
            case _:
                yield from self._spell(entry)

    def _class(self, entry: Entry) -> Iterator[Problem]:
        if entry.id in RESERVED:
            yield entry.problem("reserved-name", f"{entry.id!r} cannot be a class id", None, "id")
        if entry.data["letter"] == CREATURE_LETTER:
            message = f"letter {CREATURE_LETTER} is the creatures'"
            yield entry.problem("reserved-name", message, "take another letter", "letter")

    def _terrain(self, entry: Entry) -> Iterator[Problem]:
        for index, name in enumerate(entry.data.get("apart_from", [])):
            yield from self._uses.known(entry, "terrain", name, "apart_from", index)
        yield from self._hooks_of(entry, ("enter", "stay", "leave", "travel", "dice"))

    def _creature(self, entry: Entry) -> Iterator[Problem]:
        native = entry.data["native"]
        if isinstance(native, str):
            yield from self._uses.known(entry, "terrain", native, "native")
        else:
            for index, name in enumerate(native):
                yield from self._uses.known(entry, "terrain", name, "native", index)
        yield from self._hooks_of(entry, ("traits", "dice"))

    def _spell(self, entry: Entry) -> Iterator[Problem]:
        yield from self._uses.known(entry, "class", entry.owner)
        yield from check_spell(entry, self._uses)
        yield from self._hooks_of(entry, ("hook",))

    def _tile(self, entry: Entry) -> Iterator[Problem]:
        if entry.owner != COMMUNAL:
            yield from self._tile_set(entry)
        yield from self._uses.known(entry, "terrain", entry.data["terrain"], "terrain")
        terrain = self._kind("terrain").get(entry.data["terrain"])
        if terrain is not None and terrain.data.get("home") is True:
            message = f"home terrain {terrain.id!r} in a tile set"
            hint = "colonies stand under 'colonies'"
            yield entry.problem("impossible-set", message, hint, "terrain")
        stones = entry.data.get("stones")
        if stones is None:
            return
        if terrain is not None and terrain.sound and "leave" not in terrain.data:
            message = f"stones mean nothing on terrain {terrain.id!r}"
            yield entry.problem("bad-stones", message, "take them out", "stones")
        for face in range(1, FACES + 1):
            side = stones.get(str(face))
            if side is None:
                message = f"no stone for face {face} of the die"
                yield entry.problem("bad-stones", message, None, "stones")
            elif side not in entry.data["exits"]:
                message = f"the stone of face {face} points {side}, where the tile is dark"
                hint = f"exits are {entry.data['exits']}"
                yield entry.problem("bad-stones", message, hint, "stones", str(face))

    def _tile_set(self, entry: Entry) -> Iterator[Problem]:
        sets = {**self._kind("class"), COMMUNAL: entry}
        first = entry.path[-1] == 0
        if first and self._complete and entry.owner not in sets:
            message = f"unknown class {shown(entry.owner)}"
            position = entry.document.at(entry.path[:-1], key=True)
            yield Problem(position, "unknown-class", message, suggestion(entry.owner, sets))

    def _hooks_of(self, entry: Entry, keys: Iterable[str]) -> Iterator[Problem]:
        for key in keys:
            value = entry.data.get(key)
            many = isinstance(value, list)
            for index, use in enumerate(value if isinstance(value, list) else [value]):
                if use is not None:
                    path = (key, index) if many else (key,)
                    yield from self._uses.check(entry, entry_use(HOOK_KINDS[key], use, path))

    def marks(self) -> Iterator[Problem]:
        """Letters, colors and names that have to differ."""
        for kind, key, code in (
            ("class", "letter", "duplicate-mark"),
            ("class", "color", "duplicate-mark"),
            ("terrain", "letter", "duplicate-mark"),
            ("spell", "name", "duplicate-name"),
        ):
            seen: dict[Any, Entry] = {}
            for entry in self._entries:
                if entry.kind == kind and entry.sound:
                    other = seen.setdefault(entry.data[key], entry)
                    if other is not entry and other.id != entry.id:
                        message = f"{kind}es" if kind == "class" else f"{kind}s"
                        message += f" {other.id!r} and {entry.id!r} have one {key}"
                        hint = _first_at(entry, other)
                        yield entry.problem(code, f"{message}, {shown(entry.data[key])}", hint, key)

    def counts(self) -> Iterator[Problem]:
        """Decks, tile sets and colonies of the size that the rules ask for (COMP-07 to COMP-10)."""
        tiles = [entry for entry in self._entries if entry.kind == "tile"]
        spells = [entry for entry in self._entries if entry.kind == "spell"]
        colonies = [entry for entry in self._entries if entry.kind == "colony"]
        for one in self._kind("class").values():
            yield from _count(one.at("id"), f"class {one.id!r}", "spells", one.id, spells)
            yield from _count(one.at("id"), f"class {one.id!r}", "tiles", one.id, tiles)
            yield from _count(one.at("id"), f"class {one.id!r}", "colonies", one.id, colonies)
        first = next(iter(self._entries), None)
        if first is None:
            return
        communal = next((entry for entry in tiles if entry.owner == COMMUNAL), None)
        where = communal.document.at(communal.path[:-1], key=True) if communal else None
        where = where or Position(first.document.file, 1, 1)
        yield from _count(where, "the communal set", "communal", COMMUNAL, tiles)
        homes = [one for one in self._kind("terrain").values() if one.data.get("home") is True]
        if not homes:
            message = "no terrain is the home terrain"
            yield Problem(where, "impossible-set", message, "one terrain needs 'home: true'")
        for home in homes[1:]:
            message = f"terrains {homes[0].id!r} and {home.id!r} are both the home terrain"
            yield home.problem("impossible-set", message, None, "home")


_NEEDED: Mapping[str, tuple[int, str]] = {
    "spells": (CLASS_SPELLS, "spells"),
    "tiles": (CLASS_TILES, "tiles"),
    "colonies": (1, "home colonies"),
    "communal": (COMMUNAL_TILES, "tiles"),
}


def _count(
    position: Position, owner: str, what: str, name: str, entries: Iterable[Entry]
) -> Iterator[Problem]:
    needed, noun = _NEEDED[what]
    number = sum(entry.owner == name for entry in entries)
    if number != needed:
        yield Problem(position, "wrong-count", f"{owner} has {number} {noun}, not {needed}")
