"""Lists the legal answers to each of the human's decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.kernel.actions import Action
from orichalque import actions as act
from orichalque import construction, facts
from orichalque.boards import bits
from orichalque.data import Resources
from orichalque.setup import CAMP, FORGE, HUMAN, HUMAN_ACTIONS, MINE, NONE, PAYS, STATUES
from orichalque.state import State

PASS = act.Pass()
PRODUCE = act.Produce()
RECRUIT = act.Recruit()


def space_cost(state: State, place: int) -> int:
    """Hoplites that a place of the row costs (`base:action_board.space_costs`)."""
    costs = state.setup.data.space_costs
    return costs[min(place, len(costs) - 1)]


def metropolis_actions(state: State) -> list[Action]:
    """The ports whose circles are all free."""
    occupied = state.occupied[HUMAN]
    return [act.PlaceMetropolis(name) for name, mask in state.setup.ports if not mask & occupied]


def select_actions(state: State) -> list[Action]:
    """The cards of the row that can be paid, from the left."""
    hoplites = state.hoplites[HUMAN]
    ways, costs = state.setup.select_actions, state.setup.data.space_costs
    found: list[Action] = []
    for place, offer in enumerate(state.row):
        column = min(place, len(costs) - 1)
        if costs[column] <= hoplites:
            found.append(ways[offer[0]][column])
    return found


def place_actions(state: State) -> list[Action]:
    """The placements of the taken tile: free circles of which one touches something.

    Placements that look the same are listed once.
    """
    size = state.setup.tiles[state.tile].size
    turns = 1 if looks_same(state) else size
    occupied = state.occupied[HUMAN]
    found: list[Action] = []
    for mask, touching, actions in state.setup.spots[size - 1]:
        if not mask & occupied and touching & occupied:
            found += actions[:turns]
    return found


def looks_same(state: State) -> bool:
    """Whether all circles of the taken tile look the same, creatures included."""
    terrains = state.setup.tiles[state.tile].terrains
    return len(set(zip(terrains, state.on_tile, strict=True))) == 1


def titan_actions(state: State) -> list[Action]:
    """The Titans of the human, any of which may go back."""
    data = state.setup.data
    return [act.ReturnTitan(data.titans[titan].id) for titan in facts.titans_of(state, HUMAN)]


def boosters(state: State, action: str) -> list[int]:
    """The active Titans of the human that boost an action."""
    active = HUMAN << 1 | 1
    return [
        number
        for number, titan in enumerate(state.setup.data.titans)
        if titan.boosts == action and state.titans[number] == active
    ]


def resolve_actions(state: State, about: Mapping[str, Any]) -> list[Action]:
    """What the action of an `action` frame allows now, without `pass`; empty if nothing."""
    action, boost = about["action"], about["boost"]
    boosting: list[Action] = [
        act.UseTitan(state.setup.data.titans[number].id) for number in boosters(state, action)
    ]
    if action == "produce":
        mines = facts.workplaces(state, HUMAN, MINE)
        return [PRODUCE, *boosting] if mines + boost else boosting
    if action == "recruit":
        camps = facts.workplaces(state, HUMAN, CAMP)
        return [RECRUIT, *boosting] if camps + boost else boosting
    if action == "build":
        found = construction.human_constructions(state)
        return [*found, *boosting] if found else []
    if not state.haunted[HUMAN]:
        return []
    return [*_fights(state, boost), *([] if boost else boosting)]


def _fights(state: State, boost: int) -> list[Action]:
    """Each creature with each number of hoplites; a boosted fight commits none."""
    setup = state.setup
    found: list[Action] = []
    for place in bits(state.haunted[HUMAN]):
        actions = setup.fight_actions[place]
        if boost:
            found.append(actions[0])
        else:
            more = setup.data.most_hoplites - state.committed.get(place, 0)
            found += actions[: max(min(more, state.hoplites[HUMAN]), 0) + 1]
    return found


def extra_price(state: State, pay: str) -> int | None:
    """What an extra action costs the human, Statues taken off; None if it cannot be paid so."""
    price = state.setup.data.prices.get(pay)
    if price is None:
        return None
    off = 0
    if state.buildings:
        numbers = state.setup.by_kind.get(STATUES, ())
        buildings = state.setup.buildings
        off = sum(
            buildings[number].reduction for number in state.buildings.values() if number in numbers
        )
    return max(price - off, min(price, 1))


def in_hand(state: State, side: int, pay: str) -> int:
    """How many skulls, hoplites or nuggets a side has."""
    if pay == "skulls":
        return len(state.trophies[side])
    return (state.hoplites if pay == "hoplites" else state.nuggets)[side]


def extra_limit(state: State) -> int:
    """Extra actions of one turn; a Forge allows a second one."""
    return state.setup.data.extra_actions + (1 if facts.count_of(state, FORGE) else 0)


def useful(state: State, action: str, less: Resources) -> bool:
    """Whether the human could do something with an action once `less` has been paid."""
    if action == "produce":
        return bool(facts.workplaces(state, HUMAN, MINE) or boosters(state, action))
    if action == "recruit":
        return bool(facts.workplaces(state, HUMAN, CAMP) or boosters(state, action))
    if action == "capture":
        return bool(state.haunted[HUMAN])
    cost = state.setup.data.medallion_cost
    return construction.can_pay(state, HUMAN, cost, less) or construction.can_build_on_land(state)


def extra_actions(state: State) -> list[Action]:
    """Every way to pay with every action that can then be carried out, without `pass`."""
    prices = [
        (pay, price)
        for pay in PAYS
        if (price := extra_price(state, pay)) is not None and in_hand(state, HUMAN, pay) >= price
    ]
    if not prices:
        return []
    free = [action for action in HUMAN_ACTIONS if useful(state, action, construction.FREE)]
    # Only a Medallion has a price of its own, so that it matters how the extra action is paid.
    by_medallion = "build" in free and not construction.can_build_on_land(state)
    ways = state.setup.extra_actions
    found: list[Action] = []
    for pay, price in prices:
        less = after_price(pay, price)
        found += [
            ways[pay, action]
            for action in free
            if action != "build" or not by_medallion or useful(state, action, less)
        ]
    return found


def after_price(pay: str, price: int) -> Resources:
    """What a price takes out of the reserve."""
    return construction.FREE if pay == "skulls" else Resources(**{pay: price})


def discard_actions(state: State) -> list[Action]:
    """The cards of the row, from the left."""
    return [state.setup.discard_actions[offer[0]] for offer in state.row]


def listed(state: State) -> list[Action]:
    """All legal answers to the open question, in a stable order."""
    assert state.asking is not None
    match state.asking[1]:
        case "metropolis":
            return metropolis_actions(state)
        case "select_card":
            return select_actions(state)
        case "place_tile":
            return place_actions(state)
        case "titan_limit":
            return titan_actions(state)
        case "resolve":
            return [*resolve_actions(state, state.stack[-1].data), PASS]
        case "extra_action":
            return [*extra_actions(state), PASS]
        case _:
            return discard_actions(state)


def place_in_row(state: State, card: str) -> int:
    """Where a card lies in the row, from 0; `NONE` if it does not."""
    number = state.setup.card_of.get(card, NONE)
    return next((place for place, offer in enumerate(state.row) if offer[0] == number), NONE)
