"""Setting up a game: its fixed part, and the state before the first question (SETUP-08..22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.kernel.state import merged_ops, run
from obsidia_core.model.players import (
    check_combination,
    check_teams,
    classes_in_play,
)
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.saves import blank_columns
from obsidia_core.model.setup import (
    SETUP_STREAM,
    STREAMS,
    GameTile,
    Setup,
    catalog_tiles,
)
from obsidia_core.model.state import (
    DRAFT,
    State,
    new_frame,
)
from obsidia_core.rules import draft, solo, world_building
from obsidia_core.rules.table import STEPS


def compile_setup(
    catalog: Any,
    ruleset: Ruleset,
    players: Sequence[str],
    tiles: Sequence[GameTile] | None = None,
    reshuffle: bool = True,
) -> Setup:
    """The fixed part of a game; without `tiles` it has the catalog's.

    Raises:
        RulesetError: teams that do not fit the players, or options that do not go together.
    """
    check_combination(ruleset)
    check_teams(ruleset, players)
    classes = classes_in_play(catalog, ruleset, players)
    setup = Setup(
        catalog,
        ruleset,
        classes,
        catalog_tiles(catalog, classes) if tiles is None else tiles,
        tiles is not None,
        reshuffle,
        players,
    )
    for name, entry in setup.step_hooks.items():
        if name in STEPS:
            raise entry.failure("the rules have a step of this name")
    setup.ops = merged_ops(STEPS, setup.hook_ops)
    setup.blank = blank_columns(setup)
    return setup


def new_game(setup: Setup, seed: int) -> State:
    """A new game up to its first question (SETUP-08..22, RULING-19).

    Raises:
        RulesetError: the starter is a seat that is not in the game.
    """
    ruleset = setup.ruleset
    starter = ruleset.world_building_starter
    if isinstance(starter, int) and starter > len(setup.seats):
        raise RulesetError(
            f"option 'world_building_starter' names seat {starter} of {len(setup.seats)}"
        )
    chance = Chance(seed, len(STREAMS))
    state = State(setup, chance)
    if setup.horde >= 0:
        solo.prepare(state)
        run(state, setup.ops)
        return state
    communal = [slot for slot, tile in enumerate(setup.tiles) if tile.owner < 0]
    communal = chance.shuffled(SETUP_STREAM, communal)
    size = world_building.communal_size(state)
    state.communal = tuple(communal[:size])
    state.removed = tuple(sorted(communal[size:]))
    for seat, (class_index,) in enumerate(setup.own):
        own = [
            slot
            for slot, tile in enumerate(setup.tiles)
            if tile.owner == class_index and tile.colony < 0
        ]
        state.stacks[seat] = tuple(chance.shuffled(SETUP_STREAM, own))
        state.decks[seat] = tuple(setup.deck_of(class_index))
    first = (
        starter - 1 if isinstance(starter, int) else chance.below(SETUP_STREAM, len(setup.seats))
    )
    state.stack.append(new_frame("world_building", seat=first, last=first))
    if ruleset.drafting:
        state.phase = DRAFT
        state.decks = [()] * len(setup.seats)
        draft.push_draft(state)
    run(state, setup.ops)
    return state
