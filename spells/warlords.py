"""What only cards of the Warlords do: the hooks that `warlords.yaml` names."""

from __future__ import annotations

import attrs

from obsidia_core.effects.base import Effect, parameters, target
from obsidia_core.effects.scene import Scene
from obsidia_core.model.state import NONE
from obsidia_core.plugins.registry import Registry
from obsidia_core.rules import facts, placement, placing


def register(registry: Registry) -> None:
    """Register the hooks of these cards."""
    registry.hook("effect", "build_over", BuildOver, parameters(BuildOver))


@attrs.frozen(eq=False, repr=False)
class BuildOver(Effect):
    """Remove a tile from the game and place the drawn one there, if it fits.

    Otherwise the space stays empty and the drawn tile is placed as usual.
    """

    tile: str = target("tile")

    def possible(self, scene: Scene) -> bool:
        """Whether a tile is drawn."""
        return scene.state.drawn != NONE

    def run(self, scene: Scene, stage: int) -> int | None:
        """Remove, then place with a turn of choice."""
        state = scene.state
        slot = scene.slot(self.tile)
        cell = state.board.cell[slot]
        facts.remove_tile(state, slot)
        if placement.orientations_at(state, state.drawn, cell):
            placing.push_placing(state, scene.seat, [cell], NONE)
        return None
