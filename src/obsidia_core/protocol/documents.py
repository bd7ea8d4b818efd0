"""The documents of the protocol, each with its JSON Schema (draft 2020-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from obsidia_core.kernel.actions import Decision, Outcome
from obsidia_core.kernel.chance import ALGORITHM, Chance
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.match import MATCH_FORMAT
from obsidia_core.kernel.replay import REPLAY_FORMAT, Replay
from obsidia_core.model.actions import ACTIONS
from obsidia_core.model.events import EVENTS
from obsidia_core.moment import Moment
from obsidia_core.protocol.docstrings import field_texts, sentence, summary
from obsidia_core.protocol.rulesets import options_schema
from obsidia_core.protocol.shapes import FREE, Definitions, Schema, strict_object, title
from obsidia_core.protocol.states import saved_state
from obsidia_core.view_types import View

VERSION = 1
"""Version of the protocol, the last part of every `$id`."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _action(defs: Definitions) -> Schema:
    return defs.union([*ACTIONS, Outcome])


def _event(defs: Definitions) -> Schema:
    return defs.union(EVENTS)


def _titled(name: str, text: str, schema: Schema) -> Schema:
    return {"title": name, "description": text, **schema}


def _named(defs: Definitions, name: str, text: str, schema: Schema) -> Schema:
    return defs.add(name, _titled(name, text, schema))


def _action_reference(defs: Definitions) -> Schema:
    return _named(defs, "Action", TEXTS["action"], _action(defs))


def _property(key: str, text: str, schema: Schema) -> Schema:
    return {"title": title(key), "description": text, **schema}


def _decision(defs: Definitions) -> Schema:
    texts = field_texts(Decision)
    actions = {"type": "array", "minItems": 1, "items": _action_reference(defs)}
    defs.add("Ruleset", _titled("Ruleset", TEXTS["ruleset"], options_schema(defs)))
    parts: Mapping[str, Schema] = {
        "seat": defs.value("SeatId"),
        "kind": defs.value("Question"),
        "actions": actions,
        "about": defs.of_class(Moment),
    }
    texts["about"] = "What the question is about, beside what the view tells."
    return strict_object(
        {key: _property(key, texts[key], schema) for key, schema in parts.items()},
        ["seat", "kind", "actions"],
    )


def _view(defs: Definitions) -> Schema:
    return defs.object_of(View)


def _ruleset(defs: Definitions) -> Schema:
    return options_schema(defs)


def _players(defs: Definitions) -> Schema:
    text = "The classes that play, clockwise; in a solo game one, or none yet."
    schema = {"type": "array", "maxItems": 4, "items": defs.value("ClassId")}
    return _property("players", text, schema)


def _options(defs: Definitions) -> Schema:
    ruleset = _named(defs, "Ruleset", TEXTS["ruleset"], options_schema(defs))
    return _property("options", "The ruleset options that differ from the default.", ruleset)


def _format(name: str) -> Schema:
    return _property("format", "Name and version of the form of this document.", {"const": name})


def _game() -> Schema:
    return _property("game", "Name of the game.", {"const": "obsidia"})


def _replay(defs: Definitions) -> Schema:
    texts = field_texts(Replay)
    setup = strict_object(
        {"players": _players(defs), "options": _options(defs)}, ["players", "options"]
    )
    parts: Mapping[str, Schema] = {
        "setup": setup,
        "seed": {"type": "integer"},
        "content": {"type": "string"},
        "actions": {"type": "array", "items": {"type": "string"}},
        "end": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }
    properties = {"format": _format(REPLAY_FORMAT), "game": _game()} | {
        key: _property(key, texts[key], schema) for key, schema in parts.items()
    }
    return strict_object(properties, list(properties))


def _chance(defs: Definitions) -> Schema:
    texts = field_texts(Chance)
    numbers = {"type": "array", "items": {"type": "integer"}}
    properties = {
        "algorithm": _property("algorithm", "Name of the generator.", {"const": ALGORITHM}),
        "seed": _property("seed", texts["seed"], {"type": "integer"}),
        "counts": _property("counts", texts["counts"], numbers),
        "driver": _property("driver", "Who decides the numbers.", defs.value("Driver")),
        "queue": _property("queue", texts["queue"], numbers),
    }
    schema = strict_object(properties, ["algorithm", "seed", "counts", "driver"])
    return _named(defs, "Chance", sentence(summary(Chance)), schema)


