"""Kinds of targets: whom and what a spell may choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import attrs

from obsidia_core.effects.base import TargetKind, target, word
from obsidia_core.effects.scene import Scene, come_near, in_map_order
from obsidia_core.model.board import DARK, EDGE
from obsidia_core.model.geometry import SIDE_NAMES, SIDES, distance, each_bit, steps_within
from obsidia_core.model.state import MOVEMENT
from obsidia_core.rules import facts, modifiers, placement, spells


def near_enough(scene: Scene, slot: int, within: int | None, of: str | None) -> bool:
    """Whether a tile lies within so many spaces of a target or of any friendly traveler."""
    if within is None:
        return True
    cell = scene.state.board.cell
    if of in (None, "friendly"):
        where = scene.state.where
        here = cell[slot]
        for piece in each_bit(scene.friends):
            other = where[piece]
            if other >= 0 and distance(here, cell[other]) <= within:
                return True
        return False
    assert of is not None
    return distance(cell[slot], cell[scene.slot(of)]) <= within


def can_be_pushed(scene: Scene, traveler: int) -> bool:
    """Whether a forced step can move a traveler (a mask) over some side (RULING-101)."""
    state = scene.state
    slot = state.where[traveler.bit_length() - 1]
    return any(
        link == EDGE or (link != DARK and not modifiers.is_barred(state, traveler, link))
        for link in state.board.link[4 * slot : 4 * slot + 4]
    )


def next_to_friend(scene: Scene, slot: int) -> bool:
    """Whether a tile is pathway-adjacent to one with a friendly traveler."""
    occupants = scene.state.occupants
    return any(
        occupants[other] & scene.friends for other in each_bit(scene.state.board.joined(slot))
    )


def near_friends(scene: Scene, within: int) -> int:
    """Mask of the tiles within so many spaces of any friendly traveler."""
    at, cell = scene.state.board.at, scene.state.board.cell
    mask = 0
    for slot in each_bit(scene.standing(scene.friends)):
        here = cell[slot]
        for step in steps_within(within):
            other = at.get(here + step)
            if other is not None:
                mask |= 1 << other
    return mask


def beside_friends(scene: Scene) -> int:
    """Mask of the tiles pathway-adjacent to one with a friendly traveler."""
    board = scene.state.board
    mask = 0
    for slot in each_bit(scene.standing(scene.friends)):
        mask |= board.joined(slot)
    return mask


def has_moved(scene: Scene, mask: int) -> bool:
    """Whether travelers have moved in this turn's movement phase, or been made to stay in it."""
    state = scene.state
    stayed = state.merged | state.recruits | state.halted | state.stopped
    if mask & (state.moved | stayed):
        return True
    return state.phase == MOVEMENT and bool(mask & ~state.mobile)


def may_go_on(scene: Scene, mask: int) -> bool:
    """Whether all of them have moved, and did not merge or have to stop by it (EXTRA-03, 04)."""
    state = scene.state
    return not mask & (~state.moved | state.merged | state.stopped | state.halted)


@attrs.frozen(eq=False, repr=False)
class UnitTarget(TargetKind):
    """A unit: all travelers of one class on one tile; its value is `class@x,y`.

    `size`: solo (one traveler) or grouped (more). `moved`: false for units that have not moved,
    true for those that have and may go on. `joins`: friendly units pathway-adjacent to the own
    unit in the battle, of its class. `beside_mover`: pathway-adjacent to a unit that arrived
    and that it may battle.
    """

    what: ClassVar[str] = "unit"
    whose: str = word("friendly", "enemy", "any", default="friendly")
    size: str | None = word("solo", "grouped", default=None)
    moved: bool | None = None
    joins: bool = False
    beside_mover: bool = False

    def values(self, scene: Scene) -> list[Any]:
        """Units in map order of their tiles."""
        state = scene.state
        return [
            scene.unit_name(slot, class_index)
            for slot, class_index in self._units(scene, in_map_order(state, state.board.placed))
        ]

    def each(self, scene: Scene) -> Iterator[Any]:
        """Units as their tiles are found."""
        slots = {slot for slot in scene.state.where if slot >= 0}
        return (scene.unit_name(*unit) for unit in self._units(scene, slots))

    def _units(self, scene: Scene, slots: Iterable[int]) -> Iterator[tuple[int, int]]:
        """`(slot, class)` of the units on these slots that fit."""
        state = scene.state
        those = scene.those(self.whose)
        for slot in slots:
            here = state.occupants[slot] & those
            if not here:
                continue
            for class_index, class_mask in enumerate(state.setup.class_masks):
                mask = here & class_mask
                if mask and self._fits(scene, slot, class_index, mask):
                    yield slot, class_index

    def _fits(self, scene: Scene, slot: int, class_index: int, mask: int) -> bool:
        if self.size is not None and (self.size == "solo") != (mask.bit_count() == 1):
            return False
        if self.moved is False and has_moved(scene, mask):
            return False
        if self.moved is True and not may_go_on(scene, mask):
            return False
        if self.joins and not self._can_join(scene, slot, class_index):
            return False
        return not self.beside_mover or come_near(scene, slot) != 0

    def _can_join(self, scene: Scene, slot: int, class_index: int) -> bool:
        own = scene.own_place_slot()
        frame = scene.battle
        if own < 0 or frame is None or slot == own:
            return False
        side = frame.data["sides"][scene.place_in_battle()]
        return (
            side >= 0
            and side // 1000 == class_index
            and bool(scene.state.board.joined(own) >> slot & 1)
        )


