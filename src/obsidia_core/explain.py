"""What a person might try: the universe of actions that reasons are given for.

`candidates` fills in what a partial action leaves open with everything in reach: each neighbouring
space and portal, each orientation of a drawn tile, each card, each pair of battling sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import ActionFormatError
from obsidia_core.model import actions as act
from obsidia_core.model.geometry import (
    STEP_TO_SIDE,
    Coordinate,
    cell_at,
    coordinate,
    each_bit,
)
from obsidia_core.model.setup import COLONY_SIDES
from obsidia_core.model.state import NONE, State
from obsidia_core.notation import ACTION_CODEC, action_from_json, action_to_json
from obsidia_core.rules import placement

ROTATIONS = (0, 90, 180, 270)


def candidates(state: State, partial: Mapping[str, Any]) -> list[Action]:
    """Actions a person might try that have the given JSON fields, legal or not, in a stable order.

    Raises:
        ActionFormatError: the fields belong to no type of action.
    """
    kind = partial.get("type")
    cls = ACTION_CODEC.classes.get(kind) if isinstance(kind, str) else None
    if cls is None:
        action_from_json(partial)
        return []
    known = set(action_to_json_keys(cls))
    unknown = [key for key in partial if key not in known]
    if unknown:
        raise ActionFormatError(f"{kind} has no field {unknown[0]!r}; it has {sorted(known)}")
    return [one for one in _tries(state, cls, partial) if _has(one, partial)]


def action_to_json_keys(cls: type[Action]) -> list[str]:
    """The JSON keys an action of a class may have."""
    import attrs

    return ["type", *(field.metadata.get("key", field.name) for field in attrs.fields(cls))]


def _has(action: Action, partial: Mapping[str, Any]) -> bool:
    found = action_to_json(action)
    for key, wanted in partial.items():
        if key in ("lethal", "id"):
            continue
        value = found.get(key)
        if isinstance(wanted, (list, tuple)) and isinstance(value, list):
            if sorted(map(str, wanted)) != sorted(map(str, value)):
                return False
        elif isinstance(wanted, (list, tuple)) and isinstance(value, str):
            if ",".join(map(str, wanted)) != value:
                return False
        elif value != wanted:
            return False
    return True


def _tries(state: State, cls: type[Action], partial: Mapping[str, Any]) -> Iterator[Action]:
    setup = state.setup
    if cls is act.PlaceTile:
        names = [setup.tiles[state.drawn].id] if state.drawn != NONE else list(setup.slot_of)[:1]
        for tile, at, turn in product(
            _given(partial, "tile", names), _spaces(state, partial), _turns(partial)
        ):
            yield act.PlaceTile(tile, at, turn)
    elif cls is act.PlaceColony:
        for side, at, turn in product(
            _given(partial, "side", COLONY_SIDES), _spaces(state, partial), _turns(partial)
        ):
            yield act.PlaceColony(side, at, turn)
    elif cls is act.Move:
        yield from _moves(state, partial)
    elif cls is act.LeaveWoods:
        for travelers, origin in _units(state, partial):
            yield act.LeaveWoods(travelers, origin)
    elif cls in (act.Cast, act.Draft, act.DiscardSpell):
        spells = _given(partial, "spell", [card.id for card in setup.cards])
        for spell in spells:
            if cls is act.Cast:
                for move in _given(partial, "move", [None, *range(1, state.moves + 1)]):
                    yield act.Cast(spell, move)
            else:
                yield cls(spell)
    elif cls is act.Battle:
        yield from _battles(state, partial)
    elif cls is act.Choose:
        if "value" in partial:
            for what in _given(partial, "what", ["tile"]):
                yield act.Choose(what, partial["value"])
        elif state.stack and state.stack[-1].op == "choose":
            data = state.stack[-1].data
            for value in data["values"]:
                yield act.Choose(data["what"], value)
    elif cls is act.PickTile:
        for tile in _given(partial, "tile", list(setup.slot_of)):
            yield act.PickTile(tile)
    elif len(action_to_json_keys(cls)) == 1:
        yield cls()


def _given(partial: Mapping[str, Any], key: str, otherwise: Iterable[Any]) -> list[Any]:
    return [partial[key]] if key in partial else list(otherwise)


def _place(value: Any) -> Coordinate:
    try:
        if isinstance(value, (list, tuple)):
            return Coordinate.parse(",".join(map(str, value)))
        return Coordinate.parse(str(value))
    except ValueError as error:
        raise ActionFormatError(str(error)) from None


def _spaces(state: State, partial: Mapping[str, Any]) -> list[Coordinate]:
    if "at" in partial:
        return [_place(partial["at"])]
    return [coordinate(cell) for cell in placement.spaces(state)]


def _turns(partial: Mapping[str, Any]) -> list[int]:
    return _given(partial, "rotation", ROTATIONS)


def _units(
    state: State, partial: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], Coordinate]]:
    """Travelers named, or every unit on the map (of the place named); current player's first."""
    setup = state.setup
    own = setup.own[state.current]
    order = sorted(range(len(setup.classes)), key=lambda index: index not in own)
    if "travelers" in partial:
        if not isinstance(partial["travelers"], list | tuple):
            raise ActionFormatError("travelers is a list of names, such as ['D1']")
        names = tuple(str(name) for name in partial["travelers"])
        if "from" in partial:
            yield names, _place(partial["from"])
            return
        for piece in (setup.piece_of.get(name, -1) for name in names[:1]):
            slot = state.where[piece] if piece >= 0 else -1
            yield names, coordinate(state.board.cell[slot] if slot >= 0 else 0)
        return
    wanted = _place(partial["from"]) if "from" in partial else None
    somebody = False
    for index in order:
        for slot in sorted(state.board.at.values(), key=state.board.cell.__getitem__):
            mask = state.piece_mask(slot, index)
            at = coordinate(state.board.cell[slot])
            if mask and (wanted is None or at == wanted):
                somebody = True
                yield tuple(setup.names[piece] for piece in each_bit(mask)), at
    if wanted is not None and not somebody:
        slot = state.board.at.get(cell_at(*wanted), -1)
        creatures = each_bit(state.occupants[slot]) if slot >= 0 else ()
        yield tuple(setup.names[piece] for piece in creatures), wanted


