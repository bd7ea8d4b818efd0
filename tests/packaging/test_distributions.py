"""What is published is complete, holds nothing else, and works where there is no checkout."""

import configparser
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

ROOT = Path(__file__).parents[2]
DATA = "obsidia_core/_data/"
PARTS = ("spells", "schemas")

LOOK = """
import json, site, sys
site.addsitedir(sys.argv[1])
sys.path.insert(0, sys.path.pop())
from importlib.metadata import entry_points
import obsidia_core
from obsidia_core.content import load_catalog
catalog = load_catalog()
print(json.dumps({
    "file": obsidia_core.__file__,
    "hash": catalog.hash,
    "spells": len(catalog.spells),
    "classes": sorted(catalog.classes),
    "plugin": [e.dist.version for e in entry_points(group="obsidia_core.plugins", name="default")],
}))
"""


def files_to_ship() -> set[str]:
    """The content and schemas of this checkout, as they are to be named in a wheel."""
    return {
        DATA + path.relative_to(ROOT).as_posix()
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.suffix in {".yaml", ".json", ".py", ".ts"}
    }


def build(source: Path, into: Path, target: str) -> Path:
    """Builds without isolation and without the network; the file that came out."""
    into.mkdir()
    script = f"import hatchling.build as b; b.build_{target}({str(into)!r})"
    subprocess.run([sys.executable, "-c", script], cwd=source, check=True, stdout=subprocess.PIPE)
    (built,) = into.iterdir()
    return built


def look(installed: Path, elsewhere: Path) -> Mapping[str, Any]:
    """What a program sees that imports the package as installed there, started elsewhere."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run = subprocess.run(
        [sys.executable, "-c", LOOK, str(installed)],
        cwd=elsewhere,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
    )
    seen: Mapping[str, Any] = json.loads(run.stdout)
    return seen


@attrs.frozen
class Built:
    """A wheel: its file, the names in it, and the folder it is installed in."""

    file: Path
    names: frozenset[str]
    installed: Path


def install(wheel: Path, into: Path) -> Built:
    """A wheel is installed by unpacking it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(into)  # noqa: S202  # built a moment ago from this project
        return Built(wheel, frozenset(archive.namelist()), into)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build(ROOT, folder / "built", "sdist")) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.glob("obsidia_core-*")
    return unpacked


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A wheel built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    return install(build(ROOT, folder / "built", "wheel"), folder / "installed")


@pytest.fixture(scope="module")
def wheel_of_sdist(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A wheel built from the source distribution, after things were left lying about in it."""
    folder = tmp_path_factory.mktemp("wheel-of-sdist")
    source = folder / "source"
    shutil.copytree(sdist, source)
    for litter in ("spells/key.pem", "spells/.draft.yaml", "schemas/notes.txt"):
        (source / litter).write_text("not to be published\n", encoding="utf-8")
    return install(build(source, folder / "built", "wheel"), folder / "installed")


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A development install of the checkout."""
    folder = tmp_path_factory.mktemp("editable")
    return install(build(ROOT, folder / "built", "editable"), folder / "installed")


def test_a_wheel_has_the_content_the_schemas_and_the_types(wheel: Built) -> None:
    assert {name for name in wheel.names if name.startswith(DATA)} == files_to_ship()
    assert "obsidia_core/py.typed" in wheel.names
    assert "obsidia_core/ledger/obsidia-rules.yaml" in wheel.names


def test_a_wheel_holds_both_games_and_its_metadata(wheel: Built) -> None:
    tops = {name.partition("/")[0] for name in wheel.names}
    assert tops == {"obsidia_core", "orichalque", "obsidia_core-0.1.0.dist-info"}


def test_litter_beside_the_content_is_not_published(wheel: Built, wheel_of_sdist: Built) -> None:
    assert wheel_of_sdist.names == wheel.names


def test_an_editable_install_has_no_copy_that_could_go_stale(editable: Built) -> None:
    assert not any(name.startswith("obsidia_core/") for name in editable.names)


def test_the_same_catalog_loads_however_it_is_installed(
    wheel: Built, wheel_of_sdist: Built, editable: Built, tmp_path: Path
) -> None:
    homes = {
        wheel: wheel.installed,
        wheel_of_sdist: wheel_of_sdist.installed,
        editable: ROOT / "src",
    }
    hashes = set()
    for built, home in homes.items():
        seen = look(built.installed, tmp_path)
        assert Path(seen["file"]).is_relative_to(home)
        assert seen["plugin"] == ["0.1.0"]
        assert seen["spells"] == 80
        assert seen["classes"] == ["death_legion", "light_keepers", "veiled_occult", "warlords"]
        hashes.add(seen["hash"])
    assert len(hashes) == 1


def test_entry_points_name_modules_that_are_there(wheel: Built) -> None:
    points = configparser.ConfigParser()
    points.read(wheel.installed / "obsidia_core-0.1.0.dist-info" / "entry_points.txt")
    targets = [target for group in points.sections() for target in points[group].values()]
    assert len(targets) == 5
    for target in targets:
        path = wheel.installed / target.partition(":")[0].replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), target


def test_the_source_distribution_can_be_tested_and_documented(sdist: Path) -> None:
    for needed in (
        "hatch_build.py",
        "Makefile",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        ".ci/run",
        "docs/conf.py",
        "spells/terrain.yaml",
        "schemas",
        "tests/packaging/test_distributions.py",
        "src/obsidia_core/py.typed",
    ):
        assert (sdist / needed).exists(), needed
    assert not (sdist / "docs/_build").exists()
    assert not list(sdist.rglob("__pycache__"))
