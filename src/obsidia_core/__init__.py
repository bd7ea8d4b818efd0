"""Obsidia: a rules engine for the board game, on a kernel for any turn-based game.

>>> import obsidia_core as ob
>>> match = ob.new_match(["warlords", "light_keepers"], seed=7)
>>> match.decision.kind
'world_building'
"""

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
    view,
)
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.errors import IllegalAction, ObsidiaError, Refusal
from obsidia_core.kernel.match import Match
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.state import State

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Decision",
    "IllegalAction",
    "Match",
    "Obsidia",
    "ObsidiaError",
    "Refusal",
    "Ruleset",
    "State",
    "apply",
    "check",
    "copy",
    "decision",
    "default_game",
    "legal_actions",
    "load_match",
    "new_game",
    "new_match",
    "view",
]
