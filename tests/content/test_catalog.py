"""Catalogs: their hash, their order, replacements, the compiled cache."""

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from obsidia_core.content import Catalog, HookRef, build_catalog, cache, load_catalog, validate
from obsidia_core.content.frozen import FrozenMap
from obsidia_core.kernel.errors import ContentError
from obsidia_core.plugins import Registry
from obsidia_core.plugins.resources import content_root

WritePack = Callable[[Mapping[str, str]], Path]
Build = Callable[..., Catalog]


@pytest.fixture
def build(
    write_pack: WritePack, stub_hooks: object, folder_pack: Callable[[Path], object]
) -> Build:
    """The catalog of packs, each a mapping of file names to texts."""

    def build(*packs: Mapping[str, str]) -> Catalog:
        plugins = [folder_pack(write_pack(files)) for files in packs]
        return load_catalog([stub_hooks, *plugins], entry_points=False)

    return build


@pytest.fixture(scope="module")
def catalog(
    default_files: Mapping[str, str],
    stub_hooks: object,
    folder_pack: Callable[[Path], object],
    tmp_path_factory: pytest.TempPathFactory,
) -> Catalog:
    """The default content, built once for this module."""
    folder = tmp_path_factory.mktemp("pack")
    for name, text in default_files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_catalog([stub_hooks, folder_pack(folder)], entry_points=False)


SMALL: Mapping[str, str] = {
    "meadow.yaml": "terrains: [{id: meadow, name: Meadow, letter: M, summary: Grass.}, "
    "{id: home, name: Home, letter: H, summary: Walls., home: true}]\n"
    "---\ntiles:\n  communal:\n"
    + "".join(f"    - {{id: t{number}, terrain: meadow, exits: NESW}}\n" for number in range(15))
}
"""As little as a catalog needs, for tests of what does not depend on its content."""


def codes(error: pytest.ExceptionInfo[ContentError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def test_definitions_cannot_be_changed(catalog: Catalog) -> None:
    with pytest.raises(AttributeError):
        catalog.spells["halo"].text = "Nothing."  # type: ignore[misc]  # what the test shows
    with pytest.raises(TypeError):
        catalog.spells["halo"] = None  # type: ignore[index]  # what the test shows
    with pytest.raises(AttributeError):
        catalog.spells._items = {}  # type: ignore[attr-defined]  # what the test shows
    assert hash(catalog.terrains) == hash(copy.deepcopy(catalog.terrains))
    pickled = pickle.dumps(catalog.terrains)
    assert pickle.loads(pickled) == catalog.terrains  # noqa: S301 - pickled here


def test_parameters_not_given_have_the_plugins_default(
    build: Build, default_files: Mapping[str, str], catalog: Catalog
) -> None:
    files = dict(default_files)
    files["creatures.yaml"] = files["creatures.yaml"].replace("dice: 2, keep", "keep")
    ogre = build(files).creatures["timber_ogre"]
    assert ogre == catalog.creatures["timber_ogre"]
    assert ogre.dice == (HookRef("roll_several", FrozenMap({"dice": 2, "keep": "higher"})),)


def test_formatting_and_files_do_not_change_the_hash(
    build: Build, default_files: Mapping[str, str], catalog: Catalog
) -> None:
    files = {f"z-{name}" if name[0] == "d" else name: text for name, text in default_files.items()}
    files["tiles.yaml"] = "# remark\n" + files["tiles.yaml"].replace(
        "{id: plain-01, terrain: plain,", "{terrain: plain,    id: 'plain-01',"
    )
    files["terrain.yaml"] = files["terrain.yaml"].replace(
        "- {hook: kill_enemies}", "- kill_enemies"
    )
    files["more.yaml"] = files.pop("creatures.yaml") + "\n---\n" + files.pop("warlords.yaml")
    other = build(files)
    assert other == catalog
    assert other.hash == catalog.hash


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("terrain.yaml", "total: 4", "total: 5"),
        (
            "tiles.yaml",
            "plain-05, terrain: plain, exits: NS",
            "plain-05, terrain: plain, exits: NE",
        ),
        ("warlords.yaml", "name: Raze", "name: Razed"),
        ("warlords.yaml", "order: 3", "order: 1"),
    ],
)
def test_facts_and_their_order_change_the_hash(
    build: Build, default_files: Mapping[str, str], catalog: Catalog, file: str, old: str, new: str
) -> None:
    files = {**default_files, file: default_files[file].replace(old, new, 1)}
    assert build(files).hash != catalog.hash