@attrs.frozen(eq=False, repr=False)
class TravelerTarget(TargetKind):
    """One traveler; its value is its id.

    `solo`: alone of its class on its tile. `moved`, `within`, `of`: as for units and tiles.
    `beside_friend`: pathway-adjacent to a friendly traveler. `in_battle`: own or enemy side.
    `dying`: about to be killed. `can_be_pushed`: there is a pathway to push it along, not onto a
    tile that a spell bars.
    """

    what: ClassVar[str] = "traveler"
    whose: str = word("friendly", "enemy", "any", default="friendly")
    solo: bool = False
    moved: bool | None = None
    within: int | None = None
    of: str | None = target("traveler", "tile", words=("friendly",), default=None)
    beside_friend: bool = False
    in_battle: str | None = word("own", "enemy", default=None)
    dying: bool = False
    can_be_pushed: bool = False
    other_than: str | None = target("traveler", default=None)

    def values(self, scene: Scene) -> list[Any]:
        """Travelers by id."""
        return list(self.each(scene))

    def each(self, scene: Scene) -> Iterator[Any]:
        """Travelers by id."""
        names = scene.state.setup.names
        for piece in each_bit(self._among(scene)):
            if self._fits(scene, piece):
                yield names[piece]

    def _among(self, scene: Scene) -> int:
        state = scene.state
        mask = scene.those(self.whose)
        if self.in_battle is not None:
            mask &= scene.battle_masks()[self.in_battle == "enemy"]
        if self.dying:
            mask &= int(state.stack[scene.context["deaths"]].data["mask"])
        return mask

    def _fits(self, scene: Scene, piece: int) -> bool:
        state = scene.state
        slot = state.where[piece]
        if slot < 0 or (self.other_than is not None and piece == scene.piece(self.other_than)):
            return False
        unit = state.piece_mask(slot, facts.class_of(state, piece))
        if self.solo and unit.bit_count() != 1:
            return False
        if self.moved is False and has_moved(scene, 1 << piece):
            return False
        if self.beside_friend and not next_to_friend(scene, slot):
            return False
        if self.can_be_pushed and not can_be_pushed(scene, 1 << piece):
            return False
        return near_enough(scene, slot, self.within, self.of)


