"""Reads the position of a scenario file into a `PositionSpec`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from obsidia_core.content.problems import shown, suggestion
from obsidia_core.scenario.document import Path, Scenario
from obsidia_core.scenario.protocol import Report
from orichalque.data import GameData
from orichalque.geometry import Circle
from orichalque.position import METROPOLIS, CardSpec, PositionSpec, SideSpec, TileSpec
from orichalque.setup import AI, HUMAN, SIDES
from orichalque.state import DISCARD, OPENING, PHASES, PLACE, RESOLVE, SELECT


def read_position(scenario: Scenario, data: GameData, report: Report) -> PositionSpec:
    """The position, everything that is wrong with it reported; names nothing has are left out."""
    return _Reader(data, report).position(scenario)


class _Reader:
    def __init__(self, data: GameData, report: Report) -> None:
        self._report = report
        self._known: Mapping[str, tuple[str, ...]] = {
            "card": tuple(card.id for card in data.cards),
            "creature": tuple(creature.id for creature in data.creatures),
            "Titan": tuple(titan.id for titan in data.titans),
            "Building": tuple(building.id for building in data.buildings),
            "terrain": data.terrains,
            "construction space": data.spaces,
        }

    def position(self, scenario: Scenario) -> PositionSpec:
        given = scenario.position
        supply: Mapping[str, Any] = given.get("supply", {})
        turn: Mapping[str, Any] = given.get("turn", {})
        phase = PHASES.index(turn.get("phase", PHASES[SELECT]))
        side = SIDES.index(turn.get("side", SIDES[AI]))
        if phase == OPENING and side == AI:
            self._report(("turn", "phase"), "bad-position", "the AI has no phase metropolis", None)
        titans = [
            (path, self._titans(part.get("titans", {}), path))
            for path, part in (
                (("human", "titans"), given.get("human", {})),
                (("ai", "titans"), given.get("ai", {})),
                (("supply", "titans"), supply),
            )
        ]
        self._no_titan_twice(titans)
        human, ai, in_supply = (found for _, found in titans)
        return PositionSpec(
            options=scenario.options,
            overrides=given.get("data", {}),
            row=self._cards(given.get("row", ()), ("row",)),
            human=self._side(given.get("human", {}), human, ("human",)),
            ai=self._side(given.get("ai", {}), ai, ("ai",)),
            supply_titans=in_supply,
            construction=self._construction(supply.get("construction", {})),
            deck=self._names("card", supply.get("deck", ()), ("supply", "deck")),
            piles=self._piles(supply.get("piles", {})),
            creature_bag=self._names(
                "creature", supply.get("creature_bag", ()), ("supply", "creature_bag")
            ),
            building_bag=self._names(
                "Building", supply.get("building_bag", ()), ("supply", "building_bag")
            ),
            round=turn.get("round", 2),
            side=side,
            phase=phase,
            first=SIDES.index(turn.get("first", SIDES[HUMAN])),
            card=self._taken(turn.get("card"), phase),
        )

    def _taken(self, text: str | None, phase: int) -> CardSpec | None:
        """The taken card; its tile lies on the board already once it has been placed."""
        if text is None or not PLACE <= phase <= DISCARD:
            return None
        card = self._card(text, ("turn", "card"))
        return (card[0], None) if card is not None and phase >= RESOLVE else card

    # Names

    def _is(self, kind: str, name: str, path: Path) -> bool:
        known = self._known[kind]
        if name not in known:
            message = f"no {kind} is called {shown(name)}"
            self._report(path, "unknown-id", message, suggestion(name, known))
        return name in known

    def _names(self, kind: str, names: Iterable[str], path: Path) -> tuple[str, ...]:
        return tuple(
            name for place, name in enumerate(names) if self._is(kind, name, (*path, place))
        )

    # Cards and tiles

    def _cards(self, texts: Iterable[str], path: Path) -> tuple[CardSpec, ...]:
        read = [self._card(text, (*path, place)) for place, text in enumerate(texts)]
        return tuple(card for card in read if card is not None)

    def _card(self, text: str, path: Path) -> CardSpec | None:
        name, *terrains = text.split()
        tile = self._tile(terrains, path)
        return (name, tile or None) if self._is("card", name, path) else None

    def _tile(self, terrains: Iterable[str], path: Path) -> TileSpec:
        return tuple(self._land(text, path) for text in terrains)

    def _land(self, text: str, path: Path) -> tuple[str, str | None]:
        terrain, _, kind = text.partition(":")
        return terrain, kind if kind and self._is("creature", kind, path) else None

    def _piles(self, piles: Mapping[str, Any]) -> dict[int, tuple[TileSpec, ...]]:
        found: dict[int, tuple[TileSpec, ...]] = {}
        for size, tiles in piles.items():
            path: Path = ("supply", "piles", size)
            for place, tile in enumerate(tiles):
                self._names("terrain", tile, (*path, place))
            found[int(size)] = tuple(
                tuple((terrain, None) for terrain in tile if terrain in self._known["terrain"])
                for tile in tiles
            )
        return found

    # Sides

    def _titans(self, titans: Mapping[str, str], path: Path) -> dict[str, bool]:
        return {
            name: face == "active"
            for name, face in titans.items()
            if self._is("Titan", name, (*path, name))
        }

    def _no_titan_twice(self, places: Sequence[tuple[Path, dict[str, bool]]]) -> None:
        seen: set[str] = set()
        for path, titans in places:
            for name in titans:
                if name in seen:
                    self._report((*path, name), "listed-twice", f"{name} lies elsewhere too", None)
                seen.add(name)

    def _construction(self, given: Mapping[str, str | None]) -> dict[str, str]:
        path: Path = ("supply", "construction")
        return {
            space: building
            for space, building in given.items()
            if self._is("construction space", space, (*path, space))
            and building is not None
            and self._is("Building", building, (*path, space))
        }

    def _side(self, given: Mapping[str, Any], titans: dict[str, bool], path: Path) -> SideSpec:
        land = {
            Circle.parse(circle): self._land(text, (*path, "land", circle))
            for circle, text in given.get("land", {}).items()
        }
        buildings = {
            Circle.parse(circle): name
            for circle, name in given.get("buildings", {}).items()
            if self._is("Building", name, (*path, "buildings", circle))
        }
        committed = {
            Circle.parse(circle): count for circle, count in given.get("committed", {}).items()
        }
        for circle, count in committed.items():
            if count and land.get(circle, (METROPOLIS, None))[1] is None:
                message = f"no creature stands at {circle}"
                self._report((*path, "committed", str(circle)), "bad-position", message, None)
        strip = [text.split() for text in given.get("strip", ())]
        return SideSpec(
            hoplites=given.get("hoplites", 0),
            nuggets=given.get("nuggets", 0),
            medallions=given.get("medallions", 0),
            trophies=self._names("creature", given.get("trophies", ()), (*path, "trophies")),
            titans=titans,
            temples=tuple(
                tuple(Circle.of(circle) for circle in site) for site in given.get("temples", ())
            ),
            land=land,
            strip=tuple(
                (name, face == "up")
                for place, (name, face) in enumerate(strip)
                if self._is("Building", name, (*path, "strip", place))
            ),
            buildings=buildings,
            committed=committed,
        )
