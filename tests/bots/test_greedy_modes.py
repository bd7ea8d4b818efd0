"""The greedy bot answers every kind of question, in every way to play and with foreign content."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from obsidia_core.bots.greedy import GreedyBot
from obsidia_core.bots.playing import play_out
from obsidia_core.bots.random_bot import RandomBot
from obsidia_core.content import load_catalog
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.rules.table import DECISIONS

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
PAIRS = [["death_legion", "warlords"], ["light_keepers", "veiled_occult"]]
MOST = 20_000

MODES: Mapping[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "plain": (CLASSES[:3], {}),
    "drafting": (CLASSES[2:], {"drafting": True}),
    "planning": (CLASSES[:2], {"tile_planning": True}),
    "teams": (CLASSES, {"teams": PAIRS}),
    "everything": (CLASSES, {"teams": PAIRS, "drafting": True, "tile_planning": True}),
    "solo": (("veiled_occult",), {"mode": "solo"}),
    "solo, class chosen later": ((), {"mode": "solo", "horde_choices": "player"}),
    "asked always": (CLASSES[1:3], {"open_spell_windows": "always_ask", "manual_refill": True}),
    "late interrupts": (CLASSES[2:], {"movement_interrupts": "window_after_each_move"}),
    "odd dice": (CLASSES[:2], {"die_faces": [2, 3, 6], "blackwater_roll": "each"}),
}


class Witness(GreedyBot):
    """Remembers what it was asked."""

    asked: set[str]

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        self.asked.add(decision.kind)
        return super().choose(view, decision)


def witness(game: Obsidia, seed: int) -> Witness:
    bot = Witness(game, Chance(seed, 1))
    bot.asked = set()
    return bot


class Everybody(dict[str, Any]):
    """One bot for whoever is asked; a solo seat changes its name."""

    def __init__(self, bot: Any) -> None:
        super().__init__()
        self.bot = bot

    def __missing__(self, seat: str) -> Any:
        return self.bot


@pytest.fixture(scope="module")
def game() -> Obsidia:
    return Obsidia()


def test_it_plays_every_mode_to_the_end_and_answers_every_kind_of_question(game: Obsidia) -> None:
    """A kind without an answer of its own would go unnoticed."""
    asked: set[str] = set()
    for players, options in MODES.values():
        state = game.new(players, 0, {"sudden_death_round_limit": 5, **options})
        bot = witness(game, 0)
        course = play_out(game, state, Everybody(bot), MOST)
        assert course.finished
        assert game.winners(state)
        asked |= bot.asked
    assert asked == set(DECISIONS)


def test_it_hunts_the_horde(game: Obsidia) -> None:
    """Against the Horde it kills far more than a bot without a plan."""

    def killed(make: Any) -> int:
        total = 0
        for seed, player in enumerate(CLASSES * 2):
            state = game.new((player,), seed, {"mode": "solo"})
            play_out(game, state, Everybody(make(game, Chance(seed, 1))), MOST)
            total += list(game.view(state, None)["travelers"].values()).count("gone")
        return total

    assert killed(GreedyBot) > 1.5 * killed(RandomBot)


def test_it_plays_cards_that_it_does_not_understand() -> None:
    """Cards of a plugin, written in Python: there is nothing in them that a bot could read."""
    game = Obsidia(load_catalog((import_module("probe_pack"),)))
    spells = [spell for spell in game.catalog.spells if spell.startswith("probe_")]
    players = tuple(dict.fromkeys(game.catalog.spells[spell].class_id for spell in spells))
    for seed in range(2):
        state = game.new((*players, *CLASSES)[:2], seed, {"sudden_death_round_limit": 5})
        bots = Everybody(GreedyBot(game, Chance(seed, 1)))
        assert play_out(game, state, bots, MOST).finished
