"""Compares what a card says with what it does: numbers and words with a meaning of their own.

Whatever the text promises has to come from something in the card's conditions, targets or effects,
and the other way round. Only words in `lexicon` are compared; the rest of a text is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from obsidia_core.content.entries import Entry
from obsidia_core.content.lexicon import (
    PHASE_WORDS,
    TERRAIN_SIGNS,
    TRIGGER_WORDS,
    WORDS,
    Word,
    name_pattern,
    number_of,
)
from obsidia_core.content.parts import Card, Found
from obsidia_core.content.problems import Problem
from obsidia_core.content.schema import Path
from obsidia_core.content.uses import Hooks


class Wording:
    """Compares texts and effects of cards."""

    def __init__(self, hooks: Hooks, entries: Mapping[str, Mapping[str, Entry]]) -> None:
        """Make ready for the cards of a set of definitions, by kind and id."""
        self._hooks = hooks
        self._entries = entries
        self._creatures = {
            one.id: name_pattern(str(one.data["name"]))
            for one in entries.get("creature", {}).values()
        }
        self._words = (*WORDS, *self._names())

    def _names(self) -> Iterator[Word]:
        for creature, pattern in self._creatures.items():
            yield Word(creature.replace("_", " "), pattern, frozenset({creature}))
        for terrain in self._entries.get("terrain", {}):
            signs = frozenset(TERRAIN_SIGNS.get(terrain, "").split())
            name = terrain.replace("_", " ")
            yield Word(name, name_pattern(terrain), frozenset({terrain}), signs)

    def check(self, spell: Entry) -> Iterator[Problem]:
        """Contradictions between the text of a card with effects and these."""
        card = Card(spell, self._hooks, self._entries)
        yield from self._words_of(spell, card)
        yield from _phase(spell, card)
        yield from _trigger(spell, card)
        yield from _numbers(spell, card)

    def _words_of(self, spell: Entry, card: Card) -> Iterator[Problem]:
        signs = {sign.name for sign in card.signs}
        named = [one for one in self._creatures.values() if card.first(one)]
        for word in self._words:
            hidden = [one for one in named if one is not word.pattern] if named else ()
            found = card.first(word.pattern, hidden)
            shown = not signs.isdisjoint(word.shown_by)
            if found:
                accounted = shown or word.needed_only or not signs.isdisjoint(word.allowed_by)
                if not accounted and f"says:{word.name}" not in signs:
                    yield _undone(spell, card, word, found)
            elif shown and not (word.instead and card.first(word.instead)):
                yield from _unsaid(spell, card, word)


def _undone(spell: Entry, card: Card, word: Word, found: Found) -> Problem:
    """Something the text promises and nothing does."""
    for sign in card.signs:
        key = sign.name.removesuffix("=false")
        if key in word.shown_by and sign.path is not None:
            message = f"the text says {found.said!r}, but {key!r} is false"
            return spell.problem("text-word", message, None, *sign.path)
    message = f"the text says {found.said!r}, but nothing on the card does"
    known = sorted(one for one in word.shown_by if ":" not in one)[:3]
    hint = f"as would {' or '.join(known)}" if known else None
    return Problem(found.at(spell), "text-word", message, hint)


def _unsaid(spell: Entry, card: Card, word: Word) -> Iterator[Problem]:
    """What a card is made of and its text does not mention."""
    told: set[Path] = set()
    for sign in card.signs:
        if sign.name in word.shown_by and sign.path is not None and sign.path not in told:
            told.add(sign.path)
            by_key = sign.path == sign.use.name_at and sign.use.named_by_key
            what = sign.name.removeprefix("target:")
            message = f"{what!r} is not in the text, which does not say {word.name!r}"
            yield Problem(spell.at(*sign.path, key=by_key), "text-word", message)


def _phase(spell: Entry, card: Card) -> Iterator[Problem]:
    phase = spell.data["phase"]
    for pattern, phases in PHASE_WORDS:
        found = card.first(pattern)
        if found and phase not in phases:
            message = f"the text says {found.said!r}, and the card is of phase {phase}"
            hint = f"phase {' or '.join(phases)} would fit"
            yield spell.problem("text-word", message, hint, "phase")


def _trigger(spell: Entry, card: Card) -> Iterator[Problem]:
    trigger = spell.data.get("trigger")
    for pattern, triggers in TRIGGER_WORDS:
        found = card.first(pattern, keys=("when",))
        if found and trigger is not None and trigger not in triggers:
            message = f"'when' says {found.said!r}, and the card answers {trigger!r}"
            hint = f"trigger {' or '.join(triggers)} would fit"
            yield spell.problem("text-word", message, hint, "trigger")


def _numbers(spell: Entry, card: Card) -> Iterator[Problem]:
    """Numbers of the text that the card does not have, and the other way round."""
    told = [(number, number.path) for number in card.numbers if number.path is not None]
    counts = Counter(abs(number.value) for number, _path in told)
    said = Counter(number_of(found.said) for found in card.numbers_said())
    chosen = {count for count in card.target_counts() if count > 1}
    needed = [*(number.value for number, _path in told), *chosen]
    unsaid = not all(map(card.says_number, needed))
    # With something amiss a number needs a source that the text has to mention.
    values = set(counts) if unsaid else {abs(number.value) for number in card.numbers}
    undone = [
        found
        for found in card.numbers_said()
        if (value := number_of(found.said)) >= (1 if unsaid else 2)
        and value not in values
        and (found.said.isdigit() or value not in chosen)
    ]
    for number, path in told:
        value = abs(number.value)
        # Where the text has another number, an article or one mention for two does not do.
        if not card.says_number(number.value) or (undone and counts[value] > said[value]):
            message = f"the number {number.value} is not in the text"
            message = f"{message}, and {number.owner} has it" if number.owner else message
            hint = f"the text says {undone[0].said!r}" if undone else None
            yield spell.problem("text-number", message, hint, *path)
    for found in undone:
        message = f"the text says {found.said!r}, but no number on the card does"
        yield Problem(found.at(spell), "text-number", message)
