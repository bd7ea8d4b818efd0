"""Effects that bring travelers and creatures into play, protect them, or take them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from obsidia_core.effects.base import PLACES, Effect, content, target, word
from obsidia_core.effects.scene import Scene, cell_of, on_map
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import RESERVE
from obsidia_core.model.state import Effect as InForce
from obsidia_core.rules import battle, choices, deaths, facts, modifiers, pending, rolls, travel


def reserves(scene: Scene, at: str | None = None) -> list[int]:
    """The classes that may come out of the caster's reserve, onto the place `at`.

    A player has one class. Of the Horde's the color comes that stands on the tile, in a battle that
    of the unit, on a colony that of the colony; elsewhere, or if it has nobody left, any color.
    """
    state = scene.state
    own = state.setup.own[scene.seat]
    left = [index for index in own if facts.lowest_in_reserve(state, index) >= 0]
    if scene.seat != state.setup.horde or at is None:
        return left
    if at == "battle_tile":
        return [index for index in left if state.setup.class_masks[index] & scene.mask("own_unit")]
    if at == "home_colony":
        return [index for index in left if state.setup.colonies[index] in scene.home_colonies()]
    if at not in scene.targets:
        return left
    slot = scene.slot(at)
    return [index for index in left if slot >= 0 and state.piece_mask(slot, index)] or left


def settled_class(scene: Scene, classes: list[int]) -> int:
    """One of several classes, as the caster chooses; -1 while that is being asked (HORDE-10)."""
    names = scene.state.setup.classes
    if "chosen" in scene.memory:
        return names.index(scene.memory.pop("chosen"))
    if len(classes) > 1:
        listed = [names[index] for index in classes]
        choices.ask_choice(scene.state, scene.seat, "player", listed)
        return -1
    return classes[0]


@attrs.frozen(eq=False, repr=False)
class Spawn(Effect):
    """Spawn travelers from the own reserve on a tile.

    `also`: a traveler given up for it, who may be among them.
    """

    at: str = target("tile", words=PLACES)
    count: int = 1
    also: str | None = target("traveler", default=None)

    def possible(self, scene: Scene) -> bool:
        """Whether the reserve has somebody, or will have; in a battle also a unit to join."""
        if self.at == "battle_tile" and not scene.mask("own_unit") & scene.friends:
            return False
        comes_back = self.also is not None and scene.seat != scene.state.setup.horde
        return comes_back or bool(reserves(scene, self.at))

    def run(self, scene: Scene, stage: int) -> int | None:
        """One after the other, each settled before the next."""
        classes = reserves(scene, self.at)
        if stage == self.count or not classes or scene.slot(self.at) < 0:
            return None
        class_index = settled_class(scene, classes)
        if class_index < 0:
            return stage
        at_home = self.at == "home_colony"
        slot = scene.state.setup.colonies[class_index] if at_home else scene.slot(self.at)
        travel.spawn(scene.state, class_index, slot)
        return stage + 1


@attrs.frozen(eq=False, repr=False)
class Train(Effect):
    """Train up to `up_to` travelers on the home colony, beyond the turn's normal one."""

    up_to: int

    def possible(self, scene: Scene) -> bool:
        """Whether there is a colony and a reserve."""
        return bool(_colonies_with_reserve(scene))

    def run(self, scene: Scene, stage: int) -> int | None:
        """Of several colonies ask which; ask how many, then train them there."""
        state = scene.state
        memory = scene.memory
        if stage == 0:
            colonies = _colonies_with_reserve(scene)
            if not colonies:
                return None
            places = [scene.place_name(slot) for slot in colonies]
            choices.ask_choice(state, scene.seat, "tile", places)
            return 1
        if stage == 1:
            memory["colony"] = state.board.at[cell_of(memory.pop("chosen"))]
            home = state.setup.tiles[memory["colony"]].colony
            left = sum(
                state.where[piece] == RESERVE for piece in each_bit(state.setup.class_masks[home])
            )
            most = min(self.up_to, left)
            choices.ask_choice(state, scene.seat, "number", list(range(1, most + 1)))
            return 2
        colony = memory.pop("colony")
        for _ in range(memory.pop("chosen")):
            piece = facts.lowest_in_reserve(state, state.setup.tiles[colony].colony)
            facts.train(state, piece, colony)
        return None


def _colonies_with_reserve(scene: Scene) -> list[int]:
    """The caster's colonies on the map whose class has somebody in reserve, in map order."""
    setup, cell = scene.state.setup, scene.state.board.cell
    found = [
        slot
        for slot in scene.home_colonies()
        if facts.lowest_in_reserve(scene.state, setup.tiles[slot].colony) >= 0
    ]
    return sorted(found, key=cell.__getitem__)


