"""Mistakes in the eighty cards are reported, at the line where they are.

Two hundred mistakes are made one by one, each in one place of one card: a misspelt key or name, a
wrong number, a word or name of the wrong kind. Examples are left alone, since running them is what
checks them, and so are names and prose, which may be anything.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from obsidia_core.content.catalog import PHASES, PLAYS, TRIGGERS
from obsidia_core.content.checks import check
from obsidia_core.content.entries import Collected, Entry, collect
from obsidia_core.content.lexicon import NUMBER, NUMBER_WORDS
from obsidia_core.content.lint import lint
from obsidia_core.content.problems import Position, Problem
from obsidia_core.content.sources import Source, read_sources
from obsidia_core.content.spell_checks import terms_of
from obsidia_core.content.uses import Hooks, items
from obsidia_core.plugins import load_plugins
from obsidia_core.plugins.resources import content_root

MISTAKES = 200
SEED = 2
SHARE = 0.95
KINDS = ("key", "name", "number", "kind")
FREE = ("id", "name", "text", "when", "examples")
"""Keys of a card whose values may be anything."""


class Numbers:
    """A small generator of numbers, so that the mistakes are the same everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % bound

    def pick(self, things: Sequence[Any]) -> Any:
        return things[self.below(len(things))]


@attrs.frozen
class Place:
    """A word or number of a card where a mistake can be made.

    Attributes:
        others: what may stand there instead by mistake; empty for a misspelling.
    """

    kind: str
    position: Position
    said: str
    others: tuple[str, ...] = ()


def places(spell: Entry, hooks: Hooks) -> Iterator[Place]:
    """Everywhere in a card."""
    data = spell.data
    for key in data:
        yield Place("key", spell.at(key, key=True), key)
    for key, words in (("phase", PHASES), ("play", PLAYS), ("trigger", TRIGGERS)):
        if key in data:
            yield Place("kind", spell.at(key), data[key], words)
    for index, target in enumerate(data.get("targets", ())):
        yield Place("key", spell.at("targets", index, "as", key=True), "as")
        yield Place("name", spell.at("targets", index, "as"), target["as"])
    for use in terms_of(data).all:
        named = spell.at(*use.name_at, key=use.named_by_key)
        same_kind = tuple(name for kind, name in hooks if kind == use.kind)
        yield Place("name", named, use.name)
        yield Place("kind", named, use.name, same_kind)
        for key, value in use.given.items():
            path = (*use.params_at, key)
            param = hooks[use.kind, use.name].params[key]
            yield Place("key", spell.at(*path, key=True), key)
            allowed = tuple(map(str, (*param.choices, *param.words)))
            for where, item in items(value, path):
                yield from _value(spell.at(*where), item, allowed)
    for key in ("text", "when"):
        for number, match in enumerate(NUMBER.finditer(data.get(key, ""))):
            position = spell.document.find((*spell.path, key), NUMBER, number)
            yield Place("number", position, match[0], _numbers(match[0]))


def _value(position: Position, item: Any, words: tuple[str, ...]) -> Iterator[Place]:
    if isinstance(item, bool):
        said = str(item).lower()
        yield Place("kind", position, said, ("true", "false"))
    elif isinstance(item, int):
        yield Place("number", position, str(item), tuple(map(str, range(-1, 8))))
    else:
        yield Place("name", position, item)
        if len(words) > 1:
            yield Place("kind", position, item, words)


def _numbers(said: str) -> tuple[str, ...]:
    if said.isdigit():
        return tuple(map(str, range(1, 8)))
    return tuple(word for word in NUMBER_WORDS if 0 < NUMBER_WORDS[word] < 8)


def misspelt(word: str, numbers: Numbers) -> str:
    """The word with a letter doubled, left out or exchanged with the next."""
    at = numbers.below(len(word))
    if len(word) == 1:
        return word * 2
    return {
        0: word[:at] + word[at] + word[at:],
        1: word[:at] + word[at + 1 :],
        2: word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
    }[numbers.below(3)]


