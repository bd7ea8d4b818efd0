"""What a decision is about: enough to answer it, and nothing that is hidden from the asked seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from obsidia_core.game import Obsidia
from obsidia_core.kernel.chance import Chance
from obsidia_core.model.actions import Cast
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import PlacedTile, PositionSpec, UnitSpec
from obsidia_core.model.state import State
from obsidia_core.moment import Moment
from obsidia_core.rules.position import build_position

HERE, EAST, FAR = Coordinate(0, 0), Coordinate(1, 0), Coordinate(3, 0)


@pytest.fixture(scope="module")
def game() -> Obsidia:
    return Obsidia()


def about(game: Obsidia, state: State) -> Any:
    decision = game.decision(state)
    assert decision is not None
    return decision.about


def walk(game: Obsidia, seed: int, options: dict[str, Any]) -> Iterator[tuple[State, Chance]]:
    players = (("warlords", "light_keepers"), ("death_legion", "veiled_occult"))[seed % 2]
    state = game.new(players, seed, {"sudden_death_round_limit": 3, **options})
    chance = Chance(seed, 1)
    while state.asking is not None:
        yield state, chance
        actions = game.legal_actions(state)
        game.apply_unchecked(state, actions[chance.below(0, len(actions))])


@pytest.mark.parametrize(
    "options", [{}, {"open_spell_windows": "always_ask"}, {"tile_planning": True}], ids=str
)
def test_it_depends_on_what_the_seat_knows_alone(game: Obsidia, options: dict[str, Any]) -> None:
    told: set[str] = set()
    for seed in range(4):
        for state, chance in walk(game, seed, options):
            assert state.asking is not None
            other = game.determinize(state, state.asking[0], chance.below(0, 1 << 30))
            found = about(game, state)
            assert about(game, other) == found
            assert json.loads(json.dumps(found)) == found
            assert found.keys() == Moment.__annotations__.keys()
            told |= {key for key, value in found.items() if value}
    assert told > {"own_stack", "held", "done", "steps", "marks", "effects", "battle", "casting"}


def position(game: Obsidia, **more: Any) -> State:
    spec = PositionSpec(
        players=("warlords", "veiled_occult"),
        tiles=(
            PlacedTile(HERE, "plain", 0b0010),
            PlacedTile(EAST, "plain", 0b1000),
            PlacedTile(FAR, "plain", 0),
        ),
        units=(UnitSpec(HERE, "warlords", 1), UnitSpec(FAR, "veiled_occult", 1)),
        seed=1,
        **more,
    )
    return build_position(game.catalog, spec)


@pytest.mark.rule("MOVE-03", "RULING-95")
def test_who_may_still_move_and_how_far(game: Obsidia) -> None:
    state = position(game, hands={"warlords": ("forced_march",)})
    assert about(game, state)["steps"] == {"W1": 1}
    game.apply(state, Cast("forced_march"))
    assert about(game, state)["steps"] == {"W1": 2}
    game.apply(state, game.action_from_text("move W1 0,0>1,0"))
    assert about(game, state)["steps"] == {"W1": 1}
    assert about(game, state)["marks"] == {"moved": ["W1"]}


@pytest.mark.rule("RULING-58")
def test_which_moves_an_answer_can_take_back(game: Obsidia) -> None:
    state = position(game, hands={"veiled_occult": ("whispered_doubt",)})
    game.apply(state, game.action_from_text("move W1 0,0>1,0"))
    assert state.asking == ("veiled_occult", "reaction")
    window = about(game, state)["window"]
    assert window["trigger"] == "movement"
    assert window["moves"] == [{"move": 1, "pieces": ["W1"], "origin": "0,0", "to": ["1,0"]}]


def test_a_battle_with_what_lies_in_it_and_a_cast_with_its_targets(game: Obsidia) -> None:
    spec = PositionSpec(
        players=("warlords", "veiled_occult"),
        phase="battle",
        tiles=(PlacedTile(HERE, "plain", 0b0010), PlacedTile(EAST, "plain", 0b1000)),
        units=(UnitSpec(HERE, "warlords", 2), UnitSpec(EAST, "veiled_occult", 1)),
        hands={"warlords": ("war_cry",), "veiled_occult": ("hex",)},
        seed=1,
    )
    state = build_position(game.catalog, spec)
    game.apply(state, game.legal_actions(state)[0])
    game.apply(state, Cast("war_cry"))
    game.apply(state, Cast("hex"))
    found = about(game, state)["battle"]
    assert found["sides"] == ["warlords", "veiled_occult"]
    assert found["left"] == [2, 1]
    assert found["faceup"] == [
        {"seat": "warlords", "spell": "war_cry"},
        {"seat": "veiled_occult", "spell": "hex"},
    ]
    assert found["result"] is None


@pytest.mark.rule("RULING-09")
def test_what_is_in_force_and_until_when(game: Obsidia) -> None:
    from obsidia_core.model.position import TokenSpec

    state = position(game, tokens=(TokenSpec("part_the_veil", "veiled_occult", EAST),))
    (effect,) = about(game, state)["effects"]
    assert effect["kind"] == "counts_as"
    assert (effect["seat"], effect["spell"]) == ("veiled_occult", "part_the_veil")
    assert (effect["at"], effect["value"], effect["until"]) == (["1,0"], "portal", "turn_end")