def run(code: str, **environment: str) -> str:
    """What a fresh process prints."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout


def test_the_hash_is_the_same_in_every_process(tmp_path: Path) -> None:
    code = "from obsidia_core.content import load_catalog as load; print(load().hash)"
    hashes = {
        run(code, PYTHONHASHSEED=seed, XDG_CACHE_HOME=str(tmp_path / seed), OBSIDIA_NO_CACHE=off)
        for seed, off in (("0", ""), ("1", ""), ("2", "1"))
    }
    assert hashes == {build_catalog().hash + "\n"}


def test_a_start_from_the_cache_reads_no_yaml(tmp_path: Path) -> None:
    code = (
        "import sys; from obsidia_core.content import load_catalog; load_catalog();"
        "print('yaml' in sys.modules, 'jsonschema' in sys.modules)"
    )
    cold, warm = (run(code, XDG_CACHE_HOME=str(tmp_path)) for _ in range(2))
    assert cold == "True True\n"
    assert warm == "False False\n"


def entries() -> list[Path]:
    folder = cache.cache_folder()
    return sorted(folder.glob("*")) if folder and folder.exists() else []


def test_a_catalog_from_the_cache_is_equal(
    write_pack: WritePack,
    stub_hooks: object,
    folder_pack: Callable[[Path], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugins = [stub_hooks, folder_pack(write_pack(SMALL))]
    cold = build_catalog(plugins, entry_points=False)
    assert len(entries()) == 1
    monkeypatch.setattr("obsidia_core.content.compile.compile_sources", None)
    assert build_catalog(plugins, entry_points=False) == cold


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("Meadow", "Marsh"),
        lambda text: "[]",
        lambda text: '{"hash": 1}',
        lambda text: "[" * 100_000,
        lambda text: "\udcff",
    ],
)
def test_a_damaged_cache_entry_is_ignored_and_written_anew(
    write_pack: WritePack,
    stub_hooks: object,
    folder_pack: Callable[[Path], object],
    damage: Callable[[str], str],
) -> None:
    plugins = [stub_hooks, folder_pack(write_pack(SMALL))]
    cold = build_catalog(plugins, entry_points=False)
    (entry,) = entries()
    good = entry.read_text(encoding="utf-8")
    entry.write_text(damage(good), encoding="utf-8", errors="surrogateescape")
    assert build_catalog(plugins, entry_points=False) == cold
    assert entry.read_text(encoding="utf-8") == good


def test_the_cache_is_optional(
    build: Build,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("OBSIDIA_NO_CACHE", "1")
    first = build(SMALL)
    assert entries() == []
    monkeypatch.delenv("OBSIDIA_NO_CACHE")
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))
    assert build(SMALL) == first


def test_other_content_and_other_hooks_have_other_cache_entries(build: Build) -> None:
    build(SMALL)
    build({"meadow.yaml": SMALL["meadow.yaml"] + "# remark\n"})
    assert len(entries()) == 2


class Waiting:
    """Stands for an effect."""


class Lying:
    """Stands for an effect by which other cards are right."""

    standing = True
    phases = frozenset({"IV", "O"})


@pytest.mark.parametrize(
    ("function", "params", "entries"),
    [(Waiting, {}, 1), (Waiting, {"count": (int, 2)}, 2), (Lying, {}, 2)],
)
def test_what_content_is_checked_by_is_in_the_key_of_the_cache(
    function: object, params: dict[str, object], entries: int
) -> None:
    def key(function: object, params: dict[str, object]) -> str:
        registry = Registry()
        registry.open_for("test")
        registry.hook("effect", "wait", function, params)
        return cache.cache_key([], registry.hooks)

    assert len({key(Waiting, {}), key(function, params)}) == entries


def test_only_the_newest_cache_entries_are_kept(build: Build) -> None:
    for number in range(cache.KEPT + 2):
        build({"meadow.yaml": SMALL["meadow.yaml"] + f"# {number}\n"})
    assert len(entries()) == cache.KEPT


def test_a_pack_adds_a_creature(build: Build, default_files: Mapping[str, str]) -> None:
    kraken = "creatures: [{id: kraken, name: Kraken, native: blackwater, summary: Deep.}]\n"
    catalog = build(default_files, {"kraken.yaml": kraken})
    assert list(catalog.creatures)[-1] == "kraken"


def test_a_pack_adds_a_class(build: Build, default_files: Mapping[str, str]) -> None:
    facts = (
        "class: {id: horde_of_one, name: One, letter: H, color: green, summary: Alone.}\nspells:\n"
    )
    spell = "- {{id: one_{0}, name: One {0}, phase: V, play: immediate, text: Nothing.}}\n"
    tile = "  - {{id: one-{0}, terrain: plain, exits: NESW}}\n"
    tiles = "tiles:\n  horde_of_one:\n" + "".join(tile.format(n) for n in range(11))
    colony = "colonies: {horde_of_one: {id: one-home, front: N, back: NS}}\n"
    text = facts + "".join(spell.format(n) for n in range(20)) + "---\n" + tiles + colony
    catalog = build(default_files, {"one.yaml": text})
    assert list(catalog.classes)[-1] == "horde_of_one"
    assert len(catalog.classes["horde_of_one"].spells) == 20
    assert list(catalog.colonies)[-1] == "one-home"


def test_a_pack_replaces_a_card_in_its_place(
    build: Build, default_files: Mapping[str, str], catalog: Catalog
) -> None:
    spell = "{id: peace, name: Peace, phase: V, play: immediate, text: All., replaces: raze}"
    other = build(default_files, {"peace.yaml": f"class: warlords\nspells: [{spell}]\n"})
    expected = ["peace" if spell == "raze" else spell for spell in catalog.spells]
    assert list(other.spells) == expected
    assert other.classes["warlords"].spells[1] == "peace"


def test_two_packs_that_define_one_thing_are_both_named(
    build: Build, default_files: Mapping[str, str]
) -> None:
    kraken = "creatures: [{id: leviathan, name: Kraken, native: blackwater, summary: Deep.}]\n"
    with pytest.raises(ContentError, match=r"plugins 'FolderPack' and 'FolderPack#2'") as error:
        build(default_files, {"kraken.yaml": kraken})
    assert codes(error) == ["duplicate-id"]
    kraken = kraken.replace("leviathan", "kraken")
    squid = kraken.replace("kraken", "squid").replace("Deep.", "Deep., replaces: kraken")
    with pytest.raises(ContentError, match=r"plugins 'FolderPack#3' and 'FolderPack#4'") as error:
        build(default_files, {"k.yaml": kraken}, {"s.yaml": squid}, {"s.yaml": squid})
    assert codes(error) == ["duplicate-id"]


def test_no_plugins_no_content() -> None:
    assert len(load_catalog(entry_points=False).tiles) == 0


def test_a_catalog_of_installed_content_is_built_once() -> None:
    assert load_catalog() is load_catalog()


def test_validate_checks_files_together_with_installed_content(tmp_path: Path) -> None:
    path = tmp_path / "kraken.yaml"
    path.write_text("creatures: [{id: kraken, name: K, native: blackwater, summary: D.}]\n")
    assert validate(path) == []
    assert validate([str(tmp_path)]) == []
    assert [one.code for one in validate(path, standalone=True)] != []
    path.write_text("creatures: [{id: leviathan, name: K, native: blackwtr, summary: D.}]\n")
    assert sorted(one.code for one in validate(path)) == ["duplicate-id", "unknown-terrain"]
    renamed = path.rename(tmp_path / "sea.yaml")
    assert {one.position.file for one in validate(renamed)} == {str(renamed)}


def test_a_copy_of_the_content_is_valid_on_its_own(
    write_pack: WritePack, default_files: Mapping[str, str]
) -> None:
    assert validate(write_pack(default_files), standalone=True) == []


def test_a_schema_describes_every_key_and_knows_the_words_of_the_code() -> None:
    from jsonschema import Draft202012Validator

    from obsidia_core.content.catalog import PHASES, PLAYS, TRIGGERS
    from obsidia_core.model.hooks import WAYS

    undescribed: list[str] = []
    words: set[tuple[str, ...]] = set()

    def walk(name: str, node: object) -> None:
        if isinstance(node, list):
            for item in node:
                walk(name, item)
        elif isinstance(node, dict):
            if isinstance(node.get("enum"), list):
                words.add(tuple(node["enum"]))
            for key, value in node.items():
                if key == "properties":
                    undescribed.extend(
                        f"{name}: {one}"
                        for one, schema in value.items()
                        if not ("title" in schema and "description" in schema)
                    )
                walk(name, value)

    for path in sorted((content_root() / "schemas" / "content").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        walk(path.name, schema)
    assert undescribed == []
    assert {WAYS, PHASES, PLAYS, TRIGGERS, tuple("NESW")} == words


def test_each_shipped_file_names_its_schema_for_editors(default_files: Mapping[str, str]) -> None:
    for name, text in default_files.items():
        first = text.splitlines()[0]
        path = first.removeprefix("# yaml-language-server: $schema=")
        assert (content_root() / "spells" / path).resolve().is_file(), name
