"""The only functions that change what players can see; each records its event.

Rules, effects and content hooks call these. They keep the derived columns (occupants, holders of
towns, marks on pieces) true, and ask nobody.
"""

from __future__ import annotations

from obsidia_core.kernel.events import Event
from obsidia_core.model import events as ev
from obsidia_core.model.geometry import coordinate, each_bit
from obsidia_core.model.players import HORDE_PHASES
from obsidia_core.model.state import GONE, NEUTRAL, NONE, RESERVE, Effect, State, opened_pairs
from obsidia_core.rules import horde_table, looks

NEUTRAL_NAME = looks.NEUTRAL_NAME
place = looks.place


def record(state: State, event: Event) -> None:
    """Append an event to what the running action brought about."""
    state.events.append(event)


def class_of(state: State, piece: int) -> int:
    """Index of a traveler's class."""
    return piece >> 3


# ---- tiles


def draw_tile(state: State, seat: int) -> int:
    """Turn up the top tile of a seat's stack (-1: the communal stack); gives its slot.

    A revealed tile fixes all movements up to it (RULING-27).
    """
    if seat < 0:
        slot, state.communal = state.communal[0], state.communal[1:]
    else:
        stack = state.stacks[seat]
        slot, state.stacks[seat] = stack[0], stack[1:]
    state.drawn = slot
    state.fix()
    name = None if seat < 0 else state.setup.seats[seat]
    _turn_up(state, slot, name)
    return slot


def _turn_up(state: State, slot: int, seat: str | None) -> None:
    shown = looks.tile_up(state, slot)
    record(state, ev.TileDrawn(state.setup.tiles[slot].id, seat, **shown))


def pick_tile(state: State, seat: int, slot: int) -> None:
    """Take a tile of a seat's stack to place it (PLAN-01); like a drawn tile it fixes movements."""
    state.stacks[seat] = tuple(one for one in state.stacks[seat] if one != slot)
    state.drawn = slot
    state.fix()
    _turn_up(state, slot, state.setup.seats[seat])


def place_tile(state: State, slot: int, cell: int, turn: int) -> None:
    """Put a tile on an empty cell, in the orientation `turn` (4 and more: the back of a colony)."""
    setup = state.setup
    state.board = state.board.with_tile(setup, slot, cell, turn)
    if state.drawn == slot:
        state.drawn = NONE
    tile = setup.tiles[slot]
    side = None if tile.colony < 0 else ("front", "back")[turn >> 2]
    shown = looks.tile_shown(state, slot)
    record(state, ev.TilePlaced(tile.id, coordinate(cell), 90 * (turn & 3), side, **shown))


def remove_tile(state: State, slot: int) -> None:
    """Take a tile out of the game, from the hand or from the map (PLACE-08)."""
    at = None
    if state.board.placed >> slot & 1:
        at = place(state, slot)
        take_off_map(state, slot)
    if state.drawn == slot:
        state.drawn = NONE
    state.removed = (*state.removed, slot)
    record(state, ev.TileRemoved(state.setup.tiles[slot].id, at))


def take_off_map(state: State, slot: int) -> None:
    """A tile leaves its place; effects that lie on it end early."""
    state.board = state.board.without_tile(state.setup, slot)
    state.holders[slot] = NEUTRAL
    for effect in state.effects:
        if effect.slots >> slot & 1:
            end_effect(state, effect)


def bury_tile(state: State, slot: int, seat: int) -> None:
    """A tile goes face-down under a seat's stack, from the map, the hand or that stack."""
    at, source = None, "drawn"
    if state.board.placed >> slot & 1:
        at, source = place(state, slot), "map"
        take_off_map(state, slot)
    elif slot in state.stacks[seat]:
        source = "stack"
    if state.drawn == slot:
        state.drawn = NONE
    state.stacks[seat] = (*(one for one in state.stacks[seat] if one != slot), slot)
    name = None if source == "stack" else state.setup.tiles[slot].id
    record(state, ev.TileBuried(name, state.setup.seats[seat], at, source))


def turn_tile(state: State, slot: int, turn: int) -> None:
    """A tile on the map is turned where it lies; what it counts as goes with it."""
    cell, terrain = state.board.cell[slot], state.board.terrain[slot]
    relay_tiles(state, {slot: (cell, turn, terrain)})


