"""YAML files as plain data in which every value can be traced to its line and column.

The subset is YAML 1.2's core schema, which editors use too: `null`, `true`/`false`, decimal, `0o`
and `0x` integers and floats are what they look like; everything else (`on`, `yes`, `12:30`, dates)
is text. Keys are always text, as written. Nothing in a file can make an object or run code.

The reader is safe on files from anybody: size, nesting and what aliases expand to are bounded, and
whatever is wrong is reported as `ContentError` with positions, never as another exception.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs
import yaml

from obsidia_core.content.problems import Position, Problem, shown
from obsidia_core.content.sources import MAX_BYTES, read_bytes
from obsidia_core.kernel.errors import ContentError

MAX_DEPTH = 40
"""Deepest nesting of lists and mappings accepted."""
MAX_VALUES = 50_000
"""Most values in one file, those behind aliases counted at each alias."""
MAX_ALIAS_SIZE = 100_000
"""Most values and characters that all aliases of one file together may stand for."""

DEFINITION_DEPTH = 2
"""How deep the mappings of definitions are nested: the document, a list, a definition."""

_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

_TAG = "tag:yaml.org,2002:"
_COLLECTION_TAGS: Mapping[str, tuple[str | None, ...]] = {
    "map": (None, "!", _TAG + "map"),
    "seq": (None, "!", _TAG + "seq"),
}
_WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_PLAIN_KEY = re.compile("[a-z_]+")
_RAW_BAD = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Escapes in quotes can bring in what the raw text may not hold: terminal controls, direction marks.
_VALUE_BAD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

TABS = "tabs may not indent"
_SYNTAX_HINTS = (
    (TABS, "indent with spaces"),
    ("that cannot start any token", "put the text in quotes"),
    (
        "mapping values are not allowed",
        "text with a colon needs quotes; a key is indented like the one before it",
    ),
    ("expected <block end>", "check the indentation and the quotes"),
    ("expected '-' indicator", "indent the line like those before it"),
    ("could not find expected ':'", "a key needs a colon and a space after it"),
)


class _Spot:
    """Where a value stands and ends, where its keys stand and what is inside it."""

    __slots__ = ("_end", "_start", "inside", "keys")

    inside: Mapping[str | int, _Spot]
    keys: Mapping[str, _Spot]

    def __init__(self, event: yaml.Event) -> None:
        self._start = event.start_mark
        self._end = event.end_mark
        self.inside = _NOTHING_INSIDE
        self.keys = _NO_KEYS

    @property
    def line(self) -> int:
        """From 1."""
        return self._start.line + 1 if self._start else 1

    @property
    def column(self) -> int:
        """From 1."""
        return self._start.column + 1 if self._start else 1

    @property
    def end(self) -> tuple[int, int]:
        """Line and column of what follows a scalar; both from 1."""
        return (self._end.line + 1, self._end.column + 1) if self._end else (1, 1)


_NOTHING_INSIDE: Mapping[str | int, _Spot] = MappingProxyType({})
_NO_KEYS: Mapping[str, _Spot] = MappingProxyType({})


@attrs.frozen(eq=False, repr=False)
class Document:
    """One document of a YAML file.

    Attributes:
        file: the name that positions show.
        value: plain data: dicts with text keys, lists, str, int, float, bool, None. Values under
            an alias are shared with their anchor, so treat it as read-only.
    """

    file: str
    value: Any
    _spot: _Spot
    _lines: Sequence[str]

    def at(self, path: Sequence[str | int] = (), *, key: bool = False) -> Position:
        """Where the value at `path` starts, or where its key stands.

        Args:
            path: keys and list indices from the top. Where it leads nowhere, the position of the
                nearest value above is given.
            key: give the position of the key of a mapping instead of its value's.
        """
        spot = self._spot
        for depth, step in enumerate(path):
            last = depth == len(path) - 1
            if key and last and step in spot.keys:
                spot = spot.keys[str(step)]
            elif step in spot.inside:
                spot = spot.inside[step]
            else:
                break
        return Position(self.file, spot.line, spot.column)

    def inside(self, path: Sequence[str | int]) -> Document:
        """The value at `path` as a document of its own; positions stay those of the file.

        Raises:
            KeyError, IndexError: if there is no such value.
        """
        value, spot = self.value, self._spot
        for step in path:
            value, spot = value[step], spot.inside[step]
        return Document(self.file, value, spot, self._lines)

    def find(self, path: Sequence[str | int], pattern: re.Pattern[str], place: int) -> Position:
        """Where inside the text at `path` match number `place`, from 0, of a pattern stands.

        The pattern is matched line by line against the file in small letters. The position of the
        text itself is given where there is no such match.
        """
        spot = self._spot
        for step in path:
            spot = spot.inside[step]
        last, end = spot.end
        for number in range(spot.line, last + 1):
            line = self._lines[number - 1].lower() if number <= len(self._lines) else ""
            start = spot.column - 1 if number == spot.line else 0
            for match in pattern.finditer(line, start, end - 1 if number == last else len(line)):
                if not place:
                    return Position(self.file, number, match.start() + 1)
                place -= 1
        return Position(self.file, spot.line, spot.column)

    def __repr__(self) -> str:
        return f"<Document {self.at()}>"


def read_yaml(
    source: Path | str | bytes,
    name: str | None = None,
    without: Collection[tuple[str, str]] = (),
) -> list[Document]:
    """Read all documents of a file or text.

    Args:
        source: a `Path` is opened; `str` and `bytes` are the text itself, bytes in UTF-8.
        name: the file name that positions show; by default the path, or `<text>`.
        without: pairs of a top-level key and a key of the definitions listed there, which are left
            out together with their values; this is quicker than to ignore them.

    Raises:
        ContentError: with all problems found. Duplicate keys and the like are collected; reading
            stops at the first fault of syntax or size.
    """
    file = name or (str(source) if isinstance(source, Path) else "<text>")
    composer: _Composer | None = None
    try:
        text = _text(source, file)
        composer = _Composer(file, text, without)
        try:
            documents = list(composer.documents())
        except _NeedsAllError:
            composer = _Composer(file, text, ())
            documents = list(composer.documents())
    except _Unreadable as stop:
        found = composer.problems if composer else []
        raise ContentError([*found, stop.problem]) from None
    if composer.problems:
        raise ContentError(sorted(composer.problems))
    return documents


class _Unreadable(Exception):
    """Reading cannot go on; carries the last problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class _NeedsAllError(Exception):
    """What would be left out has an anchor, which may be meant elsewhere."""


