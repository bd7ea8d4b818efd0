"""Conservation: whatever there is lies in exactly one place (`base:components`)."""

from __future__ import annotations

from collections.abc import Iterable

from orichalque.boards import bits
from orichalque.setup import AI, HUMAN, NONE
from orichalque.state import State


def audit(state: State) -> list[str]:
    """Conservation laws that the state breaks, in words; empty if all hold.

    Hoplites and nuggets balance with what has left the supply. In a game from its beginning cards,
    tiles, creatures and Buildings are also counted against the data; a scenario's position has only
    what it lists.
    """
    return [
        *_resources(state),
        *_boards(state),
        *_pieces(state),
    ]


def _resources(state: State) -> list[str]:
    found = []
    resting = sum(frame.data.get("rest", 0) for frame in state.stack if frame.op == "action")
    # Hoplites resting in the Hospital have gone to the supply; they are gained when they come back.
    hoplites = sum(state.hoplites) + sum(state.committed.values())
    if hoplites != state.hoplites_out:
        found.append(f"{hoplites} hoplites on the table, {state.hoplites_out} left the supply")
    if sum(state.nuggets) != state.nuggets_out:
        found.append(f"{sum(state.nuggets)} nuggets, {state.nuggets_out} left the supply")
    if min(*state.hoplites, *state.nuggets, *state.medallions, resting) < 0:
        found.append("a side has less than nothing")
    if any(not state.haunted[HUMAN] >> place & 1 for place in state.committed):
        found.append("hoplites are committed where no creature stands")
    return found


def _boards(state: State) -> list[str]:
    found = []
    terrains, kinds = len(state.setup.data.terrains), len(state.setup.data.creatures)
    for side in (HUMAN, AI):
        seen = state.home[side]
        for mask in state.land[side * terrains : (side + 1) * terrains]:
            if mask & seen:
                found.append("two things lie on one circle")
            seen |= mask
        if (seen | state.covered[side]) != state.occupied[side]:
            found.append("a board and its free circles disagree")
        wild = state.land[side * terrains + state.setup.wild]
        beasts = 0
        for mask in state.beasts[side * kinds : (side + 1) * kinds]:
            if mask & beasts or mask & ~wild:
                found.append("a creature shares its circle or stands on no volcano")
            beasts |= mask
        if beasts != state.haunted[side]:
            found.append("a board and its creatures disagree")
        built = 0
        own = [1 << place for place in state.buildings] if side == HUMAN else []
        for mask in (*own, *state.temples[side]):
            if mask & built:
                found.append("two buildings stand on one circle")
            built |= mask
        if built != state.covered[side]:
            found.append("a board and what is built on it disagree")
    return found


def _pieces(state: State) -> list[str]:
    setup = state.setup
    offers = [*state.row, (state.taken, state.tile, state.on_tile)]
    cards = [*state.deck, *state.used_cards, *(card for card, _, _ in offers)]
    tiles = [
        *(tile for pile in (*state.piles, *state.used_tiles, *state.placed) for tile in pile),
        *(tile for _, tile, _ in offers),
    ]
    found = [
        f"tile {setup.tiles[tile].id} is in {n} places" for tile, n in _wrong(tiles, setup.tiles)
    ]
    if setup.ordered:
        return found
    found += [
        f"card {setup.data.cards[card].id} is in {count} places"
        for card, count in _wrong(cards, setup.data.cards)
    ]
    creatures = [
        *state.creature_bag,
        *state.trophies[HUMAN],
        *state.trophies[AI],
        *(kind for _, _, lying in offers for kind in lying),
    ]
    buildings = [
        *state.building_bag,
        *state.construction,
        *state.buildings.values(),
        *(lying >> 1 for lying in state.strip),
    ]
    for kind, creature in enumerate(setup.data.creatures):
        standing = sum(mask.bit_count() for mask in state.beasts[kind :: len(setup.data.creatures)])
        count = creatures.count(kind) + standing
        if count != creature.count:
            found.append(f"{count} of {creature.count} {creature.id} are there")
    for number, building in enumerate(setup.buildings):
        if buildings.count(number) != setup.building_counts[number]:
            found.append(f"{buildings.count(number)} {building.id} are there")
    if any(
        sum(setup.tiles[tile].size for tile in state.placed[side])
        != sum(1 for mask in _lands(state, side) for _ in bits(mask))
        for side in (HUMAN, AI)
    ):
        found.append("a board and the tiles on it disagree")
    return found


def _lands(state: State, side: int) -> list[int]:
    terrains = len(state.setup.data.terrains)
    return state.land[side * terrains : (side + 1) * terrains]


def _wrong(numbers: Iterable[int], things: tuple[object, ...]) -> list[tuple[int, int]]:
    """Things that do not lie in exactly one place, with how many places they lie in."""
    counts = [0] * len(things)
    for number in numbers:
        if number != NONE:
            counts[number] += 1
    return [(number, count) for number, count in enumerate(counts) if count != 1]
