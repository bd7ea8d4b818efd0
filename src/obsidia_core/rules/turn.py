"""The order of turns and phases, and the end of the game (TURN, WIN, SUDDEN)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.events import GameOver, TurnBegan
from obsidia_core.model.state import OVER, State, new_frame
from obsidia_core.rules import (
    facts,
    horde,
    horde_battles,
    horde_movement,
    modifiers,
    towns,
    travel,
)

PHASE_OPS = ("tile_phase", "training_phase", "movement_phase", "battle_phase", "spell_phase")
HORDE_OPS = ("", horde.TRAINING_OP, horde_movement.OP, horde_battles.OP, horde.SPELLS_OP)


def turns(state: State, frame: Frame) -> None:
    """Step function `turns`: begin a turn, run its phases in order, end it, and so on.

    The program counter is 0 before a turn, else one more than the phases begun in it. The Horde
    skips the tile phase (HORDE-13).
    """
    ops = PHASE_OPS if state.current != state.setup.horde else HORDE_OPS
    if frame.pc == 0:
        frame.pc = 1 if ops[0] else 2
        begin_turn(state)
    elif frame.pc <= len(ops):
        frame.pc += 1
        state.stack.append(new_frame(ops[frame.pc - 2]))
    else:
        frame.pc = 0
        end_turn(state)


def begin_turn(state: State) -> None:
    """The next turn, of the current seat."""
    state.turn += 1
    state.trained = state.discarded = state.tile_taken = False
    state.beaten = 0
    state.held = 0
    protected = bool(state.effects)
    modifiers.expire(state, "turn_start", state.current)
    facts.record(state, TurnBegan(state.seat, state.turn))
    if protected:
        travel.settle_unprotected(state)


def end_turn(state: State) -> None:
    """Judge whether the game is over, and pass the turn on clockwise (TURN-03).

    It was the final turn if all stacks are empty now (WIN-01..04, RULING-73, RULING-102); several
    leaders mean sudden death, in which each turn's end is judged the same way (SUDDEN-01..06). A
    solo game ends otherwise (SOLO-22). After the player the Horde has its turn (SOLO-17).
    """
    modifiers.expire(state, "turn_end", state.current)
    state.held = 0
    state.bereaved &= ~(1 << state.current)
    if state.setup.horde >= 0:
        if horde.end_if_last_turn(state):
            return
    elif not any(state.stacks):
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
