"""Effects on battles: what stands while a card lies face-up, and what happens at once (BATTLE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from obsidia_core.effects.base import Effect, Standing, target, word
from obsidia_core.effects.scene import Scene, come_near
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.hooks import DiceRules
from obsidia_core.model.state import State
from obsidia_core.rules import battle, facts, pending, rolls, travel

FACES = (1, 2, 3, 4, 5, 6)


def fights_with_travelers(scene: Scene) -> bool:
    """Whether the caster's side in the battle is a unit."""
    frame, place = scene.battle, scene.place_in_battle()
    return frame is not None and place >= 0 and frame.data["sides"][place] >= 0


@attrs.frozen(eq=False, repr=False)
class Dice(Standing):
    """Changes how a side rolls while the card lies in the battle (RULING-91).

    `whose`: own or enemy outcomes. `add`: added to each result, within 1 and 6. `cannot_roll`:
    faces rolled again at once. `keep`: the higher or the lower of two dice. `counts_as`: faces
    `[shown, counted]` that count as another number.
    """

    whose: str = word("own", "enemy")
    add: int = 0
    cannot_roll: tuple[int, ...] = attrs.field(default=(), metadata={"choices": FACES})
    keep: str | None = word("higher", "lower", default=None)
    counts_as: tuple[int, ...] = attrs.field(default=(), metadata={"choices": FACES})

    def shape(
        self, rules: DiceRules, state: Any, battle: Mapping[str, Any], place: int, own: bool
    ) -> None:
        """Change the rules of the side it is about."""
        if own != (self.whose == "own"):
            return
        rules.add += self.add
        for face in self.cannot_roll:
            rules.barred |= 1 << face
        rules.higher += self.keep == "higher"
        rules.lower += self.keep == "lower"
        if self.counts_as:
            shown, counted = self.counts_as
            rules.counts_as[shown] = counted


@attrs.frozen(eq=False, repr=False)
class AddForNeighbours(Standing):
    """Adds 1 to the own outcomes for each other friendly unit beside the own unit, up to `most`."""

    most: int

    def possible(self, scene: Scene) -> bool:
        """Whether the own side is a unit with another beside it."""
        frame, place = scene.battle, scene.place_in_battle()
        return frame is not None and place >= 0 and self._beside(scene.state, frame.data, place) > 0

    def shape(
        self, rules: DiceRules, state: Any, battle: Mapping[str, Any], place: int, own: bool
    ) -> None:
        """Count friendly units on pathway-adjacent tiles."""
        if own:
            rules.add += min(self.most, self._beside(state, battle, place))

    def _beside(self, state: State, battle: Mapping[str, Any], place: int) -> int:
        """How many other friendly units stand beside a side's unit; none beside a creature."""
        side = battle["sides"][place]
        if side < 0:
            return 0
        slot = battle["at"] if place == 0 else battle["against"]
        seat = pending.caster(state, side)
        return sum(
            bool(state.piece_mask(other, index))
            for other in each_bit(state.board.joined(slot))
            for index in state.setup.own[seat]
        )


@attrs.frozen(eq=False, repr=False)
class ShieldFirstLoss(Standing):
    """The first time the own side would lose a traveler in this battle, it does not."""

    shields_first_loss = True

    def possible(self, scene: Scene) -> bool:
        """Whether the own side has travelers to lose: a creature is none (CREATURE-11)."""
        return fights_with_travelers(scene)


@attrs.frozen(eq=False, repr=False)
class ShareFirstLoss(Standing):
    """The first time the own side loses a traveler, the enemy loses one at the same time."""

    shares_first_loss = True

    def possible(self, scene: Scene) -> bool:
        """Whether the own side has travelers to lose: a creature is none (CREATURE-11)."""
        return fights_with_travelers(scene)


@attrs.frozen(eq=False, repr=False)
class WinTies(Standing):
    """Equal outcomes count as the own win."""

    wins_ties = True


@attrs.frozen(eq=False, repr=False)
class BarEnemyCasting(Standing):
    """From the moment it lies there the enemy may cast no phase IV spell in the battle."""

    bars_enemy_casting = True

    def possible(self, scene: Scene) -> bool:
        """Whether somebody else casts for the other side (RULING-61)."""
        frame, place = scene.battle, scene.place_in_battle()
        if frame is None or place < 0:
            return False
        return pending.caster(scene.state, frame.data["sides"][1 - place]) != scene.seat