def _state(defs: Definitions) -> Schema:
    header = {"players": _players(defs), "options": _options(defs)}
    return saved_state(defs, _game(), header, _chance(defs))


def _match(defs: Definitions) -> Schema:
    replay = _named(defs, "Replay", TEXTS["replay"], _replay(defs))
    state = _named(defs, "State", TEXTS["state"], _state(defs))
    properties = {
        "format": _format(MATCH_FORMAT),
        "game": _game(),
        "replay": _property("replay", "The match so far, to be played again.", replay),
        "state": _property("state", "The position it has come to.", state),
    }
    return strict_object(properties, list(properties))


def _refusal(defs: Definitions) -> Schema:
    texts = field_texts(Refusal)
    rules = {"type": "array", "minItems": 1, "items": defs.value("RuleId")}
    parts: Mapping[str, Schema] = {
        "code": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "message": {"type": "string"},
        "rules": rules,
        "facts": {**FREE},
    }
    return strict_object(
        {key: _property(key, texts[key], schema) for key, schema in parts.items()}, list(parts)
    )


def _step(defs: Definitions) -> Schema:
    event = _named(defs, "Event", TEXTS["event"], _event(defs))
    decision = _named(defs, "Decision", TEXTS["decision"], _decision(defs))
    view = _named(defs, "View", TEXTS["view"], _view(defs))
    null = {"type": "null"}
    properties = {
        "step": _property(
            "step",
            "How many actions have been taken, from 0.",
            {"type": "integer", "minimum": 0},
        ),
        "action": _property(
            "action",
            "The seat's own action that led here; null if it was another's, or at the start.",
            {"anyOf": [_action_reference(defs), null]},
        ),
        "events": _property(
            "events",
            "What has happened since the step before, as the seat may know it, in order.",
            {"type": "array", "items": event},
        ),
        "view": _property("view", "All that the seat may know now.", view),
        "decision": _property(
            "decision",
            "The open question with every legal answer, if it is the seat's own; else null.",
            {"anyOf": [decision, null]},
        ),
    }
    return strict_object(properties, list(properties))


DOCUMENTS: Mapping[str, Callable[[Definitions], Schema]] = {
    "action": _action,
    "decision": _decision,
    "event": _event,
    "view": _view,
    "state": _state,
    "ruleset": _ruleset,
    "replay": _replay,
    "match": _match,
    "refusal": _refusal,
    "step": _step,
}
"""What builds each document's schema."""

TEXTS: Mapping[str, str] = {
    "action": "What somebody does: an object whose `type` says which other keys it has.",
    "decision": "The one question the game is waiting for, with every legal answer.",
    "event": "Something that happened, as one seat or a spectator may know it.",
    "view": "All that a seat, or a spectator, may know of a position.",
    "state": (
        "A position complete with all that is hidden, as it is saved; for the engine alone. Pieces,"
        " tiles and cards are numbers here."
    ),
    "ruleset": (
        "The options of a game that differ from the default; beside those of the rules also any "
        "that installed packages provide."
    ),
    "replay": "What it takes to play a game again: set-up, seed, and one line for each action.",
    "match": "A saved match: the replay and the position it has come to.",
    "refusal": "Why an action is not legal, for a person and for a program.",
    "step": (
        "One step of a recorded game for one seat or a spectator: a line of the recorded games for "
        "front-end authors."
    ),
}
"""What each document is."""


def documents() -> dict[str, Schema]:
    """Every document's schema, by name, built from the types."""
    return {name: _document(name) for name in DOCUMENTS}


def _document(name: str) -> Schema:
    defs = Definitions()
    body = DOCUMENTS[name](defs)
    return {
        "$schema": DIALECT,
        "$id": f"urn:obsidia-core:schema:protocol:{name}:{VERSION}",
        "title": f"Obsidia {name}",
        "description": TEXTS[name],
        **body,
        "$defs": defs.sorted(),
    }
