"""What a position is worth to the bot: the terms that `bot.GreedyBot` adds up.

All numbers are in the same unit, roughly a tenth of a town.
"""

from __future__ import annotations

from typing import NamedTuple

import attrs

from obsidia_core.bots.greedy.fights import PLAIN, Dice, Fight, Side, Spells
from obsidia_core.bots.greedy.ground import FAR, Cell, beside, mask_of
from obsidia_core.bots.greedy.table import Table
from obsidia_core.model.geometry import rotated


@attrs.frozen(kw_only=True)
class Weights:
    """How much each term counts.

    Attributes:
        town: a town held at the end of the battle phase.
        traveler: a traveler on the map that dies.
        recruit: a traveler that comes onto the map.
        patience: what a goal is worth for each turn it is farther away, as a factor.
        second: what a goal is worth to units that others are ahead of, as a factor.
        rival: how much a rival's loss counts of an own gain in a game of two; shared out among
            several rivals.
        merge: what a unit loses by joining another one, which then moves as one.
        hunt: what it is worth to go after a rival's traveler outside of towns.
        unknown: what a plain tile found by exploring is worth.
        spent: what it costs to use up an own tile by exploring.
    """

    town: float = 10.0
    traveler: float = 3.0
    recruit: float = 2.5
    patience: float = 0.75
    second: float = 0.35
    rival: float = 0.8
    merge: float = 2.0
    hunt: float = 0.0
    unknown: float = 0.8
    spent: float = 0.3


SOLO = Weights(
    town=4.0,
    recruit=3.0,
    patience=0.85,
    second=0.8,
    rival=1.4,
    merge=0.5,
    hunt=3.0,
    spent=6.0,
)
"""Against the Horde towns only bring recruits, lives count, and each own tile is a turn."""


class Walk(NamedTuple):
    """How steps may be taken beyond the ordinary way, as a spell has it."""

    straight: bool = False
    ignore_paths: bool = False
    free_woods: bool = False
    pass_through: bool = False


ORDINARY = Walk()


