"""A game to draw, and a view in which everything that can be drawn is there."""

from __future__ import annotations

from typing import Any

import pytest

import obsidia_core as ob
from obsidia_core.kernel.chance import Chance

PLAYERS = ("warlords", "light_keepers", "death_legion", "veiled_occult")
LONGEST = 4_000


def played(players: tuple[str, ...], seed: int, actions: int = LONGEST) -> ob.Match[ob.State]:
    """A game between players who take any legal action."""
    options = {"sudden_death_round_limit": 20}
    match = ob.new_match(players, seed=seed, options=options)
    chance = Chance(seed, 1)
    while not match.over and len(match.replay.actions) < actions:
        legal = match.legal_actions()
        match.apply(legal[chance.below(0, len(legal))])
    return match


@pytest.fixture(scope="session")
def match() -> ob.Match[ob.State]:
    """A whole game of four; do not change it."""
    return played(PLAYERS, 3)


@pytest.fixture(scope="session")
def opening() -> ob.Match[ob.State]:
    """The first hundred actions of a game of two; do not change it."""
    return played(PLAYERS[:2], 5, 100)


@pytest.fixture
def view() -> dict[str, Any]:
    """Every terrain, town status, kind of unit and sign, as the Warlords see it."""
    tiles: dict[str, Any] = {
        "0,0": {"terrain": "colony", "exits": "NS", "class": "warlords"},
        "1,0": {"terrain": "plain", "exits": "NESW"},
        "2,0": {"terrain": "town", "exits": "W", "town": "neutral"},
        "0,1": {"terrain": "town", "exits": "NE", "town": "shared"},
        "1,1": {
            "terrain": "woods",
            "exits": "NEW",
            "stones": dict(zip("123456", "NNEEWW", strict=True)),
        },
        "2,1": {"terrain": "blackwater", "exits": "ESW"},
        "0,2": {"terrain": "ice_field", "exits": "-"},
        "1,2": {"terrain": "void", "exits": "E"},
        "2,2": {"terrain": "boneyard", "exits": "NW"},
        "-1,-1": {"terrain": "portal", "exits": "NS"},
        "-1,0": {"terrain": "glacier", "exits": "NES"},
        "-1,1": {"terrain": "town", "exits": "S", "town": "light_keepers"},
    }
    for number, tile in enumerate(tiles.values()):
        tile |= {"tile": f"tile-{number}", "rotation": 0}
        tile.setdefault("class", None)
    seats = ["warlords", "light_keepers", "gearwrights"]
    travelers = {f"{letter}{number}": "reserve" for letter in "WLG" for number in range(1, 9)}
    travelers |= {"W1": "0,0", "W2": "0,1", "W3": "0,1", "W4": "0,1", "L1": "0,1", "G1": "0,1"}
    travelers |= {"L2": "2,2", "L3": "2,2", "W8": "gone"}
    each = dict.fromkeys(seats, 3)
    return {
        "seats": seats,
        "current": "light_keepers",
        "phase": "battle",
        "turn": 7,
        "over": False,
        "winner": None,
        "decision": {"seat": "warlords", "kind": "reaction"},
        "tiles": tiles,
        "travelers": travelers,
        "creatures": {
            "C1": {"kind": "war_hound", "at": "0,1", "summoner": "warlords"},
            "C2": {"kind": "leviathan", "at": "2,1", "summoner": "gearwrights"},
        },
        "reserve": {"warlords": 3, "light_keepers": 5, "gearwrights": 7},
        "towns": {"warlords": 0, "light_keepers": 1, "gearwrights": 0},
        "hand": ["time_slip", "raze"],
        "hand_sizes": each,
        "deck_sizes": each,
        "stacks": each,
        "discards": {seat: {"top": None, "size": 0} for seat in seats},
        "communal": 2,
        "removed": 0,
        "drawn": {"tile": "plain-01", "terrain": "plain", "exits": "NE"},
        "tokens_left": 3,
        "faceup": ["ambush"],
        "battles": [
            {"at": "0,1", "against": "0,1", "sides": ["light_keepers", "warlords"]},
            {"at": "2,2", "against": "2,1", "sides": ["light_keepers", "C2"]},
        ],
        "you": "warlords",
    }
