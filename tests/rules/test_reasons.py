"""What cannot be done at all now is refused with a rule that fits the phase and the question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from obsidia_core import default_game
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import Refusal
from obsidia_core.model.state import PHASES, State

TWO = ("warlords", "light_keepers")
FOUR = ("warlords", "light_keepers", "veiled_occult", "death_legion")
TRIED = (
    "draft raze", "place plain-01 0,0 r0", "colony front 0,0 r0", "draw tile", "pick plain-01",
    "train", "move W1 0,0>1,0", "leave woods W1 0,0", "undo", "cast raze", "choose tile 0,0",
    "battle 0,0 1,0 warlords light_keepers", "defer", "pass", "discard raze",
    "give raze light_keepers", "refill", "end phase", "end turn",
)  # fmt: skip
BUILT = ("draw tile", "place plain-01 0,0 r0", "colony front 0,0 r0")
OF_BATTLES = ("BATTLE-01", "BATTLE-02")


def positions(players: tuple[str, ...], seed: int, **options: Any) -> Iterator[State]:
    """Every position of a game of random answers."""
    game = default_game()
    state = game.new(players, seed, {"sudden_death_round_limit": 3, **options})
    chance = Chance(seed, 1)
    while state.asking is not None:
        yield state
        actions = game.legal_actions(state)
        game.apply_unchecked(state, actions[chance.below(0, len(actions))])


def refusals(state: State) -> dict[str, Refusal]:
    """How everything that one may type is refused, by its text form."""
    game = default_game()
    tried: dict[str, Action] = {text: game.action_from_text(text) for text in TRIED}
    found = {text: game.check(state, action) for text, action in tried.items()}
    return {text: refusal for text, refusal in found.items() if refusal is not None}


@pytest.mark.rule("SETUP-04", "SETUP-13", "RULING-80", "DRAFT-06")
def test_while_the_world_is_built_nothing_of_a_turn_is_possible() -> None:
    state = next(positions(TWO, 3))
    first = {"cast raze": "SETUP-13", "pick plain-01": "RULING-80", "draft raze": "DRAFT-06"}
    for text, refusal in refusals(state).items():
        if text not in BUILT:
            assert refusal.rule == first.get(text, "SETUP-04"), text


@pytest.mark.rule("DRAFT-06")
def test_in_the_draft_everything_else_waits() -> None:
    state = next(positions(TWO, 3, drafting=True))
    for text, refusal in refusals(state).items():
        assert refusal.rule == ("DRAFT-02" if text == "draft raze" else "DRAFT-06"), text


@pytest.mark.rule("SOLO-04")
def test_once_a_solo_map_is_complete_it_grows_no_more() -> None:
    game = positions((), 1, mode="solo")
    state = next(one for one in game if one.asking is not None and one.asking[1] == "choice")
    refused = refusals(state)
    assert {refused[text].rule for text in ("draw tile", "colony front 0,0 r0")} == {"SOLO-04"}
    assert refused["end phase"].rule == "SETUP-04"


@pytest.mark.rule("BATTLE-01", "TURN-05", "RULING-57", "RESOLVE-03", "RULING-106")
def test_each_phase_and_question_has_its_own_reason_not_to_be_ended() -> None:
    """A rule about battles is named where a battle is the reason, and nowhere else."""
    expected = {
        "explore": "EXTRA-06",
        "battle_order": "BATTLE-01",
        "battle": "BATTLE-01",
        "reaction": "RULING-57",
        "choice": "RESOLVE-03",
        "trade": "TEAM-05",
        "spell_phase": "TURN-05",
        "tile": "TILE-01",
    }
    seen = set()
    games = [positions(TWO, 0), positions(TWO, 1)]
    games.append(positions(FOUR, 0, teams=[FOUR[::2], FOUR[1::2]]))
    for state in (state for game in games for state in game):
        assert state.asking is not None
        question, phase = state.asking[1], PHASES[state.phase]
        refused = refusals(state)
        if phase in ("draft", "world_building") or question == "tile":
            continue
        if "end phase" in refused:
            seen.add(question)
            walks = question == "choice" and state.stack[-2].op == "movement_phase"
            rule = "RULING-106" if walks else expected[question]
            assert refused["end phase"].rule == rule, (phase, question)
        if phase != "spell":
            assert refused["end turn"].rule == "TURN-05"
        for text, refusal in refused.items():
            if question not in ("battle", "battle_order") and not text.startswith("battle"):
                assert refusal.rule not in OF_BATTLES, (text, phase, question)
    assert seen >= {"explore", "battle_order", "battle", "reaction", "choice", "spell_phase"}


@pytest.mark.rule("RULING-10")
def test_a_taken_space_is_not_refused_as_a_floating_tile() -> None:
    for state in positions(TWO, 3):
        if state.board.at and "colony front 0,0 r0" in (refused := refusals(state)):
            assert refused["colony front 0,0 r0"].rule == "RULING-10"
            return