@attrs.frozen(eq=False, repr=False)
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


@attrs.frozen(eq=False, repr=False)
class Sacrifice(Effect):
    """Put an own traveler into the reserve as a cost; nothing prevents it (RULING-96)."""

    cost: ClassVar[bool] = True
    what: str = target("traveler")

    def run(self, scene: Scene, stage: int) -> int | None:
        """It leaves the map without being killed."""
        facts.return_to_reserve(scene.state, scene.piece(self.what))
        return None


@attrs.frozen(eq=False, repr=False)
class Replace(Effect):
    """An enemy traveler is replaced by one of the own reserve."""

    what: str = target("traveler")

    def barred(self, scene: Scene) -> bool:
        """Whether the newcomer may not enter the tile."""
        return self.what in scene.targets and modifiers.is_barred(
            scene.state, scene.friends, scene.slot(self.what)
        )

    def possible(self, scene: Scene) -> bool:
        """Whether the reserve has somebody."""
        return bool(reserves(scene))

    def run(self, scene: Scene, stage: int) -> int | None:
        """Replacing is not killing (RULING-96)."""
        classes = reserves(scene)
        if scene.slot(self.what) < 0 or not classes:
            return None
        class_index = settled_class(scene, classes)
        if class_index < 0:
            return stage
        travel.replace(scene.state, scene.piece(self.what), class_index)
        return None


@attrs.frozen(eq=False, repr=False)
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


@attrs.frozen(eq=False, repr=False)
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


@attrs.frozen(eq=False, repr=False)
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


@attrs.frozen(eq=False, repr=False)
class Spare(Effect):
    """Terrain does not kill these travelers, enemy home colonies apart.

    `who`: a unit's travelers of now, or `friendly` for all of the caster's. `no_survival_rolls`:
    they make no survival rolls of any kind.
    """

    who: str = target("unit", words=("friendly",))
    until: str = word("phase_end", "turn_end", "next_turn_start", "next_turn_end")
    no_survival_rolls: bool = False

    def possible(self, scene: Scene) -> bool:
        """Whether there is anybody on the map to be spared."""
        return self.who != "friendly" or scene.standing(scene.friends) != 0

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        mask = -1 if self.who == "friendly" else scene.mask(self.who)
        put_in_force(scene, "spared", mask, 0, int(self.no_survival_rolls), self.until)
        return None


@attrs.frozen(eq=False, repr=False)
class Visa(Effect):
    """A unit may enter and occupy enemy home colonies (COLONY-09)."""

    unit: str = target("unit")
    until: str = word("phase_end", "turn_end")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        put_in_force(scene, "visa", scene.mask(self.unit), 0, 0, self.until)
        return None


@attrs.frozen(eq=False, repr=False)
class Rescue(Effect):
    """A traveler about to be killed is teleported to its home colony instead, leaving no recruit.

    If it was in a battle it has left the battle.
    """

    triggers: ClassVar[frozenset[str]] = frozenset({"death"})
    what: str = target("traveler")

    def possible(self, scene: Scene) -> bool:
        """Whether its colony lies on the map."""
        return bool(scene.home_colonies())

    def run(self, scene: Scene, stage: int) -> int | None:
        """Take it out of those who die, and send it home."""
        state = scene.state
        bit = scene.mask(self.what)
        dying = state.stack[scene.context["deaths"]]
        dying.data["mask"] &= ~bit
        for frame in state.stack:
            if frame.op == "battle" and bit & frame.data["fighters"]:
                frame.data["gone"] |= bit
        colony = scene.colony_of(bit)
        if state.where[scene.piece(self.what)] != colony:
            travel.push_travel(state, bit, state.board.cell[colony], "teleport")
        return None


def put_in_force(scene: Scene, kind: str, pieces: int, slots: int, value: int, until: str) -> None:
    """Begin a modifier; a lasting spell's first one holds the token and the card."""
    card = scene.memory["card"]
    state = scene.state
    lasting = state.setup.cards[card].play == "lasting"
    token = lasting and not scene.memory.get("token")
    scene.memory["token"] = lasting
    lies = card if lasting and not scene.memory.get("borrowed") else -1
    facts.begin_effect(
        state, InForce(kind, scene.seat, pieces, slots, value, until, lies, int(token))
    )


EFFECTS: Mapping[str, type[Effect]] = {
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
