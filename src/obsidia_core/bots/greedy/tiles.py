"""Placing tiles: towns where own travelers get there first, trouble where others walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from obsidia_core.bots.greedy.ground import FAR, Cell, beside, cell_of, mask_of
from obsidia_core.bots.greedy.worth import Worth
from obsidia_core.model.actions import PickTile, PlaceColony, PlaceTile
from obsidia_core.model.geometry import rotated

HAZARDS: Mapping[str, float] = {"void": 2.0, "blackwater": 1.0, "woods": 1.0, "ice_field": 0.4}
"""How much each terrain is in the way of those who walk there."""
HORDE_STEPS = 5
"""How far away a colony of the Horde is best: neither on top of us nor out of reach."""
NEAR = 0.7
"""What a tile is worth for each step that it is farther away, as a factor."""


def tile_worth(terrain: str) -> float:
    """What it is worth to draw a tile of a terrain, wherever it goes."""
    if terrain == "town":
        return 4.0
    return 0.6 if terrain in HAZARDS else 1.0


class Layout:
    """Where both parties are, for judging tiles: steps from own travelers and from the others'."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        table, ground = worth.table, worth.ground
        own = {cell for cell, _, _ in worth.units}
        own |= {cell for cell, home in ground.home.items() if home in table.mine}
        foes = {cell for cell, there in table.units.items() if not table.foes.isdisjoint(there)}
        foes |= {cell for cell, home in ground.home.items() if home in table.foes}
        self.own = ground.steps_from(own)
        self.foes = ground.steps_from(foes)

    def place(self, terrain: str, exits: int, cell: Cell) -> float:
        """What it is worth to have a tile with these exits, as it lies, on a space."""
        ground = self.worth.ground
        joined = []
        free = 0
        for side in range(4):
            if not exits >> side & 1:
                continue
            other = beside(cell, side)
            if other in ground.exits:
                joined.append(other)
            else:
                free += 1
        own = min((self.own.get(other, 99) for other in joined), default=99) + 1
        foes = min((self.foes.get(other, 99) for other in joined), default=99) + 1
        ours, theirs = NEAR**own, NEAR**foes
        if terrain == "town":
            first = 1.0 if own <= foes else 0.5
            return self.worth.weights.town * (ours * first - 0.6 * theirs) + 0.05 * free
        if terrain in HAZARDS:
            return HAZARDS[terrain] * (theirs - 1.5 * ours)
        return 0.5 * ours * (free + len(joined)) - 0.2 * theirs


def score_placements(
    worth: Worth, actions: Sequence[PlaceTile], exits_of: Mapping[str, tuple[str, int]]
) -> list[float]:
    """What each placement of a tile is worth. `exits_of`: tile id to terrain and unturned exits."""
    layout = Layout(worth)
    found = []
    for action in actions:
        terrain, exits = exits_of[action.tile]
        lies = rotated(exits, action.rotation // 90)
        found.append(layout.place(terrain, lies, (action.at.x, action.at.y)))
    return found


def score_colonies(
    worth: Worth, actions: Sequence[PlaceColony], faces: tuple[int, int]
) -> list[float]:
    """What each place for the own colony is worth: towns near it, ways out, distance to rivals."""
    ground, table = worth.ground, worth.table
    rivals = ground.steps_from(cell for cell, home in ground.home.items() if home in table.foes)
    towns = {town: ground.steps_from([town]) for town in ground.towns()}
    found = []
    for action in actions:
        exits = rotated(faces[action.side == "back"], action.rotation // 90)
        cell: Cell = (action.at.x, action.at.y)
        ways = [beside(cell, side) for side in range(4) if exits >> side & 1]
        joined = [way for way in ways if way in ground.exits]
        score = 0.5 * len(ways) + 0.5 * len(joined)
        for steps in towns.values():
            near = min((steps.get(way, 99) for way in joined), default=99) + 1
            score += worth.weights.town * NEAR**near
        near = min((rivals.get(way, 99) for way in joined), default=99) + 1
        score -= 6 * NEAR**near
        score -= sum(ground.terrain[way] in HAZARDS for way in joined)
        found.append(score)
    return found


def score_horde_colonies(
    worth: Worth, actions: Sequence[PlaceColony], faces: tuple[int, int]
) -> list[float]:
    """What each place for a colony of the Horde is worth: its travelers should be at hand."""
    ground = worth.ground
    own = [cell for cell, home in ground.home.items() if home in worth.table.mine]
    steps = ground.steps_from(own or list(ground.exits)[:1])
    found = []
    for action in actions:
        exits = rotated(faces[action.side == "back"], action.rotation // 90)
        ways = [beside((action.at.x, action.at.y), side) for side in range(4) if exits >> side & 1]
        near = min((steps.get(way, FAR) for way in ways), default=FAR) + 1
        found.append(-abs(near - HORDE_STEPS))
    return found


def score_picks(worth: Worth, actions: Sequence[PickTile]) -> list[float]:
    """Tile planning: what each tile of the own stack brings at its best place."""
    layout = Layout(worth)
    moving = worth.table.moment["moving"]
    ground = worth.ground
    if moving is not None:
        spaces = [cell_of(moving["to"])]
    else:
        spaces = sorted(
            {beside(cell, side) for cell in ground.exits for side in range(4)} - ground.exits.keys()
        )
    demands = {space: worth.demands(space) for space in spaces}
    known: dict[tuple[str, int], float] = {}
    stack = {tile["tile"]: tile for tile in worth.table.moment["own_stack"]}
    found = []
    for action in actions:
        tile = stack[action.tile]
        key = tile["terrain"], mask_of(tile["exits"])
        if key not in known:
            known[key] = _best_place(layout, *key, demands, moving is not None)
        found.append(known[key])
    return found


def _best_place(
    layout: Layout,
    terrain: str,
    exits: int,
    demands: Mapping[Cell, tuple[int, int, bool]],
    exploring: bool,
) -> float:
    best = -100.0
    for space, (need_open, need_dark, apart) in demands.items():
        if apart and terrain == "town":
            continue
        for quarter in range(4):
            lies = rotated(exits, quarter)
            if lies & need_open == need_open and not lies & need_dark:
                value = layout.place(terrain, lies, space)
                if exploring and terrain == "void":
                    value -= 10
                best = max(best, value)
    return best
