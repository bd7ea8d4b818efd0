"""The tiny game of the guide keeps every law of the kernel in under 150 lines."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from obsidia_core.kernel.chance import ENUMERATED
from obsidia_core.kernel.conformance import battery

SOURCE = Path(__file__).parents[2] / "examples" / "race.py"


@pytest.fixture(scope="module")
def race() -> ModuleType:
    spec = importlib.util.spec_from_file_location("race", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["race"] = module
    spec.loader.exec_module(module)
    return module


def test_it_is_short() -> None:
    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) < 150


def test_the_laws_hold(race: ModuleType) -> None:
    assert battery(race.Race(), ["red", "blue"], range(10)) > 100


def test_the_laws_hold_when_chance_is_asked(race: ModuleType) -> None:
    assert battery(race.Race(), ["red", "blue", "green"], range(2), driver=ENUMERATED) > 50
