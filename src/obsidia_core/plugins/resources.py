"""Where the data files of this distribution lie."""

from __future__ import annotations

from pathlib import Path


def content_root() -> Path:
    """The folder that holds `spells` and `schemas`: inside the package, else the checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data"
    return installed if installed.is_dir() else package.parent.parent
