"""The installed catalog as it was last built, for a start that imports no plugin.

This is for the library's own content alone. What its code has to do with the catalog is known by
the times and sizes of the files, as Python knows it of compiled modules; content files and schemas
are read. Hooks are imported when the first of them is asked for, mostly with the first game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from obsidia_core.content import cache
from obsidia_core.content.catalog import Catalog, catalog_of, with_defaults
from obsidia_core.content.frozen import FrozenMap, LateMap
from obsidia_core.content.sources import pack_files, read_bytes
from obsidia_core.kernel.errors import PluginError
from obsidia_core.plugins.manager import OWN_DISTRIBUTION, installed_points, load_built_in
from obsidia_core.plugins.registry import HookEntry, Registry
from obsidia_core.plugins.resources import content_root

CODE = (".py", *EXTENSION_SUFFIXES)


def kept_key() -> str | None:
    """Hex digits that change with anything the installed catalog depends on.

    None if plugins of other distributions take part, or the cache is off.
    """
    points = installed_points().values()
    if cache.cache_folder() is None or any(one.origin != OWN_DISTRIBUTION for one in points):
        return None
    packages = sorted({point.value.partition(".")[0] for point in points})
    folders = [place for name in packages for place in _places(name)]
    root = content_root()
    version = Path(__file__).parents[1] / "__init__.py"
    schemas = sorted((root / "schemas" / "content").glob("*.schema.json"))
    parts: list[str | bytes] = [sys.version, *map(repr, points)]
    try:
        for folder in (*folders, str(root / "spells")):
            parts += _code(folder)
        for path in (version, *schemas, *pack_files(root / "spells")):
            parts += str(path), read_bytes(path)
    except OSError:
        return None
    return cache.digest(parts)


def _places(package: str) -> list[str]:
    spec = find_spec(package)
    return list(spec.submodule_search_locations or ()) if spec else []


def _code(folder: str) -> Iterator[str]:
    """Name, time and size of each module in a folder and those below."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            if name.endswith(CODE):
                path = Path(place, name)
                facts = path.stat()
                yield f"{path} {facts.st_mtime_ns} {facts.st_size}"


def load_kept(key: str) -> Catalog | None:
    """The catalog that was kept under the key, if there is one."""
    entry = cache.load(key)
    if entry is None:
        return None
    hooks = LateMap(partial(_hooks, key, entry["hooks"]))
    return catalog_of(entry["data"], entry["hash"], hooks, FrozenMap(), False)


def keep(key: str, data: Mapping[str, Any], catalog: Catalog, registry: Registry) -> None:
    """Keep a catalog for later starts, unless anything has changed since the key was made."""
    own = [pack.folder for pack in registry.packs] == [(content_root() / "spells").resolve()]
    if own and not (catalog.foreign or registry.options) and kept_key() == key:
        digest = cache.hooks_digest(registry.hooks)
        complete = with_defaults(data, registry.hooks)
        cache.store(key, {"hash": catalog.hash, "hooks": digest, "data": complete})


def _hooks(key: str, digest: str) -> Mapping[tuple[str, str], HookEntry]:
    hooks = load_built_in().hooks
    if cache.hooks_digest(hooks) != digest:
        cache.drop(key)
        raise PluginError("the library's code has changed meanwhile; start again")
    return hooks