class Worth:
    """The terms, worked out for one decision."""

    def __init__(self, table: Table, weights: Weights, dice: Dice) -> None:
        self.table = table
        self.ground = table.ground
        self.weights = weights
        self.dice = dice
        self.rival_share = weights.rival / max(1, len(table.view["seats"]) - len(table.team))
        self.units = table.own_units()
        self.goals = {
            cell: self._goal(cell)
            for cell, holder in table.holders.items()
            if holder not in table.friends and self._free_of_friends(cell)
        }
        if weights.hunt:
            self._hunt()
        self.nearest = self._nearest()
        self._known: dict[tuple[Cell, str, int, Cell], float] = {}

    def _free_of_friends(self, cell: Cell) -> bool:
        """Whether no ally stands there; a town that allies share counts for neither."""
        there = self.table.units.get(cell, {})
        allies = self.table.friends.difference(self.table.mine)
        return allies.isdisjoint(there)

    def _goal(self, cell: Cell) -> float:
        """A town that is not ours: worth more when a rival loses it."""
        holder = self.table.holders[cell]
        gain = self.weights.town
        if holder in self.table.foes:
            gain += self.weights.town * self.rival_share
        return gain

    def _hunt(self) -> None:
        """Travelers of rivals are goals too, wherever they can be met."""
        for cell, there in self.table.units.items():
            prey = sum(len(pieces) for name, pieces in there.items() if name in self.table.foes)
            if prey and cell not in self.ground.home:
                self.goals[cell] = self.goals.get(cell, 0.0) + self.weights.hunt * prey

    def _nearest(self) -> dict[Cell, tuple[Cell, str]]:
        """For each goal the unit that gets there first."""
        found: dict[Cell, tuple[Cell, str]] = {}
        taken: dict[tuple[Cell, str], int] = {}
        trips = []
        for goal in self.goals:
            for cell, name, _ in self.units:
                turns = self.ground.turns_to(goal, name).get(cell, FAR)
                if turns < FAR:
                    trips.append((turns, goal, (cell, name)))
        for _, goal, unit in sorted(trips):
            if goal not in found and not taken.get(unit):
                found[goal] = unit
                taken[unit] = 1
        return found

    # ---- a unit on a tile

    def standing(self, cell: Cell, name: str, count: int, origin: Cell) -> float:
        """What it is worth that a unit from `origin` stands on a tile when the phase ends."""
        key = cell, name, count, origin
        value = self._known.get(key)
        if value is None:
            value = self.pull(cell, name, count, origin) + self.peril(cell, count, origin)
            self._known[key] = value
        return value

    def leaving(self, cell: Cell, name: str, count: int, recruit: bool | None = None) -> float:
        """What it brings or costs that `count` travelers leave a tile by their own movement.

        `recruit`: whether a local stays behind; None for whenever that seems possible.
        """
        table = self.table
        if table.holders.get(cell) != name or len(table.units[cell][name]) > count:
            return 0.0
        if recruit is None:
            recruit = (
                table.view["reserve"][name] > 0
                and len(table.units[cell]) == 1
                and not table.marked("recruits", table.units[cell][name])
            )
        return self.weights.recruit if recruit else -self.weights.town

    def may_stand(self, cell: Cell, name: str) -> bool:
        """Whether travelers of a class live on a tile."""
        return self.ground.terrain[cell] != "void" and self.ground.home.get(cell, name) == name

    def reach(self, cell: Cell, name: str, count: int, steps: int, walk: Walk = ORDINARY) -> float:
        """The best place a unit can be at after up to so many steps, staying included."""
        here = self.standing(cell, name, count, cell)
        best = here
        going = self.leaving(cell, name, count) if steps else 0.0
        if cell in self.ground.stones and not walk.free_woods:
            return best
        occupied = self.table.occupied
        ring: list[tuple[Cell, int]] = [(cell, -1)]
        seen = {cell}
        for _ in range(steps):
            following: list[tuple[Cell, int]] = []
            for at, came in ring:
                for side in range(4):
                    if walk.straight and came not in (-1, side):
                        continue
                    other = self.ground.links[at][side]
                    if other is None and walk.ignore_paths:
                        across = beside(at, side)
                        other = across if across in self.ground.exits else None
                    if other is None:
                        continue
                    end = self.ground.slide(other, side, occupied)
                    if end is None or end in seen or not self.may_stand(end, name):
                        continue
                    seen.add(end)
                    value = self.standing(end, name, count, cell) + going
                    if name in self.table.units.get(end, {}):
                        value -= self.weights.merge
                    best = max(best, value)
                    stops = end in occupied and not walk.pass_through
                    if not stops and self.ground.terrain[end] != "blackwater":
                        following.append((end, side))
            ring = following
        return best

    def pull(self, cell: Cell, name: str, count: int, origin: Cell) -> float:
        """The best goal in reach: its worth, less for each turn that it takes."""
        best = 0.0
        weights = self.weights
        for goal, gain in self.goals.items():
            turns = self.ground.turns_to(goal, name).get(cell, FAR)
            if turns > self.table.rounds - 1 and turns > 0:
                continue
            value = gain * weights.patience**turns
            if self.nearest.get(goal, (origin, name)) != (origin, name):
                value *= weights.second
            if value > best:
                guards = self.table.enemies_at(goal)
                for size, _ in guards:
                    fight = self.fight(count, size, goal, goal)
                    value *= fight.win
                best = max(best, value)
        return best

    def peril(self, cell: Cell, count: int, origin: Cell) -> float:
        """Battles that are due on a tile and next to it, and what the terrain may do."""
        weights = self.weights
        total = 0.0
        held = weights.town if self.table.holders.get(cell) in self.table.mine else 0.0
        for size, owner in self.table.enemies_at(cell):
            total += self.battle(self.fight(count, size, cell, cell), owner, held, 0.0)
        for other in self.ground.links.get(cell, ()):
            if other is None:
                continue
            prize = 0.0
            if self.table.holders.get(other) in self.table.foes:
                prize = weights.town * self.rival_share * (1 - weights.patience)
            for size, owner in self.table.enemies_at(other):
                fight = self.fight(count, size, cell, other)
                total += self.battle(fight, owner, held, prize)
        if self.ground.terrain.get(cell) == "blackwater":
            total -= count * weights.traveler / 12 * (2 if cell != origin else 1)
        return total

    def battle(self, fight: Fight, owner: str, held: float, prize: float) -> float:
        """A battle's losses on both sides, weighed, and towns that change hands by it."""
        weights = self.weights
        return (
            fight.foe_loss * weights.traveler * self.share_of(owner)
            - fight.own_loss * weights.traveler
            - fight.lose * held
            + fight.win * prize
        )

    def share_of(self, owner: str) -> float:
        """What a loss of somebody counts, compared with a gain of our own."""
        return self.rival_share if owner not in self.table.friends else -1.0

    def fight(
        self,
        own: Side,
        foe: Side,
        cell: Cell,
        other: Cell,
        spells: Spells = ((), ()),
        beside: int = 0,
    ) -> Fight:
        """How a battle goes between sides on two tiles, or on one.

        `beside`: other own units next to the own side.
        """
        terrain = self.ground.terrain
        there = None if cell == other else terrain.get(other, PLAIN)
        return self.dice.fight(own, foe, (terrain.get(cell, PLAIN), there), spells, (beside, 0))

    # ---- the unknown

    def exploring(self, cell: Cell, side: int, count: int) -> float:
        """Stepping off the map over a side: the average over the tiles left in the own stack."""
        weights = self.weights
        stack = self.table.moment["own_stack"]
        space = beside(cell, side)
        if not stack:
            return -weights.traveler * count
        total = 0.0
        for tile in stack:
            terrain = tile["terrain"]
            if not self.fits(space, tile["exits"], terrain) or terrain == "void":
                total -= weights.traveler * count
            elif terrain == "town":
                total += weights.town
            elif terrain == "blackwater":
                total -= weights.traveler * count / 12
            elif terrain not in ("woods", "ice_field"):
                total += weights.unknown
        return total / len(stack) - weights.spent

    def fits(self, space: Cell, exits: str, terrain: str) -> bool:
        """Whether a tile fits an empty space in any turn."""
        need_open, need_dark, apart = self.demands(space)
        if apart and terrain == "town":
            return False
        mask = mask_of(exits)
        return any(
            turned & need_open == need_open and not turned & need_dark
            for turned in (rotated(mask, quarter) for quarter in range(4))
        )

    def demands(self, space: Cell) -> tuple[int, int, bool]:
        """Sides that must be open and dark, and whether no town may lie there."""
        need_open = need_dark = 0
        apart = False
        for side in range(4):
            other = beside(space, side)
            exits = self.ground.exits.get(other)
            if exits is None:
                continue
            if exits >> ((side + 2) & 3) & 1:
                need_open |= 1 << side
                apart = apart or self.ground.terrain[other] in ("town", "colony")
            else:
                need_dark |= 1 << side
        return need_open, need_dark, apart