def _text(source: Path | str | bytes, file: str) -> str:
    """The checked text of `source`."""

    def stop(code: str, message: str, hint: str | None = None, before: str = "") -> _Unreadable:
        position = Position(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        return _Unreadable(Problem(position, code, message, hint))

    if isinstance(source, Path):
        try:
            source = read_bytes(source)
        except OSError as error:
            raise stop("unreadable", f"cannot read it: {error.strerror or error}") from None
    if len(source) > MAX_BYTES:
        raise stop("too-large", f"larger than {MAX_BYTES:,} bytes", "split it into several files")
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8", "replace")
            message = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
            raise stop("not-utf8", message, "save the file as UTF-8", before) from None
    bad = _RAW_BAD.search(source)
    if bad:
        message = f"character U+{ord(bad[0]):04X} is not allowed in YAML"
        raise stop("bad-character", message, before=source[: bad.start()])
    return source


@attrs.frozen
class _Anchor:
    value: Any
    spot: _Spot
    values: int
    size: int


class _Composer:
    """Builds documents out of PyYAML's parser events, so that every bound holds as it reads."""

    def __init__(self, file: str, text: str, without: Collection[tuple[str, str]]) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._events = self._parse(text)
        self._lines = text.splitlines()
        self._anchors: dict[str, _Anchor | None] = {}
        self._without = without
        self._section: str | None = None
        self._values = 0
        self._size = 0
        self._alias_size = 0

    def documents(self) -> Iterator[Document]:
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._anchors = {}
                value, spot = self._node(next(self._events), 0)
                yield Document(self.file, value, spot, self._lines)

    def _parse(self, text: str) -> Iterator[yaml.Event]:
        try:
            yield from yaml.parse(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            message = ", ".join(part for part in (error.problem, error.context) if part)
            if self._lines[line - 1 : line] and self._lines[line - 1][column - 1 : column] == "\t":
                message = TABS
            elif error.context_mark and error.context_mark.line + 1 < line:
                message += f" that begins in line {error.context_mark.line + 1}"
            hint = next((hint for sign, hint in _SYNTAX_HINTS if sign in message), None)
            code = "too-deep" if "maximum nesting depth" in message else "yaml-syntax"
            problem = Problem(Position(self.file, line, column), code, message, hint)
            raise _Unreadable(problem) from None
        except (yaml.YAMLError, ValueError) as error:
            problem = Problem(Position(self.file, 1, 1), "yaml-syntax", str(error).splitlines()[0])
            raise _Unreadable(problem) from None

    def _problem(self, event: yaml.Event, code: str, message: str, hint: str | None = None) -> None:
        spot = _Spot(event)
        position = Position(self.file, spot.line, spot.column)
        self.problems.append(Problem(position, code, message, hint))

    def _stop(self, event: yaml.Event, code: str, message: str) -> _Unreadable:
        self._problem(event, code, message)
        return _Unreadable(self.problems.pop())

    def _node(self, event: yaml.Event, depth: int) -> tuple[Any, _Spot]:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if depth > MAX_DEPTH:
            raise self._stop(event, "too-deep", f"nested deeper than {MAX_DEPTH} levels")
        values, size = self._values, self._size
        self._count(event, 1, 1)
        anchor = event.anchor if isinstance(event, yaml.NodeEvent) else None
        if anchor is not None:
            self._anchors[anchor] = None
        spot = _Spot(event)
        value: Any
        if isinstance(event, yaml.MappingStartEvent):
            self._check_collection_tag(event, "map")
            value = self._mapping(spot, depth)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._check_collection_tag(event, "seq")
            inside: dict[str | int, _Spot] = {}
            spot.inside = inside
            value = []
            while not isinstance(item := next(self._events), yaml.SequenceEndEvent):
                child, inside[len(value)] = self._node(item, depth + 1)
                value.append(child)
        else:
            value = self._scalar(event)
        if anchor is not None:
            self._anchors[anchor] = _Anchor(value, spot, self._values - values, self._size - size)
        return value, spot

    def _alias(self, event: yaml.AliasEvent) -> tuple[Any, _Spot]:
        name = event.anchor
        if name not in self._anchors:
            raise self._stop(event, "yaml-syntax", f"no anchor &{name} stands before this alias")
        anchor = self._anchors[name]
        if anchor is None:
            raise self._stop(event, "too-many-aliases", f"anchor &{name} contains itself")
        self._alias_size += anchor.size
        if self._alias_size > MAX_ALIAS_SIZE:
            message = f"aliases stand for more than {MAX_ALIAS_SIZE:,} values and characters"
            raise self._stop(event, "too-many-aliases", message)
        self._count(event, anchor.values, anchor.size)
        here = _Spot(event)
        here.inside, here.keys = anchor.spot.inside, anchor.spot.keys
        return anchor.value, here

    def _count(self, event: yaml.Event, values: int, size: int) -> None:
        self._values += values
        self._size += size
        if self._values > MAX_VALUES:
            raise self._stop(event, "too-large", f"more than {MAX_VALUES:,} values in one file")

    def _mapping(self, spot: _Spot, depth: int) -> dict[str, Any]:
        value: dict[str, Any] = {}
        keys: dict[str, _Spot] = {}
        inside: dict[str | int, _Spot] = {}
        spot.keys, spot.inside = keys, inside
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, depth)
            if self._passes_over(key, depth):
                continue
            child, child_spot = self._node(next(self._events), depth + 1)
            if key is None:
                continue
            if key in value:
                first = keys[key].line
                message = f"key {shown(key)} stands twice in one mapping, first in line {first}"
                self._problem(event, "duplicate-key", message)
                continue
            keys[key] = _Spot(event)
            inside[key] = child_spot
            value[key] = child
        return value

    def _passes_over(self, key: str | None, depth: int) -> bool:
        """Leave out the value of a key that is not wanted."""
        if depth == 0:
            self._section = key
        path = (self._section, key)
        if depth != DEFINITION_DEPTH or path not in self._without:
            return False
        open_ = 0
        for event in self._events:
            if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
                raise _NeedsAllError
            open_ += isinstance(event, yaml.CollectionStartEvent)
            open_ -= isinstance(event, yaml.CollectionEndEvent)
            if not open_:
                break
        return True

    def _key(self, event: yaml.Event, depth: int) -> str | None:
        """The text of a key, or None if it is not acceptable."""
        if isinstance(event, yaml.ScalarEvent):
            if event.anchor is None and event.implicit[0] and _PLAIN_KEY.fullmatch(event.value):
                self._size += len(event.value)
                self._count(event, 1, 1)
                return str(event.value)
            self._node(event, depth + 1)
            if event.value == "<<" and event.implicit[0]:
                self._problem(event, "bad-key", "merge keys are not supported", "write it out")
                return None
            return str(event.value)
        value, _spot = self._node(event, depth + 1)
        if isinstance(event, yaml.AliasEvent) and isinstance(value, str):
            return value
        self._problem(event, "bad-key", "a key must be a plain word or text in quotes")
        return None

    def _check_collection_tag(
        self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent, kind: str
    ) -> None:
        if event.tag not in _COLLECTION_TAGS[kind]:
            self._problem(event, "bad-tag", f"tag {shown(event.tag)} is not supported")

    def _scalar(self, event: yaml.Event) -> bool | int | float | str | None:
        if not isinstance(event, yaml.ScalarEvent):
            raise self._stop(event, "yaml-syntax", "a value is missing")
        text = str(event.value)
        self._size += len(text)
        bad = _VALUE_BAD.search(text)
        if bad:
            message = f"character U+{ord(bad[0]):04X} is not allowed in content"
            self._problem(event, "bad-character", message)
        tag = event.tag
        if tag in ("!", _TAG + "str") or (tag is None and not event.implicit[0]):
            return text
        try:
            value = _core_value(text)
        except ValueError:
            self._problem(event, "bad-number", "a number of this length cannot be read")
            return text
        types = {"null": type(None), "bool": bool, "int": int, "float": float | int}
        expected = types.get(tag.removeprefix(_TAG)) if tag else object
        if expected is None:
            self._problem(event, "bad-tag", f"tag {shown(tag)} is not supported")
        elif not isinstance(value, expected):
            self._problem(event, "bad-tag", f"{shown(text)} does not fit its tag")
        return value


def _core_value(text: str) -> bool | int | float | str | None:
    """A plain scalar in YAML 1.2's core schema."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INT.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text):
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text
