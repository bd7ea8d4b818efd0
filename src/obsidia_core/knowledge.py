"""What a seat knows, as a position: all that is hidden from it is arranged anew.

Hidden are the order of decks and stacks, the cards of other hands, which communal tiles were left
out, and all chance to come. Cards and tiles that something under way names stay where they are,
such as those that a seat looks at to choose among them; effects forget what they showed to one seat
before another is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from obsidia_core.kernel.chance import Chance
from obsidia_core.model.setup import STREAMS
from obsidia_core.model.state import State
from obsidia_core.rules import audit, draft, world_building

Arrange = Callable[[Sequence[int]], list[int]]
"""Gives cards or tiles another order, which may not depend on the order they have."""


def determinized(state: State, seat: str | None, seed: int) -> State:
    """A copy in which what the seat does not know is drawn anew, see `Obsidia.determinize`."""
    order = Chance(seed, len(STREAMS))
    copy = _arranged(state, seat, lambda pile: order.shuffled(0, pile), remembered=True)
    _with_chance(copy, Chance(seed, len(STREAMS), state.chance.driver))
    return copy


def known(state: State) -> State:
    """What the asked seat knows: positions that it cannot tell apart give the same.

    What is hidden is in the order of its numbers, and no chance has been used. Of the discards of
    another seat only the top card counts as known (DISCARD-05), and of a draft the own pack and
    picks.
    """
    assert state.asking is not None
    copy = _arranged(state, state.asking[0], sorted, remembered=False)
    _with_chance(copy, Chance(0, len(STREAMS)))
    return copy


def left_out(state: State) -> int:
    """How many communal tiles were left out of the game unseen; they are the first removed."""
    setup = state.setup
    if setup.custom_tiles or setup.horde >= 0:
        return 0
    return sum(tile.owner < 0 for tile in setup.tiles) - world_building.communal_size(state)


def _with_chance(copy: State, chance: Chance) -> None:
    copy.chance = chance
    for saved in copy.checkpoints:
        saved.chance = chance.copy()


def _arranged(state: State, seat: str | None, arrange: Arrange, remembered: bool) -> State:
    """The copy; `remembered`: other seats' discards stay, and so do the packs of a draft."""
    setup = state.setup
    copy = state.copy()
    cards, tiles = _in_sight(state)
    _communal(copy, arrange, tiles)
    copy.stacks = [_mixed(arrange, stack, tiles) for stack in state.stacks]
    apart = [index for index, name in enumerate(setup.seats) if name == seat]
    apart += [setup.horde] if setup.horde >= 0 else []
    for index in apart:
        copy.decks[index] = _mixed(arrange, state.decks[index], cards)
    others = [index for index in range(len(setup.seats)) if index not in apart]
    _other_cards(copy, others, arrange, cards, remembered)
    if not remembered:
        _draft(copy, others, arrange)
    open_cards = sum(1 << card for index in apart for card in copy.hands[index])
    copy.held &= open_cards
    copy.checkpoints = [_like(copy, saved, open_cards) for saved in state.checkpoints]
    return copy


def _like(copy: State, saved: Any, open_cards: int) -> State:
    """A checkpoint with the hidden columns of another state; nothing was drawn in between."""
    fresh: State = saved.copy()
    fresh.communal, fresh.removed = copy.communal, copy.removed
    fresh.stacks, fresh.hands, fresh.decks = copy.stacks[:], copy.hands[:], copy.decks[:]
    fresh.discards = copy.discards[:]
    fresh.held &= open_cards
    return fresh


def _mixed(arrange: Arrange, pile: Sequence[int], kept: Iterable[int]) -> tuple[int, ...]:
    """The pile in another order, those kept at their places."""
    mixed = iter(arrange([one for one in pile if one not in kept]))
    return tuple(one if one in kept else next(mixed) for one in pile)


def _communal(copy: State, arrange: Arrange, kept: set[int]) -> None:
    """The communal stack and the tiles left out of it, exchanged among themselves."""
    out, size = left_out(copy), len(copy.communal)
    pool = _mixed(arrange, (*copy.communal, *copy.removed[:out]), kept)
    copy.communal = pool[:size]
    copy.removed = (*sorted(pool[size:]), *copy.removed[out:])


def _other_cards(
    copy: State, others: Sequence[int], arrange: Arrange, kept: set[int], remembered: bool
) -> None:
    """Deal out anew what other seats hold and have in their decks.

    Cards may have gone from one seat to another unseen, so all of them are dealt together; each
    goes to its class as far as there is room. Of drafted decks not even that is known.
    """
    setup = copy.setup
    piles = {
        index: (
            *copy.hands[index],
            *copy.decks[index],
            *(() if remembered else copy.discards[index][1:]),
        )
        for index in others
    }
    loose = [card for pile in piles.values() for card in pile if card not in kept]
    home: Mapping[str, int] = {}
    if setup.ruleset.drafting:
        loose += _undealt(copy)
    else:
        home = {name: setup.owner[index] for index, name in enumerate(setup.classes)}
    rooms = {index: sum(card not in kept for card in pile) for index, pile in piles.items()}
    dealt: dict[int, list[int]] = {index: [] for index in others}
    rest = []
    for card in arrange(loose):
        index = home.get(setup.cards[card].class_id, -1)
        if index in dealt and len(dealt[index]) < rooms[index]:
            dealt[index].append(card)
        else:
            rest.append(card)
    left = iter(rest)
    for index, pile in piles.items():
        dealt[index] += islice(left, rooms[index] - len(dealt[index]))
        fresh = iter(arrange(dealt[index]))
        cards = tuple(card if card in kept else next(fresh) for card in pile)
        hand = len(copy.hands[index])
        deck = hand + len(copy.decks[index])
        copy.hands[index], copy.decks[index] = cards[:hand], cards[hand:deck]
        if not remembered:
            copy.discards[index] = (*copy.discards[index][:1], *cards[deck:])


def _undealt(state: State) -> list[int]:
    """Cards of a draft that are in no deck: two players leave some out."""
    somewhere = set(audit.lying_cards(state))
    somewhere.update(*state.hands, *state.decks, *state.discards)
    return [card for card in draft.cards_in_draft(state.setup) if card not in somewhere]


def _draft(copy: State, others: Sequence[int], arrange: Arrange) -> None:
    """While a draft goes on: the packs before the others, and what they have kept."""
    for frame in copy.stack:
        if frame.op != draft.OP:
            continue
        packs, kept = list(frame.data["packs"]), list(frame.data["kept"])
        own = {
            card
            for index in range(len(packs))
            if index not in others
            for card in (*packs[index], *kept[index])
        }
        pool = [card for card in draft.cards_in_draft(copy.setup) if card not in own]
        fresh = iter(arrange(pool))
        for index in others:
            packs[index] = list(islice(fresh, len(packs[index])))
            kept[index] = list(islice(fresh, len(kept[index])))
        frame.data["packs"], frame.data["kept"] = packs, kept


def _in_sight(state: State) -> tuple[set[int], set[int]]:
    """The cards and tiles that something under way names, such as a choice among them."""
    setup = state.setup
    named: set[str] = set()
    tiles = {frame.data.get("tile", -1) for frame in state.stack}
    left: list[Any] = [frame.data for frame in state.stack]
    while left:
        one = left.pop()
        if isinstance(one, str):
            named.add(one)
        elif isinstance(one, Mapping):
            left += one.values()
        elif isinstance(one, list | tuple):
            left += one
    cards = {setup.card_of[name] for name in named & setup.card_of.keys()}
    return cards, tiles | {setup.slot_of[name] for name in named & setup.slot_of.keys()}
