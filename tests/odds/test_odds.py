"""The odds are exact: they equal hand-made sums, and real dice within the error of counting."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from obsidia_core.content import load_catalog
from obsidia_core.game import Obsidia
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.model.actions import Battle, Cast, Defer, EndPhase
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import PlacedTile, PositionSpec, UnitSpec
from obsidia_core.odds import End, OddsError, battle_odds, odds, survival
from obsidia_core.rules.position import build_position

GAMES = 250
SHARED = {"reroll_limit": 2}

BATTLES: dict[str, tuple[tuple[int | str, int | str], dict[str, Any]]] = {
    "one against one": ((1, 1), {}),
    "groups": ((3, 2), {}),
    "one tile": ((2, 3), {"same_tile": True}),
    "a boneyard": ((2, 2), {"terrain": ("boneyard", "plain")}),
    "both on a boneyard, few re-rolls": (
        (1, 2),
        {"terrain": "boneyard", "same_tile": True, "options": SHARED},
    ),
    "a creature that rolls no 1 and 2": ((2, "bone_colossus"), {}),
    "a creature with two dice": (("timber_ogre", 2), {"same_tile": True}),
    "spells against a creature on one tile": (
        (2, "timber_ogre"),
        {"spells": (("hex",), ("war_cry",)), "same_tile": True},
    ),
    "two creatures": (("rime_stag", "war_hound"), {}),
    "better dice": ((1, 2), {"spells": (("war_cry", "twin_blades"), ())}),
    "worse dice for the other": ((2, 2), {"spells": (("inevitable", "hex"), ("dazzle",))}),
    "won ties": ((1, 2), {"spells": (("no_quarter",), ()), "same_tile": True}),
    "won ties that cancel out": ((1, 1), {"spells": (("no_quarter",), ("grave_chill",))}),
    "a shield": ((2, 1), {"spells": ((), ("dawnshield",)), "same_tile": True}),
    "a shared loss": ((2, 3), {"spells": (("martyrdom",), ())}),
    "a shield against a shared loss": (
        (2, 2),
        {"spells": (("martyrdom",), ("dawnshield",)), "same_tile": True},
    ),
    "friends beside": ((2, 2), {"spells": (("lantern_line",), ()), "beside": (2, 0)}),
    "short dice": ((2, 2), {"options": {"die_faces": [2, 3, 4]}, "same_tile": True}),
    "one face, one tile": ((2, 1), {"options": {"die_faces": [5]}, "same_tile": True}),
    "ties without an end": (
        (1, 1),
        {"options": {"die_faces": [3, 4], "reroll_limit": 1}, "same_tile": True},
    ),
}


@pytest.mark.rule(
    "BATTLE-08", "ADJ-02", "ADJ-06", "SAME-01", "RULING-64", "RULING-91", "RULING-98", "BONEYARD-01"
)
@pytest.mark.parametrize(("sides", "about"), BATTLES.values(), ids=BATTLES)
def test_odds_of_a_battle_equal_real_dice(
    fought: Callable[..., Any],
    agrees: Callable[..., bool],
    sides: tuple[int | str, int | str],
    about: dict[str, Any],
) -> None:
    found = odds(*sides, **about)
    assert sum(chance for _, chance in found.ends) == 1
    counted = fought(GAMES, *sides, **about)
    assert set(counted) <= {tuple(end) for end, _ in found.ends}
    for end, chance in found.ends:
        assert agrees(counted[tuple(end)], GAMES, float(chance)), (end, float(chance))


def test_one_against_one_by_hand() -> None:
    found = odds(1, 1)
    assert dict(found.ends) == {
        End("first", 1, 0): Fraction(15, 36),
        End("second", 0, 1): Fraction(15, 36),
        End("draw", 1, 1): Fraction(6, 36),
    }
    assert (found.win, found.lose, found.none) == (15 / 36, 15 / 36, 0.0)
    assert found.survivors == {(1, 1): 6 / 36, (1, 0): 15 / 36, (0, 1): 15 / 36}
    assert found.expected == (21 / 36, 21 / 36)


@pytest.mark.rule("SAME-01")
def test_on_one_tile_every_round_takes_one_so_numbers_decide() -> None:
    """Without draws a battle is a run of even throws: three beat two if they win two of four."""
    found = odds(3, 2, same_tile=True)
    assert found.win == 11 / 16
    assert found.draw == 0
    even = odds(8, 8, same_tile=True)
    assert even.win == even.lose == 0.5


def test_both_sides_see_the_same_battle() -> None:
    about: dict[str, Any] = {"terrain": ("boneyard", "plain"), "spells": (("hex",), ("dazzle",))}
    turned: dict[str, Any] = {"terrain": ("plain", "boneyard"), "spells": (("dazzle",), ("hex",))}
    one, other = odds(2, 3, **about), odds(3, 2, **turned)
    assert (one.win, one.lose, one.draw) == (other.lose, other.win, other.draw)


def test_json_has_the_same_numbers() -> None:
    found = odds(2, 1)
    data = found.to_json()
    assert data["win"] == found.win
    assert sum(end["chance"] for end in data["ends"]) == pytest.approx(1)
    assert data["ends"][0].keys() == {"result", "first", "second", "chance"}


# ---- battles in a position


def standing(game: Obsidia, **more: Any) -> Any:
    spec = PositionSpec(
        players=("warlords", "veiled_occult"),
        phase="movement",
        tiles=(
            PlacedTile(Coordinate(0, 0), "boneyard", 0b1111),
            PlacedTile(Coordinate(1, 0), "plain", 0b1111),
        ),
        units=(
            UnitSpec(Coordinate(0, 0), "warlords", 2),
            UnitSpec(Coordinate(1, 0), "veiled_occult", 1),
        ),
        seed=5,
        **more,
    )
    return build_position(game.catalog, spec)


FIGHT = Battle(Coordinate(0, 0), Coordinate(1, 0), ("warlords", "veiled_occult"))


def test_a_battle_in_a_position_before_and_while_it_is_fought(game: Obsidia) -> None:
    state = standing(game, hands={"warlords": ("war_cry",)})
    text = game.to_json(state)
    apart = odds(2, 1, terrain=("boneyard", "plain"))
    assert battle_odds(state, FIGHT) == apart
    assert battle_odds(state, FIGHT, [("warlords", "war_cry")]) == odds(
        2, 1, terrain=("boneyard", "plain"), spells=(("war_cry",), ())
    )
    assert game.to_json(state) == text
    game.apply(state, EndPhase())
    game.apply(state, FIGHT)
    assert battle_odds(state) == apart
    game.apply(state, Cast("war_cry"))
    assert battle_odds(state).win > apart.win


def test_cards_in_hands_make_no_difference(game: Obsidia) -> None:
    plain = standing(game)
    armed = standing(
        game,
        hands={"warlords": ("twin_blades",), "veiled_occult": ("hex", "exchange_of_fates")},
        options={"open_spell_windows": "always_ask"},
    )
    assert battle_odds(plain, FIGHT) == battle_odds(armed, FIGHT)


def test_dice_that_lie_already_count(game: Obsidia) -> None:
    """While a roll can still be answered, the odds go on from its dice."""
    state = standing(game, hands={"veiled_occult": ("exchange_of_fates",)})
    game.apply(state, EndPhase())
    game.apply(state, FIGHT)
    game.apply(state, Defer())
    state.chance.script([6, 1])
    game.apply(state, Defer())
    assert state.asking == ("veiled_occult", "reaction")
    assert battle_odds(state).win == 1
    assert battle_odds(state).expected == (2, 0)


# ---- survival

ARRIVALS: dict[str, tuple[tuple[str, int], dict[str, Any]]] = {
    "blackwater": (("blackwater", 3), {}),
    "each die": (("blackwater", 1), {"options": {"blackwater_roll": "each"}}),
    "the best die": (("blackwater", 2), {"options": {"blackwater_roll": "best"}}),
    "the leviathan": (("blackwater", 1), {"creature": "leviathan"}),
    "a shade": (("plain", 2), {"near": "void_shade"}),
    "blackwater beside a shade": (("blackwater", 2), {"near": "void_shade"}),
    "a void": (("void", 2), {}),
    "plain": (("plain", 2), {}),
}


@pytest.mark.rule("BLACKWATER-01", "RULING-36", "TERM-12", "VOID-01")
@pytest.mark.parametrize(("arrival", "about"), ARRIVALS.values(), ids=ARRIVALS)
def test_odds_of_survival_equal_real_dice(
    survived: Callable[..., Any],
    agrees: Callable[..., bool],
    arrival: tuple[str, int],
    about: dict[str, Any],
) -> None:
    found = survival(*arrival, **about)
    assert sum(found.values()) == pytest.approx(1)
    counted = survived(GAMES, *arrival, **about)
    assert set(counted) <= set(found)
    for left, chance in found.items():
        assert agrees(counted[left], GAMES, chance), (left, chance)


@pytest.mark.rule("RULING-36")
def test_survival_by_hand() -> None:
    assert survival("blackwater")[1] == pytest.approx(33 / 36)
    assert survival(options={"blackwater_roll": "each"})[1] == pytest.approx(9 / 36)
    assert survival(options={"blackwater_roll": "best"})[1] == pytest.approx(27 / 36)
    assert survival("blackwater", 2, way="stay")[2] == pytest.approx((33 / 36) ** 2)
    assert survival("blackwater", 2, way="swap") == {2: 1.0}


# ---- bad input


@pytest.mark.parametrize(
    ("sides", "about", "message"),
    [
        ((0, 1), {}, "1 to 8 travelers on the map, not 0"),
        ((1, 9), {}, "not 9"),
        ((True, 1), {}, "not True"),
        ((1, "timber_oger"), {}, r"no creature 'timber_oger' \(did you mean 'timber_ogre'\?\)"),
        ((1, 1), {"terrain": "boneyrad"}, "did you mean 'boneyard'"),
        ((1, 1), {"terrain": ("woods", "plain"), "same_tile": True}, "not both woods and plain"),
        ((1, 1), {"spells": (("parley",), ())}, "'parley' is no face-up spell"),
        ((8, 1), {"beside": (1, 0)}, "not 9"),
        ((1, 1), {"beside": (0, 3)}, "0 to 2 other units"),
    ],
)
def test_a_battle_that_cannot_be_is_refused(
    sides: Any, about: dict[str, Any], message: str
) -> None:
    with pytest.raises(OddsError, match=message):
        odds(*sides, **about)


def test_other_bad_input_is_refused(game: Obsidia) -> None:
    with pytest.raises(OddsError, match="nobody arrives by 'flying'"):
        survival("plain", way="flying")
    with pytest.raises(RulesetError, match="die_faces"):
        odds(1, 1, options={"die_faces": []})
    state = standing(game)
    with pytest.raises(OddsError, match="no battle is being fought"):
        battle_odds(state)
    with pytest.raises(OddsError, match="'C1' does not stand on 1,0"):
        battle_odds(state, Battle(Coordinate(0, 0), Coordinate(1, 0), ("warlords", "C1")))
    with pytest.raises(OddsError, match="there is no seat 'horde'"):
        battle_odds(state, FIGHT, [("horde", "hex")])


@pytest.mark.rule("RESOLVE-09", "RULING-65")
def test_spells_that_forbid_a_victory() -> None:
    """Alone such a spell decides an even fight; two of them cancel each other out."""
    catalog = load_catalog((import_module("probe_pack"),))
    doom: Any = {"spells": (("probe_doom",), ()), "catalog": catalog}
    assert odds(2, 2, **doom).lose == 0
    assert odds(2, 2, same_tile=True, **doom).win == 1
    both: Any = {"spells": (("probe_doom",), ("probe_ruin",)), "catalog": catalog}
    assert odds(2, 2, **both) == odds(2, 2)
