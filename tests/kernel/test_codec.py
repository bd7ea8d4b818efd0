"""The codec writes and reads the classes of a union, and says what is wrong with the rest."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.codec import KEY, Codec
from obsidia_core.kernel.errors import ActionFormatError, SaveError


@attrs.frozen
class Walk(Action):
    type: ClassVar[str] = "walk"
    pieces: tuple[str, ...]
    origin: str = attrs.field(metadata={KEY: "from"})
    steps: int = 1
    careful: bool | None = None
    lethal: bool = attrs.field(default=False, eq=False)


@attrs.frozen
class Rest(Action):
    type: ClassVar[str] = "rest"


CODEC = Codec([Walk, Rest])
steady = settings(derandomize=True, deadline=None)

walks = st.builds(
    Walk,
    st.lists(st.text()).map(tuple),
    st.text(),
    st.integers(),
    st.none() | st.booleans(),
    st.booleans(),
)


@steady
@given(walks | st.just(Rest()))
def test_what_is_written_reads_back(action: Action) -> None:
    data = json.loads(json.dumps(CODEC.dump(action)))
    assert CODEC.load(data) == action
    assert CODEC.dump(CODEC.load(data)) == data


def test_defaults_are_left_out_and_keys_renamed() -> None:
    assert CODEC.dump(Walk(("A1",), "0,0")) == {"type": "walk", "pieces": ["A1"], "from": "0,0"}
    assert CODEC.dump(Walk((), "0,0", lethal=True))["lethal"] is True
    assert CODEC.dump(Rest()) == {"type": "rest"}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "expected an object with a 'type', found None"),
        ([], "expected an object"),
        ({}, "unknown type None; the types are rest, walk"),
        ({"type": 3}, "unknown type 3"),
        ({"type": "wlak"}, r"unknown type 'wlak' \(did you mean 'walk'\?\)"),
        ({"type": "walk"}, "walk: .*pieces"),
        ({"type": "walk", "pieces": [], "from": 3}, r"expected str, found 3 @ \$\.from$"),
        ({"type": "walk", "pieces": []}, r"required field missing @ \$\.from$"),
        ({"type": "walk", "pieces": [1], "from": "x"}, r"expected str, found 1 @ \$.pieces\[0\]"),
        ({"type": "walk", "pieces": [], "from": "x", "steps": True}, "expected int, found True"),
        ({"type": "walk", "pieces": [], "from": "x", "steps": 1.0}, "expected int, found 1.0"),
        ({"type": "walk", "pieces": [], "from": "x", "speed": 2}, "speed"),
        ({"type": "walk", "pieces": [], "from": "x", "origin": "y"}, "origin"),
        ({"type": "rest", "from": "x"}, "rest: .*from"),
    ],
)
def test_a_fault_is_told_with_its_place(data: Any, told: str) -> None:
    with pytest.raises(ActionFormatError, match=told):
        CODEC.load(data)


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(ActionFormatError) as caught:
        CODEC.load({"type": "walk", "pieces": [1, 2], "from": 3})
    assert str(caught.value).count(";") == 2


def test_the_error_is_the_one_asked_for() -> None:
    with pytest.raises(SaveError):
        Codec([Rest], error=SaveError).load({"type": "walk"})


def test_two_codecs_of_the_same_classes_do_not_share_preparation() -> None:
    def upper(converter: Any) -> None:
        converter.register_unstructure_hook(str, str.upper)

    walk = Walk(("a1",), "b2")
    assert Codec([Walk], prepare=upper).dump(walk)["from"] == "B2"
    assert Codec([Walk]).dump(walk)["from"] == "b2"


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@steady
@given(st.dictionaries(st.sampled_from(["type", "pieces", "from", "steps", "careful"]), values))
def test_whatever_comes_is_read_or_refused(data: dict[str, Any]) -> None:
    for kind in ("walk", "rest", data.get("type")):
        try:
            action = CODEC.load({**data, "type": kind})
        except ActionFormatError:
            continue
        assert CODEC.load(CODEC.dump(action)) == action
