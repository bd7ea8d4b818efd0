"""A spell card taken to pieces: what it is made of, and what its text says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from obsidia_core.content.entries import Entry
from obsidia_core.content.lexicon import (
    BOUNDS,
    LESS,
    NONE,
    NUMBER,
    NUMBER_SIGNS,
    ONE,
    number_of,
    small,
)
from obsidia_core.content.problems import Position
from obsidia_core.content.schema import Path
from obsidia_core.content.spell_checks import terms_of
from obsidia_core.content.uses import Hooks, Use, items
from obsidia_core.plugins.registry import TARGET, Param

TEXTS = ("text", "when")
_USES_IN: Mapping[str, tuple[str, ...]] = {
    "creature": ("traits", "dice"),
    "terrain": ("enter", "stay", "leave", "travel", "dice"),
}


@attrs.frozen
class Sign:
    """Something that a card is made of.

    Attributes:
        name: see `lexicon`.
        use: the condition, target or effect that it belongs to.
        path: where it stands; None if it is a default or part of another definition, so that the
            text need not mention it.
    """

    name: str
    use: Use
    path: Path | None


@attrs.frozen
class Number:
    """A number that a card is made of.

    Attributes:
        value: the number.
        path: where it stands, or what brings it in; None if the text need not mention it.
        owner: the definition that it is from, if not the card.
    """

    value: int
    path: Path | None
    owner: str = ""


@attrs.frozen
class Found:
    """A piece of a card's text.

    Attributes:
        key: `text` or `when`.
        said: the piece.
        pattern: what it matched.
        place: which match it is in the whole of the text, from 0.
    """

    key: str
    said: str
    pattern: re.Pattern[str]
    place: int

    def at(self, spell: Entry) -> Position:
        """Where it stands in the file."""
        return spell.document.find((*spell.path, self.key), self.pattern, self.place)


class Card:
    """A card taken to pieces.

    Attributes:
        signs: what it is made of.
        numbers: whole numbers among its parameters, and in definitions that these name.
    """

    def __init__(
        self, spell: Entry, hooks: Hooks, entries: Mapping[str, Mapping[str, Entry]]
    ) -> None:
        self._said = {key: str(spell.data[key]) for key in TEXTS if key in spell.data}
        self._texts = {key: small(text) for key, text in self._said.items()}
        self._whole = "\n".join(self._texts.values())
        self._entries = entries
        self._hooks = hooks
        self._terms = terms_of(spell.data)
        self.signs: list[Sign] = []
        self.numbers: list[Number] = []
        for use in self._terms.all:
            self._add(use)

    # What the card is made of

    def _add(self, use: Use) -> None:
        hook = self._hooks.get((use.kind, use.name))
        if hook is None:
            return
        name = f"target:{use.name}" if use.kind == "target" else use.name
        self._sign(use, name, use.name_at)
        for said in getattr(hook.function, "says", ()):
            self._sign(use, f"says:{said}", None)
        for key, value in hook.arguments(use.given).items():
            param = hook.params[key]
            if key in use.given and not param.fits(value):
                continue
            path = (*use.params_at, key) if key in use.given else None
            self._parameter(use, key, value, param, path)

    def _parameter(self, use: Use, key: str, value: Any, param: Param, path: Path | None) -> None:
        listed = list(value) if isinstance(value, tuple) else value
        for where, item in items(listed, path or ()):
            place = where if path is not None else None
            if item is None or (item == 0 and path is None):
                continue
            if isinstance(item, bool):
                self._sign(use, f"{key}={str(item).lower()}", place)
                if item:
                    self._sign(use, key, place)
            elif isinstance(item, int):
                self.numbers.append(Number(item, place))
                self._sign(use, f"{key}{'<' if item < 0 else '>'}0", place)
                self._sign(use, key, place)
            elif isinstance(item, str):
                self._word(use, key, item, param, place)

    def _word(self, use: Use, key: str, item: str, param: Param, place: Path | None) -> None:
        self._sign(use, key, place)
        if param.refers_to == TARGET and item not in param.words:
            return
        self._sign(use, item, place)
        self._sign(use, f"{key}={item}", place)
        if param.refers_to in _USES_IN:
            self._inside(use, str(param.refers_to), item, place)

    def _sign(self, use: Use, name: str, place: Path | None) -> None:
        self.signs.append(Sign(name, use, place))
        if name in NUMBER_SIGNS:
            self.numbers.append(Number(NUMBER_SIGNS[name], place))

    def _inside(self, use: Use, kind: str, name: str, place: Path | None) -> None:
        """What the definition of a creature or terrain brings along."""
        entry = self._entries.get(kind, {}).get(name)
        if entry is None:
            return
        native = entry.data.get("native", []) if kind == "creature" else []
        for terrain in [native] if isinstance(native, str) else native:
            self._sign(use, terrain, None)
            self._inside(use, "terrain", terrain, None)
        owner = f"{kind} {name!r}" if kind == "creature" else ""
        for key in _USES_IN[kind]:
            for _path, one in items(entry.data.get(key, []), ()):
                given = {"hook": one} if isinstance(one, str) else one
                for name_of, value in given.items():
                    self._sign(use, name_of, None)
                    self._values(use, value, place if owner else None, owner)

    def _values(self, use: Use, value: Any, place: Path | None, owner: str) -> None:
        for _path, item in items(value, ()):
            if isinstance(item, str):
                self._sign(use, item, None)
            elif isinstance(item, int) and not isinstance(item, bool):
                self.numbers.append(Number(item, place, owner))

    def target_counts(self) -> Iterator[int]:
        """How many targets of a kind are chosen, for each kind."""
        kinds = [target.name for target in self._terms.targets]
        yield from (kinds.count(kind) for kind in set(kinds))

    # What the card says

    def first(
        self,
        pattern: re.Pattern[str],
        hidden: Iterable[re.Pattern[str]] = (),
        keys: Iterable[str] = TEXTS,
    ) -> Found | None:
        """The first piece of the texts that matches, names in `hidden` left out."""
        if pattern.search(self._whole) is None:
            return None
        for key in keys:
            text = self._texts.get(key, "")
            covered = [span.span() for one in hidden for span in one.finditer(text)]
            for place, match in enumerate(pattern.finditer(text)):
                if not any(start <= match.start() < end for start, end in covered):
                    return Found(key, self._said[key][slice(*match.span())], pattern, place)
        return None

    def numbers_said(self) -> Iterator[Found]:
        """Numbers in the text, bounds of a die's face apart."""
        for key, text in self._texts.items():
            for place, match in enumerate(NUMBER.finditer(text)):
                before = text[: match.start()].lower()
                if not any(
                    before.endswith(bound) and match[0] == BOUNDS[bound] for bound in BOUNDS
                ):
                    yield Found(key, match[0], NUMBER, place)

    def says_number(self, value: int) -> bool:
        """Whether the text has a number, or another word for none or one."""
        if value < 0 and not any(map(LESS.search, self._texts.values())):
            return False
        if any(number_of(found.said) == abs(value) for found in self.numbers_said()):
            return True
        loose = {0: NONE, 1: ONE}.get(value)
        return loose is not None and any(map(loose.search, self._texts.values()))
