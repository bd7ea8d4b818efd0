"""Pages made from the JSON Schemas of the protocol when the documentation is built.

- `obsidia-schema NAME` shows a document (`action`, `view`, ...) key by key, and the definitions
  that it is the first to use.
- `obsidia-values` shows the kinds of values that many documents use.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from docs._ext.ledger_pages import LedgerDirective
from docutils import nodes
from sphinx.application import Sphinx

from obsidia_core.protocol import documents, load
from obsidia_core.protocol.words import VALUES

Schema = Mapping[str, Any]

NAMES = tuple(documents())
ORDER = ("action", "event", "view", "ruleset", "decision", "refusal", "replay", "state", "match")
"""Documents in the order in which definitions are given to them."""
SHARED = frozenset({*VALUES, "Placement"})
ROOTS = frozenset({name.capitalize() for name in NAMES})
"""Definitions that are documents of their own."""


@cache
def homes() -> Mapping[str, str]:
    """For each definition the document that shows it."""
    found: dict[str, str] = {}
    for name in (*ORDER, *NAMES):
        for definition in load(name)["$defs"]:
            if definition not in SHARED and definition not in ROOTS:
                found.setdefault(definition, name)
    return found


def link(name: str) -> str:
    """A link to a definition or document, which may stand on another page."""
    return f"{{ref}}`{name} <protocol-{name.lower()}>`"


def plain(value: Any) -> str:
    """A value as it is written in JSON."""
    return {True: "true", False: "false", None: "null"}.get(value, str(value))


def form(schema: Schema) -> str:
    """What a value looks like, in words."""
    if "$ref" in schema:
        return link(schema["$ref"].removeprefix("#/$defs/"))
    if "const" in schema:
        return f"`{plain(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{plain(value)}`" for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(form(part) for part in schema[key])
    kind = schema.get("type")
    if kind == "array":
        return _list(schema)
    if kind == "object":
        return _object(schema)
    if kind == "integer":
        return "whole number" + _range(schema)
    words = {"string": "text", "number": "number", "boolean": "true or false", "null": "null"}
    return words.get(kind or "", "any")


def _list(schema: Schema) -> str:
    if "prefixItems" in schema:
        return "list: " + ", ".join(form(part) for part in schema["prefixItems"])
    exactly = schema.get("minItems") == schema.get("maxItems", -1)
    count = f"{schema['maxItems']} times " if exactly else ""
    return f"list: {count}{form(schema['items'])}"


def _object(schema: Schema) -> str:
    inside = schema.get("additionalProperties")
    if isinstance(inside, dict):
        return f"object: to each name {form(inside)}"
    return "object"


def _range(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None:
        return ""
    return f" from {least}" + ("" if most is None else f" to {most}")


def keys(schema: Schema) -> Iterator[str]:
    """The keys of an object, as a table; what the heading or the page says is left out."""
    required = schema.get("required", ())
    shown = {key: part for key, part in schema["properties"].items() if key not in ("type", "rule")}
    if not shown:
        return
    yield "| key | form | |"
    yield "|---|---|---|"
    for key, part in shown.items():
        optional = "" if key in required else " *(optional)*"
        yield f"| `{key}`{optional} | {form(part)} | {_meaning(part)} |"
    yield ""


def _meaning(schema: Schema) -> str:
    """What a key means; of an object that has no name of its own also what is in it."""
    inner = schema.get("properties", {}) if schema.get("type") == "object" else {}
    parts = [f"`{key}`: {form(part)}" for key, part in inner.items()]
    return f"{schema['description']} {', '.join(parts)}".strip()


def body(schema: Schema) -> Iterator[str]:
    """The form of a document or definition."""
    if "properties" in schema:
        yield from keys(schema)
    elif "prefixItems" in schema:
        for place, part in enumerate(schema["prefixItems"]):
            yield f"{place}. {part['title']}: {part['description']} *{form(part)}*\n"
    elif "oneOf" not in schema:
        pattern = f", pattern `{schema['pattern']}`" if "pattern" in schema else ""
        yield f"{form(schema)}{pattern}\n"


def section(name: str, schema: Schema) -> Iterator[str]:
    """A definition with its heading."""
    tag = schema.get("properties", {}).get("type", {}).get("const")
    yield f"(protocol-{name.lower()})=\n"
    yield f"## {f'`{tag}`' if tag else name}\n"
    yield f"{schema['description']}\n"
    yield from body(schema)


class SchemaDirective(LedgerDirective):
    """A document of the protocol."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The document, then each of its own definitions."""
        name = self.arguments[0]
        return self.parsed("\n".join(self._lines(name)))

    def _lines(self, name: str) -> Iterator[str]:
        schema = load(name)
        yield f"(protocol-{name})=\n"
        yield f"## {name.capitalize()}\n"
        yield f"{schema['description']} `$id`: `{schema['$id']}`\n"
        yield from self._tags(schema)
        yield from body(schema)
        for definition, home in homes().items():
            if home == name:
                yield from section(definition, schema["$defs"][definition])

    @staticmethod
    def _tags(schema: Schema) -> Iterator[str]:
        """The types of a union, with what each is."""
        if "oneOf" not in schema:
            return
        yield "| `type` | |"
        yield "|---|---|"
        for part in schema["oneOf"]:
            name = part["$ref"].removeprefix("#/$defs/")
            member = schema["$defs"][name]
            tag = member["properties"]["type"]["const"]
            yield f"| {{ref}}`{tag} <protocol-{name.lower()}>` | {member['description']} |"
        yield ""


class ValuesDirective(LedgerDirective):
    """Kinds of values that documents share."""

    def run(self) -> list[nodes.Node]:
        """A section for each."""
        definitions: dict[str, Schema] = {}
        for name in NAMES:
            definitions |= load(name)["$defs"]
        lines = [line for name in sorted(SHARED) for line in section(name, definitions[name])]
        return self.parsed("\n".join(lines))


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the directives."""
    app.add_directive("obsidia-schema", SchemaDirective)
    app.add_directive("obsidia-values", ValuesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
