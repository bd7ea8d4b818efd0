"""Content packs to break, and hooks that do nothing, for tests of content apart from rules."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from obsidia_core.plugins import Param, Registry, hookimpl
from obsidia_core.plugins.resources import content_root

SPELLS = content_root() / "spells"
WritePack = Callable[[Mapping[str, str]], Path]


def nothing(*_arguments: object) -> None:
    """Stands for any hook function."""


class StubHooks:
    """The hooks that the default content names, without any effect."""

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        roll = {"dice": int, "total": int}
        keep = Param(str, choices=("higher", "lower"))
        terrain = Param(str, refers_to="terrain")
        phase = Param(str, choices=("I", "II", "III", "IV", "V"))
        for kind, name, params in (
            ("enter", "kill_enemies", {}),
            ("enter", "kill_travelers", {}),
            ("enter", "slide", {}),
            ("enter", "survival_roll", roll),
            ("stay", "expel_guests", {}),
            ("stay", "survival_roll", roll),
            ("leave", "exit_roll", {}),
            ("travel", "portal_trip", {}),
            ("dice", "bar_faces", {"faces": list[int]}),
            ("dice", "roll_several", {"dice": (int, 2), "keep": keep}),
            ("trait", "survival_roll_nearby", roll),
            ("trait", "occupies_nearby", {"terrain": terrain}),
            ("trait", "closes_portal", {}),
            ("trait", "walks_at_phase_end", {}),
            ("trait", "survival_total", {"total": int}),
            ("trait", "bars_casting", {"phase": phase}),
        ):
            registry.hook(kind, name, nothing, params)


class FolderPack:
    """A plugin that is nothing but a pack folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        registry.pack(self.folder)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("OBSIDIA_NO_CACHE", raising=False)


@pytest.fixture(scope="session")
def stub_hooks() -> StubHooks:
    return StubHooks()


@pytest.fixture
def folder_pack() -> type[FolderPack]:
    return FolderPack


@pytest.fixture(scope="session")
def default_files() -> Mapping[str, str]:
    """The default content, file name to text."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(SPELLS.glob("*.yaml"))}


@pytest.fixture
def write_pack(tmp_path: Path) -> WritePack:
    """Writes files into a new folder and gives the folder."""

    def write(files: Mapping[str, str]) -> Path:
        folder = tmp_path / f"pack{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    return write
