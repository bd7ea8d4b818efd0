"""What docstrings say about a class and its fields, for the descriptions in schemas."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

_SECTION = re.compile(r"^(?P<name>Attributes|Args|Raises|Returns):\s*$", re.MULTILINE)
_ENTRY = re.compile(r"^    (?P<names>\w+(?:, \w+)*): (?P<text>.*)$")
_LEFT_OUT = re.compile(r",? (or|else) null\b")
"""What docstrings say of fields that are left out, not null, in JSON."""
_INLINE = re.compile(r"`(?P<name>\w+)`: (?P<text>.+?)(?=(?:[;.] `\w+`: )|\.?\n\n|\.?\Z)", re.DOTALL)


def summary(cls: type) -> str:
    """The docstring in one line, sections such as `Attributes:` left out."""
    return _line(_SECTION.split(_text(cls))[0])


def field_texts(cls: type) -> dict[str, str]:
    """What a class's docstring, or its bases', says about fields: name to one line.

    Read are entries of the section `Attributes:` and remarks such as "`side`: front or back."
    """
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__doc__ and base.__module__ != "builtins":
            found.update(_remarks(_text(base)))
            found.update(_entries(_text(base)))
    return found


def _text(cls: type) -> str:
    return inspect.cleandoc(cls.__doc__ or "")


def _line(text: str) -> str:
    """The text on one line, in JSON's words."""
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))


def sentence(text: str) -> str:
    """The text as a sentence: a capital first, a full stop last."""
    text = _LEFT_OUT.sub("", _line(text))
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _remarks(text: str) -> Iterator[tuple[str, str]]:
    for match in _INLINE.finditer(_SECTION.split(text)[0]):
        yield match["name"], sentence(match["text"])


def _entries(text: str) -> Iterator[tuple[str, str]]:
    parts = _SECTION.split(text)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    names: list[str] = []
    told: list[str] = []
    for line in [*sections.get("Attributes", "").splitlines(), "    end: "]:
        entry = _ENTRY.match(line)
        if entry is None:
            told.append(line.strip())
            continue
        for name in names:
            yield name, sentence(" ".join(told))
        names, told = entry["names"].split(", "), [entry["text"]]
