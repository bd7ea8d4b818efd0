"""Setting up a solo game: the map of nineteen tiles, the class, the Horde (SOLO-02..15, RULING-81).

The four colonies are shuffled into the communal stack. When all tiles lie the player takes a class,
unless the game was begun with one; Horde colonies joined by darkness alone are laid anew; then
tiles and cards are dealt out and the player's first turn begins.
"""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Choose, DrawTile, PlaceColony, PlaceTile
from obsidia_core.model.board import Board
from obsidia_core.model.events import (
    ColonyLifted,
    ColonySetAside,
    MapCleared,
    PhaseBegan,
    SeatNamed,
    SoloBegan,
)
from obsidia_core.model.geometry import SIDES, STEP_TO_SIDE, cell_at, opposite
from obsidia_core.model.players import HORDE_PHASES
from obsidia_core.model.setup import CARD_STREAM, COLONY_SIDES, NOBODY, SETUP_STREAM
from obsidia_core.model.state import NONE, WORLD_BUILDING, State, new_frame
from obsidia_core.rules import (
    choices,
    facts,
    horde_table,
    looks,
    placement,
    reasons,
    world_building,
)

OP = "solo_setup"
BEGIN, DRAW, DRAWN, PLACED, CHOOSE, CHOSEN, ADJUST, ADJUSTED, DEAL = range(9)
SEAT = 0


def prepare(state: State) -> None:
    """Stack all communal tiles and colonies in random order and begin (SOLO-02, SOLO-03)."""
    state.communal = tuple(state.chance.shuffled(SETUP_STREAM, _map_tiles(state)))
    state.stack.append(new_frame(OP))


def is_being_set_up(state: State) -> bool:
    """Whether tiles and cards of a solo game have not been dealt out yet."""
    return bool(state.stack) and state.stack[0].op == OP


def _map_tiles(state: State) -> list[int]:
    return [
        slot for slot, tile in enumerate(state.setup.tiles) if tile.owner < 0 or tile.colony >= 0
    ]


def solo_setup(state: State, frame: Frame) -> None:
    """Step function `solo_setup`.

    `dealt` in its data: hands and decks lie already, only tiles are dealt out.
    """
    if frame.pc == BEGIN:
        state.phase = WORLD_BUILDING
        facts.record(state, PhaseBegan("world_building", state.setup.seats[SEAT]))
        frame.pc = DRAW
    elif frame.pc == DRAW:
        if state.communal:
            frame.pc = DRAWN
            state.ask(state.seat, "world_building")
        else:
            frame.pc = CHOOSE
    elif frame.pc == DRAWN:
        state.take_answer()
        _draw(state, frame)
    elif frame.pc in (PLACED, ADJUSTED):
        _place(state, state.take_answer())
        frame.pc = DRAW if frame.pc == PLACED else ADJUST
    elif frame.pc == CHOOSE:
        _choose_class(state, frame)
    elif frame.pc == CHOSEN:
        _take_class(state, state.setup.classes.index(frame.data.pop("chosen")))
        frame.pc = ADJUST
    elif frame.pc == ADJUST:
        _adjust(state, frame)
    else:
        _deal(state, dealt=frame.data.get("dealt", False))
        state.stack[-1] = new_frame("turns")


# ---- the map


def _draw(state: State, frame: Frame) -> None:
    """Turn up a tile and have it placed; a colony that fits nowhere waits for the end."""
    slot = facts.draw_tile(state, -1)
    count, only = placement.places(state, slot)
    if count > 1:
        frame.pc = PLACED
        state.ask(state.seat, "world_building")
        return
    if count == 1:
        facts.place_tile(state, slot, *only)
    elif state.setup.tiles[slot].colony < 0:
        facts.remove_tile(state, slot)
    else:
        state.drawn = NONE
        state.communal = (*state.communal, slot)
        facts.record(state, ColonySetAside(state.setup.tiles[slot].id))
        if not _any_fits(state):
            _start_again(state)
    frame.pc = DRAW


def _any_fits(state: State) -> bool:
    """Whether the rest of the stack brings anything new: a terrain tile, or a colony that fits."""
    return any(
        state.setup.tiles[slot].colony < 0 or placement.fits_somewhere(state, slot)
        for slot in state.communal
    )


