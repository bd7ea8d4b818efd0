"""From content files to normalised data: everything that needs YAML and the schemas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from obsidia_core.content.checks import check
from obsidia_core.content.entries import Collected, collect
from obsidia_core.content.normalise import normalise
from obsidia_core.content.problems import Problem
from obsidia_core.content.sources import Source
from obsidia_core.kernel.errors import ContentError
from obsidia_core.plugins.registry import HookEntry


def compile_sources(
    sources: Iterable[Source], hooks: Mapping[tuple[str, str], HookEntry]
) -> dict[str, Any]:
    """The normalised data of all files.

    Raises:
        ContentError: with everything that is wrong, warnings and examples apart.
    """
    return compile_found(collect(sources, examples=False), hooks)


def compile_found(found: Collected, hooks: Mapping[tuple[str, str], HookEntry]) -> dict[str, Any]:
    """`compile_sources` for what was read already."""
    entries, problems = check(found, hooks)
    problems = [*found.problems, *problems]
    if problems:
        raise ContentError(sorted(problems))
    return normalise(entries)


def find_problems(
    sources: Iterable[Source], hooks: Mapping[tuple[str, str], HookEntry]
) -> list[Problem]:
    """Everything that is wrong with the files, warnings too, in file order."""
    # Here, since to load content the many patterns of words need not be compiled.
    from obsidia_core.content.lint import lint

    found = collect(sources)
    entries, problems = check(found, hooks)
    return sorted([*found.problems, *problems, *lint(entries, hooks)])
