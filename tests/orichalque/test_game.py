"""The game object: set-up, the one view, saves, refusals, what is hidden."""

import json
from collections.abc import Callable

import pytest

from obsidia_core.kernel.errors import IllegalAction, RulesetError, SaveError
from obsidia_core.kernel.match import Match
from orichalque import actions as act
from orichalque.game import Orichalque
from orichalque.geometry import Circle
from orichalque.options import Options
from orichalque.state import State

Play = Callable[..., tuple[State, int]]


def test_the_ai_is_no_seat(game: Orichalque) -> None:
    state = game.new(["human"], 1)
    assert game.seats(state) == ("human",)
    with pytest.raises(RulesetError, match="the one player is human"):
        game.new(["human", "ai"], 1)


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"combat_totl": "beat"}, "combat_total"),
        ({"combat_total": "exceed"}, "reach or beat"),
        ({"ai_metropolis_counts": "false"}, "true or false"),
        ({"ai_metropolis_counts": 0}, "true or false"),
    ],
)
def test_options_that_do_not_exist_are_refused(
    game: Orichalque, options: dict[str, object], hint: str
) -> None:
    with pytest.raises(RulesetError, match=hint):
        game.new(seed=1, options=options)


def test_options_are_written_as_what_differs_from_the_default(game: Orichalque) -> None:
    state = game.new(seed=1, options={"combat_total": "beat", "ai_metropolis_counts": True})
    assert game.setup_to_json(state) == {"players": ["human"], "options": {"combat_total": "beat"}}
    assert Options.of({"combat_total": "beat"}) == state.setup.options


