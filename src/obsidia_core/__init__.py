"""Obsidia: a rules engine for the board game, on a kernel for any turn-based game.

>>> import obsidia_core as ob
>>> match = ob.new_match(["warlords", "light_keepers"], seed=7)
>>> match.decision.kind
'world_building'

Each name is imported when it is first asked for, so that a program that needs the kernel alone, or
only the version, does not wait for the rules.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from obsidia_core.api import (
        apply,
        check,
        copy,
        decision,
        default_game,
        legal_actions,
        load_match,
        new_game,
        new_match,
        preview,
        view,
    )
    from obsidia_core.game import Obsidia
    from obsidia_core.kernel.actions import Action, Decision
    from obsidia_core.kernel.errors import (
        ActionFormatError,
        ContentError,
        IllegalAction,
        ObsidiaError,
        PluginError,
        Refusal,
        RulesetError,
        SaveError,
        ViewError,
    )
    from obsidia_core.kernel.match import Match
    from obsidia_core.model.ruleset import Ruleset
    from obsidia_core.model.state import State

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionFormatError",
    "ContentError",
    "Decision",
    "IllegalAction",
    "Match",
    "Obsidia",
    "ObsidiaError",
    "PluginError",
    "Refusal",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "State",
    "ViewError",
    "apply",
    "check",
    "copy",
    "decision",
    "default_game",
    "legal_actions",
    "load_match",
    "new_game",
    "new_match",
    "preview",
    "view",
]

_HOMES: Mapping[str, str] = {
    "Action": "kernel.actions",
    "ActionFormatError": "kernel.errors",
    "ContentError": "kernel.errors",
    "Decision": "kernel.actions",
    "IllegalAction": "kernel.errors",
    "Match": "kernel.match",
    "Obsidia": "game",
    "ObsidiaError": "kernel.errors",
    "PluginError": "kernel.errors",
    "Refusal": "kernel.errors",
    "Ruleset": "model.ruleset",
    "RulesetError": "kernel.errors",
    "SaveError": "kernel.errors",
    "State": "model.state",
    "ViewError": "kernel.errors",
}
"""The modules of names that are not from `api`."""

if not TYPE_CHECKING:  # a type checker would take any name for one that is there

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'api')}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
