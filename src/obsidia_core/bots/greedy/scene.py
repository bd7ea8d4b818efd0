"""The battle that is being fought, seen from the bot's side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.bots.greedy.fights import Side
from obsidia_core.bots.greedy.ground import Cell, cell_of
from obsidia_core.bots.greedy.worth import Worth
from obsidia_core.model.setup import TRAVELERS


@attrs.frozen
class Scene:
    """A battle with what lies in it.

    Attributes:
        own, foe: each side's travelers, or its kind of creature.
        owner: whose the other side is.
        here, there: where both stand.
        spells: ids of the face-up spells of the own side and of the other one.
        held: what the own side loses with its tile.
        prize: what a rival loses with the other tile.
        place: which of the battle's sides is the own one, 0 or 1.
    """

    worth: Worth
    own: Side
    foe: Side
    owner: str
    here: Cell
    there: Cell
    spells: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    held: float = 0.0
    prize: float = 0.0
    place: int = 0

    @classmethod
    def of(cls, worth: Worth, about: Mapping[str, Any]) -> Scene | None:
        """The battle that the view's `moment` tells of; None if the seat has no part in it."""
        table = worth.table
        sides = [
            _side(worth, name, left)
            for name, left in zip(about["sides"], about["left"], strict=True)
        ]
        own = next((place for place, (_, owner) in enumerate(sides) if owner == table.me), None)
        own = next((place for place, name in enumerate(about["sides"]) if name in table.mine), own)
        if own is None:
            return None
        cells = [cell_of(about["at"]), cell_of(about["against"])]
        cast: list[list[str]] = [[], []]
        for lying in about["faceup"]:
            cast[lying["seat"] != table.me].append(lying["spell"])
        weights = worth.weights
        here, there = cells[own], cells[1 - own]
        held = weights.town if table.holders.get(here) in table.mine else 0.0
        prize = 0.0
        if table.holders.get(there) in table.foes:
            prize = weights.town * (worth.rival_share + 0.2)
        if here == there and table.holders.get(here) not in table.friends and here in table.holders:
            held, prize = 0.0, weights.town
        return cls(
            worth,
            sides[own][0],
            sides[1 - own][0],
            sides[1 - own][1],
            here,
            there,
            (tuple(cast[0]), tuple(cast[1])),
            held,
            prize,
            own,
        )

    @property
    def same_tile(self) -> bool:
        """Whether nobody can draw."""
        return self.here == self.there

    def value(
        self,
        *,
        own: Side | None = None,
        foe: Side | None = None,
        cast: Sequence[str] = (),
        negated: str | None = None,
    ) -> float:
        """What the battle is worth on average.

        Args:
            own: another own side than now.
            foe: another enemy than now.
            cast: face-up spells of the own side besides those that lie there.
            negated: a face-up spell of the other side that is left out.
        """
        mine = self.own if own is None else own
        theirs = self.foe if foe is None else foe
        weights = self.worth.weights
        if theirs == 0:
            return self.prize if mine else 0.0
        if mine == 0:
            return -self.held
        against = tuple(spell for spell in self.spells[1] if spell != negated)
        fight = self.worth.fight(
            mine,
            theirs,
            self.here,
            self.there,
            ((*self.spells[0], *cast), against),
            self._beside(mine),
        )
        share = self.worth.share_of(self.owner)
        cost = weights.traveler if isinstance(mine, int) else 0.5
        gain = weights.traveler if isinstance(theirs, int) else 1.0
        return (
            fight.foe_loss * gain * share
            - fight.own_loss * cost
            - fight.lose * self.held
            + fight.win * self.prize
        )

    def after_round(self, won: bool) -> float:
        """What the battle is worth once a round is won or lost, the loss included."""
        weights = self.worth.weights
        if won:
            foe = self.foe - 1 if isinstance(self.foe, int) else 0
            return self.value(foe=foe) + weights.traveler * self.worth.share_of(self.owner)
        own = self.own - 1 if isinstance(self.own, int) else 0
        return self.value(own=own) - (weights.traveler if isinstance(self.own, int) else 0.5)

    def _beside(self, own: Side) -> int:
        """Other own units next to the own side; a class has eight travelers in all."""
        table = self.worth.table
        links = self.worth.ground.links.get(self.here, ())
        units = sum(
            name in table.units.get(other, {})
            for other in links
            if other is not None
            for name in table.mine
        )
        return min(2, units, TRAVELERS - own) if isinstance(own, int) else 0


def _side(worth: Worth, name: str, left: int) -> tuple[Side, str]:
    """A side and whose it is."""
    for there in worth.table.creatures.values():
        for piece, kind, summoner in there:
            if piece == name:
                return kind, summoner
    return left, name
