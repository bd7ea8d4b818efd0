"""What it is worth to change the map, and which tile comes next."""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.bots.greedy.ground import FAR, Cell, mask_of
from obsidia_core.bots.greedy.tiles import tile_worth
from obsidia_core.bots.greedy.values.use import Use, Value, fixed


def count_as(use: Use) -> float:
    """A tile under own units becomes a better one to fight on or to leave from."""
    cell = use.cell("tile")
    if cell is None:
        return 0.0
    worth = use.worth
    terrain = worth.ground.terrain
    units = [(name, count) for at, name, count in worth.units if at == cell]
    if use.params["terrain"] == "portal":
        portals = [at for at, other in terrain.items() if other == "portal"]
        return sum(
            0.9 * max((worth.pull(at, name, count, cell) for at in portals), default=0.0)
            - worth.reach(cell, name, count, 1)
            for name, count in units
        )
    before = terrain[cell]
    total = -sum(worth.peril(cell, count, cell) for _, count in units)
    terrain[cell] = use.params["terrain"]
    total += sum(worth.peril(cell, count, cell) for _, count in units)
    terrain[cell] = before
    return total


def open_side(use: Use) -> float:
    """A short cut for units on both sides of the darkness."""
    worth = use.worth
    one, other = use.cell("one"), use.cell("other")
    if one is None or other is None:
        return 0.0
    total = 0.0
    for cell, name, count in worth.units:
        for here, there in ((one, other), (other, one)):
            if cell == here and worth.may_stand(there, name):
                value = worth.standing(there, name, count, cell) + worth.leaving(cell, name, count)
                total += max(0.0, value - worth.reach(cell, name, count, 1))
    return total


def bar_tile(use: Use) -> float:
    """A town of ours that rivals near it can neither enter nor attack for a round."""
    cell = use.cell("tile")
    worth, table = use.worth, use.table
    if cell is None or cell not in table.units:
        return 0.0
    own = sum(len(pieces) for name, pieces in table.units[cell].items() if name in table.mine)
    if not own:
        return 0.0
    near = worth.ground.steps_from([cell])
    danger = 0.0
    for at, there in table.units.items():
        steps = near.get(at, FAR)
        if 0 < steps <= 2:
            for name, pieces in there.items():
                if name in table.foes:
                    lose = worth.fight(own, len(pieces), cell, cell).lose
                    danger = max(danger, lose * (0.5 if steps == 1 else 0.3))
    return danger * (use.weights.town + use.weights.traveler)


def take_tile(use: Use) -> float:
    """A tile that stands in our way, taken away; one more in the stack."""
    cell = use.cell("tile")
    return 0.0 if cell is None else use.weights.spent - _as_it_lies(use, cell)


def _as_it_lies(use: Use, cell: Cell) -> float:
    ground = use.worth.ground
    return use.book.layout.place(ground.terrain[cell], ground.exits[cell], cell)


def change_drawn(use: Use) -> float:
    """Another tile than the one turned up, if that one is poor."""
    drawn = use.table.view["drawn"]
    return 0.0 if drawn is None else _average(use) - tile_worth(drawn["terrain"]) - 0.3


def draw_tile(use: Use) -> float:
    """One more tile; most of all if towns are left."""
    return 0.8 * _average(use) - use.weights.spent


def _average(use: Use) -> float:
    """What the next tile of the own stack is worth."""
    stack = use.table.moment["own_stack"]
    return sum(tile_worth(tile["terrain"]) for tile in stack) / len(stack) if stack else 0.0


def build_over(use: Use) -> float:
    """The drawn tile in place of one on the map."""
    drawn, cell = use.table.view["drawn"], use.cell("tile")
    if drawn is None or cell is None or drawn["terrain"] != "town":
        return 0.0
    exits = mask_of(drawn["exits"])
    gain = use.book.layout.place(drawn["terrain"], exits, cell) - _as_it_lies(use, cell)
    return gain - 0.5 * use.weights.town


VALUES: Mapping[str, Value] = {
    "count_as": count_as,
    "open_side": open_side,
    "bar_tile": bar_tile,
    "peace": fixed(0.0),
    "take_tile": take_tile,
    "change_drawn": change_drawn,
    "draw_tile": draw_tile,
    "turn_tile": fixed(0.0),
    "reorder_tiles": fixed(1.0),
    "look_at_tile": fixed(1.0),
    "build_over": build_over,
}
