"""Numbered menus out of legal actions, and what somebody meant by what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.cli.terminal.labels import Label
from obsidia_core.kernel.actions import Action

LONG = 12
"""Choices of one decision up to which each of them has a number of its own."""
CLOSING = frozenset({"undo", "end_phase", "end_turn", "defer", "pass"})
"""Types of actions that do nothing new."""
PLACE = re.compile(r"-?\d+,-?\d+")
_CUT = re.compile(r"[\s>]+")
_SIGNS = ".,;:!?()\"'"


@attrs.frozen
class Choice:
    """One legal action with its words.

    Attributes:
        action: the action.
        text: its text form.
        label: what a person reads.
        fields: its JSON form.
    """

    action: Action
    text: str
    label: Label
    fields: Mapping[str, Any] = attrs.field(hash=False)

    @property
    def whole(self) -> str:
        """The choice in one sentence, heading included."""
        head, text = self.label.head, self.label.text
        if not head:
            return text
        return f"{head} {text}" if head.endswith(("?", ":")) else f"{head}: {text}"


@attrs.frozen
class Entry:
    """One line of a menu: a choice, or several that share a space."""

    head: str
    text: str
    choices: tuple[Choice, ...]

    @property
    def single(self) -> Choice | None:
        """The one choice, or None."""
        return self.choices[0] if len(self.choices) == 1 else None


@attrs.frozen
class Menu:
    """A numbered list.

    Attributes:
        entries: in order; the first has number 1.
        part: whether it shows only some of the legal choices.
    """

    entries: tuple[Entry, ...]
    part: bool = False

    @classmethod
    def of(cls, choices: Sequence[Choice], part: bool = False) -> Menu:
        """All choices under their headings; long lists are gathered by space or first words."""
        ordered = _by_head(choices)
        if len(ordered) <= LONG:
            return cls(tuple(_entry([one]) for one in ordered), part)
        gathered = _gathered(ordered, lambda one: (one.label.head, one.label.place))
        if len(gathered) > 2 * LONG and not any(one.label.place for one in ordered):
            gathered = _gathered(ordered, lambda one: tuple(one.text.split()[:2]))
        if len(gathered) == 1:
            gathered = [[one] for one in ordered]
        return cls(tuple(map(_entry, gathered)), part)

    def number(self, number: int) -> Entry | None:
        """The entry of that number, or None."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    @property
    def marks(self) -> dict[str, str]:
        """Numbers to be shown on the spaces that entries are about."""
        found: dict[str, str] = {}
        for number, entry in enumerate(self.entries, 1):
            place = entry.choices[0].label.place
            if place is not None and all(one.label.place == place for one in entry.choices):
                found.setdefault(place, f"({number})")
        return found


def _entry(choices: Sequence[Choice]) -> Entry:
    first = choices[0]
    if len(choices) == 1:
        return Entry(first.label.head, first.label.text, tuple(choices))
    if first.label.place is not None:
        text = f"at {first.label.place}: {len(choices)} ways"
    else:
        text = f"{_common(one.text for one in choices)} ...: {len(choices)} ways"
    return Entry(first.label.head, text, tuple(choices))


def _common(texts: Iterable[str]) -> str:
    """The words that all texts begin with."""
    words = [text.split() for text in texts]
    shared = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(column[0])
    return " ".join(shared)


def _by_head(choices: Sequence[Choice]) -> list[Choice]:
    """Choices with the same heading side by side; those that end or leave something come last."""
    heads = dict.fromkeys(one.label.head for one in choices if one.label.head)
    order = {head: number for number, head in enumerate(heads, 1)}
    last = len(order) + 1
    return sorted(
        choices,
        key=lambda one: last if one.fields.get("type") in CLOSING else order.get(one.label.head, 0),
    )


def _gathered(
    choices: Sequence[Choice], key: Callable[[Choice], tuple[Any, ...]]
) -> list[list[Choice]]:
    found: dict[tuple[Any, ...], list[Choice]] = {}
    for number, one in enumerate(choices):
        its = key(one)
        found.setdefault(its if None not in its else (number,), []).append(one)
    return list(found.values())


def matching(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices that fit what somebody typed.

    Words of the text form or of the label, in their order, each at least begun; spaces written out.
    A name such as `time_slip` is one word: `time` and `time slip` begin it, `slip` does not. Text
    forms in full, and words in full, come before words only begun.
    """
    words = [part for name in _words(typed) for part in name]
    if not words:
        return []
    wanted = " ".join(typed.lower().split())
    exact = [one for one in choices if one.text.lower() == wanted]
    if exact:
        return exact
    for same in (str.__eq__, str.startswith):
        found = [
            one
            for one in choices
            if _fits(_words(one.text), words, same) or _fits(_words(one.whole), words, same)
        ]
        if found:
            return found
    return []


def _words(text: str) -> list[list[str]]:
    """The words of a text; a name with underscores is one word of several parts."""
    found = []
    for word in _CUT.split(text.lower()):
        parts = [part for one in word.split("_") if (part := one.strip(_SIGNS))]
        if parts:
            found.append(parts)
    return found


def _fits(
    text: Sequence[Sequence[str]], words: Sequence[str], same: Callable[[str, str], bool]
) -> bool:
    """Whether all words come in the text, in order; those that stand for one name begin it."""
    found = {0}  # how many of the words may have come so far
    for parts in text:
        for start in tuple(found):
            for count, (part, word) in enumerate(zip(parts, words[start:], strict=False), 1):
                if not _stands_for(part, word, same):
                    break
                found.add(start + count)
    return len(words) in found


def _stands_for(one: str, word: str, same: Callable[[str, str], bool]) -> bool:
    whole = PLACE.fullmatch(one) or PLACE.fullmatch(word)
    return one == word if whole else same(one, word)
