"""What steps, dice, targets and automatic passes mean, shown with a game without rules."""

from collections.abc import Callable

import pytest

from obsidia_core.scenario.runner import Outcome

Run = Callable[[str], Outcome]

TURN = "{seat: a, kind: turn, actions: [{type: go}, {type: stay}]}"
WINDOW_B = "{seat: b, kind: reaction, actions: [{type: cast, spell: no}, {type: pass}]}"
WINDOW_C = "{seat: c, kind: reaction, actions: [{type: cast, spell: wait}, {type: pass}]}"


def test_an_act_takes_the_one_action_that_fits(run: Run) -> None:
    assert run(f"""
        questions: [{TURN}, {TURN}]
        steps:
          - act: {{type: go}}
            by: a
          - act: stay
          - expect: {{said: ["a: go", "a: stay"], decision: null, to_act: null}}
        """).passed


def test_several_actions_that_fit_are_a_failure(run: Run) -> None:
    outcome = run("""
        questions: [{seat: a, kind: turn, actions: [{type: go, to: "1,0"}, {type: go, to: "2,0"}]}]
        steps:
          - expect: {to_act: a}
          - act: {type: go}
        """)
    assert (outcome.passed, outcome.step, outcome.line) == (False, 2, 6)
    assert "fits 2 legal actions of a" in outcome.message
    assert outcome.found == ["go 1,0", "go 2,0"]


def test_no_action_that_fits_tells_why_and_lists_the_nearest_first(run: Run) -> None:
    outcome = run("""
        questions:
          - {seat: a, kind: turn, actions: [{type: stay}, {type: goto}],
             tries: [{type: go}], reasons: {go: MOVE-01}}
        steps:
          - act: {type: go}
        """)
    assert not outcome.passed
    assert "go is not legal for a (turn)" in outcome.message
    assert "[MOVE-01, ALL-00]" in outcome.message
    assert outcome.found == ["goto", "stay"]


def test_the_whole_form_wins_over_longer_ones(run: Run) -> None:
    assert run("""
        questions: [{seat: a, kind: turn, actions: [{type: go, to: x}, {type: go, to: x, far: y}]}]
        steps:
          - act: {type: go, to: x}
          - expect: {said: ["a: go x"]}
        """).passed


def test_a_game_may_say_which_of_several_is_meant(run: Run) -> None:
    assert run("""
        questions:
          - {seat: a, kind: turn,
             actions: [{type: cast, spell: no, move: 1}, {type: cast, spell: no, move: 2}]}
        steps:
          - act: cast no
          - expect: {said: ["a: cast no 2"]}
        """).passed


def test_by_is_checked(run: Run) -> None:
    outcome = run(f"""
        questions: [{TURN}]
        steps:
          - act: {{type: go}}
            by: b
        """)
    assert (outcome.expected, outcome.found) == ("b", "a")


def test_after_the_end_nobody_acts(run: Run) -> None:
    outcome = run(f"""
        questions: [{TURN}]
        steps:
          - act: go
          - act: go
        """)
    assert outcome.step == 2
    assert "the game is over" in outcome.message


