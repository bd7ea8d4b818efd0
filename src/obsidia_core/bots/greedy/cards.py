"""Measured values of cards."""

from __future__ import annotations

from collections.abc import Mapping

MEASURED: Mapping[str, float] = {}
TYPICAL = 1.0


def card_value(spell: str) -> float:
    """What a card is worth in a hand on average."""
    return MEASURED.get(spell, TYPICAL)
