"""What hook implementations look like: the shapes that content names and the rules call.

A terrain's `enter`, `stay` and `leave` hooks and a spell's effect are step functions: they get the
state and a frame whose data hold the hook's parameters, and advance the frame. The other kinds are
plain functions of plain values. None of them keeps anything outside state and frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from obsidia_core.kernel.values import Value

WAYS = ("step", "slide", "portal", "teleport", "replacement", "swap", "spawn", "forced")
"""Ways of arriving on a tile."""

ALL_WAYS = (1 << len(WAYS)) - 1


@attrs.frozen(eq=False, repr=False)
class Call(Value):
    """A step function to run, with its parameters: `op` names it in the table."""

    op: str
    params: Mapping[str, Any]


@attrs.frozen(eq=False, repr=False)
class EntryEffect(Value):
    """What a terrain does to travelers that arrive by one of `ways` (a mask over `WAYS`).

    `foresee`: see `EnterHook`.
    """

    call: Call
    ways: int
    foresee: Foresight | None


KILLS, SLIDES = "kills", "slides"
Foresight = Callable[..., str | None]


@attrs.frozen(eq=False, repr=False)
class EnterHook(Value):
    """What a terrain does on arrival.

    Attributes:
        step: step function; its frame holds the parameters and `mask slot way side occupied`.
        foresee: `(state, mask, slot, occupied)` -> `KILLS` if all of them are sure to die, `SLIDES`
            if they go straight on, None if neither is sure; so that lethal moves can be told.
    """

    step: Callable[..., None]
    foresee: Foresight | None = None


class DiceRules:
    """How one side of a battle rolls, collected before each round (RULING-91).

    Attributes:
        barred: mask of faces that are rolled again at once; bit 1 stands for face 1.
        higher, lower: how many effects say "roll two, keep the higher (lower)".
        counts_as: faces that count as another number.
        add: added to the result, which stays within 1 and 6.
    """

    __slots__ = ("add", "barred", "counts_as", "higher", "lower")

    def __init__(self) -> None:
        self.barred = 0
        self.higher = 0
        self.lower = 0
        self.counts_as: dict[int, int] = {}
        self.add = 0

    @property
    def dice(self) -> int:
        """Dice to roll, 1 or 2; keeping the higher and the lower cancel out (RULING-92)."""
        return 2 if bool(self.higher) != bool(self.lower) else 1

    def value(self, faces: list[int]) -> int:
        """The result of the dice as they lie, 1 to 6."""
        counted = [self.counts_as.get(face, face) for face in faces]
        kept = min(counted) if self.lower and not self.higher else max(counted)
        return max(1, min(6, kept + self.add)) if self.add else kept


DiceHook = Callable[[DiceRules, Mapping[str, Any]], None]
TravelHook = Callable[..., int]


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Trait(Value):
    """What a creature changes while it is in play.

    Attributes:
        occupies: terrain whose tiles, pathway-adjacent to the creature, count as occupied.
        closes_portal: no portal trip begins or ends on the creature's tile.
        walks: spaces its summoner may move it at the end of the own movement phases.
        survival_total: number that survival rolls of the terrain on its tile need instead.
        bars_phase: phase mark of spells that nobody may cast in a battle with it.
        near_arrival: done to travelers that enter a tile pathway-adjacent to it, after the tile's
            own effects.
    """

    occupies: str | None = None
    closes_portal: bool = False
    walks: int = 0
    survival_total: int | None = None
    bars_phase: str | None = None
    near_arrival: Call | None = None


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Target(Value):
    """One target of a spell: its kind and the values it may take now, in order.

    Attributes:
        name: how effects call it.
        what: `traveler unit tile side player spell die number`.
        values: `(state, seat, chosen)` -> the values, given those of the earlier targets.
        rules: ids of the rules that limit the values, named when another one is refused.
    """

    name: str = ""
    what: str
    values: Callable[..., list[Any]]
    rules: tuple[str, ...] = ()


class StandingEffect:
    """What a face-up battle spell does while it lies in its battle.

    The flags are read by the battle; `shape` changes how a side rolls.
    """

    shields_first_loss = False
    shares_first_loss = False
    wins_ties = False
    bars_enemy_casting = False
    forbids_enemy_win = False

    def shape(
        self, rules: DiceRules, state: Any, battle: Mapping[str, Any], place: int, own: bool
    ) -> None:
        """Change a side's dice; `own`: it is the side of the caster, else the enemy's.

        `battle` is the data of the battle's frame, `place` says which of its sides rolls.
        """


@attrs.frozen(eq=False, repr=False, kw_only=True)
class SpellHook(Value):
    """A spell, as the rules cast it: written in Python or compiled from a spell file.

    Attributes:
        castable: `(state, seat, context)` -> whether it can do anything now; targets apart.
        targets: chosen in order before anything happens.
        resolve: step function of the effect; its frame holds `seat`, `card`, `targets` and the
            context of the window (such as `mask` of a move).
        op: name of that step function in the table; empty stands for the hook's own.
        standing: for face-up spells, what they do while they lie in the battle.
        program: for compiled spells, the effects in order.
        moves: names of what its effects move, see the effects' `moves`.
        limits: ids of the rules that can leave it without a target or effect.
        laid: `(state, seat, card, slot, side)` puts a lasting spell in force on a tile, without a
            cast; `side` is the side it lies on, -1 for none.
        costs: whether it runs when negated too, to pay for it; its frame then says `negated`.
    """

    castable: Callable[..., bool] | None = None
    targets: tuple[Target, ...] = ()
    resolve: Callable[..., None] | None = None
    op: str = ""
    standing: tuple[StandingEffect, ...] = ()
    program: tuple[Any, ...] = ()
    moves: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    laid: Callable[..., None] | None = None
    costs: bool = False