class TestDice:
    ROLLS = "{seat: a, kind: turn, actions: [{type: go}], rolls: {go: 2}}"

    def test_they_come_in_order(self, run: Run) -> None:
        assert run(f"""
            questions: [{self.ROLLS}]
            steps:
              - act: go
                dice: [3, 5]
              - expect: {{events: [{{dice: [3]}}, {{dice: [5]}}]}}
            """).passed

    def test_numbers_left_over_fail_the_step_that_has_them(self, run: Run) -> None:
        outcome = run(f"""
            questions: [{self.ROLLS}, {TURN}]
            steps:
              - act: go
                dice: [3, 5, 6]
              - expect: {{left: 1}}
              - act: stay
            """)
        assert (outcome.passed, outcome.step) == (False, 1)
        assert (outcome.expected, outcome.found) == ([3, 5, 6], [3, 5])

    def test_numbers_left_over_at_the_end_fail_as_well(self, run: Run) -> None:
        outcome = run(f"""
            questions: [{TURN}]
            steps:
              - act: go
                dice: [3]
            """)
        assert (outcome.passed, outcome.step) == (False, 1)

    def test_too_few_are_a_failure(self, run: Run) -> None:
        outcome = run(f"""
            questions: [{self.ROLLS}]
            steps:
              - act: go
                dice: [3]
            """)
        assert outcome.step == 1
        assert "add it to the dice of the step" in outcome.message

    def test_without_dice_or_seed_nothing_is_rolled(self, run: Run) -> None:
        assert not run(f"questions: [{self.ROLLS}]\nsteps: [{{act: go}}]").passed

    def test_with_a_seed_everything_is_random(self, run: Run) -> None:
        assert run(f"seed: 4\nquestions: [{self.ROLLS}]\nsteps: [{{act: go}}]").passed

    def test_a_face_that_the_die_lacks_is_a_failure(self, run: Run) -> None:
        outcome = run(f"""
            questions: [{self.ROLLS}]
            steps:
              - act: go
                dice: [7, 1]
            """)
        assert "the script gives 7" in outcome.message

    def test_they_last_through_what_happens_by_itself(self, run: Run) -> None:
        window = WINDOW_B.replace("}]}", "}], rolls: {pass: 1}}")
        assert run(f"""
            questions: [{self.ROLLS}, {window}, {TURN}]
            steps:
              - act: go
                dice: [3, 5, 6]
              - expect: {{said: ["a: go", "b: pass"], events: [{{dice: [3]}}, {{dice: [6]}}]}}
              - act: stay
            """).passed

    def test_a_pass_takes_over(self, run: Run) -> None:
        window = WINDOW_B.replace("}]}", "}], rolls: {pass: 1}}")
        assert run(f"""
            questions: [{self.ROLLS}, {window}, {TURN}]
            steps:
              - act: go
                dice: [3, 5]
              - pass: b
                dice: [6]
              - expect: {{events: [{{dice: [3]}}, {{dice: [5]}}, {{dice: [6]}}]}}
            """).passed


class TestWindows:
    def test_what_no_step_mentions_is_passed_before_the_first_step(self, run: Run) -> None:
        assert run(f"""
            questions: [{WINDOW_B}, {TURN}]
            steps:
              - expect: {{to_act: a, said: ["b: pass"]}}
            """).passed

    def test_and_after_an_act(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {WINDOW_B}, {WINDOW_C}, {TURN}]
            steps:
              - act: go
              - expect: {{to_act: a, said: ["a: go", "b: pass", "c: pass"]}}
              - act: stay
            """).passed

    def test_a_window_in_which_the_next_act_is_legal_stays_open(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {WINDOW_B}, {WINDOW_C}, {TURN}]
            steps:
              - act: go
              - expect: {{to_act: c}}
              - act: cast wait
                by: c
              - expect: {{said: ["a: go", "b: pass", "c: cast wait"]}}
            """).passed

    def test_the_next_act_is_meant_for_its_own_seat(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {WINDOW_B}, {WINDOW_B.replace("b,", "c,")}, {TURN}]
            steps:
              - act: go
              - act: {{type: cast, spell: "no"}}
                by: c
              - expect: {{said: ["a: go", "b: pass", "c: cast no"]}}
            """).passed

    def test_a_pass_step_keeps_its_window_open(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {WINDOW_B}, {WINDOW_C}, {WINDOW_B}, {TURN}]
            steps:
              - act: go
              - expect: {{to_act: b, decision: reaction}}
              - illegal: {{type: cast, spell: wait}}
                by: b
              - pass: b
              - act: cast no
                by: b
              - expect: {{said: ["a: go", "b: pass", "c: pass", "b: cast no"]}}
            """).passed

    def test_after_a_last_pass_windows_give_way_only_as_far_as_they_have_to(self, run: Run) -> None:
        story = f"questions: [{TURN}, {WINDOW_B}, {WINDOW_C}, {TURN}]\nsteps:"
        assert run(f"{story} [{{act: go}}, {{pass: b}}, {{expect: {{to_act: c}}}}]").passed
        assert run(f"{story} [{{act: go}}, {{pass: b}}, {{expect: {{to_act: a}}}}]").passed
        assert not run(f"{story} [{{act: go}}, {{pass: b}}, {{expect: {{to_act: b}}}}]").passed

    def test_passing_without_a_window_is_a_failure(self, run: Run) -> None:
        outcome = run(f"""
            questions: [{TURN}]
            steps:
              - pass: b
            """)
        assert outcome.found == "turn of a"

    def test_some_answers_are_always_given(self, run: Run) -> None:
        defer = "{seat: b, kind: battle, actions: [{type: defer}]}"
        assert run(f"""
            questions: [{TURN}, {defer}, {defer.replace("b,", "c,")}, {TURN}]
            steps:
              - act: go
              - expect: {{said: ["a: go", "b: defer", "c: defer"]}}
            """).passed

    def test_a_choice_in_a_battle_is_left_to_the_steps(self, run: Run) -> None:
        battle = "{seat: b, kind: battle, actions: [{type: cast, spell: no}, {type: defer}]}"
        outcome = run(f"""
            questions: [{TURN}, {battle}, {TURN}]
            steps:
              - act: go
              - act: stay
            """)
        assert outcome.step == 2
        assert "not legal for b (battle)" in outcome.message

    def test_without_auto_pass_every_answer_is_written(self, run: Run) -> None:
        assert run(f"""
            auto_pass: false
            questions: [{WINDOW_B}, {TURN}]
            steps:
              - expect: {{to_act: b}}
              - act: pass
              - act: go
            """).passed


