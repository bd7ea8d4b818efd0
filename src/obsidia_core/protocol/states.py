"""The schema of a saved state: its columns of numbers, its frames, and its random streams."""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.model import saves
from obsidia_core.model.board import Board
from obsidia_core.model.state import Effect, State
from obsidia_core.protocol.docstrings import field_texts
from obsidia_core.protocol.shapes import FREE, Definitions, Schema, described, strict_object, title

INTEGER: Mapping[str, str] = {"type": "integer"}
FLAG: Mapping[str, str] = {"type": "boolean"}
NUMBERS: Mapping[str, object] = {"type": "array", "items": INTEGER}
PILES: Mapping[str, object] = {"type": "array", "items": NUMBERS}
FACES: Mapping[str, object] = {"type": "array", "items": {"type": "string"}}


def saved_state(
    defs: Definitions, game: Schema, header: Mapping[str, Schema], chance: Schema
) -> Schema:
    """The whole document; a column that is as on an empty table is left out."""
    texts = {**field_texts(State), **field_texts(Board)}
    texts["rotation"] = texts["turn"]
    texts |= field_texts(State)
    columns = {
        **dict.fromkeys(saves.BOARD, NUMBERS),
        **dict.fromkeys(saves.NUMBERS, INTEGER),
        **dict.fromkeys(saves.FLAGS, FLAG),
        **dict.fromkeys(saves.LISTS, NUMBERS),
        **dict.fromkeys(saves.TUPLES, NUMBERS),
        **dict.fromkeys(saves.PILES, PILES),
    }
    properties: dict[str, Schema] = {
        "format": described(
            "format",
            "Name and version of the form of this document.",
            {"const": saves.STATE_FORMAT},
        ),
        "game": game,
        "content": described("content", "Hash of the content.", {"type": "string"}),
        **header,
        "tiles": described(
            "tiles",
            "The tiles of the game, if they are not those of the content.",
            {"type": "array", "items": _tile(defs)},
        ),
        "reshuffle": described(
            "reshuffle",
            "Whether spent decks are reshuffled, in a game with tiles of its own.",
            {"type": "boolean"},
        ),
        "class": described(
            "class",
            "Solo games: the class that the player took once the map was built.",
            defs.value("ClassId"),
        ),
        **{key: described(key, texts[key], schema) for key, schema in columns.items()},
        "effects": described(
            "effects", texts["effects"], {"type": "array", "items": _effect(defs)}
        ),
        "asking": described(
            "asking",
            "Seat and kind of the open question; null when the game is over.",
            {
                "anyOf": [
                    {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}},
                    {"type": "null"},
                ]
            },
        ),
        "stack": described("stack", "What is under way, the running frame last.", frames(defs)),
        "chance": described("chance", "The random streams.", chance),
        "checkpoints": described(
            "checkpoints",
            "Earlier positions that can be gone back to, as differences, the latest first.",
            {"type": "array", "items": _checkpoint(defs)},
        ),
    }
    required = ["format", "game", "content", *header, "cell", "rotation", "asking", "stack"]
    return strict_object(properties, [*required, "chance"])


def _tuple(defs: Definitions, name: str, text: str, parts: Mapping[str, Schema]) -> Schema:
    """A list of fixed length whose places mean different things."""
    items = [{"title": title(key), **schema} for key, schema in parts.items()]
    return defs.add(
        name,
        {
            "title": name,
            "description": text,
            "type": "array",
            "minItems": len(items),
            "maxItems": len(items),
            "prefixItems": items,
        },
    )


def _effect(defs: Definitions) -> Schema:
    texts = field_texts(Effect)
    parts = {
        key: {
            "description": texts[key],
            "type": "string" if key in ("kind", "until") else "integer",
        }
        for key in Effect._fields
    }
    return _tuple(defs, "Effect", "A modifier in force.", parts)


def frames(defs: Definitions) -> Schema:
    """What is under way in a saved state."""
    frame = _tuple(
        defs,
        "Frame",
        "Something that is under way.",
        {
            "op": {
                "description": "Name of the step function that advances it.",
                "type": "string",
            },
            "pc": {"description": "How far it has come.", "type": "integer", "minimum": 0},
            "data": {"description": "Its own facts, as its kind needs them.", **FREE},
        },
    )
    return {"type": "array", "items": frame}


def _checkpoint(defs: Definitions) -> Schema:
    pair = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}
    return _tuple(
        defs,
        "Checkpoint",
        "An earlier position, as differences to the next one.",
        {
            "changes": {"description": "The columns that differ.", **FREE},
            "asking": {"description": "Seat and kind of the question open then.", **pair},
            "stack": {"description": "What was under way then.", **frames(defs)},
        },
    )


def _tile(defs: Definitions) -> Schema:
    properties = {
        "id": described("id", "Its name.", {"type": "string"}),
        "owner": described("owner", "Index of the class whose stack it is of, or -1.", INTEGER),
        "terrain": described("terrain", "Id of its terrain.", {"type": "string"}),
        "faces": described("faces", "Its exits at rotation 0; a colony has two faces.", FACES),
        "stones": described("stones", "Woods: the side for each die face, 0 to 3.", NUMBERS),
        "colony": described("colony", "Index of the class whose home it is, or -1.", INTEGER),
    }
    return defs.add(
        "CustomTile",
        {
            "title": "CustomTile",
            "description": "A tile of a position made by hand.",
            **strict_object(properties, list(properties)),
        },
    )
