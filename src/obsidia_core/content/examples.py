"""The examples of cards: scenarios in class files, for those who run them."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from obsidia_core.content.entries import SCHEMA_OF_KEY
from obsidia_core.content.yamlfile import Document


@attrs.frozen
class Example:
    """One example of a card.

    Attributes:
        spell: id of the card.
        document: the scenario, without `game`, unchecked; its positions are those in the file.
    """

    spell: str
    document: Document


def is_content(document: Document) -> bool:
    """Whether a document defines content, so that it is no scenario itself."""
    value = document.value
    if not isinstance(value, dict) or "steps" in value:
        return False
    return any(key in value for key in SCHEMA_OF_KEY)


def examples_in(document: Document) -> Iterator[Example]:
    """The examples of all cards in a document; what has not the form of cards is passed over."""
    spells = document.value.get("spells") if isinstance(document.value, dict) else None
    for index, spell in enumerate(spells if isinstance(spells, list) else ()):
        if not isinstance(spell, dict) or not isinstance(spell.get("id"), str):
            continue
        examples = spell.get("examples")
        for place in range(len(examples) if isinstance(examples, list) else 0):
            yield Example(spell["id"], document.inside(("spells", index, "examples", place)))
