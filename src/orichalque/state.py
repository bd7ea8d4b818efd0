"""The state: flat columns of small ints and masks, cheap to copy, beside what the kernel runs.

Columns named by side are lists of two, the human's first. Masks have a bit for each circle of the
side's board.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import SaveError
from obsidia_core.kernel.state import GameState
from orichalque.setup import AI, HUMAN, NONE, SIDES, STREAMS, SUPPLY, Setup

STATE_FORMAT = "orichalque-state-1"

PHASES = (
    "metropolis",
    "select_card",
    "place_tile",
    "resolve_card",
    "extra_action",
    "discard_card",
    "round_end",
    "over",
)
OPENING, SELECT, PLACE, RESOLVE, EXTRA, DISCARD, ROUND_END, OVER = range(8)

Offer = tuple[int, int, tuple[int, ...]]
"""A card with its tile (`NONE`: without) and the creature on each of its circles (`NONE`)."""


class State(GameState):
    """A game of Orichalque.

    Attributes:
        setup: what the game is played with.
        round: number of the round, from 1.
        side: whose turn it is or was.
        phase: index into `PHASES`.
        first: the side that has the initiative.
        winner: the side that has won, or `NONE`.
        lost: whether the AI's resolve phase of this turn is lost.
        hoplites, nuggets, medallions: by side; hoplites are those in reserve.
        trophies: by side the kinds of captured creatures, oldest first.
        titans: for each Titan its holder and face, `holder << 1 | active`.
        land: for each side and terrain the mask of its circles, at `side * terrains + terrain`.
        home: by side the mask of the metropolis.
        covered: by side the mask of circles under Buildings and Temples.
        beasts: for each side and kind the mask of its creatures, at `side * kinds + kind`.
        temples: by side the masks of the Temples, oldest first.
        occupied: by side everything that is not free; follows from the above.
        haunted: by side the mask of all creatures; follows from `beasts`.
        buildings: the human's, circle to Building.
        committed: the human's hoplites on creatures, circle to number.
        strip: the AI's Buildings from the left, `building << 1 | face up`; those beyond the strip
            lie beside it.
        row: the Action cards, from the left.
        taken: the card taken this turn, or `NONE`.
        tile: the tile that is still to be placed, or `NONE`.
        on_tile: the creature on each of its circles, or `NONE`.
        deck, used_cards: cards, the top one first; used ones oldest first.
        piles, used_tiles: by size, less 1.
        creature_bag, building_bag: in the order in which they will be drawn.
        construction: the Building on each space, or `NONE`.
        placed: by side the tiles that lie on its board.
        hoplites_out, nuggets_out: how many are out of the supply, on both sides together.
        listed: the legal actions of the open question, if they are known; no part of the state.
    """

    __slots__ = (
        "beasts",
        "building_bag",
        "buildings",
        "committed",
        "construction",
        "covered",
        "creature_bag",
        "deck",
        "first",
        "haunted",
        "home",
        "hoplites",
        "hoplites_out",
        "land",
        "listed",
        "lost",
        "medallions",
        "nuggets",
        "nuggets_out",
        "occupied",
        "on_tile",
        "phase",
        "piles",
        "placed",
        "round",
        "row",
        "setup",
        "side",
        "strip",
        "taken",
        "temples",
        "tile",
        "titans",
        "trophies",
        "used_cards",
        "used_tiles",
        "winner",
    )

    def __init__(self, setup: Setup, chance: Chance) -> None:
        super().__init__(chance)
        data = setup.data
        self.setup = setup
        self.round = 1
        self.side = HUMAN
        self.phase = OPENING
        self.first = HUMAN
        self.winner = NONE
        self.lost = False
        self.hoplites = [0, 0]
        self.nuggets = [0, 0]
        self.medallions = [0, 0]
        self.trophies: list[tuple[int, ...]] = [(), ()]
        self.titans = [SUPPLY << 1 | 1] * len(data.titans)
        self.land = [0] * (2 * len(data.terrains))
        self.home = [0, 0]
        self.covered = [0, 0]
        self.beasts = [0] * (2 * len(data.creatures))
        self.temples: list[tuple[int, ...]] = [(), ()]
        self.occupied = [0, 0]
        self.haunted = [0, 0]
        self.buildings: dict[int, int] = {}
        self.committed: dict[int, int] = {}
        self.strip: tuple[int, ...] = ()
        self.row: tuple[Offer, ...] = ()
        self.taken = NONE
        self.tile = NONE
        self.on_tile: tuple[int, ...] = ()
        self.deck: tuple[int, ...] = ()
        self.used_cards: tuple[int, ...] = ()
        self.piles: list[tuple[int, ...]] = [(), (), ()]
        self.used_tiles: list[tuple[int, ...]] = [(), (), ()]
        self.creature_bag: tuple[int, ...] = ()
        self.building_bag: tuple[int, ...] = ()
        self.construction = [NONE] * len(data.spaces)
        self.placed: list[tuple[int, ...]] = [(), ()]
        self.hoplites_out = 0
        self.nuggets_out = 0
        self.listed: list[Action] | None = None

    def copy(self) -> State:
        """An independent copy; the set-up is shared, since it never changes."""
        new = State.__new__(State)
        self.copy_kernel_to(new)
        new.setup = self.setup
        new.round = self.round
        new.side = self.side
        new.phase = self.phase
        new.first = self.first
        new.winner = self.winner
        new.lost = self.lost
        new.hoplites = self.hoplites[:]
        new.nuggets = self.nuggets[:]
        new.medallions = self.medallions[:]
        new.trophies = self.trophies[:]
        new.titans = self.titans[:]
        new.land = self.land[:]
        new.home = self.home[:]
        new.covered = self.covered[:]
        new.beasts = self.beasts[:]
        new.temples = self.temples[:]
        new.occupied = self.occupied[:]
        new.haunted = self.haunted[:]
        new.buildings = self.buildings.copy()
        new.committed = self.committed.copy()
        new.strip = self.strip
        new.row = self.row
        new.taken = self.taken
        new.tile = self.tile
        new.on_tile = self.on_tile
        new.deck = self.deck
        new.used_cards = self.used_cards
        new.piles = self.piles[:]
        new.used_tiles = self.used_tiles[:]
        new.creature_bag = self.creature_bag
        new.building_bag = self.building_bag
        new.construction = self.construction[:]
        new.placed = self.placed[:]
        new.hoplites_out = self.hoplites_out
        new.nuggets_out = self.nuggets_out
        new.listed = self.listed
        return new

    def derive(self) -> None:
        """Bring the columns that follow from others up to date."""
        terrains, kinds = len(self.setup.data.terrains), len(self.setup.data.creatures)
        for side in (HUMAN, AI):
            occupied = self.home[side] | self.covered[side]
            for mask in self.land[side * terrains : (side + 1) * terrains]:
                occupied |= mask
            self.occupied[side] = occupied
            haunted = 0
            for mask in self.beasts[side * kinds : (side + 1) * kinds]:
                haunted |= mask
            self.haunted[side] = haunted

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        asked = "nobody is asked" if self.asking is None else f"asked: {self.asking[1]}"
        return (
            f"<State of Orichalque, round {self.round}, {SIDES[self.side]}, "
            f"{PHASES[self.phase]}, {asked}>"
        )

    def to_data(self) -> dict[str, Any]:
        """All of the state but the set-up, ready for JSON; lists are the state's own."""
        data: dict[str, Any] = {name: getattr(self, name) for name in (*NUMBERS, *SHAPES)}
        data["lost"] = self.lost
        data["buildings"] = list(self.buildings.items())
        data["committed"] = list(self.committed.items())
        data.update(self.kernel_to_json())
        return data

    def to_json(self, header: Mapping[str, Any]) -> str:
        """One JSON document: `header` (format, game, set-up) and the columns."""
        return _dumps({**header, **self.to_data()})

    @classmethod
    def from_data(cls, setup: Setup, data: Mapping[str, Any], ops: Mapping[str, Any]) -> State:
        """Read back what `to_data` gave; columns that follow from others are still to be derived.

        Raises:
            SaveError: anything missing or of a wrong kind.
        """
        state = cls(setup, Chance(0, len(STREAMS)))
        state.kernel_from_json(data, ops)
        try:
            for name in NUMBERS:
                setattr(state, name, _number(data[name]))
            for name in SHAPES:
                setattr(state, name, _shaped(data[name], getattr(state, name)))
            state.lost = data["lost"] is True
            state.buildings = {_number(one): _number(other) for one, other in data["buildings"]}
            state.committed = {_number(one): _number(other) for one, other in data["committed"]}
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError(f"the save is damaged at {error}") from error
        return state


_dumps: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode

NUMBERS = (
    "round",
    "side",
    "phase",
    "first",
    "winner",
    "taken",
    "tile",
    "hoplites_out",
    "nuggets_out",
)
SHAPES = (
    "hoplites",
    "nuggets",
    "medallions",
    "trophies",
    "titans",
    "land",
    "home",
    "covered",
    "beasts",
    "temples",
    "strip",
    "row",
    "on_tile",
    "deck",
    "used_cards",
    "piles",
    "used_tiles",
    "creature_bag",
    "building_bag",
    "construction",
    "placed",
)
"""Columns that are lists of fixed length, or tuples; below the first level all are tuples."""


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} (a whole number is needed)")
    return value


def _shaped(value: Any, like: Any) -> Any:
    """A column as the state holds it: a list as long as the new state's, or a tuple."""
    if not isinstance(value, list) or (isinstance(like, list) and len(value) != len(like)):
        raise ValueError(f"{value!r} (a list of {len(like)} is needed)")
    parts = [_tuples(part) for part in value]
    return parts if isinstance(like, list) else tuple(parts)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else _number(value)
