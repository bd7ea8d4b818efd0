"""What it is worth to have more cards, or other ones."""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.bots.greedy.values.use import Use, Value, fixed

CARD = 0.9
"""A card more in the hand."""
MOST_IMITATED = 4.0
"""What imitating is worth at most, since the imitated card's occasion may be missing."""


def draw_spells(use: Use) -> float:
    """Cards at once."""
    deck = use.table.view["deck_sizes"][use.table.me]
    count: int = min(use.params["count"], deck)
    return CARD * count


def imitate(use: Use) -> float:
    """What the imitated spell is worth now."""
    other = use.value("spell")
    if other is None or other == use.spell:
        return 0.0
    return min(MOST_IMITATED, use.book.value(str(other)))


VALUES: Mapping[str, Value] = {
    "draw_spells": draw_spells,
    "take_from_discards": fixed(CARD),
    "steal_spell": fixed(CARD + 0.4),
    "change_spell": fixed(CARD - 0.1),
    "search_deck": fixed(CARD),
    "negate_cast": fixed(2.5),
    "imitate": imitate,
}
