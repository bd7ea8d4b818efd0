"""What a running or possible spell sees: the position, its caster, its targets and the occasion."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from obsidia_core.kernel.state import Frame
from obsidia_core.model.geometry import Coordinate, cell_at, coordinate, each_bit
from obsidia_core.model.state import State
from obsidia_core.rules import battle_table, facts, modifiers


class Scene:
    """A spell in its surroundings.

    Attributes:
        state: the position.
        seat: index of the caster's seat.
        targets: values chosen so far, by the name the spell gives them.
        context: what the window says about its occasion (`mask`, `roll`, `battle`, ...).
        frame: the frame of the running effects; None while only asking whether it could be cast.
        program: the effects that are running, in order.
    """

    __slots__ = ("context", "frame", "program", "seat", "state", "targets")

    def __init__(
        self,
        state: State,
        seat: int,
        targets: Mapping[str, Any],
        context: Mapping[str, Any],
        frame: Frame | None = None,
    ) -> None:
        self.state = state
        self.seat = seat
        self.targets = targets
        self.context = context
        self.frame = frame
        self.program: tuple[Any, ...] = ()

    @property
    def memory(self) -> dict[str, Any]:
        """The data of the running frame.

        An effect takes out again what it has shown to one seat before another one is asked: who is
        asked may be sent what is in it.
        """
        assert self.frame is not None
        return self.frame.data

    @property
    def friends(self) -> int:
        """Mask of the caster's travelers."""
        return self.state.setup.friends[self.seat]

    @property
    def foes(self) -> int:
        """Mask of the enemies' travelers; an ally's are neither (TEAM-02)."""
        return self.state.setup.foes[self.seat]

    def those(self, whose: str) -> int:
        """Mask of the travelers that are `friendly`, `enemy` or `any`."""
        if whose == "friendly":
            return self.friends
        return self.foes if whose == "enemy" else self.state.setup.all_travelers

    def standing(self, pieces: int) -> int:
        """Mask of the tiles on which these pieces stand."""
        where = self.state.where
        mask = 0
        for piece in each_bit(pieces):
            slot = where[piece]
            if slot >= 0:
                mask |= 1 << slot
        return mask

    def piece(self, name: str) -> int:
        """The piece that a target of kind traveler stands for."""
        return self.state.setup.piece_of[self.targets[name]]

    def slot(self, name: str) -> int:
        """The slot of a target of kind tile, or where a traveler or unit stands; -1 for none.

        `home_colony`: the caster's colony; `battle_tile`: where its own side fights.
        """
        if name == "home_colony":
            return next(iter(self.home_colonies()), -1)
        if name == "battle_tile":
            return self.own_place_slot()
        value = str(self.targets[name])
        if value in self.state.setup.piece_of:
            return self.state.where[self.state.setup.piece_of[value]]
        return self.state.board.at.get(cell_of(value.rpartition("@")[2]), -1)

    def home_colonies(self) -> list[int]:
        """The caster's colonies on the map, by class; only the Horde has several (HORDE-02)."""
        setup, placed = self.state.setup, self.state.board.placed
        slots = [setup.colonies[index] for index in setup.own[self.seat]]
        return [slot for slot in slots if slot >= 0 and placed >> slot & 1]

    def colony_of(self, mask: int) -> int:
        """The colony of the class of these travelers, -1 if it does not lie on the map."""
        slot = self.state.setup.colonies[((mask & -mask).bit_length() - 1) >> 3]
        return slot if slot >= 0 and self.state.board.placed >> slot & 1 else -1

    def mask(self, name: str) -> int:
        """The pieces a target stands for: a traveler, a unit, or the occupants of a tile.

        `friendly`, `enemy`: all on the map; `own_unit`, `enemy_unit`: in the running battle;
        `mover`: the unit whose movement is answered.
        """
        state = self.state
        if name in ("friendly", "enemy"):
            return on_map(state, self.those(name))
        if name in ("own_unit", "enemy_unit"):
            return self.battle_masks()[name == "enemy_unit"]
        if name == "mover":
            return int(self.context["mask"])
        value = str(self.targets[name])
        if value in state.setup.piece_of:
            return 1 << state.setup.piece_of[value]
        slot = self.slot(name)
        if slot < 0:
            return 0
        class_id, at, _ = value.partition("@")
        if at:
            return state.piece_mask(slot, state.setup.classes.index(class_id))
        return state.occupants[slot]

    def seat_of(self, name: str) -> int:
        """The seat a target of kind player stands for."""
        return self.state.setup.seat_of[self.targets[name]]

    def card_of(self, name: str) -> int:
        """The card a target of kind spell stands for."""
        return self.state.setup.card_of[self.targets[name]]

    # ---- battles

    @property
    def battle(self) -> Frame | None:
        """The frame of the battle the spell is cast in, or None."""
        if "battle" in self.context:
            frame: Frame = self.state.stack[self.context["battle"]]
            return frame
        return None

    def place_in_battle(self) -> int:
        """Which side is the caster's: 0, 1, or -1 for neither."""
        frame = self.battle
        return (
            -1
            if frame is None
            else battle_table.own_place(self.state, frame.data["sides"], self.seat)
        )

    def battle_masks(self) -> tuple[int, int]:
        """The pieces of the caster's side and of the other side."""
        frame, place = self.battle, self.place_in_battle()
        if frame is None or place < 0:
            return 0, 0
        both = battle_table.masks(self.state, frame.data)
        return both[place], both[1 - place]

    def own_place_slot(self) -> int:
        """The tile the caster's side fights on, -1 without a battle."""
        frame, place = self.battle, self.place_in_battle()
        if frame is None or place < 0:
            return -1
        return int(frame.data["at"] if place == 0 else frame.data["against"])

    def enemy_place_slot(self) -> int:
        """The tile the other side fights on, -1 without a battle."""
        frame, place = self.battle, self.place_in_battle()
        if frame is None or place < 0:
            return -1
        return int(frame.data["against"] if place == 0 else frame.data["at"])

    # ---- names

    def names(self, mask: int) -> list[Any]:
        """Ids of pieces, lowest first."""
        return [self.state.setup.names[piece] for piece in each_bit(mask)]

    def place_name(self, slot: int) -> str:
        """`"x,y"` of a tile on the map."""
        return str(facts.place(self.state, slot))

    def unit_name(self, slot: int, class_index: int) -> str:
        """`class@x,y`."""
        return f"{self.state.setup.classes[class_index]}@{self.place_name(slot)}"


