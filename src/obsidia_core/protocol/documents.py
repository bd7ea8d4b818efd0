"""The documents of the protocol, each with its JSON Schema (draft 2020-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from obsidia_core.kernel.actions import Decision, Outcome
from obsidia_core.kernel.chance import ALGORITHM, Chance
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.match import MATCH_FORMAT
from obsidia_core.kernel.replay import REPLAY_FORMAT, Replay
from obsidia_core.protocol.contract import Contract
from obsidia_core.protocol.docstrings import field_texts, sentence, summary
from obsidia_core.protocol.obsidia import CONTRACT
from obsidia_core.protocol.shapes import FREE, Definitions, Schema, described, strict_object

VERSION = 1
"""Version of the protocol, the last part of every `$id`."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _action(game: Contract, defs: Definitions) -> Schema:
    return defs.union([*game.actions, Outcome])


def _event(game: Contract, defs: Definitions) -> Schema:
    return defs.union(game.events)


def _titled(name: str, text: str, schema: Schema) -> Schema:
    return {"title": name, "description": text, **schema}


def _named(defs: Definitions, name: str, text: str, schema: Schema) -> Schema:
    return defs.add(name, _titled(name, text, schema))


def _action_reference(game: Contract, defs: Definitions) -> Schema:
    return _named(defs, "Action", _told(game, "action"), _action(game, defs))


def _decision(game: Contract, defs: Definitions) -> Schema:
    texts = field_texts(Decision)
    actions = {"type": "array", "minItems": 1, "items": _action_reference(game, defs)}
    parts: dict[str, Schema] = {
        "seat": defs.value("SeatId"),
        "kind": defs.value("Question"),
        "actions": actions,
    }
    if game.about is not None:
        _named(defs, "Ruleset", _told(game, "ruleset"), game.options(defs))
        parts["about"] = defs.of_class(game.about)
    texts["about"] = "What the question is about, beside what the view tells."
    return strict_object(
        {key: described(key, texts[key], schema) for key, schema in parts.items()},
        ["seat", "kind", "actions"],
    )


def _view(game: Contract, defs: Definitions) -> Schema:
    return defs.object_of(game.view)


def _ruleset(game: Contract, defs: Definitions) -> Schema:
    return game.options(defs)


def _options(game: Contract, defs: Definitions) -> Schema:
    ruleset = _named(defs, "Ruleset", _told(game, "ruleset"), game.options(defs))
    return described("options", "The ruleset options that differ from the default.", ruleset)


def _format(name: str) -> Schema:
    return described("format", "Name and version of the form of this document.", {"const": name})


def _game(game: Contract) -> Schema:
    return described("game", "Name of the game.", {"const": game.game})


def _told(game: Contract, name: str) -> str:
    """What a document is."""
    return game.texts.get(name) or TEXTS[name]


def _replay(game: Contract, defs: Definitions) -> Schema:
    texts = field_texts(Replay)
    setup = strict_object(
        {"players": game.players(defs), "options": _options(game, defs)}, ["players", "options"]
    )
    parts: Mapping[str, Schema] = {
        "setup": setup,
        "seed": {"type": "integer"},
        "content": {"type": "string"},
        "actions": {"type": "array", "items": {"type": "string"}},
        "end": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }
    properties = {"format": _format(REPLAY_FORMAT), "game": _game(game)} | {
        key: described(key, texts[key], schema) for key, schema in parts.items()
    }
    return strict_object(properties, list(properties))


def _chance(game: Contract, defs: Definitions) -> Schema:
    texts = field_texts(Chance)
    numbers = {"type": "array", "items": {"type": "integer"}}
    properties = {
        "algorithm": described("algorithm", "Name of the generator.", {"const": ALGORITHM}),
        "seed": described("seed", texts["seed"], {"type": "integer"}),
        "counts": described("counts", texts["counts"], numbers),
        "driver": described("driver", "Who decides the numbers.", defs.value("Driver")),
        "queue": described("queue", texts["queue"], numbers),
    }
    schema = strict_object(properties, ["algorithm", "seed", "counts", "driver"])
    return _named(defs, "Chance", sentence(summary(Chance)), schema)


