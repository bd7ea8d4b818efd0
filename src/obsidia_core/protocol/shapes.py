"""JSON Schema out of types: attrs classes and typed dictionaries, field by field.

A class becomes an entry of `$defs` and is referred to by its name; a union of classes with a `type`
becomes a `oneOf` whose members differ in that constant. Descriptions come from docstrings and from
the vocabulary; the names and forms of keys are those of the codec.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import (
    Annotated,
    Any,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import attrs

from obsidia_core.kernel.codec import KEY
from obsidia_core.protocol.docstrings import field_texts, sentence, summary
from obsidia_core.protocol.vocabulary import Key, Vocabulary

Schema = dict[str, Any]

FREE: Mapping[str, Any] = {"type": "object", "additionalProperties": True}
"""An object that may have any keys."""

_PLAIN: Mapping[Any, str] = {str: "string", int: "integer", bool: "boolean"}
_NULL: Mapping[str, str] = {"type": "null"}


def title(key: str) -> str:
    """The title of a key.

    >>> title("hand_sizes")
    'Hand sizes'
    """
    return key.replace("_", " ").capitalize()


def described(key: str, text: str, schema: Mapping[str, Any]) -> Schema:
    """A schema with the title of its key, and what it means."""
    return {"title": title(key), "description": text, **schema}


def reference(name: str) -> Schema:
    """A reference to an entry of `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


class Definitions:
    """Collects the `$defs` of one document while its parts are described."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._made: dict[str, Schema] = {}

    def sorted(self) -> dict[str, Schema]:
        """All entries, by name."""
        return {name: self._made[name] for name in sorted(self._made)}

    def add(self, name: str, schema: Schema) -> Schema:
        """Put an entry in, unless it is there; a reference to it."""
        self._made.setdefault(name, schema)
        return reference(name)

    def value(self, name: str) -> Schema:
        """A named kind of value out of the vocabulary."""
        value = self._words.values[name]
        return self.add(name, {"title": name, "description": value.text, **value.schema})

    def union(self, classes: Iterable[type[Any]]) -> Schema:
        """Any one of some classes that have a `type`."""
        return {"oneOf": [self.of_class(cls) for cls in classes]}

    def of_class(self, cls: type[Any]) -> Schema:
        """An attrs class or typed dictionary."""
        if cls.__name__ not in self._made:
            self._made[cls.__name__] = {}
            self._made[cls.__name__] = {
                "title": cls.__name__,
                "description": sentence(summary(cls)),
                **self.object_of(cls),
            }
        return reference(cls.__name__)

    def object_of(self, cls: type[Any], without: Collection[str] = ()) -> Schema:
        """The keywords of a class as an object, without title, description and some of its keys."""
        required: list[str] = []
        properties: dict[str, Schema] = {}
        tag = getattr(cls, "type", None)
        if isinstance(tag, str):
            required.append("type")
            properties["type"] = {
                "title": "Type",
                "description": f"Always `{tag}`.",
                "const": tag,
            }
        fields = _of_typed_dict(cls) if is_typeddict(cls) else _of_attrs(cls)
        for field in fields:
            if field.key in without:
                continue
            properties[field.key] = self._property(cls, field)
            if field.required:
                required.append(field.key)
        return strict_object(properties, required)

    def _property(self, cls: type[Any], field: Field) -> Schema:
        known = self._words.key_of(cls.__name__, field.key, field.text)
        if not known.text:
            raise LookupError(f"nothing is said about {cls.__name__}.{field.key}")
        text, annotation = known.text, field.annotation
        if field.key in getattr(cls, "secret", ()):
            text += " Null for those who do not see it."
            annotation = annotation | None
        schema = self.of(annotation, known) if known.whole is None else dict(known.whole)
        return described(field.key, text, schema)

    def of(self, annotation: Any, key: Key = Key()) -> Schema:  # noqa: B008 - it is immutable
        """The schema of an annotation; `key` says what its texts and numbers are."""
        origin, inside = get_origin(annotation), get_args(annotation)
        if isinstance(annotation, type) and annotation in self._words.types:
            return self.value(self._words.types[annotation])
        if origin is Annotated:
            return self.of(inside[0], key)
        if origin in (Union, types.UnionType):
            return self._either(inside, key)
        if origin in (tuple, list, Sequence):
            return self._several(inside, key)
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(inside[1], key)}
        if annotation is type(None):
            return dict(_NULL)
        if annotation is Any or annotation is Fraction or annotation in _PLAIN:
            return self._leaf(annotation, key)
        if attrs.has(annotation) or is_typeddict(annotation):
            return self.of_class(annotation)
        raise TypeError(f"{annotation!r} has no form in the protocol")

    def _leaf(self, annotation: Any, key: Key) -> Schema:
        if isinstance(key.value, str) and annotation is not bool:
            return self.value(key.value)
        if key.value is not None and annotation is not bool and not isinstance(key.value, str):
            if "#/$defs/Placement" in str(key.value):
                self.add("Placement", self._placement())
            return dict(key.value)
        return {} if annotation is Any else {"type": _PLAIN[annotation]}

    def _either(self, parts: Sequence[Any], key: Key) -> Schema:
        schemas = [self.of(part, key) for part in parts]
        return schemas[0] if len(schemas) == 1 else {"anyOf": _flat(schemas)}

    def _several(self, inside: Sequence[Any], key: Key) -> Schema:
        schema: Schema = {"type": "array", "items": self.of(inside[0], key)}
        if len(inside) > 1 and inside[1] is not ...:
            schema |= {"minItems": len(inside), "maxItems": len(inside)}
        return schema

    def _placement(self) -> Schema:
        at, rotation = self.value("Place"), self.value("Rotation")
        return {
            "title": "Placement",
            "description": "Where a tile goes, and how far it is turned from how it lies.",
            **strict_object(
                {
                    "at": {"title": "At", "description": "The space.", **at},
                    "rotation": {
                        "title": "Rotation",
                        "description": "The turn, counted from how the tile lies.",
                        **rotation,
                    },
                },
                ["at", "rotation"],
            ),
        }


def strict_object(properties: Mapping[str, Any], required: Sequence[str]) -> Schema:
    """An object with these keys and no other."""
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": dict(properties),
    }


def _flat(schemas: Sequence[Schema]) -> list[Schema]:
    """Alternatives without alternatives inside, each once."""
    found: list[Schema] = []
    for schema in schemas:
        inside = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
        found += [one for one in inside if one not in found]
    return found


@attrs.frozen
class Field:
    """One key of a class: its name in JSON, its annotation, and what its own class says of it."""

    key: str
    annotation: Any
    required: bool
    text: str


def _of_attrs(cls: type[Any]) -> Iterator[Field]:
    """Fields as the codec writes them: those that hold their default are left out."""
    texts = field_texts(cls)
    hints = get_type_hints(cls, include_extras=True)
    for field in attrs.fields(cls):
        if field.metadata.get("internal"):
            continue
        annotation = hints[field.name]
        optional = field.default is not attrs.NOTHING
        if optional and field.default is None:
            annotation = _without_none(annotation)
        key = field.metadata.get(KEY, field.name)
        yield Field(key, annotation, not optional, texts.get(field.name, ""))


def _of_typed_dict(cls: type[Any]) -> Iterator[Field]:
    hints = get_type_hints(cls, include_extras=True)
    for key, annotation in hints.items():
        required = get_origin(annotation) is not NotRequired
        inside = annotation if required else get_args(annotation)[0]
        texts = [one for one in get_args(inside)[1:] if get_origin(inside) is Annotated]
        text = next((one for one in texts if isinstance(one, str)), "")
        yield Field(key, inside, required, text)


def _without_none(annotation: Any) -> Any:
    """The annotation of a key that is left out rather than null."""
    if get_origin(annotation) in (Union, types.UnionType):
        kept = [part for part in get_args(annotation) if part is not type(None)]
        return Union[tuple(kept)]  # noqa: UP007 - the parts are known at run time only
    return annotation
