"""Checked definitions as plain data with every field present: what is hashed and cached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from obsidia_core.content.catalog import COMMUNAL, FACES, default_stones
from obsidia_core.content.entries import Entry, term_of
from obsidia_core.model.geometry import SIDE_NAMES, parse_exits


def normalise(entries: Iterable[Entry]) -> dict[str, list[dict[str, Any]]]:
    """The data that `catalog_from_data` takes.

    Args:
        entries: definitions without problems, in file order.
    """
    of: dict[str, list[Entry]] = {
        kind: [] for kind in ("class", "terrain", "tile", "colony", "creature", "spell")
    }
    for entry in entries:
        of[entry.kind].append(entry)
    of["class"].sort(key=lambda entry: (0, order) if (order := _order(entry)) else (1, 0))
    place = {entry.id: number for number, entry in enumerate(of["class"])}
    place[COMMUNAL] = -1
    for kind in ("tile", "colony", "spell"):
        of[kind].sort(key=lambda entry: place[entry.owner])
    leaving = {entry.id for entry in of["terrain"] if entry.data.get("leave") is not None}
    return {
        "classes": [_class(entry, of["spell"]) for entry in of["class"]],
        "terrains": [_terrain(entry) for entry in of["terrain"]],
        "tiles": [_tile(entry, leaving) for entry in of["tile"]],
        "colonies": [_colony(entry) for entry in of["colony"]],
        "creatures": [_creature(entry) for entry in of["creature"]],
        "spells": [_spell(entry) for entry in of["spell"]],
    }


def _order(entry: Entry) -> int | None:
    order = entry.data.get("order")
    return None if order is None else int(order)


def _hook(use: Any) -> dict[str, Any] | None:
    if use is None:
        return None
    if isinstance(use, str):
        use = {"hook": use}
    params = {key: value for key, value in use.items() if key not in ("hook", "by")}
    return {"hook": use["hook"], "params": params, "by": use.get("by")}


def _term(use: Any) -> dict[str, Any]:
    """A condition, target or effect: a bare name, or its name with parameters."""
    name, params = term_of(use)
    return {"hook": name, "params": params}


def _hooks(data: Mapping[str, Any], key: str) -> list[dict[str, Any] | None]:
    return [_hook(use) for use in data.get(key, [])]


def _class(entry: Entry, spells: Iterable[Entry]) -> dict[str, Any]:
    deck = [spell.id for spell in spells if spell.owner == entry.id]
    return {
        **{key: entry.data[key] for key in ("id", "name", "letter", "color", "summary")},
        "spells": deck,
    }


def _terrain(entry: Entry) -> dict[str, Any]:
    data = entry.data
    return {
        **{key: data[key] for key in ("id", "name", "letter", "summary")},
        "enter": _hooks(data, "enter"),
        "stay": _hooks(data, "stay"),
        "leave": _hook(data.get("leave")),
        "travel": _hook(data.get("travel")),
        "dice": _hooks(data, "dice"),
        "apart_from": data.get("apart_from", []),
        "claimable": data.get("claimable", False),
        "home": data.get("home", False),
    }


def _tile(entry: Entry, leaving: set[str]) -> dict[str, Any]:
    data = entry.data
    exits = parse_exits(data["exits"])
    stones: list[int] | None = None
    if data.get("stones") is not None:
        sides = (data["stones"][str(face)] for face in range(1, FACES + 1))
        stones = [SIDE_NAMES.index(side) for side in sides]
    elif data["terrain"] in leaving:
        stones = list(default_stones(exits))
    return {
        "id": entry.id,
        "set": entry.owner,
        "terrain": data["terrain"],
        "exits": exits,
        "stones": stones,
    }


def _colony(entry: Entry) -> dict[str, Any]:
    faces = {face: parse_exits(entry.data[face]) for face in ("front", "back")}
    return {"id": entry.id, "class_id": entry.owner, **faces}


def _creature(entry: Entry) -> dict[str, Any]:
    data = entry.data
    native = data["native"]
    return {
        **{key: data[key] for key in ("id", "name", "summary")},
        "native": [native] if isinstance(native, str) else native,
        "traits": _hooks(data, "traits"),
        "dice": _hooks(data, "dice"),
    }


def _spell(entry: Entry) -> dict[str, Any]:
    data = entry.data
    return {
        **{key: data[key] for key in ("id", "name", "phase", "play", "text")},
        "class_id": entry.owner,
        "when": data.get("when"),
        "trigger": data.get("trigger"),
        "conditions": [_term(use) for use in data.get("conditions", ())],
        "targets": [{**_term(use), "as": use["as"]} for use in data.get("targets", ())],
        "effects": [_term(use) for use in data.get("effects", ())],
        "hook": _hook(data.get("hook")),
    }
