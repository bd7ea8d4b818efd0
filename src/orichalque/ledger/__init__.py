"""The rules ledger of Orichalque: the solo rules, the rulings on their gaps, the base-game data.

`obsidia_core.ledger.report.coverage(tests, ledger=load_ledger())` tells which no test shows. The
rules of the base game are cited by their path in the data, such as `base:temples.needs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Any

import attrs

from obsidia_core.ledger import Area, Ledger, Rule, Ruling
from obsidia_core.ledger.entries import area_of
from orichalque.data.loading import BASE_FILE, base_document, package_text
from orichalque.merge import at, paths
from orichalque.options import RULINGS, Options

RULES_FILE = ("ledger", "orichalque-rules.yaml")
BASE = "base:"
SAYING = ("effect", "rule", "value")
"""Keys under which an entry of the base-game data says what it is about."""
ORIGIN = frozenset({"confidence", "seen_in", "note"})
"""Keys about where an entry is known from."""

TITLES: Mapping[str, str] = {
    "SETUP": "Setup",
    "TURN": "Course of the game",
    "SELECT": "Phase 1: select an Action card",
    "PLACE": "Phase 2: place a terrain tile",
    "PRODUCE": "Phase 3: produce Orichalcum",
    "RECRUIT": "Phase 3: recruit Hoplites",
    "BUILD": "Phase 3: build",
    "CAPTURE": "Phase 3: capture creatures",
    "EXTRA": "Phase 4: play an extra action",
    "DISCARD": "Phase 5: discard an Action card",
    "ROUND": "End of round",
    "WIN": "End of game and victory",
    "R": "Rulings",
}


@attrs.frozen(kw_only=True)
class OrichalqueLedger(Ledger):
    """The ledger, which also knows every path of the base-game data."""

    base: Any = attrs.field(repr=False)

    def __contains__(self, entry_id: object) -> bool:
        if isinstance(entry_id, str) and entry_id.startswith(BASE):
            try:
                at(self.base, entry_id.removeprefix(BASE))
            except KeyError:
                return False
            return True
        return super().__contains__(entry_id)

    def entry(self, entry_id: str) -> Rule | Ruling:
        """The rule, the ruling, or what the base-game data say at a path.

        Raises:
            UnknownEntryError: there is none.
        """
        if entry_id.startswith(BASE) and entry_id in self:
            return Rule(
                id=entry_id,
                statement=_stated(self.base, entry_id.removeprefix(BASE)),
                section="base game",
                kind="definition",
                check="",
            )
        return super().entry(entry_id)

    def typed(self, text: str) -> str:
        """The id that was typed; paths of the base-game data are written small."""
        small = text.lower()
        return small if text not in self and small.startswith(BASE) else super().typed(text)

    def nearest(self, entry_id: str) -> str | None:
        """The existing id most like this one, a path for a path; None if none is near."""
        if not entry_id.startswith(BASE):
            return super().nearest(entry_id)
        near = get_close_matches(entry_id.removeprefix(BASE), list(paths(self.base)), n=1)
        return f"{BASE}{near[0]}" if near else None


@cache
def load_ledger() -> OrichalqueLedger:
    """The ledger, read from package data on the first call and shared after that."""
    from obsidia_core.content.yamlfile import read_yaml

    document = read_yaml(package_text(*RULES_FILE), RULES_FILE[1])[0]
    rules = {entry["id"]: Rule(**entry) for entry in document.value["rules"]}
    base = base_document().value
    options = _options()
    rulings = {entry["id"]: _ruling(entry, options) for entry in base["rulings"]}
    members: dict[str, list[str]] = {}
    for entry_id in (*rules, *rulings):
        members.setdefault(area_of(entry_id), []).append(entry_id)
    areas = {
        name: Area(name=name, title=TITLES.get(name, name), ids=tuple(ids))
        for name, ids in members.items()
    }
    return OrichalqueLedger(
        rules=MappingProxyType(rules),
        rulings=MappingProxyType(rulings),
        areas=MappingProxyType(areas),
        game="orichalque",
        base=base,
    )


def _stated(base: Any, path: str) -> str:
    """What the base-game data say at a path; numbers and lists with what they are."""
    value = at(base, path)
    said = value
    while isinstance(said, dict) and any(key in said for key in SAYING):
        said = next(said[key] for key in SAYING if key in said)
    if isinstance(said, str):
        return _in_words(said)
    named = ", ".join(path.replace("_", " ").split("."))
    return f"{named}: {_in_words(said)}"


def _in_words(value: Any) -> str:
    """What a part of the base-game data says, without where it is known from."""
    if isinstance(value, list):
        return "; ".join(map(_in_words, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, dict):
        return str(value).replace("_", " ")
    for key in SAYING:
        if key in value:
            return _in_words(value[key])
    told = [_part(key, part) for key, part in value.items() if key not in (*ORIGIN, "id")]
    named = [f"{_in_words(value['id'])}: "] if "id" in value and told else []
    return "".join(named) + (", ".join(told) or _in_words(value.get("id", "")))


def _part(key: str, value: Any) -> str:
    """A part with its key; of what is so or not the key alone, such as `not mandatory`."""
    name = key.replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} {'none' if value is None else _in_words(value)}"


def _options() -> dict[str, attrs.Attribute[Any]]:
    """Ruling to the option that configures it."""
    return {ruling: field for field in attrs.fields(Options) for ruling in field.metadata[RULINGS]}


def _ruling(entry: Mapping[str, Any], options: Mapping[str, attrs.Attribute[Any]]) -> Ruling:
    option = options.get(entry["id"])
    return Ruling(
        id=entry["id"],
        question=entry["question"],
        ruling=entry["ruling"],
        why=f"{entry['confidence']}, see {BASE_FILE[1]}",
        related=tuple(entry["about"]),
        configurable=option is not None,
        option=None if option is None else option.name,
        default=None if option is None else option.default,
        values=None if option is None else option.metadata["values"],
    )
