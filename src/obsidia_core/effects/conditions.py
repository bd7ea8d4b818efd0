"""Conditions: what must hold for a spell to be cast, beyond its phase and targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from obsidia_core.effects.base import Condition, word
from obsidia_core.effects.scene import Scene, cell_of, come_near
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import NONE, RESERVE
from obsidia_core.rules import battle, battle_table


@attrs.frozen(eq=False, repr=False)
class TileStep(Condition):
    """How far the tile of this turn is: `before_draw`, `drawn` (and not placed) or `placed`."""

    phases: ClassVar[frozenset[str]] = frozenset({"I"})
    to: str = word("before_draw", "drawn", "placed")

    def holds(self, scene: Scene) -> bool:
        """By the tile turned up, and whether one was drawn this turn."""
        state = scene.state
        if self.to == "drawn":
            return state.tile_taken and state.drawn != NONE
        return state.drawn == NONE and state.tile_taken == (self.to == "placed")


@attrs.frozen(eq=False, repr=False)
class StackLeft(Condition):
    """The caster's tile stack is not empty."""

    phases: ClassVar[frozenset[str]] = frozenset({"I"})

    def holds(self, scene: Scene) -> bool:
        """By the size of the stack."""
        return bool(scene.state.stacks[scene.seat])


@attrs.frozen(eq=False, repr=False)
class InReserve(Condition):
    """A traveler is left in the caster's reserve."""

    def holds(self, scene: Scene) -> bool:
        """By the places of the caster's travelers."""
        return any(scene.state.where[piece] == RESERVE for piece in each_bit(scene.friends))


@attrs.frozen(eq=False, repr=False)
class LostTraveler(Condition):
    """A traveler of the caster died since the end of the caster's last turn."""

    phases: ClassVar[frozenset[str]] = frozenset({"I", "II", "III", "V"})

    def holds(self, scene: Scene) -> bool:
        """By the record of deaths."""
        return bool(scene.state.bereaved >> scene.seat & 1)


@attrs.frozen(eq=False, repr=False)
class NothingMoved(Condition):
    """None of the caster's units has moved this phase."""

    phases: ClassVar[frozenset[str]] = frozenset({"III"})

    def holds(self, scene: Scene) -> bool:
        """By the marks of movement."""
        return not scene.state.moved & scene.friends


@attrs.frozen(eq=False, repr=False)
class InBattle(Condition):
    """The battle the spell is cast in.

    `tiles`: same or adjacent. `own`, `enemy`: solo, grouped, or traveler (of any number).
    `travelers_only`: no creature takes part. `result`: won, draw, or lost_traveler (the caster
    lost one in it).
    """

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})
    tiles: str | None = word("same", "adjacent", default=None)
    own: str | None = word("solo", "grouped", "traveler", default=None)
    enemy: str | None = word("solo", "grouped", "traveler", default=None)
    travelers_only: bool = False
    result: str | None = word("won", "draw", "lost_traveler", default=None)

    def holds(self, scene: Scene) -> bool:
        """By the battle's frame."""
        frame, place = scene.battle, scene.place_in_battle()
        if frame is None or place < 0:
            return False
        data = frame.data
        if self.tiles is not None and (self.tiles == "same") != (data["at"] == data["against"]):
            return False
        if self.travelers_only and min(data["sides"]) < 0:
            return False
        sides = scene.battle_masks()
        for wanted, index in ((self.own, place), (self.enemy, 1 - place)):
            mask = sides[0] if index == place else sides[1]
            if wanted is None:
                continue
            if data["sides"][index] < 0 or not mask:
                return False
            if wanted != "traveler" and (wanted == "solo") != (mask.bit_count() == 1):
                return False
        return self.result is None or self._ended(scene, place)

    def _ended(self, scene: Scene, place: int) -> bool:
        frame = scene.battle
        assert frame is not None
        data = frame.data
        if self.result == "lost_traveler":
            return any(scene.friends >> piece & 1 for piece in data["lost"])
        if self.result == "won":
            won = data["result"] == "won" and data.get("winner") == place
            return won and data["sides"][place] >= 0
        return bool(data["result"] == "draw")


