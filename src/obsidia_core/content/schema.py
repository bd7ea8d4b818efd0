"""Checks of documents against JSON Schemas, told so that a person can mend the file.

Schemas are draft 2020-12 in a flat style: no `oneOf`, a `description` on each property (editors
show it, and a message quotes its first sentence). jsonschema is imported when first needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from obsidia_core.content.problems import Problem, shown, suggestion
from obsidia_core.content.yamlfile import Document
from obsidia_core.plugins.resources import content_root

if TYPE_CHECKING:
    from jsonschema import ValidationError

Path = tuple[str | int, ...]

EXITS_PATTERN = "^(?=.)N?E?S?W?$"
MAX_PROBLEMS = 100
"""Most problems reported for one document."""

_TYPE_NAMES: Mapping[str, str] = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


def load_schema(kind: str) -> dict[str, Any]:
    """The content schema named `kind`: terrain, creatures, tiles or class."""
    path = content_root() / "schemas" / "content" / f"{kind}.schema.json"
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


def check_schema(document: Document, schema: Mapping[str, Any]) -> list[Problem]:
    """All that `schema` finds wrong with `document`, in file order, at most `MAX_PROBLEMS`."""
    return sorted(problem for _path, problem in schema_problems(document, schema))[:MAX_PROBLEMS]


def schema_problems(
    document: Document, schema: Mapping[str, Any]
) -> Iterator[tuple[Path, Problem]]:
    """Each problem with the path of the value that it is about."""
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(schema).iter_errors(document.value)
    seen: set[tuple[Path, str, str]] = set()
    for path, problem in (item for error in errors for item in _translate(document, error)):
        if (path, problem.code, problem.message) not in seen:
            seen.add((path, problem.code, problem.message))
            yield path, problem


def _translate(document: Document, error: ValidationError) -> Iterator[tuple[Path, Problem]]:
    path: Path = tuple(error.absolute_path)
    value: Any = error.instance
    of_key = "propertyNames" in error.absolute_schema_path
    if of_key:
        path = (*path, str(value))
    allowed: Any = error.validator_value
    schema, keyword = error.schema, str(error.validator)
    names = list(schema.get("properties", ())) if isinstance(schema, Mapping) else []

    def problem(code: str, message: str, hint: str | None = None) -> tuple[Path, Problem]:
        return path, Problem(document.at(path, key=of_key), code, message, hint)

    subject = "this key" if of_key else _subject(path)
    match keyword:
        case "additionalProperties":
            for key in value:
                if key not in names:
                    here = (*path, key)
                    position = document.at(here, key=True)
                    message = f"unknown key {shown(key)}"
                    yield here, Problem(position, "unknown-key", message, suggestion(key, names))
        case "required":
            for key in allowed:
                if key not in value:
                    yield problem("missing-key", f"key {key!r} is missing")
        case "type":
            kinds = [allowed] if isinstance(allowed, str) else list(allowed)
            wanted = " or ".join(_TYPE_NAMES[kind] for kind in kinds)
            got = shown(value)
            hint = "put it in quotes" if "string" in kinds and _is_plain(value) else None
            yield problem("wrong-type", f"{subject} must be {wanted}, not {got}", hint)
        case "enum" | "const":
            words = list(allowed) if keyword == "enum" else [allowed]
            listed = ", ".join(str(word) for word in words)
            names = [word for word in words if isinstance(word, str)]
            hint = suggestion(value, names) if isinstance(value, str) and len(words) > 1 else None
            message = f"{shown(value)} will not do for {subject}: one of {listed}"
            hint = hint if hint and hint.startswith("did") else None
            yield problem("not-one-of", message, hint)
        case "pattern" if allowed == EXITS_PATTERN:
            yield problem("bad-exits", f"{shown(value)} are no exits", _exits_hint(str(value)))
        case "pattern":
            yield problem("bad-format", f"{shown(value)} will not do for {subject}", _first(schema))
        case _:
            message = f"{subject} {_bound(keyword, allowed)}, not {_measure(keyword, value)}"
            yield problem("out-of-range", message)


def _subject(path: Path) -> str:
    """What a message calls the value at a path."""
    names = [step for step in path if isinstance(step, str)]
    if not names:
        return "the document"
    return repr(names[-1]) if path[-1] == names[-1] else f"an entry of {names[-1]!r}"


def _is_plain(value: object) -> bool:
    return isinstance(value, bool | int | float)


def _first(schema: object) -> str | None:
    """The first sentence of a description."""
    text = schema.get("description", "") if isinstance(schema, Mapping) else ""
    return text.split(". ")[0].rstrip(".") or None


def _exits_hint(text: str) -> str:
    letters = set(text.upper())
    if letters and letters <= set("NESW"):
        return "write " + "".join(side for side in "NESW" if side in letters)
    return "letters out of NESW, clockwise from north, at least one"


def _bound(keyword: str, allowed: object) -> str:
    verb = "must have at least" if keyword.startswith("min") else "must have at most"
    units = ("character", "characters") if "Length" in keyword else ("entry", "entries")
    unit = units[allowed != 1]
    if keyword in ("minimum", "maximum"):
        return f"must be at {'least' if keyword == 'minimum' else 'most'} {allowed}"
    return f"{verb} {allowed} {unit}"


def _measure(keyword: str, value: Any) -> str:
    return shown(value) if keyword in ("minimum", "maximum") else str(len(value))