def test_everybody_sees_the_same(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(2, 25)
    assert game.view(state, "human") == game.view(state, None)
    assert json.loads(json.dumps(game.view(state))) == game.view(state)
    with pytest.raises(LookupError, match="no seat 'ai'"):
        game.view(state, "ai")


def test_what_is_hidden_is_drawn_anew_and_nothing_else(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(4, 12)
    other = game.determinize(state, "human", 7)
    assert game.view(other) == game.view(state)
    assert other.deck != state.deck or other.piles != state.piles
    assert sorted(other.deck) == sorted(state.deck)
    assert game.audit(other) == []


def test_the_same_seed_gives_the_same_game(game: Orichalque, at_random: Play) -> None:
    one, _ = at_random(11)
    other, _ = at_random(11)
    assert one == other
    assert game.to_json(one) == game.to_json(other)
    assert one != at_random(12)[0]


def test_a_game_goes_on_from_its_save(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(5, 17)
    again = game.from_json(game.to_json(state))
    assert again == state
    assert game.legal_actions(again) == game.legal_actions(state)


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("content", "0" * 64, "was made with data"),
        ("options", {"combat_total": "x"}, "set-up of the save"),
        ("hoplites", [1], "a list of 2"),
        ("hoplites", [1, 5], "hoplites on the table"),
        ("row", [[0, "x", []]], "whole number"),
        ("stack", [["jump", 0, {}]], "in the middle of 'jump'"),
        ("chance", {}, "random streams"),
        ("round", None, "whole number"),
        ("round", 0, "damaged at round"),
        ("home", [-1, 1], "damaged at home"),
        ("beasts", [1 << 40, *[0] * 9], "damaged at beasts"),
        ("deck", [0, 99], "damaged at deck"),
        ("winner", 7, "damaged at winner"),
        ("committed", [[0, 0]], "damaged at committed"),
        ("stack", [["play", 9, {}]], "damaged at stack"),
        ("asking", ["ai", "select_card"], "damaged at asking"),
        ("asking", ["human"], "open question"),
    ],
)
def test_damaged_saves_are_errors(
    game: Orichalque, at_random: Play, key: str, value: object, what: str
) -> None:
    data = json.loads(game.to_json(at_random(5, 17)[0]))
    data[key] = value
    with pytest.raises(SaveError, match=what):
        game.from_json(json.dumps(data))


def test_a_save_of_other_data_is_not_read(game: Orichalque) -> None:
    other = Orichalque({"victory": {"points_needed": 7}})
    with pytest.raises(SaveError, match="was made with data"):
        game.from_json(other.to_json(other.new(seed=1)))


def test_a_refused_action_says_why_and_changes_nothing(game: Orichalque) -> None:
    state = game.new(seed=1)
    before = game.to_json(state)
    with pytest.raises(IllegalAction, match="TURN-01") as caught:
        game.apply(state, act.SelectCard("build_1"))
    assert caught.value.refusal.code == "not_now"
    assert game.to_json(state) == before


def test_a_match_takes_text_and_any_way_to_write_a_placement(game: Orichalque) -> None:
    match = Match(game, game.new(seed=3))
    match.apply("metropolis south")
    while match.decision is not None and match.decision.kind != "place_tile":
        match.apply(match.decision.actions[0])
    assert match.decision is not None
    first = match.decision.actions[0]
    assert isinstance(first, act.PlaceTile)
    assert (
        match.check({"type": "place_tile", "circles": [str(one) for one in first.circles]}) is None
    )
    events = match.apply(game.action_to_text(first))
    assert events[0].type == "tile_placed"


def test_a_temple_may_be_named_in_any_order(game: Orichalque) -> None:
    """A site is a set of circles; the listed form has them in reading order."""
    shuffled = act.BuildTemple((Circle(1, 1), Circle(0, 0), Circle(1, 0), Circle(0, 1)))
    normal = game.normal(game.new(seed=1), shuffled)
    assert game.action_to_text(normal) == "temple 0,0 0,1 1,0 1,1"


def test_a_trio_that_is_flipped_is_refused_as_such() -> None:
    """A tile is turned, never flipped; not merely misspelt."""
    game = Orichalque(
        {
            "tiles": {
                "list": [
                    {"size": 3, "terrains": ["mountain", "forest", "desert"], "count": 5},
                ]
            },
            "action_cards": {"list": [{"id": "build_3", "action": "build", "tile_size": 3}]},
        }
    )
    state = game.new(seed=1)
    game.apply(state, game.legal_actions(state)[0])
    placed = game.legal_actions(state)[0]
    assert isinstance(placed, act.PlaceTile)
    flipped = act.PlaceTile(placed.circles[::-1])
    refusal = game.check(state, game.read(state, game.action_to_text(flipped)))
    assert refusal is not None
    assert refusal.rule == "base:tiles.trio_order"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_action_in_stages_ends_as_it_does_at_once(game: Orichalque, seed: int) -> None:
    state, number = game.new(seed=seed), seed
    phases = 0
    while actions := game.legal_actions(state):
        action, number = actions[number % len(actions)], number + 7
        staged = game.copy(state)
        game.apply(state, action)
        events = 0
        for now in game.stages(staged, action):
            assert len(now.events) >= events, "events grow from stage to stage"
            events = len(now.events)
            phases += 1
        assert (staged, staged.events) == (state, state.events)
    assert phases > number // 7 + 5 * state.round, "the AI's phases are stages of their own"


def test_nothing_can_be_undone_by_the_rules_of_this_game(game: Orichalque) -> None:
    match = Match(game, game.new(seed=1))
    match.apply(match.legal_actions()[0])
    with pytest.raises(IllegalAction, match="take nothing back"):
        match.undo()


def test_a_finished_game_tells_its_winner(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(1)
    assert game.is_over(state)
    assert game.winners(state) == ("ai",)
    assert game.decision(state) is None
    assert game.view(state)["winner"] == "ai"


@pytest.mark.rule("SETUP-01", "SETUP-02", game="orichalque")
def test_a_new_game_has_all_pieces_of_two_players_and_no_second_island(game: Orichalque) -> None:
    view = game.view(game.new(seed=1))
    supply = view["supply"]
    assert len(view["row"]) == 5
    assert len(supply["deck"]) == 7
    assert (
        sum(supply["creature_bag"].values())
        + sum(kind is not None for offer in view["row"] for kind in offer["tile"]["creatures"])
        == 20
    )
    assert sum(supply["building_bag"].values()) == 22
    assert all(supply["construction"].values())
    assert view["ai"]["land"] == {"-3,0": "metropolis"}
    assert "committed" not in view["ai"]
