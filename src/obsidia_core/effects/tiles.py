"""Effects on the map and on tile stacks (TILE, PLACE, RULING-102)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from obsidia_core.effects.base import Effect, content, target, word
from obsidia_core.effects.pieces import put_in_force
from obsidia_core.effects.scene import Scene, cell_name
from obsidia_core.effects.targets import other_turns
from obsidia_core.model.geometry import SIDES, STEP_TO_SIDE, each_bit
from obsidia_core.model.state import NONE, State
from obsidia_core.rules import choices, facts, peeks, placing, rolls


@attrs.frozen(eq=False, repr=False)
class CountAs(Effect):
    """A tile counts as another terrain for a while."""

    tile: str = target("tile")
    terrain: str = content("terrain")
    until: str = word("turn_end", "next_turn_start", "next_turn_end")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        value = scene.state.setup.terrain_of[self.terrain]
        put_in_force(scene, "counts_as", 0, 1 << scene.slot(self.tile), value, self.until)
        return None


@attrs.frozen(eq=False, repr=False)
class OpenSide(Effect):
    """The dark side between two tiles counts as pathway for a while."""

    one: str = target("tile")
    other: str = target("tile")
    until: str = word("turn_end", "next_turn_start", "next_turn_end")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        slots = 1 << scene.slot(self.one) | 1 << scene.slot(self.other)
        put_in_force(scene, "open_side", 0, slots, 0, self.until)
        return None


@attrs.frozen(eq=False, repr=False)
class BarTile(Effect):
    """Enemy travelers may not enter a tile in any way (RULING-101)."""

    tile: str = target("tile")
    until: str = word("turn_end", "next_turn_start", "next_turn_end")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        put_in_force(scene, "barred", 0, 1 << scene.slot(self.tile), 0, self.until)
        return None


@attrs.frozen(eq=False, repr=False)
class Peace(Effect):
    """A tile's travelers and enemy travelers on adjacent tiles do not battle each other."""

    tile: str = target("tile")
    until: str = word("turn_end", "next_turn_start", "next_turn_end")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Put it in force."""
        put_in_force(scene, "peace", 0, 1 << scene.slot(self.tile), 0, self.until)
        return None


@attrs.frozen(eq=False, repr=False)
class TakeTile(Effect):
    """Take a tile off the map; it goes under the own stack. Floating tiles stay (PLACE-07)."""

    tile: str = target("tile")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Take it."""
        facts.bury_tile(scene.state, scene.slot(self.tile), scene.seat)
        return None


@attrs.frozen(eq=False, repr=False)
class ChangeDrawn(Effect):
    """Put the drawn tile under the own stack and draw the next one instead."""

    phases: ClassVar[frozenset[str]] = frozenset({"I"})

    def possible(self, scene: Scene) -> bool:
        """Whether a tile is drawn and another one left."""
        return scene.state.drawn != NONE and bool(scene.state.stacks[scene.seat])

    def run(self, scene: Scene, stage: int) -> int | None:
        """Change it; under tile planning the new one is random (PLAN-05)."""
        state = scene.state
        assert scene.frame is not None
        top = random_top(scene, scene.seat)
        if top is None:
            return stage
        old = state.drawn
        if top:
            peeks.bring_to_top(state, scene.seat, top)
        facts.draw_tile(state, scene.seat)
        facts.bury_tile(state, old, scene.seat)
        return None


def random_top(scene: Scene, seat: int) -> int | None:
    """Place in a stack that counts as its top: 0, or a random one under tile planning (PLAN-05).

    None when chance has to be asked first.
    """
    state = scene.state
    if not state.setup.ruleset.tile_planning:
        return 0
    assert scene.frame is not None
    number = rolls.pick(state, scene.frame, len(state.stacks[seat]))
    return None if number is None else number - 1


