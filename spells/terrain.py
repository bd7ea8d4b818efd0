"""What happens on each terrain: the hooks that `terrain.yaml` names.

Entry effects are step functions. Their frame holds the parameters given in the file and `mask` (the
travelers that arrived), `slot` (the tile), `way` (how they came), `side` (the direction of entry,
-1 for none) and `occupied` (whether somebody was there before).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obsidia_core.kernel.state import Frame
from obsidia_core.model.board import DARK, EDGE
from obsidia_core.model.geometry import STEP_TO_SIDE, each_bit
from obsidia_core.model.hooks import KILLS, SLIDES, DiceRules, EnterHook
from obsidia_core.model.state import State
from obsidia_core.plugins.registry import Param, Registry
from obsidia_core.rules import choices, deaths, modifiers, rolls, travel

FACES = (1, 2, 3, 4, 5, 6)
TOTALS = tuple(range(2, 13))
"""What survival rolls may need; more than two dice are never rolled."""


def register(registry: Registry) -> None:
    """Register the terrains' hooks."""
    survival = {
        "dice": Param(int, choices=(1, 2)),
        "total": Param(int, choices=TOTALS),
        "ends_movement": Param(bool, default=False),
    }
    registry.hook("enter", "kill_enemies", EnterHook(kill_enemies, enemies_die), {})
    registry.hook("stay", "expel_guests", expel_guests, {})
    registry.hook("enter", "survival_roll", EnterHook(survival_roll), survival)
    registry.hook("stay", "survival_roll", survival_roll, survival)
    registry.hook("leave", "exit_roll", exit_roll, {})
    registry.hook("enter", "slide", EnterHook(slide, slides_on), {})
    registry.hook("enter", "kill_travelers", EnterHook(kill_travelers, travelers_die), {})
    registry.hook("dice", "bar_faces", bar_faces, {"faces": Param(list[int], choices=FACES)})
    registry.hook("travel", "portal_trip", portal_trip, {})


# ---- home colony


def _is_enemy_colony(state: State, piece: int, slot: int) -> bool:
    home = state.setup.tiles[slot].colony
    return home >= 0 and bool(state.setup.foes[state.setup.owner[home]] >> piece & 1)


def _doomed(state: State, mask: int, slot: int) -> int:
    """Those of the travelers that an enemy home colony kills."""
    return sum(
        1 << piece
        for piece in each_bit(mask & state.setup.all_travelers)
        if _is_enemy_colony(state, piece, slot)
        and not modifiers.may_occupy_enemy_colony(state, piece)
    )


def kill_enemies(state: State, frame: Frame) -> None:
    """Enemies die at once, however they come; those with leave become guests (COLONY-03..10)."""
    mask, slot = frame.data["mask"] & state.occupants[frame.data["slot"]], frame.data["slot"]
    state.stack.pop()
    doomed = _doomed(state, mask, slot)
    for piece in each_bit(mask & ~doomed & state.setup.all_travelers):
        if _is_enemy_colony(state, piece, slot):
            state.guests |= 1 << piece
    if doomed:
        deaths.kill_pieces(state, doomed, "colony")


def enemies_die(state: State, mask: int, slot: int, occupied: bool) -> str | None:
    """An enemy colony is sure to kill whoever has no leave to be there."""
    return KILLS if _doomed(state, mask, slot) == mask else None


def expel_guests(state: State, frame: Frame) -> None:
    """Guests that stayed through their movement phase die (COLONY-11, COLONY-12).

    A spell that now lets them occupy the colony spares them (COLONY-09).
    """
    guests = frame.data["mask"] & state.guests
    state.stack.pop()
    mask = sum(
        1 << piece
        for piece in each_bit(guests)
        if not modifiers.may_occupy_enemy_colony(state, piece)
    )
    if mask:
        deaths.kill_pieces(state, mask, "colony")


# ---- blackwater

PICK, ROLLED = range(2)


def survival_roll(state: State, frame: Frame) -> None:
    """Each traveler rolls in id order and dies below the total (BLACKWATER-01..09, RULING-36, 39).

    With `ends_movement` a survivor takes no extra step this phase (EXTRA-04).
    """
    data = frame.data
    if frame.pc == PICK:
        todo = data.get("todo", data["mask"])
        while todo:
            piece = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            spared = (
                modifiers.rolls_no_survival(state, piece)
                if "near" in data
                else modifiers.spared_by_terrain(state, piece)
            )
            if state.where[piece] >= 0 and not spared:
                data["todo"] = todo
                data["piece"] = piece
                frame.pc = ROLLED
                rolls.push_roll(state, "survival", [data["dice"]], piece=piece)
                return
        state.stack.pop()
        return
    frame.pc = PICK
    piece = data["piece"]
    slot = state.where[piece]
    own_terrain = data["slot"] < 0 or "near" not in data
    total = data["total"]
    if own_terrain:
        total = modifiers.survival_total(state, slot, total)
    if _survives(state, data.pop("dice_rolled"), total):
        if data.get("ends_movement", False):
            travel.stop(state, 1 << piece)
    else:
        terrain = state.setup.terrains[state.board.terrain[slot]].id
        deaths.kill_pieces(state, 1 << piece, terrain if own_terrain else "spell")


