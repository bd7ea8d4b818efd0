"""The greedy bot, and that it is found by its name."""

from obsidia_core.bots.playing import play_out, seat_bots
from obsidia_core.bots.random_bot import RandomBot
from obsidia_core.kernel.chance import Chance
from orichalque.bots import GreedyBot
from orichalque.game import Orichalque

GAMES = 100


def test_the_greedy_bot_beats_the_ai_in_more_than_half_of_100_games(game: Orichalque) -> None:
    won = 0
    for seed in range(GAMES):
        state = game.new(seed=seed)
        bots = seat_bots(game, state, [GreedyBot], seed)
        course = play_out(game, state, bots, max_decisions=2_000)
        assert course.finished
        assert game.audit(state) == []
        won += game.winners(state) == ("human",)
    assert won > GAMES / 2


def test_the_greedy_bot_plays_the_same_game_again(game: Orichalque) -> None:
    ends = []
    for _ in range(2):
        state = game.new(seed=9)
        play_out(game, state, seat_bots(game, state, [GreedyBot], 9), max_decisions=2_000)
        ends.append(game.to_json(state))
    assert ends[0] == ends[1]


def test_the_greedy_bot_plays_with_other_data_and_options() -> None:
    game = Orichalque({"action_board": {"cards_shown": {"2_players": 4}}})
    state = game.new(seed=2, options={"combat_total": "beat"})
    course = play_out(game, state, seat_bots(game, state, [GreedyBot], 2), max_decisions=2_000)
    assert course.finished


def test_the_random_bot_plays_it(game: Orichalque) -> None:
    state = game.new(seed=1)
    bot = RandomBot(game, Chance(1, 1))
    course = play_out(game, state, {"human": bot}, max_decisions=2_000)
    assert course.finished
