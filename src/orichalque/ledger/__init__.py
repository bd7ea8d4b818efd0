"""The rules ledger of Orichalque: the solo rules, the rulings on their gaps, the base-game data.

`obsidia_core.ledger.report.coverage(tests, ledger=load_ledger())` tells which no test shows. The
rules of the base game are cited by their path in the data, such as `base:temples.needs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import attrs

from obsidia_core.ledger import Area, Ledger, Rule, Ruling
from obsidia_core.ledger.entries import area_of
from orichalque.data.loading import BASE_FILE, base_document, package_text
from orichalque.merge import at
from orichalque.options import RULINGS, Options

RULES_FILE = ("ledger", "orichalque-rules.yaml")
BASE = "base:"

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
