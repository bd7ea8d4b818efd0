"""What the package gives to Obsidia; the entry point in `pyproject.toml` names this module."""

from __future__ import annotations

from pathlib import Path

from obsidia_core.effects.base import parameters
from obsidia_core.plugins import Param, Registry, hookimpl
from tidewardens import tides
from tidewardens.bot import EagerBot


@hookimpl
def obsidia_register(registry: Registry) -> None:
    """Register the content, the Python that it names, a bot and an option."""
    registry.pack(Path(__file__).parent / "content")
    registry.hook(
        "stay", "undertow", tides.undertow, {"spares": Param(str, None, refers_to="class")}
    )
    registry.hook(
        "dice", "hard_shell", tides.hard_shell, {"shown": Param(int), "counted": Param(int)}
    )
    registry.hook("effect", "draw_in", tides.DrawIn, parameters(tides.DrawIn))
    registry.bot("eager", EagerBot)
    registry.option(
        "undertow",
        2,
        "The highest number of the die that the undertow of a tidal flat takes a traveler on.",
        most=6,
    )
