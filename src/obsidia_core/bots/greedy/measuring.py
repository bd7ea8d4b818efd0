"""Measuring what cards are worth: the table in `cards` comes from here.

A card's value is what it brought, by the bot's own evaluation at the moment of casting, on average
over all the times that it came to a hand, in games of two between greedy bots.

    python -c "from obsidia_core.bots.greedy.measuring import main; main(400)"
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from obsidia_core.bots.greedy.bot import GreedyBot
from obsidia_core.bots.playing import derived_seed, play_out
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.model.events import SpellDrawn

ROUNDS = 20
"""A game ends after so many rounds of sudden death."""


def card_values(game: Any, games: int, seed: int = 0) -> dict[str, float]:
    """The value of every card of the content, in the units of `worth`.

    Args:
        game: Obsidia.
        games: how many games to play; every pair of classes takes part in turn.
        seed: any integer; the same one gives the same values.
    """
    brought = dict.fromkeys(game.catalog.spells, 0.0)
    came = dict.fromkeys(game.catalog.spells, 0)
    lineups = list(permutations(game.catalog.classes, 2))

    def cast(spell: str, value: float) -> None:
        brought[spell] += value

    for number in range(games):
        state = game.new(
            lineups[number % len(lineups)],
            derived_seed(seed, number),
            {"sudden_death_round_limit": ROUNDS},
        )

        def note(_seat: str, _action: Action, state: Any = state) -> None:
            for event in state.events:
                if isinstance(event, SpellDrawn) and event.spell is not None:
                    came[event.spell] += 1

        note("", game.legal_actions(state)[0])
        bots = {
            seat: GreedyBot(game, Chance(derived_seed(seed, number, seat), 1), told=cast)
            for seat in game.seats(state)
        }
        play_out(game, state, bots, 20_000, note)
    return {spell: brought[spell] / came[spell] if came[spell] else 0.0 for spell in brought}


def main(games: int) -> None:
    """Measure the installed content and print the table, the best cards first."""
    from obsidia_core.api import default_game

    found = card_values(default_game(), games)
    for spell, value in sorted(found.items(), key=lambda item: (-item[1], item[0])):
        print(f'    "{spell}": {value:.2f},')  # noqa: T201  # this is what it is for
