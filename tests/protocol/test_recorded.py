"""The recorded games for front-end authors: true to the schemas, and to themselves."""

from __future__ import annotations

import importlib.util
import json
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from obsidia_core.protocol import load
from obsidia_core.viewer import apply_events

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "examples" / "frontend"
RECORDED = sorted((FRONTEND / "recorded").rglob("*.jsonl"))


def steps(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    """`examples/frontend/record.py` as a module."""
    spec = importlib.util.spec_from_file_location("record", FRONTEND / "record.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recording_keeps_to_the_protocol(path: Path) -> None:
    lines = steps(path)
    validator = Draft202012Validator(load("step"))
    for line in lines[:: max(1, len(lines) // 6)]:
        validator.validate(line)
    assert [line["step"] for line in lines] == list(range(len(lines)))
    for before, after in pairwise(lines):
        assert apply_events(before["view"], after["events"]) == after["view"], after["step"]
    seat = lines[0]["view"]["you"]
    assert path.stem == (seat or "spectator")
    for line in lines:
        asked = line["view"]["decision"]
        assert (line["decision"] is not None) is (asked is not None and asked["seat"] == seat)


def test_the_recordings_show_spells_battles_pairs_and_an_end() -> None:
    lines = [line for path in RECORDED for line in steps(path)]
    seen = {event["type"] for line in lines for event in line["events"]}
    assert seen >= {"spell_cast", "battle_started", "killed", "town", "spell_given", "game_over"}


def test_the_readme_names_every_recording() -> None:
    text = (FRONTEND / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.parent.name}`" in text for path in RECORDED)


def test_the_script_records_a_game_anew(recorder: ModuleType) -> None:
    recording = recorder.Recording("tiny", ("warlords", "light_keepers"), seed=1, steps=4, skip=3)
    lines = recorder.record(recording)
    assert list(lines) == ["spectator", "warlords", "light_keepers"]
    assert {len(found) for found in lines.values()} == {5}
    first = json.loads(lines["warlords"][0])
    assert (first["step"], first["action"], first["events"]) == (0, None, [])
    assert recorder.record(recording) == lines
