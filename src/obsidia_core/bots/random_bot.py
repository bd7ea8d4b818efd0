"""The bot that has no plan: each legal action is equally likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.game import Game


class RandomBot:
    """Takes any legal action, each with the same probability."""

    needs_view = False

    def __init__(self, game: Game[Any], chance: Chance) -> None:
        del game  # it knows no rules
        self._chance = chance

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        """One of the legal actions, whatever the position."""
        del view
        actions = decision.actions
        return actions[self._chance.below(0, len(actions))]
