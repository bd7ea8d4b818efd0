"""The state of a game of Obsidia: flat columns of small integers behind names.

Pieces are numbers: eight travelers for each class in class order, then the creatures. Sets of
pieces and of slots are bit masks. `where` says on which slot a piece stands. The rules change all
this only through `rules.facts`; everybody else reads it, or the view.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import SaveError
from obsidia_core.kernel.state import Frame, GameState, frames_from_json, frames_to_json
from obsidia_core.model.board import Board
from obsidia_core.model.geometry import OFF_MAP, each_bit
from obsidia_core.model.setup import STREAMS, Setup

RESERVE = -1
GONE = -2
NEUTRAL = -1
NONE = -1

PHASES = ("draft", "world_building", "tile", "training", "movement", "battle", "spell", "over")
DRAFT, WORLD_BUILDING, TILE, TRAINING, MOVEMENT, BATTLE, SPELL, OVER = range(8)

STATE_FORMAT = "obsidia-state-1"


class Effect(NamedTuple):
    """A modifier in force.

    Attributes:
        kind: what it does, see `rules.modifiers`.
        seat: whose effect it is.
        pieces: mask of the pieces it covers; -1 covers all travelers of the seat, now and later.
        slots: mask of the slots it covers.
        value: a number, where the kind has one.
        until: `phase_end`, `turn_end`, `next_turn_start` or `next_turn_end` (of `seat`).
        card: the spell that lies on the table with it, or -1.
        token: 1 if it holds a spell effect token, else 0.
    """

    kind: str
    seat: int
    pieces: int
    slots: int
    value: int
    until: str
    card: int = -1
    token: int = 0


def opened_pairs(effects: Iterable[Effect]) -> list[tuple[int, int]]:
    """Pairs of slots whose dark shared side a spell makes count as pathway."""
    pairs = []
    for effect in effects:
        if effect.kind == "open_side":
            one, other = each_bit(effect.slots)
            pairs.append((one, other))
    return pairs


class State(GameState):
    """One position.

    Attributes:
        setup: the fixed part of the game.
        board: the map.
        stacks: for each seat its tile stack as slots, top first.
        communal: the communal stack, top first.
        removed: slots of tiles out of the game, in order of leaving.
        drawn: slot of the tile turned up and not placed yet, or -1.
        where: for each piece its slot, or `RESERVE` or `GONE`.
        occupants: for each slot the mask of pieces on it.
        kinds, summoners: for each creature piece its kind and the seat that summoned it, or -1.
        holders: for each slot the class index that holds the town, or -1.
        current: index of the seat whose turn it is.
        turn: number of the turn, from 1; 0 before the first.
        phase: index into `PHASES`.
        tile_taken: whether the tile of this turn has been drawn or picked.
        trained: whether the one training of this turn is used up.
        mobile: mask of travelers that may still take a step this phase.
        extra: for each traveler the steps it has beyond that one.
        moved: mask of travelers that used their movement this phase.
        merged, recruits, halted: masks of travelers that may not move: joined a group this phase,
            recruited since their last movement phase, or halted by a spell.
        stopped: mask of travelers that lost their further steps on the way.
        guests: mask of travelers that stand on an enemy colony by leave of a spell.
        stayed: mask of travelers that have not left their tile since the movement phase began.
        present: mask of travelers that were on the map when the movement phase began.
        friendly_towns: mask of the slots that were friendly to the current seat then.
        recruited_towns: mask of the towns a recruit was placed in during this phase.
        moves: movements made in this phase.
        fought: battles fought in this phase, as pairs of sides.
        effects: modifiers in force, oldest first.
        hands, decks, discards: for each seat its cards; decks and discards top first.
        held: mask of cards that may not be cast or discarded this turn.
        discarded: whether the optional discard of this turn is used up.
        missed: mask of seats that may still make up for a missed refill.
        beaten: mask of seats that the current player has won a battle against this turn.
        bereaved: mask of seats that lost a traveler by death since the end of their last turn.
        sudden: turns played in sudden death.
        winners: indices of the seats that have won.
    """

    __slots__ = (
        "board",
        "beaten",
        "bereaved",
        "communal",
        "current",
        "decks",
        "discarded",
        "discards",
        "drawn",
        "effects",
        "extra",
        "fought",
        "friendly_towns",
        "guests",
        "halted",
        "hands",
        "held",
        "holders",
        "kinds",
        "merged",
        "missed",
        "mobile",
        "moved",
        "moves",
        "occupants",
        "phase",
        "present",
        "recruited_towns",
        "recruits",
        "removed",
        "setup",
        "stacks",
        "stayed",
        "stopped",
        "sudden",
        "summoners",
        "tile_taken",
        "trained",
        "turn",
        "where",
        "winners",
    )

    def __init__(self, setup: Setup, chance: Chance) -> None:
        super().__init__(chance)
        seats, tiles, pieces = len(setup.seats), len(setup.tiles), len(setup.names)
        self.setup = setup
        self.board = Board.empty(setup)
        self.stacks: list[tuple[int, ...]] = [()] * seats
        self.communal: tuple[int, ...] = ()
        self.removed: tuple[int, ...] = ()
        self.drawn = NONE
        self.where = [RESERVE] * pieces
        self.occupants = [0] * tiles
        self.kinds = [NONE] * setup.creature_pieces
        self.summoners = [NONE] * setup.creature_pieces
        self.holders = [NEUTRAL] * tiles
        self.current = 0
        self.turn = 0
        self.phase = WORLD_BUILDING
        self.trained = False
        self.tile_taken = False
        self.mobile = 0
        self.extra = [0] * setup.first_creature
        self.moved = 0
        self.merged = 0
        self.recruits = 0
        self.halted = 0
        self.stopped = 0
        self.guests = 0
        self.stayed = 0
        self.present = 0
        self.friendly_towns = 0
        self.recruited_towns = 0
        self.moves = 0
        self.fought: tuple[int, ...] = ()
        self.effects: tuple[Effect, ...] = ()
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.decks: list[tuple[int, ...]] = [()] * seats
        self.discards: list[tuple[int, ...]] = [()] * seats
        self.held = 0
        self.discarded = False
        self.missed = 0
        self.beaten = 0
        self.bereaved = 0
        self.sudden = 0
        self.winners: tuple[int, ...] = ()

    def copy(self) -> State:
        """An independent copy; board and set-up are shared, since they never change in place."""
        new = object.__new__(State)
        self.copy_kernel_to(new)
        new.setup = self.setup
        new.board = self.board
        new.stacks = self.stacks[:]
        new.communal = self.communal
        new.removed = self.removed
        new.drawn = self.drawn
        new.where = self.where[:]
        new.occupants = self.occupants[:]
        new.kinds = self.kinds[:]
        new.summoners = self.summoners[:]
        new.holders = self.holders[:]
        new.current = self.current
        new.turn = self.turn
        new.phase = self.phase
        new.trained = self.trained
        new.tile_taken = self.tile_taken
        new.mobile = self.mobile
        new.extra = self.extra[:]
        new.moved = self.moved
        new.merged = self.merged
        new.recruits = self.recruits
        new.halted = self.halted
        new.stopped = self.stopped
        new.guests = self.guests
        new.stayed = self.stayed
        new.present = self.present
        new.friendly_towns = self.friendly_towns
        new.recruited_towns = self.recruited_towns
        new.moves = self.moves
        new.fought = self.fought
        new.effects = self.effects
        new.hands = self.hands[:]
        new.decks = self.decks[:]
        new.discards = self.discards[:]
        new.held = self.held
        new.discarded = self.discarded
        new.missed = self.missed
        new.beaten = self.beaten
        new.bereaved = self.bereaved
        new.sudden = self.sudden
        new.winners = self.winners
        return new

    def checkpoint(self) -> None:
        """Remember this position, so that it can be gone back to."""
        saved = self.copy()
        saved.checkpoints = []
        self.checkpoints = [*self.checkpoints, saved]

    def rewind(self, index: int) -> None:
        """Go back to checkpoint `index`; it and all later ones are gone."""
        kept = self.checkpoints[:index]
        saved = self.checkpoints[index]
        events, chance = self.events, self.chance
        assert isinstance(saved, State)
        fresh = saved.copy()
        for name in (*GameState.__slots__, *State.__slots__):
            setattr(self, name, getattr(fresh, name))
        self.events = events
        self.chance = chance
        self.checkpoints = kept

    def fix(self) -> None:
        """Give up all checkpoints: what happened before can no longer be taken back."""
        if self.checkpoints:
            self.checkpoints = []

    @property
    def seat(self) -> str:
        """The current player's seat."""
        return self.setup.seats[self.current]

    def piece_mask(self, slot: int, class_index: int) -> int:
        """The unit of a class on a slot, as a mask of pieces."""
        return self.occupants[slot] & self.setup.class_masks[class_index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        asked = "over" if self.asking is None else f"{self.asking[0]} is asked: {self.asking[1]}"
        return (
            f"<State of Obsidia, turn {self.turn} of {self.seat}, {PHASES[self.phase]}, "
            f"{len(self.board.at)} tiles, {asked}>"
        )

    def to_data(self) -> dict[str, Any]:
        """All of the state but the set-up, ready for JSON; lists are the state's own."""
        data = _columns_to_data(self)
        data["asking"] = self.asking
        data["stack"] = frames_to_json(self.stack)
        data["chance"] = self.chance.to_json()
        if self.checkpoints:
            data["checkpoints"] = _packed(self)
        return data

    def to_json(self, header: Mapping[str, Any]) -> str:
        """One JSON document: `header` (format, game, set-up) and the columns."""
        return _dumps({**header, **self.to_data()})

    @classmethod
    def from_data(cls, setup: Setup, data: Any) -> State:
        """Read back what `to_data` gave.

        Raises:
            SaveError: anything missing, of a wrong kind or out of range.
        """
        chance = Chance.from_json(data.get("chance"), len(STREAMS))
        state = cls(setup, chance)
        _columns_from_data(state, data)
        state.stack = frames_from_json(data.get("stack"), setup.ops)
        asking = data.get("asking")
        if asking is not None:
            if (
                not isinstance(asking, list)
                or len(asking) != 2
                or not all(isinstance(part, str) for part in asking)
            ):
                raise SaveError("the open question of the save is damaged")
            state.asking = (asking[0], asking[1])
        state.checkpoints = _unpacked(state, data.get("checkpoints", []))
        return state


_dumps: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode

_NUMBERS = (
    "drawn",
    "current",
    "turn",
    "phase",
    "mobile",
    "moved",
    "merged",
    "recruits",
    "halted",
    "stopped",
    "guests",
    "stayed",
    "present",
    "friendly_towns",
    "recruited_towns",
    "moves",
    "held",
    "missed",
    "beaten",
    "bereaved",
    "sudden",
)
_FLAGS = ("trained", "tile_taken", "discarded")
_LISTS = ("where", "kinds", "summoners", "holders", "extra")
_TUPLES = ("communal", "removed", "fought", "winners")
_PILES = ("stacks", "hands", "decks", "discards")
_BOARD = ("cell", "rotation", "terrain")
_COLUMNS = (*_NUMBERS, *_FLAGS, *_LISTS, *_TUPLES, *_PILES, "effects")
_values_of = attrgetter(*_COLUMNS)


def _columns_to_data(state: State) -> dict[str, Any]:
    """The columns that differ from those of an empty table; lists are the state's own."""
    board = state.board
    data: dict[str, Any] = {"cell": board.cell, "rotation": board.turn, "terrain": board.terrain}
    blank = state.setup.blank
    if board.terrain == blank["terrain"]:
        del data["terrain"]
    for name, value in zip(_COLUMNS, _values_of(state), strict=True):
        if value != blank[name]:
            data[name] = value
    return data


def blank_columns(setup: Setup) -> dict[str, Any]:
    """The columns of an empty table, which saves leave out."""
    state = State(setup, Chance(0, len(STREAMS)))
    return {"terrain": state.board.terrain, **dict(zip(_COLUMNS, _values_of(state), strict=True))}


def _columns_from_data(state: State, data: Mapping[str, Any]) -> None:
    try:
        for name in data.keys() & set(_NUMBERS):
            setattr(state, name, _number(data[name]))
        for name in data.keys() & set(_FLAGS):
            if not isinstance(data[name], bool):
                raise ValueError(name)
            setattr(state, name, data[name])
        for name in data.keys() & set(_LISTS):
            values = [_number(value) for value in data[name]]
            if len(values) != len(getattr(state, name)):
                raise ValueError(name)
            setattr(state, name, values)
        for name in data.keys() & set(_TUPLES):
            setattr(state, name, tuple(_number(value) for value in data[name]))
        for name in data.keys() & set(_PILES):
            piles = [tuple(_number(value) for value in pile) for pile in data[name]]
            if len(piles) != len(state.setup.seats):
                raise ValueError(name)
            setattr(state, name, piles)
        state.effects = tuple(
            Effect(
                str(kind),
                *map(_number, numbers[:4]),
                str(numbers[4]),
                _number(numbers[5]),
                _number(numbers[6]),
            )
            for kind, *numbers in data.get("effects", [])
        )
        _board_from_data(state, data)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SaveError(f"the save is damaged at {error}") from error
    for piece, slot in enumerate(state.where):
        if slot >= 0:
            state.occupants[slot] |= 1 << piece


def _board_from_data(state: State, data: Mapping[str, Any]) -> None:
    setup = state.setup
    whole = {"terrain": setup.blank["terrain"], **data}
    columns = [[_number(value) for value in whole[key]] for key in _BOARD]
    cells, turns, terrains = columns
    if any(len(column) != len(setup.tiles) for column in columns):
        raise ValueError("cell")
    places = {
        slot: (cell, turns[slot]) for slot, cell in enumerate(cells) if cell != OFF_MAP
    }
    if len({cell for cell, _ in places.values()}) != len(places):
        raise ValueError("cell")
    if any(not 0 <= terrain < len(setup.terrains) for terrain in terrains):
        raise ValueError("terrain")
    state.board = Board.build(
        setup, places, {slot: terrain for slot, terrain in enumerate(terrains)}
    )
    pairs = opened_pairs(state.effects)
    if pairs:
        state.board = state.board.with_opened_between(pairs)
    for slot in state.where:
        if slot >= 0 and slot not in places:
            raise ValueError("where")


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} (a whole number is needed)")
    return value