def relay_tiles(state: State, places: dict[int, tuple[int, int, int]]) -> None:
    """Tiles of the map lie elsewhere: slot to `(cell, orientation, terrain)`."""
    board, setup = state.board, state.setup
    origins = {slot: place(state, slot) for slot in places}
    for slot in places:
        board = board.without_tile(setup, slot)
    for slot, (cell, turn, terrain) in places.items():
        board = board.with_tile(setup, slot, cell, turn)
        if terrain != setup.tiles[slot].terrain:
            board = board.with_terrain(setup, slot, terrain)
    state.board = board.with_opened_between(opened_pairs(state.effects))
    for slot, (cell, turn, _) in places.items():
        if coordinate(cell) != origins[slot]:
            for effect in state.effects:
                if effect.kind == "open_side" and effect.slots >> slot & 1:
                    end_effect(state, effect)
        shown = looks.tile_shown(state, slot)
        where = (origins[slot], coordinate(cell), 90 * (turn & 3))
        pieces = _names(state, state.occupants[slot])
        record(state, ev.TileMoved(setup.tiles[slot].id, *where, pieces, **shown))


# ---- effects in force


def begin_effect(state: State, effect: Effect) -> None:
    """Put a modifier in force; what it does to the map is done at once."""
    state.effects = (*state.effects, effect)
    if effect.kind == "counts_as":
        slot = effect.slots.bit_length() - 1
        _count_as(state, slot, effect.value)
    elif effect.kind == "open_side":
        _reopen(state)
    if effect.token:
        spots = tuple(str(place(state, slot)) for slot in each_bit(effect.slots))
        seat = state.setup.seats[effect.seat]
        card = None if effect.card < 0 else state.setup.cards[effect.card].id
        record(state, ev.TokenPlaced(seat, card, spots, effect.kind))


def end_effect(state: State, effect: Effect) -> None:
    """A modifier ends: its token returns, and the card that lay with it is discarded."""
    rest = list(state.effects)
    rest.remove(effect)
    state.effects = tuple(rest)
    if effect.kind == "counts_as":
        slot = effect.slots.bit_length() - 1
        if state.board.placed >> slot & 1:
            _count_as(state, slot, state.setup.tiles[slot].terrain)
    elif effect.kind == "open_side":
        _reopen(state)
    if effect.token:
        spots = tuple(
            str(place(state, slot))
            for slot in each_bit(effect.slots)
            if state.board.placed >> slot & 1
        )
        seat = state.setup.seats[effect.seat]
        card = None if effect.card < 0 else state.setup.cards[effect.card].id
        record(state, ev.TokenReturned(seat, card, spots, effect.kind))
    if effect.card >= 0 and all(one.card != effect.card for one in state.effects):
        discard(state, effect.seat, effect.card)


def _count_as(state: State, slot: int, terrain: int) -> None:
    """Have a tile count as a terrain."""
    state.board = state.board.with_terrain(state.setup, slot, terrain)
    shown = looks.tile_shown(state, slot)
    record(state, ev.TileChanged(state.setup.tiles[slot].id, place(state, slot), **shown))


def _reopen(state: State) -> None:
    """Work out again which dark sides count as pathway."""
    state.board = state.board.with_opened_between(opened_pairs(state.effects))


# ---- pieces


def _leave(state: State, mask: int, slot: int) -> None:
    """Pieces are gone from a slot: marks that belong to the place end, a town may lose its holder.

    A town turns neutral when its holders' last traveler goes or dies (TOWN-10, RULING-52).
    """
    before = looks.town_status(state, slot)
    state.occupants[slot] &= ~mask
    state.stayed &= ~mask
    state.guests &= ~mask
    if state.board.towns >> slot & 1:
        holder = state.holders[slot]
        if holder >= 0 and not state.occupants[slot] & state.setup.class_masks[holder]:
            state.holders[slot] = NEUTRAL
        _claim_at_once(state, slot)
        _tell_town(state, slot, before)


def _claim_at_once(state: State, slot: int) -> None:
    if state.setup.ruleset.town_claim_timing == "immediate":
        _claim(state, slot)


def _claim(state: State, slot: int) -> None:
    travelers = state.occupants[slot] & state.setup.all_travelers
    if travelers:
        holder = ((travelers & -travelers).bit_length() - 1) >> 3
        if not travelers & ~state.setup.class_masks[holder]:
            state.holders[slot] = holder


def claim_town(state: State, slot: int) -> None:
    """A town with travelers of exactly one class becomes friendly to it (TOWN-05, RULING-51)."""
    before = looks.town_status(state, slot)
    _claim(state, slot)
    _tell_town(state, slot, before)


def _tell_town(state: State, slot: int, before: int) -> None:
    """Tell a town's status, if it is another one than before."""
    if looks.town_status(state, slot) != before:
        record(state, ev.TownHeld(place(state, slot), looks.town_name(state, slot)))


def _names(state: State, mask: int) -> tuple[str, ...]:
    names = state.setup.names
    return tuple(names[piece] for piece in each_bit(mask))


