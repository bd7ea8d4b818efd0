"""The greedy bot."""

from obsidia_core.bots.greedy.bot import GreedyBot

__all__ = ["GreedyBot"]