@attrs.frozen(eq=False, repr=False)
class DrawTile(Effect):
    """Draw one more tile of the own stack and place it; if it fits nowhere it is removed.

    Under tile planning the tile is picked (PLAN-02). `beside_friends`: only next to a tile with a
    friendly traveler.
    """

    beside_friends: bool = False

    def possible(self, scene: Scene) -> bool:
        """Whether the stack has a tile."""
        return bool(scene.state.stacks[scene.seat])

    def run(self, scene: Scene, stage: int) -> int | None:
        """Draw, and have it placed."""
        state = scene.state
        if not state.stacks[scene.seat]:
            return None
        cells = _cells_beside(state, scene.mask("friendly")) if self.beside_friends else None
        if state.setup.ruleset.tile_planning:
            placing.push_picking(state, scene.seat, cells)
            return None
        waiting = state.drawn
        facts.draw_tile(state, scene.seat)
        placing.push_placing(state, scene.seat, cells, waiting)
        return None


def _cells_beside(state: State, mask: int) -> list[int]:
    """Empty cells next to tiles with any of the pieces."""
    slots = {state.where[piece] for piece in each_bit(mask)}
    cells = {state.board.cell[slot] + STEP_TO_SIDE[side] for slot in slots for side in SIDES}
    return sorted(cells & state.board.frontier.keys())


@attrs.frozen(eq=False, repr=False)
class TurnTile(Effect):
    """Rotate a tile of the map to another legal orientation, chosen now."""

    tile: str = target("tile")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Ask for the turn, counted from how the tile lies, and make it."""
        state = scene.state
        slot = scene.slot(self.tile)
        if stage == 0:
            turns = other_turns(scene, slot)
            if not turns:
                return None
            values = [placement_value(state, slot, state.board.cell[slot], turn) for turn in turns]
            choices.ask_choice(state, scene.seat, "placement", values)
            return 1
        rotation = scene.memory.pop("chosen")["rotation"] // 90
        facts.turn_tile(state, slot, (state.board.turn[slot] + rotation) % 4)
        return None


def placement_value(state: State, slot: int, cell: int, turn: int) -> dict[str, Any]:
    """The JSON value of a placement: where, and the turn counted from how the tile lies."""
    rotation = 90 * ((turn - state.board.turn[slot]) % 4)
    return {"at": cell_name(cell), "rotation": rotation}


@attrs.frozen(eq=False, repr=False)
class ReorderTiles(Effect):
    """Look at the top `count` tiles of the own stack and put them back in any order."""

    count: int

    def possible(self, scene: Scene) -> bool:
        """Whether there is anything to look at."""
        return bool(scene.state.stacks[scene.seat])

    def run(self, scene: Scene, stage: int) -> int | None:
        """Show them, ask for the order, top first."""
        state = scene.state
        stack = state.stacks[scene.seat]
        tiles = state.setup.tiles
        if stage == 0:
            seen = [tiles[slot].id for slot in stack[: self.count]]
            peeks.show_tiles(state, scene.seat, scene.seat, seen)
            choices.ask_order(state, scene.seat, seen)
            return 1
        order = [state.setup.slot_of[name] for name in scene.memory.pop("chosen")]
        state.stacks[scene.seat] = (*order, *stack[len(order) :])
        return None


@attrs.frozen(eq=False, repr=False)
class LookAtTile(Effect):
    """Look at the top tile of a player's stack; it may be put under that stack."""

    of: str = target("player")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Show it to the caster alone, then ask."""
        state = scene.state
        seat = scene.seat_of(self.of)
        if stage == 0:
            top = random_top(scene, seat)
            if top is None:
                return stage
            slot = state.stacks[seat][top]
            scene.memory["tile"] = slot
            peeks.show_tiles(state, scene.seat, seat, [state.setup.tiles[slot].id])
            choices.ask_choice(state, scene.seat, "yes_no", [True, False])
            return 1
        slot = scene.memory.pop("tile")
        if scene.memory.pop("chosen"):
            facts.bury_tile(state, slot, seat)
        return None


EFFECTS: Mapping[str, type[Effect]] = {
    "count_as": CountAs,
    "open_side": OpenSide,
    "bar_tile": BarTile,
    "peace": Peace,
    "take_tile": TakeTile,
    "change_drawn": ChangeDrawn,
    "draw_tile": DrawTile,
    "turn_tile": TurnTile,
    "reorder_tiles": ReorderTiles,
    "look_at_tile": LookAtTile,
}
