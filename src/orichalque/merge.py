"""Lays data over data: how a scenario's `data` and `numbers.yaml` change the base-game data.

* Mappings merge key by key; a list replaces a list.
* A mapping given for a list of entries with an `id` merges by id; a new id is a new entry.
* A bare value stands for `{value: ...}` where the data give a value with its source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

VALUE = "value"
ABOUT_A_VALUE = frozenset(
    {VALUE, "confidence", "seen_in", "note", "unit", "fields", "effect", "permanent"}
)
"""Keys that may stand beside a value; a mapping with any other key is a bare value itself."""


def merged(base: Any, over: Any) -> Any:
    """`base` with `over` laid over it; neither is changed.

    >>> merged({"cost": {"value": 5, "confidence": "designed"}}, {"cost": 4})
    {'cost': {'value': 4, 'confidence': 'designed'}}
    >>> merged([{"id": "a", "count": 1}, {"id": "b", "count": 1}], {"b": {"count": 2}})
    [{'id': 'a', 'count': 1}, {'id': 'b', 'count': 2}]
    """
    if isinstance(base, Mapping) and VALUE in base and _is_bare(over):
        return {**base, VALUE: merged(base[VALUE], over)}
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        return {
            **base,
            **{key: merged(base[key], part) if key in base else part for key, part in over.items()},
        }
    if _has_ids(base) and isinstance(over, Mapping):
        known = {entry["id"]: entry for entry in base}
        for name, part in over.items():
            known[name] = merged(known.get(name, {"id": name}), part)
        return list(known.values())
    return over


def _is_bare(value: Any) -> bool:
    return not (isinstance(value, Mapping) and ABOUT_A_VALUE.issuperset(value))


def _has_ids(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, Mapping) and "id" in entry for entry in value)
    )


def at(tree: Any, path: str) -> Any:
    """What stands at a dotted path: keys of mappings, ids of list entries; values unwrapped.

    Raises:
        KeyError: the path leads nowhere.

    >>> at({"list": [{"id": "a", "cost": {"value": 5, "note": ""}}]}, "list.a.cost")
    5
    """
    for step in path.split("."):
        if isinstance(tree, Mapping) and step not in tree and isinstance(tree.get(VALUE), Mapping):
            tree = tree[VALUE]
        if isinstance(tree, list):
            tree = {entry["id"]: entry for entry in tree if _has_ids([entry])}
        if not isinstance(tree, Mapping):
            raise KeyError(path)
        tree = tree[step]
    if isinstance(tree, Mapping) and VALUE in tree:
        return tree[VALUE]
    return tree


def paths(tree: Any) -> Iterator[str]:
    """Every path that `at` follows through mappings and lists whose entries have ids.

    >>> list(paths({"list": [{"id": "a", "cost": {"value": 5, "note": ""}}]}))
    ['list', 'list.a', 'list.a.id', 'list.a.cost', 'list.a.cost.value', 'list.a.cost.note']
    """
    if _has_ids(tree):
        tree = {entry["id"]: entry for entry in tree}
    if isinstance(tree, Mapping):
        for key, part in tree.items():
            yield str(key)
            for rest in paths(part):
                yield f"{key}.{rest}"
