"""The examples of cards: scenarios in class files, for those who run them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from obsidia_core.content.entries import SCHEMA_OF_KEY
from obsidia_core.content.yamlfile import Document


@attrs.frozen
class WrittenScenario:
    """A scenario as it stands in a file, unchecked.

    Attributes:
        document: the scenario, of a card without `game`; its positions are those in the file.
        spell: id of the card whose example it is; empty for one that stands alone.
    """

    document: Document
    spell: str = ""

    @property
    def line(self) -> int:
        """Where it begins in its file, from 1."""
        return self.document.at().line

    @property
    def title(self) -> str:
        """The title, after the card's id; empty without either."""
        title = self._get("title")
        said = title if isinstance(title, str) else ""
        return f"{self.spell}: {said}".removesuffix(": ") if self.spell else said

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it says it shows."""
        rules = self._get("rules")
        return tuple(str(rule) for rule in rules) if isinstance(rules, list) else ()

    def _get(self, key: str) -> Any:
        value = self.document.value
        return value.get(key) if isinstance(value, dict) else None


def is_content(document: Document) -> bool:
    """Whether a document defines content, so that it is no scenario itself."""
    value = document.value
    if not isinstance(value, dict) or "steps" in value:
        return False
    return any(key in value for key in SCHEMA_OF_KEY)


def examples_in(document: Document) -> Iterator[WrittenScenario]:
    """The examples of all cards in a document; what has not the form of cards is passed over."""
    spells = document.value.get("spells") if isinstance(document.value, dict) else None
    for index, spell in enumerate(spells if isinstance(spells, list) else ()):
        if not isinstance(spell, dict) or not isinstance(spell.get("id"), str):
            continue
        examples = spell.get("examples")
        for place in range(len(examples) if isinstance(examples, list) else 0):
            inside = document.inside(("spells", index, "examples", place))
            yield WrittenScenario(inside, spell["id"])
