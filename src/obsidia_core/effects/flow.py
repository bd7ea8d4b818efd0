"""Effects that decide whether the effects after them happen: a roll, a "may"."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from obsidia_core.effects.base import STOP, Effect
from obsidia_core.effects.scene import Scene
from obsidia_core.rules import choices, rolls


@attrs.frozen(eq=False, repr=False)
class Roll(Effect):
    """Roll a die; below `at_least` nothing after it happens."""

    at_least: int

    def run(self, scene: Scene, stage: int) -> int | None:
        """A card roll; spells that answer a roll may answer it."""
        if stage == 0:
            rolls.push_roll(scene.state, "spell", [1])
            return 1
        return None if sum(scene.memory.pop("dice_rolled")) >= self.at_least else STOP


@attrs.frozen(eq=False, repr=False)
class May(Effect):
    """The caster may have what comes after happen, or not."""

    def run(self, scene: Scene, stage: int) -> int | None:
        """Ask yes or no, if anything after it could happen."""
        if stage == 0:
            rest = scene.program[scene.memory["at"] + 1 :]
            if not any(effect.possible(scene) for effect in rest):
                return STOP
            choices.ask_choice(scene.state, scene.seat, "yes_no", [True, False])
            return 1
        return None if scene.memory.pop("chosen") else STOP


EFFECTS: Mapping[str, type[Effect]] = {"roll": Roll, "may": May}