def _start_again(state: State) -> None:
    """A colony has no place: the whole map is built anew (SOLO-07, RULING-17)."""
    if not state.setup.players:
        _take_class(state, NOBODY)
    state.board = Board.empty(state.setup)
    state.removed = ()
    state.drawn = NONE
    state.communal = tuple(state.chance.shuffled(SETUP_STREAM, _map_tiles(state)))
    facts.record(state, MapCleared(len(state.communal)))


def _place(state: State, answer: Action | None) -> None:
    if isinstance(answer, PlaceColony):
        turn = answer.rotation // 90 + 4 * COLONY_SIDES.index(answer.side)
        facts.place_tile(state, state.drawn, cell_at(*answer.at), turn)
    elif isinstance(answer, PlaceTile):
        facts.place_tile(state, state.drawn, cell_at(*answer.at), answer.rotation // 90)


# ---- the class and the Horde's colonies


def _choose_class(state: State, frame: Frame) -> None:
    """The player takes a class, now that the map is complete (SOLO-04)."""
    setup = state.setup
    if setup.own[SEAT]:
        frame.pc = ADJUST
        return
    frame.pc = CHOSEN
    choices.ask_choice(state, SEAT, "player", list(setup.classes), rules=("SOLO-04",))


def _take_class(state: State, class_index: int) -> None:
    """The player's seat gets its class, or none again."""
    before = state.setup.seats[SEAT]
    setup = state.setup = state.setup.with_player(class_index)
    classes = {
        seat: tuple(setup.classes[index] for index in own)
        for seat, own in zip(setup.seats, setup.own, strict=True)
    }
    facts.record(state, SeatNamed(before, setup.seats[SEAT], classes))


def is_joined(state: State, slot: int) -> bool:
    """Whether a pathway joins the tile to another one."""
    link = state.board.link
    return any(link[4 * slot + side] >= 0 for side in SIDES)


def _adjust(state: State, frame: Frame) -> None:
    """Take up the next Horde colony joined by darkness alone, until there is none (SOLO-06)."""
    setup, board = state.setup, state.board
    for class_index in setup.horde_classes:
        slot = setup.colonies[class_index]
        if slot < 0 or not board.placed >> slot & 1 or is_joined(state, slot):
            continue
        at = facts.place(state, slot)
        facts.take_off_map(state, slot)
        state.drawn = slot
        facts.record(
            state,
            ColonyLifted(setup.tiles[slot].id, at, **looks.tile_up(state, slot), rule="SOLO-06"),
        )
        found = _colony_actions(state)
        if len(found) > 1:
            frame.pc = ADJUSTED
            state.ask(state.seat, "world_building")
        elif found:
            _place(state, found[0])
        else:
            _start_again(state)
            frame.pc = DRAW
        return
    frame.pc = DEAL


def _colony_actions(state: State) -> list[PlaceColony]:
    """Every place of the colony that is drawn; one taken up has to be joined by a pathway."""
    found = placement.colony_actions(state, state.setup.tiles[state.drawn].colony)
    if state.stack[-1].pc in (ADJUST, ADJUSTED):
        return [one for one in found if _joins(state, one)]
    return found


def _joins(state: State, action: PlaceColony) -> bool:
    """Whether the colony placed like this has an open side that faces an open side."""
    board = state.board
    turn = action.rotation // 90 + 4 * COLONY_SIDES.index(action.side)
    exits = state.setup.lies[state.drawn][turn]
    cell = cell_at(*action.at)
    for side in SIDES:
        other = board.at.get(cell + STEP_TO_SIDE[side], -1)
        if other >= 0 and exits >> side & 1 and board.lies[other] >> opposite(side) & 1:
            return True
    return False


# ---- tiles and cards


def _deal(state: State, dealt: bool) -> None:
    """The player's tiles and both decks; the other classes' tiles leave the game (SOLO-08..13)."""
    setup = state.setup
    (own,) = setup.own[SEAT]
    tiles = [(slot, tile.owner) for slot, tile in enumerate(setup.tiles) if tile.colony < 0]
    mine = [slot for slot, owner in tiles if owner == own]
    others = [slot for slot, owner in tiles if owner >= 0 and owner != own]
    state.stacks[SEAT] = tuple(state.chance.shuffled(SETUP_STREAM, mine))
    state.removed = (*state.removed, *others)
    state.current = SEAT
    if not dealt:
        _split_decks(state, own)
    facts.record(
        state,
        SoloBegan(
            setup.seats[SEAT],
            setup.classes[own],
            len(state.decks[SEAT]),
            len(state.decks[setup.horde]),
            len(mine),
            len(others),
            rule="SOLO-05",
        ),
    )
    if not dealt:
        for _ in range(setup.ruleset.hand_size):
            facts.draw_card(state, SEAT)
        fill_row(state, "SOLO-12")


def _split_decks(state: State, own: int) -> None:
    """Cards the Horde can use make up its deck, the others go to the player (SOLO-11, SOLO-13)."""
    setup = state.setup
    theirs = [
        card for index in range(len(setup.classes)) if index != own for card in setup.deck_of(index)
    ]
    usable = [card for card in theirs if setup.cards[card].phase in HORDE_PHASES]
    mine = [*setup.deck_of(own), *(card for card in theirs if card not in usable)]
    state.decks[SEAT] = tuple(state.chance.shuffled(CARD_STREAM, mine))
    state.decks[setup.horde] = tuple(state.chance.shuffled(CARD_STREAM, usable))


def fill_row(state: State, rule: str) -> None:
    """Lay cards of the Horde's deck into the gaps of its row, from left to right (HORDE-43).

    A row that a spell has made as long as a full hand keeps its gaps (RULING-22).
    """
    horde, size = state.setup.horde, state.setup.ruleset.hand_size
    missing = size - len(state.hands[horde])
    for slot in horde_table.gaps(state, size)[: max(0, missing)]:
        if not state.decks[horde]:
            return
        card = facts.draw_to_row(state, slot, rule)
        state.held |= 1 << card


# ---- answers to world-building questions


def building_actions(state: State) -> list[Action]:
    """Draw a tile, or place the one that is drawn; in other games see `world_building`."""
    if state.setup.horde < 0:
        return world_building.world_building_actions(state)
    if state.drawn == NONE:
        return [DrawTile()]
    if state.setup.tiles[state.drawn].colony >= 0:
        return list(_colony_actions(state))
    return list(placement.tile_actions(state, state.drawn, placement.spaces(state)))


def refuse_tile(state: State, action: PlaceTile) -> Refusal | None:
    """Why the tile cannot be placed like this, or None."""
    slot = state.setup.slot_of.get(action.tile)
    if slot is None:
        return reasons.UNKNOWN_TILE.refuse(tile=action.tile)
    if slot != state.drawn:
        return reasons.NOT_DRAWN.refuse(tile=action.tile)
    if state.setup.tiles[slot].colony >= 0:
        return reasons.PLACED_AS_COLONY.refuse(tile=action.tile)
    return placement.refuse(state, slot, action)


def refuse_colony(state: State, action: PlaceColony) -> Refusal | None:
    """Why the colony cannot be placed like this, or None."""
    if state.setup.horde < 0:
        return world_building.refuse_colony(state, action)
    if state.drawn == NONE or state.setup.tiles[state.drawn].colony < 0:
        return reasons.NO_COLONY_DRAWN.refuse()
    if action.side not in COLONY_SIDES:
        return reasons.NO_SUCH_SIDE.refuse(side=action.side)
    refusal = placement.refuse(state, state.drawn, action)
    if refusal is None and state.stack[-1].pc == ADJUSTED and not _joins(state, action):
        return reasons.JOINED_BY_DARKNESS.refuse(at=str(action.at))
    return refusal


def refuse_choice(state: State, action: Choose) -> Refusal | None:
    """No choice is open while the map is built; a class least of all."""
    if state.setup.horde >= 0 and action.what == "player":
        return reasons.CLASS_AFTER_MAP.refuse()
    return reasons.not_now(state, action.type)
