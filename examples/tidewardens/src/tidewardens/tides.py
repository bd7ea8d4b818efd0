"""What the sea does: a terrain's hook, a creature's hook, and a primitive for cards.

Nothing here keeps anything for itself. What a hook has to remember stands in the data of its frame,
and the map changes through the functions of `obsidia_core.rules`, so that games can be saved,
taken back and told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from obsidia_core.effects.base import Effect, target
from obsidia_core.effects.movement import unmoved
from obsidia_core.effects.scene import Scene
from obsidia_core.kernel.state import Frame
from obsidia_core.model.geometry import SIDES, each_bit, opposite
from obsidia_core.model.hooks import DiceRules
from obsidia_core.model.state import State
from obsidia_core.rules import facts, rolls, travel


def undertow(state: State, frame: Frame) -> None:
    """Each traveler that stayed rolls a die; on a low number it is washed back to its reserve.

    A step function: it is called again each time a roll it asked for has been made, and takes its
    frame off the stack when it is done. Its frame holds the parameter `spares` and `mask`, the
    travelers that stayed. That is no killing, so it follows RULING-96.
    """
    data = frame.data
    if "dice_rolled" in data:
        (shown,) = data.pop("dice_rolled")
        if shown <= int(state.setup.option("undertow")):
            facts.return_to_reserve(state, data["piece"])
    waiting = each_bit(data["mask"] & ~_spared(state, data["spares"]))
    if not waiting:
        state.stack.pop()
        return
    data["piece"] = waiting[0]
    data["mask"] &= ~(1 << waiting[0])
    rolls.push_roll(state, "survival", [1], piece=waiting[0])


def _spared(state: State, class_id: str | None) -> int:
    """Mask of the travelers of a class, if it is in the game."""
    setup = state.setup
    if class_id not in setup.classes:
        return 0
    return setup.class_masks[setup.classes.index(class_id)]


def hard_shell(rules: DiceRules, params: Mapping[str, Any]) -> None:
    """A face of its dice counts as another number (RULING-91)."""
    rules.counts_as[params["shown"]] = params["counted"]


@attrs.frozen
class DrawIn(Effect):
    """Every enemy traveler pathway-adjacent to a tile is forced onto it, unit by unit.

    As for every forced move nobody rolls for woods or leaves a recruit (WOODS-09, RECRUIT-10), and
    what the tile does on arrival it does to them too.
    """

    says: ClassVar[frozenset[str]] = frozenset({"pathway-adjacent", "forced", "enemy"})
    tile: str = target("tile")

    def possible(self, scene: Scene) -> bool:
        """Whether there is anybody to draw in; once the tile is chosen, next to it."""
        if self.tile not in scene.targets:
            return bool(scene.mask("enemy"))
        return bool(_around(scene, scene.slot(self.tile)))

    def run(self, scene: Scene, stage: int) -> int | None:
        """Those who stand there now, clockwise from north, each unit settled before the next."""
        memory = scene.memory
        if stage == 0:
            memory["coming"] = _around(scene, scene.slot(self.tile))
        if not memory["coming"]:
            return None
        (mask, side), *memory["coming"] = memory["coming"]
        travel.push_forced_step(scene.state, mask, side)
        return 1


def _around(scene: Scene, slot: int) -> list[list[int]]:
    """`[mask, side to go]` of each enemy unit joined to a tile by a pathway."""
    state = scene.state
    kept = unmoved(scene) if scene.frame is not None else 0
    found = []
    for side in SIDES if slot >= 0 else ():
        neighbour = state.board.link[4 * slot + side]
        for class_mask in state.setup.class_masks if neighbour >= 0 else ():
            mask = state.occupants[neighbour] & class_mask & scene.foes & ~kept
            if mask:
                found.append([mask, opposite(side)])
    return found
