"""What it is worth to move, and to have others moved."""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.bots.greedy.ground import FAR, cell_of
from obsidia_core.bots.greedy.values.use import Use, Value, fixed, foe_piece
from obsidia_core.bots.greedy.worth import Walk
from obsidia_core.model.geometry import SIDE_NAMES

BOTHER = 0.2
"""What a card has to bring before it is worth the card."""


def steps(use: Use) -> float:
    """How much farther a unit gets than by its ordinary step."""
    unit = use.unit("to")
    if unit is None:
        return 0.0
    cell, name, pieces = unit
    params, reach, count = use.params, use.worth.reach, len(pieces)
    walk = Walk(
        params["straight"], params["ignore_paths"], params["free_woods"], params["pass_through"]
    )
    gain = reach(cell, name, count, params["count"], walk) - reach(cell, name, count, 1)
    return gain - BOTHER


def more_steps(use: Use) -> float:
    """Another step for a unit, for all, or for those that joined or were recruited."""
    table, worth, more = use.table, use.worth, use.params["count"]
    total = -BOTHER
    for cell, name, count in worth.units:
        pieces = table.units[cell][name]
        already = 0
        if use.params["to"] == "friendly":
            already = 1
            if not table.unmoved(pieces):
                continue
        elif use.params["to"] == "joined":
            if not (table.marked("merged", pieces) or table.marked("recruits", pieces)):
                continue
        elif use.cell("to") != cell:
            continue
        farther = worth.reach(cell, name, count, already + more)
        total += max(0.0, farther - worth.reach(cell, name, count, already))
    return total


def move_apart(use: Use) -> float:
    """A group that goes several ways at once."""
    unit = use.unit("unit")
    if unit is None:
        return 0.0
    cell, name, pieces = unit
    worth = use.worth
    trips: list[float] = sorted(
        (
            gain * use.weights.patience ** worth.ground.turns_to(goal, name).get(cell, FAR)
            for goal, gain in worth.goals.items()
        ),
        reverse=True,
    )
    return 0.6 * sum(trips[1 : len(pieces)])


def teleport(use: Use) -> float:
    """A better place than any that the ordinary step leads to."""
    unit, to = use.unit("what"), use.cell("to")
    if unit is None or to is None or not use.worth.may_stand(to, unit[1]):
        return -use.weights.traveler
    cell, name, pieces = unit
    worth, count = use.worth, len(pieces)
    value = worth.standing(to, name, count, cell) + worth.leaving(cell, name, count)
    if name in use.table.units.get(to, {}):
        value -= use.weights.merge
    return value - worth.reach(cell, name, count, 1) - BOTHER


def swap(use: Use) -> float:
    """Two travelers in each other's place; with a rival's, its town becomes ours."""
    one, other = use.unit("one"), use.unit("other")
    if one is None or other is None:
        return 0.0
    worth, mine = use.worth, use.table.mine
    total = 0.0
    for (cell, name, _), (to, theirs, _) in ((one, other), (other, one)):
        if name in mine:
            if not worth.may_stand(to, name):
                return -use.weights.traveler
            total -= worth.reach(cell, name, 1, 1)
            if theirs in mine:
                total += worth.standing(to, name, 1, cell)
            else:
                total += worth.goals.get(to, worth.pull(to, name, 1, cell))
            total += worth.leaving(cell, name, 1, recruit=False)
        elif not worth.may_stand(to, name):
            total += foe_piece(use, cell, name)
    return total


def push(use: Use) -> float:
    """Rivals forced off a tile, at best to their death."""
    cell = use.cell("what" if "what" in use.params else "tile")
    side = use.value("side")
    if cell is None or side is None:
        return 0.0
    worth, weights, holders = use.worth, use.weights, use.table.holders
    to = worth.ground.links[cell][SIDE_NAMES.index(side)]
    total = -BOTHER
    for name, pieces in use.table.units.get(cell, {}).items():
        if name not in use.table.foes:
            continue
        share = worth.share_of(name)
        lives = weights.traveler * len(pieces) * share
        if holders.get(cell) == name:
            total += weights.town * share
        if to is None:
            total += 0.3 * lives
        elif not worth.may_stand(to, name):
            total += lives
        elif worth.ground.terrain[to] == "blackwater":
            total += lives / 12
        elif holders.get(to) in ("neutral", *use.table.mine):
            total -= 0.6 * weights.town * share
    return total


def move_in(use: Use) -> float:
    """After a battle onto the tile that the enemy held; before one into the battle."""
    scene, worth = use.scene, use.worth
    if scene is None or not isinstance(scene.own, int):
        return 0.0
    if use.params["where"] == "battle_tile":
        unit = use.unit("unit")
        if unit is None:
            return 0.0
        cell, name, pieces = unit
        gain = scene.value(own=min(8, scene.own + len(pieces))) - scene.value()
        return gain + worth.leaving(cell, name, len(pieces))
    name = use.table.mine[0]
    if not worth.may_stand(scene.there, name):
        return -use.weights.traveler
    there = worth.standing(scene.there, name, scene.own, scene.here)
    here = worth.standing(scene.here, name, scene.own, scene.here)
    return there - here + worth.leaving(scene.here, name, scene.own)


def halt(use: Use) -> float:
    """What a rival's move would have brought it."""
    table, worth = use.table, use.worth
    total = 0.0
    for move in use.answered_moves():
        owner = table.class_of(move["pieces"][0]) or ""
        for to in map(cell_of, move["to"]):
            holder = table.holders.get(to)
            if holder is not None and holder != owner:
                share = 1.0 if holder in table.mine else worth.share_of(owner)
                total += 0.5 * use.weights.town * share
            if not set(table.mine).isdisjoint(table.units.get(to, {})):
                total += 0.3 * use.weights.traveler
    return total


VALUES: Mapping[str, Value] = {
    "steps": steps,
    "more_steps": more_steps,
    "move_apart": move_apart,
    "teleport": teleport,
    "swap": swap,
    "push": push,
    "push_all": push,
    "move_in": move_in,
    "halt": halt,
    "keep_in_place": fixed(3.0),
}
