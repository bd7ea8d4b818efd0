"""How values written in a scenario are compared with those of a game."""

import pytest

from obsidia_core.scenario.matching import (
    each_somewhere,
    fits,
    in_any_order,
    in_this_order,
    same,
)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("1,0", [1, 0]),
        ([-1, 0], "-1,0"),
        (["0,0", "0,1"], [[0, 0], [0, 1]]),
        ({"at": "1,0"}, {"at": [1, 0], "rotation": 90}),
        ("warlords@1,0", "warlords@1,0"),
        ([4, 4], (4, 4)),
        (None, None),
    ],
)
def test_same(wanted: object, found: object) -> None:
    assert same(wanted, found)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (1, True),
        (False, 0),
        ("1", 1),
        ([1, 2], [2, 1]),
        ([1], [1, 2]),
        ({"at": "1,0"}, "1,0"),
        ("1,0", [1, 0, 0]),
        ("9" * 5000 + ",0", [9, 0]),
    ],
)
def test_not_the_same(wanted: object, found: object) -> None:
    assert not same(wanted, found)


def test_a_field_left_out_is_null_and_false() -> None:
    assert fits({"recruit": False, "move": None}, {"type": "move"})
    assert not fits({"recruit": True}, {"type": "move"})
    assert not fits({"move": 0}, {"type": "move"})


def test_order_counts_except_for_the_fields_named() -> None:
    wanted, found = {"travelers": ["D2", "D1"]}, {"travelers": ["D1", "D2"]}
    assert fits(wanted, found, frozenset({"travelers"}))
    assert not fits(wanted, found)
    assert not fits({"travelers": ["D1"]}, found, frozenset({"travelers"}))


def test_partial_values_pair_off_even_if_the_first_choice_is_wrong() -> None:
    found = [{"at": "0,0", "against": "1,0"}, {"at": "0,0", "against": "2,0"}]
    assert in_any_order([{"at": "0,0"}, {"against": "1,0"}], found)
    assert not in_any_order([{"against": "1,0"}, {"against": "1,0"}], found)
    assert not in_any_order([{"at": "0,0"}], found)
    assert in_any_order([], [])


def test_others_may_lie_between_but_the_order_holds() -> None:
    events = [{"type": "moved"}, {"type": "rolled", "dice": [1, 2]}, {"type": "killed"}]
    assert in_this_order([{"type": "moved"}, {"type": "killed"}], events)
    assert not in_this_order([{"type": "killed"}, {"type": "moved"}], events)
    assert not in_this_order([{"type": "moved"}, {"type": "moved"}], events)
    assert in_this_order([{"dice": [1, 2]}], events)


def test_one_found_value_may_serve_several_wanted_ones() -> None:
    assert each_somewhere([{"a": 1}, {"b": 2}], [{"a": 1, "b": 2}])
    assert not each_somewhere([{"a": 1}, {"b": 3}], [{"a": 1, "b": 2}])
