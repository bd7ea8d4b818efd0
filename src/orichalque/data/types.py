"""The checked data as values that never change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from orichalque.geometry import Circle
from orichalque.merge import at

TWO_PLAYERS = "2_players"
COMBAT_DICE = "combat_dice"
SKULL = 0
"""The skull as a number: it adds nothing to a sum (`base:combat.skull_in_sum`)."""
SKULL_NAME = "skull"


@attrs.frozen
class Resources:
    """Hoplites and nuggets, of a price or a reward."""

    hoplites: int = 0
    nuggets: int = 0


@attrs.frozen
class TileKind:
    """Tiles that are alike; trios are listed clockwise."""

    terrains: tuple[str, ...]
    count: int


@attrs.frozen
class Card:
    """An Action card. `action`: produce, recruit, build or capture; `size` of its tile, 1 to 3."""

    id: str
    action: str
    size: int


@attrs.frozen
class Creature:
    """A kind of creature."""

    id: str
    count: int
    strength: int
    loot: Resources


@attrs.frozen
class Titan:
    """A Titan, the action that it boosts, and by how much."""

    id: str
    terrain: str
    boosts: str
    bonus: int


@attrs.frozen
class BuildingKind:
    """A kind of Building.

    Attributes:
        values: the die face on each copy of the Siege Engines; empty for all others.
        reduction: what Statues take off a price; 0 for all others.
        comes_with: what lies on it on the construction board.
    """

    id: str
    count: int
    values: tuple[int, ...]
    reduction: int
    comes_with: Resources


@attrs.frozen
class Port:
    """A port of the human's island; a reward, hoplite or nugget, for each circle."""

    id: str
    circles: tuple[Circle, ...]
    rewards: tuple[Resources, ...]


@attrs.frozen
class Sector:
    """A sector of the AI board: its location of each size that it has."""

    number: int
    colour: str
    locations: Mapping[int, tuple[Circle, ...]]


@attrs.frozen
class AiBoard:
    """The AI's board; everything the AI follows is here.

    Attributes:
        strip_effects: strip space, from 1, to what it gives.
        medallion_from: this Building and each later one bring a Medallion.
    """

    metropolis: Circle
    mines: int
    camps: int
    metropolis_is_building: bool
    starting_titan: str
    terrain_priority: tuple[str, ...]
    extra_priority: tuple[str, ...]
    bonuses: Mapping[Circle, str]
    sectors: tuple[Sector, ...]
    strip_spaces: int
    strip_effects: Mapping[int, Resources]
    medallion_from: int


@attrs.frozen(eq=False)
class GameData:
    """All numbers of one game.

    Attributes:
        hash: identifies the data.
        terrains: the ordinary ones, then the wild one.
        prices: price of an extra action in `hoplites`, `nuggets` and `skulls`; a way to pay that
            the data lack is absent.
        faces: of the combat die; `SKULL` is the skull.
    """

    hash: str
    start: Resources
    terrains: tuple[str, ...]
    tiles: tuple[TileKind, ...]
    mines: int
    camps: int
    circles: tuple[Circle, ...]
    ports: tuple[Port, ...]
    row: int
    space_costs: tuple[int, ...]
    cards: tuple[Card, ...]
    second_bonus: Resources
    faces: tuple[int, ...]
    base_dice: int
    most_hoplites: int
    all_dice: int
    creatures: tuple[Creature, ...]
    titans: tuple[Titan, ...]
    titan_points: int
    titan_area: int
    titan_limit: int
    temple_points: int
    medallion_cost: Resources
    medallion_points: int
    spaces: tuple[str, ...]
    buildings: tuple[BuildingKind, ...]
    extra_actions: int
    prices: Mapping[str, int]
    points_needed: int
    ai: AiBoard


_REWARDS: Mapping[str, Resources] = {"hoplite": Resources(1, 0), "nugget": Resources(0, 1)}
_PAYS: Mapping[str, str] = {"captured_creatures": "skulls"}


