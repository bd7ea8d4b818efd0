"""Compiled content in the user's cache folder, so that a start need not read YAML.

A cache entry belongs to one key: the bytes of all content files, the schemas, the hooks content may
name, and the code that compiles it. Anything wrong with the folder or an entry means that there is
none. `OBSIDIA_NO_CACHE=1` turns it off.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from obsidia_core.content.catalog import data_hash
from obsidia_core.content.sources import Source
from obsidia_core.plugins.registry import LINTED, HookEntry
from obsidia_core.plugins.resources import content_root

DISABLE_VARIABLE = "OBSIDIA_NO_CACHE"
KEPT = 8
"""Entries kept; older ones are deleted when a new one is written."""


def cache_folder() -> Path | None:
    """Where entries lie, or None if the cache is off or there is no such place."""
    if os.environ.get(DISABLE_VARIABLE, "") not in ("", "0"):
        return None
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if chosen.is_absolute():
        return chosen / "obsidia_core"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "obsidia_core" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "obsidia_core"
    return home / ".cache" / "obsidia_core"


def cache_key(sources: Iterable[Source], hooks: Mapping[tuple[str, str], HookEntry]) -> str:
    """Hex digits that change with anything the compiled content depends on."""
    digest = hashlib.blake2b(digest_size=20)

    def add(*parts: str | bytes) -> None:
        for part in parts:
            data = part.encode() if isinstance(part, str) else part
            digest.update(len(data).to_bytes(8, "big") + data)

    code = Path(__file__).parent.glob("*.py")
    schemas = (content_root() / "schemas" / "content").glob("*.schema.json")
    for path in (*sorted(code), *sorted(schemas)):
        add(path.name, path.read_bytes())
    for key in sorted(hooks):
        params, function = hooks[key].params, hooks[key].function
        add(*key, *(f"{name} {params[name]!r}" for name in sorted(params)))
        add(*(f"{name} {_plain(getattr(function, name, None))!r}" for name in LINTED))
    for source in sources:
        add(source.plugin, source.path.name, source.data)
    return digest.hexdigest()


def _plain(value: Any) -> Any:
    """A value whose `repr` is the same in every process, or None."""
    if isinstance(value, frozenset):
        return sorted(map(repr, value))
    return value if isinstance(value, str | bool) else None


def load(key: str) -> dict[str, Any] | None:
    """The entry of a key, or None."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        entry = json.loads(_path(folder, key).read_bytes())
        data: dict[str, Any] = entry["data"]
        return data if entry["hash"] == data_hash(data) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def store(key: str, data: Mapping[str, Any]) -> None:
    """Write an entry, in one step; nothing happens where that is not possible."""
    folder = cache_folder()
    if folder is None:
        return
    path = _path(folder, key)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"hash": data_hash(data), "data": data}, separators=(",", ":"))
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
        entries = sorted(folder.glob("catalog-*.json"), key=lambda entry: entry.stat().st_mtime)
        for old in entries[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def _path(folder: Path, key: str) -> Path:
    return folder / f"catalog-{key}.json"
