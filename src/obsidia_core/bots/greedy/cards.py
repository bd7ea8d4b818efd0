"""What each card is worth in a hand on average, measured by `measuring`.

The numbers are in the units of `worth`, from 240 games of two, twenty with each pair of classes and
order of seats (seed 0). Drafting takes the card of the highest value, a spell phase discards the
one of the lowest.
"""

from __future__ import annotations

from collections.abc import Mapping

MEASURED: Mapping[str, float] = {
    "exchange_of_faces": 8.74,
    "exchange_of_fates": 6.65,
    "puppet_strings": 6.38,
    "tide_of_dread": 5.76,
    "step_outside": 5.36,
    "turncoat": 3.90,
    "wake_the_ogre": 3.70,
    "forced_march": 3.69,
    "conscription": 3.49,
    "invoke_hollow_idol": 3.42,
    "raise_bone_colossus": 3.22,
    "lightbridge": 3.15,
    "once_more": 3.13,
    "run_the_gauntlet": 3.11,
    "whispered_doubt": 3.07,
    "forward_camp": 3.03,
    "call_rime_stag": 2.88,
    "raise_void_shade": 2.69,
    "time_slip": 2.65,
    "veilwalk": 2.64,
    "bone_tithe": 2.59,
    "take_the_ground": 2.50,
    "loose_the_hound": 2.46,
    "charge": 2.34,
    "not_yet": 2.32,
    "return_of_the_fallen": 2.31,
    "pilgrimage": 2.26,
    "town_novices": 2.25,
    "guiding_star": 2.23,
    "stolen_hour": 2.22,
    "parley": 2.16,
    "kindled_path": 2.14,
    "call_prism_warden": 2.13,
    "unstruck_blow": 2.06,
    "swift_end": 2.05,
    "martyrdom": 2.00,
    "invoke_leviathan": 1.96,
    "break_ranks": 1.91,
    "dawnshield": 1.84,
    "mirror_rite": 1.79,
    "deaths_bargain": 1.75,
    "grave_chill": 1.68,
    "dazzle": 1.62,
    "twin_blades": 1.55,
    "war_cry": 1.41,
    "unmade_ground": 1.35,
    "conversion": 1.34,
    "no_quarter": 1.33,
    "hex": 1.25,
    "stolen_verse": 1.25,
    "sanctuary": 1.19,
    "toll_of_souls": 1.06,
    "unweave": 1.06,
    "second_dawn": 1.06,
    "lantern_line": 1.05,
    "inevitable": 1.04,
    "press_the_attack": 1.04,
    "hush": 1.02,
    "false_oracle": 0.90,
    "surveyors_light": 0.90,
    "siege_road": 0.88,
    "turn_back_the_page": 0.88,
    "iron_discipline": 0.87,
    "library_of_facets": 0.86,
    "open_book": 0.79,
    "raze": 0.78,
    "shifting_sands": 0.77,
    "part_the_veil": 0.75,
    "reinforcements": 0.73,
    "spoils_of_war": 0.73,
    "second_history": 0.63,
    "halo": 0.56,
    "second_wind": 0.30,
    "field_of_bones": 0.17,
    "exchange_of_lamps": 0.06,
    "deathless_march": 0.05,
    "wardlight": 0.04,
    "ambush": 0.00,
    "blood_rite": 0.00,
    "turn_the_lantern": 0.00,
}
UNMEASURED = 1.5
"""For cards that are not in the table, such as those of a plugin."""


def card_value(spell: str) -> float:
    """What a card is worth in a hand on average."""
    return MEASURED.get(spell, UNMEASURED)
