"""What a designer should look at again, though a game can be played with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from obsidia_core.content.entries import Entry
from obsidia_core.content.problems import Problem, shown
from obsidia_core.content.spell_checks import terms_of
from obsidia_core.content.uses import Hooks, Use
from obsidia_core.content.wording import Wording

FEWEST_EXAMPLES = 2


def lint(entries: Iterable[Entry], hooks: Hooks) -> Iterator[Problem]:
    """Warnings about the definitions in force."""
    of: dict[str, dict[str, Entry]] = {}
    for entry in entries:
        if entry.sound:
            of.setdefault(entry.kind, {})[entry.id] = entry
    wording = Wording(hooks, of)
    for spell in of.get("spell", {}).values():
        yield from _completeness(spell)
        if "effects" in spell.data:
            yield from wording.check(spell)
        yield from _repeated(spell)
        for use in terms_of(spell.data).all:
            yield from _needless(spell, use, hooks)


def _completeness(spell: Entry) -> Iterator[Problem]:
    data: Mapping[str, object] = spell.data
    if "effects" not in data and "hook" not in data:
        message = f"spell {spell.id!r} has neither effects nor hook and cannot be cast"
        yield spell.problem("no-effect", message, None, "id")
        return
    examples = data.get("examples", [])
    number = len(examples) if isinstance(examples, list) else 0
    if number < FEWEST_EXAMPLES:
        message = f"spell {spell.id!r} has {number or 'no'} example{'s' * (number != 1)}"
        hint = "two at least: a normal use, and an awkward or refused one"
        yield spell.problem("few-examples", message, hint, "id")


def _repeated(spell: Entry) -> Iterator[Problem]:
    """Conditions and effects that stand twice with the same parameters."""
    terms = terms_of(spell.data)
    for uses in (terms.conditions, terms.effects):
        for place, use in enumerate(uses):
            same = [one for one in uses[:place] if (one.name, one.given) == (use.name, use.given)]
            if same:
                line = spell.at(*same[0].at).line
                message = f"{use.told} stands here as in line {line}"
                at = spell.at(*use.name_at, key=use.named_by_key)
                yield Problem(at, "repeated-term", message, "what is there twice happens twice")


def _needless(spell: Entry, use: Use, hooks: Hooks) -> Iterator[Problem]:
    """Parameters that change nothing."""
    hook = hooks.get((use.kind, use.name))
    for key, value in use.given.items() if hook is not None else ():
        param = hook.params.get(key) if hook is not None else None
        if param is not None and value in (False, 0) and value == param.default:
            message = f"{key!r} is {shown(value)} anyway"
            yield spell.problem("needless-parameter", message, None, *use.params_at, key)
        for index, item in enumerate(value if isinstance(value, list) else ()):
            if item in value[:index]:
                message = f"{shown(item)} stands twice in {key!r}"
                path = (*use.params_at, key, index)
                yield spell.problem("needless-parameter", message, None, *path)