def _moves(state: State, partial: Mapping[str, Any]) -> Iterator[Action]:
    for travelers, origin in _units(state, partial):
        if "to" in partial:
            targets = [_place(partial["to"])]
        else:
            x, y = origin
            targets = [Coordinate(x, y - 1), Coordinate(x + 1, y), Coordinate(x, y + 1)]
            targets.append(Coordinate(x - 1, y))
            targets += [
                coordinate(state.board.cell[slot])
                for slot in state.board.at.values()
                if state.setup.terrains[state.board.terrain[slot]].travel is not None
                and state.board.cell[slot] not in _around(origin)
            ]
        for to, recruit in product(targets, _given(partial, "recruit", [None, True, False])):
            yield act.Move(travelers, origin, to, recruit)


def _around(origin: Coordinate) -> list[int]:
    cell = cell_at(*origin)
    return [cell, *(cell + step for step in STEP_TO_SIDE)]


def _battles(state: State, partial: Mapping[str, Any]) -> Iterator[Action]:
    setup = state.setup
    standing: list[tuple[str, Coordinate]] = []
    for slot in sorted(state.board.at.values(), key=state.board.cell.__getitem__):
        at = coordinate(state.board.cell[slot])
        classes = (n for i, n in enumerate(setup.classes) if state.piece_mask(slot, i))
        creatures = each_bit(state.occupants[slot] & setup.all_creatures)
        standing.extend((name, at) for name in classes)
        standing.extend((setup.names[piece], at) for piece in creatures)
    for (name, at), (other, against) in product(standing, standing):
        if (name, at) != (other, against):
            yield act.Battle(at, against, (name, other))
    if "at" in partial and "against" in partial:
        yield act.Battle(_place(partial["at"]), _place(partial["against"]), ("", ""))
