"""A bot gets what its seat may know and answers with a legal action; bots are found by name."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from obsidia_core.bots import RandomBot, bot_names, find_bot, find_game, play_out, seat_bots
from obsidia_core.bots.finding import ProvidedBot, UnknownNameError
from obsidia_core.bots.playing import BotError, derived_seed
from obsidia_core.kernel.actions import Action, Decision, Outcome
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import PluginError
from obsidia_core.kernel.game import Game
from obsidia_core.plugins import Registry, hookimpl

Factory = Callable[[], Game[Any]]


class Last:
    """Takes the last action, and remembers what it was shown."""

    needs_view = True

    def __init__(self, game: Game[Any], chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.seen: list[tuple[Mapping[str, Any] | None, Decision]] = []

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        self.seen.append((view, decision))
        return decision.actions[-1]


class Cheat(Last):
    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        return Outcome(6)


class Equal(Last):
    """Answers with an equal action, not with the listed object."""

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        action = decision.actions[0]
        return self.game.action_from_json(self.game.action_to_json(action))


class LastPlugin:
    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        registry.bot("last", Last)


def test_a_bot_is_shown_its_own_seats_view_and_asked_only_where_there_is_a_choice(
    heap: Factory,
) -> None:
    game = heap()
    state = game.new(["red", "blue"], 1, {"heap": 8})
    red, blue = Last(game, Chance(1, 1)), Last(game, Chance(2, 1))
    course = play_out(game, state, {"red": red, "blue": blue}, 100)
    assert course.finished
    for bot, seat in ((red, "red"), (blue, "blue")):
        for view, decision in bot.seen:
            assert view is not None
            assert view["you"] == decision.seat == seat
            assert len(decision.actions) > 1
    assert course.choices == len(red.seen) + len(blue.seen)


def test_a_bot_that_needs_no_view_gets_none(heap: Factory) -> None:
    class Blind(Last):
        needs_view = False

    game = heap()
    state = game.new(["red", "blue"], 1, None)
    bot = Blind(game, Chance(1, 1))
    play_out(game, state, {"red": bot, "blue": bot}, 100)
    assert bot.seen
    assert all(view is None for view, _ in bot.seen)


def test_an_answer_counts_by_value_and_an_illegal_one_is_an_error(heap: Factory) -> None:
    game = heap()
    state = game.new(["red", "blue"], 1, None)
    equal, cheat = Equal(game, Chance(1, 1)), Cheat(game, Chance(1, 1))
    with pytest.raises(BotError, match="Cheat of blue answered 'take' with <Outcome 6"):
        play_out(game, state, {"red": equal, "blue": cheat}, 100)
    assert state.turn == 2


def test_a_game_without_an_end_stops_at_the_limit(heap: Factory) -> None:
    game = heap()
    state = game.new(["red", "blue"], 1, {"heap": 0})
    bots = seat_bots(game, state, [RandomBot], 1)
    course = play_out(game, state, bots, 50)
    assert (course.finished, course.decisions) == (False, 50)


def test_the_random_bot_reaches_every_action_and_repeats_itself_from_a_seed(heap: Factory) -> None:
    game = heap()
    state = game.new(["red", "blue"], 1, None)
    decision = game.decision(state)
    assert decision is not None

    def choices(seed: int) -> list[Action]:
        bot = RandomBot(game, Chance(seed, 1))
        return [bot.choose(None, decision) for _ in range(60)]

    assert choices(3) == choices(3) != choices(4)
    assert set(choices(3)) == set(decision.actions)


def test_every_seat_has_a_source_of_chance_of_its_own(heap: Factory) -> None:
    game = heap()
    state = game.new(["red", "blue"], 1, None)
    bots = seat_bots(game, state, [Last], 9)
    sources = [bot.chance.seed for bot in bots.values() if isinstance(bot, Last)]
    assert len(set(sources)) == 2
    assert sources == [derived_seed(9, "bot", 0), derived_seed(9, "bot", 1)]


def test_the_number_of_bots_has_to_fit(heap: Factory) -> None:
    game = heap()
    state = game.new(["red", "blue", "green"], 1, None)
    with pytest.raises(BotError, match="3 seats need 1 or 3 bots, not 2"):
        seat_bots(game, state, [RandomBot, RandomBot], 1)


def test_bots_are_found_by_the_name_that_a_plugin_gave_them() -> None:
    assert "random" in bot_names()
    assert bot_names([LastPlugin()]) == sorted([*bot_names(), "last"])
    game = find_game("obsidia")
    for name, kind in (("last", Last), ("random", RandomBot)):
        made = find_bot(name, [LastPlugin()])(game, Chance(1, 1))
        assert isinstance(made, ProvidedBot)
        assert isinstance(made.bot, kind)


def test_an_unknown_name_gets_a_hint() -> None:
    with pytest.raises(UnknownNameError, match=r"no bot 'rnadom' \(did you mean 'random'\?\)"):
        find_bot("rnadom")
    with pytest.raises(UnknownNameError, match=r"no game 'chess'; the games are .*obsidia"):
        find_game("chess")


def test_two_bots_of_one_name_are_an_error_that_names_both_plugins() -> None:
    class Another:
        @hookimpl
        def obsidia_register(self, registry: Registry) -> None:
            registry.bot("random", Last)

    with pytest.raises(PluginError, match=r"plugins 'default' and '.*Another' provide it"):
        find_bot("random", [Another()])


def test_a_game_is_found_by_its_registered_name(heap: Factory) -> None:
    class WithGame:
        @hookimpl
        def obsidia_register(self, registry: Registry) -> None:
            registry.game("heap", heap)

    assert find_game("heap", [WithGame()]).name == "heap"
