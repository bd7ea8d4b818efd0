"""The view: all there is to know. It is the same for everybody.

Hidden are only the order of deck and piles, what a bag will give, and the dice to come; so bags,
piles and the deck are listed sorted, not as they lie.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from orichalque import facts, legal
from orichalque.boards import bits
from orichalque.setup import AI, CAMP, HUMAN, METROPOLIS, MINE, NONE, SIDES, SUPPLY
from orichalque.state import OVER, PHASES, State


def view(state: State) -> dict[str, Any]:
    """Everything, ready for JSON. Circles are `[q, r]`, as keys `"q,r"`."""
    setup = state.setup
    return {
        "game": "orichalque",
        "round": state.round,
        "side": SIDES[state.side],
        "phase": PHASES[state.phase],
        "first": SIDES[state.first],
        "over": state.phase == OVER,
        "winner": None if state.winner == NONE else SIDES[state.winner],
        "decision": None if state.asking is None else state.asking[1],
        "card": None if state.taken == NONE else setup.data.cards[state.taken].id,
        "tile": None if state.tile == NONE else _tile(state, state.tile, state.on_tile),
        "row": [
            {
                "card": setup.data.cards[card].id,
                "action": setup.data.cards[card].action,
                "cost": legal.space_cost(state, place),
                "tile": None if tile == NONE else _tile(state, tile, creatures),
            }
            for place, (card, tile, creatures) in enumerate(state.row)
        ],
        "human": {**_side(state, HUMAN), **_human(state)},
        "ai": {**_side(state, AI), **_ai(state)},
        "supply": _supply(state),
    }


def _tile(state: State, tile: int, creatures: tuple[int, ...]) -> dict[str, Any]:
    data = state.setup.data
    lying = state.setup.tiles[tile]
    return {
        "id": lying.id,
        "terrains": [data.terrains[terrain] for terrain in lying.terrains],
        "creatures": [None if kind == NONE else data.creatures[kind].id for kind in creatures],
    }


def _side(state: State, side: int) -> dict[str, Any]:
    setup = state.setup
    board = setup.boards[side]
    return {
        "hoplites": state.hoplites[side],
        "nuggets": state.nuggets[side],
        "skulls": len(state.trophies[side]),
        "trophies": [setup.data.creatures[kind].id for kind in state.trophies[side]],
        "medallions": state.medallions[side],
        "points": facts.points(state, side),
        "mines": facts.workplaces(state, side, MINE),
        "camps": facts.workplaces(state, side, CAMP),
        "temples": len(state.temples[side]),
        "temple_sites": [list(map(list, board.named(site))) for site in state.temples[side]],
        "titans": _titans(state, side),
        "creatures": list(map(list, board.named(state.haunted[side]))),
        "pacified": not state.haunted[side],
        "land": land(state, side),
    }


def land(state: State, side: int) -> dict[str, str]:
    """Circle to terrain, `volcano:KIND` with a creature on it, or `metropolis`."""
    setup = state.setup
    circles = setup.boards[side].circles
    terrains = setup.data.terrains
    found: dict[int, str] = dict.fromkeys(bits(state.home[side]), METROPOLIS)
    for number, terrain in enumerate(terrains):
        for place in bits(state.land[side * len(terrains) + number]):
            kind = facts.creature_at(state, side, place)
            beast = "" if kind == NONE else f":{setup.data.creatures[kind].id}"
            found[place] = f"{terrain}{beast}"
    return {str(circles[place]): found[place] for place in sorted(found)}


def _titans(state: State, holder: int) -> dict[str, str]:
    data = state.setup.data
    return {
        data.titans[titan].id: facts.ACTIVE if state.titans[titan] & 1 else facts.INACTIVE
        for titan in facts.titans_of(state, holder)
    }


def _human(state: State) -> dict[str, Any]:
    setup = state.setup
    circles = setup.boards[HUMAN].circles
    return {
        "titan_limit": facts.titan_limit(state),
        "buildings": {
            str(circles[place]): setup.buildings[number].id
            for place, number in sorted(state.buildings.items())
        },
        "siege_values": {
            str(circles[place]): value
            for place, number in sorted(state.buildings.items())
            if (value := setup.buildings[number].value) is not None
        },
        "committed": {
            str(circles[place]): count for place, count in sorted(state.committed.items())
        },
    }


def _ai(state: State) -> dict[str, Any]:
    buildings = state.setup.buildings
    return {
        "buildings": len(state.strip),
        "strip": [
            f"{buildings[lying >> 1].id} {'up' if lying & 1 else 'down'}" for lying in state.strip
        ],
    }


def _supply(state: State) -> dict[str, Any]:
    setup = state.setup
    data = setup.data
    return {
        "titans": _titans(state, SUPPLY),
        "construction": {
            space: None if number == NONE else setup.buildings[number].id
            for space, number in zip(data.spaces, state.construction, strict=True)
        },
        "siege_values": {
            space: value
            for space, number in zip(data.spaces, state.construction, strict=True)
            if number != NONE and (value := setup.buildings[number].value) is not None
        },
        "creature_bag": counted(data.creatures[kind].id for kind in state.creature_bag),
        "building_bag": counted(setup.buildings[number].id for number in state.building_bag),
        "deck": sorted(data.cards[card].id for card in state.deck),
        "used_cards": [data.cards[card].id for card in state.used_cards],
        "piles": {
            str(size): sorted(setup.tiles[tile].id for tile in pile)
            for size, pile in enumerate(state.piles, 1)
        },
        "used_tiles": {
            str(size): [setup.tiles[tile].id for tile in used]
            for size, used in enumerate(state.used_tiles, 1)
        },
    }


def counted(names: Iterable[str]) -> dict[str, int]:
    """How often each name comes, sorted by name."""
    found: dict[str, int] = {}
    for name in sorted(names):
        found[name] = found.get(name, 0) + 1
    return found
