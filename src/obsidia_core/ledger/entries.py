"""Rules and rulings as values, and the ledger that holds them."""

import difflib
import functools
import re
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any

import attrs

OBSIDIA = "obsidia"

ENTRY_ID = re.compile(r"\b[A-Z]{2,12}-\d{2,3}\b")
"""The form of an id, an area in capitals, a hyphen, and two or three digits."""


class UnknownEntryError(LookupError):
    """No rule or ruling has this id.

    Attributes:
        id: the id asked for.
        hint: the nearest id that exists, or None if none is near.
    """

    def __init__(self, entry_id: str, hint: str | None) -> None:
        self.id = entry_id
        self.hint = hint
        suggestion = f"; did you mean {hint}?" if hint else ""
        super().__init__(f"the ledger has no entry {entry_id!r}{suggestion}")


@attrs.frozen(kw_only=True)
class Rule:
    """One atomic rule of the rulebook, restated.

    Attributes:
        id: area and number, such as `TOWN-07`.
        statement: the rule in a sentence or two.
        section: the part of the rulebook it stands in.
        kind: `rule`, `exception`, `option`, `definition` or `component`.
        check: how a small test can show it, as given / when / then.
    """

    id: str
    statement: str
    section: str
    kind: str
    check: str

    @property
    def area(self) -> str:
        """The part of the id before the number, such as `TOWN`."""
        return area_of(self.id)

    @property
    def text(self) -> str:
        """The statement, under the name that rules and rulings share."""
        return self.statement


@attrs.frozen(kw_only=True)
class Ruling:
    """A decision the engine takes where the rulebook is silent or contradicts itself.

    Attributes:
        id: `RULING-` and a number.
        question: what the rulebook leaves open.
        ruling: what the engine does.
        why: the reason.
        related: ids of the rules it bears on.
        configurable: whether a ruleset option changes it.
        option: the name of that option; None if not configurable.
        default: the option's default: a scalar, or a mapping of scalars.
        values: what the option takes, where that is a short list; a type in words may stand in it.
    """

    id: str
    question: str
    ruling: str
    why: str
    related: tuple[str, ...]
    configurable: bool
    option: str | None = None
    default: Any = None
    values: tuple[Any, ...] | None = None

    @property
    def area(self) -> str:
        """Always `RULING`."""
        return area_of(self.id)

    @property
    def text(self) -> str:
        """The ruling, under the name that rules and rulings share."""
        return self.ruling


Entry = Rule | Ruling


@attrs.frozen(kw_only=True)
class Area:
    """A part of the ledger.

    Attributes:
        name: what its ids begin with, such as `TOWN`.
        title: the area in words.
        ids: its entries, in order.
    """

    name: str
    title: str
    ids: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Ledger:
    """All rules and rulings of a game, in rulebook order.

    Attributes:
        rules: rule id to rule.
        rulings: ruling id to ruling.
        areas: area name to area; the rulings are the last area.
        game: name of the game; tests of other games are not about this ledger.
    """

    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    areas: Mapping[str, Area]
    game: str = OBSIDIA

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self.rules or entry_id in self.rulings

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id, rules before rulings."""
        return (*self.rules, *self.rulings)

    def entry(self, entry_id: str) -> Entry:
        """The rule or ruling of that id.

        Raises:
            UnknownEntryError: a `LookupError` that names the nearest id.
        """
        found = self.rules.get(entry_id) or self.rulings.get(entry_id)
        if found is None:
            raise UnknownEntryError(entry_id, self.nearest(entry_id))
        return found

    def typed(self, text: str) -> str:
        """The id that somebody typed, whose letters' case does not matter where it tells nothing.

        >>> load_ledger().typed("town-07")
        'TOWN-07'
        """
        return text if text in self else text.upper()

    def nearest(self, entry_id: str) -> str | None:
        """The existing id most like this one, or None if none is near."""
        near = difflib.get_close_matches(entry_id.upper(), self.ids, n=1, cutoff=0.75)
        return near[0] if near else None

    def options(self) -> Mapping[str, tuple[Ruling, ...]]:
        """Ruleset option to the rulings it configures, in ledger order."""
        table: dict[str, tuple[Ruling, ...]] = {}
        for ruling in self.rulings.values():
            if ruling.option is not None:
                table[ruling.option] = (*table.get(ruling.option, ()), ruling)
        return MappingProxyType(table)


def area_of(entry_id: str) -> str:
    """The area an id belongs to: what stands before its last hyphen."""
    return entry_id.rpartition("-")[0]


def read_data(name: str) -> Any:
    """The content of one of the ledger's own YAML files."""
    import yaml

    text = resources.files("obsidia_core.ledger").joinpath(name).read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(text, Loader=loader)  # noqa: S506  # both are safe loaders


@functools.cache
def load_ledger() -> Ledger:
    """The ledger, read from package data on the first call and shared after that."""
    rules = {entry["id"]: Rule(**entry) for entry in read_data("obsidia-rules.yaml")["rules"]}
    rulings = {}
    for entry in read_data("obsidia-rulings.yaml")["rulings"]:
        ruling = Ruling(**{key: _frozen(value) for key, value in entry.items()})
        rulings[ruling.id] = ruling
    members: dict[str, list[str]] = {}
    for entry_id in (*rules, *rulings):
        members.setdefault(area_of(entry_id), []).append(entry_id)
    areas = {
        name: Area(name=name, title=title, ids=tuple(members[name]))
        for name, title in read_data("areas.yaml").items()
    }
    return Ledger(
        rules=MappingProxyType(rules),
        rulings=MappingProxyType(rulings),
        areas=MappingProxyType(areas),
    )


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value
