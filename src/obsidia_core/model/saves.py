"""The JSON form of a state: its columns, frames and checkpoints, and back, exactly.

Columns that are as on an empty table are left out; checkpoints are differences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import SaveError
from obsidia_core.kernel.state import GameState, frames_from_json, frames_to_json
from obsidia_core.model.board import Board
from obsidia_core.model.geometry import LIMIT, OFF_MAP, coordinate
from obsidia_core.model.setup import STREAMS, Setup
from obsidia_core.model.state import PHASES, Effect, State, opened_pairs

STATE_FORMAT = "obsidia-state-1"
KNOWN_FORMAT = "obsidia-known-1"


def state_to_data(state: State) -> dict[str, Any]:
    """All of a state but its set-up, ready for JSON; lists are the state's own."""
    data = columns_to_data(state)
    data["asking"] = state.asking
    data["stack"] = frames_to_json(state.stack)
    data["chance"] = state.chance.to_json()
    if state.checkpoints:
        data["checkpoints"] = _packed(state)
    return data


def state_to_json(state: State, header: Mapping[str, Any]) -> str:
    """One JSON document: `header` (format, game, set-up) and the columns."""
    return _dumps({**header, **state_to_data(state)})


def state_from_data(setup: Setup, data: Any) -> State:
    """Read back what `state_to_data` gave.

    Raises:
        SaveError: anything missing, of a wrong kind or out of range.
    """
    chance = Chance.from_json(data.get("chance"), len(STREAMS))
    state = State(setup, chance)
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

NUMBERS = (
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
FLAGS = ("trained", "tile_taken", "discarded")
LISTS = ("where", "kinds", "summoners", "holders", "extra")
TUPLES = ("communal", "removed", "fought", "row", "winners")
PILES = ("stacks", "hands", "decks", "discards")
BOARD = ("cell", "rotation", "terrain")
_COLUMNS = (*NUMBERS, *FLAGS, *LISTS, *TUPLES, *PILES, "effects")
_values_of = attrgetter(*_COLUMNS)


def columns_to_data(state: State) -> dict[str, Any]:
    """The columns that differ from those of an empty table; lists are the state's own."""
    board = state.board
    data: dict[str, Any] = {"cell": board.cell, "rotation": board.turn, "terrain": board.terrain}
    blank = state.setup.blank
    if board.terrain == blank["terrain"]:
        del data["terrain"]
    columns = zip(_COLUMNS, _values_of(state), strict=True)
    data |= {name: value for name, value in columns if value != blank[name]}
    return data


def blank_columns(setup: Setup) -> dict[str, Any]:
    """The columns of an empty table, which saves leave out."""
    state = State(setup, Chance(0, len(STREAMS)))
    return {"terrain": state.board.terrain, **dict(zip(_COLUMNS, _values_of(state), strict=True))}


def _columns_from_data(state: State, data: Mapping[str, Any]) -> None:
    try:
        for name in data.keys() & set(NUMBERS):
            setattr(state, name, _number(data[name]))
        for name in data.keys() & set(FLAGS):
            if not isinstance(data[name], bool):
                raise ValueError(name)
            setattr(state, name, data[name])
        for name in data.keys() & set(LISTS):
            values = [_number(value) for value in data[name]]
            if len(values) != len(getattr(state, name)):
                raise ValueError(name)
            setattr(state, name, values)
        for name in data.keys() & set(TUPLES):
            setattr(state, name, tuple(_number(value) for value in data[name]))
        for name in data.keys() & set(PILES):
            piles = [tuple(_number(value) for value in pile) for pile in data[name]]
            if len(piles) != len(state.setup.seats):
                raise ValueError(name)
            setattr(state, name, piles)
        state.effects = tuple(
            Effect(
                str(kind),
                _number(seat),
                _number(pieces),
                _number(slots),
                _number(value),
                str(until),
                _number(card),
                _number(token),
            )
            for kind, seat, pieces, slots, value, until, card, token in data.get("effects", [])
        )
        if not 0 <= state.current < len(state.setup.seats) or not 0 <= state.phase < len(PHASES):
            raise ValueError("current or phase")
        _board_from_data(state, data)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SaveError(f"the save is damaged at {error}") from error
    for piece, slot in enumerate(state.where):
        if slot >= 0:
            state.occupants[slot] |= 1 << piece


def _board_from_data(state: State, data: Mapping[str, Any]) -> None:
    setup = state.setup
    whole = {"terrain": setup.blank["terrain"], **data}
    columns = [[_number(value) for value in whole[key]] for key in BOARD]
    cells, turns, terrains = columns
    if any(len(column) != len(setup.tiles) for column in columns):
        raise ValueError("cell")
    places = {slot: (cell, turns[slot]) for slot, cell in enumerate(cells) if cell != OFF_MAP}
    if len({cell for cell, _ in places.values()}) != len(places):
        raise ValueError("cell")
    if any(abs(part) > LIMIT for cell, _ in places.values() for part in coordinate(cell)):
        raise ValueError("cell")
    if any(not 0 <= terrain < len(setup.terrains) for terrain in terrains):
        raise ValueError("terrain")
    state.board = Board.build(setup, places, dict(enumerate(terrains)))
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
    later = columns_to_data(state)
    for saved in reversed(state.checkpoints):
        assert isinstance(saved, State)
        earlier = columns_to_data(saved)
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
        **json.loads(_dumps(columns_to_data(state))),
    }
    checkpoints: list[GameState] = []
    try:
        for changes, asking, stack in packed:
            earlier = dict(later)
            for name, value in changes.items():
                known = later.get(name)
                if isinstance(known, list) and name in (*LISTS, *PILES, *BOARD):
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
