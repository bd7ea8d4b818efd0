"""Registers the game, as anybody's third game would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from obsidia_core.plugins.registry import Registry
from obsidia_core.plugins.specs import hookimpl

if TYPE_CHECKING:
    from orichalque.bots import GreedyBot
    from orichalque.game import Orichalque


@hookimpl
def obsidia_register(registry: Registry) -> None:
    """Register the game and its bot; neither is imported before it is asked for."""
    registry.game("orichalque", _game)
    registry.bot("orichalque-greedy", _greedy_bot)


def _game() -> Orichalque:
    from orichalque.game import Orichalque

    return Orichalque()


def _greedy_bot(*arguments: Any) -> GreedyBot:
    from orichalque.bots import GreedyBot

    return GreedyBot(*arguments)
