"""The hook that plugins implement."""

from __future__ import annotations

import pluggy

from obsidia_core.plugins.registry import Registry

PROJECT = "obsidia_core"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Specs:
    """All hooks. There is one, on purpose: games consult what it registered, never a plugin."""

    @hookspec
    def obsidia_register(self, registry: Registry) -> None:
        """Say what the plugin provides.

        Called once, with an empty registry, each time a catalog is built, and again for each
        catalog with other plugins. The default content is called first, then installed plugins by
        name, then those handed over, in their order; the order decides nothing but the order of
        definitions.

        Args:
            registry: takes content packs, hook functions, bots, games and ruleset options. It
                closes when the last plugin has registered.

        Returns:
            Nothing.

        Must not: keep the registry for later, read or change what other plugins registered, start
        threads, ask for input, or depend on the time or on chance. What raises here is reported as
        `PluginError` with the plugin's name.
        """
