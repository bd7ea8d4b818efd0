"""Definitions as they stand in the files: documents told apart, checked and taken to pieces."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import attrs

from obsidia_core.content.problems import Position, Problem, kind_of, nearest
from obsidia_core.content.schema import MAX_PROBLEMS, Path, load_schema, schema_problems
from obsidia_core.content.sources import Source
from obsidia_core.content.yamlfile import Document, read_yaml
from obsidia_core.kernel.errors import ContentError

SCHEMA_OF_KEY: Mapping[str, str] = {
    "terrains": "terrain",
    "creatures": "creatures",
    "tiles": "tiles",
    "colonies": "tiles",
    "class": "class",
}
"""The top-level key that tells what a document defines, and the schema for it."""


EXAMPLES = ("spells", "examples")
"""Where examples stand, which nobody needs to play."""


@attrs.frozen(eq=False)
class Entry:
    """One definition in a file.

    Attributes:
        kind: class, terrain, tile, colony, creature or spell.
        owner: the class of a spell or colony, the set of a tile, else "".
        data: as written; only if `sound` is it known to be of the form its schema asks for.
        path: where it stands in `document`.
    """

    kind: str
    id: str
    owner: str
    data: Mapping[str, Any]
    document: Document
    path: Path
    plugin: str
    sound: bool = True

    def at(self, *path: str | int, key: bool = False) -> Position:
        """Position of a value inside, or of its key."""
        return self.document.at((*self.path, *path), key=key)

    def problem(self, code: str, message: str, hint: str | None, *path: str | int) -> Problem:
        """A problem with a value inside."""
        return Problem(self.at(*path), code, message, hint)


@attrs.define
class Collected:
    """What was found in the files.

    Attributes:
        complete: every definition could be told apart, so that an unknown name is unknown and a
            count is right.
    """

    entries: list[Entry] = attrs.field(factory=list)
    problems: list[Problem] = attrs.field(factory=list)
    complete: bool = True


def collect(sources: Iterable[Source], *, examples: bool = True) -> Collected:
    """Read and check the documents of all files, each on its own.

    Files that have not changed since they were read last are not read again.

    Args:
        sources: the files.
        examples: read the examples of cards too.
    """
    found = Collected()
    without = () if examples else (EXAMPLES,)
    # Reading makes many small objects and hardly any garbage: collections would double the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        for source in sources:
            one = _collect_file(source.data, source.file, source.plugin, without)
            found.entries += one.entries
            found.problems += one.problems
            found.complete &= one.complete
    finally:
        if collecting:
            gc.enable()
    return found


@lru_cache(maxsize=32)
def _collect_file(
    data: bytes, file: str, plugin: str, without: tuple[tuple[str, str], ...]
) -> Collected:
    found = Collected()
    try:
        documents = read_yaml(data, file, without)
    except ContentError as error:
        return Collected([], error.problems, complete=False)
    documents = [document for document in documents if document.value is not None]
    if not documents:
        problem = Problem(Position(file, 1, 1), "empty-file", "the file defines nothing")
        found.problems.append(problem)
    for document in documents:
        _collect_document(found, document, plugin)
    return found


@lru_cache(maxsize=8)
def _schema(kind: str) -> Mapping[str, Any]:
    return load_schema(kind)


def _unknown(document: Document) -> Problem:
    keys = ", ".join(SCHEMA_OF_KEY)
    message = f"the document has none of the keys {keys}"
    if not _is_map(document.value):
        message = f"the document is {kind_of(document.value)}, not a mapping"
        return Problem(document.at(), "unknown-document", message, f"it needs one of {keys}")
    meant = next(filter(None, (nearest(key, SCHEMA_OF_KEY) for key in document.value)), None)
    hint = f"did you mean {meant!r}?" if meant else None
    return Problem(document.at(), "unknown-document", message, hint)


def _collect_document(found: Collected, document: Document, plugin: str) -> None:
    value = document.value
    key = next((key for key in value if key in SCHEMA_OF_KEY), None) if _is_map(value) else None
    if key is None:
        found.problems.append(_unknown(document))
        found.complete = False
        return
    schema_faults = list(schema_problems(document, _schema(SCHEMA_OF_KEY[key])))
    found.problems += sorted(problem for _path, problem in schema_faults)[:MAX_PROBLEMS]
    faults = {path[:depth] for path, _problem in schema_faults for depth in range(len(path) + 1)}
    for kind, owner, data, path in _pieces(value):
        known = _is_map(data) and isinstance(data.get("id"), str)
        if not known or not isinstance(owner, str):
            found.complete = False
            continue
        sound = path not in faults
        found.entries.append(Entry(kind, data["id"], owner, data, document, path, plugin, sound))


def _pieces(value: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any, Path]]:
    """Kind, owner, data and path of everything that should be a definition; unchecked."""
    for key, kind in (("terrains", "terrain"), ("creatures", "creature")):
        for index, data in enumerate(_list(value.get(key, []))):
            yield kind, "", data, (key, index)
    for set_id, tiles in _map(value.get("tiles", {})).items():
        for index, data in enumerate(_list(tiles)):
            yield "tile", set_id, data, ("tiles", set_id, index)
    for class_id, data in _map(value.get("colonies", {})).items():
        yield "colony", class_id, data, ("colonies", class_id)
    if "class" in value:
        owner: Any = value["class"]
        if not isinstance(owner, str):
            yield "class", "", owner, ("class",)
            owner = owner.get("id") if _is_map(owner) else None
        for index, data in enumerate(_list(value.get("spells", []))):
            yield "spell", owner, data, ("spells", index)


def term_of(use: Any) -> tuple[str, Mapping[str, Any]]:
    """Name and parameters of a condition, target or effect in the form its schema asks for."""
    if isinstance(use, str):
        return use, {}
    name = next((key for key in use if key != "as"), "as")
    return name, use[name] or {}


def _is_map(value: object) -> bool:
    return isinstance(value, dict)


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"": [None]}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [None]