@lru_cache(maxsize=1 << 14)
def cell_of(text: str) -> int:
    """The cell of `"x,y"`."""
    return cell_at(*Coordinate.parse(text))


def cell_name(cell: int) -> str:
    """`"x,y"` of a cell."""
    return str(coordinate(cell))


def on_map(state: State, mask: int) -> int:
    """Those of the pieces that stand on the map."""
    return sum(1 << piece for piece in each_bit(mask) if state.where[piece] >= 0)


def come_near(scene: Scene, slot: int) -> int:
    """Mask of enemies that have just entered a tile joined to a slot, and may battle those on it.

    Only in answer to an arrival. Who stayed in the woods has not entered; a battle that a spell
    bars cannot be brought about either (RULING-101).
    """
    state = scene.state
    joined = state.board.joined(slot)
    found = 0
    for piece in each_bit(int(scene.context["mask"]) & scene.foes):
        at = state.where[piece]
        entered = at >= 0 and at != scene.context["from"] and joined >> at & 1
        own = state.occupants[slot] & scene.friends
        if entered and not modifiers.at_peace(state, 1 << piece, at, own, slot):
            found |= 1 << piece
    return found


def in_map_order(state: State, mask: int) -> list[int]:
    """Slots of a mask from north to south and west to east (RULING-100)."""
    return sorted(each_bit(mask), key=state.board.cell.__getitem__)
