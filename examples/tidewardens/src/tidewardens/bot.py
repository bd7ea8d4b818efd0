"""A bot that likes to see cards played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.game import Game


class EagerBot:
    """Casts when it can, else trains, else takes any legal action."""

    needs_view = False

    def __init__(self, game: Game[Any], chance: Chance) -> None:
        del game  # it knows no rules
        self._chance = chance

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        """One of the legal actions, by its type."""
        del view
        for wanted in ("cast", "train"):
            liked = [action for action in decision.actions if action.type == wanted]
            if liked:
                return liked[self._chance.below(0, len(liked))]
        return decision.actions[self._chance.below(0, len(decision.actions))]
