"""The eighty cards in a solo game: those of phase II and IV cast by the Horde, the others against it.

Each row of the tables is a scenario without its common keys. What a row does not say is: the player
has the Warlords, the Horde's only card is the one shown, and the player's turn stands at its end. The
Horde then has its turn within the step `end turn`. Two cards have nobody to work on in a solo game
with the cards of the box, and one finds nobody to bring back; for them a row shows that they stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import yaml

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.events import Event
from obsidia_core.model.events import SpellCast
from obsidia_core.model.players import HORDE_PHASES
from obsidia_core.model.state import State
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import load_file
from obsidia_core.scenario.obsidia import ObsidiaScenarios
from obsidia_core.scenario.runner import run_scenario

ALONE = """
map: {"0,0": plain -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
"""
"""The player stands apart from everything."""

DUEL = """
phase: battle
map: {"0,0": plain E, "1,0": plain W, "9,0": colony - veiled_occult}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
"""
"""The player attacks a lone traveler of the Horde, which casts when the player has deferred."""

BY_THE_HORDE: Mapping[str, str] = {
    # ---- phase II
    "raise_bone_colossus": """
map: {"0,0": boneyard -, "1,0": plain -, "9,0": plain -}
units: {"1,0": {death_legion: 1}, "9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {C1: "0,0"}, hand: {horde: []}}
""",
    "raise_void_shade": """
map: {"0,0": void -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {C1: "0,0"}}
""",
    "return_of_the_fallen": """
phase: battle
map: {"0,0": plain E, "1,0": plain W, "5,0": colony - death_legion}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: battle, at: "0,0"}
    dice: [5, 2]
  - act: end turn
    dice: [2]
  - expect: {at: {V1: gone, D1: "5,0", D2: "5,0", D3: "5,0"}}
""",
    "bone_tithe": """
map: {"0,0": town -, "9,0": plain -}
units: {"0,0": {veiled_occult: 2}, "9,0": {warlords: 1}}
reserve: {veiled_occult: 3}
steps:
  - act: end turn
    dice: [1]
  - expect:
      at: {V1: gone, V2: "0,0", V3: "0,0", V4: "0,0"}
      reserve: {veiled_occult: 1}
""",
    "call_rime_stag": """
map: {"0,0": ice_field -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {C1: "0,0"}}
""",
    "call_prism_warden": """
map: {"0,0": portal -, "2,0": portal -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
    dice: [2]
  - expect: {at: {C1: "2,0"}}
""",
    "town_novices": """
map: {"0,0": town -, "9,0": plain -}
units: {"0,0": {light_keepers: 1}, "9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {L2: "0,0"}, reserve: {light_keepers: 6, death_legion: 8, veiled_occult: 8}}
""",
    "sanctuary": """
map: {"0,0": town E, "1,0": plain W}
units: {"0,0": {light_keepers: 1}, "1,0": {warlords: 1}}
stacks: {warlords: []}
reserve: {}
steps:
  - act: end turn
  - expect: {over: true}
""",
    "loose_the_hound": """
map: {"0,0": plain -, "9,0": plain -}
units: {"0,0": {death_legion: 1}, "9,0": {warlords: 1}}
steps:
  - act: end turn
    dice: [3, 3]
  - expect: {at: {C1: "0,0", D1: "0,0"}}
""",
    "wake_the_ogre": """
map: {"0,0": woods -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {C1: "0,0"}}
""",
    "conscription": """
map: {"0,0": colony - death_legion, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
    dice: [2]
  - expect: {at: {D1: "0,0", D2: "0,0", D3: "0,0"}}
""",
    "forward_camp": """
map: {"0,0": plain -, "9,0": plain -}
units: {"0,0": {veiled_occult: 1}, "9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {V1: "0,0", V2: "0,0"}}
""",
    "invoke_leviathan": """
map: {"0,0": blackwater -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {C1: "0,0"}}
""",
    "invoke_hollow_idol": """
map: {"0,0": portal -, "9,0": plain -}
units: {"9,0": {warlords: 1}}
steps:
  - act: end turn
  - expect: {at: {C1: "0,0"}}
""",
    "conversion": """
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {death_legion: 1}, "1,0": {warlords: 1}}
reserve: {death_legion: 0, light_keepers: 1, veiled_occult: 1}
steps:
  - act: end turn
    dice: [4, 2]
  - expect: {at: {W1: reserve, V1: "1,0", D1: "0,0"}}
""",
    "blood_rite": """
map: {"0,0": plain -, "9,0": plain -}
units: {"0,0": {death_legion: 1, veiled_occult: 1}, "9,0": {warlords: 1}}
horde_deck: [hex, war_cry, dazzle]
steps:
  - act: end turn
    dice: [2]
  - expect: {at: {V1: gone, D1: "0,0"}, hand: {horde: [hex, war_cry, dazzle]}}
""",
    # ---- phase IV
    "inevitable": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [6, 2, 3]
  - expect: {at: {W1: reserve}, discard: {horde: [inevitable]}}
""",
    "grave_chill": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [4, 3]
  - expect: {at: {W1: "0,0", V1: "1,0"}}
""",
    "deaths_bargain": """
phase: battle
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 2}}
steps:
  - act: {type: battle}
    dice: [2]
  - expect: {at: {V1: "1,0", V2: gone, W1: reserve}}
""",
    "swift_end": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [3]
  - expect: {at: {W1: reserve, V1: "1,0"}}
""",
    "unstruck_blow": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [5, 2]
  - expect: {at: {V1: gone}, hand: {horde: [unstruck_blow]}}
""",
    "dazzle": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [6, 2, 3]
  - expect: {at: {W1: reserve}}
""",
    "dawnshield": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [5, 2, 4, 4]
  - expect: {at: {V1: "1,0", W1: "0,0"}}
""",
    "parley": DUEL
    + """
steps:
  - act: {type: battle}
  - expect: {at: {V1: "1,0", W1: "0,0"}, phase: spell}
""",
    "lantern_line": """
phase: battle
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}, "2,0": {death_legion: 1}}
steps:
  - act: {type: battle}
    dice: [4, 3]
  - expect: {at: {V1: "1,0", W1: "0,0"}}
