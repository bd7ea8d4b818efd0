"""What the game says about its documents, for the JSON Schemas in `schemas/orichalque/protocol`.

python -m obsidia_core.protocol --write --game orichalque
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from obsidia_core.kernel.chance import DRIVERS
from obsidia_core.protocol.contract import Contract
from obsidia_core.protocol.docstrings import field_texts
from obsidia_core.protocol.shapes import Definitions, Schema, described, strict_object
from obsidia_core.protocol.states import frames
from obsidia_core.protocol.vocabulary import Key, Value, Vocabulary
from orichalque.actions import ACTIONS
from orichalque.data.loading import load
from orichalque.data.types import SKULL_NAME
from orichalque.events import EVENTS
from orichalque.facts import ACTIVE, INACTIVE
from orichalque.geometry import Circle
from orichalque.options import Options
from orichalque.refusals import DECISIONS
from orichalque.setup import HOLDERS, HUMAN, HUMAN_ACTIONS, PAYS, SIDES
from orichalque.state import NUMBERS, PHASES, SHAPES, STATE_FORMAT, State
from orichalque.view_types import View

COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0}
AMOUNT: Mapping[str, Any] = {"type": "integer", "minimum": 1}
FACES = (ACTIVE, INACTIVE)


def _vocabulary() -> Vocabulary:
    data = load({})

    def ids(text: str, entries: Any) -> Value:
        return Value.one_of(text, *(one.id for one in entries))

    values = {
        "Circle": Value(
            "A circle of a board, axial coordinates.",
            {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        ),
        "SeatId": Value.one_of("Who is asked.", SIDES[HUMAN]),
        "Side": Value.one_of("A side.", *SIDES),
        "Holder": Value.one_of("Who has something.", *HOLDERS),
        "Phase": Value.one_of("A phase of a turn or of the game.", *PHASES),
        "Question": Value.one_of("What a question is about.", *DECISIONS, "chance"),
        "CardId": ids("An Action card.", data.cards),
        "ActionName": Value.one_of("An action of cards and extra actions.", *HUMAN_ACTIONS),
        "Construction": Value.one_of(
            "An action, or for the AI one kind of construction.",
            *HUMAN_ACTIONS,
            *("building", "temple", "medallion"),
        ),
        "Pay": Value.one_of("What an extra action is paid with.", *PAYS),
        "TitanId": ids("A Titan.", data.titans),
        "TitanFace": Value.one_of("The face of a Titan that is up.", *FACES),
        "TileId": Value.of_text("A tile: its terrains, and the number of the copy."),
        "Terrain": Value.one_of("A terrain.", *data.terrains),
        "Creature": ids("A kind of creature.", data.creatures),
        "BuildingId": ids("A kind of Building.", data.buildings),
        "Space": Value.one_of("A space of the construction board.", *data.spaces),
        "Port": ids("A port of the human's island.", data.ports),
        "RuleId": Value.of_text("A rule, a ruling, or `base:` and a path of the base game's data."),
        "Fraction": Value.of_text("A fraction, such as 1/6.", r"^\d+(/\d+)?$"),
        "Driver": Value.one_of("Who decides what chance gives.", *DRIVERS),
    }
    return Vocabulary(values, KEYS, {Circle: "Circle"})


KEYS: Mapping[str, Key] = {
    "action": Key("The action.", "Construction"),
    "at": Key("The circle."),
    "building": Key("", "BuildingId"),
    "buildings": Key("The Buildings on them.", "BuildingId"),
    "card": Key("The card.", "CardId"),
    "cards": Key("The cards, from the left.", "CardId"),
    "circles": Key("The circles."),
    "committed": Key("", AMOUNT),
    "construction": Key("", "BuildingId"),
    "cost": Key("Hoplites that its place in the row costs.", COUNT),
    "creature": Key("The creature.", "Creature"),
    "creatures": Key("The creature on each circle of each tile, or null.", "Creature"),
    "decision": Key("", "Question"),
    "dice": Key("The dice as they lie.", {"enum": [1, 2, 3, 4, 5, SKULL_NAME]}),
    "first": Key("The side that is first in the next round.", "Side"),
    "hoplites": Key("How many hoplites.", COUNT),
    "kind": Key("What the question is about.", "Question"),
    "number": Key("Number of the round, from 1.", AMOUNT),
    "nuggets": Key("How many nuggets.", COUNT),
    "pay": Key("", "Pay"),
    "phase": Key("The phase.", "Phase"),
    "port": Key("The port.", "Port"),
    "reason": Key("What for."),
    "row": Key("The Action cards."),
    "rule": Key("The rule or ruling it came from.", "RuleId"),
    "sector": Key("The sector of the AI's board.", AMOUNT),
    "seat": Key("Who does it.", "SeatId"),
    "side": Key("Who it is about.", "Side"),
    "skulls": Key("How many captured creatures.", COUNT),
    "space": Key("The space of the construction board.", "Space"),
    "spaces": Key("The spaces.", "Space"),
    "terrains": Key("", "Terrain"),
    "tile": Key("The tile.", "TileId"),
    "tiles": Key("The tile of each card, or null.", "TileId"),
    "titan": Key("The Titan.", "TitanId"),
    "titans": Key("", "TitanFace"),
    "trophies": Key("", "Creature"),
    "winner": Key("The side that has won.", "Side"),
    "AiView.buildings": Key("", COUNT),
    "HumanView.buildings": Key("", "BuildingId"),
    "CardSelected.cost": Key(
        "Hoplites that it costs: as its place in the row says for the human, 0 for the AI, which "
        "pays nothing.",
        COUNT,
    ),
    "CardSelected.position": Key("Its place in the row, from 1.", AMOUNT),
    "TileDiscarded.tile": Key("The tile.", "TileId"),
    "BonusCovered.action": Key("The action it gives.", "Construction"),
    "Built.face": Key("", {"enum": ["up", "down"]}),
    "Built.what": Key("", {"enum": ["building", "temple", "medallion"]}),
    "CombatFought.won": Key("Whether the creature is beaten."),
    "ConstructionRefilled.values": Key(
        "The die face on each of them that is Siege Engines, null for the others.",
        {"type": "integer"},
    ),
    "InitiativeAssigned.tied": Key("Whether the marker changed hands on a tie."),
    "HumanView.creatures": Key(),
    "AiView.creatures": Key(),
    "OfferView.action": Key("Its action.", "ActionName"),
    "Outcome.probability": Key("How likely it is, a fraction.", "Fraction"),
    "Outcome.value": Key("The number that comes up.", {"type": "integer"}),
    "Rolled.reason": Key("", {"enum": ["select", "combat", "discard"]}),
    "TileView.creatures": Key("", "Creature"),
    "TitanMoved.face": Key("The face that is up.", "TitanFace"),
    "TitanMoved.to": Key("Who has it now.", "Holder"),
    "UseTitan.titan": Key("The Titan.", "TitanId"),
    "View.game": Key("", {"const": "orichalque"}),
    "View.round": Key("", AMOUNT),
    "SupplyView.deck": Key("", "CardId"),
    "SupplyView.used_cards": Key("", "CardId"),
    "SupplyView.piles": Key("", "TileId"),
    "SupplyView.used_tiles": Key("", "TileId"),
}
"""Keys of actions, events and the view."""


def _players(defs: Definitions) -> Schema:
    seats = {"type": "array", "minItems": 1, "maxItems": 1, "items": defs.value("SeatId")}
    return described("players", "The one player; the AI is no seat.", seats)


def _options(_defs: Definitions) -> Schema:
    texts = field_texts(Options)
    properties = {
        field.name: described(
            field.name,
            texts[field.name],
            {"enum": list(field.metadata["values"]), "default": field.default},
        )
        for field in attrs.fields(Options)
    }
    return strict_object(properties, [])


def _state(defs: Definitions, game: Schema, header: Mapping[str, Schema], chance: Schema) -> Schema:
    """Columns of numbers, and lists of numbers and of such lists."""
    texts = field_texts(State)
    item = {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/Numbers"}]}
    numbers = defs.add(
        "Numbers",
        described("Numbers", "Numbers, and lists of them.", {"type": "array", "items": item}),
    )
    pair = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}
    columns: dict[str, Schema] = {
        **{name: {"type": "integer"} for name in NUMBERS},
        **dict.fromkeys((*SHAPES, "buildings", "committed"), numbers),
        "lost": {"type": "boolean"},
    }
    properties = {
        "format": described(
            "format", "Name and version of the form of this document.", {"const": STATE_FORMAT}
        ),
        "game": game,
        "content": described("content", "Hash of the data.", {"type": "string"}),
        **header,
        "position": described(
            "position",
            "What a position made by hand adds to the data.",
            {"type": "object", "additionalProperties": True},
        ),
        **{name: described(name, texts[name], schema) for name, schema in columns.items()},
        "asking": described(
            "asking",
            "Seat and kind of the open question; null when the game is over.",
            {"anyOf": [pair, {"type": "null"}]},
        ),
        "stack": described("stack", "What is under way, the running frame last.", frames(defs)),
        "chance": described("chance", "The random streams.", chance),
    }
    return strict_object(properties, [name for name in properties if name != "position"])


def contract() -> Contract:
    """The types of the game's documents, and what they do not say."""
    return Contract(
        game="orichalque",
        title="Orichalque",
        folder="orichalque/protocol",
        identity="urn:orichalque:schema:protocol",
        words=_vocabulary(),
        actions=ACTIONS,
        events=EVENTS,
        view=View,
        about=None,
        players=_players,
        options=_options,
        state=_state,
        texts={"view": "All there is to know of a position; the same for everybody."},
    )
