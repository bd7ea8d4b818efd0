"""What casting a spell is worth: the sum of what its effects bring with the best targets.

A spell is read from the catalog, as its author wrote it; `values.VALUES` says what each primitive
of the language brings. Targets that are not chosen yet are tried out one after the other. A spell
with a primitive that the bot does not know counts `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from obsidia_core.bots.greedy.ground import Cell, cell_of
from obsidia_core.bots.greedy.scene import Scene
from obsidia_core.bots.greedy.tiles import Layout
from obsidia_core.bots.greedy.values import VALUES
from obsidia_core.bots.greedy.values.use import Use
from obsidia_core.bots.greedy.worth import Worth
from obsidia_core.model.geometry import SIDE_NAMES

NEVER = -1e9
UNKNOWN = 0.8
MOST_TRIED = 400
"""Combinations of targets tried out for one spell."""

Bound = Mapping[str, Any]


class Book:
    """Spells as seen in one decision.

    Attributes:
        worth: the position.
        table: the view it comes from.
        scene: the battle being fought, if the seat has a part in it.
        window: what is answered, as in the view's `moment`.
    """

    def __init__(self, worth: Worth, catalog: Any) -> None:
        self.worth = worth
        self.table = worth.table
        self.catalog = catalog
        about = self.table.moment["battle"]
        self.scene = None if about is None else Scene.of(worth, about)
        self.window: Mapping[str, Any] = self.table.moment["window"] or {}
        self.move: int | None = None
        self._layout: Layout | None = None

    @property
    def layout(self) -> Layout:
        """Where tiles are of use; worked out when first asked for."""
        if self._layout is None:
            self._layout = Layout(self.worth)
        return self._layout

    def value(self, spell: str, bound: Bound | None = None) -> float:
        """What a spell is worth now, with the targets in `bound` and the best other ones."""
        card = self.catalog.spells.get(spell)
        if card is None or card.hook is not None:
            return UNKNOWN
        if any(one.hook not in VALUES for one in card.effects):
            return UNKNOWN
        best = NEVER
        for tried, whole in enumerate(self._completions(card.targets, dict(bound or {}))):
            if tried >= MOST_TRIED:
                break
            best = max(best, self._run(card, whole))
        return best

    def _completions(self, targets: Sequence[Any], bound: dict[str, Any]) -> Iterator[Bound]:
        for target in targets:
            if target.name not in bound:
                for value in self.candidates(target.hook.hook, target.hook.params, bound):
                    yield from self._completions(targets, {**bound, target.name: value})
                return
        yield bound

    def _run(self, card: Any, bound: Bound) -> float:
        """The sum of the effects; what comes after a roll or a "may" counts accordingly."""
        values = [
            VALUES[effect.hook](Use(self, effect.params, bound, card.id)) for effect in card.effects
        ]
        total, factor = 0.0, 1.0
        for place, effect in enumerate(card.effects):
            if effect.hook == "roll":
                factor *= max(0, 7 - effect.params["at_least"]) / 6
            elif effect.hook == "may":
                return total + factor * max(0.0, sum(values[place + 1 :]))
            total += factor * values[place]
        return total

    # ---- targets

    def candidates(self, kind: str, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        """Values that a target may take, as far as the bot can tell."""
        finder = {
            "unit": self._units,
            "traveler": self._travelers,
            "tile": self._tiles,
            "side": self._sides,
            "player": self._players,
            "spell": self._spells,
            "die": self._dice,
        }.get(kind)
        return [] if finder is None else finder(params, bound)

    def _classes(self, whose: str) -> frozenset[str]:
        if whose == "friendly":
            return frozenset(self.table.mine)
        return self.table.foes if whose == "enemy" else frozenset(self.table.view["reserve"])

    def _units(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        table = self.table
        found = []
        for cell, there in table.units.items():
            for name in self._classes(params["whose"]).intersection(there):
                pieces = there[name]
                if params["size"] is not None and (params["size"] == "solo") != (len(pieces) == 1):
                    continue
                if params["moved"] is False and not table.unmoved(pieces):
                    continue
                if params["moved"] is True and not (
                    table.marked("moved", pieces) and not table.marked("merged", pieces)
                ):
                    continue
                if params["joins"] and (
                    self.scene is None or cell not in self.worth.ground.links[self.scene.here]
                ):
                    continue
                if params["beside_mover"] and not self._movers_beside(cell):
                    continue
                found.append(f"{name}@{cell[0]},{cell[1]}")
        return found

    def _movers_beside(self, cell: Cell) -> list[Cell]:
        """Where units that have just moved stand next to a tile."""
        links = self.worth.ground.links[cell]
        return [
            at
            for move in self.window.get("moves", ())
            for at in map(cell_of, move["to"])
            if at in links and (self.move is None or move["move"] == self.move)
        ]

    def _travelers(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        table = self.table
        found = []
        for cell, there in table.units.items():
            for name in self._classes(params["whose"]).intersection(there):
                pieces = there[name]
                if params["solo"] and len(pieces) != 1:
                    continue
                if params["moved"] is False and not table.unmoved(pieces):
                    continue
                if params["beside_friend"] and not self.friends_beside(cell):
                    continue
                if params["in_battle"] is not None:
                    if self.scene is None:
                        continue
                    own = params["in_battle"] == "own"
                    if cell != (self.scene.here if own else self.scene.there):
                        continue
                if not self._near(cell, params, bound):
                    continue
                if params["dying"]:
                    pieces = [one for one in pieces if one in self.window.get("pieces", ())]
                # Members of a unit are alike: one stands for all.
                if pieces and pieces[-1] != bound.get(params["other_than"]):
                    found.append(pieces[-1])
        return found

    def friends_beside(self, cell: Cell) -> bool:
        """Whether own travelers stand on a tile joined to this one."""
        return any(
            other is not None
            and not set(self.table.mine).isdisjoint(self.table.units.get(other, ()))
            for other in self.worth.ground.links[cell]
        )

    def _near(self, cell: Cell, params: Mapping[str, Any], bound: Bound) -> bool:
        within = params["within"]
        if within is None:
            return True
        if params["of"] in (None, "friendly"):
            others = [at for at, _, _ in self.worth.units]
        else:
            other = self.cell(bound, params["of"])
            others = [] if other is None else [other]
        return any(abs(cell[0] - x) + abs(cell[1] - y) <= within for x, y in others)

    def _tiles(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        table, ground = self.table, self.worth.ground
        mine = set(table.mine)
        found = []
        for cell, terrain in ground.terrain.items():
            if params["terrain"] and terrain not in params["terrain"]:
                continue
            if terrain in params["not_terrain"]:
                continue
            there = table.units.get(cell, {})
            if params["occupied"] is not None and params["occupied"] != (cell in table.occupied):
                continue
            if params["enemies"] is not None and params["enemies"] == table.foes.isdisjoint(there):
                continue
            if params["friends"] is not None and params["friends"] != sum(
                len(pieces) for name, pieces in there.items() if name in mine
            ):
                continue
            if params["town"] is not None and not self._friendly_town(cell, params, bound):
                continue
            if params["other_than"] is not None and cell == self.cell(bound, params["other_than"]):
                continue
            if params["beside_friend"] and not self.friends_beside(cell):
                continue
            if params["dark_side_to"] is not None and not self._dark_between(
                cell, self.cell(bound, params["dark_side_to"])
            ):
                continue
            if self._near(cell, params, bound):
                found.append(f"{cell[0]},{cell[1]}")
        return found

    def _friendly_town(self, cell: Cell, params: Mapping[str, Any], bound: Bound) -> bool:
        holder = self.table.holders.get(cell)
        if holder not in self.table.mine:
            return False
        pieces = self.table.units.get(cell, {}).get(holder, [])
        return any(piece != bound.get(params["without"]) for piece in pieces)

    def _dark_between(self, cell: Cell, other: Cell | None) -> bool:
        if other is None or abs(cell[0] - other[0]) + abs(cell[1] - other[1]) != 1:
            return False
        return cell not in self.worth.ground.links[other]

    def _sides(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        cell = self.cell(bound, params["of"])
        if cell is None:
            return []
        ground = self.worth.ground
        return [
            SIDE_NAMES[side]
            for side in range(4)
            if ground.links[cell][side] is not None or side in ground.edges[cell]
        ]

    def _players(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        del params, bound
        return [seat for seat in self.table.view["seats"] if seat not in self.table.team]

    def _spells(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        del bound
        if params["among"] == "enemy_face_up":
            return [] if self.scene is None else list(self.scene.spells[1])
        discards = self.table.view["discards"]
        if params["among"] == "discard_tops":
            return [pile["top"] for pile in discards.values() if pile["top"] is not None]
        top = discards[self.table.me]["top"]
        return [] if top is None else [top]

    def _dice(self, params: Mapping[str, Any], bound: Bound) -> list[Any]:
        del params, bound
        return list(range(1, len(self.window.get("dice", ())) + 1))

    # ---- what bound names stand for

    def cell(self, bound: Bound, name: str) -> Cell | None:
        """The tile that a target or one of the language's words stands for."""
        if name == "home_colony":
            home = self.worth.ground.home
            return next((at for at, owner in home.items() if owner in self.table.mine), None)
        if name in ("battle_tile", "enemy_tile"):
            if self.scene is None:
                return None
            return self.scene.here if name == "battle_tile" else self.scene.there
        value = str(bound.get(name, ""))
        if value in self.table.place_of:
            return self.table.place_of[value]
        place = value.rpartition("@")[2]
        return cell_of(place) if "," in place else None

    def unit(self, bound: Bound, name: str) -> tuple[Cell, str, list[str]] | None:
        """The tile, the class and the travelers that a traveler or unit stands for."""
        value = str(bound.get(name, ""))
        owner = self.table.class_of(value)
        if owner is not None:
            return self.table.place_of[value], owner, [value]
        owner, at, place = value.partition("@")
        if not at:
            return None
        cell = cell_of(place)
        pieces = self.table.units.get(cell, {}).get(owner)
        return None if pieces is None else (cell, owner, pieces)
