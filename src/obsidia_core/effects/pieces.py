"""Effects that bring travelers and creatures into play, protect them, or take them out."""

from __future__ import annotations

from typing import ClassVar

import attrs

from obsidia_core.effects.base import PLACES, Effect, content, target, word
from obsidia_core.effects.scene import Scene, on_map
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import RESERVE
from obsidia_core.model.state import Effect as InForce
from obsidia_core.rules import battle, choices, deaths, facts, modifiers, pending, rolls, travel


def reserve_of(scene: Scene, slot: int = -1) -> int:
    """The class whose reserve a spawn of the caster draws from; -1 if nobody is left.

    A player has one class. Of several classes the one standing on the tile comes first.
    """
    state = scene.state
    own = state.setup.own[scene.seat]
    if slot >= 0:
        own = tuple(sorted(own, key=lambda index: not state.piece_mask(slot, index)))
    return next((index for index in own if facts.lowest_in_reserve(state, index) >= 0), -1)


@attrs.frozen
class Spawn(Effect):
    """Spawn travelers from the own reserve on a tile.

    `also`: a traveler given up for it, who may be among them.
    """

    at: str = target("tile", words=PLACES)
    count: int = 1
    also: str | None = target("traveler", default=None)

    def possible(self, scene: Scene) -> bool:
        """Whether the reserve has somebody, or will have; in a battle a unit of one's own to join."""
        if self.at == "battle_tile" and not scene.mask("own_unit") & scene.friends:
            return False
        return self.also is not None or reserve_of(scene) >= 0

    def run(self, scene: Scene, stage: int) -> int | None:
        """One after the other, each settled before the next."""
        slot = scene.slot(self.at)
        class_index = reserve_of(scene, slot)
        if stage == self.count or class_index < 0 or slot < 0:
            return None
        travel.spawn(scene.state, class_index, slot)
        return stage + 1


@attrs.frozen
class Train(Effect):
    """Train up to `up_to` travelers on the home colony, beyond the turn's normal one."""

    up_to: int

    def possible(self, scene: Scene) -> bool:
        """Whether there is a colony and a reserve."""
        return reserve_of(scene) >= 0 and _colony_lies(scene)

    def run(self, scene: Scene, stage: int) -> int | None:
        """Ask how many, then train them."""
        state = scene.state
        class_index = reserve_of(scene)
        if stage == 0:
            left = sum(state.where[piece] == RESERVE for piece in each_bit(scene.friends))
            most = min(self.up_to, left)
            if most < 1:
                return None
            choices.ask_choice(state, scene.seat, "number", list(range(1, most + 1)))
            return 1
        for _ in range(scene.memory.pop("chosen")):
            piece = facts.lowest_in_reserve(state, class_index)
            facts.train(state, piece, scene.slot("home_colony"))
        return None


def _colony_lies(scene: Scene) -> bool:
    slot = scene.slot("home_colony")
    return slot >= 0 and bool(scene.state.board.placed >> slot & 1)


@attrs.frozen
class Summon(Effect):
    """Summon a creature on a tile."""

    target_rules: ClassVar[tuple[str, ...]] = ("CREATURE-02", "RULING-08")
    creature: str = content("creature")
    at: str = target("tile")

    def possible(self, scene: Scene) -> bool:
        """Whether a creature piece is left (RULING-07)."""
        state = scene.state
        return pending.creatures_in_play(state) < state.setup.ruleset.creature_limit

    def run(self, scene: Scene, stage: int) -> int | None:
        """It appears unharmed by its native terrain (CREATURE-07, CREATURE-08)."""
        state = scene.state
        slot = scene.slot(self.at)
        if slot >= 0:
            travel.summon(state, state.setup.kind_of[self.creature], slot, scene.seat)
        return None


@attrs.frozen
class Sacrifice(Effect):
    """Put an own traveler into the reserve as a cost; nothing prevents it (RULING-96)."""

    cost: ClassVar[bool] = True
    what: str = target("traveler")

    def run(self, scene: Scene, stage: int) -> int | None:
        """It leaves the map without being killed."""
        facts.return_to_reserve(scene.state, scene.piece(self.what))
        return None


@attrs.frozen
class Replace(Effect):
    """An enemy traveler is replaced by one of the own reserve."""

    what: str = target("traveler")

    def possible(self, scene: Scene) -> bool:
        """Whether the reserve has somebody."""
        return reserve_of(scene) >= 0

    def run(self, scene: Scene, stage: int) -> int | None:
        """Replacing is not killing (RULING-96)."""
        slot = scene.slot(self.what)
        if slot >= 0:
            travel.replace(scene.state, scene.piece(self.what), reserve_of(scene, slot))
        return None


@attrs.frozen
class LoseOne(Effect):
    """The enemy unit in the battle loses one traveler.

    `how`: killed, or removed to its reserve, which is not killing.
    """

    how: str = word("killed", "removed")

    def run(self, scene: Scene, stage: int) -> int | None:
        """The highest id, or its owner's choice where the members differ (RULING-93)."""
        state = scene.state
        mask = scene.mask("enemy_unit")
        if stage == 0:
            if not mask:
                return None
            battle.choose_loss(state, mask)
            return 1
        piece = state.setup.piece_of[scene.memory.pop("chosen")]
        if self.how == "killed":
            deaths.kill_pieces(state, 1 << piece, "spell")
        else:
            facts.return_to_reserve(state, piece)
        return None


