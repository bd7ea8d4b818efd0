"""Each kind of mistake in a content file gets its code, on its line."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from obsidia_core.content import Problem, problems, validate
from obsidia_core.content.checks import check
from obsidia_core.content.entries import Collected, Entry, collect
from obsidia_core.content.problems import Position
from obsidia_core.content.schema import MAX_PROBLEMS
from obsidia_core.content.sources import Source
from obsidia_core.plugins import load_plugins

WritePack = Callable[[Mapping[str, str]], Path]
Edit = Callable[[str, str, str], list[Problem]]

# File, what stands there, what is put there instead, the code, and a piece of the line it names.
Case = tuple[str, str, str, str, str]
SCHEMA_CASES: tuple[Case, ...] = (
    ("tiles.yaml", "{id: plain-03, terrain:", "{id: plain-03, terain:", "unknown-key", "terain"),
    ("terrain.yaml", "letter: P\n", "leter: P\n", "missing-key", "id: plain"),
    ("terrain.yaml", "claimable: true", "claimable: yes", "wrong-type", "claimable: yes"),
    ("terrain.yaml", "name: Woods", "name: 12", "wrong-type", "name: 12"),
    ("terrain.yaml", "name: Woods", "name:", "wrong-type", "name:"),
    (
        "terrain.yaml",
        "- {hook: slide, by: [step,",
        "- {hook: slide, by: [stp,",
        "not-one-of",
        "stp",
    ),
    ("warlords.yaml", "play: summon", "play: summons", "not-one-of", "summons"),
    ("warlords.yaml", "id: raze", "id: Raze!", "bad-format", "Raze!"),
    ("warlords.yaml", "letter: W", "letter: WL", "bad-format", "letter: WL"),
    ("warlords.yaml", "name: Raze", 'name: ""', "out-of-range", 'name: ""'),
    ("warlords.yaml", "order: 3", "order: -3", "out-of-range", "order: -3"),
    ("terrain.yaml", "faces: [1]}", "faces: []}\n    enter: {}", "wrong-type", "enter: {}"),
    ("tiles.yaml", "terrain: void, exits: NS}", "terrain: void, exits: SN}", "bad-exits", "SN"),
    ("tiles.yaml", "terrain: void, exits: NS}", "terrain: void, exits: ns}", "bad-exits", "ns"),
    ("tiles.yaml", "terrain: void, exits: NS}", "terrain: void, exits: ''}", "bad-exits", "''"),
    (
        "tiles.yaml",
        "terrain: woods, exits: NES}",
        "terrain: woods, exits: '-'}",
        "bad-exits",
        "'-'",
    ),
    ("tiles.yaml", "  warlords:\n", "  Warlords:\n", "bad-format", "  Warlords:"),
    ("creatures.yaml", "creatures:", "creature:", "unknown-document", "creature:"),
    ("creatures.yaml", "creatures:", "# c\n---\n- creatures:", "unknown-document", "- creatures:"),
)
CROSS_CASES: tuple[Case, ...] = (
    (
        "tiles.yaml",
        "plain-02, terrain: plain",
        "plain-02, terrain: plane",
        "unknown-terrain",
        "plane",
    ),
    ("terrain.yaml", "apart_from: [town]", "apart_from: [twon]", "unknown-terrain", "twon"),
    ("creatures.yaml", "native: void", "native: abyss", "unknown-terrain", "abyss"),
    ("creatures.yaml", "[portal, boneyard]", "[portal, bone]", "unknown-terrain", "[portal, bone]"),
    ("creatures.yaml", "terrain: ice_field", "terrain: ice", "unknown-terrain", "terrain: ice}"),
    ("tiles.yaml", "  warlords:\n", "  warlord:\n", "unknown-class", "  warlord:"),
    ("tiles.yaml", "  warlords: {", "  warlord: {", "unknown-class", "  warlord: {"),
    ("terrain.yaml", "{hook: slide", "{hook: slyde", "unknown-hook", "slyde"),
    ("terrain.yaml", "{hook: exit_roll}", "exit_rol", "unknown-hook", "exit_rol"),
    (
        "terrain.yaml",
        "{hook: portal_trip}",
        "{hook: slide}",
        "unknown-hook",
        "travel: {hook: slide}",
    ),
    ("warlords.yaml", "name: Raze\n", "name: Raze\n    hook: raze\n", "unknown-hook", "hook: raze"),
    ("creatures.yaml", "total: 7}", "totl: 7}", "unknown-parameter", "totl"),
    (
        "terrain.yaml",
        "{hook: survival_roll, dice: 2, total: 4}",
        "{hook: survival_roll, by: [step], dice: 2, total: 4}",
        "unknown-parameter",
        "by: [step], dice",
    ),
    ("creatures.yaml", ", total: 3}", "}", "missing-parameter", "dice: 1}"),
    ("creatures.yaml", "total: 7}", "total: '7'}", "bad-parameter", "'7'"),
    ("creatures.yaml", "total: 7}", "total: true}", "bad-parameter", "total: true"),
    ("creatures.yaml", "faces: [1, 2]", "faces: [1, x]", "bad-parameter", "[1, x]"),
    ("creatures.yaml", "keep: higher", "keep: highest", "bad-parameter", "highest"),
    ("tiles.yaml", "id: plain-02", "id: plain-01", "duplicate-id", "plain-01, terrain"),
    (
        "tiles.yaml",
        "id: warlords-colony",
        "id: plain-01",
        "duplicate-id",
        "warlords: {id: plain-01",
    ),
    ("warlords.yaml", "id: raze", "id: halo", "duplicate-id", "id: halo"),
    ("warlords.yaml", "name: Raze", "name: Halo", "duplicate-name", "name: Halo"),
    ("warlords.yaml", "letter: W", "letter: L", "duplicate-mark", "letter: L"),
    ("warlords.yaml", "color: red", "color: white", "duplicate-mark", "color: white"),
    ("terrain.yaml", "letter: V", "letter: B", "duplicate-mark", "letter: B"),
    ("warlords.yaml", "letter: W", "letter: C", "reserved-name", "letter: C"),
    ("warlords.yaml", "  id: warlords", "  id: horde", "reserved-name", "  id: horde"),
    (
        "tiles.yaml",
        "terrain: woods, exits: NES}",
        "terrain: woods, exits: NES, stones: {1: N, 2: N, 3: E, 4: E, 5: W, 6: S}}",
        "bad-stones",
        "5: W",
    ),
    (
        "tiles.yaml",
        "terrain: woods, exits: NES}",
        "terrain: woods, exits: NES, stones: {1: N, 2: N, 4: E, 5: E, 6: S}}",
        "bad-stones",
        "stones: {1",
    ),
    (
        "tiles.yaml",
        "plain-03, terrain: plain, exits: NES}",
        "plain-03, terrain: plain, exits: NES, stones: {1: N, 2: N, 3: E, 4: E, 5: S, 6: S}}",
        "bad-stones",
        "stones: {1",
    ),
    (
        "tiles.yaml",
        "    - {id: plain-05, terrain: plain, exits: NS}\n",
        "",
        "wrong-count",
        "communal:",
    ),
    (
        "tiles.yaml",
        "    - {id: warlords-plain-03, terrain: plain, exits: NE}\n",
        "",
        "wrong-count",
        "id: warlords",
    ),
    (
        "tiles.yaml",
        "  warlords: {id: warlords-colony, front: NS, back: NES}\n",
        "",
        "wrong-count",
        "id: warlords",
    ),
    (
        "tiles.yaml",
        "plain-05, terrain: plain",
        "plain-05, terrain: colony",
        "impossible-set",
        "terrain: colony",
    ),
    ("terrain.yaml", "    home: true\n", "", "impossible-set", "communal:"),
    ("terrain.yaml", "claimable: true", "home: true", "impossible-set", "home: true"),
    ("warlords.yaml", "play: summon", "play: reaction", "spell-mismatch", "play: reaction"),
    ("warlords.yaml", "    trigger: arrival\n", "", "spell-mismatch", "id: ambush"),
    (
        "warlords.yaml",
        "play: summon",
        "trigger: cast\n    play: summon",
        "spell-mismatch",
        "r: cast",
    ),
    ("warlords.yaml", "play: summon", "play: face-up", "spell-mismatch", "play: face-up"),
    (
        "warlords.yaml",
        "name: Raze\n",
        "name: Raze\n    replaces: hallo\n",
        "unknown-spell",
        "hallo",
    ),
    ("tiles.yaml", "{id: plain-05,", "{id: plain-05, replaces: plain-99,", "unknown-tile", "-99"),
    (
        "creatures.yaml",
        "name: Leviathan",
        "name: x\n    replaces: kraken",
        "unknown-creature",
        "krak",
    ),
)
FILE_CASES: tuple[tuple[bytes, str], ...] = (
    (b"a: [\n", "yaml-syntax"),
    (b"x: 1\nx: 2\n", "duplicate-key"),
    (b"x: !y 1\n", "bad-tag"),
    (b"<<: 1\n", "bad-key"),
    (b"x: \xff\n", "not-utf8"),
    (b"x: \x00\n", "bad-character"),
    (b"x: " + b"9" * 5000, "bad-number"),
    (b"[" * 50, "too-deep"),
    (b"x: &x [*x]\n", "too-many-aliases"),
    (b"#" * 1_000_001, "too-large"),
    (b"# only a remark\n", "empty-file"),
    (b"---\n---\n", "empty-file"),
)
UNREADABLE = "unreadable"


@pytest.fixture(scope="module")
def entries(default_files: Mapping[str, str]) -> Mapping[str, list[Entry]]:
    """The definitions of each file of the default content."""
    return {name: read(name, text).entries for name, text in default_files.items()}


def read(name: str, text: str) -> Collected:
    return collect([Source("test", Path(name), text.encode())])


@pytest.fixture
def problems_after(
    default_files: Mapping[str, str], entries: Mapping[str, list[Entry]], stub_hooks: object
) -> Edit:
    """Edits one place of the default content; gives the errors."""
    hooks = load_plugins([stub_hooks], entry_points=False).hooks

    def edit(file: str, old: str, new: str) -> list[Problem]:
        assert old in default_files[file]
        fresh = read(file, default_files[file].replace(old, new, 1))
        changed = {**entries, file: fresh.entries}
        found = Collected([one for name in changed for one in changed[name]], [], fresh.complete)
        return [*fresh.problems, *check(found, hooks)[1]]

    return edit


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "mark"), SCHEMA_CASES + CROSS_CASES, ids=lambda value: value[:20]
)
def test_a_mistake_gets_its_code_on_its_line(
    default_files: Mapping[str, str],
    problems_after: Edit,
    file: str,
    old: str,
    new: str,
    code: str,
    mark: str,
) -> None:
    found = problems_after(file, old, new)
    texts = {**default_files, file: default_files[file].replace(old, new, 1)}
    lines = [
        texts[Path(one.position.file).name].splitlines()[one.position.line - 1]
        for one in found
        if one.code == code
    ]
    assert any(mark in line for line in lines), [str(one) for one in found]


@pytest.mark.parametrize(("data", "code"), FILE_CASES, ids=lambda value: str(value)[:20])
def test_a_file_that_is_no_content_gets_its_code(
    tmp_path: Path, stub_hooks: object, data: bytes, code: str
) -> None:
    (tmp_path / "x.yaml").write_bytes(data)
    found = validate(tmp_path / "x.yaml", plugins=[stub_hooks], entry_points=False)
    assert code in {one.code for one in found}


def test_every_code_is_documented_and_tested() -> None:
    """Those about cards are in `test_spell_language`."""
    table, _of_cards = (problems.__doc__ or "").split("And about spell cards")
    documented = set(re.findall(r"^\| ([a-z0-9-]+) \|", table, re.MULTILINE))
    tested = {case[3] for case in SCHEMA_CASES + CROSS_CASES} | {code for _, code in FILE_CASES}
    assert documented - {"code"} == tested | {UNREADABLE}


def test_missing_files_and_empty_folders_are_problems(tmp_path: Path, stub_hooks: object) -> None:
    for path in (tmp_path / "missing.yaml", tmp_path):
        found = validate([path], plugins=[stub_hooks], entry_points=False)
        assert [one.code for one in found] == [UNREADABLE]


@pytest.mark.parametrize(
    ("file", "old", "new", "hint"),
    [
        ("tiles.yaml", "{id: plain-03, terrain:", "{id: plain-03, terain:", "mean 'terrain'?"),
        ("tiles.yaml", "terrain: void, exits: NS}", "terrain: void, exits: SN}", "write NS"),
        ("terrain.yaml", "name: Woods", "name: 12", "put it in quotes"),
        ("terrain.yaml", "{hook: slide", "{hook: slyde", "mean 'slide'?"),
        ("terrain.yaml", "{hook: portal_trip}", "{hook: slide}", "it is a hook of kind enter"),
        ("creatures.yaml", "total: 7}", "totl: 7}", "mean 'total'?"),
        ("creatures.yaml", "native: void", "native: viod", "mean 'void'?"),
        ("warlords.yaml", "play: summon", "play: sumon", "mean 'summon'?"),
        ("warlords.yaml", "id: raze", "id: halo", "first at"),
        ("warlords.yaml", "letter: W", "letter: w", "Capital letter"),
    ],
)
def test_a_mistake_gets_a_hint(
    problems_after: Edit,
    file: str,
    old: str,
    new: str,
    hint: str,
) -> None:
    found = problems_after(file, old, new)
    assert any(hint in (one.hint or "") for one in found), [str(one) for one in found]


def test_all_problems_of_all_files_come_at_once_in_order(
    default_files: Mapping[str, str], write_pack: WritePack, stub_hooks: object
) -> None:
    files = dict(default_files)
    files["tiles.yaml"] = files["tiles.yaml"].replace("NESW", "WSEN", 2)
    files["terrain.yaml"] = files["terrain.yaml"].replace("name: Woods", "nam: Woods")
    found = validate(write_pack(files), plugins=[stub_hooks], entry_points=False)
    codes = [one.code for one in found if one.severity == "error"]
    assert codes == ["missing-key", "unknown-key", "bad-exits", "bad-exits"]
    assert found == sorted(found)


def test_one_unreadable_file_does_not_make_every_name_unknown(
    default_files: Mapping[str, str], write_pack: WritePack, stub_hooks: object
) -> None:
    files = {**default_files, "terrain.yaml": "terrains: [\n"}
    found = validate(write_pack(files), plugins=[stub_hooks], entry_points=False)
    assert [one.code for one in found if one.severity == "error"] == ["yaml-syntax"]


def test_a_file_full_of_mistakes_is_cut_short(tmp_path: Path, stub_hooks: object) -> None:
    text = "creatures:\n" + "- {id: kraken, native: 3}\n" * 1000
    (tmp_path / "x.yaml").write_text(text)
    found = validate(tmp_path, plugins=[stub_hooks], entry_points=False)
    schema_codes = ("missing-key", "wrong-type")
    assert sum(one.code in schema_codes for one in found) == MAX_PROBLEMS


def test_a_problem_is_ready_for_json() -> None:
    problem = Problem(Position("a.yaml", 2, 3), "bad-exits", "no exits", "write NS")
    assert problem.to_json() == {
        "file": "a.yaml",
        "line": 2,
        "column": 3,
        "severity": "error",
        "code": "bad-exits",
        "message": "no exits",
        "hint": "write NS",
    }
