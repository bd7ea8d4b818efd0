"""Set-up: everything about one game that never changes, compiled into tables for the rules.

Seats, classes, tiles, pieces and cards become small integers; content hooks become entries of the
table of step functions. A set-up is shared by all copies of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

import attrs

from obsidia_core.kernel.values import Value
from obsidia_core.model.compiled import CompiledContent
from obsidia_core.model.geometry import SIDES, exits_text, rotated
from obsidia_core.model.players import HORDE, PLAYER, SOLO
from obsidia_core.model.ruleset import Ruleset

TRAVELERS = 8
"""Travelers of each class (COMP-11)."""
CREATURES = 8
"""Creature pieces in the supply (COMP-12), unless the option says more."""
COMMUNAL = "communal"
NOBODY = -1
"""No seat, and no class."""
COLONY_SIDES = ("front", "back")

STREAMS = ("setup", "dice", "picks", "cards")
SETUP_STREAM, DICE_STREAM, PICK_STREAM, CARD_STREAM = range(4)


@attrs.frozen(eq=False, repr=False)
class GameTile(Value):
    """A tile of this game.

    Attributes:
        id: its name.
        owner: index of the class whose stack or colony it is, or -1 for communal tiles.
        terrain: index of its terrain.
        faces: exits at rotation 0; a colony has two, front and back.
        stones: side for each die face 1 to 6 at rotation 0, for woods; else empty.
        colony: index of the class whose home it is, or -1.
    """

    id: str
    owner: int
    terrain: int
    faces: tuple[int, ...]
    stones: tuple[int, ...] = ()
    colony: int = -1


@lru_cache(maxsize=4096)
def fit_table(orientations: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """For each pair of needed open and dark sides the orientations that fit.

    Index: `open | dark << 4`, both masks of sides. `orientations`: `(number, exits)` pairs.
    """
    return tuple(
        tuple(
            number
            for number, exits in orientations
            if exits & need == need & 15 and not exits & (need >> 4)
        )
        for need in (
            (need_open | need_dark << 4) for need_dark in range(16) for need_open in range(16)
        )
    )


class Setup:
    """One game's fixed part. Build it with `compile_setup`.

    Attributes:
        players: the classes the game was begun with; empty if a solo player chooses later.
        seats: who can be asked: the classes, in a solo game the player's seat and `horde`.
        owner: for each class the seat that plays it.
        own: for each seat its classes; the Horde has three.
        horde: the Horde's seat, or -1 without one.
        horde_classes: the Horde's classes in the order they move in (RULING-84).
        undead: mask of the Horde's travelers, who leave the game when they leave the map (SOLO-18).
    """

    def __init__(
        self,
        catalog: Any,
        ruleset: Ruleset,
        classes: Sequence[str],
        tiles: Sequence[GameTile],
        custom: bool,
        reshuffle: bool = True,
        players: Sequence[str] | None = None,
    ) -> None:
        self.catalog = catalog
        self.ruleset = ruleset
        self.options = ruleset.to_options()
        self.custom_tiles = custom
        self.reshuffle = reshuffle
        self._options = {
            **{name: option.default for name, option in catalog.options.items()},
            **dict(ruleset.plugin_options),
        }
        self.classes = tuple(classes)
        self.players = self.classes if players is None else tuple(players)
        self._pieces()
        self._sides(self.classes.index(self.players[0]) if self.players else NOBODY)
        self._tiles(tiles)
        self._content(catalog.compiled)
        self.ops: Mapping[str, Callable[..., None]] = {}
        self.blank: Mapping[str, Any] = {}

    def _pieces(self) -> None:
        names: list[str] = []
        for class_id in self.classes:
            letter = self.catalog.classes[class_id].letter
            names += [f"{letter}{number}" for number in range(1, TRAVELERS + 1)]
        self.first_creature = len(names)
        self.creature_pieces = max(CREATURES, self.ruleset.creature_limit)
        names += [f"C{number}" for number in range(1, self.creature_pieces + 1)]
        self.names = tuple(names)
        self.piece_of = {name: piece for piece, name in enumerate(names)}
        self.class_masks = tuple(
            ((1 << TRAVELERS) - 1) << (TRAVELERS * index) for index in range(len(self.classes))
        )
        self.all_travelers = (1 << self.first_creature) - 1
        self.all_creatures = ((1 << self.creature_pieces) - 1) << self.first_creature

    def _sides(self, player: int) -> None:
        """Who plays what, and who is whose enemy; an ally is neither friend nor foe (TEAM-02).

        In a solo game `player` is the class of the one player, -1 while it is not chosen. The
        Horde's classes follow it in a circle (RULING-84).
        """
        self.seats = self.classes
        self.owner = tuple(range(len(self.classes)))
        self.horde = NOBODY
        self.horde_classes: tuple[int, ...] = ()
        if self.ruleset.mode == SOLO:
            count = len(self.classes)
            self.seats = (*(self.players or (PLAYER,)), HORDE)
            self.horde = 1
            self.owner = tuple(int(index != player) for index in range(count))
            self.horde_classes = tuple((player + place) % count for place in range(1, count))
        self.seat_of = {seat: index for index, seat in enumerate(self.seats)}
        self.own = tuple(
            tuple(index for index, owner in enumerate(self.owner) if owner == seat)
            for seat in range(len(self.seats))
        )
        pairs = [[self.seat_of[name] for name in team] for team in self.ruleset.teams or ()]
        self.ally = tuple(
            next((sum(pair) - seat for pair in pairs if seat in pair), -1)
            for seat in range(len(self.seats))
        )
        self.teams = tuple(
            tuple(sorted({seat, ally} - {-1}))
            for seat, ally in enumerate(self.ally)
            if ally < 0 or seat < ally
        )
        self.friends = tuple(sum(self.class_masks[index] for index in own) for own in self.own)
        self.undead = self.friends[self.horde] if self.horde >= 0 else 0
        self.foes = tuple(
            self.all_travelers & ~self.friends[seat] & ~(self.friends[ally] if ally >= 0 else 0)
            for seat, ally in enumerate(self.ally)
        )
        self.foe_classes = tuple(
            tuple(index for index, mask in enumerate(self.class_masks) if mask & foes)
            for foes in self.foes
        )

    def with_player(self, class_index: int) -> Setup:
        """The same solo game with another class for the player, -1 for none yet (SOLO-05)."""
        setup = copy(self)
        setup._sides(class_index)
        return setup

    def _content(self, content: CompiledContent) -> None:
        """The tables of the content, and what the options make of them."""
        self.terrains, self.terrain_of = content.terrains, content.terrain_of
        self.risky, self.staying, self.apart = content.risky, content.staying, content.apart
        self.cards, self.card_of = content.cards, content.card_of
        self.castable_cards, self.cards_for = content.castable_cards, content.cards_for
        self.triggers, self.printed_triggers = content.triggers, content.printed_triggers
        self.creature_kinds, self.kind_of = content.creature_kinds, content.kind_of
        self.step_hooks, self.hook_ops = content.step_hooks, content.hook_ops
        self.free_steps = (
            self.ruleset.allow_lethal_moves and self.ruleset.empty_stack_exploration == "die"
        )
        self.always_ask = self.ruleset.open_spell_windows == "always_ask"
        self.answered = (
            self.printed_triggers
            if self.always_ask
            else frozenset(kind for kind, cards in self.triggers.items() if cards)
        )

    def _tiles(self, tiles: Sequence[GameTile]) -> None:
        self.tiles = tuple(tiles)
        self.slot_of = {tile.id: slot for slot, tile in enumerate(self.tiles)}
        self.lies: tuple[tuple[int, ...], ...] = tuple(
            tuple(rotated(face, quarter) for face in tile.faces for quarter in SIDES)
            for tile in self.tiles
        )
        self.stones: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple((side + turn) % 4 for side in tile.stones) for turn in SIDES)
            for tile in self.tiles
        )
        self.distinct = tuple(self._distinct(slot) for slot in range(len(self.tiles)))
        self.fits = tuple(
            fit_table(tuple((turn, self.lies[slot][turn]) for turn in self.distinct[slot]))
            for slot in range(len(self.tiles))
        )
        self.colonies = tuple(
            next((slot for slot, tile in enumerate(self.tiles) if tile.colony == index), -1)
            for index in range(len(self.classes))
        )

    def _distinct(self, slot: int) -> tuple[int, ...]:
        """Orientations that look different: quarter turns, and 4 more for the back of a colony."""
        seen: set[tuple[int, int, tuple[int, ...]]] = set()
        result = []
        for orientation, exits in enumerate(self.lies[slot]):
            face, turn = divmod(orientation, 4)
            stones = self.stones[slot][turn] if self.tiles[slot].stones else ()
            look = (face, exits, stones)
            if look not in seen:
                seen.add(look)
                result.append(orientation)
        return tuple(result)

    def option(self, name: str) -> bool | int | str:
        """The value of a ruleset option that a plugin provides.

        Raises:
            KeyError: no plugin provides it.
        """
        value: bool | int | str = self._options[name]
        return value

    def deck_of(self, class_index: int) -> list[int]:
        """The default deck of a class, in the order of the card file."""
        class_id = self.classes[class_index]
        return [self.card_of[spell] for spell in self.catalog.classes[class_id].spells]

    def custom_to_json(self) -> list[dict[str, Any]] | None:
        """The tiles, when they are not the catalog's."""
        if not self.custom_tiles:
            return None
        return [
            {
                "id": tile.id,
                "owner": tile.owner,
                "terrain": self.terrains[tile.terrain].id,
                "faces": [exits_text(face) for face in tile.faces],
                "stones": list(tile.stones),
                "colony": tile.colony,
            }
            for tile in self.tiles
        ]


def catalog_tiles(catalog: Any, classes: Sequence[str]) -> list[GameTile]:
    """The tiles of a game of these classes: communal, each class's, then the colonies."""
    terrain_of = {terrain: index for index, terrain in enumerate(catalog.terrains)}
    index_of = {class_id: index for index, class_id in enumerate(classes)}
    home = next(index for index, one in enumerate(catalog.terrains.values()) if one.home)
    tiles = [
        GameTile(
            tile.id,
            -1 if tile.set == COMMUNAL else index_of[tile.set],
            terrain_of[tile.terrain],
            (tile.exits,),
            tuple(tile.stones or ()),
        )
        for tile in catalog.tiles.values()
        if tile.set == COMMUNAL or tile.set in index_of
    ]
    tiles.sort(key=lambda tile: tile.owner)
    by_class = {colony.class_id: colony for colony in catalog.colonies.values()}
    for index, class_id in enumerate(classes):
        colony = by_class[class_id]
        tiles.append(GameTile(colony.id, index, home, (colony.front, colony.back), (), index))
    return tiles
