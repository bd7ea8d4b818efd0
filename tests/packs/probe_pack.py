"""A content pack of plain test cards, registered like anybody's: each does one thing.

They show casting, windows and every way of arriving without the real cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from obsidia_core.kernel.state import Frame
from obsidia_core.model.geometry import SIDE_NAMES, Coordinate, cell_at, each_bit
from obsidia_core.model.hooks import DiceRules, SpellHook, StandingEffect, Target
from obsidia_core.model.state import RESERVE, Effect, State
from obsidia_core.plugins import Registry, hookimpl
from obsidia_core.rules import deaths, facts, pending, rolls, steps, travel

FOLDER = Path(__file__).parent / "probe"


@hookimpl
def obsidia_register(registry: Registry) -> None:
    """Register the pack and its cards."""
    registry.pack(FOLDER)
    register_hooks(registry)


def register_hooks(registry: Registry) -> None:
    """Register what the cards of the pack do, without the pack."""
    for name, hook in _cards().items():
        registry.hook("spell", name, hook, {})


def _travelers(mask_of: Any) -> Any:
    def values(state: State, seat: int, chosen: list[Any]) -> list[Any]:
        mask = mask_of(state, seat)
        return [state.setup.names[piece] for piece in each_bit(mask) if state.where[piece] >= 0]

    return values


def _friendly(state: State, seat: int) -> int:
    return state.setup.class_masks[seat]


def _enemy(state: State, seat: int) -> int:
    return state.setup.foes[seat]


def _anybody(state: State, seat: int) -> int:
    return state.setup.all_travelers


def _piece(state: State, name: str) -> int:
    return state.setup.piece_of[name]


def _cell(text: str) -> int:
    return cell_at(*Coordinate.parse(text))


def _place(state: State, cell: int) -> str:
    from obsidia_core.model.geometry import coordinate

    return str(coordinate(cell))


def _tiles(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    return [_place(state, cell) for cell in sorted(state.board.at)]


def _destinations(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    slot = state.where[_piece(state, chosen[0])]
    cells = [*state.board.at, *state.board.frontier]
    return [_place(state, cell) for cell in sorted(cells) if state.board.at.get(cell) != slot]


def _other_traveler(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    return [
        name
        for name in _travelers(_anybody)(state, seat, chosen)
        if state.where[_piece(state, name)] != state.where[_piece(state, chosen[0])]
    ]


def _swappable(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    everybody = _travelers(_anybody)(state, seat, chosen)
    return [name for name in everybody if _other_traveler(state, seat, [name])]


def _pathways(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    slot = state.where[_piece(state, chosen[0])]
    return [name for side, name in enumerate(SIDE_NAMES) if state.board.link[4 * slot + side] != -1]


def _pushable(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    return [
        name for name in _travelers(_enemy)(state, seat, chosen) if _pathways(state, seat, [name])
    ]


def _around(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    slot = state.where[_piece(state, chosen[0])]
    board = state.board
    return [
        name
        for side, name in enumerate(SIDE_NAMES)
        if board.near[4 * slot + side] >= 0 or board.link[4 * slot + side] != -1
    ]


def _pushable_dark(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    everybody = _travelers(_enemy)(state, seat, chosen)
    return [name for name in everybody if _around(state, seat, [name])]


def _pop(state: State, frame: Frame) -> list[Any]:
    state.stack.pop()
    targets: list[Any] = frame.data["targets"]
    return targets


def teleport(state: State, frame: Frame) -> None:
    """The trip is the traveler's movement."""
    name, place = _pop(state, frame)
    bit = 1 << _piece(state, name)

    travel.push_teleport(state, bit, _cell(place), frame.data["seat"])
    travel.stop(state, bit)


def push(state: State, frame: Frame) -> None:
    name, side = _pop(state, frame)
    travel.push_forced_step(state, 1 << _piece(state, name), SIDE_NAMES.index(side))


def push_dark(state: State, frame: Frame) -> None:
    name, side = _pop(state, frame)
    travel.push_forced_step(state, 1 << _piece(state, name), SIDE_NAMES.index(side), True)


def swap(state: State, frame: Frame) -> None:
    one, other = _pop(state, frame)
    travel.swap(state, _piece(state, one), _piece(state, other))
    travel.stop(state, 1 << _piece(state, one) | 1 << _piece(state, other))


def replace(state: State, frame: Frame) -> None:
    (name,) = _pop(state, frame)
    travel.replace(state, _piece(state, name), frame.data["seat"])


def spawn(state: State, frame: Frame) -> None:
    (place,) = _pop(state, frame)
    travel.spawn(state, frame.data["seat"], state.board.at[_cell(place)])


