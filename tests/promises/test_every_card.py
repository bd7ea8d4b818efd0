"""Random play uses all of the content: each of the eighty cards is cast, each creature summoned."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import obsidia_core as ob

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
MOST_GAMES = 400


def test_every_spell_and_every_creature_is_used(
    record_property: Callable[[str, object], None],
) -> None:
    game = ob.default_game()
    rand = random.Random(1)  # noqa: S311 - picks moves, protects nothing
    left = {*game.catalog.spells, *game.catalog.creatures}
    used: Counter[str] = Counter()
    games = 0
    while left and games < MOST_GAMES:
        state = game.new(CLASSES, games, {"sudden_death_round_limit": 3})
        games += 1
        while actions := game.legal_actions(state):
            game.apply(state, actions[int(rand.random() * len(actions))])
            for event in state.events:
                if event.type == "spell_cast":
                    used[event.spell] += 1  # type: ignore[attr-defined]  # of this type of event
                elif event.type == "summoned":
                    used[event.kind] += 1  # type: ignore[attr-defined]  # likewise
        left -= used.keys()
    assert not left
    rarest = ", ".join(f"{name} {count}" for name, count in used.most_common()[:-6:-1])
    record_property(
        "figure",
        f"{games} random games used all {len(game.catalog.spells)} spells and "
        f"{len(game.catalog.creatures)} creatures, {used.total()} times in all; rarest: {rarest}",
    )
