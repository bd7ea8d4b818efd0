"""Registers the game, as anybody's third game would."""

from __future__ import annotations

from obsidia_core.plugins.registry import Registry
from obsidia_core.plugins.specs import hookimpl


@hookimpl
def obsidia_register(registry: Registry) -> None:
    """Register the game and its bot; nothing is loaded before it is asked for."""
    from orichalque.bots import GreedyBot
    from orichalque.game import NAME, Orichalque

    registry.game(NAME, Orichalque)
    registry.bot(f"{NAME}-greedy", GreedyBot)
