"""A viewer that knows the rules but sees only views and events arrives at the next view."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest

from obsidia_core.kernel.chance import Chance
from orichalque.data import GameData
from orichalque.events import EVENTS
from orichalque.game import Orichalque

Json = dict[str, Any]
SEEDS = range(12)
COMES_WITH_THE_STEP = "decision"
"""The open question, which no event of this game repeats."""


def key(circle: list[int]) -> str:
    return ",".join(map(str, circle))


class Viewer:
    """A view that is kept true by events alone."""

    def __init__(self, view: Json, data: GameData) -> None:
        self.view = deepcopy(view)
        self.data = data
        self.terrains = set(data.terrains)

    def apply(self, event: Mapping[str, Any]) -> None:
        HANDLERS[event["type"]](self, event)

    def shown(self) -> Json:
        """The view, what follows from the rest counted anew."""
        view, data = deepcopy(self.view), self.data
        for place, offer in enumerate(view["row"]):
            offer["cost"] = data.space_costs[min(place, len(data.space_costs) - 1)]
        for side in ("human", "ai"):
            one = view[side]
            one["skulls"] = len(one["trophies"])
            one["temples"] = len(one["temple_sites"])
            haunted = [at for at, lies in one["land"].items() if ":" in lies]
            one["creatures"] = [list(map(int, at.split(","))) for at in haunted]
            one["pacified"] = not haunted
            one["points"] = (
                len(one["titans"]) * data.titan_points
                + one["temples"] * data.temple_points
                + one["medallions"] * data.medallion_points
            )
        human, ai = view["human"], view["ai"]
        built = list(human["buildings"].values())
        placed = "metropolis" in human["land"].values()
        human["mines"] = built.count("mine") + (data.mines if placed else 0)
        human["camps"] = built.count("training_camp") + (data.camps if placed else 0)
        human["titan_limit"] = data.titan_limit + built.count("oratory")
        ai["buildings"] = len(ai["strip"])
        ai["mines"] = ai["strip"].count("mine up") + data.ai.mines
        ai["camps"] = ai["strip"].count("training_camp up") + data.ai.camps
        return view

    # What lies in the supply

    def put(self, bag: str, name: str | None, count: int = 1) -> None:
        if name is not None:
            there: dict[str, int] = self.view["supply"][bag]
            there[name] = there.get(name, 0) + count
            if not there[name]:
                del there[name]

    def use_up(self, tile: Json | None) -> None:
        if tile is not None:
            size = str(len(tile["terrains"]))
            self.view["supply"]["used_tiles"][size].append(tile["id"])
            for kind in tile["creatures"]:
                self.put("creature_bag", kind)

    def end_turn(self) -> None:
        if self.view["card"] is not None:
            self.view["supply"]["used_cards"].append(self.view["card"])
            self.view["card"] = None

    def new_tile(self, name: str | None, creatures: list[str | None]) -> Json | None:
        if name is None:
            return None
        terrains = name.rpartition(".")[0].split("+")
        supply, size = self.view["supply"], str(len(terrains))
        if not supply["piles"][size]:
            supply["piles"][size], supply["used_tiles"][size] = supply["used_tiles"][size], []
        supply["piles"][size].remove(name)
        for kind in creatures:
            self.put("creature_bag", kind, -1)
        return {"id": name, "terrains": terrains, "creatures": list(creatures)}

    # Events

    def nothing(self, event: Mapping[str, Any]) -> None:
        """Another event tells what changes."""

    def phase(self, event: Mapping[str, Any]) -> None:
        self.view["side"], self.view["phase"] = event["side"], event["phase"]
        if event["phase"] in ("metropolis", "select_card"):
            self.end_turn()

    def card_selected(self, event: Mapping[str, Any]) -> None:
        offer = self.view["row"].pop(event["position"] - 1)
        assert offer["card"] == event["card"]
        self.view["card"], self.view["tile"] = offer["card"], offer["tile"]

    def metropolis_placed(self, event: Mapping[str, Any]) -> None:
        self.view["human"]["land"] |= {key(at): "metropolis" for at in event["circles"]}

    def tile_placed(self, event: Mapping[str, Any]) -> None:
        tile = self.view["tile"]
        assert tile["id"] == event["tile"]
        for at, terrain, kind in zip(
            event["circles"], tile["terrains"], tile["creatures"], strict=True
        ):
            self.view[event["side"]]["land"][key(at)] = f"{terrain}:{kind}" if kind else terrain
        self.view["tile"] = None

    def tile_discarded(self, event: Mapping[str, Any]) -> None:
        assert self.view["tile"]["id"] == event["tile"]
        self.use_up(self.view["tile"])
        self.view["tile"] = None

    def gained(self, event: Mapping[str, Any]) -> None:
        for what in ("hoplites", "nuggets"):
            self.view[event["side"]][what] += event.get(what, 0)

    def paid(self, event: Mapping[str, Any]) -> None:
        side = self.view[event["side"]]
        for what in ("hoplites", "nuggets"):
            side[what] -= event.get(what, 0)
        for _ in range(event.get("skulls", 0)):
            self.put("creature_bag", side["trophies"].pop(0))

    def titan(self, event: Mapping[str, Any]) -> None:
        for holder in ("human", "ai", "supply"):
            self.view[holder]["titans"].pop(event["titan"], None)
        self.view[event["to"]]["titans"][event["titan"]] = event["face"]

    def built(self, event: Mapping[str, Any]) -> None:
        side = self.view[event["side"]]
        if event["what"] == "temple":
            side["temple_sites"].append(event["circles"])
        elif event["what"] == "medallion":
            side["medallions"] += 1
        else:
            supply = self.view["supply"]
            supply["construction"][event["space"]] = None
            value = supply["siege_values"].pop(event["space"], None)
            if "at" not in event:
                side["strip"].append(f"{event['building']} {event['face']}")
                return
            side["buildings"][key(event["at"])] = event["building"]
            if value is not None:
                side["siege_values"][key(event["at"])] = value

    def committed(self, event: Mapping[str, Any]) -> None:
        side, at = self.view[event["side"]], key(event["at"])
        side["hoplites"] -= event["hoplites"]
        side["committed"][at] = side["committed"].get(at, 0) + event["hoplites"]

    def captured(self, event: Mapping[str, Any]) -> None:
        side, at = self.view[event["side"]], key(event["at"])
        side["land"][at] = side["land"][at].removesuffix(f":{event['creature']}")
        side["trophies"].append(event["creature"])
        side.get("committed", {}).pop(at, None)

    def card_discarded(self, event: Mapping[str, Any]) -> None:
        row = self.view["row"]
        offer = next(one for one in row if one["card"] == event["card"])
        row.remove(offer)
        self.view["supply"]["used_cards"].append(event["card"])
        self.use_up(offer["tile"])

    def row_refilled(self, event: Mapping[str, Any]) -> None:
        self.end_turn()
        supply = self.view["supply"]
        actions = {card.id: card.action for card in self.data.cards}
        for card, tile, creatures in zip(
            event["cards"], event.get("tiles", ()), event.get("creatures", ()), strict=True
        ):
            if not supply["deck"]:
                supply["deck"], supply["used_cards"] = supply["used_cards"], []
            supply["deck"].remove(card)
            lies = self.new_tile(tile, creatures)
            self.view["row"].append({"card": card, "action": actions[card], "tile": lies})

    def construction_refilled(self, event: Mapping[str, Any]) -> None:
        supply = self.view["supply"]
        for space, building, value in zip(
            event["spaces"], event.get("buildings", ()), event.get("values", ()), strict=True
        ):
            supply["construction"][space] = building
            self.put("building_bag", building, -1)
            if value is not None:
                supply["siege_values"][space] = value

    def initiative(self, event: Mapping[str, Any]) -> None:
        self.view["first"] = event["first"]

    def round(self, event: Mapping[str, Any]) -> None:
        self.view["round"] = event["number"]

    def game_over(self, event: Mapping[str, Any]) -> None:
        self.view |= {"over": True, "winner": event["winner"], "phase": "over"}


TELL_WHY = ("roll", "bonus", "combat", "extra")
HANDLERS: Mapping[str, Callable[[Viewer, Mapping[str, Any]], None]] = {
    event.type: Viewer.nothing if event.type in TELL_WHY else getattr(Viewer, event.type)
    for event in EVENTS
}


def in_any_order(view: Json) -> Json:
    """What the view lists in the order of a board or a name, sorted; the question left out."""
    view = json.loads(json.dumps(view))
    del view[COMES_WITH_THE_STEP]
    for side in ("human", "ai"):
        view[side]["creatures"].sort()
    view["supply"]["deck"].sort()
    for pile in view["supply"]["piles"].values():
        pile.sort()
    return view


@pytest.mark.parametrize("seed", SEEDS)
def test_events_lead_from_a_view_to_the_next(game: Orichalque, seed: int) -> None:
    state, choices = game.new(seed=seed), Chance(seed, 1)
    viewer = Viewer(game.view(state, "human"), state.setup.data)
    while actions := game.legal_actions(state):
        game.apply(state, actions[choices.below(0, len(actions))])
        told = json.loads(json.dumps(game.events_for(state.events, "human")))
        for event in told:
            viewer.apply(event)
        found, wanted = in_any_order(viewer.shown()), in_any_order(game.view(state, "human"))
        for name, part in wanted.items():
            assert found[name] == part, f"{name} after {told}"
    assert viewer.view["over"]
