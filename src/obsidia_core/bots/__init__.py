"""Bots and what plays them: single games, and many at once, for any game of the kernel.

`bot` says what a bot is, `finding` gets bots and games by name, `playing` plays one game between
bots, `simulation` many of them on all cores.
"""

from obsidia_core.bots.bot import Bot, BotFactory
from obsidia_core.bots.finding import bot_names, find_bot, find_game
from obsidia_core.bots.playing import play_out, seat_bots
from obsidia_core.bots.random_bot import RandomBot
from obsidia_core.bots.simulation import Plan, simulate
from obsidia_core.bots.tally import Tally

__all__ = [
    "Bot",
    "BotFactory",
    "Plan",
    "RandomBot",
    "Tally",
    "bot_names",
    "find_bot",
    "find_game",
    "play_out",
    "seat_bots",
    "simulate",
]
