"""The committed schemas: where they lie, and whether they are what the types say now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from obsidia_core.plugins.resources import content_root
from obsidia_core.protocol.contract import Contract
from obsidia_core.protocol.documents import documents
from obsidia_core.protocol.obsidia import CONTRACT


def folder(game: Contract = CONTRACT) -> Path:
    """Where the schemas of a game lie in this installation."""
    return content_root() / "schemas" / game.folder


def load(name: str, game: Contract = CONTRACT) -> dict[str, Any]:
    """The committed schema of a document of a game, such as `view`.

    Raises:
        FileNotFoundError: there is none of this name.
    """
    schema: dict[str, Any] = json.loads(_path(folder(game), name).read_text(encoding="utf-8"))
    return schema


def write(into: Path, game: Contract = CONTRACT) -> list[str]:
    """Write all schemas of a game to a folder; the names of those that changed."""
    changed = outdated(into, game)
    into.mkdir(parents=True, exist_ok=True)
    schemas = documents(game)
    for name, schema in schemas.items():
        _path(into, name).write_text(_text(schema), encoding="utf-8")
    for name in _strangers(into, schemas):
        _path(into, name).unlink()
    return changed


def outdated(where: Path, game: Contract = CONTRACT) -> list[str]:
    """Names of a game's documents whose schemas in a folder are not what the types say."""
    schemas = documents(game)
    found = [name for name, schema in schemas.items() if _read(where, name) != _text(schema)]
    return [*found, *_strangers(where, schemas)]


def _strangers(where: Path, schemas: Mapping[str, Any]) -> list[str]:
    """Schemas in the folder that belong to no document."""
    names = [path.name.removesuffix(".schema.json") for path in where.glob("*.schema.json")]
    return sorted(set(names) - set(schemas))


def _read(where: Path, name: str) -> str:
    path = _path(where, name)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _path(where: Path, name: str) -> Path:
    return where / f"{name}.schema.json"


def _text(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
