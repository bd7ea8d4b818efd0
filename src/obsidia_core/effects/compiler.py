"""Compiles a spell's conditions, targets and effects into the hook that the rules cast.

Also the step function that runs the effects of a compiled spell, one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from obsidia_core.effects.base import STOP, Condition, Effect, Standing, TargetKind
from obsidia_core.effects.scene import Scene
from obsidia_core.kernel.state import Frame
from obsidia_core.model.hooks import SpellHook, Target
from obsidia_core.model.state import State
from obsidia_core.rules import facts

OP = "effects"


def compile_spell(spell: Any, hooks: Mapping[tuple[str, str], Any]) -> SpellHook:
    """The hook of a spell definition; `hooks` are the catalog's, by kind and name."""

    def made(kind: str, reference: Any) -> Any:
        return hooks[kind, reference.hook].function(**reference.params)

    conditions: list[Condition] = [made("condition", one) for one in spell.conditions]
    kinds: list[TargetKind] = [made("target", one.hook) for one in spell.targets]
    effects: list[Effect] = [made("effect", one) for one in spell.effects]
    names = tuple(one.name for one in spell.targets)
    barrable = [effect for effect in effects if type(effect).barred is not Effect.barred]

    def chosen(values: list[Any]) -> dict[str, Any]:
        return dict(zip(names, values, strict=False))

    def offered(scene: Scene, before: list[Any]) -> list[Any]:
        """The values of the next target, without those that spells in force bar (RULING-101)."""
        found = kinds[len(before)].values(scene)
        if not barrable or not scene.state.effects:
            return found
        state, seat, context = scene.state, scene.seat, scene.context
        return [
            one
            for one in found
            if not any(
                effect.barred(Scene(state, seat, chosen([*before, one]), context))
                for effect in barrable
            )
        ]

    def exists(scene: Scene, before: list[Any]) -> bool:
        """Whether the next target has any value."""
        if barrable and scene.state.effects:
            return bool(offered(scene, before))
        return kinds[len(before)].exists(scene)

    def values(state: State, seat: int, before: list[Any], place: int) -> list[Any]:
        scene = Scene(state, seat, chosen(before), context_of(state))
        found = offered(scene, before)
        if place + 1 == len(kinds):
            return found
        return [
            one
            for one in found
            if _completed(
                Scene(state, seat, chosen([*before, one]), context_of(state)), [*before, one]
            )
        ]

    def castable(state: State, seat: int, context: Mapping[str, Any]) -> bool:
        scene = Scene(state, seat, {}, context)
        if not all(condition.holds(scene) for condition in conditions):
            return False
        if not any(effect.possible(scene) for effect in effects if not effect.cost):
            return False
        return _any_target(scene)

    def _any_target(scene: Scene) -> bool:
        if not kinds:
            return True
        if len(kinds) == 1:
            return exists(scene, [])
        return any(
            _completed(Scene(scene.state, scene.seat, chosen([one]), scene.context), [one])
            for one in offered(scene, [])
        )

    def _completed(scene: Scene, before: list[Any]) -> bool:
        place = len(before)
        if place + 1 == len(kinds):
            return exists(scene, before)
        return any(
            _completed(
                Scene(scene.state, scene.seat, chosen([*before, one]), scene.context),
                [*before, one],
            )
            for one in offered(scene, before)
        )

    def lay(state: State, seat: int, card: int, slot: int, side: int) -> None:
        """Put the effects in force with every target on the tile (or across its side)."""
        beside = state.board.near[4 * slot + side] if side >= 0 else slot
        named = {}
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
            at = str(facts.place(state, beside if place else slot))
            if kind.what == "unit":
                holder = next(
                    index for index in state.setup.own[seat] if state.piece_mask(slot, index)
                )
                at = f"{state.setup.classes[holder]}@{at}"
            named[name] = at
        frame = Frame(OP, {"card": card, "seat": seat})
        scene = Scene(state, seat, named, frame.data, frame)
        for effect in effects:
            effect.run(scene, 0)

    targets = tuple(
        Target(
            name=name,
            what=kind.what,
            values=_values_at(values, place),
            rules=(*_rules_for(name, effects), *kind.rules),
        )
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
    )
    moves = [name for effect in effects for name in effect.moves()]
    return SpellHook(
        castable=castable,
        targets=targets,
        op=OP,
        standing=tuple(effect for effect in effects if isinstance(effect, Standing)),
        program=tuple(effects),
        moves=tuple(name for name in moves if name in names),
        laid=lay if spell.play == "lasting" else None,
        costs=any(effect.cost for effect in effects),
    )


def _rules_for(name: str, effects: list[Effect]) -> tuple[str, ...]:
    """The rules that limit a target, from the effects that name it."""
    return tuple(
        rule
        for effect in effects
        if name in attrs.astuple(effect, recurse=False)
        for rule in effect.target_rules
    )


def _values_at(values: Any, place: int) -> Any:
    def at(state: State, seat: int, before: list[Any]) -> list[Any]:
        found: list[Any] = values(state, seat, before, place)
        return found

    return at


def context_of(state: State) -> Mapping[str, Any]:
    """The context of the cast whose targets are being chosen, or of the phase."""
    for frame in reversed(state.stack):
        if frame.op == "cast":
            context: Mapping[str, Any] = frame.data["context"]
            return context
    return state.stack[-1].data if state.stack else {}


def effects(state: State, frame: Frame) -> None:
    """Step function `effects`: run the effects of a compiled spell in order.

    In the frame's data: `at`, the effect running, and `stage`, how far it is. Of a negated spell
    only the costs are paid.
    """
    data = frame.data
    hook = state.setup.cards[data["card"]].hook
    assert hook is not None
    program = hook.program
    names = [target.name for target in hook.targets]
    targets = dict(zip(names, data["targets"], strict=True))
    scene = Scene(state, data["seat"], targets, data, frame)
    scene.program = program
    place = data.setdefault("at", 0)
    while place < len(program):
        skipped = data["negated"] and not program[place].cost
        stage = None if skipped else program[place].run(scene, data.get("stage", 0))
        if stage is None:
            place += 1
            data["stage"] = 0
        elif stage == STOP:
            place = len(program)
        else:
            data["stage"] = stage
        data["at"] = place
        if state.asking is not None or state.stack[-1] is not frame:
            return
    state.stack.remove(frame)
