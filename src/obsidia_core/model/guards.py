"""Hooks with a guard: one that raises or returns nonsense is reported by plugin and content.

Whatever a plugin provides is called through these, the library's own content too. The entries are
those of the registry: `kind`, `name`, `plugin`, `function` and `failure`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from obsidia_core.kernel.errors import EndlessEffect, PluginError, ScriptError
from obsidia_core.model.hooks import KILLS, SLIDES, SpellHook

PASSED = (PluginError, EndlessEffect, ScriptError)
"""Errors that say already what is wrong, or that are not the hook's."""

EFFECTS_OP = "effects"
"""The step function that runs the effects of a spell written in the language."""


def raised(error: Exception) -> str:
    """What a report says of an error, in one line."""
    return "raised " + " ".join(f"{type(error).__name__}: {error}".split())


def returned(value: object) -> str:
    """What a report says of nonsense."""
    return f"returned {value!r}"[:200]


def is_none(value: object) -> bool:
    """For hooks that only do something."""
    return value is None


def is_bool(value: object) -> bool:
    """For conditions."""
    return value is True or value is False


def is_list(value: object) -> bool:
    """For what a target may be: texts and numbers."""
    return type(value) is list and all(isinstance(one, str | int) for one in value)


def is_mask(value: object) -> bool:
    """For sets of tiles."""
    return type(value) is int and value >= 0


def is_fate(value: object) -> bool:
    """For what an arrival is sure to bring."""
    return value in (None, KILLS, SLIDES)


def guarded(
    entry: Any, where: str, function: Callable[..., Any], sound: Callable[[object], bool]
) -> Callable[..., Any]:
    """A function of a hook; `where`: the content it works for, `sound`: what it may return."""

    def call(*arguments: Any) -> Any:
        try:
            value = function(*arguments)
        except PASSED:
            raise
        except Exception as error:
            raise entry.failure(raised(error), where) from error
        if not sound(value):
            raise entry.failure(returned(value), where)
        return value

    return call


def guarded_step(entry: Any, function: Callable[..., Any]) -> Callable[..., None]:
    """A step function of a hook; the content is found when it has failed."""

    def step(state: Any, frame: Any) -> None:
        try:
            value = function(state, frame)
        except PASSED:
            raise
        except Exception as error:
            raise entry.failure(raised(error), _where(state, frame)) from error
        if value is not None:
            raise entry.failure(returned(value), _where(state, frame))

    return step


def guarded_spell(entry: Any, where: str) -> SpellHook:
    """A spell in Python with a guard around everything that the rules ask it."""
    hook: SpellHook = entry.function
    castable, laid = hook.castable, hook.laid
    return attrs.evolve(
        hook,
        castable=castable and guarded(entry, where, castable, is_bool),
        targets=tuple(
            attrs.evolve(target, values=guarded(entry, where, target.values, is_list))
            for target in hook.targets
        ),
        laid=laid and guarded(entry, where, laid, is_none),
    )


def made(entry: Any, where: str, kind: type, /, *arguments: Any, **parameters: Any) -> Any:
    """What a hook makes of the parameters in a content file, an object of a kind."""
    try:
        value = entry.function(*arguments, **parameters)
    except PASSED:
        raise
    except Exception as error:
        raise entry.failure(raised(error), where) from error
    if not isinstance(value, kind):
        raise entry.failure(returned(value), where)
    return value


def blamed(state: Any, reason: str) -> PluginError | None:
    """The report of a failure in the rules themselves while a hook's work was under way.

    None if nothing of a plugin is.
    """
    found = _running(state)
    if found is None:
        return None
    entry, where = found
    error: PluginError = entry.failure(reason, where)
    return error


def endless(state: Any, error: EndlessEffect) -> EndlessEffect:
    """The error with the hook that was at work, if any was."""
    found = _running(state)
    if found is None:
        return error
    entry, where = found
    return EndlessEffect(str(entry.failure("it does not end", where)) + f"; {error}")


def standing_failed(state: Any, effect: Any, error: Exception) -> PluginError:
    """The report of an effect that raised while its card lay face-up."""
    index, card = next(
        (index, card)
        for index, card in enumerate(state.setup.cards)
        if card.hook is not None and any(one is effect for one in card.hook.standing)
    )
    program = card.hook.program
    place = next((place for place, one in enumerate(program) if one is effect), 0)
    return effect_failed(state, index, place, raised(error))


def effect_failed(state: Any, card_index: int, place: int, reason: str) -> PluginError:
    """The report of effect number `place` of a card."""
    card = state.setup.cards[card_index]
    error: PluginError = _effect_entry(state, card, place).failure(reason, f"spell {card.id!r}")
    return error


def _effect_entry(state: Any, card: Any, place: int) -> Any:
    catalog = state.setup.catalog
    spell = catalog.spells[card.id]
    if spell.hook is not None:
        return catalog.hooks["spell", spell.hook.hook]
    return catalog.hooks["effect", spell.effects[min(place, len(spell.effects) - 1)].hook]


def _running(state: Any) -> tuple[Any, str] | None:
    """The hook whose work is under way, with the content it works for: the topmost frame of one."""
    catalog = state.setup.catalog
    for frame in reversed(state.stack):
        kind, colon, name = frame.op.partition(":")
        entry = catalog.hooks.get((kind, name)) if colon else None
        if frame.op in (EFFECTS_OP, "cast") and "card" in frame.data:
            card = state.setup.cards[frame.data["card"]]
            place = frame.data.get("at", 0) if frame.op == EFFECTS_OP else 0
            entry = _effect_entry(state, card, place)
        elif not colon:
            entry = catalog.hooks.get(("op", frame.op))
        if entry is not None:
            return entry, _where(state, frame)
    return None


def _where(state: Any, frame: Any) -> str:
    """The spell or terrain that a frame works for, empty if it does not say."""
    setup, data = state.setup, frame.data
    if "card" in data:
        return f"spell {setup.cards[data['card']].id!r}"
    slot = data.get("slot", -1)
    if slot >= 0 and state.board.placed >> slot & 1:
        return f"terrain {setup.terrains[state.board.terrain[slot]].id!r}"
    users = [
        repr(terrain.id)
        for terrain in setup.terrains
        if any(call.op == frame.op for call in terrain.stay)
    ]
    return f"terrain {' or '.join(users)}" if users else ""
