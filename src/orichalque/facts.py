"""The only functions that change what lies on the table; each records its event and asks nobody.

Those that can end the game judge it themselves; callers look at `state.phase` before they go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from obsidia_core.kernel.chance import SCRIPTED
from obsidia_core.kernel.errors import ScriptError
from orichalque import events as ev
from orichalque.boards import bits
from orichalque.data import Resources
from orichalque.setup import (
    AI,
    BAGS,
    CAMP,
    CARDS,
    FACE_UP,
    HOLDERS,
    HUMAN,
    MINE,
    NONE,
    ORATORY,
    SIDES,
    SUPPLY,
)
from orichalque.state import OVER, State

ACTIVE, INACTIVE = "active", "inactive"


# ---- counting


def points(state: State, side: int) -> int:
    """Victory points of a side (PLACE-15, `base:victory.sources`)."""
    data = state.setup.data
    held = 0
    for titan in state.titans:
        held += titan >> 1 == side
    return (
        held * data.titan_points
        + len(state.temples[side]) * data.temple_points
        + state.medallions[side] * data.medallion_points
    )


def count_of(state: State, kind: str) -> int:
    """How many Buildings of a kind lie on the human's island."""
    if not state.buildings:
        return 0
    numbers = state.setup.by_kind.get(kind, ())
    return sum(map(numbers.__contains__, state.buildings.values()))


def workplaces(state: State, side: int, kind: str) -> int:
    """The Mines or Training Camps of a side, with those of its metropolis.

    For the AI those face up on the strip or beside it (PRODUCE-01, RECRUIT-01, R-03, R-24).
    """
    setup = state.setup
    data = setup.data
    if side == HUMAN:
        own = data.mines if kind == MINE else data.camps
        return count_of(state, kind) + (own if state.home[HUMAN] else 0)
    own = data.ai.mines if kind == MINE else data.ai.camps
    numbers = setup.by_kind.get(kind, ())
    built = sum(lying & 1 and lying >> 1 in numbers for lying in state.strip)
    return built + (own if setup.options.ai_metropolis_counts else 0)


def titans_of(state: State, side: int) -> list[int]:
    """The Titans of a side, by number."""
    return [titan for titan, where in enumerate(state.titans) if where >> 1 == side]


def titan_limit(state: State) -> int:
    """How many Titans the human may hold: one, and one for each Oratory (R-17)."""
    return state.setup.data.titan_limit + count_of(state, ORATORY)


def over_limit(state: State) -> bool:
    """Whether the human has to return a Titan."""
    held = len(titans_of(state, HUMAN))
    return held > state.setup.data.titan_limit and held > titan_limit(state)


def judge(state: State) -> None:
    """End the game if a side has won, the active one first (WIN-01..04, R-39).

    The human does not win by a Titan that has to go back.
    """
    for side in (state.side, 1 - state.side):
        if state.haunted[side] or points(state, side) < state.setup.data.points_needed:
            continue
        if side == AI or not over_limit(state):
            state.winner = side
            state.phase = OVER
            state.stack.clear()
            state.events.append(ev.GameOver(SIDES[side], rule="WIN-03"))
            return


# ---- resources


def gain(state: State, side: int, what: Resources, reason: str) -> None:
    """A side gains from the supply; nothing happens for nothing."""
    if what.hoplites or what.nuggets:
        state.hoplites[side] += what.hoplites
        state.nuggets[side] += what.nuggets
        state.hoplites_out += what.hoplites
        state.nuggets_out += what.nuggets
        state.events.append(ev.Gained(SIDES[side], what.hoplites, what.nuggets, reason))


def pay(state: State, side: int, what: Resources, reason: str) -> None:
    """A side pays to the supply; nothing happens for nothing."""
    if what.hoplites or what.nuggets:
        state.hoplites[side] -= what.hoplites
        state.nuggets[side] -= what.nuggets
        state.hoplites_out -= what.hoplites
        state.nuggets_out -= what.nuggets
        state.events.append(ev.Paid(SIDES[side], what.hoplites, what.nuggets, 0, reason))


