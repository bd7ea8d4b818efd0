"""The promises of the engine, kept in random games of every size and under every option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from obsidia_core import default_game
from obsidia_core.kernel import conformance
from obsidia_core.kernel.chance import ENUMERATED
from obsidia_core.kernel.conformance import Law, Setting, Walk, battery, watch
from obsidia_core.model.actions import ACTIONS
from obsidia_core.model.ruleset import OPTIONS

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
TEAMS = [["death_legion", "warlords"], ["light_keepers", "veiled_occult"]]
TYPES = tuple(action.type for action in ACTIONS)

ASK_ALWAYS = {"open_spell_windows": "always_ask"}
VARIANTS: Sequence[Mapping[str, Any]] = (
    {},
    ASK_ALWAYS,
    {"town_claim_timing": "immediate", "recruit_timing": "after_arrival"},
    {"manual_refill": True},
    {"movement_interrupts": "window_after_each_move", **ASK_ALWAYS},
    {"hand_size": 20, "effect_token_limit": None, "reshuffle_draw": "immediate"},
    {"die_faces": [1, 6], "reroll_limit": 1, "boneyard_helps_creatures": False},
    {"hand_size": 2, "empty_stack_exploration": "forbid", "allow_lethal_moves": False},
    {"world_building_tiles": {2: 0, 3: 0, 4: 0}, "world_building_starter": 2},
    {"blackwater_deaths_permanent": True, "blackwater_roll": "each", "hand_size": 0},
    {"blackwater_roll": "best", "woods_exit_to_enemy_colony": "die", "creature_limit": 1},
    {"sudden_death_round_limit": 1, "creature_vs_creature": False, "effect_token_limit": 1},
    {"drafting": True, "two_player_draft_picks": 12},
    {"tile_planning": True},
    {"teams": TEAMS},
    {"teams": TEAMS, "team_seating": "adjacent", "team_shared_town_counts": True},
    {"mode": "solo"},
    {
        "mode": "solo",
        "solo_horde_reserve_counts": False,
        "horde_shares_as_last_resort": False,
        "horde_choices": "player",
    },
)
"""Options in turn by seed; each differs from its default in one of them."""

SHOWN = ("tile_drawn",)
"""Events that turn up what was hidden, for all to see."""

SHOWN_BY_ASKING = ("reaction", "battle", "battles_pending")
"""Questions that `auto_skip` asks only of those who can cast, and the event that goes before."""

SHOWN_IN_THE_ROW = ("spell_drawn",)
"""The Horde draws its spells face up."""


def setting(seed: int, limit: int, variants: Sequence[Mapping[str, Any]] = VARIANTS) -> Setting:
    """The game of a seed: two to four classes in changing order, the options in turn."""
    options = variants[seed % len(variants)]
    seats = 2 + seed // len(variants) % 3
    places: tuple[int, ...]
    if "teams" in options:
        places = (0, 1, 2, 3) if options.get("team_seating") != "adjacent" else (0, 2, 1, 3)
    elif options.get("mode") == "solo":
        places = (seed % 4,)
    else:
        places = tuple((seed + place) % 4 for place in range(seats))
    return Setting(tuple(CLASSES[place] for place in places), seed, options, limit)


def shown(options: Mapping[str, Any]) -> tuple[str, ...]:
    """What shows hidden things by the rules, see `battery`."""
    asking = options.get("open_spell_windows") == "always_ask"
    solo = options.get("mode") == "solo"
    return SHOWN + (() if asking else SHOWN_BY_ASKING) + (SHOWN_IN_THE_ROW if solo else ())


def play(
    seeds: range, limit: int, *laws: Law[Any], variants: Sequence[Mapping[str, Any]] = VARIANTS
) -> int:
    """Watch the games of some seeds; returns the number of decisions."""
    return sum(
        battery(
            default_game(),
            one.players,
            [one.seed],
            one.options,
            limit=limit,
            laws=laws,
            types=TYPES,
            lasting=["refill"],
            reveals=shown(one.options),
        )
        for one in (setting(seed, limit, variants) for seed in seeds)
    )


def shares(games: int, share: int) -> list[range]:
    """The seeds of so many games in parts that can be spread over processes."""
    return [range(start, min(games, start + share)) for start in range(0, games, share)]


def test_the_variants_differ_from_the_default_in_every_option() -> None:
    named = {"card_set", "tile_set"}  # these have one value only
    assert {name for options in VARIANTS for name in options} == set(OPTIONS) - named


@pytest.mark.parametrize("seeds", shares(90, 18), ids=str)
def test_nothing_is_lost_and_what_is_listed_is_legal(seeds: range) -> None:
    assert play(seeds, 300, conformance.conservation, conformance.listed) > 2_000


@pytest.mark.parametrize("seeds", shares(36, 6), ids=str)
def test_copies_undo_replays_and_enumerated_chance(seeds: range) -> None:
    laws = (conformance.copies, conformance.undo, conformance.replay, conformance.enumerated)
    assert play(seeds, 300, *laws) > 500


@pytest.mark.parametrize("seeds", shares(18, 3), ids=str)
def test_what_is_not_listed_is_refused_and_changes_nothing(seeds: range) -> None:
    assert play(seeds, 200, conformance.unlisted, conformance.refused) > 200


@pytest.mark.parametrize("seeds", shares(18, 3), ids=str)
def test_a_game_reloaded_at_every_decision_is_the_same_game(seeds: range) -> None:
    assert play(seeds, 200, conformance.twin, conformance.order) > 200


@pytest.mark.parametrize("seeds", shares(18, 3), ids=str)
def test_nobody_learns_what_is_hidden(seeds: range) -> None:
    assert play(seeds, 120, conformance.leak) > 200


@pytest.mark.parametrize("seeds", shares(3, 1), ids=str)
def test_timing_tells_nothing_when_everybody_is_asked(seeds: range) -> None:
    """RULING-57: under `always_ask` no question depends on a hand."""
    assert play(seeds, 250, conformance.leak, variants=[ASK_ALWAYS]) > 200


@pytest.mark.parametrize("seed", range(3))
def test_games_can_be_walked_with_chance_as_a_decision(seed: int) -> None:
    laws = [law for law in conformance.LAWS if law is not conformance.leak]
    players = CLASSES[: 2 + seed]
    battery(default_game(), players, [seed], limit=120, driver=ENUMERATED, laws=laws)


# ---- that the games above are worth watching


def test_the_games_use_every_action_and_end() -> None:
    game = default_game()
    used: Counter[str] = Counter()
    ended = 0

    def note(walk: Walk[Any]) -> Iterator[None]:
        while walk.action is not None:
            used[walk.action.type] += 1
            yield

    for seed in range(2 * len(VARIANTS)):
        walk = Walk(game, setting(seed, 600))
        watch(walk, [note])
        ended += game.is_over(walk.state)
    assert set(TYPES) - set(used) == set()
    assert ended >= 10


def test_drawing_anew_moves_what_is_hidden_and_only_that() -> None:
    """Else the law about leaks would say nothing."""
    game = default_game()
    walk = Walk(game, setting(2, 150))
    while walk.action is not None:
        walk.step()
    state, (me, you, *_) = walk.state, walk.setting.players
    shown, drawn = (game.referee_view(one) for one in (state, game.determinize(state, me, 1)))
    assert drawn["hands"][me] == shown["hands"][me]
    assert drawn["hands"][you] != shown["hands"][you]
    assert drawn["decks"][me] != shown["decks"][me]
    assert drawn["stack_tiles"][me] != shown["stack_tiles"][me]
    for key in ("tiles", "travelers", "creatures", "hand_sizes", "deck_sizes", "stacks", "towns"):
        assert drawn[key] == shown[key]
    assert game.determinize(state, me, 1).chance.seed != state.chance.seed
