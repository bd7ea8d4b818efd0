"""Content from plugins and files: `load_catalog` to play with it, `validate` to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from obsidia_core.content import cache
from obsidia_core.content.catalog import Catalog, catalog_from_data
from obsidia_core.content.kept import keep, kept_key, load_kept
from obsidia_core.content.problems import Position, Problem
from obsidia_core.content.sources import Source, pack_files, read_source, read_sources, shown_path
from obsidia_core.plugins.manager import BUILT_IN, load_plugins, plugins_disabled

if TYPE_CHECKING:
    from obsidia_core.content.examples import WrittenScenario


def load_catalog(plugins: Sequence[object] = (), entry_points: bool = True) -> Catalog:
    """The catalog of all installed content and of further plugins.

    The catalog of installed content alone is built once in a process; see `build_catalog`.

    Args:
        plugins: further plugins: modules or other objects with a marked `obsidia_register`.
        entry_points: use installed plugins, among them the default content.

    Raises:
        ContentError: if files are wrong; `.problems` says where and how.
        PluginError: if a plugin is faulty or two of them conflict.
    """
    if plugins:
        return build_catalog(plugins, entry_points)
    return _shared_catalog(entry_points, plugins_disabled())


def build_catalog(plugins: Sequence[object] = (), entry_points: bool = True) -> Catalog:
    """`load_catalog` without a memory: reads the files as they are now."""
    kept = kept_key() if entry_points and not plugins else None
    catalog = load_kept(kept) if kept else None
    if catalog is not None:
        return catalog
    registry = load_plugins(plugins, entry_points)
    sources = read_sources(registry.packs)
    key = cache.cache_key(sources, registry.hooks)
    data = cache.load(key)
    if data is None:
        # Here, so that a start from the cache imports neither yaml nor jsonschema.
        from obsidia_core.content.compile import compile_sources

        data = compile_sources(sources, registry.hooks)
        cache.store(key, data)
    options = {name: entry.option for name, entry in registry.options.items()}
    names = {one.plugin for one in registry.packs} | {one.plugin for one in registry.hooks.values()}
    foreign = not names <= BUILT_IN.keys()
    catalog = catalog_from_data(data, registry.hooks, options, foreign)
    if kept:
        keep(kept, data, catalog, registry)
    return catalog


def read_examples(
    paths: Iterable[str | Path] | str | Path | None = None,
    *,
    plugins: Sequence[object] = (),
    entry_points: bool = True,
) -> list[WrittenScenario]:
    """The examples of cards, in file order. They are no part of a catalog or of its hash.

    Args:
        paths: files and folders of files; by default all content that plugins provide.
        plugins: further plugins.
        entry_points: use installed plugins.

    Raises:
        ContentError: if a file cannot be read or is no YAML.
        PluginError: if a plugin is faulty.
    """
    from obsidia_core.content.examples import examples_in
    from obsidia_core.content.yamlfile import read_yaml

    if paths is None:
        folders = [pack.folder for pack in load_plugins(plugins, entry_points).packs]
    else:
        folders = [Path(path) for path in _listed(paths)]
    files = [path for one in folders for path in (pack_files(one) if one.is_dir() else [one])]
    documents = [document for path in files for document in read_yaml(path, shown_path(path))]
    return [example for document in documents for example in examples_in(document)]


@lru_cache(maxsize=4)
def _shared_catalog(entry_points: bool, _disabled: bool) -> Catalog:
    return build_catalog((), entry_points)


def validate(
    paths: Iterable[str | Path] | str | Path | None = None,
    *,
    plugins: Sequence[object] = (),
    entry_points: bool = True,
    standalone: bool = False,
) -> list[Problem]:
    """Everything wrong with content files, in file order; an empty list means that they are fine.

    Files are checked together with the content that plugins provide, as if they were one more pack;
    files that already belong to a pack are not read twice.

    Args:
        paths: files and folders of files; by default all content that plugins provide.
        plugins: further plugins.
        entry_points: use installed plugins.
        standalone: leave out content that plugins provide, so that the files have to be complete.
            Hooks of plugins are known all the same.

    Raises:
        PluginError: if a plugin is faulty.
    """
    from obsidia_core.content.compile import find_problems

    registry = load_plugins(plugins, entry_points)
    given = _listed(paths or ())
    known = [] if standalone and given else list(registry.packs)
    problems: list[Problem] = []
    sources: dict[Path, Source] = {}
    asked: set[str] = set()
    files = [(path, pack.plugin, False) for pack in known for path in pack_files(pack.folder)]
    for one in map(Path, given):
        inside = list(pack_files(one)) if one.is_dir() else [one]
        files += [(path, str(one), True) for path in inside]
        if not inside:
            asked.add(str(one))
            message = "no content files in this folder"
            problems.append(Problem(Position(str(one), 1, 1), "unreadable", message))
    for path, plugin, is_given in files:
        if path.resolve() not in sources:
            read = read_source(path, plugin)
            if isinstance(read, Problem):
                problems.append(read)
                asked.add(read.position.file)
                continue
            sources[path.resolve()] = read
        if is_given:
            asked.add(sources[path.resolve()].file)
    problems += find_problems(sources.values(), registry.hooks)
    return sorted(problem for problem in problems if not given or problem.position.file in asked)


def _listed(paths: Iterable[str | Path] | str | Path) -> list[str | Path]:
    return [paths] if isinstance(paths, str | Path) else list(paths)
