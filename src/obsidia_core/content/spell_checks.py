"""Checks of one spell card: when it is played, what it chooses and what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import attrs

from obsidia_core.content.catalog import PHASES
from obsidia_core.content.entries import Entry
from obsidia_core.content.problems import Problem, shown, suggestion
from obsidia_core.content.schema import Path
from obsidia_core.content.uses import Hooks, Use, UseChecker, items, term_use
from obsidia_core.plugins.registry import TARGET

TRIGGERS_OF_PHASE: Mapping[str, tuple[str, ...]] = {
    "O": ("roll", "death", "cast", "movement", "arrival"),
    "IV": ("roll", "battle_end"),
}
"""What a card may answer, by its phase; other phases have no triggers."""

DURATION = "until"
"""The parameter that says how long an effect is in force."""
BEYOND_TURN = ("next_turn_start", "next_turn_end")
"""Durations for which a card has to be lasting, since nothing else shows them on the table."""


@attrs.frozen
class Terms:
    """The conditions, targets and effects of a card."""

    conditions: tuple[Use, ...]
    targets: tuple[Use, ...]
    effects: tuple[Use, ...]

    @property
    def all(self) -> tuple[Use, ...]:
        """In the order of the keys."""
        return (*self.conditions, *self.targets, *self.effects)


def terms_of(data: Mapping[str, Any]) -> Terms:
    """What a card is made of, in the form its schema asks for."""
    return Terms(
        *(
            tuple(term_use(kind, use, (key, place)) for place, use in enumerate(data.get(key, ())))
            for key, kind in (
                ("conditions", "condition"),
                ("targets", "target"),
                ("effects", "effect"),
            )
        )
    )


def check_spell(entry: Entry, uses: UseChecker) -> Iterator[Problem]:
    """Problems of a card whose form its schema has found right."""
    terms = terms_of(entry.data)
    yield from _moment(entry, terms, uses.hooks)
    yield from _one_way(entry)
    for use in terms.all:
        yield from uses.check(entry, use)
    yield from _windows(entry, terms, uses.hooks)
    yield from _play(entry, terms, uses.hooks)
    yield from _summons(entry, terms, uses.hooks)
    yield from _duration(entry, terms, uses.hooks)
    yield from _Targets(entry, uses, terms).check()


def _moment(entry: Entry, terms: Terms, hooks: Hooks) -> Iterator[Problem]:
    """Phase, play and trigger go together; of three that do not, the odd one out is told."""
    data = entry.data
    phase, play, trigger = data["phase"], data["play"], data.get("trigger")
    if (phase == "O") != (play == "reaction"):
        message = f"a card of phase {phase} cannot be played as {play}"
        hint = "phase O and play reaction belong together"
        wrong = "play" if (phase == "O") == (trigger is not None) else "phase"
        yield entry.problem("spell-mismatch", message, hint, wrong)
    if play == "summon" and phase != "II":
        message = f"a card of phase {phase} cannot summon"
        wrong = "phase" if any(_names_creature(hooks, use) for use in terms.effects) else "play"
        yield entry.problem("spell-mismatch", message, "its phase would be II", wrong)
    if play == "face-up" and phase != "IV":
        message = f"a card of phase {phase} cannot lie face-up in a battle"
        standing = [stands(hooks, use) for use in terms.effects if ("effect", use.name) in hooks]
        wrong = "phase" if standing and all(standing) else "play"
        yield entry.problem("spell-mismatch", message, "its phase would be IV", wrong)
    if play == "face-up" and trigger is not None:
        message = "a card that lies face-up is cast before the dice and answers nothing"
        yield entry.problem("spell-mismatch", message, None, "trigger")
    allowed = TRIGGERS_OF_PHASE.get(phase, ())
    if phase == "O" and trigger is None:
        message = f"a card of phase O needs a trigger: one of {', '.join(allowed)}"
        yield entry.problem("spell-mismatch", message, None, "id")
    elif trigger is not None and trigger not in allowed:
        message = f"a card of phase {phase} cannot answer {shown(trigger)}"
        hint = f"it may answer {' or '.join(allowed)}" if allowed else "it answers nothing"
        wrong = "phase" if play == "reaction" and phase != "O" else "trigger"
        yield entry.problem("spell-mismatch", message, hint, wrong)


def _one_way(entry: Entry) -> Iterator[Problem]:
    """A card is written in the language or in Python, not in both."""
    for key in ("conditions", "targets", "effects"):
        if "hook" in entry.data and key in entry.data:
            message = f"a card with a hook has no {key} of its own"
            hint = "the hook says what it does; take one of the two out"
            yield Problem(entry.at(key, key=True), "effects-and-hook", message, hint)


def _windows(entry: Entry, terms: Terms, hooks: Hooks) -> Iterator[Problem]:
    """Terms can be where the card is cast: by their `phases` and `triggers`, if they have such.

    Where none of several terms fits it is the phase or trigger of the card that is told.
    """
    for key, name in (("phase", "phases"), ("trigger", "triggers")):
        value = entry.data.get(key)
        limited = [(use, allowed) for use in terms.all if (allowed := _allowed(hooks, use, name))]
        wrong = [(use, allowed) for use, allowed in limited if value not in allowed]
        where = f"{key} {value}" if value is not None else f"no {key}"
        if wrong and len(wrong) == len(limited):
            use, allowed = wrong[0]
            message = f"a card of {where} cannot have {use.told}"
            hint = f"it needs {key} {' or '.join(sorted(allowed))}"
            yield entry.problem("wrong-window", message, hint, key if key in entry.data else "id")
        for use, allowed in wrong if len(wrong) < len(limited) or len(wrong) == 1 else ():
            message = f"{use.told} cannot be on a card of {where}"
            at = entry.at(*use.name_at, key=use.named_by_key)
            hint = f"only of {key} {' or '.join(sorted(allowed))}"
            yield Problem(at, "wrong-window", message, hint)


def _allowed(hooks: Hooks, use: Use, name: str) -> frozenset[str] | None:
    """The marks that a term's class limits cards to; None if it does not."""
    hook = hooks.get((use.kind, use.name))
    allowed = getattr(hook.function, name, None) if hook is not None else None
    limited = isinstance(allowed, frozenset) and allowed and not allowed.issuperset(PHASES)
    return allowed if limited else None


