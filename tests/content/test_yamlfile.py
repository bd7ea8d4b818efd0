"""YAML is read as the core schema says, with positions, and hostile files do no harm."""

import os
from pathlib import Path

import pytest

from obsidia_core.content.problems import Problem
from obsidia_core.content.sources import MAX_BYTES
from obsidia_core.content.yamlfile import MAX_DEPTH, read_yaml
from obsidia_core.kernel.errors import ContentError


def problems(source: Path | str | bytes) -> list[Problem]:
    with pytest.raises(ContentError) as caught:
        read_yaml(source, "f.yaml")
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("NO", "NO"),
        ("12:30", "12:30"),
        ("2026-01-01", "2026-01-01"),
        ("1_000", "1_000"),
        ("0123", 123),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("-7", -7),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", float("-inf")),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ("'true'", "true"),
        ("!!str 12", "12"),
        ("! 12", "12"),
        ("!!float 3", 3),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: object) -> None:
    (document,) = read_yaml(f"a: {text}\n")
    assert document.value == {"a": value}
    assert type(document.value["a"]) is type(value)


def test_keys_are_text_as_written() -> None:
    (document,) = read_yaml("on: 1\n1: a\ntrue: b\n'0,0': c\n2026-01-01: d\n")
    assert document.value == {"on": 1, "1": "a", "true": "b", "0,0": "c", "2026-01-01": "d"}


def test_every_value_and_key_has_a_position() -> None:
    (document,) = read_yaml("a: 1\nb:\n  - x\n  - {c: d}\n", "f.yaml")
    assert str(document.at(("b", 1, "c"))) == "f.yaml:4:9"
    assert str(document.at(("b", 1, "c"), key=True)) == "f.yaml:4:6"
    assert str(document.at(("b", 1, "missing"))) == "f.yaml:4:5"
    assert str(document.at()) == "f.yaml:1:1"


def test_columns_count_characters_also_after_a_byte_order_mark() -> None:
    (document,) = read_yaml("\ufeffé: [ü, x]\n".encode())
    assert (document.at(("é", 1)).line, document.at(("é", 1)).column) == (1, 8)


def test_a_value_behind_an_alias_is_traced_to_its_anchor() -> None:
    (document,) = read_yaml("a: &x {k: [1]}\nb: *x\n", "f.yaml")
    assert document.value["b"] == {"k": [1]}
    assert str(document.at(("b",))) == "f.yaml:2:4"
    assert str(document.at(("b", "k", 0))) == "f.yaml:1:12"


def test_a_file_may_hold_several_documents_with_anchors_of_their_own() -> None:
    documents = read_yaml("--- &x {a: 1}\n---\n- 2\n...\n---\n")
    assert [document.value for document in documents] == [{"a": 1}, [2], None]
    assert [document.at().line for document in documents][:2] == [1, 3]
    assert problems("--- &x 1\n--- *x\n")[0].code == "yaml-syntax"


@pytest.mark.parametrize(
    ("source", "code", "line", "column"),
    [
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1),
        ("1: a\n'1': b\n", "duplicate-key", 2, 1),
        ("x:\n  a: [\n", "yaml-syntax", 3, 1),
        ("a: 1\n\tb: 2\n", "yaml-syntax", 2, 1),
        ("a: b: c\n", "yaml-syntax", 1, 5),
        ("a: *nowhere\n", "yaml-syntax", 1, 4),
        ("a: &x [*x]\n", "too-many-aliases", 1, 8),
        ("? [a]\n: 1\n", "bad-key", 1, 3),
        ("a: &x {k: 1}\n<<: *x\n", "bad-key", 2, 1),
        ("a: !!python/object/apply:os.system [ls]\n", "bad-tag", 1, 4),
        ("a: !mine 1\n", "bad-tag", 1, 4),
        ("a: !!int ten\n", "bad-tag", 1, 4),
        ("a: !!binary aGk=\n", "bad-tag", 1, 4),
        ("a:\n  b: " + "9" * 5000 + "\n", "bad-number", 2, 6),
        ("a: 1\nb: \x1b[31m\n", "bad-character", 2, 4),
        ('a: "\\e[31m"\n', "bad-character", 1, 4),
        ('a: "\\u202e"\n', "bad-character", 1, 4),
        (b"a: 1\nb: \xff\n", "not-utf8", 2, 4),
        ("a: 1\n".encode("utf-16"), "not-utf8", 1, 1),
        ("[" * (MAX_DEPTH + 2), "too-deep", 1, MAX_DEPTH + 2),
        ("[" * 100_000, "too-deep", 1, 1001),
        ("- " * 200 + "a\n", "too-deep", 1, 2 * MAX_DEPTH + 3),
        ("%YAML 3.0\n--- 1\n", "yaml-syntax", 1, 1),
    ],
    ids=repr,
)
def test_faults_are_reported_where_they_stand(
    source: str | bytes, code: str, line: int, column: int
) -> None:
    first = problems(source)[0]
    assert (first.code, first.position.line, first.position.column) == (code, line, column)


