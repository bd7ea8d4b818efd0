"""What a game is played with, compiled once and shared by all its states; it never changes.

Everything the rules look up is a small int here: circles, terrains, cards, tiles, kinds of
creatures, kinds of Buildings. Actions that can come up are made beforehand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from obsidia_core.kernel.errors import SaveError
from orichalque import actions as act
from orichalque.boards import Board
from orichalque.data import GameData, Resources, load
from orichalque.geometry import Circle, turns
from orichalque.options import Options

HUMAN, AI, SUPPLY = range(3)
SIDES = ("human", "ai")
HOLDERS = (*SIDES, "supply")
METROPOLIS = "metropolis"
NONE = -1

CARDS, BAGS, DICE = range(3)
STREAMS = ("cards", "bags", "dice")
"""Random streams: shuffles of cards and tiles, what comes out of the bags, dice."""

MINE, CAMP, HOSPITAL, ORATORY, SIEGE, ARCH, CRYSTAL, ARCHITECT, FORGE, STATUES = (
    "mine",
    "training_camp",
    "hospital",
    "oratory",
    "siege_engines",
    "arch",
    "protection_crystal",
    "architect_practice",
    "forge",
    "statues",
)
FACE_UP = frozenset({MINE, CAMP})
"""Buildings that lie face up on the AI's strip (BUILD-13)."""

Spot = tuple[int, int, tuple[act.PlaceTile, ...]]
"""Mask of the circles, mask of all circles next to them, the action for each turn of the tile."""


@attrs.frozen
class Tile:
    """A terrain tile; `terrains` by number, in its order."""

    id: str
    terrains: tuple[int, ...]

    @property
    def size(self) -> int:
        """Its number of circles, 1 to 3."""
        return len(self.terrains)


@attrs.frozen
class Building:
    """A Building as it lies on a board: its kind, and for Siege Engines the die face on it."""

    id: str
    value: int | None
    comes_with: Resources
    reduction: int


@attrs.frozen
class Location:
    """A location of the AI board: its sector and every turn of a tile on it."""

    sector: int
    mask: int
    turns: tuple[tuple[int, ...], ...]


@attrs.frozen(kw_only=True)
class Position:
    """What a position that no new game leads to adds to the data.

    Attributes:
        circles: for each side circles that the data lack.
        tiles: the terrains of all tiles there are.
        overrides: data laid over the base data.
    """

    circles: tuple[tuple[Circle, ...], tuple[Circle, ...]] = ((), ())
    tiles: tuple[tuple[str, ...], ...] = ()
    overrides: Mapping[str, Any] = attrs.field(factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "circles": [list(map(list, circles)) for circles in self.circles],
            "tiles": list(map(list, self.tiles)),
            "overrides": self.overrides,
        }

    @classmethod
    def from_json(cls, data: Any) -> Position:
        """Read back what `to_json` gave.

        Raises:
            SaveError: it is damaged.
        """
        try:
            human, ai = (tuple(map(Circle.of, circles)) for circles in data["circles"])
            tiles = tuple(tuple(map(str, tile)) for tile in data["tiles"])
            return cls(circles=(human, ai), tiles=tiles, overrides=dict(data["overrides"]))
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError("the position of the save is damaged") from error


