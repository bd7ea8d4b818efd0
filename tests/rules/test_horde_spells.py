"""The eighty cards in a solo game: phase II and IV cast by the Horde, the others against it.

The table `horde_spells.yaml` has a scenario for each card, without its common keys. Two cards have
nobody to work on when only the cards of the box are about, and one finds nobody to bring back; for
them the scenario shows that they stay where they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from obsidia_core import default_game
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.events import Event
from obsidia_core.model.events import SpellCast
from obsidia_core.model.players import HORDE_PHASES
from obsidia_core.model.state import State
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import load_file
from obsidia_core.scenario.obsidia import ObsidiaScenarios
from obsidia_core.scenario.runner import run_scenario

TABLES: Mapping[str, Mapping[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "horde_spells.yaml").read_text(encoding="utf-8")
)
BY_THE_HORDE = TABLES["by_the_horde"]
AGAINST_THE_HORDE = TABLES["against_the_horde"]

STAYS: Mapping[str, str] = {
    "unstruck_blow": "whom the Horde loses never comes back to its reserve (SOLO-18)",
    "false_oracle": "the Horde has no tile stack (SOLO-09)",
    "iron_discipline": "no card of phase II or IV moves a traveler of the enemy",
}
"""Cards that are not cast in their row, and why."""


class Recorder(ObsidiaScenarios):
    """Remembers what happened in the scenarios it runs."""

    def __init__(self, game: Obsidia) -> None:
        super().__init__(game)
        self.told: list[Event] = []

    def apply(self, state: State, action: Action) -> None:
        super().apply(state, action)
        self.told += state.events


@pytest.fixture(scope="module")
def recorder() -> Recorder:
    return Recorder(default_game())


def play(
    recorder: Recorder, spell: str, row: Mapping[str, Any], common: Mapping[str, Any]
) -> list[SpellCast]:
    """Run a row; the casts of the spell in it."""
    base = {"title": spell, "mode": "solo", "players": ["warlords"], "phase": "spell"}
    document = {**base, **common, **row}
    games = Games(ready={"obsidia": recorder})
    (scenario,) = load_file(yaml.safe_dump(document, sort_keys=False), games)
    recorder.told.clear()
    outcome = run_scenario(scenario, recorder)
    assert outcome.passed, outcome.message
    return [
        event for event in recorder.told if isinstance(event, SpellCast) and event.spell == spell
    ]


@pytest.mark.rule("HORDE-09")
@pytest.mark.rule("HORDE-32")
@pytest.mark.parametrize("spell", BY_THE_HORDE)
def test_the_horde_casts_it(recorder: Recorder, spell: str) -> None:
    common = {"horde_hand": [spell]}
    casts = play(recorder, spell, BY_THE_HORDE[spell], common)
    assert [cast.seat for cast in casts] == ([] if spell in STAYS else ["horde"])
    assert all(cast.rule in ("HORDE-17", "HORDE-37", "HORDE-40") for cast in casts)


@pytest.mark.rule("SOLO-14")
@pytest.mark.parametrize("spell", AGAINST_THE_HORDE)
def test_the_player_casts_it_against_the_horde(recorder: Recorder, spell: str) -> None:
    common = {"hands": {"warlords": [spell]}}
    casts = play(recorder, spell, AGAINST_THE_HORDE[spell], common)
    assert [cast.seat for cast in casts] == ([] if spell in STAYS else ["warlords"])


@pytest.mark.rule("SOLO-11")
@pytest.mark.rule("SOLO-13")
def test_every_card_is_in_the_table_of_those_who_hold_it(recorder: Recorder) -> None:
    cards = [
        recorder.catalog.spells[spell]
        for class_id in ("death_legion", "light_keepers", "warlords", "veiled_occult")
        for spell in recorder.catalog.classes[class_id].spells
    ]
    theirs = {card.id for card in cards if card.phase in HORDE_PHASES}
    assert set(BY_THE_HORDE) == theirs
    assert set(AGAINST_THE_HORDE) == {card.id for card in cards} - theirs