def _mobile_units(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    return [
        f"{state.setup.classes[seat]}@{facts.place(state, slot)}"
        for slot, mask in steps.units(state, seat)
        if mask & state.mobile == mask
    ]


def more_steps(state: State, frame: Frame) -> None:
    (unit,) = _pop(state, frame)
    slot = state.board.at[_cell(unit.split("@")[1])]
    for piece in each_bit(state.occupants[slot] & state.setup.class_masks[frame.data["seat"]]):
        state.extra[piece] += 2


def visa(state: State, frame: Frame) -> None:
    _pop(state, frame)
    seat = frame.data["seat"]
    mask = state.setup.class_masks[seat]
    facts.begin_effect(state, Effect("visa", seat, mask, 0, 0, "turn_end"))


def _dice(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    rolled = next(frame for frame in reversed(state.stack) if frame.op == "roll")
    return list(range(1, len(rolled.data["dice"]) + 1))


def reroll(state: State, frame: Frame) -> None:
    rolled = state.stack[frame.data["roll"]]
    if rolls.reroll(state, frame, rolled, frame.data["targets"][0] - 1):
        state.stack.remove(frame)


def halt(state: State, frame: Frame) -> None:
    _pop(state, frame)
    state.halted |= frame.data["mask"]
    travel.stop(state, frame.data["mask"])


def _near_friend(state: State, seat: int, context: Mapping[str, Any]) -> bool:
    for piece in each_bit(context["mask"]):
        slot = state.where[piece]
        if slot >= 0 and any(
            state.occupants[other] & state.setup.class_masks[seat]
            for other in each_bit(state.board.joined(slot))
        ):
            return True
    return False


def strike(state: State, frame: Frame) -> None:
    _pop(state, frame)
    for piece in reversed(each_bit(frame.data["mask"])):
        if state.where[piece] >= 0:
            deaths.kill_pieces(state, 1 << piece, "spell")
            return


def _dying(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    frame = next(frame for frame in reversed(state.stack) if frame.op == "deaths")
    mask = frame.data["mask"] & state.setup.class_masks[seat]
    return [state.setup.names[piece] for piece in each_bit(mask)]


def rescue(state: State, frame: Frame) -> None:
    (name,) = _pop(state, frame)
    dying = state.stack[frame.data["deaths"]]
    dying.data["mask"] &= ~(1 << _piece(state, name))


def _supply(state: State, seat: int, context: Mapping[str, Any]) -> bool:
    return pending.creatures_in_play(state) < state.setup.ruleset.creature_limit


def summon(state: State, frame: Frame) -> None:
    (place,) = _pop(state, frame)
    kind = state.setup.kind_of["timber_ogre"]
    travel.summon(state, kind, state.board.at[_cell(place)], frame.data["seat"])


class Blade(StandingEffect):
    """Adds 1 to the own outcomes."""

    def shape(
        self, rules: DiceRules, state: Any, battle: Mapping[str, Any], place: int, own: bool
    ) -> None:
        if own:
            rules.add += 1


class Doom(StandingEffect):
    """The enemy cannot win."""

    forbids_enemy_win = True


def truce(state: State, frame: Frame) -> None:
    _pop(state, frame)
    state.stack[frame.data["battle"]].data["result"] = "draw"


def study(state: State, frame: Frame) -> None:
    _pop(state, frame)
    facts.draw_card(state, frame.data["seat"])


def survey(state: State, frame: Frame) -> None:
    (place,) = _pop(state, frame)
    facts.remove_tile(state, state.board.at[_cell(place)])


def _unoccupied(state: State, seat: int, chosen: list[Any]) -> list[Any]:
    return [
        _place(state, cell)
        for cell, slot in sorted(state.board.at.items())
        if not state.occupants[slot] and state.setup.tiles[slot].colony < 0
    ]


def _has_reserve(state: State, seat: int, context: Mapping[str, Any]) -> bool:
    return RESERVE in [state.where[piece] for piece in range(8 * seat, 8 * seat + 8)]


def _cards() -> dict[str, SpellHook]:
    friend = Target(what="traveler", values=_travelers(_friendly))
    enemy = Target(what="traveler", values=_travelers(_enemy))
    return {
        "probe_teleport": SpellHook(
            targets=(
                friend,
                Target(what="tile", values=_destinations, rules=("EXTRA-12", "RULING-35")),
            ),
            resolve=teleport,
        ),
        "probe_push": SpellHook(
            targets=(
                Target(what="traveler", values=_pushable),
                Target(what="side", values=_pathways),
            ),
            resolve=push,
        ),
        "probe_push_dark": SpellHook(
            targets=(
                Target(what="traveler", values=_pushable_dark),
                Target(what="side", values=_around),
            ),
            resolve=push_dark,
        ),
        "probe_swap": SpellHook(
            targets=(
                Target(what="traveler", values=_swappable),
                Target(what="traveler", values=_other_traveler),
            ),
            resolve=swap,
        ),
        "probe_replace": SpellHook(castable=_has_reserve, targets=(enemy,), resolve=replace),
        "probe_spawn": SpellHook(
            castable=_has_reserve, targets=(Target(what="tile", values=_tiles),), resolve=spawn
        ),
        "probe_steps": SpellHook(
            targets=(Target(what="unit", values=_mobile_units),), resolve=more_steps
        ),
        "probe_visa": SpellHook(resolve=visa),
        "probe_reroll": SpellHook(targets=(Target(what="die", values=_dice),), resolve=reroll),
        "probe_halt": SpellHook(resolve=halt),
        "probe_strike": SpellHook(castable=_near_friend, resolve=strike),
        "probe_rescue": SpellHook(
            targets=(Target(what="traveler", values=_dying),), resolve=rescue
        ),
        "probe_summon": SpellHook(
            castable=_supply, targets=(Target(what="tile", values=_tiles),), resolve=summon
        ),
        "probe_blade": SpellHook(standing=(Blade(),)),
        "probe_doom": SpellHook(standing=(Doom(),)),
        "probe_ruin": SpellHook(standing=(Doom(),)),
        "probe_truce": SpellHook(resolve=truce),
        "probe_study": SpellHook(
            castable=lambda state, seat, context: bool(state.decks[seat]), resolve=study
        ),
        "probe_survey": SpellHook(
            targets=(Target(what="tile", values=_unoccupied),), resolve=survey
        ),
    }
