"""The installed catalog as it was last built: used as long as nothing has changed, never longer.

Fresh processes use a copy of the library that the tests may change.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import obsidia_core
from obsidia_core.plugins.resources import content_root

TELL = """
import sys
from obsidia_core.content import load_catalog

catalog = load_catalog()
print("imported" if "obsidia_core.effects.plugin" in sys.modules else "kept")
print(catalog.spells["war_cry"].effects[0].params)
print(catalog.hash)
"""

MORE = "creatures: [{id: kraken, name: Kraken, native: blackwater, summary: Deep.}]\n"
OTHERS = {"OBSIDIA_DISABLE_PLUGINS": ""}
DATA = "src/obsidia_core/_data"
"""Where content lies in an installed library."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a copy of the library."""
    root = tmp_path_factory.mktemp("copy")
    source = Path(obsidia_core.__file__).parent
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(source, root / "src" / source.name, ignore=compiled)
    for name in ("spells", "schemas"):
        if not (root / DATA).exists():
            shutil.copytree(content_root() / name, root / name, ignore=compiled)
    return root


@pytest.fixture
def edit(library: Path) -> Iterator[Callable[[str, str, str], None]]:
    """Replaces a text in a file; afterwards the file is as it was."""
    before: dict[Path, str] = {}

    def edit(file: str, old: str, new: str) -> None:
        path = next(one for one in (library / file, library / DATA / file) if one.exists())
        text = before.setdefault(path, path.read_text(encoding="utf-8"))
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    yield edit
    for path, text in before.items():
        path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def warm(library: Path) -> tuple[str, ...]:
    """What a start tells when the catalog has been kept."""
    first, second = start(library), start(library)
    assert first[0] == "imported"
    assert second == ("kept", *first[1:])
    return second


def start(library: Path, code: str = TELL, **environment: str) -> tuple[str, ...]:
    """The lines that a fresh process prints."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(library / "src"), *filter(None, sys.path)]),
        "XDG_CACHE_HOME": str(library / "cache"),
        "OBSIDIA_NO_CACHE": "",
        "OBSIDIA_DISABLE_PLUGINS": "1",
        **environment,
    }
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return tuple(done.stdout.splitlines())


@pytest.mark.parametrize(
    ("file", "old", "new", "differs"),
    [
        ("spells/warlords.yaml", "no more than 6", "no more than  6", True),
        ("spells/creatures.py", '"""', '"""The creatures. ', False),
        ("schemas/content/class.schema.json", "{", "{ ", False),
        ("src/obsidia_core/effects/battles.py", "default=(), meta", "default=(1,), meta", True),
        ("src/obsidia_core/content/normalise.py", '"""', '"""Definitions. ', False),
        ("src/obsidia_core/__init__.py", '__version__ = "', '__version__ = "9', False),
    ],
    ids=["content", "code of cards", "a schema", "code of an effect", "the compiler", "version"],
)
def test_nothing_is_kept_beyond_a_change(
    library: Path,
    warm: tuple[str, ...],
    edit: Callable[[str, str, str], None],
    file: str,
    old: str,
    new: str,
    differs: bool,
) -> None:
    edit(file, old, new)
    told = start(library)
    assert told[0] == "imported"
    assert (told[1:] != warm[1:]) == differs


@pytest.mark.parametrize("file", ["more.yaml", "more.py"])
def test_a_file_more_is_noticed(library: Path, warm: tuple[str, ...], file: str) -> None:
    spells = next(one for one in (library / DATA / "spells", library / "spells") if one.exists())
    path = spells / file
    path.write_text("# creatures: []\n" if path.suffix == ".py" else MORE, encoding="utf-8")
    told = start(library)
    path.unlink()
    assert told[0] == "imported"
    assert (told[2] != warm[2]) == (path.suffix == ".yaml")


@pytest.mark.usefixtures("warm")
def test_with_plugins_of_others_nothing_is_kept(library: Path, tmp_path: Path) -> None:
    code = "from obsidia_core.plugins import hookimpl\n\n"
    code += "@hookimpl\ndef obsidia_register(registry):\n    registry.bot('singer', print)\n"
    (tmp_path / "singing.py").write_text(code, encoding="utf-8")
    info = tmp_path / "singing-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[obsidia_core.plugins]\nsinging = singing\n")
    for _ in range(2):
        told = start(library, f"import sys; sys.path.append({str(tmp_path)!r})\n{TELL}", **OTHERS)
        assert told[0] == "imported"


def test_what_is_kept_is_what_is_built(library: Path, warm: tuple[str, ...]) -> None:
    code = """
import os
from obsidia_core.content import build_catalog, load_catalog

kept = load_catalog()
os.environ["OBSIDIA_NO_CACHE"] = "1"
built = build_catalog()
print(kept == built, kept.hash == built.hash, kept.foreign == built.foreign)
print({key: entry.params for key, entry in kept.hooks.items()}
    == {key: entry.params for key, entry in built.hooks.items()})
"""
    assert start(library, code) == ("True True True", "True")
    assert start(library, OBSIDIA_NO_CACHE="1") == ("imported", *warm[1:])


def test_damaged_and_impossible_folders_do_no_harm(
    library: Path, warm: tuple[str, ...], tmp_path: Path
) -> None:
    for entry in (library / "cache" / "obsidia_core").iterdir():
        entry.write_bytes(entry.read_bytes()[:-2])
    assert start(library) == ("imported", *warm[1:])
    assert start(library) == warm
    (tmp_path / "obsidia_core").write_text("no folder")
    assert start(library, XDG_CACHE_HOME=str(tmp_path)) == ("imported", *warm[1:])


def test_code_that_changes_under_way_is_not_mixed_with_a_kept_catalog(
    library: Path, warm: tuple[str, ...], edit: Callable[[str, str, str], None]
) -> None:
    """The catalog is kept, then an effect changes, and only then is its code imported."""
    edit("src/obsidia_core/effects/battles.py", "add: int = 0", "add: int = 3")
    start(library)
    path = library / "src/obsidia_core/effects/battles.py"
    code = f"""
from pathlib import Path
from obsidia_core.content import load_catalog
from obsidia_core.kernel.errors import PluginError

catalog = load_catalog()
path = Path({str(path)!r})
path.write_text(path.read_text().replace("add: int = 3", "add: int = 55"))
try:
    len(catalog.hooks)
except PluginError as error:
    print(error)
"""
    assert start(library, code) == ("the library's code has changed meanwhile; start again",)
    assert start(library)[0] == "imported"
