"""Which battles are pending (BATTLE-01..14, CREATURE-09..17, RULING-61, RULING-68..70).

A *side* is one integer: `1000 * class + slot` for a unit, `-1 - piece` for a creature. A battle is
a pair of sides: the one that counts as the current player's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.model.actions import Battle
from obsidia_core.model.geometry import SIDES, coordinate, each_bit
from obsidia_core.model.state import NONE, State
from obsidia_core.rules import modifiers, reasons, steps

Pair = tuple[int, int]
_UNIT = 1000


def unit_side(class_index: int, slot: int) -> int:
    """The side of a unit."""
    return _UNIT * class_index + slot


def creature_side(piece: int) -> int:
    """The side of a creature."""
    return -1 - piece


def members(state: State, side: int) -> int:
    """Mask of the pieces of a side that are in the battle now."""
    if side < 0:
        piece = -1 - side
        return 1 << piece if state.where[piece] >= 0 else 0
    class_index, slot = divmod(side, _UNIT)
    return state.occupants[slot] & state.setup.class_masks[class_index]


def slot_of(state: State, side: int) -> int:
    """The tile a side stands on; for a dead creature -1."""
    return state.where[-1 - side] if side < 0 else side % _UNIT


def caster(state: State, side: int) -> int:
    """The seat that casts for a side: the travelers' owner, or the summoner (RULING-61)."""
    if side < 0:
        return state.summoners[-1 - side - state.setup.first_creature]
    return state.setup.owner[side // _UNIT]


def side_name(state: State, side: int) -> str:
    """The class or creature id that names a side."""
    if side < 0:
        return state.setup.names[-1 - side]
    return state.setup.classes[side // _UNIT]


def all_pending(state: State) -> tuple[list[Pair], list[Pair]]:
    """Battles of the current player not fought in this phase: on one tile, and between neighbours.

    In map order of the current player's side, then of the other side (RULING-100).
    """
    _setup, _board = state.setup, state.board
    fought = set(zip(state.fought[::2], state.fought[1::2], strict=True))
    same: list[Pair] = []
    adjacent: list[Pair] = []
    for side, slot in _own_sides(state):
        for pairs, places in ((same, (slot,)), (adjacent, _joined(state, slot))):
            for place in places:
                for other in _foes(state, side, place):
                    if (side, other) in fought or (other, side) in fought:
                        continue
                    if state.effects and place != slot and _at_peace(state, side, other):
                        continue
                    pairs.append((side, other))
    if not same and not adjacent:
        return same, adjacent
    return _in_map_order(state, same), _in_map_order(state, adjacent)


def _in_map_order(state: State, pairs: list[Pair]) -> list[Pair]:
    cell, last = state.board.cell, state.setup.first_creature * _UNIT

    def place(pair: Pair) -> tuple[int, int, int, int]:
        one, other = pair
        return (
            cell[slot_of(state, one)],
            cell[slot_of(state, other)],
            other if other >= 0 else last - other,
            one if one >= 0 else last - one,
        )

    return sorted(pairs, key=place)


def horde_steps(state: State) -> list[list[Pair]]:
    """Battles pending in the Horde's turn, step by step as they are fought (HORDE-33..35).

    Creatures against creatures, the Horde against creatures, the Horde and its creatures against
    the player; each time same-tile battles before adjacent ones (RULING-89).
    """
    same, adjacent = all_pending(state)
    return [
        *_creature_pairs(state),
        [pair for pair in same if pair[0] >= 0 > pair[1]],
        [pair for pair in adjacent if pair[0] >= 0 > pair[1]],
        [pair for pair in same if pair[1] >= 0],
        [pair for pair in adjacent if pair[1] >= 0],
    ]


def _creature_pairs(state: State) -> tuple[list[Pair], list[Pair]]:
    """All pairs of creatures, whoever summoned them: on one tile, and between neighbours."""
    same: list[Pair] = []
    adjacent: list[Pair] = []
    if not state.setup.ruleset.creature_vs_creature:
        return same, adjacent
    fought = set(zip(state.fought[::2], state.fought[1::2], strict=True))
    first = state.setup.first_creature
    standing = [
        (first + index, summoner, state.where[first + index])
        for index, summoner in enumerate(state.summoners)
        if summoner != NONE
    ]
    for (one, owner, slot), (other, rival, place) in combinations(standing, 2):
        joined = bool(state.board.joined(slot) >> place & 1)
        if slot != place and not joined:
            continue
        pair = creature_side(one), creature_side(other)
        if rival == state.current != owner:
            pair = pair[::-1]
        if pair not in fought:
            (same if slot == place else adjacent).append(pair)
    return _in_map_order(state, same), _in_map_order(state, adjacent)


def _joined(state: State, slot: int) -> list[int]:
    link = state.board.link
    return [link[4 * slot + side] for side in SIDES if link[4 * slot + side] >= 0]


def _own_sides(state: State) -> list[tuple[int, int]]:
    """`(side, slot)` of the current player's units and creatures, units first."""
    sides = [
        (unit_side(class_index, slot), slot)
        for class_index in state.setup.own[state.current]
        for slot, _ in steps.units(state, class_index)
    ]
    for index, summoner in enumerate(state.summoners):
        if summoner == state.current:
            piece = state.setup.first_creature + index
            sides.append((creature_side(piece), state.where[piece]))
    return sides


def _foes(state: State, side: int, slot: int) -> list[int]:
    """Sides on a tile that a side of the current player fights, each pair once."""
    occupants = state.occupants[slot]
    if not occupants:
        return []
    setup = state.setup
    found: list[int] = []
    if occupants & (setup.foes[state.current] if side >= 0 else setup.all_travelers):
        for class_index, mask in enumerate(setup.class_masks):
            if occupants & mask and _fights(state, side, class_index):
                found.append(unit_side(class_index, slot))
    creatures = occupants & setup.all_creatures
    for piece in each_bit(creatures) if creatures else ():
        if side >= 0:
            found.append(creature_side(piece))
        elif -1 - side != piece and setup.ruleset.creature_vs_creature:
            mine = state.summoners[piece - setup.first_creature] == state.current
            if not mine or piece > -1 - side:
                found.append(creature_side(piece))
    return found


def _at_peace(state: State, side: int, other: int) -> bool:
    """Whether a spell bars battles between two units on adjacent tiles (RULING-101)."""
    if side < 0 or other < 0:
        return False
    mine, theirs = members(state, side), members(state, other)
    return modifiers.at_peace(state, mine, slot_of(state, side), theirs, slot_of(state, other))


def _fights(state: State, side: int, class_index: int) -> bool:
    """Whether a side of the current player fights a class; own creatures fight all but the own.

    The pair of an own unit and an own creature is listed for the unit.
    """
    if side >= 0:
        return class_index in state.setup.foe_classes[state.current]
    return state.setup.owner[class_index] != state.current


def battle_actions(state: State) -> list[Action]:
    """The battles that may be fought next: same-tile ones first of all (BATTLE-12)."""
    same, adjacent = all_pending(state)
    return [as_action(state, pair, number) for number, pair in enumerate(same or adjacent, 1)]


def as_action(state: State, pair: Pair, number: int = 0) -> Battle:
    """The action that names a battle."""
    one, other = pair
    cell = state.board.cell
    return Battle(
        coordinate(cell[slot_of(state, one)]),
        coordinate(cell[slot_of(state, other)]),
        (side_name(state, one), side_name(state, other)),
        number,
    )


def find(state: State, action: Battle, pairs: Sequence[Pair]) -> Pair | None:
    """The pair of sides an action names, or None."""
    for pair in pairs:
        if as_action(state, pair) == action:
            return pair
    return None


def refuse_battle(state: State, action: Battle) -> Refusal | None:
    """Why the battle cannot be fought next, or None."""
    same, adjacent = all_pending(state)
    if find(state, action, same or adjacent) is not None:
        return None
    if find(state, action, adjacent) is not None:
        return reasons.SAME_TILE_FIRST.refuse()
    return reasons.NO_SUCH_BATTLE.refuse(at=str(action.at), against=str(action.against))


def creatures_in_play(state: State) -> int:
    """How many creatures are in play."""
    return sum(kind != NONE for kind in state.kinds)
