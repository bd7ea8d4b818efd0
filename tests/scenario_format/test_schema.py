"""The schema of Obsidia's scenarios, and documents that are wrong in any way at all."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from obsidia_core.content.yamlfile import read_yaml
from obsidia_core.kernel.codec import KEY
from obsidia_core.model.actions import ACTIONS
from obsidia_core.scenario.document import Broken
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.obsidia import ObsidiaScenarios

ROOT = Path(__file__).parents[2]


def test_the_schema_knows_every_action_and_field(adapter: ObsidiaScenarios) -> None:
    known = adapter.schema()["$defs"]["action"]["properties"]
    fields = {
        field.metadata.get(KEY, field.name) for action in ACTIONS for field in attrs.fields(action)
    }
    assert set(known) >= fields | {"type"}
    assert set(known["type"]["enum"]) >= {action.type for action in ACTIONS}


def test_every_key_is_described(adapter: ObsidiaScenarios) -> None:
    schema = adapter.schema()
    for group in (schema, schema["$defs"]["expect"]):
        for key, part in group["properties"].items():
            assert part.get("description"), key
            assert part.get("title"), key


def test_the_schema_is_a_schema(adapter: ObsidiaScenarios) -> None:
    from jsonschema.validators import Draft202012Validator

    Draft202012Validator.check_schema(adapter.schema())
    assert adapter.schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


DOCUMENT = json.dumps(
    {
        "title": "t",
        "players": ["death_legion", "warlords"],
        "map": {"0,0": "plain E", "1,0": {"terrain": "woods", "exits": "W"}},
        "units": {"0,0": {"death_legion": 2}},
        "creatures": [{"kind": "war_hound", "at": "1,0", "summoner": "warlords"}],
        "hands": {"warlords": ["ambush"]},
        "stacks": {"warlords": ["plain NS"]},
        "tokens": [{"spell": "wardlight", "caster": "warlords", "at": "0,0"}],
        "towns": {},
        "steps": [
            {"act": {"type": "move", "from": "0,0", "to": "1,0"}, "dice": [1]},
            {"expect": {"at": {"D1": "1,0"}, "battles": [{"at": "0,0"}]}},
        ],
    }
)
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 3, 10**30, 1.5, float("inf"), "", "0,0", "plain E", "warlords", [], {}, [[]]]
)


@st.composite
def documents(draw: st.DrawFn) -> Any:
    """The document with values anywhere replaced by others, dropped, or put under other keys."""
    whole = json.loads(DOCUMENT)
    for _ in range(draw(st.integers(1, 3))):
        node: Any = whole
        while True:
            inside = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not inside:
                break
            key = draw(st.sampled_from(inside))
            if isinstance(node[key], dict | list) and draw(st.booleans()):
                node = node[key]
                continue
            if draw(st.booleans()):
                node[key] = draw(VALUES)
            else:
                value = node.pop(key)
                if isinstance(node, dict) and draw(st.booleans()):
                    node[draw(st.sampled_from(["x", "0,0", "warlords", "act", "-1,2"]))] = value
            break
    return whole


@given(document=documents())
def test_bad_positions_raise_nothing(obsidia: Games, document: Any) -> None:
    for one in read_documents(json.dumps(document), obsidia, "p.yaml"):
        if isinstance(one, Broken):
            assert all(problem.position.line == 1 for problem in one.problems)


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "acceptance" / "obsidia").glob("*.yaml")))
def test_the_acceptance_files_have_the_shape_of_the_schema(
    path: Path, adapter: ObsidiaScenarios
) -> None:
    from jsonschema.validators import Draft202012Validator

    validator = Draft202012Validator(adapter.schema())
    for document in read_yaml(path):
        assert not list(validator.iter_errors(document.value))
