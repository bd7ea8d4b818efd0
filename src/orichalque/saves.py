"""Whether what a save holds can be a state at all; conservation is looked at by `audit`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from obsidia_core.kernel.actions import CHANCE
from obsidia_core.kernel.state import Frame
from orichalque.setup import AI, HUMAN, HUMAN_ACTIONS, NONE, SIDES, SUPPLY
from orichalque.state import OPENING, OVER, PHASES, PLACE, State

MOST = 1 << 20
"""No number of the game is larger, masks apart."""

ASKS: Mapping[str, tuple[str, ...]] = {
    "human_metropolis": ("metropolis",),
    "human_select_card": ("select_card",),
    "human_place_tile": ("place_tile", "titan_limit"),
    "human_extra_action": ("extra_action",),
    "human_discard_card": ("discard_card",),
    "action": ("resolve",),
}
"""Step functions that ask, and the kinds of their questions."""


def wrong(state: State) -> str | None:
    """The name of a column or frame that holds what cannot be; None if all can be."""
    for name, holds in (*_numbers(state), *_lists(state), *_masks(state), *_frames(state)):
        if not holds:
            return name
    return None


def _within(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value < high


def _all(values: Iterable[Any], low: int, high: int) -> bool:
    return all(_within(value, low, high) for value in values)


def _piles(column: Iterable[Any], high: int) -> bool:
    return all(isinstance(pile, tuple) and _all(pile, 0, high) for pile in column)


def _numbers(state: State) -> Iterator[tuple[str, bool]]:
    setup = state.setup
    yield "round", _within(state.round, 1, MOST)
    yield "side", _within(state.side, HUMAN, AI + 1)
    yield "phase", _within(state.phase, OPENING, len(PHASES))
    yield "first", _within(state.first, HUMAN, AI + 1)
    yield "winner", _within(state.winner, NONE, AI + 1)
    yield "taken", _within(state.taken, NONE, len(setup.data.cards))
    yield "tile", _offer(state, (max(state.taken, 0), state.tile, state.on_tile))
    for name in ("hoplites", "nuggets", "medallions"):
        yield name, _all(getattr(state, name), 0, MOST)


def _offer(state: State, offer: Any) -> bool:
    """Whether a card with its tile has a creature, or none, for each circle."""
    if not isinstance(offer, tuple) or len(offer) != 3 or not isinstance(offer[2], tuple):
        return False
    setup = state.setup
    card, tile, creatures = offer
    if not _within(card, 0, len(setup.data.cards)) or not _within(tile, NONE, len(setup.tiles)):
        return False
    size = 0 if tile == NONE else setup.tiles[tile].size
    return len(creatures) == size and _all(creatures, NONE, len(setup.data.creatures))


def _lists(state: State) -> Iterator[tuple[str, bool]]:
    setup = state.setup
    cards, tiles = len(setup.data.cards), len(setup.tiles)
    kinds, buildings = len(setup.data.creatures), len(setup.buildings)
    yield "titans", _all(state.titans, 0, (SUPPLY + 1) << 1)
    yield "row", all(_offer(state, offer) for offer in state.row)
    yield "deck", _all(state.deck, 0, cards) and _all(state.used_cards, 0, cards)
    for name in ("piles", "used_tiles", "placed"):
        column = getattr(state, name)
        holds = _piles(column, tiles)
        if holds and name != "placed":
            holds = all(
                setup.tiles[tile].size == size
                for size, pile in enumerate(column, 1)
                for tile in pile
            )
        yield name, holds
    yield "creature_bag", _all(state.creature_bag, 0, kinds)
    yield "trophies", _piles(state.trophies, kinds)
    yield "building_bag", _all(state.building_bag, 0, buildings)
    yield "construction", _all(state.construction, NONE, buildings)
    yield "strip", _all(state.strip, 0, buildings << 1)
    circles = len(setup.boards[HUMAN].circles)
    yield (
        "buildings",
        _all(state.buildings, 0, circles) and _all(state.buildings.values(), 0, buildings),
    )
    yield "committed", _all(state.committed, 0, circles) and _all(state.committed.values(), 1, MOST)


def _masks(state: State) -> Iterator[tuple[str, bool]]:
    for side in (HUMAN, AI):
        whole = state.setup.boards[side].whole + 1
        for name in ("land", "beasts"):
            column = getattr(state, name)
            half = len(column) // 2
            yield name, _all(column[side * half : (side + 1) * half], 0, whole)
        for name in ("home", "covered"):
            yield name, _within(getattr(state, name)[side], 0, whole)
        yield "temples", _piles([state.temples[side]], whole)


def _frames(state: State) -> Iterator[tuple[str, bool]]:
    yield "stack", all(_frame(state, frame) for frame in state.stack)
    if state.phase == OVER or not state.stack:
        yield "asking", state.asking is None and not state.stack
        return
    yield "stack", state.stack[0].op == "play"
    top = state.stack[-1]
    if state.asking == (CHANCE, CHANCE):
        yield "asking", isinstance(top.data.get("outcomes"), list) or top.op == "roll"
    elif state.asking is not None:
        seat, kind = state.asking
        yield "asking", seat == SIDES[HUMAN] and kind in ASKS.get(top.op, ())
        yield "tile", kind != "place_tile" or (state.tile != NONE and state.phase == PLACE)


def _frame(state: State, frame: Frame) -> bool:
    data = frame.data
    circles = [len(board.circles) for board in state.setup.boards]
    if not _within(frame.pc, 0, 4):
        return False
    match frame.op:
        case "roll":
            rolled = data.get("rolled")
            return (
                _within(data.get("count"), 0, 1000)
                and isinstance(data.get("reason"), str)
                and isinstance(rolled, list)
                and _all(rolled, 0, MOST)
            )
        case "action":
            numbers = [data.get(key) for key in ("left", "boost", "rest")]
            return (
                data.get("action") in HUMAN_ACTIONS
                and _all(numbers, 0, MOST)
                and _within(data.get("at", 0), 0, circles[HUMAN])
            )
        case "ai_action":
            return isinstance(data.get("action"), str)
        case "ai_place_tile":
            bonuses = data.get("bonuses", [])
            return (
                (frame.pc == 0 or data.keys() >= {"fresh", "bonuses"})
                and _within(data.get("fresh", 0), 0, state.setup.boards[AI].whole + 1)
                and isinstance(bonuses, list)
                and _all(bonuses, 0, circles[AI])
            )
        case "human_extra_action" | "ai_extra_action":
            counter = "taken" if frame.op.startswith("human") else "left"
            return (frame.pc == 0 or counter in data) and _all(data.values(), 0, MOST)
    return True
