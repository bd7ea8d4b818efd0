"""Chance: streams that do not meet, even numbers, and three drivers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core.kernel.actions import Outcome, outcomes
from obsidia_core.kernel.chance import ENUMERATED, SCRIPTED, SEEDED, Chance
from obsidia_core.kernel.errors import SaveError, ScriptError

steady = settings(derandomize=True, deadline=None)
FACES = (1, 2, 3, 4, 5, 6)

CHI_SQUARE = {5: 20.5, 6: 22.5, 23: 49.7}
"""Values of chi-square by degrees of freedom that one fair sample in a thousand exceeds."""


def rolls(chance: Chance, stream: int, size: int) -> list[int]:
    return [chance.draw(stream, FACES) for _ in range(size)]


def chi_square(found: Counter[Any], kinds: int) -> float:
    """Of a sample of which `kinds` values should be equally frequent."""
    expected = found.total() / kinds
    missing = (kinds - len(found)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in found.values())


# ---- seeded


@pytest.mark.parametrize("seed", [0, 1, -5, 10**30])
@pytest.mark.parametrize("stream", [0, 3])
def test_dice_are_even(seed: int, stream: int) -> None:
    assert chi_square(Counter(rolls(Chance(seed, 4), stream, 6_000)), 6) < CHI_SQUARE[5]


def test_first_rolls_of_many_seeds_are_even() -> None:
    """Games started with 0, 1, 2, ... do not resemble one another."""
    first = Counter(Chance(seed, 1).draw(0, FACES) for seed in range(6_000))
    assert chi_square(first, 6) < CHI_SQUARE[5]


def test_numbers_are_even_when_the_range_is_no_power_of_two() -> None:
    chance = Chance(2, 1)
    assert chi_square(Counter(chance.below(0, 7) for _ in range(7_000)), 7) < CHI_SQUARE[6]


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = Chance(11, 1)
    found = Counter(tuple(chance.shuffled(0, range(4))) for _ in range(6_000))
    assert chi_square(found, factorial(4)) < CHI_SQUARE[23]


def test_a_shuffle_leaves_its_input_alone_and_keeps_every_item() -> None:
    items = [5, 5, 6, 9]
    assert sorted(Chance(1, 1).shuffled(0, items)) == items == [5, 5, 6, 9]


def test_streams_do_not_disturb_each_other() -> None:
    """However much one stream is used, the others give the same numbers."""
    calm, busy = Chance(9, 3), Chance(9, 3)
    rolls(busy, 1, 500)
    busy.shuffled(0, range(50))
    assert rolls(calm, 2, 50) == rolls(busy, 2, 50)


def test_streams_and_seeds_differ() -> None:
    samples = [tuple(rolls(Chance(seed, 3), stream, 30)) for seed in range(4) for stream in (0, 1)]
    assert len(set(samples)) == len(samples)


def test_streams_of_a_game_are_not_correlated() -> None:
    chance = Chance(6, 2)
    pairs = Counter((chance.below(0, 2), chance.below(1, 3)) for _ in range(6_000))
    assert chi_square(pairs, 6) < CHI_SQUARE[5]


def test_numbers_stay_the_same_in_every_version() -> None:
    """`ALGORITHM` names these numbers in saves: other numbers need another name."""
    chance = Chance(7, 2)
    assert rolls(chance, 0, 12) == [3, 2, 4, 2, 2, 2, 4, 5, 6, 6, 1, 3]
    assert chance.shuffled(1, range(8)) == [5, 2, 1, 4, 0, 7, 6, 3]


def test_a_copy_goes_on_equally_and_apart() -> None:
    one = Chance(3, 2)
    rolls(one, 0, 5)
    other = one.copy()
    assert other == one
    assert rolls(other, 0, 5) == rolls(one, 0, 5)
    rolls(other, 0, 1)
    assert other != one


def test_another_seed_changes_what_is_to_come() -> None:
    one, other = Chance(3, 1), Chance(3, 1)
    other.reseed(4)
    assert rolls(one, 0, 30) != rolls(other, 0, 30)


# ---- scripted


def test_scripted_numbers_come_in_order_before_any_other() -> None:
    chance = Chance(7, 1)
    chance.script([3, 3])
    chance.script([1])
    assert rolls(chance, 0, 3) == [3, 3, 1]
    assert chance.left() == []
    assert rolls(chance, 0, 3) == rolls(Chance(7, 1), 0, 3)


def test_scripted_numbers_wait_their_turn() -> None:
    chance = Chance(0, 1, SCRIPTED)
    chance.script([6, 2])
    assert chance.draw(0, FACES) == 6
    assert chance.left() == [2]


def test_a_script_that_runs_out_is_an_error() -> None:
    with pytest.raises(ScriptError, match="none left"):
        Chance(0, 1, SCRIPTED).draw(0, FACES)


def test_a_scripted_number_that_cannot_come_is_an_error_and_stays() -> None:
    chance = Chance(0, 1)
    chance.script([7])
    with pytest.raises(ScriptError, match="gives 7 where only 1, 2, 3, 4, 5, 6 can come"):
        chance.draw(0, FACES)
    assert chance.left() == [7]


def test_a_long_list_of_outcomes_is_cut_in_the_message() -> None:
    with pytest.raises(ScriptError, match=r"0, 1, 2, .*, 11, \.\.\."):
        Chance(0, 1, SCRIPTED).draw(0, range(40))


def test_shuffles_are_never_scripted() -> None:
    chance = Chance(4, 1)
    chance.script([1])
    assert chance.shuffled(0, range(9)) == Chance(4, 1).shuffled(0, range(9))
    assert chance.left() == [1]


# ---- enumerated


@steady
@given(st.lists(st.integers(-5, 5), min_size=1))
def test_outcomes_are_different_sorted_and_sum_to_one(values: list[int]) -> None:
    found = [one for one in outcomes(values) if isinstance(one, Outcome)]
    assert [one.value for one in found] == sorted(set(values))
    assert sum(one.probability for one in found) == 1


def test_a_face_that_is_there_twice_is_twice_as_likely() -> None:
    assert [one.probability for one in outcomes([6, 1, 6]) if isinstance(one, Outcome)] == [
        Fraction(1, 3),
        Fraction(2, 3),
    ]


def test_an_outcome_is_known_by_its_number() -> None:
    assert Outcome(3, Fraction(1, 6)) == Outcome(3)
    assert repr(Outcome(3, Fraction(1, 6))) == "<Outcome 3 p=1/6>"


# ---- saves


@pytest.mark.parametrize("driver", [SEEDED, SCRIPTED, ENUMERATED])
def test_chance_reads_back(driver: str) -> None:
    chance = Chance(12, 3, driver)
    chance.below(2, 6)
    chance.script([4, 4])
    assert Chance.from_json(chance.to_json(), 3) == chance


@pytest.mark.parametrize(
    "damage",
    [
        {"algorithm": "mersenne-twister"},
        {"seed": "x"},
        {"seed": None},
        {"counts": [1]},
        {"counts": [0, -1, 0]},
        {"counts": None},
        {"counts": {}},
        {"driver": "loaded"},
        {"driver": []},
        {"queue": [None]},
        {"queue": 3},
        {"queue": {}},
        {"seed": "3"},
        {"seed": 1.0},
        {"seed": True},
        {"counts": ["0", 0, 0]},
        {"counts": [0, 1.5, 0]},
        {"counts": [0, True, 0]},
        {"counts": "000"},
        {"queue": ["3"]},
        {"queue": [1.5]},
        {"queue": [True]},
    ],
)
def test_a_damaged_record_is_a_save_error(damage: dict[str, Any]) -> None:
    with pytest.raises(SaveError):
        Chance.from_json({**Chance(1, 3).to_json(), **damage}, 3)


@pytest.mark.parametrize("record", [None, [], "x", 3, {}])
def test_what_is_no_record_is_a_save_error(record: Any) -> None:
    with pytest.raises(SaveError):
        Chance.from_json(record, 3)