@attrs.frozen(eq=False)
class Setup:
    """The compiled game.

    Attributes:
        position: None for a game from its beginning. Else piles, decks and bags are drawn from in
            the order they lie, and what goes back comes behind.
        boards: the human's and the AI's.
        ai_home: mask of the AI's metropolis.
        wild: number of the wild terrain; those below it are ordinary.
        card_of, titan_ids, kind_of: numbers of cards, Titans and kinds of creatures by id.
        kind_names: ids of kinds of creatures by number.
        tiles: all tiles there are.
        tiles_of: for sizes 1 to 3 the numbers of all tiles of the size.
        titan_of: for each ordinary terrain its Titan, or `NONE`.
        buildings: every Building that lies differently; Siege Engines once for each value.
        building_counts: how many of each the bag holds at first.
        by_kind: id of a Building to the numbers of `buildings`.
        ports: each with its mask.
        port_rewards: circle of the human's island to what the first thing on it gains.
        spots: for sizes 1 to 3 where the human might lay a tile.
        ai_locations: for sizes 1 to 3 the locations of the AI board, lowest sector first.
        ai_ranks: for each terrain its place in the AI's order.
        ai_bonuses: circle of the AI board to an action.
        build_actions: for each construction space, then each circle, the action.
        fight_actions: for each circle, then each number of hoplites, the action.
        temple_actions: for each site of the human's board the action.
        select_actions: for each card, then each entry of the costs of places, the action.
        discard_actions: for each card the action.
        extra_actions: way to pay and action to the action that pays for it.
    """

    data: GameData
    options: Options
    position: Position | None
    boards: tuple[Board, Board]
    ai_home: int
    wild: int
    card_of: Mapping[str, int]
    tiles: tuple[Tile, ...]
    tiles_of: tuple[tuple[int, ...], ...]
    titan_ids: Mapping[str, int]
    titan_of: tuple[int, ...]
    kind_of: Mapping[str, int]
    kind_names: tuple[str, ...]
    buildings: tuple[Building, ...]
    building_counts: tuple[int, ...]
    by_kind: Mapping[str, tuple[int, ...]]
    ports: tuple[tuple[str, int], ...]
    port_rewards: Mapping[int, Resources]
    spots: tuple[tuple[Spot, ...], ...]
    ai_locations: tuple[tuple[Location, ...], ...]
    ai_ranks: tuple[int, ...]
    ai_bonuses: Mapping[int, str]
    build_actions: tuple[tuple[act.BuildBuilding, ...], ...]
    fight_actions: tuple[tuple[act.Fight, ...], ...]
    temple_actions: tuple[act.BuildTemple, ...]
    select_actions: tuple[tuple[act.SelectCard, ...], ...]
    discard_actions: tuple[act.DiscardCard, ...]
    extra_actions: Mapping[tuple[str, str], act.Extra]

    @property
    def ordered(self) -> bool:
        """Whether piles and bags are drawn from in the order they lie."""
        return self.position is not None


def compiled(options: Options, position: Position | None, overrides: Mapping[str, Any]) -> Setup:
    """The set-up, shared by all games that are played with the same.

    Args:
        options: of the game.
        position: None for games from their beginning.
        overrides: data of the game object, laid over the base data.
    """
    part = None if position is None else json.dumps(position.to_json(), sort_keys=True)
    return _compiled(options, part, json.dumps(overrides, sort_keys=True))


@lru_cache(maxsize=256)
def _compiled(options: Options, position_text: str | None, overrides: str) -> Setup:
    position = None if position_text is None else Position.from_json(json.loads(position_text))
    data = load(json.loads(overrides) if position is None else position.overrides)
    return _compile(data, options, position)


