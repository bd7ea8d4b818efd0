"""The tables that tie the rules together: steps by name, and decisions by kind.

For each kind of decision: how its legal actions are listed, and for each type of action that may
answer it, how it is refused. Whatever is not in the table is refused by `reasons.not_now`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.model import actions as act
from obsidia_core.model.state import State
from obsidia_core.rules import (
    battle,
    casting,
    choices,
    deaths,
    draft,
    horde,
    horde_battles,
    horde_movement,
    movement,
    pending,
    placing,
    rolls,
    solo,
    spell_phase,
    spells,
    steps,
    tile_phase,
    trading,
    training,
    travel,
    turn,
    windows,
    world_building,
)

Refuse = Callable[[State, Any], Refusal | None]


@attrs.frozen
class DecisionRules:
    """How a kind of decision is answered: `actions` lists, `refuse` checks by action type."""

    actions: Callable[[State], list[Action]]
    refuse: Mapping[type[Action], Refuse]


def always(state: State, action: Action) -> Refusal | None:
    """An answer that is legal whenever its decision is open."""
    return None


def refuse_phase_cast(state: State, action: act.Cast) -> Refusal | None:
    """Why the current player cannot cast in the running phase, or None."""
    window = spells.phase_mark(state)
    return spells.refuse_cast(state, state.current, action, window, state.stack[-1].data)


def refuse_reaction(state: State, action: act.Cast) -> Refusal | None:
    """Why the asked seat cannot cast in the open window, or None."""
    data = state.stack[-1].data
    seat = data["seats"][data["next"]]
    return spells.refuse_cast(state, seat, action, data["trigger"], data["context"])


def refuse_battle_cast(state: State, action: act.Cast) -> Refusal | None:
    """Why the asked seat cannot cast before the dice, or None."""
    data = state.stack[-1].data
    seat = data["casters"][data["next"]]
    return spells.refuse_cast(state, seat, action, "battle", battle.casting_context(state))


DECISIONS: Mapping[str, DecisionRules] = {
    "world_building": DecisionRules(
        solo.building_actions,
        {
            act.DrawTile: world_building.refuse_draw,
            act.PlaceColony: solo.refuse_colony,
            act.PlaceTile: solo.refuse_tile,
            act.Choose: solo.refuse_choice,
        },
    ),
    "tile": DecisionRules(
        tile_phase.tile_actions,
        {
            act.DrawTile: tile_phase.refuse_draw,
            act.PickTile: tile_phase.refuse_pick,
            act.PlaceTile: tile_phase.refuse_place,
            act.Cast: refuse_phase_cast,
            act.EndPhase: tile_phase.refuse_end,
        },
    ),
    "training": DecisionRules(
        training.training_actions,
        {act.Train: training.refuse_train, act.Cast: refuse_phase_cast, act.EndPhase: always},
    ),
    "movement": DecisionRules(
        movement.movement_actions,
        {
            act.Move: steps.refuse_move,
            act.LeaveWoods: steps.refuse_leave_woods,
            act.Undo: movement.refuse_undo,
            act.Cast: refuse_phase_cast,
            act.EndPhase: always,
        },
    ),
    "explore": DecisionRules(
        tile_phase.explore_actions,
        {act.PlaceTile: tile_phase.refuse_explore, act.PickTile: tile_phase.refuse_pick},
    ),
    "battle_order": DecisionRules(pending.battle_actions, {act.Battle: pending.refuse_battle}),
    "battle": DecisionRules(
        battle.casting_actions, {act.Cast: refuse_battle_cast, act.Defer: always}
    ),
    "reaction": DecisionRules(
        windows.reaction_actions, {act.Cast: refuse_reaction, act.Pass: always}
    ),
    "choice": DecisionRules(
        choices.choice_actions,
        {
            act.Choose: choices.refuse_choice,
            act.PickTile: placing.refuse_picking,
            act.PlaceTile: placing.refuse_placing,
        },
    ),
    "trade": DecisionRules(
        trading.trade_actions, {act.GiveSpell: trading.refuse_gift, act.Pass: always}
    ),
    "draft": DecisionRules(draft.draft_actions, {act.Draft: draft.refuse_draft}),
    "spell_phase": DecisionRules(
        spell_phase.spell_actions,
        {
            act.DiscardSpell: spell_phase.refuse_discard,
            act.GiveSpell: trading.refuse_gift,
            act.Cast: refuse_phase_cast,
            act.Refill: spell_phase.refuse_refill,
            act.EndTurn: always,
        },
    ),
}

STEPS: Mapping[str, Callable[..., None]] = {
    "world_building": world_building.world_building,
    solo.OP: solo.solo_setup,
    horde.END_OP: horde.horde_beaten,
    horde.TRAINING_OP: horde.horde_training,
    horde.SPELLS_OP: horde.horde_spells,
    horde_movement.OP: horde_movement.horde_movement,
    horde_battles.OP: horde_battles.horde_battles,
    "turns": turn.turns,
    "tile_phase": tile_phase.tile_phase,
    "training_phase": training.training_phase,
    "movement_phase": movement.movement_phase,
    "battle_phase": battle.battle_phase,
    "spell_phase": spell_phase.spell_phase,
    "move": movement.move,
    "leave_woods": movement.leave_woods,
    "travel": travel.travel,
    "arrive": travel.arrive,
    "explore": travel.explore,
    "deaths": deaths.deaths,
    "roll": rolls.roll,
    "battle": battle.battle,
    "window": windows.window,
    "choose": choices.choose,
    "cast": casting.cast,
    "placing": placing.placing,
    "trade": trading.trade,
    "draft": draft.draft,
}
