"""Immutable mappings and data made of them, for definitions that must never change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(Mapping[K, V]):
    """A mapping that cannot be changed; it keeps its order, hashes, copies and pickles.

    Equal to any mapping with the same items, whatever their order.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        object.__setattr__(self, "_items", dict(items or {}))

    _items: dict[K, V]

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __reduce__(self) -> tuple[type[FrozenMap[K, V]], tuple[dict[K, V]]]:
        return type(self), (self._items,)

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"


class LateMap(FrozenMap[K, V]):
    """A `FrozenMap` whose items are made when they are first asked for."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[], Mapping[K, V]]) -> None:
        object.__setattr__(self, "_make", make)

    _make: Callable[[], Mapping[K, V]]

    def __getattr__(self, name: str) -> Any:
        if name != "_items":
            raise AttributeError(name)
        items = dict(self._make())
        object.__setattr__(self, "_items", items)
        return items

    def __reduce__(self) -> tuple[type[FrozenMap[K, V]], tuple[dict[K, V]]]:
        return FrozenMap, (self._items,)


def freeze(value: Any) -> Any:
    """Plain JSON data as immutable data: dicts become `FrozenMap`, lists become tuples."""
    if isinstance(value, Mapping):
        return FrozenMap({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value