@attrs.frozen(eq=False, repr=False)
class LowerResult(Condition):
    """The battle dice just rolled give the caster's side the lower result."""

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})

    def holds(self, scene: Scene) -> bool:
        """By the dice as they lie, after everything else that changes them."""
        state = scene.state
        rolled = state.stack[scene.context["roll"]]
        if rolled.data["reason"] != "battle":
            return False
        frame = state.stack[scene.context["roll"] - 1]
        place = battle_table.own_place(state, frame.data["sides"], scene.seat)
        if place < 0 or not battle.may_cast(state, frame, scene.seat):
            return False
        results = battle_table.results_of(
            state, frame, rolled.data["dice"], frame.data["counts"][0]
        )
        if frame.data["swapped"]:
            results.reverse()
        return results[place] < results[1 - place]


@attrs.frozen(eq=False, repr=False)
class CastOnFriend(Condition):
    """An enemy has cast a spell that chose a friendly traveler or unit."""

    phases: ClassVar[frozenset[str]] = frozenset({"O"})

    def holds(self, scene: Scene) -> bool:
        """By the targets of the cast that is answered."""
        state = scene.state
        data = state.stack[scene.context["cast"]].data
        if not state.setup.friends[data["seat"]] & scene.foes or data.get("negated"):
            return False
        hook = state.setup.cards[data["card"]].hook
        assert hook is not None
        return any(
            kind.what in ("traveler", "unit") and named_mask(scene, value) & scene.friends
            for kind, value in zip(hook.targets, data["targets"], strict=True)
        )


@attrs.frozen(eq=False, repr=False)
class MovesFriend(Condition):
    """An enemy spell is about to move a friendly unit."""

    phases: ClassVar[frozenset[str]] = frozenset({"O"})

    def holds(self, scene: Scene) -> bool:
        """By what the effects of the cast that is answered move."""
        return bool(about_to_move(scene))


@attrs.frozen(eq=False, repr=False)
class ArrivedBeside(Condition):
    """An enemy unit has entered a tile pathway-adjacent to a friendly unit, and may battle it."""

    phases: ClassVar[frozenset[str]] = frozenset({"O"})

    def holds(self, scene: Scene) -> bool:
        """By where the movers stand and who may battle whom."""
        own = {scene.state.where[piece] for piece in each_bit(scene.mask("friendly"))}
        return any(come_near(scene, slot) for slot in own)


@attrs.frozen(eq=False, repr=False)
class EnemyMover(Condition):
    """The declared movement is an enemy's."""

    phases: ClassVar[frozenset[str]] = frozenset({"O"})

    def holds(self, scene: Scene) -> bool:
        """By whose travelers move."""
        return bool(int(scene.context["mask"]) & scene.foes)


@attrs.frozen(eq=False, repr=False)
class DeckLeft(Condition):
    """The caster's deck is not empty."""

    def holds(self, scene: Scene) -> bool:
        """By the size of the deck."""
        return bool(scene.state.decks[scene.seat])


def named_mask(scene: Scene, value: object) -> int:
    """The pieces that a traveler or unit value stands for now."""
    state = scene.state
    text = str(value)
    if text in state.setup.piece_of:
        return 1 << state.setup.piece_of[text]
    class_id, at, place = text.partition("@")
    if not at:
        return 0
    slot = state.board.at.get(cell_of(place), -1)
    return state.piece_mask(slot, state.setup.classes.index(class_id)) if slot >= 0 else 0


def about_to_move(scene: Scene) -> int:
    """Mask of friendly travelers that the cast being answered is about to move."""
    state = scene.state
    data = state.stack[scene.context["cast"]].data
    if not state.setup.friends[data["seat"]] & scene.foes or data.get("negated"):
        return 0
    hook = state.setup.cards[data["card"]].hook
    assert hook is not None
    targets = {kind.name: value for kind, value in zip(hook.targets, data["targets"], strict=True)}
    cast = Scene(state, data["seat"], targets, data["context"])
    mask = 0
    for name in hook.moves:
        mask |= cast.mask(name)
    unmoved: int = data.get("unmoved", 0)
    return mask & scene.friends & ~unmoved


CONDITIONS: Mapping[str, type[Condition]] = {
    "tile_step": TileStep,
    "stack_left": StackLeft,
    "in_reserve": InReserve,
    "lost_traveler": LostTraveler,
    "nothing_moved": NothingMoved,
    "in_battle": InBattle,
    "lower_result": LowerResult,
    "cast_on_friend": CastOnFriend,
    "moves_friend": MovesFriend,
    "arrived_beside": ArrivedBeside,
    "enemy_mover": EnemyMover,
    "deck_left": DeckLeft,
}
