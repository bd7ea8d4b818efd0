"""The engines that Obsidia is compared with, each through its public calls.

None of them is needed: one that cannot be imported is left out. Their modules are imported by name,
so that the types here do not depend on what is installed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.engines import Engine, Operation, Position, Tally


class Catanatron(Engine):
    """Settlers of Catan, four `RandomPlayer`s, `Game.play()`."""

    name = "catanatron"
    game = "Catan, 4 RandomPlayers"
    saves = "JSON"
    importing = "from catanatron import Color, Game, RandomPlayer"
    starting = "Game([RandomPlayer(color) for color in Color]).state.playable_actions"
    save_every = 12

    def __init__(self) -> None:
        super().__init__()
        api = import_module("catanatron")
        self.version = version("catanatron")
        self.Game: Any = api.Game
        self.players = [api.RandomPlayer(color) for color in api.Color]
        self.Encoder: Any = import_module("catanatron.json").GameEncoder
        self.generate: Any = import_module("catanatron.models.actions").generate_playable_actions
        self.turns_limit: int = import_module("catanatron.game").TURNS_LIMIT

    def new(self, seed: int) -> Any:
        """A new game; a seed of 0 would stand for none."""
        return self.Game(self.players, seed=seed)

    def play(self, tally: Tally) -> None:
        """One complete game."""
        decisions = options = choices = 0

        def decide(player: Any, game: Any, actions: Sequence[Any]) -> Any:
            nonlocal decisions, options, choices
            size = len(actions)
            decisions += 1
            options += size
            choices += size > 1
            return player.decide(game, actions)

        self.new(next(self.seeds)).play(decide_fn=decide)
        tally.add(decisions, options, choices)

    def walk(self) -> Iterator[tuple[Any, Sequence[Any]]]:
        """The same, stopping at each decision."""
        game = self.new(next(self.seeds))
        while game.winning_color() is None and game.state.num_turns < self.turns_limit:
            yield game, game.state.playable_actions
            game.play_tick()

    def copy(self, state: Any) -> Any:
        """`Game.copy`."""
        return state.copy()

    def save(self, state: Any) -> str:
        """Its JSON encoder; it cannot read these back."""
        return json.dumps(state, cls=self.Encoder)

    def operations(self) -> Mapping[str, Operation]:
        """Applying lists the next player's actions as well, as the engine does."""
        execute = self.Game.execute

        def on_copy(position: Position) -> tuple[Any, ...]:
            return position.state.copy(), position.action

        return {
            "new": Operation(self.new, lambda _: (next(self.seeds),)),
            "legal_actions": Operation(self.generate, lambda p: (p.state.state,)),
            "apply": Operation(execute, on_copy),
            "apply_unchecked": Operation(partial(execute, validate_action=False), on_copy),
            "copy": Operation(self.Game.copy, lambda p: (p.state,)),
            "save": Operation(self.save, lambda p: (p.state,)),
        }


class Chess(Engine):
    """python-chess: `list(legal_moves)` and `push`, up to mate, stalemate, bare kings or 75 moves.

    Its own `is_game_over` is left out: with it the games are as long and take a quarter longer.
    """

    name = "chess"
    game = "python-chess, list(legal_moves) and push"
    saves = "FEN"
    importing = "import chess"
    starting = "list(chess.Board().legal_moves)"

    def __init__(self) -> None:
        super().__init__()
        self.version = version("chess")
        self.Board: Any = import_module("chess").Board

    def goes_on(self, board: Any) -> bool:
        """Whether neither the 75-move rule nor bare kings end the game."""
        return bool(board.halfmove_clock < 150 and board.occupied.bit_count() > 2)

    def play(self, tally: Tally) -> None:
        """One complete game."""
        board, rand = self.Board(), self.rand
        decisions = options = choices = 0
        while (moves := list(board.legal_moves)) and self.goes_on(board):
            size = len(moves)
            decisions += 1
            options += size
            choices += size > 1
            board.push(moves[int(rand() * size)])
        tally.add(decisions, options, choices)

    def walk(self) -> Iterator[tuple[Any, Sequence[Any]]]:
        """The same, stopping at each decision."""
        board = self.Board()
        while (moves := list(board.legal_moves)) and self.goes_on(board):
            yield board, moves
            board.push(self.pick(moves))

    def copy(self, state: Any) -> Any:
        """Without the moves that led here."""
        return state.copy(stack=False)

    def save(self, state: Any) -> str:
        """Forsyth-Edwards notation."""
        text: str = state.fen()
        return text

    def operations(self) -> Mapping[str, Operation]:
        """`push` checks nothing."""
        board = self.Board
        return {
            "new": Operation(board, lambda _: ()),
            "legal_actions": Operation(lambda state: list(state.legal_moves), lambda p: (p.state,)),
            "apply_unchecked": Operation(
                board.push, lambda p: (p.state.copy(stack=False), p.action)
            ),
            "copy": Operation(partial(board.copy, stack=False), lambda p: (p.state,)),
            "save": Operation(board.fen, lambda p: (p.state,)),
            "load": Operation(board, lambda p: (p.text,)),
        }


