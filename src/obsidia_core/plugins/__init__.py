"""Plugins: content, hooks, bots, games and ruleset options from inside and outside this library.

A plugin is any object, usually a module, with a function marked `hookimpl`:

    from pathlib import Path
    from obsidia_core.plugins import Registry, hookimpl

    @hookimpl
    def obsidia_register(registry: Registry) -> None:
        registry.pack(Path(__file__).parent / "cards")

It is found through the entry point group `obsidia_core.plugins`, or handed to `load_catalog`.
"""

from obsidia_core.plugins.manager import ENTRY_POINT_GROUP, load_plugins
from obsidia_core.plugins.registry import (
    CONTENT_KINDS,
    KINDS,
    REQUIRED,
    Factory,
    HookEntry,
    OptionEntry,
    Pack,
    Param,
    Registry,
)
from obsidia_core.plugins.specs import hookimpl

__all__ = [
    "CONTENT_KINDS",
    "ENTRY_POINT_GROUP",
    "KINDS",
    "REQUIRED",
    "Factory",
    "HookEntry",
    "OptionEntry",
    "Pack",
    "Param",
    "Registry",
    "hookimpl",
    "load_plugins",
]