def _state(game: Contract, defs: Definitions) -> Schema:
    header = {"players": game.players(defs), "options": _options(game, defs)}
    return game.state(defs, _game(game), header, _chance(game, defs))


def _match(game: Contract, defs: Definitions) -> Schema:
    replay = _named(defs, "Replay", _told(game, "replay"), _replay(game, defs))
    state = _named(defs, "State", _told(game, "state"), _state(game, defs))
    properties = {
        "format": _format(MATCH_FORMAT),
        "game": _game(game),
        "replay": described("replay", "The match so far, to be played again.", replay),
        "state": described("state", "The position it has come to.", state),
    }
    return strict_object(properties, list(properties))


def _refusal(game: Contract, defs: Definitions) -> Schema:
    texts = field_texts(Refusal)
    rules = {"type": "array", "minItems": 1, "items": defs.value("RuleId")}
    parts: Mapping[str, Schema] = {
        "code": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "message": {"type": "string"},
        "rules": rules,
        "facts": {**FREE},
    }
    return strict_object(
        {key: described(key, texts[key], schema) for key, schema in parts.items()}, list(parts)
    )


def _step(game: Contract, defs: Definitions) -> Schema:
    event = _named(defs, "Event", _told(game, "event"), _event(game, defs))
    decision = _named(defs, "Decision", _told(game, "decision"), _decision(game, defs))
    view = _named(defs, "View", _told(game, "view"), _view(game, defs))
    null = {"type": "null"}
    properties = {
        "step": described(
            "step",
            "How many actions have been taken, from 0.",
            {"type": "integer", "minimum": 0},
        ),
        "action": described(
            "action",
            "The seat's own action that led here; null if it was another's, or at the start.",
            {"anyOf": [_action_reference(game, defs), null]},
        ),
        "events": described(
            "events",
            "What has happened since the step before, as the seat may know it, in order.",
            {"type": "array", "items": event},
        ),
        "view": described("view", "All that the seat may know now.", view),
        "decision": described(
            "decision",
            "The open question with every legal answer, if it is the seat's own; else null.",
            {"anyOf": [decision, null]},
        ),
    }
    return strict_object(properties, list(properties))


DOCUMENTS: Mapping[str, Callable[[Contract, Definitions], Schema]] = {
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
"""What builds the schema of each document that every game has."""

TEXTS: Mapping[str, str] = {
    "action": "What somebody does: an object whose `type` says which other keys it has.",
    "decision": "The one question the game is waiting for, with every legal answer.",
    "event": "Something that happened, as one seat or a spectator may know it.",
    "view": "All that a seat, or a spectator, may know of a position.",
    "state": "A position complete with all that is hidden, as it is saved; for the engine alone.",
    "ruleset": "The options of a game that differ from the default.",
    "replay": "What it takes to play a game again: set-up, seed, and one line for each action.",
    "match": "A saved match: the replay and the position it has come to.",
    "refusal": "Why an action is not legal, for a person and for a program.",
    "step": (
        "One step of a recorded game for one seat or a spectator: a line of the recorded games for "
        "front-end authors."
    ),
}
"""What each document is, unless a game says more."""


def documents(game: Contract = CONTRACT) -> dict[str, Schema]:
    """Every document's schema, by name, built from the types."""
    builders: dict[str, Callable[[Definitions], Schema]] = {
        name: partial(build, game) for name, build in DOCUMENTS.items()
    }
    builders.update(game.more)
    return {name: _document(game, name, build) for name, build in builders.items()}


def _document(game: Contract, name: str, build: Callable[[Definitions], Schema]) -> Schema:
    defs = Definitions(game.words)
    body = build(defs)
    return {
        "$schema": DIALECT,
        "$id": f"{game.identity}:{name}:{VERSION}",
        "title": f"{game.title} {name}",
        "description": _told(game, name),
        **body,
        "$defs": defs.sorted(),
    }
