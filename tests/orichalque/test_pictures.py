"""Both boards as text and as SVG."""

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from orichalque.game import Orichalque
from orichalque.state import State

Play = Callable[..., tuple[State, int]]


def test_a_new_game_as_text(game: Orichalque) -> None:
    lines = game.text_picture(game.new(seed=3)).splitlines()
    assert lines[0] == "Round 1, human: metropolis; first is human"
    assert lines[2:10] == [
        "   HUMAN                                       AI",
        "-3           0.    1.    2n    3h           -3        0 1a  4b  4b  4c",
        "-2       -1.    0.    1.    2.    3.        -2     -1 1c  1c  4a  4c  4c",
        "-1    -2.   -1.    0.    1.    2.    3.     -1   -2 1b  1c  3b  3a  6b  6b",
        " 0 -3h   -2.   -1.    0.    1.    2.    3.   0 -3 ##  1b  3b  3c* 6a  6c  6c",
        " 1    -3h   -2.   -1.    0.    1.    2.      1   -3 2c  2c  3c  3c  5a  6c",
        " 2       -3.   -2.   -1.    0.    1n         2     -3 2c  2a  5b  5c  5c",
        " 3          -3.   -2.   -1.    0n            3       -3 2b  2b  5b  5c",
    ]


def test_every_circle_of_the_island_can_be_read_off(game: Orichalque, at_random: Play) -> None:
    """The number before a row and the one before a circle in it are the circle's coordinates."""
    state, _ = at_random(8, 45)
    land = game.view(state)["human"]["land"]
    read = {}
    for line in game.text_picture(state).splitlines()[3:10]:
        r, row = line[:3], line[3:45]
        for q, sign in re.findall(r"(-?[0-9])([^ ]+)", row):
            read[f"{q},{int(r)}"] = sign
    assert len(read) == 37
    for circle, lying in land.items():
        terrain, _, kind = lying.partition(":")
        wanted = "##" if terrain == "metropolis" else (kind[:2] or terrain[:1]).upper()
        assert read[circle].startswith(wanted)
    assert all(sign in ".hn" for circle, sign in read.items() if circle not in land)


@pytest.mark.parametrize("decisions", [0, 5, 20, 45, 2_000])
def test_boards_fit_a_terminal_of_80_columns(
    game: Orichalque, at_random: Play, decisions: int
) -> None:
    lines = game.text_picture(at_random(8, decisions)[0]).splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


def test_pieces_are_told_in_the_text(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(8, 2_000)
    text = game.text_picture(state)
    assert "AI has won" in text.replace("ai has won", "AI has won")
    assert text.count("##") >= 3


@pytest.mark.parametrize("decisions", [0, 5, 20, 45, 2_000])
def test_the_picture_shows_every_circle_card_and_space(
    game: Orichalque, at_random: Play, decisions: int
) -> None:
    state, _ = at_random(8, decisions)
    root = ET.fromstring(game.picture(state))
    told = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert told[0].startswith(f"Round {state.round}")
    assert sum("," in title.split(" ")[0] for title in told[1:]) == 2 * 37
    assert sum(title.startswith("strip space") for title in told) >= 8
    words = " ".join(
        "".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")
    )
    for offer in game.view(state)["row"]:
        name, _, size = offer["card"].rpartition("_")
        assert f"{name.capitalize()} {size}" in words
    assert "Construction board" in words


@pytest.mark.parametrize("decisions", [0, 20, 45, 2_000])
def test_sentences_tell_every_circle_card_and_space(
    game: Orichalque, at_random: Play, decisions: int
) -> None:
    state, _ = at_random(8, decisions)
    seen, told = game.view(state), game.text_facts(state)
    human, ai = (
        told.index(next(one for one in told if one.startswith(f"Board of {who}")))
        for who in ("the human", "the AI")
    )
    for side, lines in (("human", told[human:ai]), ("ai", told[ai:])):
        for circle, lying in seen[side]["land"].items():
            (line,) = (one for one in lines if one.startswith(f"{circle}: "))
            assert all(part in line for part in lying.split(":"))
        named = {circle for line in lines for circle in re.findall(r"-?\d,-?\d", line)}
        assert len(named) == 37
    for building in seen["human"]["buildings"].values():
        assert any(building.replace("_", " ") in line for line in told[human:ai])
    assert sum(line.startswith("Card ") for line in told) == len(seen["row"])
    assert all(line.endswith(".") and "_" not in line for line in told)


def test_a_picture_has_the_colors_it_is_given_and_no_others(
    game: Orichalque, at_random: Play
) -> None:
    state, _ = at_random(8, 45)
    slots = game.themes["light"]
    for theme in (*game.themes.values(), {slot: f"var(--{slot})" for slot in slots}):
        assert theme.keys() == slots.keys()
        root = ET.fromstring(game.picture(state, None, theme))
        paints = {element.get(key) for element in root.iter() for key in ("fill", "stroke")}
        assert paints <= {*theme.values(), "none", None}
    assert game.picture(state) == game.picture(state, None, slots)


def test_equal_states_give_equal_pictures(game: Orichalque, at_random: Play) -> None:
    state, _ = at_random(8, 30)
    assert game.picture(state) == game.picture(game.from_json(game.to_json(state)))
    assert "script" not in game.picture(state)
