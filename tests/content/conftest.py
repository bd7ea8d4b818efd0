"""Content packs to break, and the hooks that they name."""

from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
import pytest

from obsidia_core.plugins import Registry, hookimpl, load_plugins
from obsidia_core.plugins.resources import content_root

SPELLS = content_root() / "spells"
WritePack = Callable[[Mapping[str, str]], Path]


class StubHooks:
    """The hooks of the default content without its files; one parameter gets a default."""

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        for (kind, name), hook in load_plugins().hooks.items():
            params = dict(hook.params)
            if name == "roll_several":
                params["dice"] = attrs.evolve(params["dice"], default=2)
            registry.hook(kind, name, hook.function, params)


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


@pytest.fixture(scope="session")
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
