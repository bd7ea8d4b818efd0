"""The vocabulary of Obsidia's protocol: what keys mean, and which values they take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.kernel.chance import DRIVERS
from obsidia_core.model.geometry import SIDE_NAMES, Coordinate
from obsidia_core.model.hooks import WAYS
from obsidia_core.model.setup import COLONY_SIDES
from obsidia_core.model.state import PHASES
from obsidia_core.protocol.vocabulary import Json, Key, Value, Vocabulary
from obsidia_core.rules.table import DECISIONS

VALUES: Mapping[str, Value] = {
    "Place": Value.of_text(
        "A space of the map, `x,y`: x grows east, y grows south.", r"^-?\d+,-?\d+$"
    ),
    "Whereabouts": Value.of_text(
        "Where a piece is: a space `x,y`, `reserve`, or `gone` from the game.",
        r"^(reserve|gone|-?\d+,-?\d+)$",
    ),
    "Rotation": Value.one_of("Degrees clockwise.", 0, 90, 180, 270),
    "Exits": Value.of_text(
        "Open sides, clockwise from north, such as NES; - for none.", r"^(-|(?=.)N?E?S?W?)$"
    ),
    "Side": Value.one_of("A side of a space.", *SIDE_NAMES),
    "ColonySide": Value.one_of("A face of a home colony.", *COLONY_SIDES),
    "SeatId": Value.of_text(
        "Who plays: the class of the seat, `horde`, or `player` before a class is chosen."
    ),
    "ClassId": Value.of_text("A class, such as `warlords`."),
    "TownStatus": Value.of_text("`neutral`, `shared`, or the class that holds the town."),
    "TravelerId": Value.of_text(
        "A traveler: the letter of its class and a number from 1.", r"^\w\d+$"
    ),
    "PieceId": Value.of_text("A traveler, or a creature (C and a number from 1).", r"^\w\d+$"),
    "FighterId": Value.of_text("A side of a battle: a class, or a creature's id."),
    "TileId": Value.of_text("A tile, such as `plain-03`."),
    "SpellId": Value.of_text("A spell, such as `time_slip`; no card is repeated."),
    "TerrainId": Value.of_text("A terrain, such as `ice_field`."),
    "CreatureKind": Value.of_text("A kind of creature, such as `war_hound`."),
    "RuleId": Value.of_text("A rule or ruling of the ledger, such as TOWN-07 or RULING-57."),
    "Phase": Value.one_of("A phase of the game.", *PHASES),
    "Question": Value.one_of("What a question is about.", *DECISIONS, "chance"),
    "Choice": Value.one_of(
        "What is chosen.",
        *("traveler", "unit", "tile", "side", "player", "spell", "die"),
        *("number", "yes_no", "order", "placement"),
    ),
    "Fraction": Value.of_text("A fraction, such as 1/6.", r"^\d+(/\d+)?$"),
    "Driver": Value.one_of("Who decides what chance gives.", *DRIVERS),
}
"""Kinds of values that more than one key has."""


def _words(*values: str) -> Json:
    return {"enum": list(values)}


CHOSEN: Mapping[str, Any] = {
    "anyOf": [
        {"type": "string"},
        {"type": "boolean"},
        {"type": "integer"},
        {"type": "array", "items": {"type": "string"}},
        {"$ref": "#/$defs/Placement"},
    ]
}
"""Values of choices: an id, a side, yes or no, a number, an order, a placement."""

KEYS: Mapping[str, Key] = {
    "against": Key("Where the other side stands.", "Place"),
    "at": Key("Where it is, or happens.", "Place"),
    "battles": Key("The battles, those to be fought first at the front."),
    "cause": Key("What killed it: battle, loop, spell, lost, or the id of a terrain."),
    "class": Key("The class whose home it is, or null.", "ClassId"),
    "class_id": Key("The player's class.", "ClassId"),
    "classes": Key("The classes of each seat.", "ClassId"),
    "communal": Key("Tiles in the communal stack now.", {"type": "integer", "minimum": 0}),
    "count": Key("How many.", {"type": "integer", "minimum": 0}),
    "creatures": Key("The creatures in play."),
    "current": Key("The seat whose turn it is.", "SeatId"),
    "dice": Key("The faces as they lie."),
    "drawn": Key("The tile turned up and not placed yet."),
    "exits": Key("Its open sides as it lies.", "Exits"),
    "faceup": Key("Spells lying face-up.", "SpellId"),
    "from": Key("Where it was before.", "Place"),
    "goals": Key("The towns it heads for.", "Place"),
    "hand": Key("The seat's own spells.", "SpellId"),
    "holder": Key("A class, `neutral` or `shared`.", "TownStatus"),
    "kind": Key("What the question is about.", "Question"),
    "letters": Key("The letter of each class."),
    "lethal": Key("Whether the move is sure to kill."),
    "number": Key("Number of the turn, from 1.", {"type": "integer", "minimum": 1}),
    "outcomes": Key("Every face that came up, barred ones included."),
    "owner": Key("Whose they are.", "SeatId"),
    "phase": Key("The phase of the turn or game.", "Phase"),
    "piece": Key("The traveler or creature.", "PieceId"),
    "pieces": Key("The travelers or creatures.", "PieceId"),
    "recruit": Key("Whether a town local is left behind; there if both answers are legal."),
    "rotation": Key("Degrees clockwise.", "Rotation"),
    "row": Key("The Horde's spells.", "SpellId"),
    "rule": Key("The rule or ruling it came from.", "RuleId"),
    "seat": Key("Who does it, or whose it is.", "SeatId"),
    "seats": Key("Who can be asked.", "SeatId"),
    "side": Key("Front or back of a home colony.", "ColonySide"),
    "sides": Key("Both sides, classes or creature ids; the side `at` first.", "FighterId"),
    "spell": Key("The spell.", "SpellId"),
    "spells": Key("The spells.", "SpellId"),
    "stones": Key("The side that each die face leads to.", "Side"),
    "summoner": Key("The seat that summoned it.", "SeatId"),
    "targets": Key("What was chosen for it, in the order the text names it.", CHOSEN),
    "terrain": Key("Its terrain.", "TerrainId"),
    "tile": Key("The tile.", "TileId"),
    "tiles": Key("The tiles.", "TileId"),
    "to": Key("Where it goes.", "Place"),
    "top": Key("The spell on top of the pile.", "SpellId"),
    "town": Key("A town's status.", "TownStatus"),
    "travelers": Key("The travelers.", "TravelerId"),
    "value": Key("What is chosen.", CHOSEN),
    "what": Key("What is chosen.", "Choice"),
    "winner": Key("Who has won.", "SeatId"),
    "winners": Key("Who has won.", "SeatId"),
    "you": Key("Whose view it is.", "SeatId"),
    "Battle.at": Key("Where the current player's side stands.", "Place"),
    "Battle.id": Key("Its place in the list of pending battles, from 1."),
    "BattleNow.at": Key("Where the first side stands.", "Place"),
    "BattleNow.lost": Key("", "PieceId"),
    "BattleNow.result": Key("", _words("won", "draw", "none")),
    "BattleNow.winner": Key("", {"type": "integer", "minimum": 0, "maximum": 1}),
    "BattleEnded.at": Key("Where the first side stands.", "Place"),
    "BattleEnded.result": Key("How it ended.", _words("won", "draw", "none")),
    "BattleEnded.winner": Key("The side that won.", "FighterId"),
    "BattleStarted.at": Key("Where the first side stands.", "Place"),
    "Choose.what": Key("What is chosen.", "Choice"),
    "CreatureView.kind": Key("", "CreatureKind"),
    "GiveSpell.to": Key("The ally.", "SeatId"),
    "Killed.to": Key("Where it goes: the reserve, or out of the game.", _words("reserve", "gone")),
    "EffectInForce.kind": Key("What the effect does, such as `counts_as`.", {"type": "string"}),
    "EffectInForce.pieces": Key("", "PieceId"),
    "EffectInForce.until": Key(
        "", _words("phase_end", "turn_end", "next_turn_start", "next_turn_end")
    ),
    "EffectInForce.value": Key(),
    "LeaveWoods.from": Key("Where they stand.", "Place"),
    "Move.from": Key("Where they stand.", "Place"),
    "Moment.held": Key("", "SpellId"),
    "Moment.marks": Key("", "PieceId"),
    "Moment.options": Key(whole={"$ref": "#/$defs/Ruleset"}),
    "Moment.seen_tile": Key("", "TileId"),
    "Moment.steps": Key("", {"type": "integer", "minimum": 1}),
    "Moment.teams": Key("", "SeatId"),
    "Moment.walker": Key("", "PieceId"),
    "MoveMade.origin": Key("", "Place"),
    "Moving.way": Key("How they go.", _words(*WAYS)),
    "Moved.way": Key("How they go.", _words(*WAYS)),
    "Outcome.probability": Key("How likely it is, a fraction.", "Fraction"),
    "Outcome.value": Key("The number that comes up.", {"type": "integer"}),
    "PendingBattle.at": Key("Where the current player's side stands.", "Place"),
    "PlaceColony.at": Key("Where it is to lie.", "Place"),
    "PlaceColony.side": Key("The face that is up.", "ColonySide"),
    "PlaceTile.at": Key("Where it is to lie.", "Place"),
    "PlaceTile.rotation": Key("Degrees clockwise.", "Rotation"),
    "Returned.to": Key(
        "Where it goes: the reserve, or out of the game.", _words("reserve", "gone")
    ),
    "Rolled.at": Key("Where the battle is fought.", "Place"),
    "Rolled.piece": Key("Whom the roll is about.", "PieceId"),
    "Rolled.reason": Key(
        "What they are rolled for.", _words("battle", "survival", "woods_exit", "spell", "random")
    ),
    "SeatNamed.to": Key("", "SeatId"),
    "SpellDiscarded.source": Key("Where it comes from.", _words("play", "hand")),
    "SpellGiven.to": Key("The ally.", "SeatId"),
    "SpellTaken.source": Key("Whose hand it comes from; null for the own discards.", "SeatId"),
    "Summoned.kind": Key("The kind of creature.", "CreatureKind"),
    "TileBuried.source": Key("Where it comes from.", _words("map", "drawn", "stack")),
    "TilePlaced.side": Key("", "ColonySide"),
    "TokenPlaced.kind": Key("What the effect does, such as `counts_as`.", {"type": "string"}),
    "TokenReturned.kind": Key("What the effect does, such as `counts_as`.", {"type": "string"}),
    "Undone.move": Key("The first movement that is taken back.", {"type": "integer", "minimum": 1}),
    "Undone.pieces": Key("Where each piece is again.", "Whereabouts"),
    "Undone.towns": Key("The status of each town that has another one again.", "TownStatus"),
    "Window.reason": Key("", _words("battle", "survival", "woods_exit", "spell", "random")),
    "Window.trigger": Key(
        "What is answered.",
        _words("roll", "death", "cast", "movement", "arrival", "last_chance", "battle_end"),
    ),
    "View.reserve": Key("", {"type": "integer", "minimum": 0}),
    "View.towns": Key("", {"type": "integer", "minimum": 0}),
    "View.travelers": Key("", "Whereabouts"),
}
"""Keys of actions, events and views."""

VOCABULARY = Vocabulary(VALUES, KEYS, {Coordinate: "Place"})
