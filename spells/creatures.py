"""What each creature changes: the traits and dice that `creatures.yaml` names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.model.hooks import Call, DiceRules, Trait
from obsidia_core.plugins.registry import Param, Registry

TOTALS = tuple(range(2, 13))
"""What survival rolls may need; more than two dice are never rolled."""


def register(registry: Registry) -> None:
    """Register the creatures' hooks."""
    registry.hook(
        "dice",
        "roll_several",
        roll_several,
        {"dice": Param(int, choices=(2,)), "keep": Param(str, choices=("higher", "lower"))},
    )
    registry.hook(
        "trait",
        "survival_roll_nearby",
        survival_roll_nearby,
        {"dice": Param(int, choices=(1, 2)), "total": Param(int, choices=TOTALS)},
    )
    registry.hook(
        "trait", "occupies_nearby", occupies_nearby, {"terrain": Param(str, refers_to="terrain")}
    )
    registry.hook("trait", "closes_portal", closes_portal, {})
    registry.hook("trait", "walks_at_phase_end", walks_at_phase_end, {})
    registry.hook("trait", "survival_total", survival_total, {"total": Param(int, choices=TOTALS)})
    registry.hook("trait", "bars_casting", bars_casting, {"phase": Param(str, choices=("IV",))})


def roll_several(rules: DiceRules, params: Mapping[str, Any]) -> None:
    """Two dice, of which the higher (lower) counts."""
    if params["keep"] == "higher":
        rules.higher += 1
    else:
        rules.lower += 1


def survival_roll_nearby(params: Mapping[str, Any]) -> Trait:
    """Travelers that enter a tile pathway-adjacent to it make a survival roll."""
    return Trait(near_arrival=Call("enter:survival_roll", {**params, "near": True}))


def occupies_nearby(params: Mapping[str, Any]) -> Trait:
    """Tiles of a terrain pathway-adjacent to it count as occupied for sliding."""
    return Trait(occupies=params["terrain"])


def closes_portal(params: Mapping[str, Any]) -> Trait:
    """No portal trip begins or ends on its tile."""
    return Trait(closes_portal=True)


def walks_at_phase_end(params: Mapping[str, Any]) -> Trait:
    """Its summoner may move it one space at the end of the own movement phases."""
    return Trait(walks=1)


def survival_total(params: Mapping[str, Any]) -> Trait:
    """Survival rolls of the terrain on its tile need another number."""
    return Trait(survival_total=params["total"])


def bars_casting(params: Mapping[str, Any]) -> Trait:
    """Nobody casts spells of a phase in a battle with it."""
    return Trait(bars_phase=params["phase"])
