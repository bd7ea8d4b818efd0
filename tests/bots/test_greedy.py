"""The greedy bot plays by what its seat knows, and better than bots that know less."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from obsidia_core.bots import bot_names, find_bot, find_game
from obsidia_core.bots.greedy import GreedyBot
from obsidia_core.bots.greedy.cards import MEASURED
from obsidia_core.bots.playing import BotError
from obsidia_core.bots.simulation import Plan, seatings, simulate
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.game import Game
from obsidia_core.model.actions import Cast, Choose, DiscardSpell, EndPhase, Move, PlaceTile
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import PlacedTile, PositionSpec, TileSpec, UnitSpec
from obsidia_core.model.state import State
from obsidia_core.rules.position import build_position

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
ROUNDS: Mapping[str, Any] = {"sudden_death_round_limit": 10}
ALL_SIDES = 0b1111
HERE, NORTH, EAST, SOUTH, WEST = (
    Coordinate(*at) for at in ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))
)
FAR = Coordinate(9, 9)


@pytest.fixture(scope="module")
def game() -> Obsidia:
    found = find_game("obsidia")
    assert isinstance(found, Obsidia)
    return found


def position(game: Obsidia, tiles: Mapping[Coordinate, str], **more: Any) -> State:
    """A position of the warlords against the veiled occult; every side of a tile is open."""
    given: dict[str, Any] = {
        "players": ("warlords", "veiled_occult"),
        "units": (UnitSpec(HERE, "warlords", 1), UnitSpec(FAR, "veiled_occult", 1)),
        "tiles": tuple(PlacedTile(at, name, ALL_SIDES) for at, name in tiles.items()),
        "stacks": {"warlords": (), "veiled_occult": (TileSpec("plain", ALL_SIDES),) * 6},
        "loose_edges": True,
        "seed": 1,
        **more,
    }
    return build_position(game.catalog, PositionSpec(**given))


def answer(game: Obsidia, state: State, **options: Any) -> Action:
    """What the bot does at the open question."""
    decision = game.decision(state)
    assert decision is not None
    view = game.view(state, decision.seat)
    return GreedyBot(game, Chance(1, 1), **options).choose(view, decision)


def plays(game: Obsidia, state: State, action: Action) -> State:
    after = game.copy(state)
    game.apply(after, action)
    return after


# ---- single decisions


def test_both_forms_are_found_by_name(game: Obsidia) -> None:
    assert {"greedy", "greedy-no-spells"} <= set(bot_names())
    for name in ("greedy", "greedy-no-spells"):
        assert find_bot(name)(game, Chance(1, 1)).needs_view


def test_it_walks_towards_a_town_and_not_into_a_void(game: Obsidia) -> None:
    tiles = {HERE: "plain", EAST: "void", WEST: "plain", SOUTH: "plain", FAR: "plain"}
    for town in (Coordinate(-2, 0), Coordinate(0, 2)):
        state = position(game, {**tiles, town: "town"})
        action = answer(game, state)
        assert isinstance(action, Move)
        assert action.to == Coordinate(town.x // 2, town.y // 2)


@pytest.mark.rule("RECRUIT-01")
def test_it_leaves_a_recruit_when_it_goes_on_to_the_next_town(game: Obsidia) -> None:
    state = position(game, {HERE: "town", EAST: "plain", Coordinate(2, 0): "town", FAR: "plain"})
    action = answer(game, state)
    assert action == Move(("W1",), HERE, EAST, True)


def test_it_holds_a_town_that_nobody_would_be_left_in(game: Obsidia) -> None:
    state = position(
        game,
        {HERE: "town", EAST: "plain", Coordinate(2, 0): "plain", FAR: "plain"},
        reserve={"warlords": 0},
    )
    assert answer(game, state) == EndPhase()


def test_it_attacks_a_town_with_good_odds_and_not_with_bad_ones(game: Obsidia) -> None:
    tiles = {HERE: "plain", WEST: "plain", EAST: "town", FAR: "plain"}
    for own, foes, moves in ((4, 1, True), (1, 5, False)):
        units = (UnitSpec(HERE, "warlords", own), UnitSpec(EAST, "veiled_occult", foes))
        state = position(game, tiles, units=units)
        action = answer(game, state)
        assert (isinstance(action, Move) and action.to == EAST) is moves


def test_a_town_is_placed_where_own_travelers_are_first(game: Obsidia) -> None:
    state = position(
        game,
        {HERE: "plain", FAR: "plain"},
        phase="tile",
        stacks={"warlords": (TileSpec("town", ALL_SIDES),), "veiled_occult": ()},
    )
    game.apply(state, game.legal_actions(state)[0])
    action = answer(game, state)
    assert isinstance(action, PlaceTile)
    assert action.at in (NORTH, EAST, SOUTH, WEST)


def test_it_casts_what_helps_and_the_other_form_never_casts(game: Obsidia) -> None:
    units = (UnitSpec(HERE, "warlords", 1), UnitSpec(EAST, "veiled_occult", 1))
    state = position(
        game,
        {HERE: "town", EAST: "town"},
        units=units,
        phase="battle",
        hands={"warlords": ("parley", "twin_blades")},
    )
    game.apply(state, game.legal_actions(state)[0])
    assert answer(game, state) == Cast("twin_blades")
    assert answer(game, state, spells=False) not in (Cast("twin_blades"), Cast("parley"))


def test_it_casts_nothing_that_does_harm(game: Obsidia) -> None:
    """Blood Rite costs a traveler, Siege Road needs tiles; neither brings enough here."""
    state = position(game, {HERE: "plain", FAR: "plain"}, hands={"warlords": ("wardlight",)})
    assert not isinstance(answer(game, state), Cast)


def test_it_chooses_targets_by_what_they_bring(game: Obsidia) -> None:
    """Puppet Strings: the holder of a town is worth more than somebody on the road."""
    state = position(
        game,
        {HERE: "plain", EAST: "town", Coordinate(2, 0): "plain", WEST: "plain", FAR: "plain"},
        units=(
            UnitSpec(HERE, "warlords", 1),
            UnitSpec(WEST, "veiled_occult", 1),
            UnitSpec(EAST, "veiled_occult", 1),
        ),
        hands={"warlords": ("puppet_strings",)},
    )
    assert answer(game, state) == Cast("puppet_strings")
    after = plays(game, state, Cast("puppet_strings"))
    assert answer(game, after) == Choose("traveler", "V2")


def test_it_drafts_and_discards_by_measured_values(game: Obsidia) -> None:
    state = game.new(CLASSES, 1, {"drafting": True})
    offered = {action.spell for action in game.legal_actions(state)}  # type: ignore[attr-defined]  # they are drafts
    best = max(offered, key=MEASURED.__getitem__)
    assert game.action_to_json(answer(game, state))["spell"] == best
    state = position(
        game,
        {HERE: "plain", FAR: "plain"},
        phase="spell",
        hands={"warlords": ("charge", "ambush")},
        decks={"warlords": ("war_cry",)},
    )
    assert answer(game, state) == DiscardSpell("ambush")


def test_every_card_of_the_default_content_is_measured(game: Obsidia) -> None:
    assert set(MEASURED) == set(game.catalog.spells)


def test_equal_knowledge_gives_equal_answers(game: Obsidia) -> None:
    """The bot sees its view alone: what is hidden from its seat changes nothing."""
    state = game.new(CLASSES[:2], 4, ROUNDS)
    chance = Chance(4, 1)
    for _ in range(150):
        if state.asking is None:
            break
        seat = state.asking[0]
        other = game.determinize(state, seat, chance.below(0, 1 << 30))
        action = answer(game, state)
        if game.check(other, action) is None:
            assert answer(game, other) == action
        game.apply_unchecked(state, action)


def test_without_being_told_what_a_question_is_about_it_still_answers(game: Obsidia) -> None:
    from obsidia_core.kernel.actions import Decision

    state = game.new(CLASSES[:2], 4, ROUNDS)
    bot = GreedyBot(game, Chance(1, 1))
    for _ in range(200):
        if state.asking is None:
            break
        decision = Decision(*state.asking, game.legal_actions(state))
        action = bot.choose(game.view(state, decision.seat), decision)
        game.apply(state, action)


def test_another_game_is_refused(heap: Any) -> None:
    other: Game[Any] = heap()
    with pytest.raises(BotError, match="plays Obsidia, not heap"):
        GreedyBot(other, Chance(1, 1))


# ---- strength; larger samples are in the documentation


def rate(games: int, **plan: Any) -> float:
    """Share of games that the bot `greedy` wins."""
    tally = simulate(Plan(options=ROUNDS, **plan), games)
    assert tally.unfinished == 0
    return tally.by(2)["greedy",].wins / games


def test_it_beats_three_random_bots() -> None:
    lineups = seatings(CLASSES)[::5]
    assert rate(20, lineups=lineups, bots=("greedy", "random", "random", "random")) >= 0.8


def test_spells_make_it_stronger() -> None:
    lineups = seatings(CLASSES, 2)
    assert rate(36, lineups=lineups, bots=("greedy", "greedy-no-spells"), seed=2) >= 0.6
