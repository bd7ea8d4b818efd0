"""Effects that move travelers: steps, teleports, swaps, pushes (MOVE-03, RULING-95, RULING-103)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from obsidia_core.effects.base import MINE, STOP, Effect, target, word
from obsidia_core.effects.conditions import about_to_move
from obsidia_core.effects.scene import Scene, on_map
from obsidia_core.model.geometry import SIDE_NAMES, STEP_TO_SIDE, each_bit
from obsidia_core.model.state import MOVEMENT
from obsidia_core.model.state import Effect as InForce
from obsidia_core.rules import choices, facts, modifiers, recruiting, travel

_WALKS = ("ignore_paths", "free_woods", "stop_on_ice", "straight", "pass_through")


def unmoved(scene: Scene) -> int:
    """Pieces that an answer keeps this spell from moving (Iron Discipline)."""
    return int(scene.memory.get("unmoved", 0))


def add_steps(scene: Scene, mask: int, count: int) -> None:
    """Travelers may take so many more steps; those that could take none may again."""
    state = scene.state
    for piece in each_bit(mask):
        more = count
        if not state.mobile >> piece & 1:
            state.mobile |= 1 << piece
            state.stopped &= ~(1 << piece)
            more -= 1
        state.extra[piece] += more


@attrs.frozen(eq=False, repr=False)
class Steps(Effect):
    """A unit moves up to `count` spaces: its ordinary movement becomes that many steps.

    `ignore_paths`: also across darkness, onto tiles. `free_woods`: it chooses its way out of woods.
    `stop_on_ice`: it may stop on ice. `straight`: all in one direction. `pass_through`: it may go
    on from tiles that others occupy.
    """

    phases: ClassVar[frozenset[str]] = frozenset({"III", "O"})
    only_steps: ClassVar[bool] = True
    count: int
    to: str = target("traveler", "unit")
    ignore_paths: bool = False
    free_woods: bool = False
    stop_on_ice: bool = False
    straight: bool = False
    pass_through: bool = False

    def run(self, scene: Scene, stage: int) -> int | None:
        """Grant the steps beyond the ordinary one, and how they may be taken."""
        mask = scene.mask(self.to)
        if self.count > 1:
            add_steps(scene, mask, self.count - 1)
        for kind in _WALKS:
            if getattr(self, kind):
                effect = InForce(kind, scene.seat, mask, 0, -1, "phase_end")
                facts.begin_effect(scene.state, effect)
        return None


@attrs.frozen(eq=False, repr=False)
class MoreSteps(Effect):
    """Units may move `count` more spaces.

    `to`: a unit, or `friendly` for all, or `joined` for those recruited or formed by merging this
    phase.
    """

    phases: ClassVar[frozenset[str]] = frozenset({"III", "O"})
    only_steps: ClassVar[bool] = True
    count: int
    to: str = target("unit", words=("friendly", "joined"))

    def possible(self, scene: Scene) -> bool:
        """Whether there is anybody to move."""
        return self.to not in ("friendly", "joined") or bool(self._mask(scene))

    def _mask(self, scene: Scene) -> int:
        state = scene.state
        if self.to == "friendly":
            return scene.mask("friendly") & state.mobile
        if self.to == "joined":
            return on_map(state, scene.friends & (state.merged | state.recruits))
        return scene.mask(self.to)

    def run(self, scene: Scene, stage: int) -> int | None:
        """Grant the steps; who had joined a unit is free to go again."""
        mask = self._mask(scene)
        scene.state.merged &= ~mask
        scene.state.recruits &= ~mask
        add_steps(scene, mask, self.count)
        return None


@attrs.frozen(eq=False, repr=False)
class MoveApart(Effect):
    """The travelers of a unit move one by one this phase."""

    phases: ClassVar[frozenset[str]] = frozenset({"III", "O"})
    unit: str = target("unit")

    def possible(self, scene: Scene) -> bool:
        """Whether this is a movement phase."""
        return scene.state.phase == MOVEMENT

    def run(self, scene: Scene, stage: int) -> int | None:
        """Mark them until the phase ends."""
        mask = scene.mask(self.unit)
        facts.begin_effect(scene.state, InForce("apart", scene.seat, mask, 0, 0, "phase_end"))
        return None


@attrs.frozen(eq=False, repr=False)
class Teleport(Effect):
    """Teleport a traveler or unit to a tile; the trip is its movement."""

    what: str = target("traveler", "unit")
    to: str = target("tile", words=("home_colony",))

    def moves(self) -> tuple[str, ...]:
        """The traveler or unit."""
        return (self.what,)

    def barred(self, scene: Scene) -> bool:
        """Whether it may not enter the tile."""
        return {self.what, self.to} <= scene.targets.keys() and modifiers.is_barred(
            scene.state, scene.mask(self.what), scene.slot(self.to)
        )

    def run(self, scene: Scene, stage: int) -> int | None:
        """Send it there; afterwards it has no step left."""
        state = scene.state
        if stage == 0:
            mask = scene.mask(self.what) & ~unmoved(scene)
            if not mask:
                return STOP
            scene.memory["travelers"] = mask
            to = scene.colony_of(mask) if self.to == "home_colony" else scene.slot(self.to)
            if to < 0:
                return STOP
            cell = state.board.cell[to]
            travel.push_teleport(state, mask, cell, scene.seat)
            return 1
        mask = on_map(state, scene.memory.pop("travelers"))
        state.moved |= mask
        state.mobile &= ~mask
        for piece in each_bit(mask):
            state.extra[piece] = 0
        return None


@attrs.frozen(eq=False, repr=False)
class Swap(Effect):
    """Two travelers swap positions; neither may move again this phase.

    The caster's may leave a recruit in a friendly town that they leave (TOWN-13).
    """

    one: str = target("traveler")
    other: str = target("traveler")

    def moves(self) -> tuple[str, ...]:
        """Both travelers."""
        return (self.one, self.other)

    def barred(self, scene: Scene) -> bool:
        """Whether either may not enter the other's tile."""
        return {self.one, self.other} <= scene.targets.keys() and any(
            modifiers.is_barred(scene.state, scene.mask(here), scene.slot(there))
            for here, there in ((self.one, self.other), (self.other, self.one))
        )

    def run(self, scene: Scene, stage: int) -> int | None:
        """Swap them; if either is kept from moving nothing happens."""
        state, memory = scene.state, scene.memory
        pieces = (scene.piece(self.one), scene.piece(self.other))
        both = 1 << pieces[0] | 1 << pieces[1]
        if stage == 0 and both & unmoved(scene):
            return STOP
        if memory.pop("chosen", False):
            leaver = pieces[stage - 1]
            memory["recruits"] = [*memory.get("recruits", []), [leaver, state.where[leaver]]]
        while stage < 2:
            if self._may_recruit(scene, pieces[stage]):
                choices.ask_choice(state, scene.seat, "yes_no", [True, False])
                return stage + 1
            stage += 1
        at_departure = state.setup.ruleset.recruit_timing == "departure"
        if at_departure == (stage == 2):
            for leaver, slot in memory.pop("recruits", []):
                recruiting.leave_recruit(state, 1 << leaver, slot)
        if stage == 2:
            travel.swap(state, *pieces)
            return 3
        travel.stop(state, on_map(state, both))
        return None

    def _may_recruit(self, scene: Scene, piece: int) -> bool:
        slot = scene.state.where[piece]
        return bool(scene.friends >> piece & 1) and recruiting.offered_by_spell(
            scene.state, 1 << piece, slot
        )


