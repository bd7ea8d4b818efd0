"""Finds plugins and lets each of them register, with a plugin manager made for the occasion."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping, Sequence
from importlib import metadata
from types import MappingProxyType, ModuleType

import pluggy

from obsidia_core.kernel.errors import PluginError
from obsidia_core.plugins.registry import Registry
from obsidia_core.plugins.specs import PROJECT, Specs

ENTRY_POINT_GROUP = "obsidia_core.plugins"
BUILT_IN: Mapping[str, str] = MappingProxyType(
    {"language": "obsidia_core.effects.plugin", "default": "obsidia_core.plugins.default"}
)
"""The library's own plugins, in the order they register."""
DISABLE_VARIABLE = "OBSIDIA_DISABLE_PLUGINS"
_HOOK = "obsidia_register"


def load_plugins(plugins: Sequence[object] = (), entry_points: bool = True) -> Registry:
    """A closed registry with everything that plugins provide.

    Args:
        plugins: further plugins: modules or other objects with a marked `obsidia_register`.
        entry_points: load installed plugins, the library's own first. The environment variable
            OBSIDIA_DISABLE_PLUGINS=1 leaves only these.

    Raises:
        PluginError: if a plugin cannot be imported, has no hook or a misspelt one, raises, returns
            something, or provides what another one provides.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Specs)
    names: list[str] = []
    if entry_points:
        for name, plugin in _installed():
            _register(manager, plugin, name)
            names.append(name)
    for plugin in plugins:
        name = _free_name(plugin, names)
        _register(manager, plugin, name)
        names.append(name)
    registry = Registry()
    try:
        for name in names:
            registry.open_for(name)
            _call(manager, name, registry)
    finally:
        registry.open_for(None)
    return registry


def plugins_disabled() -> bool:
    """Whether the environment leaves only the default content of the installed plugins."""
    return os.environ.get(DISABLE_VARIABLE, "") not in ("", "0")


def _installed() -> list[tuple[str, object]]:
    """Installed plugins with their names: the library's own, then the others by name."""
    found: dict[str, metadata.EntryPoint] = {}
    for point in metadata.entry_points(group=ENTRY_POINT_GROUP):
        other = found.setdefault(point.name, point)
        if other is not point:
            raise PluginError(
                f"plugin {point.name!r}: distributions {_origin(other)!r} and {_origin(point)!r} "
                "provide it"
            )
    own: list[tuple[str, object]] = []
    for name, module in BUILT_IN.items():
        if name in found:
            own.append((name, _load(found.pop(name))))
        else:  # a source tree that is not installed has no entry points
            own.append((name, importlib.import_module(module)))
    others = [] if plugins_disabled() else [found[name] for name in sorted(found)]
    return [*own, *((point.name, _load(point)) for point in others)]


def _origin(point: metadata.EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value


def _load(point: metadata.EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:
        raise PluginError(
            f"plugin {point.name!r} of {_origin(point)!r} cannot be imported: {_told(error)}"
        ) from error


def _free_name(plugin: object, taken: Sequence[str]) -> str:
    base = plugin.__name__ if isinstance(plugin, ModuleType | type) else type(plugin).__qualname__
    name, number = base, 2
    while name in taken:
        name, number = f"{base}#{number}", number + 1
    return name


def _register(manager: pluggy.PluginManager, plugin: object, name: str) -> None:
    if manager.is_registered(plugin):
        raise PluginError(f"plugin {name!r} is handed over twice")
    try:
        manager.register(plugin, name)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(f"plugin {name!r}: {_told(error)}; the hook is {_HOOK}") from error
    if not manager.get_hookcallers(plugin):
        raise PluginError(f"plugin {name!r} has no function {_HOOK} marked with hookimpl")


def _call(manager: pluggy.PluginManager, name: str, registry: Registry) -> None:
    others = [plugin for other, plugin in manager.list_name_plugin() if other != name]
    try:
        results = manager.subset_hook_caller(_HOOK, others)(registry=registry)
    except PluginError:
        raise
    except Exception as error:
        raise PluginError(f"plugin {name!r}: {_HOOK} raised {_told(error)}") from error
    if results:
        raise PluginError(f"plugin {name!r}: {_HOOK} must return nothing, not {results[0]!r}")


def _told(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
