"""Whatever is done to content files, loading them fails in one way only."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core.content.catalog import catalog_from_data
from obsidia_core.content.compile import compile_found
from obsidia_core.content.entries import Collected, Entry, collect
from obsidia_core.content.lint import lint
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


@pytest.fixture(scope="module")
def entries() -> Mapping[str, list[Entry]]:
    """The definitions of each file as it is."""
    return {
        name: collect([Source("test", SPELLS / name, text.encode())]).entries
        for name, text in FILES.items()
    }


def survives(entries: Mapping[str, list[Entry]], hooks: Hooks, changed: str, data: bytes) -> None:
    """The content with one other file compiles or raises `ContentError`, and can be linted."""
    fresh = collect([Source("test", SPELLS / changed, data)])
    found = Collected(
        [one for name in FILES for one in (fresh.entries if name == changed else entries[name])],
        fresh.problems,
        fresh.complete,
    )
    refused = None
    try:
        catalog_from_data(compile_found(found, hooks), hooks)
    except ContentError as error:
        refused = error
    assert refused is None or refused.problems, "a refusal has a reason"
    seen = [one for one in found.entries if one.kind != "spell" or one in fresh.entries]
    assert {one.severity for one in lint(seen, hooks)} <= {"warning"}


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_edited_text_loads_or_is_refused(
    entries: Mapping[str, list[Entry]], hooks: Hooks, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(FILES)))
    text = FILES[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        piece = data.draw(PIECES | st.text(max_size=4))
        text = text[:start] + piece + text[end:]
    survives(entries, hooks, name, text.encode("utf-8", "surrogatepass"))


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_any_value_in_any_place_loads_or_is_refused(
    entries: Mapping[str, list[Entry]], hooks: Hooks, data: st.DataObject
) -> None:
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
    survives(entries, hooks, name, json.dumps(value).encode())


@settings(max_examples=100, deadline=None)
@given(st.text() | st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(source: str | bytes) -> None:
    found = [Problem(Position("", 1, 1), "", "")]
    try:
        read_yaml(source)
    except ContentError as error:
        found = error.problems
    assert found, "a refusal has a reason"