@attrs.frozen(eq=False, repr=False)
class Push(Effect):
    """Force a traveler one space along a pathway; it rolls for no woods and leaves no recruit."""

    what: str = target("traveler", "unit")
    side: str = target("side")

    def moves(self) -> tuple[str, ...]:
        """The traveler or unit."""
        return (self.what,)

    def run(self, scene: Scene, stage: int) -> int | None:
        """Push it."""
        mask = scene.mask(self.what) & ~unmoved(scene)
        if mask:
            side = SIDE_NAMES.index(scene.targets[self.side])
            travel.push_forced_step(scene.state, mask, side)
        return None


@attrs.frozen(eq=False, repr=False)
class MoveIn(Effect):
    """Move a unit onto a tile that the spell itself names; entry effects apply as for a step.

    `where`: the tile the own unit fights on (`battle_tile`) or the one the enemy held
    (`enemy_tile`). It needs no woods roll and uses no movement (RULING-103).
    """

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})
    unit: str = target("unit", words=MINE[:1])
    where: str = word("battle_tile", "enemy_tile")

    def moves(self) -> tuple[str, ...]:
        """The unit."""
        return (self.unit,)

    def run(self, scene: Scene, stage: int) -> int | None:
        """Send it there; its player may recruit where it leaves a town."""
        state = scene.state
        mask = scene.mask(self.unit)
        slot = scene.own_place_slot() if self.where == "battle_tile" else scene.enemy_place_slot()
        if not mask or slot < 0:
            return None
        origin = state.where[(mask & -mask).bit_length() - 1]
        board = state.board
        offset = board.cell[slot] - board.cell[origin]
        side = STEP_TO_SIDE.index(offset) if offset in STEP_TO_SIDE else -1
        travel.push_travel(state, mask, board.cell[slot], "step", side)
        state.stack[-1].data["chooser"] = scene.seat
        if scene.battle is not None:
            scene.battle.data["fighters"] |= mask
        return None


@attrs.frozen(eq=False, repr=False)
class Halt(Effect):
    """The unit whose movement was declared does not move, and may not for the rest of the phase."""

    triggers: ClassVar[frozenset[str]] = frozenset({"movement"})

    def run(self, scene: Scene, stage: int) -> int | None:
        """Stop it where it stands (the movement itself has been rewound)."""
        mask = int(scene.context["mask"])
        scene.state.halted |= mask
        travel.stop(scene.state, mask)
        return None


@attrs.frozen(eq=False, repr=False)
class KeepInPlace(Effect):
    """The spell that is answered does not move the own unit."""

    triggers: ClassVar[frozenset[str]] = frozenset({"cast"})

    def run(self, scene: Scene, stage: int) -> int | None:
        """Take the own travelers out of what it moves."""
        cast = scene.state.stack[scene.context["cast"]]
        cast.data["unmoved"] = cast.data.get("unmoved", 0) | about_to_move(scene)
        return None


EFFECTS: Mapping[str, type[Effect]] = {
    "steps": Steps,
    "more_steps": MoreSteps,
    "move_apart": MoveApart,
    "teleport": Teleport,
    "swap": Swap,
    "push": Push,
    "move_in": MoveIn,
    "halt": Halt,
    "keep_in_place": KeepInPlace,
}
