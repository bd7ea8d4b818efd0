"""Says why an answer is not legal; None exactly for the answers that `legal` lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Reason, Refusal
from orichalque import actions as act
from orichalque import construction, facts, legal, reasons
from orichalque.geometry import reading_key
from orichalque.setup import CAMP, CRYSTAL, HUMAN, HUMAN_ACTIONS, MINE, NONE
from orichalque.state import State

Refuse = Callable[[State, Any], Refusal | None]


def refuse(state: State, action: Action) -> Refusal | None:
    """Why the action is no legal answer to the open question, or None."""
    assert state.asking is not None
    kind = state.asking[1]
    predicate = _ANSWERS[kind].get(type(action))
    if predicate is None:
        reason = reasons.NOT_NOW.get(action.type, reasons.ANOTHER_QUESTION)
        return reason.refuse(kind=kind, type=action.type)
    return predicate(state, action)


def _always(_state: State, _action: Action) -> None:
    return None


def _metropolis(state: State, action: act.PlaceMetropolis) -> Refusal | None:
    for name, mask in state.setup.ports:
        if name == action.port:
            covered = mask & state.occupied[HUMAN]
            return reasons.PORT_COVERED.refuse(port=name) if covered else None
    return reasons.NO_SUCH_PORT.refuse(port=action.port)


def _select(state: State, action: act.SelectCard) -> Refusal | None:
    place = legal.place_in_row(state, action.card)
    if place == NONE:
        return reasons.NOT_IN_ROW.refuse(card=action.card)
    cost, hoplites = legal.space_cost(state, place), state.hoplites[HUMAN]
    if cost > hoplites:
        return reasons.TOO_EXPENSIVE.refuse(card=action.card, cost=cost, hoplites=hoplites)
    return None


def _discard(state: State, action: act.DiscardCard) -> Refusal | None:
    if legal.place_in_row(state, action.card) == NONE:
        return reasons.NOT_IN_ROW.refuse(card=action.card)
    return None


def _place(state: State, action: act.PlaceTile) -> Refusal | None:
    setup = state.setup
    board = setup.boards[HUMAN]
    tile = setup.tiles[state.tile]
    circles = action.circles
    if len(circles) != tile.size or len(set(circles)) != tile.size:
        return reasons.WRONG_SIZE.refuse(tile=tile.id, size=tile.size)
    for circle in circles:
        if circle not in board.index:
            return reasons.OFF_THE_ISLAND.refuse(circle=str(circle))
        if state.occupied[HUMAN] >> board.index[circle] & 1:
            return reasons.NOT_FREE.refuse(circle=str(circle))
    mask = board.mask(circles)
    spots = [spot for spot in setup.spots[tile.size - 1] if spot[0] == mask]
    if not spots:
        return reasons.WRONG_SIZE.refuse(tile=tile.id, size=tile.size)
    if not spots[0][1] & state.occupied[HUMAN]:
        return reasons.TOUCHES_NOTHING.refuse()
    normal = normal_placement(state, action)
    if normal is None:
        return reasons.FLIPPED.refuse()
    if normal != action:
        listed = " ".join(map(str, normal.circles))
        return reasons.LISTED_OTHERWISE.refuse(listed=listed)
    return None


def normal_placement(state: State, action: act.PlaceTile) -> act.PlaceTile | None:
    """The listed placement that looks the same; None if the tile cannot be turned so."""
    setup = state.setup
    board = setup.boards[HUMAN]
    size = setup.tiles[state.tile].size
    if len(action.circles) != size or any(one not in board.index for one in action.circles):
        return None
    mask = board.mask(set(action.circles))
    for lies, _, listed in setup.spots[size - 1]:
        if lies == mask:
            if legal.looks_same(state):
                return listed[0]
            return action if action in listed else None
    return None


def _return_titan(state: State, action: act.ReturnTitan) -> Refusal | None:
    number = state.setup.titan_ids.get(action.titan)
    if number is None:
        return reasons.NO_SUCH_TITAN.refuse(titan=action.titan)
    if state.titans[number] >> 1 != HUMAN:
        return reasons.NOT_YOUR_TITAN.refuse(titan=action.titan)
    return None


# ---- an action


def _at_hand(state: State, wanted: str) -> Refusal | None:
    action = state.stack[-1].data["action"]
    return None if action == wanted else reasons.OTHER_ACTION.refuse(action=action, wanted=wanted)


def _produce(state: State, _action: act.Produce) -> Refusal | None:
    refusal = _at_hand(state, "produce")
    if refusal is None and not facts.workplaces(state, HUMAN, MINE) + _boost(state):
        return reasons.NO_MINE.refuse()
    return refusal


def _recruit(state: State, _action: act.Recruit) -> Refusal | None:
    refusal = _at_hand(state, "recruit")
    if refusal is None and not facts.workplaces(state, HUMAN, CAMP) + _boost(state):
        return reasons.NO_CAMP.refuse()
    return refusal


def _boost(state: State) -> int:
    boost: int = state.stack[-1].data["boost"]
    return boost


def _use_titan(state: State, action: act.UseTitan) -> Refusal | None:
    number = state.setup.titan_ids.get(action.titan)
    if number is None:
        return reasons.NO_SUCH_TITAN.refuse(titan=action.titan)
    if state.titans[number] >> 1 != HUMAN:
        return reasons.NOT_YOUR_TITAN.refuse(titan=action.titan)
    if not state.titans[number] & 1:
        return reasons.TITAN_INACTIVE.refuse(titan=action.titan)
    about = state.stack[-1].data
    boosts = state.setup.data.titans[number].boosts
    if boosts != about["action"]:
        return reasons.OTHER_BOOST.refuse(titan=action.titan, boosts=boosts, action=about["action"])
    if action not in legal.resolve_actions(state, about):
        return reasons.NOTHING_TO_BOOST.refuse(titan=action.titan)
    return None


def _building(state: State, action: act.BuildBuilding) -> Refusal | None:
    refusal = _at_hand(state, "build")
    if refusal is not None:
        return refusal
    setup = state.setup
    if action.space not in setup.data.spaces:
        return reasons.NO_SUCH_SPACE.refuse(space=action.space)
    space = setup.data.spaces.index(action.space)
    if state.construction[space] == NONE:
        return reasons.SPACE_EMPTY.refuse(space=action.space)
    board = setup.boards[HUMAN]
    place = board.index.get(action.at, NONE)
    terrain = _terrain(state, place)
    circle = str(action.at)
    if terrain is None:
        return reasons.NO_LAND.refuse(circle=circle)
    if state.covered[HUMAN] >> place & 1:
        return reasons.COVERED.refuse(circle=circle)
    if terrain not in (action.space, setup.data.terrains[setup.wild]):
        return reasons.OTHER_TERRAIN.refuse(space=action.space, circle=circle, terrain=terrain)
    if state.haunted[HUMAN] >> place & 1:
        return reasons.CREATURE_ON_IT.refuse(circle=circle)
    if not construction.building_places(state, space) >> place & 1:
        crystal = setup.buildings[state.construction[space]].id == CRYSTAL
        reason = reasons.CRYSTAL_NEXT_TO_CREATURE if crystal else reasons.CREATURE_NEXT_TO_IT
        return reason.refuse(circle=circle)
    return None


def _terrain(state: State, place: int) -> str | None:
    if place == NONE:
        return None
    terrains = state.setup.data.terrains
    return next(
        (name for number, name in enumerate(terrains) if state.land[number] >> place & 1), None
    )


def _temple(state: State, action: act.BuildTemple) -> Refusal | None:
    refusal = _at_hand(state, "build")
    if refusal is not None:
        return refusal
    board = state.setup.boards[HUMAN]
    ordered = tuple(sorted(set(action.circles), key=reading_key))
    if ordered != action.circles or any(one not in board.index for one in ordered):
        return reasons.NO_DIAMOND.refuse()
    mask = board.mask(ordered)
    if mask not in board.sites:
        return reasons.NO_DIAMOND.refuse()
    told = construction.site_refusal(state, HUMAN, board.sites.index(mask))
    return None if told is None else _SITES[told].refuse()


_SITES: Mapping[str, Reason] = {
    "covered": reasons.SITE_COVERED,
    "creature": reasons.SITE_CREATURE,
    "terrain": reasons.SITE_TERRAINS,
}


def _forge(state: State, _action: act.ForgeMedallion) -> Refusal | None:
    refusal = _at_hand(state, "build")
    if refusal is not None:
        return refusal
    cost = state.setup.data.medallion_cost
    if not construction.can_pay(state, HUMAN, cost, construction.FREE):
        return reasons.TOO_FEW_NUGGETS.refuse(cost=cost.nuggets, nuggets=state.nuggets[HUMAN])
    return None


def _fight(state: State, action: act.Fight) -> Refusal | None:
    refusal = _at_hand(state, "capture")
    if refusal is not None:
        return refusal
    setup = state.setup
    place = setup.boards[HUMAN].index.get(action.at, NONE)
    if place == NONE or not state.haunted[HUMAN] >> place & 1:
        return reasons.NO_CREATURE.refuse(circle=str(action.at))
    if _boost(state) and action.hoplites:
        return reasons.NONE_BESIDE_TITAN.refuse()
    most, there = setup.data.most_hoplites, state.committed.get(place, 0)
    if action.hoplites and action.hoplites + there > most:
        return reasons.TOO_MANY_HOPLITES.refuse(most=most, there=there)
    if not 0 <= action.hoplites <= max(state.hoplites[HUMAN], 0):
        return reasons.NOT_ENOUGH_HOPLITES.refuse(
            hoplites=state.hoplites[HUMAN], wanted=action.hoplites
        )
    return None


def _extra(state: State, action: act.Extra) -> Refusal | None:
    price = legal.extra_price(state, action.pay)
    if price is None:
        return reasons.NO_SUCH_PRICE.refuse(pay=action.pay)
    if action.action not in HUMAN_ACTIONS:
        return reasons.NO_SUCH_ACTION.refuse(action=action.action)
    there = legal.in_hand(state, HUMAN, action.pay)
    if there < price:
        return reasons.CANNOT_PAY.refuse(price=price, pay=action.pay, there=there)
    if not legal.useful(state, action.action, legal.after_price(action.pay, price)):
        return reasons.NOTHING_TO_DO.refuse(action=action.action)
    return None


_ANSWERS: Mapping[str, Mapping[type[Action], Refuse]] = {
    "metropolis": {act.PlaceMetropolis: _metropolis},
    "select_card": {act.SelectCard: _select},
    "place_tile": {act.PlaceTile: _place},
    "titan_limit": {act.ReturnTitan: _return_titan},
    "resolve": {
        act.Produce: _produce,
        act.Recruit: _recruit,
        act.BuildBuilding: _building,
        act.BuildTemple: _temple,
        act.ForgeMedallion: _forge,
        act.Fight: _fight,
        act.UseTitan: _use_titan,
        act.Pass: _always,
    },
    "extra_action": {act.Extra: _extra, act.Pass: _always},
    "discard_card": {act.DiscardCard: _discard},
}

DECISIONS = tuple(_ANSWERS)
"""The kinds of the human's decisions."""


def candidates(state: State) -> list[Action]:
    """Everything that a person might try on the table as it is, legal or not."""
    setup = state.setup
    data = setup.data
    found: list[Action] = [act.PlaceMetropolis(port.id) for port in data.ports]
    for card in data.cards:
        found += [act.SelectCard(card.id), act.DiscardCard(card.id)]
    size = 1 if state.tile == NONE else setup.tiles[state.tile].size
    for _, _, placements in setup.spots[size - 1]:
        for action in placements:
            found.append(action)
            if size == 3:
                found.append(act.PlaceTile(action.circles[::-1]))
    for titan in data.titans:
        found += [act.ReturnTitan(titan.id), act.UseTitan(titan.id)]
    found += [legal.PRODUCE, legal.RECRUIT, act.ForgeMedallion(), legal.PASS]
    for actions in setup.build_actions:
        found += actions
    found += setup.temple_actions
    for fights in setup.fight_actions:
        found += fights
    found += setup.extra_actions.values()
    return found
