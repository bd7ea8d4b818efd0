"""Scenarios of the suite may use the test cards of `packs/probe_pack.py`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

NO_SKIPS = "OBSIDIA_NO_SKIPS"
"""Set where everything that tests want is installed: there a skipped test is a failure."""

sys.path.insert(0, str(Path(__file__).parent / "packs"))


def pytest_configure(config: pytest.Config) -> None:
    """Run scenario files with the probe pack beside the default content."""
    import probe_pack

    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.pytest_plugin import GAMES
    from orichalque.game import NAME, Orichalque

    # The second game is found by its entry point; a source tree that is not installed has none.
    config.stash[GAMES] = Games([probe_pack], ready={NAME: Orichalque().scenarios()})


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Processes that tests start find the library compiled, and leave nothing beside its source."""
    os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("compiled"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for garbage neither while some thousand scenarios are read nor among them later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where nothing may be skipped."""
    report = yield
    if report.skipped and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"skipped, though {NO_SKIPS} is set: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the figures that tests have recorded."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "figure":
                terminalreporter.write_line(str(value))