def move_pieces(state: State, mask: int, slot: int, way: str) -> None:
    """Take pieces that share a tile to another tile; `way` is how, see `model.hooks.WAYS`."""
    where = state.where
    origin = where[(mask & -mask).bit_length() - 1]
    for piece in each_bit(mask):
        where[piece] = slot
    record(state, ev.Moved(_names(state, mask), place(state, origin), place(state, slot), way))
    _leave(state, mask, origin)
    _enter(state, mask, slot)


def _enter(state: State, mask: int, slot: int) -> None:
    if not state.board.towns >> slot & 1:
        state.occupants[slot] |= mask
        return
    before = looks.town_status(state, slot)
    state.occupants[slot] |= mask
    _claim_at_once(state, slot)
    _tell_town(state, slot, before)


def swap_pieces(state: State, one: int, other: int) -> None:
    """Two pieces change places; both have left before either arrives."""
    where = state.where
    first, second = where[one], where[other]
    names = state.setup.names
    for piece, origin, to in ((one, first, second), (other, second, first)):
        record(state, ev.Moved((names[piece],), place(state, origin), place(state, to), "swap"))
    _leave(state, 1 << one, first)
    _leave(state, 1 << other, second)
    where[one], where[other] = second, first
    _enter(state, 1 << one, second)
    _enter(state, 1 << other, first)


def lowest_in_reserve(state: State, class_index: int) -> int:
    """The piece that leaves the reserve next, the lowest id (RULING-93); -1 if it is empty."""
    start = 8 * class_index
    for piece in range(start, start + 8):
        if state.where[piece] == RESERVE:
            return piece
    return -1


def train(state: State, piece: int, slot: int, rule: str | None = None) -> None:
    """Bring a traveler from the reserve onto its home colony (COLONY-02)."""
    record(state, ev.Trained(state.setup.names[piece], place(state, slot), rule=rule))
    _appear(state, piece, slot)


def _appear(state: State, piece: int, slot: int) -> None:
    state.where[piece] = slot
    _enter(state, 1 << piece, slot)
    if state.setup.undead:
        horde_table.watch(state)


def recruit(state: State, piece: int, slot: int) -> None:
    """A town local joins; it may not move before its owner's next movement phase (RECRUIT-07)."""
    record(state, ev.Recruited(state.setup.names[piece], place(state, slot)))
    state.recruits |= 1 << piece
    _appear(state, piece, slot)


def hold_by_recruit(state: State, slot: int, class_index: int) -> None:
    """The recruit keeps the town that its class has just left (RECRUIT-06)."""
    before = looks.town_status(state, slot)
    state.holders[slot] = class_index
    _tell_town(state, slot, before)


def spawn(state: State, piece: int, slot: int) -> None:
    """A spell brings a traveler from the reserve onto a tile."""
    record(state, ev.Spawned(state.setup.names[piece], place(state, slot)))
    _appear(state, piece, slot)


def _off_map(state: State, piece: int, to: int) -> None:
    slot = state.where[piece]
    bit = 1 << piece
    state.where[piece] = to
    if piece < state.setup.first_creature:
        state.extra[piece] = 0
    else:
        index = piece - state.setup.first_creature
        state.kinds[index] = state.summoners[index] = NONE
    keep = ~bit
    state.mobile &= keep
    state.moved &= keep
    state.merged &= keep
    state.recruits &= keep
    state.halted &= keep
    state.stopped &= keep
    state.present &= keep
    if state.effects:
        state.effects = tuple(
            effect if effect.pieces < 0 else effect._replace(pieces=effect.pieces & keep)
            for effect in state.effects
        )
    for frame in state.stack:
        if frame.op == "battle" and bit & frame.data["fighters"]:
            frame.data["lost"] = [*frame.data["lost"], piece]
    _leave(state, bit, slot)
    if bit & state.setup.undead:
        horde_table.watch(state)


def kill(state: State, piece: int, cause: str) -> None:
    """A piece dies: a traveler goes to its reserve (DEATH-02), a creature to the supply.

    `cause`: battle, loop, spell, lost, or a terrain's id. Deaths on blackwater are permanent under
    the option (RULING-37), those of the Horde always (SOLO-18).
    """
    permanent = bool(state.setup.undead >> piece & 1) or (
        cause == "blackwater"
        and state.setup.ruleset.blackwater_deaths_permanent
        and piece < state.setup.first_creature
    )
    at = place(state, state.where[piece])
    name = state.setup.names[piece]
    record(state, ev.Killed(name, at, cause, "gone" if permanent else "reserve"))
    if piece < state.setup.first_creature:
        state.bereaved |= 1 << state.setup.owner[class_of(state, piece)]
    _off_map(state, piece, GONE if permanent else RESERVE)


def return_to_reserve(state: State, piece: int) -> None:
    """A traveler leaves the map without being killed: replaced, removed, sacrificed (RULING-96).

    One of the Horde leaves the game (RULING-82).
    """
    at = place(state, state.where[piece])
    gone = bool(state.setup.undead >> piece & 1)
    record(state, ev.Returned(state.setup.names[piece], at, "gone" if gone else "reserve"))
    _off_map(state, piece, GONE if gone else RESERVE)


