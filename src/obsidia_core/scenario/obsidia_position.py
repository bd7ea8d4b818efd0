"""The position of an Obsidia scenario as a `PositionSpec`, with everything that cannot be.

A position need not be reachable in play. What is checked is that it can be put on a table at all:
edges match, pieces stand on tiles, and nothing is there more often than it exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from obsidia_core.content import Catalog, default_stones
from obsidia_core.content.problems import shown, suggestion
from obsidia_core.model.geometry import (
    EAST,
    SIDE_NAMES,
    SOUTH,
    Coordinate,
    opposite,
    parse_exits,
)
from obsidia_core.model.players import HORDE, SOLO, SOLO_CLASSES
from obsidia_core.model.position import (
    ColonyFaces,
    CreatureSpec,
    PlacedTile,
    PositionSpec,
    Stones,
    TileSpec,
    TokenSpec,
    UnitSpec,
)
from obsidia_core.scenario.document import Path, Scenario
from obsidia_core.scenario.protocol import Report

TRAVELERS = 8  # COMP-11
CREATURES = 8  # RULING-07
TEAMS, STANDARD = "teams", "standard"

_WITHOUT_POSITION = ("setup", "draft")
_SAID_WITHOUT_POSITION = frozenset({"players", "phase", "mode", "teams", "reshuffle"})
_ACROSS: Mapping[int, tuple[int, int]] = {EAST: (1, 0), SOUTH: (0, 1)}


def read_position(scenario: Scenario, catalog: Catalog, report: Report) -> PositionSpec:
    """What the scenario says about its position; whatever is wrong goes to `report`."""
    return _Reader(scenario, catalog, report).read()


def playing_classes(scenario: Scenario, catalog: Catalog) -> list[str]:
    """The classes with travelers in the game: the players', and in a solo game four (SOLO-05)."""
    players: list[str] = list(scenario.position["players"])
    if scenario.position.get("mode") == SOLO:
        others = [class_id for class_id in catalog.classes if class_id not in players]
        players += others[: SOLO_CLASSES - len(players)]
    return players


