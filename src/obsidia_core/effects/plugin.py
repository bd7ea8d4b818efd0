"""Registers the spell language: every primitive, by the same public hook that anybody uses."""

from __future__ import annotations

from obsidia_core.effects import (
    battles,
    cards,
    compiler,
    conditions,
    flow,
    movement,
    pieces,
    targets,
    tiles,
)
from obsidia_core.effects.base import parameters
from obsidia_core.plugins.registry import Registry
from obsidia_core.plugins.specs import hookimpl


@hookimpl
def obsidia_register(registry: Registry) -> None:
    """Register conditions, targets, effects, and the compiler."""
    for name, condition in conditions.CONDITIONS.items():
        registry.hook("condition", name, condition, parameters(condition))
    for name, kind in targets.TARGETS.items():
        registry.hook("target", name, kind, parameters(kind))
    for module in (battles, cards, flow, movement, pieces, tiles):
        for name, effect in module.EFFECTS.items():
            registry.hook("effect", name, effect, parameters(effect))
    registry.hook("language", "spells", compiler.compile_spell, {})
    registry.hook("op", compiler.OP, compiler.effects, {})
