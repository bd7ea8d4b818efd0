"""A plugin's ruleset option is given, checked, kept in saves and read like the rules' own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from obsidia_core.content import load_catalog
from obsidia_core.game import Obsidia
from obsidia_core.kernel.errors import PluginError, RulesetError, SaveError
from obsidia_core.plugins import Registry, hookimpl, load_plugins

PLAYERS = ["warlords", "death_legion"]


class Weather:
    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        registry.option("wind", 2, "How hard it blows.", most=6)
        registry.option("sky", "clear", "What is above.", values=("clear", "storm"))
        registry.option("night", False, "Whether it is dark.")


@pytest.fixture(scope="module")
def game() -> Obsidia:
    return Obsidia(load_catalog([Weather()]))


def test_a_game_has_the_value_given_or_the_default_and_keeps_it_in_a_save(game: Obsidia) -> None:
    options = {"wind": 5, "sky": "clear", "hand_size": 6}
    state = game.new(PLAYERS, 1, options)
    assert [state.setup.option(name) for name in ("wind", "sky", "night")] == [5, "clear", False]
    assert game.setup_to_json(state)["options"] == {"hand_size": 6, "wind": 5}
    again = game.from_json(game.to_json(state))
    assert again == state
    assert again.setup.option("wind") == 5
    assert game.new(PLAYERS, 1, state.setup.ruleset) == state


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wind": 7}, "option 'wind' is a whole number from 0 to 6, not 7"),
        ({"wind": True}, "option 'wind' is a whole number"),
        ({"sky": "green"}, "option 'sky' is one of clear, storm, not 'green'"),
        ({"night": 1}, "option 'night' is true or false, not 1"),
        ({"winds": 1}, r"no option 'winds' \(did you mean 'wind'\?\)"),
    ],
)
def test_a_value_it_does_not_have_is_refused(
    game: Obsidia, options: dict[str, object], message: str
) -> None:
    with pytest.raises(RulesetError, match=message):
        game.new(PLAYERS, 1, options)


def test_without_the_plugin_its_option_is_unknown(game: Obsidia) -> None:
    with pytest.raises(RulesetError, match="no option 'wind'"):
        Obsidia().new(PLAYERS, 1, {"wind": 5})
    with pytest.raises(SaveError, match="no installed package provides option 'wind'"):
        Obsidia().from_json(game.to_json(game.new(PLAYERS, 1, {"wind": 5})))


@pytest.mark.parametrize(
    ("register", "message"),
    [
        (lambda registry: registry.option("wind", 2, "It blows."), "plugins 'Weather' and '.*One'"),
        (
            lambda registry: registry.option("hand_size", 2, "Cards."),
            "'.*One' .* the rules have it",
        ),
        (lambda registry: registry.option("rain", 9, "Rain.", most=6), "'.*One'.*will not do"),
    ],
)
def test_a_conflict_or_an_unusable_default_is_told(
    register: Callable[[Registry], None], message: str
) -> None:
    class One:
        @hookimpl
        def obsidia_register(self, registry: Registry) -> None:
            register(registry)

    with pytest.raises(PluginError, match=message):
        load_plugins([Weather(), One()])