def _packed(state: State) -> list[Any]:
    """Checkpoints as differences, each to the one after it, the last to the state itself."""
    packed = []
    later = _columns_to_data(state)
    for saved in reversed(state.checkpoints):
        assert isinstance(saved, State)
        earlier = _columns_to_data(saved)
        changes: dict[str, Any] = {}
        blank = state.setup.blank
        for name in sorted(earlier.keys() | later.keys()):
            value = earlier.get(name, blank.get(name))
            other = later.get(name, blank.get(name))
            if value is other or value == other:
                continue
            if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
                changes[name] = [
                    [place, item]
                    for place, (item, new) in enumerate(zip(value, other, strict=True))
                    if item != new
                ]
            else:
                changes[name] = value
        packed.append([changes, saved.asking, frames_to_json(saved.stack)])
        later = earlier
    return packed


def _unpacked(state: State, packed: Any) -> list[GameState]:
    later: dict[str, Any] = {
        **json.loads(_dumps(state.setup.blank)),
        **json.loads(_dumps(_columns_to_data(state))),
    }
    checkpoints: list[GameState] = []
    try:
        for changes, asking, stack in packed:
            earlier = dict(later)
            for name, value in changes.items():
                known = later.get(name)
                if isinstance(known, list) and name in (*_LISTS, *_PILES, *_BOARD):
                    column = list(known)
                    for place, item in value:
                        column[place] = item
                    earlier[name] = column
                else:
                    earlier[name] = value
            saved = State(state.setup, state.chance.copy())
            _columns_from_data(saved, earlier)
            saved.asking = (str(asking[0]), str(asking[1]))
            saved.stack = frames_from_json(stack, state.setup.ops)
            checkpoints.append(saved)
            later = earlier
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise SaveError("the checkpoints of the save are damaged") from error
    return checkpoints[::-1]


def new_frame(op: str, **data: Any) -> Frame:
    """A frame with its data, written as keywords."""
    return Frame(op, data)