""",
    "unweave": DUEL
    + """
hands: {warlords: [war_cry]}
steps:
  - act: {type: battle}
  - act: {type: cast, spell: war_cry}
    dice: [3, 3]
  - expect: {at: {V1: "1,0"}, discard: {warlords: [war_cry]}}
""",
    "war_cry": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [4, 4]
  - expect: {at: {W1: reserve}}
""",
    "twin_blades": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [4, 1, 5]
  - expect: {at: {W1: reserve}}
""",
    "no_quarter": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [4, 4]
  - expect: {at: {W1: reserve}}
""",
    "press_the_attack": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [4, 4, 2, 3]
  - expect: {at: {W1: reserve}}
""",
    "take_the_ground": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [2, 3]
  - expect: {at: {V1: "0,0"}}
""",
    "reinforcements": """
phase: battle
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain NW, "2,-1": plain S}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}, "2,0": {death_legion: 1, veiled_occult: 1}}
steps:
  - act: {type: battle}
    dice: [3, 3]
  - expect: {at: {V2: "1,0", D1: "2,0"}}
""",
    "hex": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [6, 2]
  - expect: {at: {W1: reserve}}
""",
    "turncoat": """
phase: battle
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {warlords: 2}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: battle}
    dice: [1, 3, 3]
  - expect: {at: {W2: reserve, V2: "1,0"}}
""",
    "martyrdom": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [5, 2]
  - expect: {at: {W1: reserve, V1: gone}}
""",
    "hush": DUEL
    + """
hands: {warlords: [war_cry]}
steps:
  - act: {type: battle}
  - act: defer
    dice: [3, 3]
  - expect: {hand: {warlords: [war_cry]}, at: {W1: "0,0"}}
""",
    "exchange_of_fates": DUEL
    + """
steps:
  - act: {type: battle}
    dice: [5, 2]
  - expect: {at: {W1: reserve}}
""",
}

