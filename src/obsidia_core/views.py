"""What a seat may know, built up from nothing: whatever is not put in stays hidden.

Hidden are other hands, the order of decks and tile stacks, what lies in discard piles under the
top card, and the dice to come. `referee_view` shows everything, for tests and scenarios.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from obsidia_core.model.state import GONE, NONE, PHASES, RESERVE, State
from obsidia_core.rules import closing, facts, horde_table, looks, steps, towns

if TYPE_CHECKING:
    from obsidia_core.view_types import BattleView, DrawnView, PileView, Table, TileView, View

T = TypeVar("T")


def view(state: State, seat: str | None) -> View:
    """All that a seat (None: a spectator) may know, ready for JSON.

    `view_types.View` tells what each key holds.
    """
    setup = state.setup

    def pile(index: int) -> PileView:
        cards = state.discards[index]
        return {"top": next(iter(_spell_ids(state, cards[:1])), None), "size": len(cards)}

    return {
        **_table(state),  # type: ignore[typeddict-item]  # no table has `known`
        "you": seat,
        "hand": _spell_ids(state, state.hands[setup.seat_of[seat]])
        if seat in setup.seat_of
        else [],
        "discards": _by_seat(state, pile),
    }


def referee_view(state: State) -> dict[str, Any]:
    """Everything there is to know, hands and stacks included; not for players."""
    shown: dict[str, Any] = {**_table(state)}
    for name, piles in (
        ("hands", state.hands),
        ("decks", state.decks),
        ("discards", state.discards),
    ):
        shown[name] = {
            seat: _spell_ids(state, piles[index]) for index, seat in enumerate(state.setup.seats)
        }
    shown["stack_tiles"] = {
        seat: [state.setup.tiles[slot].id for slot in state.stacks[index]]
        for index, seat in enumerate(state.setup.seats)
    }
    return shown


def _row(state: State) -> list[str | None]:
    """The Horde's row, which lies face-up, up to its last card (SOLO-12)."""
    cards = state.setup.cards
    return [None if card == NONE else cards[card].id for card in horde_table.laid_out(state)]


def _table(state: State) -> Table:
    """What everybody sees."""
    setup = state.setup
    shown: Table = {
        "seats": list(setup.seats),
        "letters": {name: setup.catalog.classes[name].letter for name in setup.classes},
        "current": state.seat,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "over": state.asking is None and not state.stack,
        "winner": winner(state),
        "decision": None
        if state.asking is None
        else {"seat": state.asking[0], "kind": state.asking[1]},
        "tiles": {
            str(facts.place(state, slot)): _tile(state, slot)
            for _, slot in sorted(state.board.at.items())
        },
        "travelers": {
            setup.names[piece]: place_name(state, piece) for piece in range(setup.first_creature)
        },
        "creatures": {
            setup.names[setup.first_creature + index]: {
                "kind": setup.creature_kinds[kind].id,
                "at": place_name(state, setup.first_creature + index),
                "summoner": setup.seats[state.summoners[index]],
            }
            for index, kind in enumerate(state.kinds)
            if kind != NONE
        },
        "reserve": {
            name: steps.in_reserve(state, index) for index, name in enumerate(setup.classes)
        },
        "towns": dict(zip(setup.classes, towns.counts(state), strict=True)),
        "hand_sizes": _by_seat(state, lambda seat: len(state.hands[seat])),
        "deck_sizes": _by_seat(state, lambda seat: len(state.decks[seat])),
        "stacks": _by_seat(state, lambda seat: len(state.stacks[seat])),
        "communal": len(state.communal),
        "removed": len(state.removed),
        "drawn": _drawn(state),
        "tokens_left": tokens_left(state),
        "faceup": _face_up(state),
        "battles": _battles(state),
    }
    if setup.horde >= 0:
        shown["classes"] = _by_seat(
            state, lambda seat: [setup.classes[index] for index in setup.own[seat]]
        )
        shown["row"] = _row(state)
    return shown


def _by_seat(state: State, value: Callable[[int], T]) -> dict[str, T]:
    return {seat: value(index) for index, seat in enumerate(state.setup.seats)}


def place_name(state: State, piece: int) -> str:
    """`"x,y"`, `reserve` or `gone`."""
    slot = state.where[piece]
    if slot == RESERVE:
        return "reserve"
    return "gone" if slot == GONE else str(facts.place(state, slot))


def winner(state: State) -> str | list[str] | None:
    """The seat that has won, the seats if several share the win, or None."""
    names = [state.setup.seats[seat] for seat in state.winners]
    return names[0] if len(names) == 1 else names or None


def _tile(state: State, slot: int) -> TileView:
    look = looks.tile_shown(state, slot)
    shown: TileView = {
        "tile": state.setup.tiles[slot].id,
        "terrain": look["terrain"],
        "exits": look["exits"],
        "rotation": 90 * (state.board.turn[slot] & 3),
        "class": look["class_id"],
    }
    if "stones" in look:
        shown["stones"] = look["stones"]
    if "town" in look:
        shown["town"] = look["town"]
    return shown


def _drawn(state: State) -> DrawnView | None:
    if state.drawn == NONE:
        return None
    look = looks.tile_up(state, state.drawn)
    return {
        "tile": state.setup.tiles[state.drawn].id,
        "terrain": look["terrain"],
        "exits": look["exits"],
    }


def tokens_left(state: State) -> int | None:
    """Spell effect tokens that are free; None without a limit (COMP-13, RULING-09)."""
    limit = state.setup.ruleset.effect_token_limit
    if limit is None:
        return None
    return limit - sum(effect.token for effect in state.effects)


def _face_up(state: State) -> list[str]:
    return [
        state.setup.cards[card].id
        for frame in state.stack
        if frame.op == "battle"
        for _, card in frame.data["faceup"]
    ]


def _battles(state: State) -> list[BattleView]:
    """Battles still pending in a battle phase, same-tile ones first."""
    return [
        {
            "at": str(battle.at),
            "against": str(battle.against),
            "sides": list(battle.sides),
        }
        for battle in closing.battles_left(state)
    ]


def _spell_ids(state: State, cards: tuple[int, ...]) -> list[str]:
    return [state.setup.cards[card].id for card in cards]
