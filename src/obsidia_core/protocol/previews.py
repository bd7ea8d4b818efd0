"""The schema of a preview, as `Preview.to_json` gives it."""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.odds.ends import RESULTS, End
from obsidia_core.previews import APART, GOES_ON, DueBattle, Possibility, Preview
from obsidia_core.protocol.docstrings import field_texts, sentence, summary
from obsidia_core.protocol.shapes import Definitions, Schema, described, strict_object
from obsidia_core.view_types import QuestionView, View

TEXT = "What an answer will or may do, from what the asked seat knows."

CHANCE: Mapping[str, object] = {"type": "number", "minimum": 0, "maximum": 1}
COUNT: Mapping[str, object] = {"type": "integer", "minimum": 0}
NULL: Mapping[str, object] = {"type": "null"}


def preview(defs: Definitions) -> Schema:
    """The whole document."""
    texts = field_texts(Preview)
    odds = {"anyOf": [_odds(defs), NULL]}
    properties = {
        "possibilities": described(
            "possibilities",
            texts["possibilities"],
            {"type": "array", "items": _possibility(defs)},
        ),
        "certain": described(
            "certain", "The changes that all possibilities have in common.", _changes(defs)
        ),
        "odds": described("odds", texts["odds"], odds),
        "unknown": described("unknown", texts["unknown"], CHANCE),
    }
    return strict_object(properties, list(properties))


def _possibility(defs: Definitions) -> Schema:
    texts = field_texts(Possibility)
    parts: Mapping[str, Schema] = {
        "chance": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        "changes": _changes(defs),
        "asks": {"anyOf": [defs.of_class(QuestionView), NULL]},
        "battles": {"type": "array", "items": _due_battle(defs)},
        "goes_on": {"enum": [*GOES_ON, None]},
    }
    return _named(defs, Possibility, parts, texts)


def _changes(defs: Definitions) -> Schema:
    """The keys of a spectator's view, entries that are gone as null."""
    shown: Mapping[str, Schema] = defs.object_of(View, without=APART | {"known"})["properties"]
    properties = {key: _partly(schema) for key, schema in shown.items()}
    text = "What everybody would see, as far as it is different; null for an entry that is gone."
    schema = {"title": "Changes", "description": text, **strict_object(properties, [])}
    return defs.add("Changes", schema)


def _partly(schema: Schema) -> Schema:
    inside = schema.get("additionalProperties")
    if not isinstance(inside, dict):
        return schema
    return {**schema, "additionalProperties": {"anyOf": [inside, NULL]}}


def _due_battle(defs: Definitions) -> Schema:
    side = {"type": "array", "minItems": 2, "maxItems": 2, "items": defs.value("FighterId")}
    texts = {
        "at": "Where the first side stands.",
        "against": "Where the other side stands; the same place for one tile.",
        "sides": "Both sides, classes or creature ids; the one at `at` first.",
        "odds": field_texts(DueBattle)["odds"],
    }
    parts = {
        "at": defs.value("Place"),
        "against": defs.value("Place"),
        "sides": side,
        "odds": _odds(defs),
    }
    return _named(defs, DueBattle, parts, texts)


def _odds(defs: Definitions) -> Schema:
    end_texts = {
        "result": "Which side wins, or how else it ends.",
        "first": "How many pieces the first side has left.",
        "second": "How many pieces the second side has left.",
        "chance": "How likely that is.",
    }
    end_parts: Mapping[str, Schema] = {
        "result": {"enum": list(RESULTS)},
        "first": dict(COUNT),
        "second": dict(COUNT),
        "chance": dict(CHANCE),
    }
    end = _named(defs, End, end_parts, end_texts)
    number = {"type": "number", "minimum": 0}
    parts: Mapping[str, tuple[str, Schema]] = {
        "win": ("How likely the first side, the one `at`, wins.", dict(CHANCE)),
        "lose": ("How likely the second side, the one `against`, wins.", dict(CHANCE)),
        "draw": ("How likely both sides are left standing.", dict(CHANCE)),
        "none": ("How likely nobody is left, or nobody wins.", dict(CHANCE)),
        "expected": (
            "How many pieces each side has left on average.",
            {"type": "array", "minItems": 2, "maxItems": 2, "items": number},
        ),
        "ends": ("Each way it can end, the likeliest first.", {"type": "array", "items": end}),
    }
    properties = {key: described(key, text, schema) for key, (text, schema) in parts.items()}
    text = "How a battle ends, as probabilities that sum to 1."
    schema = {"title": "BattleOdds", "description": text}
    return defs.add("BattleOdds", {**schema, **strict_object(properties, list(properties))})


def _named(
    defs: Definitions, cls: type, parts: Mapping[str, Schema], texts: Mapping[str, str]
) -> Schema:
    properties = {key: described(key, texts[key], schema) for key, schema in parts.items()}
    return defs.add(
        cls.__name__,
        {
            "title": cls.__name__,
            "description": sentence(summary(cls)),
            **strict_object(properties, list(properties)),
        },
    )