def mistake(place: Place, numbers: Numbers) -> str:
    """What stands in the place by mistake."""
    others = [other for other in place.others if other != place.said]
    wrong = place.said
    while wrong == place.said:
        wrong = numbers.pick(others) if others else misspelt(place.said, numbers)
    return str(wrong)


@attrs.frozen
class Content:
    """The default content as it was read."""

    entries: Sequence[Entry]
    hooks: Hooks

    def spells(self) -> list[Entry]:
        """The cards that are written in the language."""
        return [one for one in self.entries if one.kind == "spell" and "effects" in one.data]

    def problems(self, spell: Entry, place: Place | None = None, wrong: str = "") -> set[Problem]:
        """What is wrong with a card when one of its places is different.

        The card is read alone, on the lines on which it stands in its file; the rest is as it was.
        """
        lines = read_lines(spell.document.file)
        if place is not None:
            number, column = place.position.line - 1, place.position.column - 1
            line = lines[number]
            assert line[column:].startswith(place.said), line
            lines[number] = line[:column] + wrong + line[column + len(place.said) :]
        start = spell.at().line - 1
        ends = (at for at in range(start + 1, len(lines)) if lines[at].startswith("  - id:"))
        end = next(ends, len(lines))
        alone = [f"class: {spell.owner}", "spells:", *[""] * (start - 2), *lines[start:end]]
        path = content_root() / "spells" / "mistaken.yaml"
        fresh = collect([Source("default", path, "\n".join(alone).encode())])
        at = self.entries.index(spell)
        others = [*self.entries[:at], *self.entries[at + 1 :]]
        found = Collected([*others[:at], *fresh.entries, *others[at:]], [], fresh.complete)
        entries, problems = check(found, self.hooks)
        seen = [one for one in entries if one.kind != "spell" or one in fresh.entries]
        return {*fresh.problems, *problems, *lint(seen, self.hooks)}


@cache
def file_lines(file: str) -> Sequence[str]:
    return Path(file).read_text(encoding="utf-8").splitlines()


def read_lines(file: str) -> list[str]:
    return list(file_lines(file))


@pytest.fixture(scope="module")
def content() -> Content:
    registry = load_plugins()
    found = collect(read_sources(registry.packs))
    assert found.problems == []
    entries, problems = check(found, registry.hooks)
    assert problems == []
    return Content(entries, registry.hooks)


def mistakes(content: Content) -> Iterator[tuple[Entry, Place, str]]:
    """Two hundred mistakes, as many of each kind."""
    numbers = Numbers(SEED)
    spells = content.spells()
    made = 0
    while made < MISTAKES:
        spell = numbers.pick(spells)
        kind = KINDS[made % len(KINDS)]
        fitting = [place for place in places(spell, content.hooks) if place.kind == kind]
        if fitting:
            place = numbers.pick(fitting)
            made += 1
            yield spell, place, mistake(place, numbers)


def test_mistakes_in_cards_are_reported_at_their_line(
    content: Content, capsys: pytest.CaptureFixture[str]
) -> None:
    reported: Counter[str] = Counter()
    missed: list[str] = []
    for spell, place, wrong in mistakes(content):
        before = content.problems(spell)
        lines = {one.position.line for one in content.problems(spell, place, wrong) - before}
        if place.position.line in lines:
            reported[place.kind] += 1
        else:
            elsewhere = f", reported in {sorted(lines)}" if lines else ""
            where = f"{place.position}: {place.kind} {place.said} -> {wrong}"
            missed.append(f"{where} ({spell.id}){elsewhere}")
    share = reported.total() / MISTAKES
    with capsys.disabled():
        figure = f"{reported.total()} of {MISTAKES} mistakes in cards reported at their line"
        sys.stdout.write(f"\n{figure}: {share:.1%}\n")
    assert share >= SHARE, "\n".join(missed)
