"""The schema of ruleset options, out of what `OPTIONS` says about each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

from obsidia_core.model.ruleset import OPTIONS, Option, Ruleset
from obsidia_core.protocol.shapes import Definitions, Schema, strict_object, title


def _from(least: int, most: int | None = None) -> Schema:
    limits = {"minimum": least} | ({} if most is None else {"maximum": most})
    return {"type": "integer", **limits}


def _or_none(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _forms(defs: Definitions) -> Mapping[str, Schema]:
    """Options whose form and range are more than their type says."""
    pair = {"type": "array", "minItems": 2, "maxItems": 2}
    tiles = {"type": "object", "additionalProperties": False}
    text = "Communal tiles in a game of {} players."
    counts = {
        str(players): {"title": f"{players} players", "description": text.format(players)}
        | _from(0, 15)
        for players in (2, 3, 4)
    }
    return {
        "world_building_tiles": tiles | {"properties": counts},
        "die_faces": {"type": "array", "minItems": 1, "items": _from(1, 6)},
        "creature_limit": _from(0, 64),
        "effect_token_limit": _or_none(_from(0)),
        "world_building_starter": {"anyOf": [{"const": "random"}, _from(1, 4)]},
        "hand_size": _from(0, 20),
        "reroll_limit": _from(1),
        "sudden_death_round_limit": _or_none(_from(1)),
        "teams": _or_none(pair | {"items": pair | {"items": defs.value("ClassId")}}),
        "two_player_draft_picks": _from(0, 20),
    }


def options_schema(defs: Definitions) -> Schema:
    """An object with any of the options; installed packages may provide more."""
    forms = _forms(defs)
    hints = get_type_hints(Ruleset)
    properties = {
        name: {
            "title": title(name),
            "description": f"{option.help} ({option.source})",
            **_form(option, forms.get(name), hints[name]),
            "default": _plain(option),
        }
        for name, option in OPTIONS.items()
    }
    return strict_object(properties, []) | {"additionalProperties": True}


def _form(option: Option, form: Schema | None, annotation: Any) -> Schema:
    if option.values:
        return {"enum": list(option.values)}
    if form is not None:
        return form
    if annotation is bool:
        return {"type": "boolean"}
    raise LookupError(f"nothing is said about the form of option {option.name!r}")


def _plain(option: Option) -> Any:
    """The default as it is written in JSON."""
    if option.name == "world_building_tiles":
        return {str(players): tiles for players, tiles in option.default}
    if isinstance(option.default, tuple):
        return list(option.default)
    return option.default
