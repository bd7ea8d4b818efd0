"""How a scenario's values are compared with what a game gives.

Values written in a scenario are `wanted`, values of the game are `found`; both are plain data. A
space may be written `"x,y"` or `[x, y]`. Mappings match when every wanted field does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_SPACE = re.compile(r"-?[0-9]{1,9},-?[0-9]{1,9}")

Matcher = Callable[[Any, Any], bool]
"""`(wanted, found)` to whether they match."""


def same(wanted: Any, found: Any) -> bool:
    """Whether both are equal; mappings may have more fields than wanted.

    >>> same("1,0", [1, 0]), same(1, True), same({"at": "1,0"}, {"at": [1, 0], "rotation": 90})
    (True, False, True)
    """
    wanted, found = _plain(wanted), _plain(found)
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and fits(wanted, found)
    if isinstance(wanted, list):
        return (
            isinstance(found, list) and len(wanted) == len(found) and all(map(same, wanted, found))
        )
    return bool(wanted == found)


def fits(
    wanted: Mapping[str, Any], found: Mapping[str, Any], unordered: frozenset[str] = frozenset()
) -> bool:
    """Whether `found` has every wanted field.

    Games leave out fields that hold their default, so a missing field counts as null and as false.

    Args:
        wanted: some fields.
        found: all fields.
        unordered: names of fields whose lists count in any order.
    """
    for key, value in wanted.items():
        if key not in found:
            if value is not None and value is not False:
                return False
        elif not (in_any_order if key in unordered else same)(value, found[key]):
            return False
    return True


def in_any_order(wanted: Any, found: Any, match: Matcher = same) -> bool:
    """Whether two lists pair off completely; other values are compared as `same` does."""
    if not isinstance(wanted, list | tuple) or not isinstance(found, list | tuple):
        return same(wanted, found)
    return len(wanted) == len(found) and _pair_off(list(wanted), list(found), match)


def in_this_order(wanted: Sequence[Any], found: Sequence[Any], match: Matcher = same) -> bool:
    """Whether all wanted values occur in `found` in this order; others may lie between."""
    rest = iter(found)
    return all(any(match(one, other) for other in rest) for one in wanted)


def each_somewhere(wanted: Sequence[Any], found: Sequence[Any], match: Matcher = same) -> bool:
    """Whether each wanted value matches at least one found one."""
    return all(any(match(one, other) for other in found) for one in wanted)


def _plain(value: Any) -> Any:
    """Spaces in one form, tuples as lists."""
    if isinstance(value, str):
        if _SPACE.fullmatch(value):
            return [int(part) for part in value.split(",")]
    elif isinstance(value, tuple):
        return list(value)
    return value


def _pair_off(wanted: list[Any], found: list[Any], match: Matcher) -> bool:
    """Whether every wanted value can have a found one of its own (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(index: int, seen: set[int]) -> bool:
        for other, value in enumerate(found):
            if other not in seen and match(wanted[index], value):
                seen.add(other)
                if other not in taken or place(taken[other], seen):
                    taken[other] = index
                    return True
        return False

    return all(place(index, set()) for index in range(len(wanted)))
