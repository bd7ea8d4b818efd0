"""Scenarios that tell what the dice of a battle count, after all that changes them."""

from __future__ import annotations

from obsidia_core.game import Obsidia
from obsidia_core.kernel.state import Frame
from obsidia_core.model.state import State
from obsidia_core.rules import battle, battle_table, pending
from obsidia_core.scenario.document import Scenario
from obsidia_core.scenario.obsidia import ObsidiaScenarios


class CountedScenarios(ObsidiaScenarios):
    """Obsidia's scenarios, with a note for each round of a battle.

    Events tell dice as they lie; of what terrain, creatures and spells make of them only the end is
    told.

    Attributes:
        notes: of the latest action, each with the number of events before it.
    """

    def __init__(self, game: Obsidia) -> None:
        super().__init__(game)
        self.notes: list[tuple[int, str]] = []

    def position(self, scenario: Scenario) -> State:
        """The position, with an ear on the steps of battles."""
        state = super().position(scenario)
        fight = state.setup.ops["battle"]

        def heard(state: State, frame: Frame) -> None:
            if frame.pc == battle.ROLLED and not frame.data.get("loop"):
                self.notes.append((len(state.events), counted(state, frame)))
            fight(state, frame)

        state.setup.ops = {**state.setup.ops, "battle": heard}
        return state


def counted(state: State, frame: Frame) -> str:
    """What both sides have, the current player's first; empty if that is what the dice show."""
    data = frame.data
    dice = list(data["dice_rolled"])
    results = battle_table.results_of(state, frame, dice, data["counts"][0])
    if data["swapped"]:
        results.reverse()
    winner = battle_table.tie_winner(state, frame) if results[0] == results[1] else -1
    if results == dice and winner < 0:
        return ""
    names = [pending.side_name(state, side) for side in data["sides"]]
    said = ", ".join(f"{result} for {name}" for result, name in zip(results, names, strict=True))
    return f"that counts as {said}" + (f"; {names[winner]} wins ties" if winner >= 0 else "")