class OpenSpiel(Engine):
    """A game of OpenSpiel that is written in Python; chance is timed, not counted."""

    saves = "serialize()"

    def __init__(self) -> None:
        super().__init__()
        self.version = version("open-spiel")
        spiel: Any = import_module("pyspiel")
        import_module(f"open_spiel.python.games.{self.name}")
        self.rules: Any = spiel.load_game(f"python_{self.name}")

    def chance(self, state: Any) -> None:
        """Let chance act until a player is asked or the game is over."""
        while state.is_chance_node():
            point = self.rand()
            outcomes = state.chance_outcomes()
            drawn = outcomes[-1][0]
            for outcome, probability in outcomes:
                point -= probability
                if point < 0:
                    drawn = outcome
                    break
            state.apply_action(drawn)

    def play(self, tally: Tally) -> None:
        """One complete game."""
        rand = self.rand
        decisions = options = choices = 0
        state = self.rules.new_initial_state()
        self.chance(state)
        while not state.is_terminal():
            actions = state.legal_actions()
            size = len(actions)
            decisions += 1
            options += size
            choices += size > 1
            state.apply_action(actions[int(rand() * size)])
            self.chance(state)
        tally.add(decisions, options, choices)

    def walk(self) -> Iterator[tuple[Any, Sequence[Any]]]:
        """The same, stopping at each decision."""
        state = self.rules.new_initial_state()
        self.chance(state)
        while not state.is_terminal():
            actions = state.legal_actions()
            yield state, actions
            state.apply_action(self.pick(actions))
            self.chance(state)

    def copy(self, state: Any) -> Any:
        """`State.clone`."""
        return state.clone()

    def save(self, state: Any) -> str:
        """`State.serialize`."""
        text: str = state.serialize()
        return text

    def operations(self) -> Mapping[str, Operation]:
        """`apply_action` trusts its caller."""
        return {
            "new": Operation(self.rules.new_initial_state, lambda _: ()),
            "legal_actions": Operation(lambda state: state.legal_actions(), lambda p: (p.state,)),
            "apply_unchecked": Operation(
                lambda state, action: state.apply_action(action),
                lambda p: (p.state.clone(), p.action),
            ),
            "copy": Operation(lambda state: state.clone(), lambda p: (p.state,)),
            "save": Operation(lambda state: state.serialize(), lambda p: (p.state,)),
            "load": Operation(self.rules.deserialize_state, lambda p: (p.text,)),
        }


class TeamDominoes(OpenSpiel):
    """Dominoes for four."""

    name = "team_dominoes"
    game = "OpenSpiel python_team_dominoes"
    importing = "import pyspiel; from open_spiel.python.games import team_dominoes"
    starting = "pyspiel.load_game('python_team_dominoes').new_initial_state().chance_outcomes()"


class TicTacToe(OpenSpiel):
    """Tic-tac-toe."""

    name = "tic_tac_toe"
    game = "OpenSpiel python_tic_tac_toe"
    importing = ""  # that of team_dominoes: OpenSpiel imports all its Python games at once
    starting = ""


PEERS: Sequence[type[Engine]] = (Catanatron, Chess, TeamDominoes, TicTacToe)
