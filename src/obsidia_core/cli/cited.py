"""The rule behind what is told, for the many events that do not name one.

An event names its rule where the same kind of event comes from several; for the others the kind,
one of its fields and the phase say which it is. What a card does is told without a rule: its text
is the reason.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

BY_KIND: Mapping[str, str] = {
    "deck_made": "DRAFT-05",
    "game_over": "WIN-06",
    "recruited": "RECRUIT-02",
    "reshuffled": "DECK-02",
    "spell_cast": "RESOLVE-01",
    "spell_given": "TEAM-05",
    "summoned": "TRAIN-08",
    "trained": "TRAIN-01",
    "undone": "MOVE-05",
}
BY_FIELD: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "battle_ended": ("result", {"draw": "ADJ-06"}),
    "killed": (
        "cause",
        {
            "blackwater": "BLACKWATER-04",
            "loop": "RESOLVE-07",
            "lost": "EXTRA-10",
        },
    ),
    "moved": ("way", {"portal": "PORTAL-02", "slide": "ICE-01", "step": "MOVE-12"}),
    "rolled": (
        "reason",
        {"battle": "ADJ-01", "survival": "BLACKWATER-02", "woods_exit": "WOODS-02"},
    ),
    "town": ("holder", {"neutral": "TOWN-10", "shared": "TOWN-07"}),
}
"""Kind of event to the field that tells its rules apart, and the rule for each value of it."""
BY_PHASE: Mapping[str, Mapping[str, str]] = {
    "spell_discarded": {"spell": "DISCARD-03"},
    "spell_drawn": {"": "SETUP-22", "spell": "TURN-05"},
    "tile_drawn": {"movement": "EXTRA-08", "tile": "TILE-01", "world_building": "SETUP-08"},
    "tile_placed": {"world_building": "SETUP-14"},
    "tile_removed": dict.fromkeys(("movement", "tile", "world_building"), "PLACE-08"),
}
"""Kind of event to the rule in each phase; the phase before the first one is empty."""
OTHERWISE: Mapping[str, str] = {
    "killed": "DEATH-01",
    "spell_discarded": "DISCARD-01",
    "town": "TOWN-05",
}


BY_CARDS_TOO = frozenset({"spell_drawn", "tile_drawn", "tile_placed", "tile_removed", "trained"})
"""What a card may do as well, without the rule."""


def rule_of(
    event: Mapping[str, Any],
    phase: str = "",
    creatures: Container[str] = (),
    *,
    by_card: bool = False,
) -> str | None:
    """The id of the rule that an event comes from, or None if that is a card or not known.

    Args:
        event: as a JSON object.
        phase: the id of the phase that it happened in, empty before the first.
        creatures: names of the creatures on the map.
        by_card: a spell has been cast and is not resolved yet.
    """
    kind = str(event["type"])
    if event.get("rule"):
        return str(event["rule"])
    if by_card and kind in BY_CARDS_TOO:
        return None
    if kind == "battle_started":
        beside = event["at"] != event["against"]
        if any(side in creatures for side in event["sides"]):
            return "CREATURE-14" if beside else "CREATURE-13"
        return "BATTLE-02" if beside else "BATTLE-01"
    if kind == "killed" and event["piece"] in creatures:
        return "CREATURE-16" if event["cause"] == "battle" else None
    field, values = BY_FIELD.get(kind, ("", {}))
    return (
        BY_KIND.get(kind)
        or values.get(str(event.get(field)))
        or BY_PHASE.get(kind, {}).get(phase)
        or OTHERWISE.get(kind)
    )
