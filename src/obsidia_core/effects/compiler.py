"""Compiles a spell's conditions, targets and effects into the hook that the rules cast.

Also the step function that runs the effects of a compiled spell, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from obsidia_core.effects.base import STOP, Condition, Effect, Standing, TargetKind
from obsidia_core.effects.scene import Scene
from obsidia_core.kernel.actions import Outcome
from obsidia_core.kernel.errors import EndlessEffect, PluginError
from obsidia_core.kernel.state import Frame
from obsidia_core.model import guards
from obsidia_core.model.hooks import SpellHook, Target
from obsidia_core.model.state import State
from obsidia_core.rules import facts

OP = guards.EFFECTS_OP
MOST_ROUNDS = 1000
"""How often the effects of one cast may go on; no spell of any sense comes near it."""


def compile_spell(spell: Any, hooks: Mapping[tuple[str, str], Any]) -> SpellHook:
    """The hook of a spell definition; `hooks` are the catalog's, by kind and name."""
    where = f"spell {spell.id!r}"

    def made(kind: str, shape: type, reference: Any) -> Any:
        return guards.made(hooks[kind, reference.hook], where, shape, **reference.params)

    conditions: list[Condition] = [made("condition", Condition, one) for one in spell.conditions]
    kinds: list[TargetKind] = [made("target", TargetKind, one.hook) for one in spell.targets]
    effects: list[Effect] = [made("effect", Effect, one) for one in spell.effects]

    def fault(part: Any, reason: str) -> PluginError:
        """The report of a condition, target or effect of this spell."""
        for kind, parts, references in (
            ("condition", conditions, spell.conditions),
            ("target", kinds, [one.hook for one in spell.targets]),
            ("effect", effects, spell.effects),
        ):
            for one, reference in zip(parts, references, strict=True):
                if one is part:
                    error: PluginError = hooks[kind, reference.hook].failure(reason, where)
                    return error
        raise LookupError(part)

    def asked(part: Any, question: Callable[[Any], Any], scene: Scene) -> bool:
        """What a part says to a yes-or-no question."""
        try:
            answer = question(scene)
        except guards.PASSED:
            raise
        except Exception as error:
            raise fault(part, guards.raised(error)) from error
        if answer is True or answer is False:
            return answer
        raise fault(part, guards.returned(answer))

    names = tuple(one.name for one in spell.targets)
    actionable = [effect for effect in effects if not effect.cost]
    if any(type(effect).possible is Effect.possible for effect in actionable):
        doubtful = []
    else:
        doubtful = actionable
    barrable = [effect for effect in effects if type(effect).barred is not Effect.barred]

    def chosen(values: list[Any]) -> dict[str, Any]:
        return dict(zip(names, values, strict=False))

    def offered(scene: Scene, before: list[Any]) -> list[Any]:
        """The values of the next target, without those that spells in force bar (RULING-101)."""
        kind = kinds[len(before)]
        try:
            given: Any = kind.values(scene)
        except guards.PASSED:
            raise
        except Exception as error:
            raise fault(kind, guards.raised(error)) from error
        if not guards.is_list(given):
            raise fault(kind, guards.returned(given))
        found: list[Any] = given
        if not barrable or not scene.state.effects:
            return found
        return [one for one in found if not is_barred(scene, [*before, one])]

    def is_barred(scene: Scene, values: list[Any]) -> bool:
        """Whether a spell in force bars an effect with these targets."""
        there = Scene(scene.state, scene.seat, chosen(values), scene.context)
        return any(asked(effect, effect.barred, there) for effect in barrable)

    def completed(scene: Scene, before: list[Any]) -> bool:
        """Whether there are values for all targets after those chosen."""
        place = len(before)
        if place == len(kinds):
            return True
        kind = kinds[place]
        check = bool(barrable) and bool(scene.state.effects)
        last = place + 1 == len(kinds)
        try:
            for one in kind.each(scene):
                values = [*before, one]
                if check and is_barred(scene, values):
                    continue
                if last:
                    return True
                there = Scene(scene.state, scene.seat, chosen(values), scene.context)
                if completed(there, values):
                    return True
        except guards.PASSED:
            raise
        except Exception as error:
            raise fault(kind, guards.raised(error)) from error
        return False

    def values(state: State, seat: int, before: list[Any], place: int) -> list[Any]:
        context = context_of(state)
        found = offered(Scene(state, seat, chosen(before), context), before)
        if place + 1 == len(kinds):
            return found
        return [
            one
            for one in found
            if completed(Scene(state, seat, chosen([*before, one]), context), [*before, one])
        ]

    def castable(state: State, seat: int, context: Mapping[str, Any]) -> bool:
        scene = Scene(state, seat, {}, context)
        for condition in conditions:
            if not asked(condition, condition.holds, scene):
                return False
        for effect in doubtful:
            if asked(effect, effect.possible, scene):
                break
        else:
            if doubtful or not actionable:
                return False
        return completed(scene, [])

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
            try:
                effect.run(scene, 0)
            except guards.PASSED:
                raise
            except Exception as error:
                raise fault(effect, guards.raised(error)) from error

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
        limits=tuple(dict.fromkeys(_limits(kinds, effects))),
        costs=any(effect.cost for effect in effects),
    )


def _limits(kinds: list[TargetKind], effects: list[Effect]) -> Iterator[str]:
    """The rules that can leave a spell without a target."""
    for effect in effects:
        yield from effect.target_rules
    for kind in kinds:
        yield from kind.rules
        if getattr(kind, "size", None) == "solo" or getattr(kind, "solo", False):
            yield "GROUP-05"
        if getattr(kind, "whose", "any") != "any":
            yield "TEAM-02"


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

    In the frame's data: `at`, the effect running, `stage`, how far it is, and `pauses`, how often
    it waited for something. Of a negated spell only the costs are paid.

    Raises:
        PluginError: an effect raised, or gave no stage.
        EndlessEffect: an effect goes on and on.
    """
    data = frame.data
    hook = state.setup.cards[data["card"]].hook
    assert hook is not None
    program = hook.program
    names = [target.name for target in hook.targets]
    targets = dict(zip(names, data["targets"], strict=True))
    scene = Scene(state, data["seat"], targets, data, frame)
    scene.program = program
    if "at" in data and not isinstance(state.answer, Outcome):
        data["pauses"] = data.get("pauses", 0) + 1
    place = data.setdefault("at", 0)
    rounds = data.get("pauses", 0)
    while place < len(program):
        rounds += 1
        if rounds > MOST_ROUNDS:
            raise EndlessEffect(f"it went on more than {MOST_ROUNDS} times")
        skipped = data["negated"] and not program[place].cost
        try:
            stage = None if skipped else program[place].run(scene, data.get("stage", 0))
        except guards.PASSED:
            raise
        except Exception as error:
            reason = guards.raised(error)
            raise guards.effect_failed(state, data["card"], place, reason) from error
        if stage is not None and (type(stage) is not int or stage < STOP):
            raise guards.effect_failed(state, data["card"], place, guards.returned(stage))
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