def _compile(data: GameData, options: Options, position: Position | None) -> Setup:
    extra = ((), ()) if position is None else position.circles
    human = Board.compiled([*data.circles, *extra[HUMAN]])
    ai = Board.compiled([*_ai_circles(data), *extra[AI]])
    buildings, counts = _buildings(data)
    wild = len(data.terrains) - 1
    tiles = _tiles(data, position)
    ports = [port for port in data.ports if human.index.keys() >= set(port.circles)]
    return Setup(
        data=data,
        options=options,
        position=position,
        boards=(human, ai),
        ai_home=ai.mask([data.ai.metropolis]),
        wild=wild,
        card_of=_numbered(data.cards),
        tiles=tiles,
        tiles_of=tuple(
            tuple(number for number, tile in enumerate(tiles) if tile.size == size)
            for size in (1, 2, 3)
        ),
        titan_ids=_numbered(data.titans),
        titan_of=tuple(
            next((place for place, t in enumerate(data.titans) if t.terrain == terrain), NONE)
            for terrain in data.terrains[:wild]
        ),
        kind_of=_numbered(data.creatures),
        kind_names=tuple(kind.id for kind in data.creatures),
        buildings=buildings,
        building_counts=counts,
        by_kind={
            building.id: tuple(n for n, one in enumerate(buildings) if one.id == building.id)
            for building in buildings
        },
        ports=tuple((port.id, human.mask(port.circles)) for port in ports),
        port_rewards={
            human.index[circle]: reward
            for port in ports
            for circle, reward in zip(port.circles, port.rewards, strict=True)
        },
        spots=tuple(_spots(human, size) for size in (1, 2, 3)),
        ai_locations=tuple(_ai_locations(data, ai, size) for size in (1, 2, 3)),
        ai_ranks=tuple(
            data.ai.terrain_priority.index(terrain)
            if terrain in data.ai.terrain_priority
            else len(data.terrains)
            for terrain in data.terrains
        ),
        ai_bonuses={ai.index[circle]: action for circle, action in data.ai.bonuses.items()},
        build_actions=tuple(
            tuple(act.BuildBuilding(space, circle) for circle in human.circles)
            for space in data.spaces
        ),
        fight_actions=tuple(
            tuple(act.Fight(circle, count) for count in range(data.most_hoplites + 1))
            for circle in human.circles
        ),
        temple_actions=tuple(act.BuildTemple(human.named(site)) for site in human.sites),
        select_actions=tuple(
            tuple(act.SelectCard(card.id, cost) for cost in data.space_costs) for card in data.cards
        ),
        discard_actions=tuple(act.DiscardCard(card.id) for card in data.cards),
        extra_actions={
            (pay, action): act.Extra(pay, action) for pay in PAYS for action in HUMAN_ACTIONS
        },
    )


PAYS = ("skulls", "hoplites", "nuggets")
"""Ways to pay for an extra action, in the order that the AI tries them (EXTRA-02..04)."""
HUMAN_ACTIONS = ("produce", "recruit", "build", "capture")


def _numbered(entries: Sequence[Any]) -> dict[str, int]:
    return {entry.id: place for place, entry in enumerate(entries)}


def _ai_circles(data: GameData) -> list[Circle]:
    return [
        data.ai.metropolis,
        *data.ai.bonuses,
        *(
            circle
            for sector in data.ai.sectors
            for lie in sector.locations.values()
            for circle in lie
        ),
    ]


def _buildings(data: GameData) -> tuple[tuple[Building, ...], tuple[int, ...]]:
    buildings: list[Building] = []
    counts: list[int] = []
    for kind in data.buildings:
        values: Sequence[int | None] = kind.values or (None,)
        for place, value in enumerate(values):
            copies = len(range(place, kind.count, len(values)))
            buildings.append(Building(kind.id, value, kind.comes_with, kind.reduction))
            counts.append(copies)
    return tuple(buildings), tuple(counts)


def _tiles(data: GameData, position: Position | None) -> tuple[Tile, ...]:
    listed = (
        [kind.terrains for kind in data.tiles for _ in range(kind.count)]
        if position is None
        else position.tiles
    )
    copies: dict[str, int] = {}
    number = {terrain: place for place, terrain in enumerate(data.terrains)}
    tiles = []
    for terrains in listed:
        name = "+".join(terrains)
        copies[name] = copies.get(name, 0) + 1
        tiles.append(Tile(f"{name}.{copies[name]}", tuple(number[one] for one in terrains)))
    return tuple(tiles)


def _spots(board: Board, size: int) -> tuple[Spot, ...]:
    return tuple(
        (
            sum(1 << place for place in location[0]),
            _touching(board, location[0]),
            tuple(
                act.PlaceTile(tuple(board.circles[place] for place in turn)) for turn in location
            ),
        )
        for location in board.spots(size)
    )


def _touching(board: Board, places: Sequence[int]) -> int:
    found = 0
    for place in places:
        found |= board.near[place]
    return found


def _ai_locations(data: GameData, board: Board, size: int) -> tuple[Location, ...]:
    return tuple(
        Location(
            sector.number,
            board.mask(sector.locations[size]),
            tuple(
                tuple(board.index[circle] for circle in turn)
                for turn in turns(sector.locations[size])
            ),
        )
        for sector in data.ai.sectors
        if size in sector.locations
    )
