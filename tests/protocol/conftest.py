"""Games that show much in little time, and what the tests of the protocol share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs
import pytest

from obsidia_core.api import default_game
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.model.state import State

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
PAIRS = [["death_legion", "warlords"], ["light_keepers", "veiled_occult"]]
EAGER = frozenset({"cast", "battle", "train", "place_colony", "leave_woods"})


@attrs.frozen
class Setting:
    """A way to play: how many players, and the ruleset options."""

    name: str
    players: int
    options: Mapping[str, Any] = attrs.field(factory=dict)


SETTINGS = (
    Setting("two", 2),
    Setting("three", 3),
    Setting("four", 4),
    Setting("pairs", 4, {"teams": PAIRS}),
    Setting("drafting", 3, {"drafting": True}),
    Setting("planning", 2, {"tile_planning": True}),
    Setting("drafting by two", 2, {"drafting": True, "two_player_draft_picks": 6}),
    Setting(
        "other options",
        3,
        {
            "open_spell_windows": "always_ask",
            "town_claim_timing": "immediate",
            "recruit_timing": "after_arrival",
            "reshuffle_draw": "immediate",
            "manual_refill": True,
            "effect_token_limit": None,
            "hand_size": 8,
            "world_building_tiles": {"3": 15},
            "blackwater_deaths_permanent": True,
        },
    ),
    Setting("solo", 1, {"mode": "solo"}),
    Setting("solo, class chosen later", 0, {"mode": "solo"}),
)


@pytest.fixture(scope="session", params=SETTINGS, ids=lambda setting: setting.name)
def setting(request: pytest.FixtureRequest) -> Setting:
    """Every way to play, one after the other."""
    chosen: Setting = request.param
    return chosen


@pytest.fixture(scope="session")
def plain() -> Setting:
    """Two players, no options."""
    return SETTINGS[0]


@attrs.define
class Walk:
    """A random game, step by step.

    Attributes:
        state: the position, changed in place.
        taken: the seat that acted last and its action, None at the start.
        seats: the seats and None for a spectator, in an order that stays when a seat is renamed.
    """

    state: State
    taken: tuple[str, Action] | None = None

    @property
    def seats(self) -> list[str | None]:
        return [None, *self.state.setup.seats]


Play = Callable[..., Iterator[Walk]]


@pytest.fixture(scope="session")
def game() -> Obsidia:
    return default_game()


@pytest.fixture(scope="session")
def play(game: Obsidia) -> Play:
    """`play(setting, seed, limit)`: the walk at the start, and again after each action."""

    def steps(setting: Setting, seed: int, limit: int) -> Iterator[Walk]:
        state = game.new(CLASSES[: setting.players], seed, setting.options)
        chance = Chance(seed, 1)
        walk = Walk(state)
        yield walk
        for _ in range(limit):
            if state.asking is None:
                return
            actions = game.legal_actions(state)
            eager = [action for action in actions if action.type in EAGER]
            listed = eager if eager and chance.below(0, 3) else actions
            action = listed[chance.below(0, len(listed))]
            walk.taken = state.asking[0], action
            game.apply_unchecked(state, action)
            yield walk

    return steps
