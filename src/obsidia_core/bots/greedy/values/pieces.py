"""What it is worth to bring travelers and creatures in, and to take others out."""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.bots.greedy.ground import Cell
from obsidia_core.bots.greedy.values.use import Use, Value, fixed, foe_piece, own_piece


def spawn(use: Use) -> float:
    """Travelers more, as many as the reserve has."""
    count: int = min(use.params["count"], use.reserve + _back_in_reserve(use))
    cell = use.cell("at")
    if cell is None or count < 1:
        return 0.0
    name = use.table.mine[0]
    return count * use.weights.recruit + 0.2 * use.worth.pull(cell, name, count, cell)


def _back_in_reserve(use: Use) -> int:
    """Who is sacrificed for it can come back at once."""
    card = use.book.catalog.spells[use.spell]
    return sum(effect.hook == "sacrifice" for effect in card.effects)


def train(use: Use) -> float:
    """Travelers at home, beyond the one that is trained anyway."""
    normal = 0 if "train" in use.table.moment["done"] else 1
    count: int = min(use.params["up_to"], use.reserve - normal)
    return max(0, count) * use.weights.recruit * 0.8


def summon(use: Use) -> float:
    """A creature fights all travelers on its tile and next to it."""
    cell = use.cell("at")
    return 0.0 if cell is None else creature(use, use.params["creature"], cell)


def creature(use: Use, kind: str, cell: Cell) -> float:
    """What a creature of our own is worth on a tile: rivals lose by it, and so do we."""
    worth, weights, holders = use.worth, use.weights, use.table.holders
    total = 0.1
    for at in {cell, *(other for other in worth.ground.links[cell] if other is not None)}:
        for owner, pieces in use.table.units.get(at, {}).items():
            fight = worth.fight(kind, len(pieces), cell, at)
            loss = fight.foe_loss * weights.traveler
            town = weights.town if holders.get(at) == owner else 0.0
            if owner in use.table.foes:
                total += 1.2 * (loss + fight.win * town) * worth.share_of(owner)
            else:
                total -= 1.5 * (loss + fight.win * town)
    return total


def sacrifice(use: Use) -> float:
    """A cost: a traveler back in the reserve."""
    unit = use.unit("what")
    return 0.0 if unit is None else -0.8 * own_piece(use, unit[0], unit[1])


def replace(use: Use) -> float:
    """A rival's traveler gone, one of ours in its place."""
    unit = use.unit("what")
    if unit is None or not use.reserve:
        return 0.0
    cell, owner, _ = unit
    taken = 0.8 * use.worth.goals.get(cell, 0.0)
    return foe_piece(use, cell, owner) + use.weights.recruit + taken


def lose_one(use: Use) -> float:
    """The other side in the battle has one less."""
    scene = use.scene
    if scene is None or not isinstance(scene.foe, int):
        return 0.0
    gain = scene.value(foe=scene.foe - 1) - scene.value()
    return gain + use.weights.traveler * use.worth.share_of(scene.owner)


def survival_roll(use: Use) -> float:
    """The other side's traveler may die before the dice are rolled."""
    chance = max(0, use.params["total"] - 1) / 6 if use.params["dice"] == 1 else 0.1
    return chance * lose_one(use)


def each_enemy_kills(use: Use) -> float:
    """One traveler of every rival that has more on the map than we."""
    on_map: dict[str, int] = {}
    for there in use.table.units.values():
        for name, pieces in there.items():
            on_map[name] = on_map.get(name, 0) + len(pieces)
    own = sum(on_map.get(name, 0) for name in use.table.mine)
    return sum(
        0.8 * use.weights.traveler * use.worth.share_of(name)
        for name in use.table.foes
        if on_map.get(name, 0) > own
    )


def spare(use: Use) -> float:
    """No deaths on blackwater for those who stand there."""
    cells = [cell for cell, _, _ in use.worth.units]
    if use.params["who"] != "friendly":
        cell = use.cell("who")
        cells = [] if cell is None else [cell]
    wet = sum(
        len(pieces)
        for cell in cells
        if use.worth.ground.terrain[cell] == "blackwater"
        for name, pieces in use.table.units[cell].items()
        if name in use.table.mine
    )
    return wet * use.weights.traveler / 12


def rescue(use: Use) -> float:
    """A traveler lives, though at home."""
    return 0.8 * use.weights.traveler


def spawn_fallen(use: Use) -> float:
    """Somebody lost in the battle is back."""
    return use.weights.recruit


VALUES: Mapping[str, Value] = {
    "spawn": spawn,
    "train": train,
    "summon": summon,
    "sacrifice": sacrifice,
    "replace": replace,
    "lose_one": lose_one,
    "survival_roll": survival_roll,
    "each_enemy_kills": each_enemy_kills,
    "spare": spare,
    "visa": fixed(0.0),
    "rescue": rescue,
    "spawn_fallen": spawn_fallen,
}
