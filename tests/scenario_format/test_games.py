"""Games are found by the name in a scenario, and made once."""

from __future__ import annotations

import pytest

from obsidia_core.kernel.errors import PluginError
from obsidia_core.plugins import Registry, hookimpl
from obsidia_core.scenario.games import Games


class Faulty:
    """A plugin that cannot be loaded."""

    def __init__(self) -> None:
        self.calls = 0

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        self.calls += 1
        raise ValueError(f"no content, and {registry} stays empty")


def test_what_cannot_be_loaded_is_tried_once_for_any_number_of_scenarios() -> None:
    plugin = Faulty()
    games = Games([plugin])
    told = set()
    for _ in range(3):
        with pytest.raises(PluginError) as caught:
            games.find("obsidia")
        told.add(str(caught.value))
    assert plugin.calls == 1
    assert len(told) == 1
