"""The behaviour of the engine, in one number: it changes when a change of the rules is declared.

    python tests/promises/test_signature.py            prints the signature
    python tests/promises/test_signature.py --declare  writes it to signature.json

A change that is meant to change no rule leaves it as it is. Where it is meant to, declare it and
say in the changelog what plays differently; old replays then need the older version.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from obsidia_core import default_game
from obsidia_core.kernel.conformance import Setting, signature

FILE = Path(__file__).with_name("signature.json")
CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
GAMES = 30


def corpus() -> list[Setting]:
    """Two to four players, in changing order, under the default ruleset; whole games mostly."""
    return [
        Setting(tuple(CLASSES[(seed + place) % 4] for place in range(2 + seed % 3)), seed, {}, 800)
        for seed in range(GAMES)
    ]


@cache
def found() -> str:
    """The signature of the engine as it is."""
    return signature(default_game(), corpus())


def declare() -> None:
    """Write it to the file."""
    FILE.write_text(json.dumps({"games": GAMES, "signature": found()}) + "\n", encoding="utf-8")


def test_the_rules_play_as_declared() -> None:
    declared = json.loads(FILE.read_text(encoding="utf-8"))["signature"]
    assert found() == declared, (
        "games go another way than declared; if that is meant: "
        f"python tests/promises/{Path(__file__).name} --declare"
    )


@pytest.mark.parametrize("hash_seed", ["0", "20231"])
def test_games_go_the_same_way_in_every_process(hash_seed: str) -> None:
    source = Path(__file__).parents[2] / "src"
    done = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(source)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.stdout.strip() == found()


if __name__ == "__main__":
    if "--declare" in sys.argv[1:]:
        declare()
    sys.stdout.write(found() + "\n")
