"""Events in sentences, and what actions are about, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from obsidia_core.kernel.actions import Action
from orichalque import actions as act
from orichalque import facts, legal
from orichalque.geometry import Circle
from orichalque.setup import HUMAN, NONE, Setup
from orichalque.state import Offer, State

Told = Mapping[str, Any]
SIDE_FIELDS = ("side", "first", "winner", "to")
"""Fields of events that name a side."""

PHASES: Mapping[str, str] = {
    "metropolis": "place the metropolis",
    "select_card": "select a card",
    "place_tile": "place the tile",
    "resolve_card": "resolve the card",
    "extra_action": "extra action",
    "discard_card": "discard a card",
}


YOU = "you"
"""In place of a side: who reads it."""


def sentence(event: Told, seat: str | None = None) -> str:
    """An event, in its JSON form, as one sentence; `seat` is the side that reads it.

    >>> sentence({"type": "roll", "side": "ai", "reason": "select", "dice": ["skull"]})
    'The AI rolls skull to select a card.'
    >>> won = {"type": "game_over", "winner": "human"}
    >>> sentence(won), sentence(won, "human")
    ('The human wins.', 'You win.')
    """
    tell = _TELLERS.get(event["type"])
    if tell is None:
        return f"{event['type']}."
    sides = {key: YOU for key in SIDE_FIELDS if seat is not None and event.get(key) == seat}
    return f"{tell({**event, **sides})}."


def _who(side: str) -> str:
    return {YOU: "You", "human": "The human", "ai": "The AI", "supply": "the supply"}[side]


def _does(event: Told, verb: str) -> str:
    """Subject and verb: `You take`, `The AI takes`."""
    side = event["side"]
    return f"{_who(side)} {verb if side == YOU else _third(verb)}"


def _third(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    ending = "es" if first.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{first}{ending} {rest}".rstrip()


def _named(name: str) -> str:
    return name.replace("_", " ")


def card_name(card: str) -> str:
    """What a card is called.

    >>> card_name("recruit_1")
    'Recruit 1'
    """
    return _named(card).capitalize()


def titan_name(titan: str) -> str:
    """What a Titan is called, such as `forest Titan`."""
    return f"{_named(titan.removeprefix('titan_'))} Titan"


def titans_told(titans: Mapping[str, str]) -> str:
    """Titans by their terrains, as a list; `titans` has the face of each.

    >>> titans_told({"titan_forest": "inactive", "titan_desert": "active"})
    'forest (used), desert'
    """
    told = (
        titan.removeprefix("titan_") + ("" if face == facts.ACTIVE else " (used)")
        for titan, face in titans.items()
    )
    return ", ".join(told) or "none"


def port_name(port: str) -> str:
    """What a port is called, such as `north-east`: one word, unlike two ports."""
    return port.replace("_", "-")


def _at(circle: Any) -> str:
    return str(Circle.of(circle))


def counted(number: int, things: str) -> str:
    """A number of things.

    >>> counted(1, "hoplites"), counted(2, "hoplites")
    ('1 hoplite', '2 hoplites')
    """
    return f"{number} {things[:-1] if number == 1 else things}"


def _amount(event: Told) -> str:
    return " and ".join(
        counted(event[key], key) for key in ("hoplites", "nuggets", "skulls") if event.get(key)
    )


def _dice(event: Told) -> str:
    return " ".join(map(str, event["dice"]))


def _roll(event: Told) -> str:
    why = {"select": " to select a card", "discard": " to discard a card"}
    return f"{_does(event, 'roll')} {_dice(event)}{why.get(event['reason'], '')}"


def _phase(event: Told) -> str:
    return f"{_who(event['side'])}: {PHASES[event['phase']]}"


def _built(event: Told) -> str:
    if event["what"] == "building":
        where = f" at {_at(event['at'])}" if "at" in event else f", face {event['face']}"
        return f"{_does(event, 'build')} {_named(event['building'])}{where}"
    if event["what"] == "temple":
        return f"{_does(event, 'build')} a Temple at {' '.join(map(_at, event['circles']))}"
    return f"{_does(event, 'get')} a Medallion"


def _new_buildings(event: Told) -> str:
    pairs = zip(event.get("buildings", ()), event.get("values", ()), strict=True)
    return f"New Buildings: {', '.join(_building(*pair) for pair in pairs) or 'none'}"


def _building(kind: str, value: int | None) -> str:
    """A Building by its name, Siege Engines with the die face on them."""
    return _named(kind) if value is None else f"{_named(kind)} {value}"


def _titan(event: Told) -> str:
    name = titan_name(event["titan"])
    if event["to"] == "supply":
        return f"The {name} goes back to the supply"
    holder = {YOU: "you", "human": "the human", "ai": "the AI"}[event["to"]]
    return f"The {name} is with {holder}, {event['face']}"


def _tile(name: str) -> str:
    return name.rpartition(".")[0].replace("+", ", ")


def _placed(event: Told) -> str:
    where = " ".join(map(_at, event["circles"]))
    sector = f" in sector {event['sector']}" if "sector" in event else ""
    return f"{_does(event, 'place')} {_tile(event['tile'])} at {where}{sector}"


def _combat(event: Told) -> str:
    verb = "beat" if event["won"] else "lose to"
    return f"{_does(event, verb)} {event['creature']} at {_at(event['at'])}"


def named(action: Action) -> str | None:
    """An action with cards, Titans and ports by their names, None if its text form has no ids.

    >>> named(act.SelectCard("recruit_1"))
    'select Recruit 1'
    """
    match action:
        case act.SelectCard(card):
            return f"select {card_name(card)}"
        case act.DiscardCard(card):
            return f"discard {card_name(card)}"
        case act.ReturnTitan(titan):
            return f"return the {titan_name(titan)}"
        case act.UseTitan(titan):
            return f"use the {titan_name(titan)}"
        case act.PlaceMetropolis(port):
            return f"metropolis on the port {port_name(port)}"
    return None


def described(state: State, action: Action) -> str:
    """What an action is about beyond its text form, from the position it answers."""
    setup = state.setup
    match action:
        case act.SelectCard() | act.DiscardCard():
            place = legal.place_in_row(state, action.card)
            cost = legal.space_cost(state, place)
            price = counted(cost, "hoplites") if cost else "free"
            lies = _lies(setup, state.row[place])
            return lies if isinstance(action, act.DiscardCard) else f"{price}, {lies}"
        case act.PlaceTile() if len(action.circles) > 1:
            terrains = [setup.data.terrains[one] for one in setup.tiles[state.tile].terrains]
            pairs = zip(terrains, action.circles, strict=True)
            return ", ".join(f"{terrain} {circle}" for terrain, circle in pairs)
        case act.BuildBuilding():
            number = state.construction[setup.data.spaces.index(action.space)]
            building = setup.buildings[number]
            return _building(building.id, building.value)
        case act.Fight():
            place = setup.boards[HUMAN].index[action.at]
            creature = setup.data.creatures[facts.creature_at(state, HUMAN, place)]
            boost = state.stack[-1].data["boost"]
            there = state.committed.get(place, 0) + action.hoplites
            dice = boost or setup.data.base_dice + there
            rolled = "1 die" if dice == 1 else f"{dice} dice"
            return f"{creature.id}, strength {creature.strength}, {rolled}"
        case act.Extra():
            amount = legal.extra_price(state, action.pay)
            return "" if amount is None else f"costs {counted(amount, action.pay)}"
    return ""


def _lies(setup: Setup, offer: Offer) -> str:
    """The tile of a card in the row with its creatures."""
    _, tile, creatures = offer
    if tile == NONE:
        return "no tile"
    return ", ".join(
        setup.data.terrains[terrain] + ("" if kind == NONE else f" with {setup.kind_names[kind]}")
        for terrain, kind in zip(setup.tiles[tile].terrains, creatures, strict=True)
    )


_TELLERS: Mapping[str, Callable[[Told], str]] = {
    "phase": _phase,
    "roll": _roll,
    "card_selected": lambda event: f"{_does(event, 'take')} {card_name(event['card'])}",
    "metropolis_placed": lambda event: (
        f"The metropolis lies on the port {port_name(event['port'])}"
    ),
    "tile_placed": _placed,
    "tile_discarded": lambda event: f"The tile {_tile(event['tile'])} fits nowhere and leaves",
    "bonus": lambda event: f"{_does(event, 'cover')} a bonus: {event['action']}",
    "gained": lambda event: f"{_does(event, 'gain')} {_amount(event)}",
    "paid": lambda event: f"{_does(event, 'pay')} {_amount(event)}",
    "titan": _titan,
    "built": _built,
    "committed": lambda event: f"{_does(event, 'commit')} {_amount(event)} at {_at(event['at'])}",
    "combat": _combat,
    "captured": lambda event: f"{_does(event, 'capture')} {event['creature']}",
    "extra": lambda event: (
        f"{_does(event, 'take')} an extra action for {event['pay']}: {event['action']}"
    ),
    "card_discarded": lambda event: f"{_does(event, 'discard')} {card_name(event['card'])}",
    "row_refilled": lambda event: (
        f"New cards: {', '.join(map(card_name, event['cards'])) or 'none'}"
    ),
    "construction_refilled": _new_buildings,
    "initiative": lambda event: f"{_who(event['first'])} will be first",
    "round": lambda event: f"Round {event['number']} begins",
    "game_over": lambda event: f"{_does({'side': event['winner']}, 'win')}",
}
