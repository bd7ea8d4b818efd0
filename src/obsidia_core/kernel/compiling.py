"""`mypyc_attr`: how a class may be used where the package is compiled; nothing where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    T = TypeVar("T")

    def mypyc_attr(**settings: bool) -> Callable[[T], T]:
        """Leave the class as it is; the compiler has read the settings from the source."""
        return lambda cls: cls


__all__ = ["mypyc_attr"]
