"""The laws of conservation: every tile, piece and card is in exactly one place (COMP-06..13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from obsidia_core.model.geometry import OFF_MAP
from obsidia_core.model.state import NONE, RESERVE, State
from obsidia_core.rules import draft, horde_table, solo

_SEATS: Mapping[str, tuple[str, ...]] = {
    "world_building": ("seat", "last"),
    "draft": ("seat",),
    "placing": ("seat",),
    "trade": ("seat",),
    "cast": ("seat",),
    "effects": ("seat",),
    "choose": ("seat",),
}
"""What frames keep that is the number of a seat."""


def audit(state: State) -> list[str]:
    """Conservation laws that the state breaks, in words (COMP-06..13)."""
    setup = state.setup
    found: list[str] = []
    seen: dict[int, int] = {}
    places: list[Sequence[int]] = [
        state.communal,
        state.removed,
        *state.stacks,
        list(state.board.at.values()),
        [] if state.drawn == NONE else [state.drawn],
        _waiting(state),
        [frame.data["waiting"] for frame in state.stack if frame.data.get("waiting", NONE) != NONE],
    ]
    for slots in places:
        for slot in slots:
            seen[slot] = seen.get(slot, 0) + 1
    for slot, tile in enumerate(setup.tiles):
        if seen.get(slot, 0) != 1:
            found.append(f"tile {tile.id} is in {seen.get(slot, 0)} places")
    for cell, slot in state.board.at.items():
        if state.board.cell[slot] != cell or cell == OFF_MAP:
            found.append(f"tile {setup.tiles[slot].id} and its space disagree")
    for piece, slot in enumerate(state.where):
        if slot >= 0 and not (
            slot < len(setup.tiles)
            and state.board.placed >> slot & 1
            and state.occupants[slot] >> piece & 1
        ):
            found.append(f"{setup.names[piece]} stands on no tile")
    standing = sum(mask.bit_count() for mask in state.occupants)
    if standing != sum(slot >= 0 for slot in state.where):
        found.append("tiles and pieces disagree on who stands where")
    for index, kind in enumerate(state.kinds):
        in_play = state.where[setup.first_creature + index] != RESERVE
        if (kind != NONE) != in_play or (kind == NONE) != (state.summoners[index] == NONE):
            found.append(f"creature piece C{index + 1} is neither in play nor in the supply")
    found += _frames(state)
    found += _cards(state)
    return found


def _frames(state: State) -> list[str]:
    """Frames of the rules name seats that there are."""
    seats = range(len(state.setup.seats))
    return [
        f"{frame.op} names no seat but {frame.data.get(key)!r}"
        for frame in state.stack
        for key in _SEATS.get(frame.op, ())
        if type(frame.data.get(key)) is not int or frame.data[key] not in seats
    ]


def _waiting(state: State) -> list[int]:
    """Tiles that lie with their class: colonies not placed yet; in solo set-up the stacks."""
    setup = state.setup
    if setup.horde < 0:
        return [slot for slot in setup.colonies if slot >= 0 and not state.board.placed >> slot & 1]
    if not solo.is_being_set_up(state):
        return []
    return [slot for slot, tile in enumerate(setup.tiles) if tile.owner >= 0 and tile.colony < 0]


def _cards(state: State) -> list[str]:
    found = []
    seen: dict[int, int] = {}
    for piles in (state.hands, state.decks, state.discards, [lying_cards(state)]):
        for pile in piles:
            for card in pile:
                seen[card] = seen.get(card, 0) + 1
    for card, count in sorted(seen.items()):
        if not 0 <= card < len(state.setup.cards):
            found.append(f"there is no card number {card}")
        elif count != 1:
            found.append(f"card {state.setup.cards[card].id} is in {count} places")
    if state.setup.horde >= 0 and not horde_table.agrees(state):
        found.append("the Horde's row and its hand disagree")
    if state.setup.ruleset.drafting:
        return found + _draft(state, sum(seen.values()))
    if not state.setup.custom_tiles and not solo.is_being_set_up(state):
        dealt = {
            card for index in range(len(state.setup.classes)) for card in state.setup.deck_of(index)
        }
        missing = sorted(dealt - set(seen))
        found.extend(f"card {state.setup.cards[card].id} is nowhere" for card in missing)
    return found


def lying_cards(state: State) -> list[int]:
    """Cards that lie on the table in no pile: in force, face-up in a battle, or being cast."""
    lying: list[int] = sorted({effect.card for effect in state.effects if effect.card >= 0})
    for frame in state.stack:
        if frame.op == "battle":
            lying += [card for _, card in frame.data["faceup"]]
        elif frame.op == "cast":
            lying += [] if frame.data["done"] else [frame.data["card"]]
    return lying


def _draft(state: State, in_play: int) -> list[str]:
    """Drafted decks hold twenty cards each; until then every card lies in a pack or is kept."""
    seats = len(state.setup.seats)
    for frame in state.stack:
        if frame.op == "draft":
            cards = [card for pack in frame.data["packs"] for card in pack]
            cards += [card for kept in frame.data["kept"] for card in kept]
            wrong = [card for card in cards if card not in range(len(state.setup.cards))]
            if wrong:
                return [f"there is no card number {wrong[0]} in the draft"]
            twice = len(cards) - len(set(cards))
            return [f"{twice} cards are in two places in the draft"] if twice else []
    wanted = draft.DECK * seats
    return [] if in_play == wanted else [f"{in_play} cards are in play instead of {wanted}"]