def _play(entry: Entry, terms: Terms, hooks: Hooks) -> Iterator[Problem]:
    """Face-up cards have effects that stand, the others such that happen."""
    face_up = entry.data["play"] == "face-up"
    known = [use for use in terms.effects if ("effect", use.name) in hooks]
    wrong = [use for use in known if stands(hooks, use) != face_up]
    if wrong and len(wrong) == len(known):
        what = "happen at once" if face_up else "stand as long as a card lies face-up"
        message = f"a card played {entry.data['play']} has effects that {what}"
        hint = "it would be immediate" if face_up else "it would be face-up"
        yield entry.problem("wrong-play", message, hint, "play")
        return
    for use in wrong:
        what = "does not stand face-up" if face_up else "stands face-up"
        message = f"{use.told} {what}, and the card is {entry.data['play']}"
        at = entry.at(*use.name_at, key=use.named_by_key)
        yield Problem(at, "wrong-play", message)


def _summons(entry: Entry, terms: Terms, hooks: Hooks) -> Iterator[Problem]:
    """Cards that summon have an effect that names a creature, and only they."""
    summon = entry.data["play"] == "summon"
    known = [use for use in terms.effects if ("effect", use.name) in hooks]
    naming = [use for use in known if _names_creature(hooks, use)]
    if known and summon != bool(naming):
        message = f"a card played {entry.data['play']} {'does not' if summon else 'would'} summon"
        hint = "it needs an effect with a creature" if summon else "its play would be summon"
        yield entry.problem("wrong-play", message, hint, "play")


def _names_creature(hooks: Hooks, use: Use) -> bool:
    hook = hooks.get(("effect", use.name))
    params = hook.params if hook is not None else {}
    return any(params[key].refers_to == "creature" for key in use.given if key in params)


def stands(hooks: Hooks, use: Use) -> bool:
    """Whether an effect holds while its card lies face-up, instead of happening once."""
    return bool(getattr(hooks["effect", use.name].function, "standing", False))


