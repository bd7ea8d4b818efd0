"""The JSON Schemas: made from the types, complete, and true of real games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError

import obsidia_core as ob
from obsidia_core.game import Obsidia
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.kernel.replay import Replay
from obsidia_core.model.actions import ACTIONS
from obsidia_core.model.events import EVENTS
from obsidia_core.model.ruleset import OPTIONS, Ruleset
from obsidia_core.protocol import VERSION, documents, folder, load, outdated, write

SOURCE = Path(__file__).parents[2] / "src"
Json = dict[str, Any]
Play = Callable[..., Iterator[Any]]


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(load(name))


def parts(schema: Any, where: str = "$") -> Iterator[tuple[str, Json]]:
    """Every schema inside a schema, with its place."""
    if isinstance(schema, dict):
        yield where, schema
        for key, value in schema.items():
            if key in ("default", "enum", "const", "required"):
                continue
            if key in ("properties", "$defs"):
                for name, one in value.items():
                    yield from parts(one, f"{where}.{key}.{name}")
            else:
                yield from parts(value, f"{where}.{key}")
    elif isinstance(schema, list):
        for place, one in enumerate(schema):
            yield from parts(one, f"{where}[{place}]")


def test_the_committed_schemas_are_what_the_types_say() -> None:
    assert outdated(folder()) == [], "run `python -m obsidia_core.protocol --write`"


@pytest.mark.parametrize("name", documents())
def test_a_schema_is_one_and_stands_alone(name: str) -> None:
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:obsidia-core:schema:protocol:{name}:{VERSION}"
    used = {one["$ref"] for _, one in parts(schema) if "$ref" in one}
    assert used <= {f"#/$defs/{known}" for known in schema["$defs"]}
    assert {f"#/$defs/{known}" for known in schema["$defs"]} <= used


@pytest.mark.parametrize("name", documents())
def test_every_key_and_definition_has_a_title_and_a_description(name: str) -> None:
    schema = load(name)
    silent = [
        place
        for place, one in parts(schema)
        if (place == "$" or place.split(".")[-2] in ("properties", "$defs"))
        and not (one.get("title") and str(one.get("description", "")).strip())
    ]
    assert silent == []
    assert not [text for _, one in parts(schema) if "None" in (text := one.get("description", ""))]


@pytest.mark.parametrize(("name", "classes"), [("action", ACTIONS), ("event", EVENTS)])
def test_members_of_a_union_differ_in_their_type(name: str, classes: tuple[Any, ...]) -> None:
    schema = load(name)
    tags = [
        schema["$defs"][one["$ref"].removeprefix("#/$defs/")]["properties"]["type"]["const"]
        for one in schema["oneOf"]
    ]
    assert len(set(tags)) == len(tags)
    assert {cls.type for cls in classes} <= set(tags)


class Checker:
    """Checks documents of a kind, at most so many of each sort."""

    def __init__(self, name: str, most: int) -> None:
        self.counts: Counter[str] = Counter()
        self._validator = validator(name)
        self._most = most

    def check(self, document: Any, sort: str = "") -> None:
        self.counts[sort] += 1
        if self.counts[sort] <= self._most:
            text = json.dumps(document)
            self._validator.validate(json.loads(text))


def test_all_that_crosses_the_border_is_as_the_schemas_say(
    game: Obsidia, play: Play, setting: object
) -> None:
    actions, events = Checker("action", 2), Checker("event", 2)
    views, decisions, states = Checker("view", 1), Checker("decision", 1), Checker("state", 1)
    previews = Checker("preview", 2)
    for walk in play(setting, seed=11, limit=140):
        state = walk.state
        for seat in walk.seats:
            for event in game.events_for(state.events, seat):
                events.check(event, event["type"])
        decision = game.decision(state)
        kind = "over" if decision is None else decision.kind
        for seat in walk.seats:
            asked = state.asking is not None and state.asking[0] == seat
            views.check(game.full_view(state, seat), f"{kind} {seat is None} {asked}")
        if decision is not None:
            decisions.check(game.decision_to_json(decision), kind)
            for action in decision.actions[:40]:
                actions.check(game.action_to_json(action), action.type)
                if actions.counts[action.type] <= 2:
                    view = game.full_view(state, decision.seat)
                    previews.check(game.preview(view, action).to_json(), action.type)
        if states.counts[f"{kind} {bool(state.checkpoints)}"] == 0:
            states.check(json.loads(game.to_json(state)), f"{kind} {bool(state.checkpoints)}")
    assert events.counts.keys() >= {"turn", "phase", "asked", "tile_placed", "spell_drawn"}
    assert actions.counts.keys() >= {"move", "end_phase"}


def test_a_saved_match_its_replay_and_a_refusal_are_as_the_schemas_say() -> None:
    options = {"hand_size": 6, "world_building_tiles": {"2": 3}, "effect_token_limit": None}
    match = ob.new_match(["warlords", "light_keepers"], 3, options)
    for _ in range(30):
        match.apply(match.legal_actions()[0])
    saved = json.loads(match.to_json())
    validator("match").validate(saved)
    validator("replay").validate(saved["replay"])
    validator("state").validate(saved["state"])
    validator("ruleset").validate(saved["replay"]["setup"]["options"])
    assert Replay.from_json(saved["replay"]) == match.replay
    refusal = match.check("move W1 0,0>9,9")
    assert refusal is not None
    validator("refusal").validate(json.loads(json.dumps(refusal.to_json())))


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("action", {"type": "teleport"}),
        ("action", {"type": "move", "travelers": ["W1"], "from": "0,0", "to": [1, 0]}),
        ("action", {"type": "train", "at": "0,0"}),
        ("action", {"type": "place_tile", "tile": "plain-01", "at": "0,0", "rotation": 45}),
        ("event", {"type": "moved", "pieces": ["W1"], "from": "0,0", "to": "1,0"}),
        ("ruleset", {"hand_size": 21}),
        ("ruleset", {"die_faces": []}),
        ("refusal", {"code": "x", "message": "no", "rules": [], "facts": {}}),
    ],
)
def test_what_is_wrong_is_refused(name: str, document: Json) -> None:
    with pytest.raises(ValidationError):
        validator(name).validate(document)


SCALARS = st.sampled_from([None, True, False, -1, 0, 1, 2, 3, 4, 7, 20, 21, 64, 65, "random", "x"])
VALUES = (
    SCALARS
    | st.sampled_from([value for option in OPTIONS.values() for value in option.values])
    | st.lists(st.integers(0, 7), max_size=3)
    | st.dictionaries(st.sampled_from(["2", "3", "5"]), st.integers(-1, 16), max_size=2)
    | st.just([["warlords", "light_keepers"], ["death_legion", "veiled_occult"]])
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(OPTIONS)), VALUES)
def test_the_ruleset_schema_takes_what_a_ruleset_takes(name: str, value: Any) -> None:
    try:
        Ruleset.from_options({name: value})
    except RulesetError:
        taken = False
    else:
        taken = True
    assert validator("ruleset").is_valid({name: value}) is taken


def test_the_command_writes_the_schemas_and_tells_which_differ(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "obsidia_core.protocol", *words, "--into", str(tmp_path)]
        env = {**os.environ, "PYTHONPATH": str(SOURCE)}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    assert run("--write").returncode == 0
    assert run("--check").returncode == 0
    (tmp_path / "view.schema.json").write_text("{}", encoding="utf-8")
    (tmp_path / "stranger.schema.json").write_text("{}", encoding="utf-8")
    found = run("--check")
    assert found.returncode == 1
    assert [line.split(".")[0] for line in found.stderr.splitlines()] == ["view", "stranger"]
    assert sorted(write(tmp_path)) == ["stranger", "view"]
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.schema.json" for name in documents()
    }