def _survives(state: State, dice: list[int], total: int) -> bool:
    """The sum, each die or the best die must reach the total (RULING-36)."""
    how = state.setup.ruleset.blackwater_roll
    if how == "sum":
        return sum(dice) >= total
    return (min(dice) if how == "each" else max(dice)) >= total


# ---- woods


def exit_roll(state: State, frame: Frame) -> None:
    """A die shows the way out, by the stones of the tile (WOODS-02..04, WOODS-10, RULING-41).

    A dark side, a barred tile or an enemy home colony moves nobody; an open edge explores.
    """
    data = frame.data
    piece = (data["mask"] & -data["mask"]).bit_length() - 1
    slot = data["slot"]
    if frame.pc == PICK:
        frame.pc = ROLLED
        rolls.push_roll(state, "woods_exit", [1], piece=piece, slot=slot)
        return
    face = data["dice_rolled"][0]
    state.stack.pop()
    board = state.board
    side = state.setup.stones[slot][board.turn[slot] & 3][face - 1]
    target = board.link[4 * slot + side]
    if target == DARK or state.where[piece] != slot:
        return
    if target != EDGE:
        if modifiers.is_barred(state, 1 << piece, target):
            return
        stays = state.setup.ruleset.woods_exit_to_enemy_colony == "stay"
        if stays and _doomed(state, 1 << piece, target):
            return
    cell = board.cell[slot] + STEP_TO_SIDE[side]
    modifiers.settle_direction(state, 1 << piece, side)
    travel.push_travel(state, 1 << piece, cell, "step", side)


# ---- ice field


def _slides(state: State, slot: int, occupied: bool) -> bool:
    return not occupied and not modifiers.blocks_slide(state, slot)


def slide(state: State, frame: Frame) -> None:
    """On free ice go straight on, as a free extra movement (ICE-01..05, RULING-45..48).

    Darkness or a barred tile ahead ends the slide on the ice. A spell may let them stop by choice.
    """
    data = frame.data
    mask, slot, side = data["mask"], data["slot"], data["side"]
    on_the_way = frame.pc == PICK and side >= 0 and _slides(state, slot, data["occupied"])
    if on_the_way and modifiers.steps_with(state, "stop_on_ice", mask):
        frame.pc = ROLLED
        choices.ask_choice(state, travel.owner(state, mask), "yes_no", [True, False])
        return
    stops = data.get("chosen", False)
    state.stack.pop()
    if stops or side < 0 or not _slides(state, slot, data["occupied"]):
        return
    target = state.board.link[4 * slot + side]
    if target == DARK or (target != EDGE and modifiers.is_barred(state, mask, target)):
        return
    travel.push_travel(state, mask, state.board.cell[slot] + STEP_TO_SIDE[side], "slide", side)


def slides_on(state: State, mask: int, slot: int, occupied: bool) -> str | None:
    """Free ice is sure to be slid over."""
    return SLIDES if _slides(state, slot, occupied) else None


# ---- void


def kill_travelers(state: State, frame: Frame) -> None:
    """Whoever comes dies, unless a spell spares them (VOID-01, VOID-02, VOID-05..09)."""
    mask = frame.data["mask"]
    state.stack.pop()
    doomed = sum(
        1 << piece for piece in each_bit(mask) if not modifiers.spared_by_terrain(state, piece)
    )
    if doomed:
        deaths.kill_pieces(state, doomed, "void")


def travelers_die(state: State, mask: int, slot: int, occupied: bool) -> str | None:
    """A void is sure to kill whom no spell spares."""
    spared = any(modifiers.spared_by_terrain(state, piece) for piece in each_bit(mask))
    return None if spared else KILLS


# ---- boneyard


def bar_faces(rules: DiceRules, params: Mapping[str, Any]) -> None:
    """These faces are rolled again in battle (BONEYARD-01..05)."""
    for face in params["faces"]:
        rules.barred |= 1 << face


# ---- mystical portal


def portal_trip(state: State, slot: int) -> int:
    """Mask of the portals that a trip from this one can go to (PORTAL-02)."""
    if modifiers.portal_is_closed(state, slot):
        return 0
    terrain = state.board.terrain[slot]
    mask = state.board.with_terrain_of(terrain) & ~(1 << slot)
    return sum(
        1 << other for other in each_bit(mask) if not modifiers.portal_is_closed(state, other)
    )
