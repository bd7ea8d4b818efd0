"""What lies in a battle: its pieces, the spells face-up, what its dice may show and mean.

Reads a battle's frame and changes nothing; `battle` runs it.
"""

from __future__ import annotations

from typing import Any

from obsidia_core.kernel.state import Frame
from obsidia_core.model import guards
from obsidia_core.model.hooks import DiceRules, StandingEffect
from obsidia_core.model.state import State
from obsidia_core.rules import pending


def masks(state: State, data: dict[str, Any]) -> tuple[int, int]:
    """The pieces of both sides that stand where the battle is fought."""
    one, other = data["sides"]
    return (
        pending.members(state, one) & state.occupants[data["at"]] & ~data["gone"],
        pending.members(state, other) & state.occupants[data["against"]] & ~data["gone"],
    )


def standing(state: State, frame: Frame) -> list[tuple[int, StandingEffect]]:
    """`(caster, effect)` of what lies face-up in the battle, oldest first."""
    found = []
    for seat, card in frame.data["faceup"]:
        hook = state.setup.cards[card].hook
        if hook is not None:
            found += [(seat, effect) for effect in hook.standing]
    return found


def own_place(state: State, sides: list[int], seat: int) -> int:
    """Which side is a seat's own: its travelers, or else its creature (RULING-61)."""
    own = [place for place, side in enumerate(sides) if pending.caster(state, side) == seat]
    return next((place for place in own if sides[place] >= 0), own[0] if own else -1)


def dice_rules(state: State, frame: Frame, place: int) -> DiceRules:
    """How a side rolls: its terrain, its creature, and the spells lying face-up (RULING-91)."""
    data = frame.data
    side = data["sides"][place]
    slot = data["at"] if place == 0 else data["against"]
    setup = state.setup
    rules = DiceRules()
    if side >= 0 or setup.ruleset.boneyard_helps_creatures:
        for hook, params in setup.terrains[state.board.terrain[slot]].dice:
            hook(rules, params)
    if side < 0:
        kind = state.kinds[-1 - side - setup.first_creature]
        for hook, params in setup.creature_kinds[kind].dice:
            hook(rules, params)
    for seat, effect in standing(state, frame):
        own = place == own_place(state, data["sides"], seat)
        try:
            effect.shape(rules, state, data, place, own)
        except Exception as error:
            raise guards.standing_failed(state, effect, error) from error
    return rules


def possible_results(rules: DiceRules, faces: tuple[int, ...]) -> set[int]:
    """Results a side can reach, empty if every face is barred."""
    allowed = [face for face in sorted(set(faces)) if not rules.barred >> face & 1]
    if rules.dice == 1:
        return {rules.value([face]) for face in allowed}
    return {rules.value([one, other]) for one in allowed for other in allowed}


def results_of(state: State, frame: Frame, dice: list[int], count: int) -> list[int]:
    """The results of dice as they lie, side `at` first; `count` of them are its dice."""
    return [
        dice_rules(state, frame, place).value(part)
        for place, part in enumerate((dice[:count], dice[count:]))
    ]


def forbidden_winners(state: State, frame: Frame) -> set[int]:
    """Sides that a spell keeps from winning; a round that they would win is rolled again."""
    sides = frame.data["sides"]
    return {
        1 - own_place(state, sides, seat)
        for seat, effect in standing(state, frame)
        if effect.forbids_enemy_win
    }


def tie_winner(state: State, frame: Frame) -> int:
    """The side that wins equal results by a spell, -1 for none; two such spells cancel out."""
    sides = frame.data["sides"]
    winners = {
        own_place(state, sides, seat) for seat, effect in standing(state, frame) if effect.wins_ties
    }
    return winners.pop() if len(winners) == 1 else -1