class _Reader:
    def __init__(self, scenario: Scenario, catalog: Catalog, report: Report) -> None:
        self.scenario = scenario
        self.given = scenario.position
        self.catalog = catalog
        self.report = report
        self.solo = self.given.get("mode") == SOLO
        self.players: list[str] = list(self.given["players"])
        self.classes = playing_classes(scenario, catalog)
        self.tile_ids: set[str] = set()
        self.spells: set[str] = set()

    def read(self) -> PositionSpec:
        given = self.given
        self._players()
        teams = self._teams()
        phase = given.get("phase", "movement")
        self._fit_for_phase(phase)
        tiles = self._map()
        self._edges(tiles)
        units = self._units(tiles)
        hands, decks, discards = (self._spells(key) for key in ("hands", "decks", "discards"))
        return PositionSpec(
            players=tuple(self.players),
            mode=given.get("mode") or (TEAMS if teams else STANDARD),
            teams=teams,
            options=self.scenario.options,
            phase=phase,
            tiles=tuple(tiles.values()),
            units=units,
            creatures=self._creatures(tiles),
            reserve=self._reserve(units),
            towns=self._towns(tiles),
            hands=hands,
            decks=decks,
            discards=discards,
            stacks={
                class_id: self._stack(stack, ("stacks", class_id))
                for class_id, stack in self._by_class("stacks")
            },
            communal=self._stack(given.get("communal", ()), ("communal",)),
            colonies=self._colonies(tiles),
            tokens=self._tokens(tiles),
            reshuffle=given.get("reshuffle", False),
            loose_edges=given.get("loose_edges", False),
            horde_hand=self._horde_cards("horde_hand"),
            horde_deck=self._horde_cards("horde_deck"),
            seed=self.scenario.seed,
        )

    # Who plays

    def _players(self) -> None:
        for index, class_id in enumerate(self.players):
            self._known(class_id, self.catalog.classes, "class", ("players", index))
            if class_id in self.players[:index]:
                self._twice(class_id, ("players", index))
        least, most = (0, 1) if self.solo else (2, 4)
        if not least <= len(self.players) <= most:
            wanted = "one player" if self.solo else "two to four players"
            self._bad(("players",), f"this takes {wanted}, not {len(self.players)}")

    def _teams(self) -> tuple[tuple[str, ...], ...] | None:
        teams = self.given.get("teams")
        if teams is None:
            return None
        members = [class_id for team in teams for class_id in team]
        if sorted(members) != sorted(self.players):
            self._bad(("teams",), "the two pairs are the four players")
        if self.solo:
            self._bad(("teams",), "a solo game has no teams")
        return tuple(tuple(team) for team in teams)

    def _fit_for_phase(self, phase: str) -> None:
        if phase in _WITHOUT_POSITION:
            for key in self.given:
                if key not in _SAID_WITHOUT_POSITION:
                    self._bad((key,), f"phase {phase} begins a new game and has no {key!r}")
        if phase != "world_building" and "colonies" in self.given:
            self._bad(("colonies",), "only in world-building are colonies still to be placed")
        for key in ("horde_hand", "horde_deck"):
            if key in self.given and not self.solo:
                self._bad((key,), "there is a Horde in solo games only", "add `mode: solo`")

    # The map

    def _map(self) -> dict[Coordinate, PlacedTile]:
        tiles: dict[Coordinate, PlacedTile] = {}
        homes: set[str] = set()
        for at, form, path in self._by_space("map"):
            tile = self._tile(form, path)
            class_id = form.get("class") if isinstance(form, Mapping) else _third(form)
            terrain = self.catalog.terrains.get(tile.terrain)
            if terrain is not None and terrain.home != (class_id is not None):
                self._bad(path, _HOME_CLASS if terrain.home else f"a {terrain.id} has no class")
            if class_id is not None:
                self._playing(class_id, path)
                if class_id in homes:
                    self._twice(f"the colony of {class_id}", path)
                homes.add(class_id)
            tiles[at] = PlacedTile(
                at, tile.terrain, tile.exits, class_id, tile.stones, tile.tile_id
            )
        return tiles

    def _edges(self, tiles: Mapping[Coordinate, PlacedTile]) -> None:
        if self.given.get("loose_edges"):
            return
        for at, tile in tiles.items():
            for side, (east, south) in _ACROSS.items():
                beside = tiles.get(Coordinate(at.x + east, at.y + south))
                if beside is None:
                    continue
                here, there = tile.exits >> side & 1, beside.exits >> opposite(side) & 1
                if here != there:
                    self._bad(
                        ("map", str(at)),
                        f"its {SIDE_NAMES[side]} side is {_SIDE[here]}, but the "
                        f"{SIDE_NAMES[opposite(side)]} side of {beside.at} is {_SIDE[there]}",
                        "make them match, or say `loose_edges: true`",
                    )

    def _tile(self, form: Any, path: Path) -> TileSpec:
        if isinstance(form, str):
            words = form.split()
            form = {"terrain": words[0], "exits": words[1]}
        self._known(form["terrain"], self.catalog.terrains, "terrain", path)
        exits = self._exits(form["exits"], path)
        tile_id = form.get("id")
        if tile_id is not None:
            if tile_id in self.tile_ids:
                self._twice(f"the tile {tile_id!r}", path)
            self.tile_ids.add(tile_id)
        stones = self._stones(form, exits, path)
        return TileSpec(form["terrain"], exits, stones, tile_id)

    def _stones(self, form: Mapping[str, Any], exits: int, path: Path) -> Stones | None:
        terrain = self.catalog.terrains.get(form["terrain"])
        stones = form.get("stones")
        if terrain is None or terrain.leave is None:
            if stones is not None and terrain is not None:
                self._bad((*path, "stones"), f"a {terrain.id} has no stones")
            return None
        if stones is None:
            return default_stones(exits) if exits else None  # RULING-40
        return tuple(SIDE_NAMES.index(stones[str(face)]) for face in range(1, 7))

    def _exits(self, text: str, path: Path) -> int:
        try:
            return parse_exits(text)
        except ValueError as error:
            self.report(path, "bad-exits", str(error), None)
            return 0

    def _stack(self, forms: Iterable[Any], path: Path) -> tuple[TileSpec, ...]:
        tiles = []
        for index, form in enumerate(forms):
            tile = self._tile(form, (*path, index))
            terrain = self.catalog.terrains.get(tile.terrain)
            if terrain is not None and terrain.home:
                self._bad((*path, index), "home colonies are in no stack")
            tiles.append(tile)
        return tuple(tiles)

    def _colonies(self, tiles: Mapping[Coordinate, PlacedTile]) -> dict[str, ColonyFaces]:
        placed = {tile.class_id for tile in tiles.values()}
        colonies = {}
        for class_id, faces in self._by_class("colonies"):
            path: Path = ("colonies", class_id)
            if class_id in placed:
                self._twice(f"the colony of {class_id}", path)
            front, back = (self._exits(faces[face], (*path, face)) for face in ("front", "back"))
            colonies[class_id] = ColonyFaces(front, back)
        return colonies

    # Pieces

    def _units(self, tiles: Mapping[Coordinate, PlacedTile]) -> tuple[UnitSpec, ...]:
        units = []
        for at, classes, path in self._by_space("units"):
            self._on_map(at, tiles, path)
            for class_id, count in classes.items():
                self._playing(class_id, (*path, class_id))
                units.append(UnitSpec(at, class_id, count))
                total = sum(unit.count for unit in units if unit.class_id == class_id)
                if total > TRAVELERS:
                    message = f"{class_id} has {TRAVELERS} travelers, here stand {total}"
                    self._bad((*path, class_id), message)
        return tuple(units)

    def _creatures(self, tiles: Mapping[Coordinate, PlacedTile]) -> tuple[CreatureSpec, ...]:
        creatures = []
        for index, creature in enumerate(self.given.get("creatures", ())):
            path: Path = ("creatures", index)
            self._known(creature["kind"], self.catalog.creatures, "creature", (*path, "kind"))
            at = self._space(creature["at"], (*path, "at"))
            self._on_map(at, tiles, (*path, "at"))
            summoner = self._class_of(creature["summoner"], (*path, "summoner"))
            creatures.append(CreatureSpec(creature["kind"], at, summoner))
        if len(creatures) > CREATURES:
            self._bad(("creatures",), f"at most {CREATURES} creatures are in play")
        return tuple(creatures)

    def _reserve(self, units: Iterable[UnitSpec]) -> dict[str, int]:
        reserve: dict[str, int] = {}
        for class_id, count in self._by_class("reserve"):
            on_map = sum(unit.count for unit in units if unit.class_id == class_id)
            if on_map + count > TRAVELERS:
                message = f"{class_id} has {TRAVELERS} travelers, {on_map} of them on the map"
                self._bad(("reserve", class_id), message)
            reserve[class_id] = count
        return reserve

    def _towns(self, tiles: Mapping[Coordinate, PlacedTile]) -> dict[Coordinate, str]:
        towns = {}
        for at, holder, path in self._by_space("towns"):
            tile = tiles.get(at)
            terrain = self.catalog.terrains.get(tile.terrain) if tile else None
            if tile is None or (terrain is not None and not terrain.claimable):
                self._bad(path, f"there is no town at {at}")
            if holder != "neutral":
                self._playing(holder, path)
            towns[at] = holder
        return towns

    # Cards

    def _spells(self, key: str) -> dict[str, tuple[str, ...]]:
        piles = {}
        horde = self.given.get(key, {}).get(HORDE) if self.solo and key == "discards" else None
        if horde is not None:
            piles[HORDE] = self._cards(horde, (key, HORDE))
        for class_id, spells in self._by_class(key):
            if self.solo and class_id not in self.players:
                hint = "the Horde's spells stand under horde_hand and horde_deck"
                self._bad((key, class_id), f"{class_id} has no player", hint)
            piles[class_id] = self._cards(spells, (key, class_id))
        return piles

    def _horde_cards(self, key: str) -> tuple[str, ...]:
        return self._cards(self.given.get(key, ()), (key,))

    def _cards(self, spells: Iterable[str], path: Path) -> tuple[str, ...]:
        cards = tuple(spells)
        for index, spell in enumerate(cards):
            self._known(spell, self.catalog.spells, "spell", (*path, index))
            if spell in self.spells:  # COMP-03
                self._twice(f"the spell {spell}", (*path, index))
            self.spells.add(spell)
        return cards

    def _tokens(self, tiles: Mapping[Coordinate, PlacedTile]) -> tuple[TokenSpec, ...]:
        tokens = []
        for index, token in enumerate(self.given.get("tokens", ())):
            path: Path = ("tokens", index)
            spell = self.catalog.spells.get(token["spell"])
            self._known(token["spell"], self.catalog.spells, "spell", (*path, "spell"))
            if spell is not None and spell.play != "lasting":
                self._bad((*path, "spell"), f"{spell.id} has no lasting effect")
            caster = self._class_of(token["caster"], (*path, "caster"))
            at = self._space(token["at"], (*path, "at"))
            self._on_map(at, tiles, (*path, "at"))
            side = SIDE_NAMES.index(token["side"]) if "side" in token else None
            tokens.append(TokenSpec(token["spell"], caster, at, side))
        return tuple(tokens)

    # Helpers

    def _by_space(self, key: str) -> Iterable[tuple[Coordinate, Any, Path]]:
        seen: set[Coordinate] = set()
        for text, value in self.given.get(key, {}).items():
            at = self._space(text, (key, text))
            if at in seen:
                self._twice(f"the space {at}", (key, text))
            seen.add(at)
            yield at, value, (key, text)

    def _by_class(self, key: str) -> Iterable[tuple[str, Any]]:
        for class_id, value in self.given.get(key, {}).items():
            if self.solo and class_id == HORDE and key == "discards":
                continue
            self._playing(class_id, (key, class_id))
            yield class_id, value

    def _space(self, text: str, path: Path) -> Coordinate:
        try:
            return Coordinate.parse(text)
        except ValueError as error:
            self.report(path, "bad-key", str(error), None)
            return Coordinate(0, 0)

    def _on_map(self, at: Coordinate, tiles: Mapping[Coordinate, PlacedTile], path: Path) -> None:
        if at not in tiles:
            self._bad(path, f"there is no tile at {at}")

    def _class_of(self, name: str, path: Path) -> str:
        """A class; `horde` stands for the first of the Horde's."""
        if self.solo and name == HORDE:
            return next(one for one in self.classes if one not in self.players)
        self._playing(name, path)
        return name

    def _playing(self, class_id: str, path: Path) -> None:
        if class_id not in self.classes:
            if class_id in self.catalog.classes:
                self._bad(path, f"{class_id} does not play", "add it to `players`")
            else:
                self._known(class_id, self.catalog.classes, "class", path)

    def _known(self, name: str, known: Iterable[str], what: str, path: Path) -> None:
        if name not in known:
            code = f"unknown-{what}"
            self.report(path, code, f"no {what} is called {shown(name)}", suggestion(name, known))

    def _twice(self, what: str, path: Path) -> None:
        self.report(path, "listed-twice", f"{what} is listed twice", None)

    def _bad(self, path: Path, message: str, hint: str | None = None) -> None:
        self.report(path, "bad-position", message, hint)


_SIDE = ("darkness", "a pathway")
_HOME_CLASS = "a home colony needs its class, written behind the exits"


def _third(form: str) -> str | None:
    words = form.split()
    return words[2] if len(words) > 2 else None
