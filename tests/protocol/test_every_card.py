"""A viewer can follow what every card does: the cards' own examples, seen from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action
from obsidia_core.model.state import State
from obsidia_core.scenario.games import OBSIDIA, Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.obsidia import ObsidiaScenarios
from obsidia_core.scenario.report import run_document
from obsidia_core.view_types import View
from obsidia_core.viewer import apply_events

SPELLS = Path(__file__).parents[2] / "spells"


class Followed(Obsidia):
    """Obsidia, with a viewer at every seat that has to keep up."""

    def apply_unchecked(self, state: State, action: Action) -> None:
        before = [self.view(state, seat) for seat in self._watchers(state)]
        super().apply_unchecked(state, action)
        for view, seat in zip(before, self._watchers(state), strict=True):
            told = self.events_for(state.events, seat)
            assert apply_events(cast("View", view), told) == self.view(state, seat), (action, seat)

    @staticmethod
    def _watchers(state: State) -> list[str | None]:
        return [None, *state.setup.seats]


@pytest.fixture(scope="module")
def games(game: Obsidia) -> Games:
    return Games(ready={OBSIDIA: cast("Any", ObsidiaScenarios(Followed(game.catalog)))})


@pytest.mark.parametrize("path", sorted(SPELLS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_viewer_follows_the_examples_of_the_cards(games: Games, path: Path) -> None:
    for document in read_documents(path, games):
        result = run_document(document, games)
        assert result.passed, "\n".join(result.details())
