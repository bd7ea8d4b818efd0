"""Checks of the uses of hooks: their names, and their parameters against what the hook takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs

from obsidia_core.content.entries import Entry, term_of
from obsidia_core.content.problems import Problem, kind_of, shown, suggestion
from obsidia_core.content.schema import Path
from obsidia_core.plugins.registry import TARGET, HookEntry, Param

Hooks = Mapping[tuple[str, str], HookEntry]

_TERMS: Mapping[str, str] = {
    "condition": "unknown-condition",
    "target": "unknown-target-kind",
    "effect": "unknown-effect",
}
"""Kinds of hooks that make up the language of spells, and the code for an unknown one."""

ENTRY_KEYS = ("hook", "by")


@attrs.frozen
class Use:
    """A hook named in a content file.

    Attributes:
        kind: kind of the hook.
        name: its name as written.
        given: parameters as written.
        at: where the use stands in its entry.
        name_at: where the name stands; `named_by_key` if it is a key there.
        params_at: where the parameters stand.
    """

    kind: str
    name: str
    given: Mapping[str, Any]
    at: Path
    name_at: Path
    named_by_key: bool
    params_at: Path

    @property
    def told(self) -> str:
        """What a message calls the hook."""
        noun = "hook" if self.kind not in _TERMS else self.kind
        return f"{noun} {self.name!r}"


def entry_use(kind: str, value: Any, path: Path) -> Use:
    """A use written `name` or `{hook: name, parameter: value}`."""
    if isinstance(value, str):
        return Use(kind, value, {}, path, path, False, path)
    reserved = ENTRY_KEYS if kind == "enter" else ("hook",)
    given = {key: part for key, part in value.items() if key not in reserved}
    return Use(kind, value["hook"], given, path, (*path, "hook"), False, path)


def term_use(kind: str, value: Any, path: Path) -> Use:
    """A condition, target or effect: `name` or `{name: {parameter: value}}`."""
    name, given = term_of(value)
    if isinstance(value, str):
        return Use(kind, name, given, path, path, False, path)
    inside = (*path, name)
    return Use(kind, name, given, path, inside, True, inside)


class UseChecker:
    """Checks uses of hooks in all definitions.

    Attributes:
        hooks: what plugins provide.
    """

    def __init__(self, hooks: Hooks, ids: Mapping[str, Collection[str]], complete: bool) -> None:
        """Make a checker.

        Args:
            hooks: what plugins provide.
            ids: the ids of each kind of definition.
            complete: no definition is missing, so that an unknown id is one.
        """
        self.hooks = hooks
        self._ids = ids
        self._complete = complete

    def known(self, entry: Entry, kind: str, name: str, *path: str | int) -> Iterator[Problem]:
        """The problem of an id that no definition of a kind has."""
        names = self._ids.get(kind, ())
        if self._complete and name not in names:
            hint = suggestion(name, names)
            yield entry.problem(f"unknown-{kind}", f"unknown {kind} {shown(name)}", hint, *path)

    def check(self, entry: Entry, use: Use) -> Iterator[Problem]:
        """Problems of one use, names of targets apart."""
        hook = self.hooks.get((use.kind, use.name))
        if hook is None:
            yield self._unknown(entry, use)
            return
        for key, value in use.given.items():
            path = (*use.params_at, key)
            if key in hook.params:
                yield from self._parameter(entry, hook.params[key], key, value, path)
                continue
            message = f"{use.told} has no parameter {shown(key)}"
            hint = suggestion(key, hook.params) or (None if hook.params else "it has none")
            if key == "by" and use.kind not in _TERMS:
                hint = "only enter hooks are limited to ways of arriving"
            yield Problem(entry.at(*path, key=True), "unknown-parameter", message, hint)
        for key, param in hook.params.items():
            if param.required and key not in use.given:
                message = f"{use.told} needs the parameter {key!r}, {param.type_name}"
                at = entry.at(*use.name_at, key=True) if use.named_by_key else entry.at(*use.at)
                yield Problem(at, "missing-parameter", message)

    def _unknown(self, entry: Entry, use: Use) -> Problem:
        hint = suggestion(use.name, [known for of, known in self.hooks if of == use.kind])
        others = [of for of, known in self.hooks if known == use.name]
        if others:
            article = "an" if others[0][0] in "aeiou" else "a"
            hint = f"it is {article} {others[0]}" if use.kind in _TERMS else None
            hint = hint or f"it is a hook of kind {others[0]}"
        position = entry.at(*use.name_at, key=use.named_by_key)
        if use.kind in _TERMS:
            what = {"target": "kind of target"}.get(use.kind, use.kind)
            return Problem(position, _TERMS[use.kind], f"unknown {what} {shown(use.name)}", hint)
        message = f"no plugin provides the {use.kind} hook {shown(use.name)}"
        return Problem(position, "unknown-hook", message, hint)

    def _parameter(
        self, entry: Entry, param: Param, key: str, value: Any, path: Path
    ) -> Iterator[Problem]:
        if not param.fits(value):
            message = f"parameter {key!r} must be {param.type_name}"
            if kind_of(value) not in param.type_name or isinstance(value, str):
                message += f", not {shown(value)}"
            hint = suggestion(value, param.words) if isinstance(value, str) else None
            yield entry.problem("bad-parameter", message, hint, *path)
            return
        for where, item in items(value, path):
            if isinstance(item, str) and item in param.words:
                continue
            if param.choices and item not in param.choices:
                words = [str(choice) for choice in (*param.choices, *param.words)]
                message = f"{shown(item)} will not do for {key!r}: one of {', '.join(words)}"
                hint = suggestion(item, words) if isinstance(item, str) else None
                hint = hint if hint and hint.startswith("did") else None
                yield entry.problem("bad-parameter", message, hint, *where)
            if param.refers_to not in (None, TARGET) and isinstance(item, str):
                yield from self.known(entry, str(param.refers_to), item, *where)


def items(value: Any, path: Path) -> Iterable[tuple[Path, Any]]:
    """A value, or each entry of a list, with its path."""
    if isinstance(value, list):
        return [((*path, index), item) for index, item in enumerate(value)]
    return [(path, value)]
