"""Finds plugins and lets each of them register, with a plugin manager made for the occasion."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType

import pluggy

from obsidia_core.kernel.errors import PluginError
from obsidia_core.plugins.installed import EntryPoint, entry_points
from obsidia_core.plugins.registry import Registry
from obsidia_core.plugins.specs import PROJECT, Specs

ENTRY_POINT_GROUP = "obsidia_core.plugins"
BUILT_IN: Mapping[str, str] = MappingProxyType(
    {"language": "obsidia_core.effects.plugin", "default": "obsidia_core.plugins.default"}
)
"""The library's own plugins, in the order they register."""
DISABLE_VARIABLE = "OBSIDIA_DISABLE_PLUGINS"
OWN_DISTRIBUTION = "obsidia_core"
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
    points = installed_points() if entry_points else {}
    return _registered([(name, _load(point)) for name, point in points.items()], plugins)


def load_built_in() -> Registry:
    """A closed registry with what the library's own plugins provide.

    Raises:
        PluginError: as `load_plugins`.
    """
    points = installed_points()
    return _registered([(name, _load(points[name])) for name in BUILT_IN], ())


def _registered(installed: Sequence[tuple[str, object]], plugins: Sequence[object]) -> Registry:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Specs)
    names: list[str] = []
    for name, plugin in installed:
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


def installed_points() -> dict[str, EntryPoint]:
    """Where the installed plugins are, by name: the library's own, then the others by name.

    Raises:
        PluginError: if two distributions provide a plugin of one name.
    """
    found: dict[str, EntryPoint] = {}
    for point in entry_points(ENTRY_POINT_GROUP):
        other = found.setdefault(point.name, point)
        if other is not point:
            raise PluginError(
                f"plugin {point.name!r}: distributions {other.origin!r} and {point.origin!r} "
                "provide it"
            )
    own = {  # a source tree that is not installed has no entry points
        name: found.pop(name, EntryPoint(name, module, OWN_DISTRIBUTION))
        for name, module in BUILT_IN.items()
    }
    return own if plugins_disabled() else {**own, **{name: found[name] for name in sorted(found)}}


def _load(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:
        raise PluginError(
            f"plugin {point.name!r} of {point.origin!r} cannot be imported: {_told(error)}"
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
