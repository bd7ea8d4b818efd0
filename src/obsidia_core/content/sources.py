"""The files of content packs as bytes, in the order that definitions take from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from obsidia_core.content.problems import Position, Problem
from obsidia_core.kernel.errors import ContentError
from obsidia_core.plugins.registry import Pack

SUFFIXES = (".yaml", ".yml")
MAX_BYTES = 1_000_000
"""Largest file accepted."""


@attrs.frozen
class Source:
    """A content file.

    Attributes:
        plugin: name of the plugin whose pack it is in.
        path: absolute.
        data: its bytes; a file over the size limit is cut one byte after it.
    """

    plugin: str
    path: Path
    data: bytes

    @property
    def file(self) -> str:
        """The name to show."""
        return shown_path(self.path)


def shown_path(path: Path) -> str:
    """A path as messages show it: relative to the working directory if the file lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_sources(packs: Iterable[Pack]) -> list[Source]:
    """All files of the packs, pack by pack and by name within each.

    Raises:
        ContentError: if a file cannot be read.
    """
    sources: list[Source] = []
    problems: list[Problem] = []
    for pack in packs:
        for path in pack_files(pack.folder):
            read = read_source(path, pack.plugin)
            if isinstance(read, Problem):
                problems.append(read)
            else:
                sources.append(read)
    if problems:
        raise ContentError(problems)
    return sources


def pack_files(folder: Path) -> Iterator[Path]:
    """The content files directly in a folder by name, hidden ones left out."""
    for path in sorted(folder.iterdir()):
        if path.suffix in SUFFIXES and not path.name.startswith("."):
            yield path


def read_source(path: Path, plugin: str) -> Source | Problem:
    """One file, or the reason why it cannot be read."""
    source = Source(plugin, path.resolve(), b"")
    try:
        return attrs.evolve(source, data=read_bytes(path))
    except OSError as error:
        message = f"cannot read it: {error.strerror or error}"
        return Problem(Position(source.file, 1, 1), "unreadable", message)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, at most one more than `MAX_BYTES`.

    Raises:
        OSError: if it is no ordinary file or cannot be read.
    """
    if path.exists() and not path.is_file():
        raise OSError("it is not an ordinary file")
    with path.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)