class TestTargets:
    WHICH = (
        "{seat: a, kind: choice, actions: [{type: choose, value: D1}, {type: choose, value: D2}]}"
    )
    WHERE = (
        '{seat: a, kind: choice, actions: [{type: choose, value: "1,0"},'
        " {type: choose, value: [2, 0]}]}"
    )

    def test_each_question_takes_the_first_unused_legal_value(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {self.WHERE}, {self.WHICH}, {self.WHICH}, {TURN}]
            steps:
              - act: go
                targets: [nobody, D2, "2,0", D1]
              - expect: {{said: ["a: go", "a: choose [2, 0]", "a: choose D2", "a: choose D1"]}}
            """).passed

    def test_another_seat_is_not_answered_for(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {self.WHICH.replace("seat: a", "seat: b")}]
            steps:
              - act: go
                targets: [D1]
              - expect: {{to_act: b, decision: choice}}
              - act: {{type: choose, value: D2}}
            """).passed

    def test_they_outlast_a_window_and_what_others_do_in_it(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {self.WHICH}, {WINDOW_B}, {self.WHERE}, {TURN}]
            steps:
              - act: go
                targets: [D1, "1,0"]
              - expect: {{to_act: b}}
              - act: cast no
              - expect: {{to_act: a, decision: turn}}
            """).passed

    def test_the_next_act_of_the_seat_ends_them(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {TURN}, {self.WHICH}]
            steps:
              - act: go
                targets: [D1]
              - act: stay
              - expect: {{decision: choice}}
            """).passed

    def test_choices_may_also_be_steps_of_their_own(self, run: Run) -> None:
        assert run(f"""
            questions: [{TURN}, {self.WHICH}, {self.WHERE}]
            steps:
              - act: go
                targets: ["1,0"]
              - act: {{type: choose, value: D2}}
              - expect: {{said: ["a: go", "a: choose D2", "a: choose 1,0"]}}
            """).passed