def pay_price(state: State, side: int, how: str, amount: int) -> None:
    """Pay for an extra action; spent trophies, the oldest, go back to the bag (R-30)."""
    if how == "skulls":
        spent, state.trophies[side] = state.trophies[side][:amount], state.trophies[side][amount:]
        state.events.append(ev.Paid(SIDES[side], skulls=amount, reason="extra"))
        for kind in spent:
            state.creature_bag = into_bag(state, state.creature_bag, kind)
    else:
        pay(state, side, Resources(**{how: amount}), "extra")


# ---- bags, piles and decks


def into_bag(state: State, bag: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """The bag with one piece more: anywhere, or behind all others if the bag is ordered."""
    if state.setup.ordered:
        return (*bag, piece)
    place = state.chance.below(BAGS, len(bag) + 1)
    return (*bag[:place], piece, *bag[place:])


def reshuffled(state: State, used: Sequence[int]) -> tuple[int, ...]:
    """Used cards or tiles as a new pile.

    Raises:
        ScriptError: more than one order is possible and no seed decides which.
    """
    if len(used) > 1 and state.chance.driver == SCRIPTED:
        raise ScriptError("a pile has to be shuffled anew; give the scenario a seed")
    return tuple(state.chance.shuffled(CARDS, used))


def next_tile(state: State, size: int) -> int:
    """The top tile of a pile, out of the used ones when it is empty; `NONE` without any."""
    place = size - 1
    if not state.piles[place]:
        state.piles[place] = reshuffled(state, state.used_tiles[place])
        state.used_tiles[place] = ()
    if not state.piles[place]:
        return NONE
    tile, state.piles[place] = state.piles[place][0], state.piles[place][1:]
    return tile


def next_card(state: State) -> int:
    """The top card of the deck, out of the used ones when it is empty; `NONE` without any."""
    if not state.deck:
        state.deck = reshuffled(state, state.used_cards)
        state.used_cards = ()
    if not state.deck:
        return NONE
    card, state.deck = state.deck[0], state.deck[1:]
    return card


def next_creature(state: State) -> int:
    """A creature out of the bag, `NONE` if it is empty (`base:creatures.empty_bag`)."""
    if not state.creature_bag:
        return NONE
    kind, state.creature_bag = state.creature_bag[0], state.creature_bag[1:]
    return kind


def use_up_tile(state: State, tile: int, creatures: Sequence[int]) -> None:
    """A tile joins the used ones, its creatures go back to the bag."""
    size = state.setup.tiles[tile].size
    state.used_tiles[size - 1] = (*state.used_tiles[size - 1], tile)
    for kind in creatures:
        if kind != NONE:
            state.creature_bag = into_bag(state, state.creature_bag, kind)


# ---- cards and tiles


def take_card(state: State, place: int, cost: int) -> None:
    """The active side takes the card at a place of the row, which closes up."""
    card, tile, creatures = state.row[place]
    state.row = state.row[:place] + state.row[place + 1 :]
    state.taken, state.tile, state.on_tile = card, tile, creatures
    name = state.setup.data.cards[card].id
    state.events.append(ev.CardSelected(SIDES[state.side], name, place + 1, cost))
    pay(state, state.side, Resources(cost, 0), "card")


def discard_card(state: State, place: int) -> None:
    """A card leaves the row for the used ones, with its tile and creatures (R-36)."""
    card, tile, creatures = state.row[place]
    state.row = state.row[:place] + state.row[place + 1 :]
    state.used_cards = (*state.used_cards, card)
    state.events.append(ev.CardDiscarded(SIDES[state.side], state.setup.data.cards[card].id))
    if tile != NONE:
        use_up_tile(state, tile, creatures)


def discard_tile(state: State) -> None:
    """The tile of the taken card fits nowhere and leaves (R-07, `base:tiles.placement`)."""
    tile, creatures = state.tile, state.on_tile
    state.tile, state.on_tile = NONE, ()
    state.events.append(ev.TileDiscarded(state.setup.tiles[tile].id))
    use_up_tile(state, tile, creatures)


def lay_tile(state: State, side: int, places: Sequence[int], sector: int | None = None) -> int:
    """The tile of the taken card lies on circles of a side's board; gives their mask."""
    setup = state.setup
    tile = setup.tiles[state.tile]
    land = side * len(setup.data.terrains)
    beasts = side * len(setup.data.creatures)
    mask = 0
    for place, terrain, kind in zip(places, tile.terrains, state.on_tile, strict=True):
        bit = 1 << place
        mask |= bit
        state.land[land + terrain] |= bit
        if kind != NONE:
            state.beasts[beasts + kind] |= bit
            state.haunted[side] |= bit
    state.occupied[side] |= mask
    state.placed[side] = (*state.placed[side], state.tile)
    state.tile, state.on_tile = NONE, ()
    circles = setup.boards[side].circles
    state.events.append(
        ev.TilePlaced(SIDES[side], tile.id, tuple(circles[place] for place in places), sector),
    )
    return mask


def place_metropolis(state: State, port: int) -> None:
    """The human's metropolis lies on a port and gains its rewards."""
    name, mask = state.setup.ports[port]
    state.home[HUMAN] |= mask
    state.occupied[HUMAN] |= mask
    state.events.append(ev.MetropolisPlaced(name, state.setup.boards[HUMAN].named(mask)))
    gain_port_rewards(state, mask)


def gain_port_rewards(state: State, mask: int) -> None:
    """The human gains what the circles covered just now carry."""
    rewards = state.setup.port_rewards
    hoplites = nuggets = 0
    for place in bits(mask):
        if place in rewards:
            hoplites += rewards[place].hoplites
            nuggets += rewards[place].nuggets
    gain(state, HUMAN, Resources(hoplites, nuggets), "port")


# ---- Titans


def give_titan(state: State, titan: int, side: int) -> None:
    """A side takes a Titan, the human on its active face, the AI on the other (PLACE-14)."""
    active = side == HUMAN
    state.titans[titan] = side << 1 | active
    name = state.setup.data.titans[titan].id
    state.events.append(ev.TitanMoved(name, SIDES[side], ACTIVE if active else INACTIVE))
    judge(state)


def return_titan(state: State, titan: int) -> None:
    """A Titan goes back to the supply, active."""
    state.titans[titan] = SUPPLY << 1 | 1
    name = state.setup.data.titans[titan].id
    state.events.append(ev.TitanMoved(name, HOLDERS[SUPPLY], ACTIVE))
    judge(state)


def use_titan(state: State, titan: int) -> None:
    """The human turns an active Titan to use its power."""
    state.titans[titan] = HUMAN << 1
    state.events.append(ev.TitanMoved(state.setup.data.titans[titan].id, SIDES[HUMAN], INACTIVE))


# ---- building


def build_temple(state: State, side: int, site: int) -> None:
    """A Temple stands on four circles, which count for nothing else any more (R-18)."""
    state.temples[side] = (*state.temples[side], site)
    state.covered[side] |= site
    circles = state.setup.boards[side].named(site)
    state.events.append(ev.Built(SIDES[side], "temple", circles=circles))
    judge(state)


def forge_medallion(state: State, side: int, free: bool = False) -> None:
    """A side gets a Medallion, for its price or free (BUILD-03, BUILD-16, R-25)."""
    if not free:
        pay(state, side, state.setup.data.medallion_cost, "medallion")
    state.medallions[side] += 1
    state.events.append(ev.Built(SIDES[side], "medallion"))
    judge(state)


def take_building(state: State, space: int) -> int:
    """The Building leaves its construction space; gives its number."""
    building, state.construction[space] = state.construction[space], NONE
    return building


def put_on_island(state: State, space: int, place: int) -> None:
    """The human builds a Building on a circle and gains what lies on it."""
    setup = state.setup
    number = take_building(state, space)
    state.buildings[place] = number
    state.covered[HUMAN] |= 1 << place
    building = setup.buildings[number]
    state.events.append(
        ev.Built(
            SIDES[HUMAN],
            "building",
            building.id,
            space=setup.data.spaces[space],
            at=setup.boards[HUMAN].circles[place],
        ),
    )
    gain(state, HUMAN, building.comes_with, "building")


def put_on_strip(state: State, space: int) -> None:
    """The AI builds on the leftmost free strip space, beside the strip if it is full.

    What lies on the Building, the effect of the space, and from the 8th on a Medallion follow, in
    this order (BUILD-12..17, R-22, R-24, R-25).
    """
    setup = state.setup
    board = setup.data.ai
    number = take_building(state, space)
    building = setup.buildings[number]
    up = building.id in FACE_UP
    state.strip = (*state.strip, number << 1 | up)
    face = "up" if up else "down"
    spaces = setup.data.spaces
    state.events.append(ev.Built(SIDES[AI], "building", building.id, face, spaces[space]))
    if setup.options.ai_building_resource:
        gain(state, AI, building.comes_with, "building")
    built = len(state.strip)
    if built <= board.strip_spaces and built in board.strip_effects:
        gain(state, AI, board.strip_effects[built], "strip")
    if built + board.metropolis_is_building >= board.medallion_from:
        forge_medallion(state, AI, free=True)


def work(state: State, side: int, action: str, more: int = 0) -> None:
    """Produce or recruit: 1 for each Mine or Training Camp, and `more` (PRODUCE-01, RECRUIT-01)."""
    if action == "produce":
        gain(state, side, Resources(0, workplaces(state, side, MINE) + more), action)
    else:
        gain(state, side, Resources(workplaces(state, side, CAMP) + more, 0), action)


# ---- combat


def commit(state: State, place: int, hoplites: int) -> None:
    """Hoplites of the human go from the reserve onto a creature."""
    if hoplites:
        state.hoplites[HUMAN] -= hoplites
        state.committed[place] = state.committed.get(place, 0) + hoplites
        circle = state.setup.boards[HUMAN].circles[place]
        state.events.append(ev.HoplitesCommitted(SIDES[HUMAN], circle, hoplites))


def creature_at(state: State, side: int, place: int) -> int:
    """The kind of the creature on a circle, `NONE` if there is none."""
    kinds = len(state.setup.data.creatures)
    for kind in range(kinds):
        if state.beasts[side * kinds + kind] >> place & 1:
            return kind
    return NONE


def fought(state: State, side: int, place: int, dice: tuple[Any, ...], won: bool) -> None:
    """Note how a combat roll came out."""
    creature = state.setup.data.creatures[creature_at(state, side, place)].id
    circle = state.setup.boards[side].circles[place]
    state.events.append(ev.CombatFought(SIDES[side], circle, creature, dice, won))


def capture(state: State, side: int, place: int) -> Resources:
    """A creature becomes a trophy; gives its loot, still to be gained.

    Hoplites committed to it are lost.
    """
    setup = state.setup
    kind = creature_at(state, side, place)
    bit = 1 << place
    state.beasts[side * len(setup.data.creatures) + kind] &= ~bit
    state.haunted[side] &= ~bit
    state.trophies[side] = (*state.trophies[side], kind)
    if side == HUMAN:
        state.hoplites_out -= state.committed.pop(place, 0)
    creature = setup.data.creatures[kind]
    circle = setup.boards[side].circles[place]
    state.events.append(ev.CreatureCaptured(SIDES[side], circle, creature.id))
    judge(state)
    return creature.loot


def take_extra(state: State, side: int, how: str, amount: int, action: str) -> None:
    """A side pays for an extra action."""
    state.events.append(ev.ExtraTaken(SIDES[side], how, action))
    pay_price(state, side, how, amount)
