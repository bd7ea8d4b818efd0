"""How battles go on average, remembered: the bot asks for the same few again and again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import attrs

from obsidia_core.odds import odds

Side = int | str
"""A number of travelers, or a kind of creature."""
Spells = tuple[tuple[str, ...], tuple[str, ...]]

PLAIN = "plain"
DICE_OPTIONS = ("die_faces", "reroll_limit", "boneyard_helps_creatures")
"""Ruleset options that change the odds of battles; those of plugins may do so too."""


class Fight(NamedTuple):
    """Chances to win and to lose, and pieces lost on both sides on average."""

    win: float
    lose: float
    own_loss: float
    foe_loss: float


@attrs.frozen
class Dice:
    """What all battles of a game have in common: the content and the options about dice."""

    content: str
    catalog: Any = attrs.field(eq=False, repr=False)
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, catalog: Any, options: Mapping[str, Any]) -> Dice:
        """The dice of a game with these ruleset options."""
        names = (*DICE_OPTIONS, *catalog.options)
        told = [(name, options[name]) for name in names if name in options]
        frozen = [
            (name, tuple(value) if isinstance(value, list) else value) for name, value in told
        ]
        return cls(catalog.hash, catalog, tuple(frozen))

    def fight(
        self,
        own: Side,
        foe: Side,
        terrain: tuple[str, str | None],
        spells: Spells = ((), ()),
        beside: tuple[int, int] = (0, 0),
    ) -> Fight:
        """How a battle goes.

        Args:
            own: the own side.
            foe: the other side.
            terrain: where each stands; None for the second: on the tile of the first.
            spells: face-up spells of both sides.
            beside: other units of each side next to it.
        """
        here, there = terrain
        return _fight(
            self,
            own,
            foe,
            self._that_counts(here),
            None if there is None else self._that_counts(there),
            spells,
            beside,
        )

    def _that_counts(self, terrain: str) -> str:
        """The terrain, or plain for those that leave the dice alone."""
        known = self.catalog.terrains.get(terrain)
        return terrain if known is not None and known.dice else PLAIN


@lru_cache(maxsize=1 << 14)
def _fight(
    dice: Dice,
    own: Side,
    foe: Side,
    here: str,
    there: str | None,
    spells: Spells,
    beside: tuple[int, int],
) -> Fight:
    found = odds(
        own,
        foe,
        same_tile=there is None,
        terrain=(here, here if there is None else there),
        spells=spells,
        beside=beside,
        options=dict(dice.options),
        catalog=dice.catalog,
    )
    left, foes = found.expected
    return Fight(found.win, found.lose, size(own) - left, size(foe) - foes)


def size(side: Side) -> int:
    """How many pieces a side is."""
    return side if isinstance(side, int) else 1
