"""Scenarios of the suite may use the test cards of `packs/probe_pack.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "packs"))


def pytest_configure(config: pytest.Config) -> None:
    """Run scenario files with the probe pack beside the default content."""
    import probe_pack
    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.pytest_plugin import GAMES

    config.stash[GAMES] = Games([probe_pack])