class TestIllegal:
    REFUSED = (
        "{seat: a, kind: turn, actions: [{type: stay}], tries: [{type: go}],"
        " reasons: {go: MOVE-01, train: TRAIN-02}}"
    )

    def test_a_legal_action_fails_it(self, run: Run) -> None:
        outcome = run(f"questions: [{TURN}]\nsteps: [{{illegal: {{type: go}}}}]")
        assert outcome.expected == "no legal action that matches"
        assert outcome.found == ["go"]

    def test_the_text_form_serves_too(self, run: Run) -> None:
        assert run(
            f"questions: [{self.REFUSED}]\nsteps: [{{illegal: go, because: MOVE-01}}]"
        ).passed
        assert not run(f"questions: [{self.REFUSED}]\nsteps: [{{illegal: stay}}]").passed

    @pytest.mark.parametrize("because", ["MOVE-01", "ALL-00", "[OTHER-09, MOVE-01]"])
    def test_one_of_the_rules_named_is_enough(self, run: Run, because: str) -> None:
        step = f"{{illegal: {{type: go}}, because: {because}}}"
        assert run(f"questions: [{self.REFUSED}]\nsteps: [{step}]").passed

    def test_another_reason_is_a_failure(self, run: Run) -> None:
        step = "{illegal: {type: go}, because: OTHER-09}"
        outcome = run(f"questions: [{self.REFUSED}]\nsteps: [{step}]")
        assert outcome.expected == ["OTHER-09"]
        assert outcome.found == ["go is not told here [MOVE-01, ALL-00]"]

    def test_what_nobody_could_try_is_judged_as_written(self, run: Run) -> None:
        step = "{illegal: {type: train}, because: TRAIN-02}"
        assert run(f"questions: [{self.REFUSED}]\nsteps: [{step}]").passed

    def test_with_by_it_holds_while_the_seat_is_not_asked(self, run: Run) -> None:
        step = "{illegal: {type: go}, by: b}"
        assert run(f"questions: [{TURN}]\nsteps: [{step}]").passed
        assert not run(f"questions: [{TURN}]\nsteps: [{step.replace('by: b', 'by: a')}]").passed

    def test_after_the_end_everything_is(self, run: Run) -> None:
        step = "{illegal: {type: go}, because: END-01}"
        assert run(f"questions: []\nsteps: [{step}]").passed


class TestExpect:
    def test_all_keys_that_differ_are_reported(self, run: Run) -> None:
        outcome = run(f"""
            questions: [{TURN}]
            steps:
              - expect: {{to_act: b, left: 1, decision: trade}}
            """)
        assert outcome.expected == {"to_act": "b", "decision": "trade"}
        assert outcome.found == {"to_act": "a", "decision": "turn"}

    def test_legal_actions_are_partial_and_counted_by_type(self, run: Run) -> None:
        assert run("""
            questions:
              - {seat: a, kind: turn,
                 actions: [{type: go, to: "1,0"}, {type: go, to: "2,0"}, {type: stay}]}
            steps:
              - expect:
                  legal: [{to: "1,0"}, {type: stay}]
                  count_legal: {go: 2, stay: 1, jump: 0}
            """).passed

    def test_events_are_those_since_the_last_act(self, run: Run) -> None:
        story = f"questions: [{TURN}, {WINDOW_B}, {TURN}]\nsteps:\n  - act: go\n"
        both = "[{action: go}, {action: pass}]"
        assert run(f"{story}  - expect: {{events: {both}}}").passed
        assert not run(f"{story}  - expect: {{events: [{{action: pass}}, {{action: go}}]}}").passed
        assert run(f"{story}  - pass: b\n  - expect: {{events: {both}}}").passed
        later = f"{story}  - act: stay\n  - expect: {{events: "
        assert run(f"{later}[{{action: stay}}]}}").passed
        assert not run(f"{later}[{{action: pass}}]}}").passed


def test_a_step_of_the_games_own(run: Run) -> None:
    assert run(f"""
        questions: [{TURN}, {TURN}, {WINDOW_B}, {TURN}]
        steps:
          - run: 2
          - expect: {{left: 1, said: ["b: pass"]}}
        """).passed


def test_a_fault_of_the_engine_fails_the_scenario_and_nothing_else(run: Run) -> None:
    outcome = run("""
        questions: [{seat: a, kind: turn, actions: [{type: go, breaks: true}]}]
        steps:
          - act: {type: go}
        """)
    assert outcome.step == 1
    assert (
        "a fault in the engine or a plugin: ZeroDivisionError: the story broke" in outcome.message
    )


def test_a_text_that_is_no_action_fails_the_step(run: Run) -> None:
    outcome = run(f"questions: [{TURN}]\nsteps: [{{act: '?'}}]")
    assert (outcome.step, outcome.message) == (1, "'?' is no action")
