"""The reference has no gaps: every public name, option, primitive and card is on a page."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import obsidia_core
import obsidia_core.kernel
from obsidia_core.content import load_catalog

ROOT = Path(__file__).parents[2]
REFERENCE = "\n".join(
    page.read_text("utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md"))
)
WHOLE = set(re.findall(r"automodule:: (\S+)\n   :members:\n", REFERENCE))
SINGLE = set(re.findall(r"(?:auto(?:class|exception|function|data)|py:data):: (\S+)", REFERENCE))
PACKAGES = [
    name
    for name in (
        "obsidia_core",
        *(
            f"obsidia_core.{one.name}"
            for one in pkgutil.iter_modules(obsidia_core.__path__)
            if one.ispkg
        ),
    )
    if hasattr(importlib.import_module(name), "__all__")
]


def is_documented(package: ModuleType, name: str) -> bool:
    """Whether a page documents a name, with its module or by itself."""
    value = getattr(package, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        home = value.__module__
        return home in WHOLE or f"{home}.{name}" in SINGLE
    homes = [module for module in WHOLE if hasattr(importlib.import_module(module), name)]
    return bool(homes) or any(one.endswith(f".{name}") for one in SINGLE)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_of_a_package_is_documented(package: str) -> None:
    module = importlib.import_module(package)
    assert [name for name in module.__all__ if not is_documented(module, name)] == []


def test_every_module_of_the_kernel_is_documented() -> None:
    modules = pkgutil.iter_modules(obsidia_core.kernel.__path__, "obsidia_core.kernel.")
    assert {module.name for module in modules} - WHOLE == set()


def test_every_kind_of_primitive_and_hook_has_a_page() -> None:
    primitives = set(re.findall(r"\{obsidia-primitives\} (\w+)", REFERENCE))
    hooks = set(" ".join(re.findall(r"\{obsidia-hooks\} ([\w ]+)", REFERENCE)).split())
    inside = {"language", "op", "spell"}
    kinds = {kind for kind, _ in load_catalog().hooks}
    assert kinds - primitives - hooks - inside == set()
    for directive in ("obsidia-spells", "obsidia-terrains", "obsidia-creatures", "obsidia-tiles"):
        assert f"{{{directive}}}" in REFERENCE