@attrs.frozen(eq=False, repr=False)
class TileTarget(TargetKind):
    """A tile on the map; its value is `"x,y"`.

    `terrain`: one of these; `not_terrain`: none of these. `occupied`: by anybody. `within` spaces
    `of` a target or any friendly traveler. `town`: friendly towns, if the traveler named
    `without` were gone. `enemies`: whether it holds enemy travelers. `friends`: how many friendly
    travelers it holds. `other_than`: not this target's tile. `dark_side_to`: next to this tile
    across a dark side that may be opened. `turnable`: it fits otherwise turned. `beside_friend`:
    pathway-adjacent to a friendly traveler. `exits`: enemy travelers there can be pushed.
    """

    what: ClassVar[str] = "tile"
    rules: ClassVar[tuple[str, ...]] = ("SPELL-06",)
    terrain: tuple[str, ...] = attrs.field(default=(), metadata={"refers_to": "terrain"})
    not_terrain: tuple[str, ...] = attrs.field(default=(), metadata={"refers_to": "terrain"})
    occupied: bool | None = None
    within: int | None = None
    of: str | None = target("traveler", "unit", "tile", words=("friendly",), default=None)
    town: str | None = word("friendly", default=None)
    without: str | None = target("traveler", default=None)
    enemies: bool | None = None
    friends: int | None = None
    other_than: str | None = target("traveler", "unit", "tile", default=None)
    dark_side_to: str | None = target("tile", default=None)
    has_dark_side: bool = False
    turnable: bool = False
    beside_friend: bool = False
    exits: bool = False

    def values(self, scene: Scene) -> list[Any]:
        """Tiles from north to south and west to east."""
        board, mask = scene.state.board, self._candidates(scene)
        if mask and self.turnable:
            mask &= board.remember("turnable", lambda slot: bool(other_turns(scene, slot)))
        if mask and self.has_dark_side:
            mask &= board.remember("dark side", lambda slot: has_dark_side(scene, slot))
        return [
            scene.place_name(slot)
            for slot in in_map_order(scene.state, mask)
            if self._fits(scene, slot)
        ]

    def each(self, scene: Scene) -> Iterator[Any]:
        """Tiles by their number."""
        for slot in each_bit(self._candidates(scene)):
            if (
                self._fits(scene, slot)
                and not (self.turnable and not other_turns(scene, slot))
                and not (self.has_dark_side and not has_dark_side(scene, slot))
            ):
                yield scene.place_name(slot)

    def _candidates(self, scene: Scene) -> int:
        """Mask of the tiles that fit by their kind, and by where travelers stand."""
        board, terrain_of = scene.state.board, scene.state.setup.terrain_of
        mask = board.placed if not self.terrain else 0
        for terrain in self.terrain:
            mask |= board.with_terrain_of(terrain_of[terrain])
        for terrain in self.not_terrain:
            mask &= ~board.with_terrain_of(terrain_of[terrain])
        if self.town is not None:
            mask &= board.towns
        if self.enemies is not None:
            with_enemies = scene.standing(scene.foes)
            mask &= with_enemies if self.enemies else ~with_enemies
        if self.friends:
            mask &= scene.standing(scene.friends)
        if mask and self.beside_friend:
            mask &= beside_friends(scene)
        if mask and self.within is not None and self.of in (None, "friendly"):
            mask &= near_friends(scene, self.within)
        return mask

    def _fits(self, scene: Scene, slot: int) -> bool:
        state = scene.state
        occupants = state.occupants[slot]
        if self.occupied is not None and self.occupied != bool(occupants):
            return False
        if self.friends is not None and not self._fitting_friends(scene, slot):
            return False
        if self.other_than is not None and slot == scene.slot(self.other_than):
            return False
        if self.town is not None and not self._friendly_town(scene, slot):
            return False
        if self.exits and not any(
            can_be_pushed(scene, 1 << piece) for piece in each_bit(occupants & scene.foes)
        ):
            return False
        return self._fits_place(scene, slot)

    def _fits_place(self, scene: Scene, slot: int) -> bool:
        if self.dark_side_to is not None and not can_be_opened(
            scene, scene.slot(self.dark_side_to), slot
        ):
            return False
        if self.within is None or self.of in (None, "friendly"):
            return True
        return near_enough(scene, slot, self.within, self.of)

    def _fitting_friends(self, scene: Scene, slot: int) -> bool:
        """So many friendly travelers; the Horde's of a color that can send one more.

        The card brings one of the same class, and the Horde's colors do not stand in for one
        another (HORDE-02).
        """
        state = scene.state
        here = state.occupants[slot] & scene.friends
        if here.bit_count() != self.friends:
            return False
        if scene.seat != state.setup.horde or not here:
            return True
        return facts.lowest_in_reserve(state, facts.class_of(state, here.bit_length() - 1)) >= 0

    def _friendly_town(self, scene: Scene, slot: int) -> bool:
        state = scene.state
        holder = state.holders[slot]
        gone = 0 if self.without is None else 1 << scene.piece(self.without)
        left = state.occupants[slot] & state.setup.all_travelers & ~gone
        return holder in state.setup.own[scene.seat] and left != 0 and not left & ~scene.friends


def other_turns(scene: Scene, slot: int) -> list[int]:
    """Orientations in which a tile of the map would fit, other than how it lies."""
    state = scene.state
    setup, board = state.setup, state.board
    need = board.demand(setup, slot)
    lies = (board.lies[slot], setup.stones[slot][board.turn[slot] & 3])
    return [
        turn
        for turn in placement.fitting(setup, slot, board.terrain[slot], need)
        if (setup.lies[slot][turn], setup.stones[slot][turn & 3]) != lies
    ]