@attrs.frozen
class SurvivalRoll(Effect):
    """The enemy traveler in the battle makes a survival roll, or dies."""

    dice: int
    total: int

    def possible(self, scene: Scene) -> bool:
        """Whether the traveler makes survival rolls."""
        mask = scene.mask("enemy_unit")
        return mask != 0 and not modifiers.rolls_no_survival(scene.state, mask.bit_length() - 1)

    def run(self, scene: Scene, stage: int) -> int | None:
        """Roll, then live or die (TERM-12)."""
        state = scene.state
        mask = scene.mask("enemy_unit")
        if not mask:
            return None
        piece = mask.bit_length() - 1
        if stage == 0:
            if modifiers.rolls_no_survival(state, piece):
                return None
            rolls.push_roll(state, "survival", [self.dice], piece=piece)
            return 1
        if sum(scene.memory.pop("dice_rolled")) < self.total:
            deaths.kill_pieces(state, 1 << piece, "spell")
        return None


@attrs.frozen
class EachEnemyKills(Effect):
    """Each enemy player with more travelers on the map than the caster kills one of its own."""

    def possible(self, scene: Scene) -> bool:
        """Whether there is such a player."""
        return bool(_larger_enemies(scene))

    def run(self, scene: Scene, stage: int) -> int | None:
        """Players choose in turn order; who they are is settled at the start."""
        state = scene.state
        memory = scene.memory
        if stage == 0:
            memory["players"] = _larger_enemies(scene)
        if "chosen" in memory:
            piece = state.setup.piece_of[memory.pop("chosen")]
            deaths.kill_pieces(state, 1 << piece, "spell")
            return stage + 1
        if not memory["players"]:
            return None
        seat, *memory["players"] = memory["players"]
        names = scene.names(on_map(state, state.setup.friends[seat]))
        if names:
            choices.ask_choice(state, seat, "traveler", names)
        return stage + 1


def _larger_enemies(scene: Scene) -> list[int]:
    state = scene.state
    own = on_map(state, scene.friends).bit_count()
    seats = len(state.setup.seats)
    return [
        seat
        for seat in ((scene.seat + place) % seats for place in range(1, seats))
        if state.setup.friends[seat] & scene.foes
        and on_map(state, state.setup.friends[seat]).bit_count() > own
    ]


@attrs.frozen
class Spare(Effect):
    """Terrain does not kill these travelers, enemy home colonies apart.

    `who`: a unit's travelers of now, or `friendly` for all of the caster's. `no_survival_rolls`:
    they make no survival rolls of any kind.
    """

    who: str = target("unit", words=("friendly",))
    until: str = word("phase_end", "turn_end", "next_turn_start", "next_turn_end")
    no_survival_rolls: bool = False

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        mask = -1 if self.who == "friendly" else scene.mask(self.who)
        put_in_force(scene, "spared", mask, 0, int(self.no_survival_rolls), self.until)
        return None


@attrs.frozen
class Visa(Effect):
    """A unit may enter and occupy enemy home colonies (COLONY-09)."""

    unit: str = target("unit")
    until: str = word("phase_end", "turn_end")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        put_in_force(scene, "visa", scene.mask(self.unit), 0, 0, self.until)
        return None


@attrs.frozen
class Rescue(Effect):
    """A traveler about to be killed is teleported to its home colony instead, leaving no recruit.

    If it was in a battle it has left the battle.
    """

    what: str = target("traveler")

    def possible(self, scene: Scene) -> bool:
        """Whether its colony lies on the map."""
        return _colony_lies(scene)

    def run(self, scene: Scene, stage: int) -> int | None:
        """Take it out of those who die, and send it home."""
        state = scene.state
        bit = scene.mask(self.what)
        dying = state.stack[scene.context["deaths"]]
        dying.data["mask"] &= ~bit
        for frame in state.stack:
            if frame.op == "battle" and bit & frame.data["fighters"]:
                frame.data["gone"] |= bit
        colony = scene.slot("home_colony")
        if state.where[scene.piece(self.what)] != colony:
            travel.push_travel(state, bit, state.board.cell[colony], "teleport")
        return None


def put_in_force(scene: Scene, kind: str, pieces: int, slots: int, value: int, until: str) -> None:
    """Begin a modifier; a lasting spell's first one holds the token and the card."""
    card = scene.memory["card"]
    state = scene.state
    lasting = state.setup.cards[card].play == "lasting"
    token = lasting and not any(effect.card == card for effect in state.effects)
    lies = card if lasting and not scene.memory.get("borrowed") else -1
    facts.begin_effect(
        state, InForce(kind, scene.seat, pieces, slots, value, until, lies, int(token))
    )


EFFECTS = {
    "spawn": Spawn,
    "train": Train,
    "summon": Summon,
    "sacrifice": Sacrifice,
    "replace": Replace,
    "lose_one": LoseOne,
    "survival_roll": SurvivalRoll,
    "each_enemy_kills": EachEnemyKills,
    "spare": Spare,
    "visa": Visa,
    "rescue": Rescue,
}
