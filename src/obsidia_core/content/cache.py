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
    code = Path(__file__).parent.glob("*.py")
    schemas = (content_root() / "schemas" / "content").glob("*.schema.json")
    parts: list[str | bytes] = []
    for path in (*sorted(code), *sorted(schemas)):
        parts += path.name, path.read_bytes()
    for source in sources:
        parts += source.plugin, source.path.name, source.data
    return digest([*parts, hooks_digest(hooks)])


def hooks_digest(hooks: Mapping[tuple[str, str], HookEntry]) -> str:
    """Hex digits that change with all that content is checked and completed by."""
    parts: list[str] = []
    for key in sorted(hooks):
        params, function = hooks[key].params, hooks[key].function
        parts += [*key, *(f"{name} {params[name]!r}" for name in sorted(params))]
        parts += [f"{name} {_plain(getattr(function, name, None))!r}" for name in LINTED]
    return digest(parts)


def digest(parts: Iterable[str | bytes]) -> str:
    """Hex digits that change with any of the parts, and with where one ends."""
    made = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()


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
        check, _, text = _path(folder, key).read_bytes().partition(b"\n")
        data: dict[str, Any] | None = json.loads(text) if check == _check(text) else None
    except (OSError, ValueError, RecursionError):
        return None
    return data


def store(key: str, data: Mapping[str, Any]) -> None:
    """Write an entry, in one step; nothing happens where that is not possible."""
    folder = cache_folder()
    if folder is None:
        return
    path = _path(folder, key)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(data, separators=(",", ":")).encode()
        fresh.write_bytes(_check(text) + b"\n" + text)
        fresh.replace(path)
        entries = sorted(folder.glob("catalog-*.json"), key=lambda entry: entry.stat().st_mtime)
        for old in entries[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def drop(key: str) -> None:
    """Delete the entry of a key, if there is one."""
    folder = cache_folder()
    if folder is not None:
        with contextlib.suppress(OSError):
            _path(folder, key).unlink()


def _check(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=20).hexdigest().encode()


def _path(folder: Path, key: str) -> Path:
    return folder / f"catalog-{key}.json"
