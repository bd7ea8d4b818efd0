"""What a bot is.

A bot plays one seat of one game. It is made with the rules and a random source of its own, and it
is told what its seat may know; it never gets the state, so that it cannot look at what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.game import Game


class Bot(Protocol):
    """Plays one seat of one game.

    Attributes:
        needs_view: whether `choose` reads the view; making one costs more than a quick bot's whole
            turn, so one that does not need it says so.
    """

    needs_view: bool

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        """Answer the open question.

        Args:
            view: all that the seat may know, as `Game.view` gives it; None unless `needs_view`.
            decision: the question with every legal answer, at least two of them: what leaves no
                choice is done without asking. It says what it is about if the bot needs the view.

        Returns:
            One of `decision.actions`.
        """


BotFactory = Callable[[Game[Any], Chance], Bot]
"""Makes a bot for one seat of one game, from the rules and a random source that nobody else uses.

The source has one stream, number 0. A bot that takes all its chance from it plays the same game
again from the same seed.
"""