def typed(tree: Mapping[str, Any], digest: str) -> GameData:
    """The checked tree as `GameData`."""
    ordinary = at(tree, "terrains.ordinary.values")
    provides = at(tree, "metropolis.provides")
    return GameData(
        hash=digest,
        start=Resources(**tree["start"]),
        terrains=(*ordinary, at(tree, "terrains.wild")),
        tiles=tuple(
            TileKind(tuple(entry["terrains"]), entry["count"]) for entry in at(tree, "tiles.list")
        ),
        mines=provides["mines"],
        camps=provides["training_camps"],
        circles=_circles(at(tree, "player_island.layout.circles")),
        ports=tuple(
            Port(
                entry["id"],
                _circles(entry["circles"]),
                tuple(_REWARDS[reward] for reward in entry["rewards"]),
            )
            for entry in at(tree, "player_island.layout.ports")
        ),
        row=at(tree, f"action_board.cards_shown.{TWO_PLAYERS}"),
        space_costs=tuple(at(tree, "action_board.space_costs")),
        cards=tuple(
            Card(entry["id"], entry["action"], entry["tile_size"])
            for entry in at(tree, "action_cards.list")
        ),
        second_bonus=Resources(**at(tree, "initiative.second_side_bonus")),
        faces=tuple(SKULL if face == SKULL_NAME else face for face in at(tree, "combat_die.faces")),
        base_dice=tree["combat"]["base_dice"],
        most_hoplites=tree["combat"]["most_hoplites"],
        all_dice=at(tree, f"components.{COMBAT_DICE}.count"),
        creatures=tuple(
            Creature(entry["id"], entry["count"], entry["strength"], Resources(**entry["loot"]))
            for entry in at(tree, "creatures.list")
        ),
        titans=tuple(
            Titan(entry["id"], entry["terrain"], entry["boosts"], entry["bonus"])
            for entry in at(tree, "titans.list")
        ),
        titan_points=at(tree, "titans.points"),
        titan_area=at(tree, "titans.area"),
        titan_limit=at(tree, "titans.held"),
        temple_points=at(tree, "temples.points"),
        medallion_cost=Resources(**at(tree, "medallions.cost")),
        medallion_points=at(tree, "medallions.points"),
        spaces=tuple(at(tree, "construction_board.spaces")),
        buildings=tuple(map(_building, at(tree, "buildings.list"))),
        extra_actions=at(tree, "extra_action.per_turn"),
        prices={
            _PAYS.get(pay, pay): amount
            for price in at(tree, "extra_action.prices")
            for pay, amount in price.items()
        },
        points_needed=at(tree, "victory.points_needed"),
        ai=_ai_board(tree["ai_board"]),
    )


def _building(entry: Mapping[str, Any]) -> BuildingKind:
    return BuildingKind(
        entry["id"],
        entry["count"],
        tuple(entry.get("values", ())),
        entry.get("reduction", 0),
        Resources(**entry.get("comes_with", {})),
    )


def _ai_board(board: Mapping[str, Any]) -> AiBoard:
    metropolis, strip = board["metropolis"], board["building_strip"]
    return AiBoard(
        metropolis=Circle.of(metropolis["circle"]),
        mines=metropolis["mines"],
        camps=metropolis["training_camps"],
        metropolis_is_building=metropolis.get("counts_as_building", False),
        starting_titan=board["starting_titan"],
        terrain_priority=tuple(board["terrain_priority"]),
        extra_priority=tuple(board["extra_action_priority"]),
        bonuses={Circle.of(entry["circle"]): entry["action"] for entry in board["bonus_circles"]},
        sectors=tuple(
            Sector(
                entry["number"],
                entry["colour"],
                {int(size): _circles(lie) for size, lie in entry["locations"].items()},
            )
            for entry in sorted(board["sectors"], key=lambda entry: int(entry["number"]))
        ),
        strip_spaces=strip["spaces"],
        strip_effects={
            int(space): Resources(**effect) for space, effect in strip["effects"].items()
        },
        medallion_from=strip["medallion_from_building"],
    )


def _circles(values: Any) -> tuple[Circle, ...]:
    return tuple(map(Circle.of, values))
