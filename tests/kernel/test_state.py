"""Frames are data: they run, copy, save and read back; the loop ends at a question."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core.kernel.actions import CHANCE, Action, Outcome
from obsidia_core.kernel.chance import ENUMERATED, Chance
from obsidia_core.kernel.errors import EndlessEffect, SaveError
from obsidia_core.kernel.state import (
    Frame,
    GameState,
    frames_from_json,
    frames_to_json,
    merged_ops,
    resume,
    run,
)


class Answer(Action):
    type = "answer"


def state_with(*frames: Frame, driver: str = "seeded") -> GameState:
    state = GameState(Chance(5, 1, driver))
    state.stack = list(frames)
    return state


def count_down(state: GameState, frame: Frame) -> None:
    """Asks once for each that is left, then ends."""
    state.take_answer()
    if not frame.data["left"]:
        state.stack.pop()
        return
    frame.data["left"] -= 1
    state.ask("red", "count")


def spin(state: GameState, frame: Frame) -> None:
    frame.pc += 1


def roll_twice(state: GameState, frame: Frame) -> None:
    rolled = frame.data["rolled"]
    number = state.draw(frame, 0, (1, 2, 3, 4, 5, 6))
    if number is not None:
        frame.data["rolled"] = [*rolled, number]
        if len(frame.data["rolled"]) == 2:
            state.ask("red", "seen")
            frame.op = "count_down"
            frame.data["left"] = 0


def game_over(state: GameState) -> bool:
    return state.asking is None


steady = settings(derandomize=True, deadline=None, max_examples=50)
OPS = {"count_down": count_down, "spin": spin, "roll_twice": roll_twice}


def test_the_loop_stops_at_a_question_and_goes_on_with_the_answer() -> None:
    state = state_with(Frame("count_down", {"left": 2}))
    run(state, OPS)
    assert state.asking == ("red", "count")
    resume(state, Answer(), OPS)
    assert state.stack[-1].data == {"left": 0}
    resume(state, Answer(), OPS)
    assert (state.stack, game_over(state)) == ([], True)


def test_the_top_frame_runs_first() -> None:
    state = state_with(Frame("spin"), Frame("count_down", {"left": 1}))
    run(state, OPS)
    assert state.stack[0].pc == 0


def test_an_effect_that_never_asks_is_an_error_that_names_it() -> None:
    with pytest.raises(EndlessEffect, match=r"Frame\(spin@"):
        run(state_with(Frame("spin")), OPS)


def test_an_answer_can_be_taken_once() -> None:
    state = state_with()
    state.answer = answer = Answer()
    assert state.take_answer() is answer
    assert state.take_answer() is None


def test_a_new_answer_clears_the_events_of_the_last_one() -> None:
    state = state_with(Frame("count_down", {"left": 1}))
    before = state.events
    resume(state, Answer(), OPS)
    assert state.events is not before


# ---- chance in frames


def test_seeded_chance_is_not_asked() -> None:
    state = state_with(Frame("roll_twice", {"rolled": []}))
    run(state, OPS)
    assert state.asking == ("red", "seen")
    assert state.chance.counts == [2]


def test_enumerated_chance_is_asked_number_by_number() -> None:
    state = state_with(Frame("roll_twice", {"rolled": []}), driver=ENUMERATED)
    run(state, OPS)
    assert state.asking == (CHANCE, CHANCE)
    resume(state, Outcome(6), OPS)
    assert state.asking == (CHANCE, CHANCE)
    resume(state, Outcome(1), OPS)
    assert state.asking == ("red", "seen")
    assert state.stack[-1].data == {"rolled": [6, 1], "left": 0}
    assert state.chance.counts == [0]


def test_scripted_numbers_are_taken_before_enumerated_chance_is_asked() -> None:
    state = state_with(Frame("roll_twice", {"rolled": []}), driver=ENUMERATED)
    state.chance.script([2])
    run(state, OPS)
    assert state.stack[-1].data["rolled"] == [2]
    assert state.asking == (CHANCE, CHANCE)


def test_a_frame_may_have_fields_of_any_name_beside_an_open_chance_question() -> None:
    """What the kernel keeps in a frame does not meet what the game keeps there."""

    def step(state: GameState, frame: Frame) -> None:
        if state.draw(frame, 0, (1, 2)) is not None:
            state.stack.pop()

    names = ("outcomes", "chance", "answer", "faces", "values", "op", "pc")
    state = state_with(Frame("step", dict.fromkeys(names, 0)), driver=ENUMERATED)
    kept = state.stack[-1]
    run(state, {"step": step})
    resume(state, Outcome(2), {"step": step})
    assert kept.data == dict.fromkeys(names, 0)


# ---- copies and saves


def test_copies_go_apart() -> None:
    state = state_with(Frame("count_down", {"left": 3}))
    run(state, OPS)
    other = state_with()
    state.copy_kernel_to(other)
    assert (other.stack, other.asking, other.chance) == (state.stack, state.asking, state.chance)
    resume(other, Answer(), OPS)
    assert state.stack[-1].data == {"left": 2}
    assert other.stack[-1].data == {"left": 1}


plain = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
facts = st.dictionaries(st.text(max_size=5), plain | st.lists(plain, max_size=3), max_size=4)
frames = st.builds(Frame, st.sampled_from(sorted(OPS)), facts, st.integers(0, 9))


@steady
@given(st.lists(frames, max_size=4))
def test_frames_read_back(stack: list[Frame]) -> None:
    assert frames_from_json(json.loads(json.dumps(frames_to_json(stack))), OPS) == stack


@pytest.mark.parametrize(
    "damage",
    [
        None,
        3,
        "spin",
        [None],
        [[]],
        [["spin", 0]],
        [["spin", 0, {}, 1]],
        [["spin", "x", {}]],
        [["spin", "0", {}]],
        [["spin", True, {}]],
        [["spin", 0, 5]],
        [["spin", 0, [1, 2]]],
        [["dance", 0, {}]],
        [[["spin"], 0, {}]],
    ],
)
def test_a_damaged_stack_is_a_save_error(damage: Any) -> None:
    with pytest.raises(SaveError):
        frames_from_json(damage, OPS)


def test_a_frame_of_a_plugin_that_is_not_there_is_named() -> None:
    with pytest.raises(SaveError, match="in the middle of 'dance'"):
        frames_from_json([["dance", 0, {}]], OPS)


# ---- tables of step functions


def test_tables_of_step_functions_are_merged() -> None:
    assert merged_ops({"spin": spin}, {"count_down": count_down}) == {
        "spin": spin,
        "count_down": count_down,
    }


def test_two_step_functions_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match="'spin'"):
        merged_ops({"spin": spin}, {"spin": count_down})
