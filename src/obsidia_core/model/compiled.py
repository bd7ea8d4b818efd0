"""Content as the rules use it: terrains, cards and creatures with their hooks, guarded.

Nothing in it depends on the options or the players of a game, so that all games with a catalog
share it. Terrains, cards and kinds of creatures become small integers, in the catalog's order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from obsidia_core.kernel.values import Value
from obsidia_core.model import guards
from obsidia_core.model.hooks import (
    ALL_WAYS,
    WAYS,
    Call,
    DiceHook,
    EntryEffect,
    Foresight,
    SpellHook,
    Trait,
    TravelHook,
)


@attrs.frozen(eq=False, repr=False)
class Terrain(Value):
    """A terrain, compiled. Masks of terrains have one bit for each terrain index."""

    id: str
    name: str
    letter: str
    enter: tuple[EntryEffect, ...]
    stay: tuple[Call, ...]
    leave: Call | None
    travel: TravelHook | None
    dice: tuple[tuple[DiceHook, Mapping[str, Any]], ...]
    apart: int
    claimable: bool
    home: bool


@attrs.frozen(eq=False, repr=False)
class Card(Value):
    """A spell card of this game."""

    id: str
    name: str
    class_id: str
    phase: str
    play: str
    text: str
    trigger: str | None
    hook: SpellHook | None
    op: str | None


def window_of(card: Card) -> str:
    """The window a card is cast in: a trigger, `battle`, or a phase mark."""
    if card.trigger is not None:
        return card.trigger
    return "battle" if card.phase == "IV" else card.phase


@attrs.frozen(eq=False, repr=False)
class CreatureKind(Value):
    """A kind of creature, compiled. `native`: mask of terrain indices."""

    id: str
    name: str
    native: int
    dice: tuple[tuple[DiceHook, Mapping[str, Any]], ...]
    traits: tuple[Trait, ...]


class CompiledContent:
    """A catalog's content, compiled. Ask a catalog for its `compiled`.

    Attributes:
        risky: mask of the terrains whose entering can be foreseen to kill or carry on.
        staying: what terrains do to those who stay, with the index of the terrain.
        apart: for each terrain the mask of those it may not lie beside.
        castable_cards: the cards that can be cast at all.
        triggers: the castable cards of each kind of trigger.
        cards_for: the castable cards of each window, see `window_of`.
        step_hooks: the registry's entries of hooks that are step functions, by op name.
        hook_ops: the step functions of these, guarded.
    """

    def __init__(self, catalog: Any) -> None:
        self._catalog = catalog
        self._compile_terrains()
        self._compile_cards()
        self._compile_creatures()
        self._compile_steps()

    def _compile_terrains(self) -> None:
        definitions = list(self._catalog.terrains.values())
        self.terrain_of = {terrain.id: index for index, terrain in enumerate(definitions)}
        self.terrains = tuple(self._terrain(terrain) for terrain in definitions)
        self.risky = sum(
            1 << index
            for index, terrain in enumerate(self.terrains)
            if any(effect.foresee is not None for effect in terrain.enter)
        )
        self.staying = tuple(
            (index, call) for index, terrain in enumerate(self.terrains) for call in terrain.stay
        )
        apart = [terrain.apart for terrain in self.terrains]
        for index, mask in enumerate(list(apart)):
            for other in range(len(apart)):
                if mask >> other & 1:
                    apart[other] |= 1 << index
        self.apart = tuple(apart)

    def _terrain(self, terrain: Any) -> Terrain:
        where = f"terrain {terrain.id!r}"

        def ways(reference: Any) -> int:
            if reference.by is None:
                return ALL_WAYS
            return sum(1 << WAYS.index(way) for way in reference.by)

        return Terrain(
            terrain.id,
            terrain.name,
            terrain.letter,
            tuple(
                EntryEffect(
                    Call(f"enter:{one.hook}", dict(one.params)),
                    ways(one),
                    self._foresight(one.hook, where),
                )
                for one in terrain.enter
            ),
            tuple(Call(f"stay:{one.hook}", dict(one.params)) for one in terrain.stay),
            None
            if terrain.leave is None
            else Call(f"leave:{terrain.leave.hook}", dict(terrain.leave.params)),
            None
            if terrain.travel is None
            else self._guarded("travel", terrain.travel.hook, where, guards.is_mask),
            self._dice(terrain.dice, where),
            sum(1 << self.terrain_of[other] for other in terrain.apart_from),
            terrain.claimable,
            terrain.home,
        )

    def _guarded(
        self, kind: str, name: str, where: str, sound: Callable[[object], bool]
    ) -> Callable[..., Any]:
        entry = self._catalog.hooks[kind, name]
        return guards.guarded(entry, where, entry.function, sound)

    def _foresight(self, name: str, where: str) -> Foresight | None:
        entry = self._catalog.hooks["enter", name]
        foresee = entry.function.foresee
        return None if foresee is None else guards.guarded(entry, where, foresee, guards.is_fate)

    def _dice(self, references: Any, where: str) -> tuple[tuple[DiceHook, Mapping[str, Any]], ...]:
        return tuple(
            (self._guarded("dice", one.hook, where, guards.is_none), dict(one.params))
            for one in references
        )

    def _compile_cards(self) -> None:
        cards = []
        for spell in self._catalog.spells.values():
            hook = self._spell_hook(spell)
            cards.append(
                Card(
                    spell.id,
                    spell.name,
                    spell.class_id,
                    spell.phase,
                    spell.play,
                    spell.text,
                    spell.trigger,
                    hook,
                    None if hook is None else hook.op or f"spell:{spell.hook.hook}",
                )
            )
        self.cards = tuple(cards)
        self.card_of = {card.id: index for index, card in enumerate(cards)}
        self.castable_cards = frozenset(
            index for index, card in enumerate(cards) if card.hook is not None
        )
        kinds = {card.trigger for card in cards if card.trigger is not None}
        self.triggers: Mapping[str, frozenset[int]] = {
            kind: frozenset(
                index
                for index, card in enumerate(cards)
                if card.trigger == kind and card.hook is not None
            )
            for kind in sorted(kinds)
        }
        self.printed_triggers = frozenset(kinds)
        windows: dict[str, set[int]] = {}
        for index in self.castable_cards:
            windows.setdefault(window_of(cards[index]), set()).add(index)
        self.cards_for: Mapping[str, frozenset[int]] = {
            window: frozenset(found) for window, found in windows.items()
        }

    def _spell_hook(self, spell: Any) -> SpellHook | None:
        """A spell's implementation: Python, or compiled from its effects; None has none."""
        where = f"spell {spell.id!r}"
        if spell.hook is not None:
            return guards.guarded_spell(self._catalog.hooks["spell", spell.hook.hook], where)
        if not spell.effects:
            return None
        language = self._catalog.hooks["language", "spells"]
        compiled: SpellHook = guards.made(language, where, SpellHook, spell, self._catalog.hooks)
        return compiled

    def _compile_creatures(self) -> None:
        self.creature_kinds = tuple(
            CreatureKind(
                kind.id,
                kind.name,
                sum(1 << self.terrain_of[terrain] for terrain in kind.native),
                self._dice(kind.dice, f"creature {kind.id!r}"),
                tuple(self._trait(one, f"creature {kind.id!r}") for one in kind.traits),
            )
            for kind in self._catalog.creatures.values()
        )
        self.kind_of = {kind.id: index for index, kind in enumerate(self.creature_kinds)}

    def _trait(self, reference: Any, where: str) -> Trait:
        entry = self._catalog.hooks["trait", reference.hook]
        trait: Trait = guards.made(entry, where, Trait, dict(reference.params))
        return trait

    def _compile_steps(self) -> None:
        self.step_hooks: Mapping[str, Any] = {
            name if kind == "op" else f"{kind}:{name}": entry
            for (kind, name), entry in self._catalog.hooks.items()
            if kind in ("enter", "stay", "leave", "op")
            or (kind == "spell" and entry.function.resolve is not None)
        }
        part = {"enter": "step", "spell": "resolve"}
        self.hook_ops: dict[str, Callable[..., None]] = {}
        for op, entry in self.step_hooks.items():
            step = entry.function
            if entry.kind in part:
                step = getattr(step, part[entry.kind])
            guarded = step if op == guards.EFFECTS_OP else guards.guarded_step(entry, step)
            self.hook_ops[op] = guarded