AGAINST_THE_HORDE: Mapping[str, str] = {
    # ---- phase I
    "unmade_ground": """
phase: tile
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain EW, "3,0": town W}
units: {"0,0": {warlords: 1}, "3,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: unmade_ground}
    targets: ["1,0"]
  - expect: {tile: {"1,0": null}, stack: {warlords: 4}}
""",
    "second_history": """
phase: tile
map: {"0,0": plain E, "1,0": plain EW}
units: {"0,0": {veiled_occult: 1}}
stacks: {warlords: [void NESW, plain EW]}
steps:
  - act: draw tile
  - act: {type: cast, spell: second_history}
  - expect: {stack: {warlords: 1}, tile: {"2,0": {terrain: plain}}}
""",
    "field_of_bones": """
phase: tile
map: {"0,0": plain -, "1,0": plain -}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: field_of_bones}
    targets: ["1,0"]
  - expect: {tile: {"1,0": {terrain: boneyard}}, tokens_left: 2}
""",
    "kindled_path": """
phase: tile
map: {"0,0": plain -, "1,0": town -, "9,0": plain -}
units: {"0,0": {veiled_occult: 1}, "9,0": {warlords: 1}}
stacks: {warlords: [plain -, plain -]}
steps:
  - act: {type: cast, spell: kindled_path}
    targets: ["0,0", "1,0"]
  - act: draw tile
  - act: {type: place_tile, at: "9,1"}
  - act: end phase
  - act: end phase
  - act: end phase
  - act: end turn
  - expect: {at: {V1: "1,0"}}
""",
    "surveyors_light": """
phase: tile
map: {"0,0": plain E}
units: {"0,0": {veiled_occult: 1}}
stacks: {warlords: [plain EW, void NS]}
steps:
  - act: {type: cast, spell: surveyors_light}
    targets: [[void-1, plain-2]]
  - act: draw tile
  - expect: {tile: {"1,0": {terrain: void}}}
""",
    "turn_the_lantern": """
phase: tile
map: {"0,0": plain -, "1,0": plain NS, "9,0": plain -}
loose_edges: true
units: {"0,0": {veiled_occult: 1}, "9,0": {warlords: 1}}
steps:
  - act: {type: cast, spell: turn_the_lantern}
    targets: ["1,0"]
  - expect: {tile: {"1,0": {exits: NS}}}
""",
    "second_dawn": """
phase: tile
map: {"0,0": plain E}
units: {"0,0": {veiled_occult: 1}}
stacks: {warlords: [plain EW, plain W, plain NS]}
steps:
  - act: draw tile
  - act: {type: place_tile, at: "1,0", rotation: 0}
  - act: {type: cast, spell: second_dawn}
    targets: [{at: "2,0", rotation: 0}]
  - expect: {stack: {warlords: 1}, tile: {"2,0": {exits: W}}}
""",
    "siege_road": """
phase: tile
map: {"0,0": plain E, "9,0": plain S}
units: {"0,0": {veiled_occult: 1}, "9,0": {warlords: 1}}
stacks: {warlords: [plain N, plain W]}
steps:
  - act: {type: cast, spell: siege_road}
  - expect: {tile: {"9,1": {exits: N}}}
""",
    "raze": """
phase: tile
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "2,0": {veiled_occult: 1}}
stacks: {warlords: [void NESW, plain NS]}
steps:
  - act: draw tile
  - act: {type: cast, spell: raze}
    targets: ["1,0"]
  - expect: {tile: {"1,0": {terrain: void}}}
""",
    "shifting_sands": """
phase: tile
map: {"0,0": plain E, "1,0": plain W, "0,5": plain E, "1,5": void W}
units: {"0,0": {veiled_occult: 1}, "0,5": {warlords: 1}}
steps:
  - act: {type: cast, spell: shifting_sands}
    targets: ["1,0", "1,5"]
  - expect: {tile: {"1,0": {terrain: void}, "1,5": {terrain: plain}}}
""",
    "false_oracle": """
phase: tile
map: {"0,0": plain E}
units: {"0,0": {veiled_occult: 1}}
steps:
  - illegal: {type: cast, spell: false_oracle}
    because: SPELL-07
""",
    "part_the_veil": """
phase: tile
map: {"0,0": portal -, "5,0": plain E, "6,0": town W, "9,0": boneyard -}
units: {"0,0": {veiled_occult: 1}, "9,0": {warlords: 1}}
stacks: {warlords: [plain -, plain -]}
steps:
  - act: {type: cast, spell: part_the_veil}
  - act: draw tile
  - act: {type: place_tile, at: "9,1"}
  - act: end phase
  - act: end phase
  - act: end phase
  - act: end turn
  - expect: {at: {V1: "5,0"}}
""",
    # ---- phase III
    "time_slip": """
phase: movement
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "2,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: time_slip}
  - act: {type: move, from: "0,0", to: "1,0"}
  - act: {type: move, from: "1,0", to: "2,0"}
  - illegal: {type: move, from: "2,0", to: "1,0"}
    because: EXTRA-03
""",
    "step_outside": """
phase: movement
map: {"0,0": plain -, "1,0": plain -, "2,0": plain -}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: step_outside}
  - expect: {at: {W1: "2,0"}}
""",
    "deathless_march": """
phase: movement
map: {"0,0": plain E, "1,0": void EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "2,0": {veiled_occult: 1}}
hands: {warlords: [deathless_march, puppet_strings]}
steps:
  - act: {type: cast, spell: deathless_march}
  - act: {type: move, from: "0,0", to: "1,0"}
  - expect: {at: {W1: "1,0"}}
  - act: {type: cast, spell: puppet_strings}
  - expect: {at: {V1: gone}}
""",
    "stolen_hour": """
phase: movement
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "2,0": {veiled_occult: 1}}
steps:
  - act: {type: move, from: "0,0", to: "1,0"}
  - act: {type: cast, spell: stolen_hour}
  - act: {type: move, from: "1,0", to: "2,0"}
  - expect: {at: {W1: "2,0"}}
""",
    "lightbridge": """
phase: movement
map: {"0,0": plain -, "1,0": plain -}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: lightbridge}
  - act: {type: move, to: "1,0"}
  - act: end phase
  - expect: {battles: [{type: battle, sides: [warlords, veiled_occult]}]}
""",
    "guiding_star": """
phase: movement
map: {"0,0": woods ES, "1,0": plain W, "0,1": plain N}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: guiding_star}
  - act: {type: move, from: "0,0", to: "0,1"}
  - expect: {at: {W1: "0,1"}}
""",
    "wardlight": """
phase: movement
map: {"0,0": blackwater -, "1,0": plain -}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: wardlight}
  - act: end phase
  - act: end turn
  - expect: {at: {W1: "0,0"}, tokens_left: 3}
""",
    "exchange_of_lamps": """
phase: movement
map: {"0,0": plain -, "1,0": plain -}
units: {"0,0": {warlords: 1, veiled_occult: 1}, "1,0": {warlords: 1}}
steps:
  - act: {type: cast, spell: exchange_of_lamps}
    targets: [W1, W2]
  - expect: {at: {W1: "1,0", W2: "0,0", V1: "0,0"}}
""",
    "forced_march": """
phase: movement
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "2,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: forced_march}
  - act: {type: move, from: "0,0", to: "1,0"}
  - act: {type: move, from: "1,0", to: "2,0"}
  - expect: {at: {W1: "2,0"}}
""",
    "charge": """
phase: movement
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: charge}
  - act: {type: move, from: "0,0", to: "1,0"}
  - illegal: {type: move, from: "1,0", to: "2,0"}
""",
    "break_ranks": """
phase: movement
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {warlords: 2}, "1,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: break_ranks}
  - act: {type: move, travelers: [W1], to: "1,0"}
  - expect: {at: {W1: "1,0", W2: "0,0"}}
""",
    "run_the_gauntlet": """
phase: movement
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1, death_legion: 1}}
steps:
  - act: {type: cast, spell: run_the_gauntlet}
  - act: {type: move, from: "0,0", to: "1,0"}
  - act: {type: move, from: "1,0", to: "2,0"}
  - expect: {at: {W1: "2,0"}}
""",
    "second_wind": """
phase: movement
map: {"0,0": plain E, "1,0": plain EW, "2,0": plain W}
units: {"0,0": {warlords: 1}, "1,0": {warlords: 1}, "2,0": {veiled_occult: 1}}
steps:
  - act: {type: move, from: "0,0", to: "1,0"}
  - act: {type: cast, spell: second_wind}
  - act: {type: move, from: "1,0", to: "2,0"}
  - expect: {at: {W1: "2,0", W2: "2,0"}}
""",
    "puppet_strings": """
phase: movement
map: {"0,0": plain E, "1,0": colony W warlords}
units: {"0,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: puppet_strings}
  - expect: {at: {V1: gone}}
""",
    "exchange_of_faces": """
phase: movement
map: {"0,0": plain -, "1,0": void -}
units: {"0,0": {veiled_occult: 1}, "1,0": {warlords: 1}}
steps:
  - act: {type: cast, spell: exchange_of_faces}
  - expect: {at: {W1: "0,0", V1: gone}}
""",
    "pilgrimage": """
phase: movement
map: {"0,0": plain -, "5,0": portal -}
units: {"0,0": {warlords: 1}, "5,0": {veiled_occult: 1}}
steps:
  - act: {type: cast, spell: pilgrimage}
  - act: end phase
  - expect: {battles: [{type: battle, at: "5,0", against: "5,0"}]}
""",
    "veilwalk": """
phase: movement
map: {"0,0": plain E, "1,0": colony W light_keepers}
units: {"0,0": {warlords: 1}}
steps:
  - act: {type: cast, spell: veilwalk}
  - act: {type: move, to: "1,0"}
  - expect: {at: {W1: "1,0"}}
""",
    "tide_of_dread": """
phase: movement
map: {"0,0": plain E, "9,0": plain -}
units: {"0,0": {death_legion: 2, veiled_occult: 1}, "9,0": {warlords: 1}}
steps:
  - act: {type: cast, spell: tide_of_dread}
  - expect: {at: {D1: gone, D2: gone, V1: gone}, tile: {"1,0": null}}
""",
    # ---- phase V
    "toll_of_souls": """
map: {"0,0": plain -, "9,0": plain -}
units: {"0,0": {death_legion: 1, veiled_occult: 1}, "9,0": {warlords: 1}}
steps:
  - act: {type: cast, spell: toll_of_souls}
    dice: [2]
  - expect: {at: {D1: "0,0", V1: gone}}
""",
    "turn_back_the_page": """
map: {"9,0": plain -}
units: {"9,0": {warlords: 1}}
discards: {warlords: [charge]}
steps:
  - act: {type: cast, spell: turn_back_the_page}
  - expect: {hand: {warlords: [charge]}}
""",
    "open_book": """
map: {"9,0": plain -}
units: {"9,0": {warlords: 1}}
horde_hand: [hex, war_cry]
horde_deck: [dazzle]
steps:
  - act: {type: cast, spell: open_book}
    targets: [hex]
  - expect: {hand: {horde: [dazzle, war_cry]}, deck: {horde: 1}}
""",
    "library_of_facets": """
map: {"9,0": plain -}
units: {"9,0": {warlords: 1}}
decks: {warlords: [charge, time_slip]}
steps:
  - act: {type: cast, spell: library_of_facets}
    targets: [time_slip]
  - expect: {hand: {warlords: [time_slip]}}
""",
    "spoils_of_war": """
phase: battle
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {warlords: 1}, "1,0": {veiled_occult: 1}}
horde_hand: [call_rime_stag, call_prism_warden]
steps:
  - act: {type: battle}
    dice: [5, 2]
  - act: {type: cast, spell: spoils_of_war}
    dice: [2]
  - expect: {hand: {horde: [call_rime_stag], warlords: [call_prism_warden]}}
""",
    "stolen_verse": """
map: {"9,0": plain -}
units: {"9,0": {warlords: 1}}
horde_hand: [hex, war_cry]
steps:
  - act: {type: cast, spell: stolen_verse}
    dice: [1]
  - expect: {hand: {horde: [war_cry], warlords: [hex]}}
""",
    "mirror_rite": """
phase: spell
map: {"0,0": colony - death_legion, "5,0": colony - warlords}
horde_hand: [conscription]
steps:
  - act: end turn
    dice: [1]
  - act: draw tile
  - act: end phase
  - act: end phase
  - act: end phase
  - act: {type: cast, spell: mirror_rite}
    targets: [conscription, 2]
  - expect: {at: {W1: "5,0", W2: "5,0"}, discard: {horde: [conscription]}}
""",
    # ---- open spells
    "not_yet": """
map: {"0,0": plain E, "1,0": plain W, "5,0": colony - warlords}
units: {"0,0": {veiled_occult: 1}, "1,0": {warlords: 1}}
steps:
  - act: end turn
    dice: [5, 2]
  - act: {type: cast, spell: not_yet}
  - expect: {at: {W1: "5,0"}}
""",
    "once_more": """
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {veiled_occult: 1}, "1,0": {warlords: 1}}
steps:
  - act: end turn
    dice: [5, 2]
  - act: {type: cast, spell: once_more}
    targets: [1]
    dice: [1]
  - expect: {at: {V1: gone, W1: "1,0"}}
""",
    "halo": """
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {veiled_occult: 1}, "1,0": {warlords: 1}}
horde_hand: [conversion]
steps:
  - act: end turn
  - act: {type: cast, spell: halo}
    dice: [3, 3]
  - expect: {at: {W1: "1,0"}, discard: {horde: [conversion]}}
""",
    "ambush": """
map: {"0,0": plain E, "1,0": plain ESW, "2,0": town W, "1,1": plain N}
units: {"0,0": {veiled_occult: 1}, "1,1": {warlords: 1}}
steps:
  - act: end turn
  - act: {type: cast, spell: ambush}
    dice: [2, 5]
  - expect: {at: {V1: gone}}
""",
    "iron_discipline": """
map: {"0,0": plain E, "1,0": plain W}
units: {"0,0": {veiled_occult: 1}, "1,0": {warlords: 1}}
reserve: {death_legion: 0, light_keepers: 0}
horde_hand: [conversion]
steps:
  - act: end turn
    dice: [5]
  - expect: {at: {W1: reserve, V2: "1,0"}, hand: {warlords: [iron_discipline]}}
""",
    "whispered_doubt": """
map: {"0,0": plain E, "1,0": town W, "9,0": plain -}
units: {"0,0": {veiled_occult: 2}, "9,0": {warlords: 1}}
steps:
  - act: end turn
  - act: {type: cast, spell: whispered_doubt, move: 1}
  - expect: {at: {V1: "0,0", V2: "0,0"}, current: warlords}
""",
}

