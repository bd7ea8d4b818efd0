"""Whatever is done to content files, loading them fails in one way only."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core.content.catalog import catalog_from_data
from obsidia_core.content.compile import compile_sources, find_problems
from obsidia_core.content.problems import Position, Problem
from obsidia_core.content.sources import Source
from obsidia_core.content.yamlfile import read_yaml
from obsidia_core.kernel.errors import ContentError
from obsidia_core.plugins import HookEntry, load_plugins
from obsidia_core.plugins.resources import content_root

Hooks = Mapping[tuple[str, str], HookEntry]

SPELLS = content_root() / "spells"
FILES: Mapping[str, str] = {
    path.name: path.read_text(encoding="utf-8") for path in sorted(SPELLS.glob("*.yaml"))
}
PIECES = st.sampled_from(
    [
        *":-[]{}&*!|>#%@\"'\t\n ?,~",
        *("- ", ": ", "\n  ", "---\n", "<<: ", "*a", "&a ", "!!int ", "[]", "{}", "null", "1e999"),
        *("id:", "hook:", "by:", "replaces: halo\n", "terrains:", "class: x\n", "stones:", "true"),
        *("\ud800", "\x00", "\x85", "\ufeff", "9" * 5000),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def hooks(stub_hooks: object) -> Hooks:
    return load_plugins([stub_hooks], entry_points=False).hooks


def sources(changed: str, data: bytes) -> list[Source]:
    return [
        Source("test", SPELLS / name, data if name == changed else text.encode())
        for name, text in FILES.items()
    ]


def problems(changed: list[Source], hooks: Hooks) -> list[Problem]:
    """What compiling complains of; anything but a `ContentError` fails the test."""
    try:
        catalog_from_data(compile_sources(changed, hooks), hooks)
    except ContentError as error:
        return error.problems
    return []


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_edited_text_loads_or_is_refused(hooks: Hooks, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FILES)))
    text = FILES[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        piece = data.draw(PIECES | st.text(max_size=4))
        text = text[:start] + piece + text[end:]
    changed = sources(name, text.encode("utf-8", "surrogatepass"))
    assert problems(changed, hooks) == find_problems(changed, hooks)


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_any_value_in_any_place_loads_or_is_refused(hooks: Hooks, data: st.DataObject) -> None:
    """JSON is YAML: a random place of a file gets a random value."""
    name = data.draw(st.sampled_from(sorted(FILES)))
    (document,) = read_yaml(FILES[name])
    place = value = json.loads(json.dumps(document.value))
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.integers(0, 3)):
            place = place[key]
            continue
        place[key] = data.draw(VALUES)
        break
    changed = sources(name, json.dumps(value).encode())
    assert problems(changed, hooks) == find_problems(changed, hooks)


@settings(max_examples=100, deadline=None)
@given(st.text() | st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(source: str | bytes) -> None:
    found = [Problem(Position("", 1, 1), "", "")]
    try:
        read_yaml(source)
    except ContentError as error:
        found = error.problems
    assert found, "a refusal has a reason"
