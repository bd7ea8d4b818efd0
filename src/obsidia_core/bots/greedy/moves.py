"""Moving units: each movement is judged by itself, the best one is made first."""

from __future__ import annotations

from collections.abc import Sequence

from obsidia_core.bots.greedy.ground import Cell, beside
from obsidia_core.bots.greedy.worth import Worth
from obsidia_core.kernel.actions import Action
from obsidia_core.model.actions import EndPhase, LeaveWoods, Move

NEVER = -1e9


def score_moves(worth: Worth, actions: Sequence[Action]) -> list[float]:
    """What each movement gains over staying; anything else counts 0 or less."""
    found = []
    for action in actions:
        if isinstance(action, Move):
            found.append(_move(worth, action))
        elif isinstance(action, LeaveWoods):
            found.append(_leave_woods(worth, action))
        else:
            found.append(0.0 if isinstance(action, EndPhase) else NEVER)
    return found


def _move(worth: Worth, action: Move) -> float:
    if action.lethal:
        return NEVER
    name = worth.table.class_of_letter[action.travelers[0][0]]
    origin: Cell = (action.origin.x, action.origin.y)
    to: Cell = (action.to.x, action.to.y)
    count = len(action.travelers)
    ground, table, weights = worth.ground, worth.table, worth.weights
    score = -worth.standing(origin, name, count, origin)
    side = next((side for side in range(4) if beside(origin, side) == to), -1)
    if to not in ground.exits:
        score += worth.exploring(origin, side, count)
    else:
        end = ground.slide(to, side, table.occupied) if side >= 0 else to
        if end is None:
            score -= weights.traveler * count / 2
        else:
            score += worth.standing(end, name, count, origin)
            if name in table.units.get(end, {}) and end != origin:
                score -= weights.merge
    return score + worth.leaving(origin, name, count, action.recruit is True)


def _leave_woods(worth: Worth, action: LeaveWoods) -> float:
    """The average over the ways out, for each of the travelers by itself."""
    name = worth.table.class_of_letter[action.travelers[0][0]]
    origin: Cell = (action.origin.x, action.origin.y)
    ground, table = worth.ground, worth.table
    here = worth.standing(origin, name, 1, origin)
    total = 0.0
    for side, chance in enumerate(ground.stones.get(origin, ())):
        other = ground.links[origin][side]
        if not chance:
            continue
        if other is not None:
            end = ground.slide(other, side, table.occupied)
            if end is None or ground.terrain[end] == "void":
                total -= chance * worth.weights.traveler
            elif ground.home.get(end, name) == name:
                total += chance * (worth.standing(end, name, 1, origin) - here)
        elif side in ground.edges[origin]:
            total += chance * (worth.exploring(origin, side, 1) - here)
    return total * len(action.travelers)
