"""What only cards of the Veiled Occult do: the hooks that `veiled_occult.yaml` names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from obsidia_core.effects.base import Effect, TargetKind, parameters, target
from obsidia_core.effects.movement import unmoved
from obsidia_core.effects.scene import Scene, in_map_order
from obsidia_core.effects.tiles import placement_value
from obsidia_core.model.geometry import SIDE_NAMES, SIDES, opposite
from obsidia_core.model.state import State
from obsidia_core.plugins.registry import Registry
from obsidia_core.rules import choices, facts, placement, travel


def register(registry: Registry) -> None:
    """Register the hooks of these cards."""
    registry.hook("target", "exchangeable_tile", ExchangeableTile, parameters(ExchangeableTile))
    registry.hook("effect", "exchange_tiles", ExchangeTiles, parameters(ExchangeTiles))
    registry.hook("effect", "push_all", PushAll, parameters(PushAll))


# ---- Shifting Sands


def _need(state: State, slot: int, without: int) -> int:
    """What a tile's neighbours demand of its space, one neighbour left out."""
    board = state.board
    need = board.demand(state.setup, slot)
    for side in SIDES:
        if board.near[4 * slot + side] == without:
            need &= ~(0b10001 << side)
            kept = 0
            for other in SIDES:
                beside = board.near[4 * slot + other]
                if beside >= 0 and beside != without and board.lies[beside] >> opposite(other) & 1:
                    kept |= state.setup.apart[board.terrain[beside]]
            need = need & 255 | kept << 8
    return need


def _exchanges(state: State, one: int, other: int) -> list[tuple[int, int]]:
    """Orientations `(of one, of other)` in which two tiles can change places."""
    board, setup = state.board, state.setup
    at_other = placement.fitting(setup, one, board.terrain[one], _need(state, other, one))
    at_one = placement.fitting(setup, other, board.terrain[other], _need(state, one, other))
    side = next((side for side in SIDES if board.near[4 * one + side] == other), -1)
    found = []
    for turn in at_other:
        for turn_back in at_one:
            if side >= 0:
                # `other` comes to lie where `one` was, so the shared side is seen from there.
                mine = setup.lies[other][turn_back] >> side & 1
                theirs = setup.lies[one][turn] >> opposite(side) & 1
                apart = setup.apart[board.terrain[one]] >> board.terrain[other] & 1
                if mine != theirs or (mine and apart):
                    continue
            found.append((turn, turn_back))
    return found


@attrs.frozen(eq=False, repr=False)
class ExchangeableTile(TargetKind):
    """An unoccupied tile, not a colony, that can change places with another such tile.

    `with_tile`: the one it changes places with, when that is chosen already.
    """

    what: ClassVar[str] = "tile"
    rules: ClassVar[tuple[str, ...]] = ("PLACE-06", "PLACE-10", "PLACE-11")
    says: ClassVar[tuple[str, ...]] = ("unoccupied", "colony", "town")
    with_tile: str | None = target("exchangeable_tile", default=None)

    def values(self, scene: Scene) -> list[Any]:
        """Tiles from north to south and west to east."""
        return list(self.each(scene))

    def each(self, scene: Scene) -> Iterator[Any]:
        """Tiles from north to south and west to east."""
        state = scene.state
        board, setup = state.board, state.setup
        free = [
            slot
            for slot in in_map_order(state, board.placed)
            if not state.occupants[slot] and setup.tiles[slot].colony < 0
        ]
        partners = free if self.with_tile is None else [scene.slot(self.with_tile)]
        for slot in free:
            terrain, beside = board.terrain[slot], board.near[4 * slot : 4 * slot + 4]
            need = board.demand(setup, slot)
            for other in partners:
                if other == slot:
                    continue
                if other in beside:
                    fits = bool(_exchanges(state, slot, other))
                else:
                    fits = bool(
                        placement.fitting(setup, other, board.terrain[other], need)
                        and placement.fitting(setup, slot, terrain, board.demand(setup, other))
                    )
                if fits:
                    yield scene.place_name(slot)
                    break


@attrs.frozen(eq=False, repr=False)
class ExchangeTiles(Effect):
    """Two tiles change places; each may be turned, and their edges must match afterwards."""

    says: ClassVar[tuple[str, ...]] = ("swap", "rotate")
    one: str = target("exchangeable_tile")
    other: str = target("exchangeable_tile")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Ask for the turn of the first, then of the second, and lay them."""
        state = scene.state
        board = state.board
        one, other = scene.slot(self.one), scene.slot(self.other)
        pairs = _exchanges(state, one, other)
        if stage == 0:
            turns = list(dict.fromkeys(turn for turn, _ in pairs))
            values = [placement_value(state, one, board.cell[other], turn) for turn in turns]
            choices.ask_choice(state, scene.seat, "placement", values)
            return 1
        if stage == 1:
            turned = (board.turn[one] + scene.memory.pop("chosen")["rotation"] // 90) % 4
            scene.memory["turned"] = turned
            turns = [back for turn, back in pairs if turn == turned]
            values = [placement_value(state, other, board.cell[one], turn) for turn in turns]
            choices.ask_choice(state, scene.seat, "placement", values)
            return 2
        back = (board.turn[other] + scene.memory.pop("chosen")["rotation"] // 90) % 4
        facts.relay_tiles(
            state,
            {
                one: (board.cell[other], scene.memory["turned"], board.terrain[one]),
                other: (board.cell[one], back, board.terrain[other]),
            },
        )
        return None


# ---- Tide of Dread


@attrs.frozen(eq=False, repr=False)
class PushAll(Effect):
    """Every enemy traveler on a tile is forced one space in a direction, unit by unit."""

    tile: str = target("tile")
    side: str = target("side")

    def moves(self) -> tuple[str, ...]:
        """All who stand on the tile."""
        return (self.tile,)

    def run(self, scene: Scene, stage: int) -> int | None:
        """One class after the other, each settled before the next."""
        state = scene.state
        slot = scene.slot(self.tile)
        classes = state.setup.class_masks
        side = SIDE_NAMES.index(scene.targets[self.side])
        while stage < len(classes):
            mask = state.occupants[slot] & classes[stage] & scene.foes & ~unmoved(scene)
            stage += 1
            if mask:
                travel.push_forced_step(state, mask, side)
                return stage
        return None