def summon(state: State, kind: int, slot: int, seat: int) -> int:
    """Bring a creature into play; gives its piece, or -1 when the supply is empty (RULING-07)."""
    setup = state.setup
    first = setup.first_creature
    in_play = sum(known != NONE for known in state.kinds)
    if in_play >= setup.ruleset.creature_limit:
        return -1
    index = state.kinds.index(NONE)
    piece = first + index
    state.kinds[index] = kind
    state.summoners[index] = seat
    state.where[piece] = slot
    record(
        state,
        ev.Summoned(
            setup.names[piece],
            setup.creature_kinds[kind].id,
            place(state, slot),
            setup.seats[seat],
        ),
    )
    state.occupants[slot] |= 1 << piece
    return piece


# ---- cards


def draw_card(state: State, seat: int) -> int:
    """The top card of a deck goes to the hand; gives it, or -1 from an empty deck (DECK-01)."""
    deck = state.decks[seat]
    if not deck:
        return -1
    if seat == state.setup.horde:
        return draw_to_row(state)
    card, state.decks[seat] = deck[0], deck[1:]
    state.hands[seat] = (*state.hands[seat], card)
    name = state.setup.seats[seat]
    record(state, ev.SpellDrawn(name, state.setup.cards[card].id, known_to=(name,)))
    return card


def draw_to_row(state: State, slot: int = NONE, rule: str | None = None) -> int:
    """The top card of the Horde's deck is laid face-up into an empty slot of its row (SOLO-12).

    `slot`: by default the right end.
    """
    seat = state.setup.horde
    card, *deck = state.decks[seat]
    state.decks[seat] = tuple(deck)
    slot = horde_table.add(state, card, slot)
    name = state.setup.cards[card].id
    record(state, ev.SpellDrawn(state.setup.seats[seat], name, slot + 1, rule=rule))
    return card


def leave_hand(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand; what becomes of it is told by the event that follows."""
    state.hands[seat] = tuple(held for held in state.hands[seat] if held != card)
    state.held &= ~(1 << card)


def discard(
    state: State, seat: int, card: int, rule: str | None = None, source: str = "play"
) -> None:
    """A card comes to lie face-up on the pile of a seat (DISCARD-02); `source`: play or hand."""
    state.discards[seat] = (card, *state.discards[seat])
    name = state.setup.cards[card].id
    record(state, ev.SpellDiscarded(state.setup.seats[seat], name, source, rule=rule))


def take_from_discards(state: State, seat: int, card: int) -> None:
    """A card of a seat's own pile goes to its hand, for all to see."""
    pile = state.discards[seat] = tuple(one for one in state.discards[seat] if one != card)
    cards = state.setup.cards
    top = cards[pile[0]].id if pile else None
    record(state, ev.SpellTaken(state.setup.seats[seat], None, cards[card].id, top))
    _gain(state, seat, card)


def take_spell(state: State, seat: int, to: int, card: int) -> None:
    """A card goes from one hand to another for good (RULING-67); only the two know which.

    Everybody sees it with the Horde. It may not end up in the taker's hand, see `_gain`.
    """
    leave_hand(state, seat, card)
    names = (state.setup.seats[to], state.setup.seats[seat])
    known = None if state.setup.horde in (to, seat) else names
    record(state, ev.SpellTaken(*names, state.setup.cards[card].id, known_to=known))
    _gain(state, to, card)


def _gain(state: State, seat: int, card: int) -> None:
    """A card comes to a hand; the Horde discards at once what it cannot use (HORDE-07)."""
    if seat != state.setup.horde:
        state.hands[seat] = (*state.hands[seat], card)
    elif state.setup.cards[card].phase in HORDE_PHASES:
        horde_table.add(state, card)
    else:
        discard(state, seat, card, "HORDE-07", "hand")


def bury_spells(state: State, seat: int, cards: list[int]) -> None:
    """Cards of a seat's hand or deck go under its deck, the first of them on top of the rest.

    A card of the Horde's row is seen by all.
    """
    from_hand = sum(card in state.hands[seat] for card in cards)
    state.hands[seat] = tuple(one for one in state.hands[seat] if one not in cards)
    state.decks[seat] = (*(one for one in state.decks[seat] if one not in cards), *cards)
    for card in cards:
        state.held &= ~(1 << card)
    name = state.setup.seats[seat]
    known = None if from_hand and seat == state.setup.horde else (name,)
    spells = tuple(state.setup.cards[card].id for card in cards)
    record(state, ev.SpellsBuried(name, len(cards), from_hand, spells, known_to=known))
