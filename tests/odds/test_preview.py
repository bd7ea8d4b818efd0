"""A preview tells what may happen, how likely it is, and nothing that the seat does not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import IllegalAction
from obsidia_core.model.actions import (
    Battle,
    Choose,
    Defer,
    DrawTile,
    EndPhase,
    EndTurn,
    Move,
    Pass,
    Refill,
    Train,
)
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import PlacedTile, PositionSpec, TileSpec, UnitSpec
from obsidia_core.model.state import State
from obsidia_core.odds import OddsError, battle_odds, odds
from obsidia_core.previews import Preview, preview_state
from obsidia_core.rules.position import build_position

ALL_SIDES = 0b1111
HERE, EAST, SOUTH, FAR = (Coordinate(*at) for at in ((0, 0), (1, 0), (0, 1), (5, 5)))


def position(game: Obsidia, east: str = "plain", **more: Any) -> State:
    given: dict[str, Any] = {
        "players": ("warlords", "veiled_occult"),
        "tiles": (
            PlacedTile(HERE, "plain", 0b0110),
            PlacedTile(EAST, east, 0b1000),
            PlacedTile(FAR, "plain", 0),
        ),
        "units": (UnitSpec(HERE, "warlords", 2), UnitSpec(FAR, "veiled_occult", 1)),
        "seed": 1,
        "loose_edges": True,
        **more,
    }
    return build_position(game.catalog, PositionSpec(**given))


def move(game: Obsidia, state: State, to: Coordinate) -> Action:
    return next(one for one in game.legal_actions(state) if isinstance(one, Move) and one.to == to)


def seen(game: Obsidia, state: State, action: Action) -> Preview:
    assert state.asking is not None
    text = game.to_json(state)
    found = preview_state(game, state, action)
    assert game.to_json(state) == text
    assert sum(one.chance for one in found.possibilities) == pytest.approx(1)
    return found


def test_a_plain_step_is_certain(game: Obsidia) -> None:
    state = position(game)
    found = seen(game, state, move(game, state, EAST))
    assert [one.chance for one in found.possibilities] == [1.0]
    assert found.certain == {"travelers": {"W1": "1,0", "W2": "1,0"}}
    assert found.possibilities[0].asks == {"seat": "warlords", "kind": "movement"}
    assert found.deaths(game.view(state, "warlords")) == {}


@pytest.mark.rule("RULING-64")
def test_a_die_rolled_again_may_show_a_barred_face_again_and_again(game: Obsidia) -> None:
    """What a barred face leads to is followed as one way, however often it comes up."""
    state = position(
        game,
        east="boneyard",
        phase="battle",
        tiles=(
            PlacedTile(HERE, "plain", 0b0110),
            PlacedTile(EAST, "boneyard", 0b1000),
            PlacedTile(FAR, "plain", 0),
        ),
        units=(UnitSpec(HERE, "warlords", 1), UnitSpec(EAST, "veiled_occult", 1)),
        hands={"warlords": ("once_more",)},
    )
    battle = Battle(HERE, EAST, ("warlords", "veiled_occult"))
    for action in (battle, Defer(), Defer()):
        if state.asking is not None and state.asking[1] in ("battle_order", "battle"):
            game.apply(state, action)
    assert state.asking == ("warlords", "reaction")
    found = seen(game, state, game.action_from_text("cast once_more"))
    assert found.odds is not None
    total = found.odds.win + found.odds.lose + found.odds.draw + found.odds.none
    assert total == pytest.approx(1)


@pytest.mark.rule("BLACKWATER-01")
def test_rolls_are_weighed(game: Obsidia) -> None:
    state = position(game, east="blackwater")
    found = seen(game, state, move(game, state, EAST))
    chances = {
        tuple(sorted(one.changes["travelers"].items())): one.chance for one in found.possibilities
    }
    assert chances[("W1", "1,0"), ("W2", "1,0")] == pytest.approx((33 / 36) ** 2)
    assert chances[("W1", "reserve"), ("W2", "reserve")] == pytest.approx((3 / 36) ** 2)
    assert found.deaths(game.view(state, "warlords")) == pytest.approx({"W1": 3 / 36, "W2": 3 / 36})
    assert found.certain == {}


@pytest.mark.rule("EXTRA-06")
def test_the_unknown_is_any_tile_of_the_stack(game: Obsidia) -> None:
    """A dead end fits as well as a crossroads; a tile without exits fits nowhere and kills."""
    stack = (TileSpec("void", ALL_SIDES), TileSpec("plain", 0), TileSpec("plain", 0b0001))
    hidden = (*stack[1:], TileSpec("town", 0b0001))
    for top_first in (stack + hidden, (hidden + stack)[::-1]):
        state = position(game, stacks={"warlords": top_first})
        found = seen(game, state, move(game, state, SOUTH))
        dead = found.deaths(game.view(state, "warlords"))
        assert dead == pytest.approx({"W1": 3 / 6, "W2": 3 / 6})
        placed = [one.changes.get("tiles", {}).get("0,1") for one in found.possibilities]
        assert {None if tile is None else tile["terrain"] for tile in placed} == {
            None,
            "plain",
            "town",
            "void",
        }


def test_a_drawn_tile_is_any_of_the_own_stack(game: Obsidia) -> None:
    state = position(
        game,
        phase="tile",
        stacks={"warlords": (TileSpec("plain", ALL_SIDES), TileSpec("town", 0b1010)) * 2},
        tiles=(PlacedTile(HERE, "plain", ALL_SIDES), PlacedTile(FAR, "plain", ALL_SIDES)),
    )
    found = seen(game, state, DrawTile())
    assert [one.chance for one in found.possibilities] == [0.25] * 4
    shown = sorted(one.changes["drawn"]["terrain"] for one in found.possibilities)
    assert shown == ["plain", "plain", "town", "town"]


def test_a_battle_comes_with_its_odds(game: Obsidia) -> None:
    units = (UnitSpec(HERE, "warlords", 2), UnitSpec(EAST, "veiled_occult", 1))
    state = position(game, units=units, phase="movement")
    found = seen(game, state, EndPhase())
    (due,) = found.possibilities[0].battles
    assert due.odds == odds(2, 1)
    assert due.action == Battle(HERE, EAST, ("warlords", "veiled_occult"))
    game.apply(state, EndPhase())
    assert seen(game, state, due.action).odds == odds(2, 1)
    game.apply(state, due.action)
    game.apply(state, Defer())
    found = seen(game, state, Defer())
    assert found.odds == odds(2, 1)
    (rolled,) = found.possibilities
    assert (rolled.changes, rolled.asks, rolled.goes_on) == ({}, None, "battle")
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data


def test_moving_up_tells_which_battles_will_be_due(game: Obsidia) -> None:
    units = (UnitSpec(HERE, "warlords", 2), UnitSpec(EAST, "veiled_occult", 1))
    state = position(game, units=units)
    found = seen(game, state, move(game, state, EAST))
    assert [due.odds for due in found.possibilities[0].battles] == [odds(2, 1, same_tile=True)]


def test_a_spell_that_rolls(game: Obsidia) -> None:
    """Conversion replaces its victim on 4 or more."""
    units = (
        UnitSpec(HERE, "warlords", 2),
        UnitSpec(EAST, "veiled_occult", 1),
        UnitSpec(FAR, "veiled_occult", 1),
    )
    state = position(game, units=units, phase="training", hands={"warlords": ("conversion",)})
    game.apply(state, game.action_from_text("cast conversion"))
    if state.asking == ("warlords", "choice"):
        found = seen(game, state, Choose("traveler", "V1"))
    else:
        state = position(game, units=units, phase="training", hands={"warlords": ("conversion",)})
        found = seen(game, state, game.action_from_text("cast conversion"))
    assert [one.chance for one in found.possibilities] == [0.5, 0.5]
    assert found.deaths(game.view(state, "warlords")) == {"V1": 0.5}


def test_the_last_tile_and_the_end_of_the_game(game: Obsidia) -> None:
    state = position(
        game,
        phase="spell",
        stacks={"warlords": (), "veiled_occult": ()},
        tiles=(PlacedTile(HERE, "town", 0), PlacedTile(FAR, "plain", 0)),
    )
    found = seen(game, state, EndTurn())
    assert (found.certain["winner"], found.certain["over"]) == ("warlords", True)
    (end,) = found.possibilities
    assert (end.asks, end.goes_on) == (None, None)


def test_a_turn_that_passes_on_is_not_the_end_of_the_game(game: Obsidia) -> None:
    found = seen(game, state := position(game, phase="spell"), EndTurn())
    assert found.certain["turn"] == state.turn + 1
    assert "over" not in found.certain
    (end,) = found.possibilities
    assert (end.asks, end.goes_on) == (None, "turn")


def in_battle(game: Obsidia, spell: str) -> State:
    """The first player, who holds the spell, is asked in a battle."""
    units = (UnitSpec(HERE, "warlords", 2), UnitSpec(EAST, "veiled_occult", 1))
    state = position(game, units=units, phase="battle", hands={"warlords": (spell,)})
    game.apply(state, Battle(HERE, EAST, ("warlords", "veiled_occult")))
    return state


def test_a_spell_that_ends_a_battle_is_followed_to_the_next_question(game: Obsidia) -> None:
    found = seen(game, in_battle(game, "parley"), game.action_from_text("cast parley"))
    assert "over" not in found.certain
    assert found.certain["phase"] == "spell"
    assert found.possibilities[0].asks == {"seat": "warlords", "kind": "spell_phase"}
    assert found.odds is not None
    assert found.odds.win + found.odds.lose == 0


def test_spells_that_come_to_lie_face_up_are_changes(game: Obsidia) -> None:
    spell = "war_cry"
    found = seen(game, in_battle(game, spell), game.action_from_text(f"cast {spell}"))
    assert found.certain["faceup"] == [spell]
    assert found.certain["hand_sizes"] == {"warlords": 0}


def test_a_battle_that_is_over_has_no_odds_any_more(game: Obsidia) -> None:
    """Its end can still be answered; what is fought after that is another battle."""
    units = (UnitSpec(HERE, "warlords", 2), UnitSpec(EAST, "veiled_occult", 1))
    options = {"open_spell_windows": "always_ask"}
    state = position(game, units=units, phase="battle", options=options)
    game.apply(state, Battle(HERE, EAST, ("warlords", "veiled_occult")))
    while not any(event.type == "battle_ended" for event in state.events):
        game.apply(state, game.legal_actions(state)[-1])
    assert state.asking == ("warlords", "reaction")
    with pytest.raises(OddsError, match="the battle is over"):
        battle_odds(state)


@pytest.mark.rule("HORDE-10", "RULING-93")
def test_which_of_its_travelers_the_horde_loses_is_left_to_dice(game: Obsidia) -> None:
    """In a movement phase they may differ, so that the Horde has to decide; odds stay odds."""
    state = position(
        game,
        players=("light_keepers",),
        mode="solo",
        units=(UnitSpec(HERE, "light_keepers", 2), UnitSpec(EAST, "death_legion", 3)),
    )
    first = state.setup.piece_of["D1"]
    state.extra[first] += 1
    found = seen(game, state, move(game, state, EAST))
    (due,) = found.possibilities[0].battles
    assert due.odds == odds(2, 3, same_tile=True)


@pytest.mark.rule("SOLO-11", "SOLO-12")
@pytest.mark.parametrize("hand_size", [1, 5])
def test_the_row_that_is_laid_when_the_map_is_built_is_not_foreseen(
    game: Obsidia, hand_size: int
) -> None:
    state = game.new(("warlords",), 1, {"mode": "solo", "hand_size": hand_size})
    while True:
        action = game.legal_actions(state)[0]
        found = preview_state(game, state, action)
        game.apply(state, action)
        if game.view(state, None)["row"]:
            break
    assert [(one.goes_on, one.asks) for one in found.possibilities] == [("row", None)]
    assert "row" not in found.certain


@pytest.mark.rule("HAND-02")
def test_a_late_refill_changes_the_hand_and_no_question(game: Obsidia) -> None:
    kinds: set[str] = set()
    for seed in range(6):
        for state, action, _ in decisions(game, 5 + 6 * seed):
            if not isinstance(action, Refill) or state.asking is None:
                continue
            seat, kind = state.asking
            if kind == "spell_phase":
                continue
            found = preview_state(game, state, action)
            assert found.certain.keys() <= {"hand_sizes", "deck_sizes"}
            assert found.possibilities[0].asks == {"seat": seat, "kind": kind}
            kinds.add(kind)
    assert kinds >= {"training", "battle", "reaction"}


def test_what_is_not_legal_is_refused(game: Obsidia) -> None:
    state = position(game)
    with pytest.raises(IllegalAction):
        preview_state(game, state, Train())


# ---- promises over random games


def decisions(game: Obsidia, seed: int) -> Iterator[tuple[State, Action, Chance]]:
    """Every decision of a random game, with the action about to be taken."""
    options = (
        {},
        {"open_spell_windows": "always_ask"},
        {"tile_planning": True},
        {"mode": "solo"},
        {"drafting": True},
        {"manual_refill": True, "open_spell_windows": "always_ask"},
    )[seed % 6]
    players: tuple[str, ...] = (
        ("warlords", "light_keepers"),
        ("death_legion", "veiled_occult"),
    )[seed // 6 % 2]
    if "mode" in options:
        players = players[:1]
    state = game.new(players, seed, options)
    chance = Chance(seed, 1)
    while state.asking is not None:
        actions = game.legal_actions(state)
        action = actions[chance.below(0, len(actions))]
        yield state, action, chance
        game.apply_unchecked(state, action)


@pytest.mark.parametrize("seed", range(12))
def test_a_preview_tells_nothing_that_is_hidden(game: Obsidia, seed: int) -> None:
    """Whatever the hidden cards, tiles and dice are, the seat is told the same."""
    for state, action, chance in islice(decisions(game, seed), seed, 260, 5):
        assert state.asking is not None
        seat = state.asking[0]
        other = game.determinize(state, seat, chance.below(0, 1 << 30))
        wanted = preview_state(game, state, action).to_json()
        assert preview_state(game, other, action).to_json() == wanted, action


@pytest.mark.parametrize("seed", range(12))
def test_what_happens_is_among_what_was_foreseen(game: Obsidia, seed: int) -> None:
    """To the last key, in games in which nobody reacts, and as far as it was followed."""
    compared = 0
    signs = {"battle": "rolled", "row": "spell_drawn", "turn": "turn"}
    for state, action, _ in islice(decisions(game, seed), seed, 260, 4):
        assert state.asking is not None
        found = preview_state(game, state, action)
        for one in found.possibilities:
            ends = one.changes.get("over", False)
            assert (one.asks is not None) + (one.goes_on is not None) + ends == 1, action
        if found.unknown:
            continue
        after = game.copy(state)
        happened: set[str] = set()
        game.apply_unchecked(after, action)
        happened.update(event.type for event in after.events)
        while (
            not isinstance(action, Refill)  # which leaves a window open
            and after.turn == state.turn
            and after.asking is not None
            and after.asking[1] == "reaction"
        ):
            game.apply_unchecked(after, Pass())
            happened.update(event.type for event in after.events)
        asks = None
        if after.asking is not None:
            asks = {"seat": after.asking[0], "kind": after.asking[1]}
        changes = _changes(game.view(state, None), game.view(after, None))
        assert any(
            signs[one.goes_on] in happened
            if one.goes_on is not None
            else (one.asks, one.changes) == (asks, changes)
            for one in found.possibilities
        ), action
        compared += 1
    assert compared > 15


def _changes(before: Any, after: Any) -> dict[str, Any]:
    """All that is different in a spectator's view, but the question and the battles."""
    return {
        key: {
            entry: value.get(entry)
            for entry in before[key].keys() | value.keys()
            if before[key].get(entry) != value.get(entry)
        }
        if isinstance(value, dict) and key != "drawn"
        else value
        for key, value in after.items()
        if key not in ("decision", "battles") and before.get(key) != value
    }
