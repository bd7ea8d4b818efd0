"""Finds a game's scenario adapter by the name that documents give in `game`.

A game registered by a plugin has scenarios if it has a method `scenarios` that gives the adapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from obsidia_core.kernel.errors import ObsidiaError
from obsidia_core.scenario.protocol import ScenarioGame

OBSIDIA = "obsidia"


class Games:
    """The games whose scenarios can be read and run; each is made when first asked for.

    Attributes:
        default: the game of documents that name none.
    """

    default = OBSIDIA

    def __init__(
        self, plugins: Sequence[object] = (), ready: Mapping[str, ScenarioGame[Any]] | None = None
    ) -> None:
        """Prepare, without loading anything yet.

        Args:
            plugins: plugins beside the installed ones.
            ready: adapters by name that take precedence.
        """
        self._plugins = tuple(plugins)
        self._made: dict[str, ScenarioGame[Any] | None] = dict(ready or {})
        self._failed: dict[str, ObsidiaError] = {}

    def find(self, name: str) -> ScenarioGame[Any] | None:
        """The adapter of a game, or None if nothing installed has one of this name.

        Raises:
            ContentError, PluginError: the game's content or a plugin cannot be loaded; that is
                tried once.
        """
        if name in self._failed:
            raise self._failed[name].with_traceback(None)
        if name not in self._made:
            try:
                self._made[name] = self._make(name)
            except ObsidiaError as error:
                self._failed[name] = error
                raise
        return self._made[name]

    def __getitem__(self, name: str) -> ScenarioGame[Any]:
        game = self.find(name)
        if game is None:
            raise KeyError(name)
        return game

    def names(self) -> list[str]:
        """Names of all games, sorted."""
        made = (name for name, game in self._made.items() if game is not None)
        return sorted({OBSIDIA, *made, *self._registered()})

    def _make(self, name: str) -> ScenarioGame[Any] | None:
        if name == OBSIDIA:
            from obsidia_core.scenario.obsidia import ObsidiaScenarios

            return ObsidiaScenarios.load(self._plugins)
        factory = self._registered().get(name)
        if factory is None:
            return None
        make = getattr(factory.factory(), "scenarios", None)
        made: ScenarioGame[Any] | None = make() if callable(make) else None
        return made

    def _registered(self) -> Mapping[str, Any]:
        from obsidia_core.plugins import load_plugins

        return load_plugins(self._plugins).games