def test_faults_that_reading_survives_are_reported_together() -> None:
    found = problems("a: 1\na: 2\nb: !x 1\nb: 3\n")
    assert [(one.code, one.position.line) for one in found] == [
        ("duplicate-key", 2),
        ("bad-tag", 3),
        ("duplicate-key", 4),
    ]


def test_a_problem_prints_as_a_compiler_message() -> None:
    assert str(problems("a: 1\nb: 2\na: 3\n")[0]) == (
        "f.yaml:3:1: error[duplicate-key]: key 'a' stands twice in one mapping, first in line 1"
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a: 1\n\tb: 2\n", "indent with spaces"),
        ("a: @home\n", "put the text in quotes"),
        (
            "a: this: that\n",
            "text with a colon needs quotes; a key is indented like the one before it",
        ),
        ("- a\n- b\nc: d\n", "indent the line like those before it"),
    ],
)
def test_common_slips_get_a_hint(text: str, hint: str) -> None:
    assert problems(text)[0].hint == hint


@pytest.mark.parametrize(
    "text", ["a:\n\tb: 1\n", "a:\n  b: 1\n\tc: 2\n", "a: |\n  x\n\ty\n", "- a\n-\tb: 1\n\tc: 2\n"]
)
def test_a_tab_is_called_a_tab_wherever_it_indents(text: str) -> None:
    (problem,) = problems(text)
    assert (problem.code, problem.message) == ("yaml-syntax", "tabs may not indent")
    assert "\t" in text.splitlines()[problem.position.line - 1]


def test_an_alias_bomb_is_refused_before_it_unfolds() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    found = problems("\n".join(lines))
    assert [(one.code, one.position.line) for one in found] == [("too-many-aliases", 5)]


def test_long_texts_behind_aliases_count_too() -> None:
    text = f"a: &a {'x' * 50_000}\nb: [*a, *a, *a]\n"
    assert problems(text)[0].code == "too-many-aliases"


def test_a_ten_megabyte_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"# " + b"x" * 10_000_000)
    assert [one.code for one in problems(path)] == ["too-large"]


def test_a_file_of_too_many_values_is_refused() -> None:
    assert problems("[" + "1," * (MAX_BYTES // 2 - 10) + "]")[0].code == "too-large"


def test_what_is_no_file_is_reported(tmp_path: Path) -> None:
    assert problems(tmp_path / "missing.yaml")[0].code == "unreadable"
    assert problems(tmp_path)[0].code == "unreadable"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
        assert problems(tmp_path / "pipe.yaml")[0].code == "unreadable"


def test_the_loader_without_libyaml_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    from obsidia_core.content import yamlfile

    text = "a: [1, on, {b: 'x'}]\n--- !!map\nc: &x 0o7\nd: *x\n"
    fast = [(one.value, one.at(("a", 2, "b"))) for one in read_yaml(text)]
    monkeypatch.setattr(yamlfile, "_LOADER", yaml.SafeLoader)
    assert [(one.value, one.at(("a", 2, "b"))) for one in read_yaml(text)] == fast
    assert problems("[" * 100_000)[0].code == "too-deep"
    assert problems("a: 1\na: 2\n")[0].code == "duplicate-key"
