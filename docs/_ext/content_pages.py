"""Pages made from the catalog and the registry when the documentation is built.

- `obsidia-primitives KIND` lists conditions, targets or effects of the language of spells.
- `obsidia-hooks KIND...` lists the other hooks that content may name.
- `obsidia-spells`, `obsidia-terrains`, `obsidia-creatures`, `obsidia-tiles` list the content.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import yaml
from docs._ext.ledger_pages import LedgerDirective
from docutils import nodes
from sphinx.application import Sphinx

from obsidia_core.content import Catalog, SpellDef, load_catalog
from obsidia_core.ledger import load_ledger
from obsidia_core.ledger.entries import ENTRY_ID
from obsidia_core.model.geometry import exits_text
from obsidia_core.model.hooks import EnterHook
from obsidia_core.plugins import HookEntry, Param
from obsidia_core.plugins.resources import content_root

SECTIONS: Mapping[str, str] = {
    "condition": "conditions",
    "target": "targets",
    "effect": "effects",
}
"""Kind of primitive to the key of a card that it stands under."""
SHOWN = 6
"""Cards named for a primitive; of more only the number is told."""


def catalog() -> Catalog:
    """The installed content; pages show nothing else."""
    return load_catalog()


@cache
def source(kind: str) -> Mapping[str, Mapping[str, Any]]:
    """Definitions as the files of the default content have them, by id."""
    found: dict[str, Mapping[str, Any]] = {}
    for path in sorted((content_root() / "spells").glob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            for entry in document.get(kind, ()):
                if isinstance(entry, Mapping):
                    found[entry["id"]] = entry
    return found


def cited(text: str) -> str:
    """A text with links at the ids of ledger entries."""
    known = load_ledger()

    def link(match: re.Match[str]) -> str:
        return f"{{rule}}`{match[0]}`" if match[0] in known.ids else match[0]

    return ENTRY_ID.sub(link, text)


def as_yaml(data: Any) -> Iterator[str]:
    """A block of YAML."""
    yield "```yaml"
    text = yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=88)
    yield from text.splitlines()
    yield "```\n"


def documentation(entry: HookEntry) -> str:
    """What a hook does, from the docstring of its implementation."""
    implementation: Any = entry.function
    if isinstance(implementation, EnterHook):
        implementation = implementation.step
    text = inspect.getdoc(implementation)
    if not text:
        raise ValueError(f"{entry.kind} hook {entry.name!r} has no docstring")
    return text


def parameter(name: str, param: Param) -> str:
    """One line about a parameter."""
    if param.refers_to == "target":
        what = "the name of a target of the card"
        if param.accepts:
            what += " of kind " + " or ".join(f"`{kind}`" for kind in param.accepts)
    elif param.refers_to is not None:
        what = f"the id of a {param.refers_to}"
        what = f"ids, each of a {param.refers_to}" if param.type == list[str] else what
    elif param.choices:
        several = param.type in (list[int], list[str])
        what = "a list out of " if several else ""
        what += ", ".join(f"`{choice}`" for choice in param.choices)
    else:
        what = param.type_name
    if param.words and f"{param.words[0]}" not in what:
        what += ", or " + ", ".join(f"`{word}`" for word in param.words)
    if param.required:
        return f"- `{name}`: {what}; required"
    default = yaml.safe_dump(
        list(param.default) if isinstance(param.default, tuple) else param.default
    ).split("\n")[0]
    return f"- `{name}`: {what}" + ("" if default in ("null", "[]") else f"; default `{default}`")


def uses(kind: str, name: str) -> Iterator[tuple[SpellDef, Mapping[str, Any]]]:
    """The cards that use a primitive, each with the part of its file that does."""
    for spell in catalog().spells.values():
        for use in source("spells").get(spell.id, {}).get(SECTIONS[kind], ()):
            if name in (use if isinstance(use, Mapping) else (use,)):
                yield spell, {SECTIONS[kind]: [use]}
                break


def spell_link(spell: SpellDef) -> str:
    """A link to a card."""
    return f"{{ref}}`{spell.name} <spell-{spell.id}>`"


class PrimitivesDirective(LedgerDirective):
    """Every primitive of one kind, with its parameters and a card that uses it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A section for each."""
        return self.parsed("\n".join(self._lines(self.arguments[0])))

    def _lines(self, kind: str) -> Iterator[str]:
        for (of, name), entry in catalog().hooks.items():
            if of == kind:
                yield f"({kind}-{name})="
                yield f"### {name}\n"
                yield from described(entry)
                yield from self._used(kind, name)

    def _used(self, kind: str, name: str) -> Iterator[str]:
        found = list(uses(kind, name))
        if not found:
            yield "No card of the default content uses it.\n"
            return
        spell, part = found[0]
        yield f"As on {spell_link(spell)}:\n"
        yield from as_yaml(part)
        others = [spell_link(one) for one, _ in found[1:]]
        more = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
        if others:
            yield f"Also on {', '.join(others[:SHOWN])}{more}.\n"


def described(entry: HookEntry) -> Iterator[str]:
    """Docstring, rules, phases and parameters of a hook."""
    yield cited(documentation(entry)) + "\n"
    # A parameter may have the name of such an attribute; then it is no tuple or set.
    limits = [getattr(entry.function, name, ()) for name in ("rules", "target_rules")]
    rules = [rule for one in limits if isinstance(one, tuple) for rule in one]
    if rules:
        yield f"Limited by {', '.join(f'{{rule}}`{rule}`' for rule in rules)}.\n"
    if getattr(entry.function, "standing", False) is True:
        yield "It holds while the card lies face-up.\n"
    for attribute, what in (("phases", "phase"), ("triggers", "trigger")):
        values = getattr(entry.function, attribute, None)
        if isinstance(values, frozenset) and len(values) < 6:
            yield f"On cards of {what} {', '.join(sorted(values))}.\n"
    for name, param in entry.params.items():
        yield parameter(name, param)
    yield ""


class HooksDirective(LedgerDirective):
    """Every hook of some kinds that is no primitive of spells, with parameters."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """A section for each kind."""
        return self.parsed("\n".join(self._lines(self.arguments[0].split())))

    def _lines(self, kinds: Iterable[str]) -> Iterator[str]:
        for kind in kinds:
            yield f"### {kind}\n"
            for (of, name), entry in catalog().hooks.items():
                if of == kind:
                    yield f"`{name}` (from {entry.plugin})"
                    first, *rest = "\n".join(described(entry)).splitlines()
                    yield f": {first}"
                    yield from (f"  {line}" if line else "" for line in rest)
                    yield ""


class SpellsDirective(LedgerDirective):
    """All cards, class by class: text, moment, and what the rules read."""

    def run(self) -> list[nodes.Node]:
        """A section for each class."""
        return self.parsed("\n".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        for one in catalog().classes.values():
            yield f"## {one.name}\n"
            yield one.summary + "\n"
            for spell in one.spells:
                yield from self._card(catalog().spells[spell])

    def _card(self, spell: SpellDef) -> Iterator[str]:
        written = source("spells").get(spell.id, {})
        yield f"(spell-{spell.id})="
        yield f"### {spell.name}\n"
        facts = [f"`{spell.id}`", f"phase {spell.phase}", spell.play]
        if spell.trigger:
            facts.append(f"answers {spell.trigger}")
        yield ", ".join(facts) + (f"; {spell.when}" if spell.when else "") + "\n"
        yield f"> {spell.text}\n"
        parts = {key: written[key] for key in (*SECTIONS.values(), "hook") if key in written}
        if parts:
            yield from as_yaml(parts)
        yield from self._made_of(spell)
        rules = [
            rule for example in written.get("examples", ()) for rule in example.get("rules", ())
        ]
        if written.get("examples"):
            shown = ", ".join(f"{{rule}}`{rule}`" for rule in dict.fromkeys(rules))
            number = len(written["examples"])
            yield f"{number} examples" + (f", which show {shown}" if shown else "") + ".\n"

    def _made_of(self, spell: SpellDef) -> Iterator[str]:
        names = [
            *(("condition", one.hook) for one in spell.conditions),
            *(("target", one.hook.hook) for one in spell.targets),
            *(("effect", one.hook) for one in spell.effects),
        ]
        links = [f"{{ref}}`{name} <{kind}-{name}>`" for kind, name in dict.fromkeys(names)]
        if links:
            yield f"Made of {', '.join(links)}.\n"


class TerrainsDirective(LedgerDirective):
    """All kinds of tiles, with the hooks they name."""

    def run(self) -> list[nodes.Node]:
        """A section for each."""
        plain = ("id", "name", "letter", "summary")
        return self.parsed("\n".join(things(catalog().terrains, source("terrains"), plain)))


class CreaturesDirective(LedgerDirective):
    """All creatures, with the hooks they name and the cards that summon them."""

    def run(self) -> list[nodes.Node]:
        """A section for each."""
        plain = ("id", "name", "summary")

        def summoned(creature: str) -> Iterator[str]:
            cards = [
                spell_link(spell)
                for spell in catalog().spells.values()
                if any(one.params.get("creature") == creature for one in spell.effects)
            ]
            if cards:
                yield f"Summoned by {', '.join(cards)}.\n"

        written = source("creatures")
        return self.parsed("\n".join(things(catalog().creatures, written, plain, summoned)))


def things(
    found: Mapping[str, Any],
    written: Mapping[str, Mapping[str, Any]],
    plain: Iterable[str],
    more: Callable[[str], Iterable[str]] = lambda _: (),
) -> Iterator[str]:
    """Definitions with name and summary, then the rest of what their file says as YAML."""
    for one in found.values():
        yield f"### {one.name}\n"
        letter = f", {one.letter} on maps" if hasattr(one, "letter") else ""
        yield f"`{one.id}`{letter}. {one.summary}\n"
        rest = {key: value for key, value in written[one.id].items() if key not in plain}
        if rest:
            yield from as_yaml(rest)
        yield from more(one.id)


class TilesDirective(LedgerDirective):
    """How many tiles of which terrain and exits each set has, and the faces of the colonies."""

    def run(self) -> list[nodes.Node]:
        """A table of tiles and one of colonies."""
        return self.parsed("\n".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        sets = dict.fromkeys(tile.set for tile in catalog().tiles.values())
        yield "| terrain | " + " | ".join(sets) + " |"
        yield "|---" * (len(sets) + 1) + "|"
        for terrain in catalog().terrains.values():
            row = [
                ", ".join(
                    exits_text(tile.exits)
                    for tile in catalog().tiles.values()
                    if tile.set == one and tile.terrain == terrain.id
                )
                for one in sets
            ]
            if any(row):
                yield f"| {terrain.name} | " + " | ".join(row) + " |"
        yield "\n### Home colonies\n"
        yield "| colony | class | front | back |"
        yield "|---|---|---|---|"
        for colony in catalog().colonies.values():
            owner = catalog().classes[colony.class_id].name
            faces = f"{exits_text(colony.front)} | {exits_text(colony.back)}"
            yield f"| `{colony.id}` | {owner} | {faces} |"


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the directives."""
    app.add_directive("obsidia-primitives", PrimitivesDirective)
    app.add_directive("obsidia-hooks", HooksDirective)
    app.add_directive("obsidia-spells", SpellsDirective)
    app.add_directive("obsidia-terrains", TerrainsDirective)
    app.add_directive("obsidia-creatures", CreaturesDirective)
    app.add_directive("obsidia-tiles", TilesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