STAYS: Mapping[str, str] = {
    "unstruck_blow": "whom the Horde loses never comes back to its reserve (SOLO-18)",
    "false_oracle": "the Horde has no tile stack (SOLO-09)",
    "iron_discipline": "no card of phase II or IV moves a traveler of the enemy",
}
"""Cards that are not cast in their row, and why."""


class Recorder(ObsidiaScenarios):
    """Remembers what happened in the scenarios it runs."""

    def load_events(self) -> list[Event]:
        """What happened since the last call."""
        told, self.told = getattr(self, "told", []), []
        return told

    def apply(self, state: State, action: Action) -> None:
        """As ever, and keep the events."""
        super().apply(state, action)
        self.told = [*getattr(self, "told", []), *state.events]


@pytest.fixture(scope="module")
def recorder() -> Recorder:
    game = Recorder.load()
    assert isinstance(game, Recorder)
    return game


def play(recorder: Recorder, spell: str, row: str, common: Mapping[str, Any]) -> list[SpellCast]:
    """Run a row; the casts of the spell in it."""
    document = {"title": spell, "mode": "solo", "players": ["warlords"], **common}
    document |= yaml.safe_load(row)
    games = Games(ready={"obsidia": recorder})
    (scenario,) = load_file(yaml.safe_dump(document, sort_keys=False), games)
    recorder.load_events()
    outcome = run_scenario(scenario, recorder)
    assert outcome.passed, outcome.message
    return [
        event
        for event in recorder.load_events()
        if isinstance(event, SpellCast) and event.spell == spell
    ]


@pytest.mark.rule("HORDE-09")
@pytest.mark.rule("HORDE-32")
@pytest.mark.parametrize("spell", BY_THE_HORDE)
def test_the_horde_casts_it(recorder: Recorder, spell: str) -> None:
    common = {"phase": "spell", "horde_hand": [spell]}
    casts = play(recorder, spell, BY_THE_HORDE[spell], common)
    assert [cast.seat for cast in casts] == ([] if spell in STAYS else ["horde"])
    assert all(cast.rule in ("HORDE-17", "HORDE-37", "HORDE-40") for cast in casts)


@pytest.mark.rule("SOLO-14")
@pytest.mark.parametrize("spell", AGAINST_THE_HORDE)
def test_the_player_casts_it_against_the_horde(recorder: Recorder, spell: str) -> None:
    common = {"phase": "spell", "hands": {"warlords": [spell]}}
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
