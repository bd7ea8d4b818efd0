"""The installed content with one file in place of what it has under the same ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from obsidia_core.content.catalog import Catalog, catalog_from_data
from obsidia_core.content.checks import space_of
from obsidia_core.content.compile import compile_found
from obsidia_core.content.entries import Collected, Entry, collect
from obsidia_core.content.problems import Problem
from obsidia_core.content.sources import read_source, read_sources
from obsidia_core.kernel.errors import ContentError
from obsidia_core.plugins.manager import load_plugins


def trial_catalog(path: Path) -> Catalog:
    """The catalog to try the definitions of a file with, be they new or changed copies.

    Raises:
        ContentError: if the file, or the installed content together with it, is wrong.
        PluginError: if a plugin is faulty.
    """
    registry = load_plugins()
    mine = read_source(path, str(path))
    if isinstance(mine, Problem):
        raise ContentError([mine])
    own = collect([mine])
    if own.problems:
        raise ContentError(sorted(own.problems))
    sources = [one for one in read_sources(registry.packs) if one.path != mine.path]
    others = collect(sources, examples=False)
    entries = list(_instead(others.entries, own.entries))
    found = Collected(entries, others.problems, others.complete and own.complete)
    options = {name: entry.option for name, entry in registry.options.items()}
    return catalog_from_data(compile_found(found, registry.hooks), registry.hooks, options, True)


def _instead(others: list[Entry], own: list[Entry]) -> Iterator[Entry]:
    """All definitions; one that a file defines anew is left out for the file's, in its place."""
    anew: dict[tuple[str, str], Entry] = {}
    for entry in own:
        anew.setdefault((space_of(entry), entry.id), entry)
    placed = set()
    for entry in others:
        name = (space_of(entry), entry.id)
        yield anew.get(name, entry)
        placed.add(name)
    for entry in own:
        name = (space_of(entry), entry.id)
        if name not in placed or anew[name] is not entry:
            yield entry
