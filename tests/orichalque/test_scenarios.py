"""What the scenario adapter accepts and what it reports; the scenarios themselves are data."""

import textwrap
from pathlib import Path

import pytest

from obsidia_core.kernel.errors import ContentError
from obsidia_core.plugins import load_plugins
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import load_file
from obsidia_core.scenario.runner import Outcome, run_scenario
from orichalque import plugin
from orichalque.game import Orichalque

HERE = Path(__file__).parent
TITAN = "{titans: {titan_forest: active}}"
HEAD = "game: orichalque\ntitle: A scenario\n"


@pytest.fixture(scope="module")
def games(game: Orichalque) -> Games:
    return Games(ready={"orichalque": game.scenarios()})


def run(games: Games, text: str) -> Outcome:
    (scenario,) = load_file(HEAD + textwrap.dedent(text), games)
    return run_scenario(scenario, games["orichalque"])


def test_the_plugin_provides_the_game_and_its_bot() -> None:
    registry = load_plugins([plugin], entry_points=False)
    made = registry.games["orichalque"].factory()
    assert made.name == "orichalque"
    assert "orichalque-greedy" in registry.bots


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("row: [build_9 mountain]\nsteps: [{expect: {over: false}}]", "unknown-id"),
        ("ai: {trophies: [dragon]}\nsteps: [{expect: {over: false}}]", "unknown-id"),
        ("ai: {land: {'0,0': sea}}\nsteps: [{expect: {over: false}}]", "bad-format"),
        ("ai: {titans: {titan_sea: active}}\nsteps: [{expect: {over: false}}]", "unknown-id"),
        (f"ai: {TITAN}\nhuman: {TITAN}\nsteps: [{{expect: {{over: false}}}}]", "listed-twice"),
        ("human: {committed: {'0,0': 1}}\nsteps: [{expect: {over: false}}]", "bad-position"),
        ("human: {strip: [mine up]}\nsteps: [{expect: {over: false}}]", "unknown-key"),
        ("options: {combat_total: x}\nsteps: [{expect: {over: false}}]", "bad-position"),
        ("data: {victory: {points: 3}}\nsteps: [{expect: {over: false}}]", "unknown-key"),
        ("turn: {side: ai, phase: metropolis}\nsteps: [{expect: {over: false}}]", "bad-position"),
        ("new_game: true\nsteps: [{expect: {over: false}}]", "missing-key"),
        ("new_game: true\nseed: 1\nrow: []\nsteps: [{expect: {over: false}}]", "bad-position"),
        ("steps: [{act: {type: fly}}]", "bad-action"),
        ("steps: [{act: fly}]", "bad-action"),
        ("steps: [{act: {type: fight, where: '0,0'}}]", "bad-action"),
        ("steps: [{run: ai_phase 6}]", "bad-format"),
        ("steps: [{run: ai_turn, by: human}]", "bad-step"),
        ("steps: [{expect: {weather: fine}}]", "unknown-key"),
        ("steps: [{expect: {ai: {committed: {}}}}]", "unknown-key"),
    ],
)
def test_mistakes_are_reported_with_their_place(games: Games, text: str, code: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_file(HEAD + text, games)
    assert code in [problem.code for problem in caught.value.problems]
    assert all(problem.position.line >= 3 for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("[{run: ai_phase 2}]", "phase 2 cannot run in the AI's select_card"),
        ("[{run: end_round}]", "the round cannot end"),
        ("[{run: ai_turn}]", "needed but the script has none left"),
        ("[{run: ai_turn, dice: [1, 2, 3]}, {expect: {over: false}}]", "dice left over"),
        ("[{run: ai_turn}]", "one of skull, 1, 2, 3, 4, 5 is needed"),
        ("[{run: ai_turn, dice: [6]}]", "the script gives 6 where only skull, 1, 2, 3, 4, 5 can"),
        ("[{act: pass}]", "nobody is asked: it is the AI's select_card (phase 1)"),
        ("[{act: pass}]", "go on with run: ai_turn or run: ai_phase 1"),
    ],
)
def test_steps_that_cannot_be_taken_fail_with_a_reason(
    games: Games, steps: str, message: str
) -> None:
    outcome = run(games, f"row: [produce_1 mountain, recruit_1 desert]\nsteps: {steps}\n")
    assert not outcome.passed
    assert message in outcome.message


def test_an_act_that_nobody_is_asked_for_says_what_is_the_case(games: Games) -> None:
    end = "turn: {side: ai, phase: discard_card, first: human}\nsteps: [{run: ai_phase 5}, %s]"
    due = run(games, end % "{act: pass}")
    assert "the end of the round is due; go on with run: end_round" in due.message
    again = run(games, end % "{run: ai_turn}")
    assert "the AI has no turn in the end of a round" in again.message
    passed = run(games, "row: [produce_1 mountain]\nsteps: [{pass: human}]")
    assert "go on with run: ai_turn" in passed.found
    won = "turn: {side: ai, phase: resolve_card, card: build_1}\nai: {medallions: 20, nuggets: 5}\n"
    for step, message in (("{act: pass}", "the game is over"), ("{run: end_round}", "is over")):
        over = run(games, f"{won}steps: [{{run: ai_phase 3}}, {step}]")
        assert (over.step, "go on" in over.message) == (2, False)
        assert message in over.message


def test_the_human_has_no_say_in_the_ai_turn(games: Games) -> None:
    outcome = run(
        games,
        """
        row: [produce_1 mountain]
        steps: [{illegal: pass, because: TURN-02}, {illegal: select produce_1, because: TURN-02}]
        """,
    )
    assert outcome.passed, outcome.message


def test_a_reshuffle_needs_a_seed(games: Games) -> None:
    position = """
        data: {action_board: {cards_shown: {2_players: 1}}}
        row: [recruit_1 desert]
        turn: {phase: discard_card, first: human, card: produce_1}
        steps: [{run: ai_phase 5, dice: [1]}, {run: end_round}, {expect: {row_size: 1}}]
    """
    assert "a seed" in run(games, position).message
    seeded = run(games, f"seed: 4\n{textwrap.dedent(position)}")
    assert seeded.passed, seeded.message


def test_a_position_is_saved_and_restored(game: Orichalque, games: Games) -> None:
    for path in sorted((HERE / "scenarios").rglob("*.yaml")):
        for scenario in load_file(path, games):
            if "new_game" not in scenario.position:
                state = games["orichalque"].position(scenario)
                again = game.from_json(game.to_json(state))
                assert again == state, scenario.title
                assert game.legal_actions(again) == game.legal_actions(state), scenario.title
                assert game.audit(state) == [], scenario.title


def test_what_is_listed_is_what_is_not_refused(game: Orichalque, games: Games) -> None:
    """On every position of the scenario files, for everything a person might try."""
    for path in sorted((HERE / "scenarios" / "human").glob("*.yaml")):
        for scenario in load_file(path, games):
            state = games["orichalque"].position(scenario)
            listed = set(game.legal_actions(state))
            for action in game.candidates(state, {}):
                assert (game.check(state, action) is None) == (action in listed), (
                    f"{scenario.title}: {game.action_to_text(action)}"
                )
