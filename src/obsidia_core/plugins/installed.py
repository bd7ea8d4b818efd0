"""Finds the entry points of installed distributions, at a tenth of what `importlib.metadata` costs.

A start would spend longer on importing that module than on reading all content. It is asked only
where a folder listing does not tell what is installed: zip files, eggs and other people's finders.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from functools import reduce
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

_INFO = (".dist-info", ".egg-info")


class EntryPoint(NamedTuple):
    """What a distribution says it has.

    Attributes:
        name: under which name.
        value: where: a module, or a module and an object in it after a colon.
        origin: the distribution.
    """

    name: str
    value: str
    origin: str

    def load(self) -> object:
        """The object.

        Raises:
            Exception: whatever importing it raises.
        """
        module, _, path = self.value.partition("[")[0].partition(":")
        inside = [part for part in path.strip().split(".") if part]
        return reduce(getattr, inside, importlib.import_module(module.strip()))


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group; of distributions of one name the first on the path counts."""
    if _plain():
        return list(_listed(group))
    from importlib import metadata

    return [
        EntryPoint(point.name, point.value, point.dist.name if point.dist else point.value)
        for point in metadata.entry_points(group=group)
    ]


def _plain() -> bool:
    """Whether everything installed lies in folders of the path."""
    finders = [one for one in sys.meta_path if hasattr(one, "find_distributions")]
    return finders == [PathFinder] and not any(
        path.endswith(".egg") or Path(path).is_file() for path in sys.path
    )


def _listed(group: str) -> Iterator[EntryPoint]:
    seen = set()
    for folder in sys.path:
        try:
            with os.scandir(folder or ".") as found:
                names = [one.name for one in found if one.name.endswith(_INFO)]
            # pip renames what it takes away, and may leave it behind.
            names = [name for name in names if not name.startswith("~")]
        except OSError:
            continue
        for name in names:
            project = name.rpartition(".")[0].partition("-")[0]
            key = project.lower().replace(".", "_")
            if key not in seen:
                seen.add(key)
                yield from _read(Path(folder, name, "entry_points.txt"), group, project)


def _read(path: Path, group: str, project: str) -> Iterator[EntryPoint]:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            lines = [line.strip() for line in stream]
    except OSError:
        return
    section = ""
    for line in lines:
        if line.startswith("["):
            section = line.strip("[]")
        elif section == group and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.strip(), project)
