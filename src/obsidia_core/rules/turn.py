"""The order of turns and phases, and the end of the game (TURN, WIN, SUDDEN)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.events import GameOver, TurnBegan
from obsidia_core.model.state import OVER, State, new_frame
from obsidia_core.rules import facts, modifiers, phases, towns

PHASE_OPS = ("tile_phase", "training_phase", "movement_phase", "battle_phase", "spell_phase")


def turns(state: State, frame: Frame) -> None:
    """Step function `turns`: begin a turn, run its phases in order, end it, and so on.

    The program counter is the number of phases begun in the running turn.
    """
    if frame.pc == 0:
        begin_turn(state)
    if frame.pc < len(PHASE_OPS):
        state.stack.append(new_frame(PHASE_OPS[frame.pc]))
        frame.pc += 1
        return
    end_turn(state)
    frame.pc = 0


def begin_turn(state: State) -> None:
    """The next turn, of the current seat."""
    state.turn += 1
    state.trained = state.discarded = False
    state.held = 0
    modifiers.expire(state, "turn_start", state.current)
    facts.record(state, TurnBegan(state.seat, state.turn))


def end_turn(state: State) -> None:
    """Judge whether the game is over, and pass the turn on clockwise (TURN-03).

    It was the final turn if all stacks are empty now (WIN-01..04, RULING-73, RULING-102); several
    leaders mean sudden death, in which each turn's end is judged the same way (SUDDEN-01..06).
    """
    modifiers.expire(state, "turn_end", state.current)
    state.held = 0
    if not any(state.stacks):
        leaders = _leaders(state)
        if len(leaders) == 1 or _sudden_death_is_up(state):
            _finish(state, leaders)
            return
        state.sudden += 1
    state.current = (state.current + 1) % len(state.setup.seats)


def _leaders(state: State) -> list[tuple[int, ...]]:
    """The players, or the pairs, with the most towns (WIN-06, TEAM-07)."""
    score = towns.scores(state)
    return [team for team, held in zip(state.setup.teams, score, strict=True) if held == max(score)]


def _sudden_death_is_up(state: State) -> bool:
    """Whether the cap on rounds of sudden death has been reached (RULING-74)."""
    limit = state.setup.ruleset.sudden_death_round_limit
    return limit is not None and state.sudden >= limit * len(state.setup.seats)


def _finish(state: State, leaders: list[tuple[int, ...]]) -> None:
    winners = [seat for team in leaders for seat in team]
    state.winners = tuple(winners)
    state.phase = OVER
    state.stack.clear()
    facts.record(state, GameOver(tuple(state.setup.seats[seat] for seat in winners)))
