"""The default content, an ordinary plugin: the pack folder `spells` and its hooks.

Each Python module there that has the name of a YAML file is imported as
`obsidia_core_spells.<name>` and its `register(registry)` is called.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from obsidia_core.plugins.registry import Registry
from obsidia_core.plugins.resources import content_root
from obsidia_core.plugins.specs import hookimpl

PACKAGE = "obsidia_core_spells"


@hookimpl
def obsidia_register(registry: Registry) -> None:
    """Register the default content pack and its hooks, and the bots."""
    registry.bot("random", _random_bot)
    registry.bot("greedy", _greedy_bot)
    registry.bot("greedy-no-spells", _greedy_bot_without_spells)
    folder = content_root() / "spells"
    registry.pack(folder)
    for path in sorted(folder.glob("*.py")):
        if path.with_suffix(".yaml").exists():
            _module(folder, path.stem).register(registry)


def _random_bot(*arguments: Any) -> Any:
    """The random bot, whose module is imported when a bot is made."""
    return _above("bots.random_bot").RandomBot(*arguments)


def _greedy_bot(*arguments: Any) -> Any:
    """The greedy bot."""
    return _above("bots.greedy").GreedyBot(*arguments)


def _greedy_bot_without_spells(*arguments: Any) -> Any:
    """The greedy bot that never casts."""
    return _above("bots.greedy").GreedyBot(*arguments, spells=False)


def _above(name: str) -> ModuleType:
    """A module of a part that stands above this one, so that importing this one stays cheap."""
    return importlib.import_module(f"obsidia_core.{name}")


def _module(folder: Path, name: str) -> ModuleType:
    """The module `name` of the folder, imported once in a process."""
    package = sys.modules.get(PACKAGE)
    if package is None or list(package.__path__) != [str(folder)]:
        for stale in [known for known in sys.modules if known.partition(".")[0] == PACKAGE]:
            del sys.modules[stale]
        package = ModuleType(PACKAGE, "The default content's hooks.")
        package.__path__ = [str(folder)]
        sys.modules[PACKAGE] = package
    return importlib.import_module(f"{PACKAGE}.{name}")
