"""A negated spell: nothing of it happens, what it costs stays paid."""

from pathlib import Path

import probe_pack
import pytest

from obsidia_core.plugins import Registry, hookimpl
from obsidia_core.scenario.document import Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.runner import run_scenario

TRIBUTE = """\
  - id: probe_tribute
    name: Tribute
    phase: III
    play: immediate
    text: Sacrifice a friendly traveler. Replace an enemy traveler.
    targets: [{as: tribute, traveler: {whose: friendly}}, {as: enemy, traveler: {whose: enemy}}]
    effects: [sacrifice: {what: tribute}, replace: {what: enemy}]
"""

NEGATED = """\
title: What it costs stays paid
players: [death_legion, light_keepers]
map: {"0,0": plain E, "1,0": plain W, "3,0": plain -}
units: {"0,0": {death_legion: 2}, "1,0": {light_keepers: 1}}
hands: {death_legion: [probe_tribute], light_keepers: [halo]}
steps:
  - {act: {type: cast, spell: probe_tribute}}
  - {act: {type: choose, value: D1}}
  - {act: cast halo, by: light_keepers}
  - expect:
      at: {L1: "1,0"}
      reserve: {death_legion: 7}
      discard: {death_legion: [probe_tribute], light_keepers: [halo]}
      to_act: death_legion
"""


class Tributes:
    """The test cards with one exchanged for a card that has a cost."""

    def __init__(self, folder: Path) -> None:
        text = (probe_pack.FOLDER / "probe.yaml").read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        lines = [TRIBUTE if "id: probe_steal" in line else line for line in lines]
        (folder / "tributes.yaml").write_text("".join(lines), encoding="utf-8")
        self.folder = folder

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        """Register the folder, with the hooks of the other cards."""
        registry.pack(self.folder)
        probe_pack.register_hooks(registry)


@pytest.mark.rule("RESOLVE-04", "DISCARD-02")
def test_costs_of_a_negated_spell_stay_paid(tmp_path: Path) -> None:
    games = Games([Tributes(tmp_path)])
    (scenario,) = read_documents(NEGATED.encode(), games)
    assert isinstance(scenario, Scenario)
    game = games.find("obsidia")
    assert game is not None
    outcome = run_scenario(scenario, game)
    assert outcome.passed, outcome
