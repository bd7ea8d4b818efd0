"""Copies the default content and the schemas into the wheel, file by file.

`spells/` and `schemas/` stand at the top of the checkout, where people edit them. In a wheel they
lie in `obsidia_core/_data`. An editable install gets no copy: it would go stale, and the package
finds the checkout by itself. Only the kinds of file listed here are taken, so that nothing else
that happens to lie in those folders is published.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("spells", "schemas")
SUFFIXES = frozenset({".json", ".py", ".ts", ".yaml"})


class DataHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's parameter is its own
    """Adds `spells/` and `schemas/` to every wheel that is not editable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fills the build's table of extra files.

        Args:
            version: the wheel version asked for; `editable` for a development install.
            build_data: hatchling's mutable description of the build.
        """
        if version == "editable":
            return
        root = Path(self.root)
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*")):
                relative = path.relative_to(root)
                hidden = any(part.startswith(".") for part in relative.parts)
                if path.is_file() and path.suffix in SUFFIXES and not hidden:
                    target = f"obsidia_core/_data/{relative.as_posix()}"
                    build_data["force_include"][str(path)] = target