@attrs.frozen(eq=False, repr=False)
class EndBattle(Effect):
    """The battle ends in a draw."""

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})

    def run(self, scene: Scene, stage: int) -> int | None:
        """No dice are rolled any more."""
        assert scene.battle is not None
        scene.battle.data["result"] = "draw"
        return None


@attrs.frozen(eq=False, repr=False)
class FightAgain(Effect):
    """What lies face-up is discarded and the battle is fought again, with new casting."""

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})

    def run(self, scene: Scene, stage: int) -> int | None:
        """The battle's frame begins anew once the windows above it close."""
        state = scene.state
        frame = scene.battle
        assert frame is not None
        battle.fight_again(state, frame)
        index = state.stack.index(frame)
        state.stack[:] = [
            one for place, one in enumerate(state.stack) if place <= index or one.op != "window"
        ]
        return None


@attrs.frozen(eq=False, repr=False)
class BattleNow(Effect):
    """The battle between a unit and the one that has just arrived is fought now.

    The caster has the initiative.
    """

    triggers: ClassVar[frozenset[str]] = frozenset({"arrival"})
    unit: str = target("unit")

    def run(self, scene: Scene, stage: int) -> int | None:
        """The current player's side is `at`."""
        state = scene.state
        own, mask = scene.slot(self.unit), scene.mask(self.unit)
        near = come_near(scene, own) if mask else 0
        if near:
            piece = (near & -near).bit_length() - 1
            mover = pending.unit_side(facts.class_of(state, piece), state.where[piece])
            class_index = facts.class_of(state, (mask & -mask).bit_length() - 1)
            pair = (mover, pending.unit_side(class_index, own))
            battle.push_battle(state, pair, scene.seat)
        return None


@attrs.frozen(eq=False, repr=False)
class SpawnFallen(Effect):
    """Spawn the last traveler lost in the battle, on the home colony.

    If it was a same-tile battle and the caster won it, on that tile instead.
    """

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})

    def _fallen(self, scene: Scene) -> int:
        frame = scene.battle
        assert frame is not None
        lost: list[int] = [piece for piece in frame.data["lost"] if scene.friends >> piece & 1]
        return next((piece for piece in reversed(lost) if scene.state.where[piece] == -1), -1)

    def _place(self, scene: Scene) -> int:
        frame, place = scene.battle, scene.place_in_battle()
        assert frame is not None
        data = frame.data
        same_tile = data["at"] == data["against"]
        if same_tile and data["result"] == "won" and data.get("winner") == place:
            return int(data["at"])
        fallen = self._fallen(scene)
        return -1 if fallen < 0 else scene.colony_of(1 << fallen)

    def possible(self, scene: Scene) -> bool:
        """Whether the fallen is in the reserve and there is a place for it."""
        return self._fallen(scene) >= 0 and self._place(scene) >= 0

    def run(self, scene: Scene, stage: int) -> int | None:
        """It comes back as a spawned traveler."""
        state = scene.state
        piece, slot = self._fallen(scene), self._place(scene)
        if piece >= 0 and slot >= 0:
            travel.spawn_piece(state, piece, slot)
        return None


@attrs.frozen(eq=False, repr=False)
class Reroll(Effect):
    """A die of the roll that is answered is rolled again."""

    triggers: ClassVar[frozenset[str]] = frozenset({"roll"})
    die: str = target("die")

    def run(self, scene: Scene, stage: int) -> int | None:
        """A face that it cannot show is rolled again at once."""
        state = scene.state
        assert scene.frame is not None
        rolled = state.stack[scene.context["roll"]]
        done = rolls.reroll(state, scene.frame, rolled, scene.targets[self.die] - 1)
        return None if done else stage


@attrs.frozen(eq=False, repr=False)
class SwapResults(Effect):
    """The two results of the round are swapped, after everything else that changes the dice."""

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})
    triggers: ClassVar[frozenset[str]] = frozenset({"roll"})

    def run(self, scene: Scene, stage: int) -> int | None:
        """For this round."""
        data = scene.state.stack[scene.context["roll"] - 1].data
        data["swapped"] = not data["swapped"]
        return None


EFFECTS: Mapping[str, type[Effect]] = {
    "dice": Dice,
    "add_for_neighbours": AddForNeighbours,
    "shield_first_loss": ShieldFirstLoss,
    "share_first_loss": ShareFirstLoss,
    "win_ties": WinTies,
    "bar_enemy_casting": BarEnemyCasting,
    "end_battle": EndBattle,
    "fight_again": FightAgain,
    "battle_now": BattleNow,
    "spawn_fallen": SpawnFallen,
    "reroll": Reroll,
    "swap_results": SwapResults,
}
