"""JSON and dictionaries for attrs classes: a cattrs converter with tagged unions.

A field named `origin` may be written under another key (`metadata={"key": "from"}`); fields that
hold their default are left out. Unknown keys and wrong types are errors that name the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from obsidia_core.kernel.errors import ActionFormatError

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")
KEY = "key"


def nearest(word: str, known: Iterable[str]) -> str:
    """`" (did you mean 'x'?)"` for the closest known word, or an empty string."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""


class Codec:
    """Dictionaries with a `type` for the classes of a closed union.

    >>> from obsidia_core.kernel.actions import Outcome
    >>> codec = Codec([Outcome])
    >>> codec.dump(Outcome(3))
    {'type': 'outcome', 'value': 3}
    >>> codec.load({"type": "outcome", "value": 3})
    <Outcome 3 p=1>
    """

    def __init__(
        self,
        classes: Iterable[type[Any]],
        error: Callable[[str], Exception] = ActionFormatError,
        prepare: Callable[[Converter], None] | None = None,
    ) -> None:
        self.classes: Mapping[str, type[Any]] = {cls.type: cls for cls in classes}
        self._error = error
        self._prepare = prepare
        self._made: Converter | None = None

    @property
    def _converter(self) -> Converter:
        if self._made is None:
            self._made = _converter(tuple(self.classes.values()), self._prepare)
        return self._made

    def dump(self, value: Any) -> dict[str, Any]:
        """`{"type": ..., fields that differ from their default}`."""
        return {"type": value.type, **self._converter.unstructure(value)}

    def load(self, data: Any) -> Any:
        """The value a dictionary stands for.

        Raises:
            Exception: of the codec's kind, with the place and what would be right.
        """
        if not isinstance(data, Mapping):
            raise self._error(f"expected an object with a 'type', found {data!r}")
        kind = data.get("type")
        cls = self.classes.get(kind) if isinstance(kind, str) else None
        if cls is None:
            hint = nearest(kind, self.classes) if isinstance(kind, str) else ""
            raise self._error(
                f"unknown type {kind!r}{hint}; the types are {', '.join(sorted(self.classes))}"
            )
        fields = {key: value for key, value in data.items() if key != "type"}
        try:
            return self._converter.structure(fields, cls)
        except Exception as error:
            told = _by_keys(explained(error), cls)
            raise self._error(f"{kind}: {told}") from error


def explained(error: Exception) -> str:
    """A cattrs error in words: every fault with its place, joined by semicolons."""
    from cattrs import transform_error
    from cattrs.v import format_exception

    def told(fault: BaseException, kind: type[Any] | None) -> str:
        own = str(fault) if type(fault) is ValueError else ""
        return own or format_exception(fault, kind)

    return "; ".join(transform_error(error, path="$", format_exception=told))


def _by_keys(told: str, cls: type[Any]) -> str:
    """Faults with their places by the keys of the JSON form, where those are not the fields'."""
    for field in attrs.fields(cls):
        if KEY in field.metadata:
            told = re.sub(rf"\$\.{field.name}\b", f"$.{field.metadata[KEY]}", told)
    return told


@cache
def _converter(
    classes: tuple[type[Any], ...], prepare: Callable[[Converter], None] | None
) -> Converter:
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
    from cattrs.preconf.json import make_converter

    converter = make_converter(forbid_extra_keys=True, omit_if_default=True)

    def strict(kind: type[Any]) -> Callable[[Any, Any], Any]:
        def check(value: Any, _: Any) -> Any:
            if type(value) is not kind:
                raise ValueError(f"expected {kind.__name__}, found {value!r}")
            return value

        return check

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, strict(kind))
    converter.register_unstructure_hook(Fraction, str)
    converter.register_structure_hook(Fraction, lambda value, _: Fraction(value))
    if prepare is not None:
        prepare(converter)
    for cls in classes:
        renamed: dict[str, Any] = {
            field.name: override(rename=field.metadata[KEY])
            for field in attrs.fields(cls)
            if KEY in field.metadata
        }
        hidden: dict[str, Any] = {
            field.name: override(omit=True)
            for field in attrs.fields(cls)
            if field.metadata.get("internal")
        }
        converter.register_unstructure_hook(
            cls,
            make_dict_unstructure_fn(
                cls, converter, _cattrs_omit_if_default=True, **renamed, **hidden
            ),
        )
        converter.register_structure_hook(
            cls,
            make_dict_structure_fn(
                cls, converter, _cattrs_forbid_extra_keys=True, **renamed, **hidden
            ),
        )
    return converter