def _duration(entry: Entry, terms: Terms, hooks: Hooks) -> Iterator[Problem]:
    """Lasting cards have effects with a duration, and only they outlast the turn."""
    lasting = entry.data["play"] == "lasting"
    known = [use for use in terms.effects if ("effect", use.name) in hooks]
    if lasting and known and not any(_until(hooks, use) for use in known):
        message = f"a lasting card needs an effect with a duration, parameter {DURATION!r}"
        yield entry.problem("wrong-duration", message, "or it is immediate", "play")
    for use in known:
        if not lasting and _until(hooks, use) in BEYOND_TURN:
            message = f"{use.told} outlasts the turn, and the card is {entry.data['play']}"
            at = entry.at(*use.params_at, DURATION)
            yield Problem(at, "wrong-duration", message, "its play would be lasting")


def _until(hooks: Hooks, use: Use) -> Any:
    arguments = hooks["effect", use.name].arguments(use.given)
    return arguments.get(DURATION)


class _Targets:
    """The targets of one card and the places that name them."""

    def __init__(self, entry: Entry, uses: UseChecker, terms: Terms) -> None:
        self._entry = entry
        self._hooks = uses.hooks
        self._terms = terms
        self._names = [str(target["as"]) for target in entry.data.get("targets", ())]
        self._used: set[str] = set()

    def check(self) -> Iterator[Problem]:
        """Names are given once, named after they are chosen, and named at all."""
        for place, name in enumerate(self._names):
            if name in self._names[:place]:
                message = f"two targets are called {name!r}"
                yield self._entry.problem("duplicate-target", message, None, "targets", place, "as")
        for use in self._terms.conditions:
            yield from self._references(use, 0)
        for place, target in enumerate(self._terms.targets):
            yield from self._references(target, place)
        for use in self._terms.effects:
            yield from self._references(use, len(self._names))
        for place, name in enumerate(self._names):
            if name not in self._used and "effects" in self._entry.data:
                message = f"target {name!r} is chosen, but nothing names it"
                yield self._entry.problem("unused-target", message, None, "targets", place, "as")

    def _references(self, use: Use, chosen: int) -> Iterator[Problem]:
        """Problems of the names in one use, made when the first `chosen` targets are known."""
        for path, name, accepts in references(self._hooks, use):
            if name not in self._names:
                message = f"no target of this card is called {shown(name)}"
                yield self._entry.problem("unknown-target", message, self._hint(name), *path)
                continue
            place = self._names.index(name)
            if use.kind != "target" or place != chosen:
                self._used.add(name)
            if place >= chosen:
                message = f"target {name!r} is not chosen yet"
                hint = "a target may name those above it"
                hint = hint if use.kind == "target" else "conditions hold before anything is chosen"
                yield self._entry.problem("early-target", message, hint, *path)
                continue
            kind = self._terms.targets[place].name
            if (
                accepts
                and ("target", kind) in self._hooks
                and accepts.isdisjoint(self._kinds(kind))
            ):
                message = f"{use.told} takes no {kind} here"
                hint = f"it takes {' or '.join(sorted(accepts))}"
                yield self._entry.problem("wrong-target-kind", message, hint, *path)

    def _kinds(self, kind: str) -> Collection[str]:
        """A kind of target and what its values are (`what`); empty if there is no such kind."""
        hook = self._hooks.get(("target", kind))
        return (kind, getattr(hook.function, "what", kind)) if hook is not None else ()

    def _hint(self, name: str) -> str:
        return suggestion(name, self._names) or "give a target that name with 'as'"


def references(hooks: Hooks, use: Use) -> Iterator[tuple[Path, str, frozenset[str]]]:
    """Where a use names targets: path, name, and the kinds of target it takes there."""
    hook = hooks.get((use.kind, use.name))
    if hook is None:
        return
    for key, value in use.given.items():
        param = hook.params.get(key)
        if param is None or param.refers_to != TARGET or not param.fits(value):
            continue
        for path, name in items(value, (*use.params_at, key)):
            if name not in param.words:
                yield path, name, frozenset(param.accepts)