def has_dark_side(scene: Scene, slot: int) -> bool:
    """Whether a tile has a dark side to a neighbour that may count as pathway."""
    near = scene.state.board.near
    return any(can_be_opened(scene, slot, other) for other in near[4 * slot : 4 * slot + 4])


def can_be_opened(scene: Scene, slot: int, other: int) -> bool:
    """Whether the dark side between two tiles may count as pathway: not town to town or colony."""
    state = scene.state
    board = state.board
    if other < 0:
        return False
    for side in SIDES:
        if board.near[4 * slot + side] == other:
            apart = state.setup.apart[board.terrain[slot]]
            return board.link[4 * slot + side] == DARK and not apart >> board.terrain[other] & 1
    return False


@attrs.frozen(eq=False, repr=False)
class SideTarget(TargetKind):
    """A side with a pathway of a target's tile; its value is a letter."""

    what: ClassVar[str] = "side"
    of: str = target("traveler", "unit", "tile")

    def values(self, scene: Scene) -> list[Any]:
        """Sides clockwise from north."""
        slot = scene.slot(self.of)
        link = scene.state.board.link
        return [SIDE_NAMES[side] for side in SIDES if link[4 * slot + side] != DARK]


@attrs.frozen(eq=False, repr=False)
class PlayerTarget(TargetKind):
    """An enemy player; its value is the seat.

    `has`: a hand or a tile stack. `beaten`: the caster won a battle against it this turn.
    """

    what: ClassVar[str] = "player"
    has: str | None = word("hand", "stack", default=None)
    beaten: bool = False

    def values(self, scene: Scene) -> list[Any]:
        """Seats in turn order."""
        state = scene.state
        found = []
        for seat, name in enumerate(state.setup.seats):
            if not state.setup.friends[seat] & scene.foes:
                continue
            if self.has == "hand" and not state.hands[seat]:
                continue
            if self.has == "stack" and not state.stacks[seat]:
                continue
            if self.beaten and not state.beaten >> seat & 1:
                continue
            found.append(name)
        return found


@attrs.frozen(eq=False, repr=False)
class SpellTarget(TargetKind):
    """A card; its value is its id.

    `among`: where it lies. `phases`: its phase mark. `imitable`: its effect could happen now, and
    it does more than give steps.
    """

    what: ClassVar[str] = "spell"
    among: str = word("own_discards", "enemy_face_up", "discard_tops")
    phases: tuple[str, ...] = ()
    imitable: bool = False

    def values(self, scene: Scene) -> list[Any]:
        """Cards as they lie, top first; tops in turn order."""
        state = scene.state
        cards = state.setup.cards
        return [
            cards[card].id
            for card in self._cards(scene)
            if (not self.phases or cards[card].phase in self.phases)
            and (not self.imitable or can_imitate(scene, card))
        ]

    def _cards(self, scene: Scene) -> Iterator[int]:
        state = scene.state
        if self.among == "own_discards":
            yield from state.discards[scene.seat]
        elif self.among == "discard_tops":
            for pile in state.discards:
                yield from pile[:1]
        elif scene.battle is not None:
            for seat, card in scene.battle.data["faceup"]:
                if state.setup.friends[seat] & scene.foes:
                    yield card


def can_imitate(scene: Scene, card: int) -> bool:
    """Whether a card would do something now besides giving steps, its phase apart."""
    hook = scene.state.setup.cards[card].hook
    if hook is None or all(effect.only_steps for effect in hook.program):
        return False
    return spells.could_happen(scene.state, scene.seat, card, {})


@attrs.frozen(eq=False, repr=False)
class DieTarget(TargetKind):
    """One of the dice just rolled; its value is its place, from 1."""

    triggers: ClassVar[frozenset[str]] = frozenset({"roll"})
    what: ClassVar[str] = "die"

    def values(self, scene: Scene) -> list[Any]:
        """Places of the dice as they lie."""
        rolled = scene.state.stack[scene.context["roll"]]
        return list(range(1, len(rolled.data["dice"]) + 1))


TARGETS: Mapping[str, type[TargetKind]] = {
    "unit": UnitTarget,
    "traveler": TravelerTarget,
    "tile": TileTarget,
    "side": SideTarget,
    "player": PlayerTarget,
    "spell": SpellTarget,
    "die": DieTarget,
}
