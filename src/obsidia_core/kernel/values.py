"""Values: what is compared, hashed and shown field by field.

attrs can write these methods for each class. That doubles what a class costs when it is imported,
and definitions, hooks and tables have many classes, so here they are written once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import attrs


@cache
def _compared(cls: Any) -> Callable[[Any], object]:
    names = [field.name for field in attrs.fields(cls) if field.eq]
    return attrgetter(*names) if names else type


@attrs.frozen(eq=False, repr=False)
class Value:
    """Base of immutable classes made with `attrs.frozen(eq=False, repr=False)`.

    Equal are two of the same class whose fields are; a field with `eq=False` does not count, one
    with `repr=False` is not shown.
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        cls: Any = type(self)
        fields = _compared(cls)
        return fields(self) == fields(other)

    def __hash__(self) -> int:
        cls: Any = type(self)
        return hash((cls, _compared(cls)(self)))

    def __repr__(self) -> str:
        shown = [one.name for one in attrs.fields(type(self)) if one.repr]
        parts = (f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({', '.join(parts)})"
