"""Looking at hidden tiles and cards, and changing an order that only some may know."""

from __future__ import annotations

from obsidia_core.model import events as ev
from obsidia_core.model.state import State
from obsidia_core.rules import facts


def bring_to_top(state: State, seat: int, place: int) -> None:
    """A tile of a stack counts as its top: a random one under tile planning (PLAN-05)."""
    stack = list(state.stacks[seat])
    state.stacks[seat] = (stack.pop(place), *stack)


def show_tiles(state: State, seat: int, owner: int, tiles: list[str]) -> None:
    """A seat looks at tiles of a stack; the others see only how many."""
    names = state.setup.seats
    facts.record(
        state,
        ev.TilesSeen(names[seat], names[owner], len(tiles), tuple(tiles), known_to=(names[seat],)),
    )
    state.fix()


def show_spells(state: State, seat: int, owner: int, spells: list[str]) -> None:
    """A seat looks at cards of a hand or deck; the others see only how many."""
    names = state.setup.seats
    known = (names[seat], names[owner]) if seat != owner else (names[seat],)
    facts.record(
        state, ev.SpellsSeen(names[seat], names[owner], len(spells), tuple(spells), known_to=known)
    )


def draw_named(state: State, seat: int, card: int) -> None:
    """A card of a deck goes to its owner's hand; only the owner knows which."""
    state.decks[seat] = (card, *(one for one in state.decks[seat] if one != card))
    facts.draw_card(state, seat)
