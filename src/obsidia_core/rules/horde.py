"""The Horde's turn beside movement and battles, and how a solo game ends (HORDE-13..17, 42..44).

The Horde is never asked. It has no tile phase; it trains, reads its row of spells from left to
right, moves, fights, and lays new cards into the gaps of its row.
"""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.events import GameOver
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import OVER, SPELL, TRAINING, State
from obsidia_core.rules import battle, facts, horde_table, phases, solo, spells

END_OP: str = horde_table.BEATEN
TRAINING_OP = "horde_training"
SPELLS_OP = "horde_spells"
BEGIN, READ = range(2)


def horde_training(state: State, frame: Frame) -> None:
    """Step function `horde_training`: `slot` in its data is the slot of the row read last."""
    if frame.pc == BEGIN:
        phases.enter(state, TRAINING)
        _train(state)
        frame.data["slot"] = -1
        frame.pc = READ
        return
    row = horde_table.laid_out(state)
    horde = state.setup.horde
    for slot in range(frame.data["slot"] + 1, len(row)):
        frame.data["slot"] = slot
        context = spells.phase_context(state)
        if row[slot] >= 0 and spells.can_cast(state, horde, row[slot], "II", context):
            spell = state.setup.cards[row[slot]].id
            spells.begin(state, horde, spell, context, "HORDE-17")
            return
    state.stack.pop()


def _train(state: State) -> None:
    """One traveler of each color on its colony, whatever stands there (HORDE-14, HORDE-15)."""
    for class_index in state.setup.horde_classes:
        colony = state.setup.colonies[class_index]
        piece = facts.lowest_in_reserve(state, class_index)
        if colony >= 0 and state.board.placed >> colony & 1 and piece >= 0:
            facts.train(state, piece, colony, "HORDE-14")


def horde_spells(state: State, frame: Frame) -> None:
    """Step function `horde_spells`: nothing is discarded, the row is filled (HORDE-42..44)."""
    phases.enter(state, SPELL)
    solo.fill_row(state, "HORDE-43")
    state.stack.pop()


def horde_beaten(state: State, frame: Frame) -> None:
    """Step function `horde_beaten`: the player wins at this moment, if it still holds (RULING-82).

    What a battle costs both sides happens at the same time, so it is judged when the battle ends.
    """
    state.stack.pop()
    in_battle = bool(state.stack) and state.stack[-1].op == "battle"
    if horde_table.is_beaten(state) and not (in_battle and state.stack[-1].pc != battle.DONE):
        finish(state, solo.SEAT, "SOLO-19")


def end_if_last_turn(state: State) -> bool:
    """Judge the end of a turn; says whether the game is over.

    Without a tile left to place it was the last turn, and what is left of the Horde wins
    (SOLO-22); whether a reserve alone is enough is an option.
    """
    if any(state.stacks):
        return False
    setup, where = state.setup, state.where
    counts = setup.ruleset.solo_horde_reserve_counts
    stands = any(where[piece] >= 0 for piece in each_bit(setup.undead))
    alive = any(where[piece] >= 0 for piece in each_bit(setup.friends[solo.SEAT]))
    if stands or counts or not alive:
        finish(state, setup.horde, "SOLO-22")
    else:
        finish(state, solo.SEAT, "RULING-82")
    return True


def finish(state: State, seat: int, rule: str) -> None:
    """End the game with a winner, whatever is under way; spells in it are discarded."""
    for frame in reversed(state.stack):
        if frame.op == "battle":
            for caster, card in frame.data["faceup"]:
                facts.discard(state, caster, card)
        elif frame.op == "cast" and not frame.data["done"]:
            card = frame.data["card"]
            if not any(effect.card == card for effect in state.effects):
                facts.discard(state, frame.data["seat"], card)
    state.winners = (seat,)
    state.phase = OVER
    state.stack.clear()
    state.fix()
    facts.record(state, GameOver((state.setup.seats[seat],), rule=rule))
