"""The game stands on the kernel; nothing of the engine knows it."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
KERNEL = "obsidia_core.kernel"
LOADING = (
    "obsidia_core.content.problems",
    "obsidia_core.content.schema",
    "obsidia_core.content.yamlfile",
    "obsidia_core.plugins.resources",
)
BEYOND = {
    "data/loading.py": LOADING,
    "ledger/__init__.py": ("obsidia_core.ledger", "obsidia_core.content.yamlfile"),
    "game.py": ("obsidia_core.protocol.contract",),
    "plugin.py": ("obsidia_core.plugins.registry", "obsidia_core.plugins.specs"),
    "protocol.py": ("obsidia_core.protocol",),
    "scenario_position.py": ("obsidia_core.scenario", *LOADING),
    "scenarios.py": ("obsidia_core.scenario", *LOADING),
}
"""What modules at the border import besides the kernel."""


def imported(path: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names


@pytest.mark.parametrize("path", sorted((SOURCE / "orichalque").rglob("*.py")), ids=str)
def test_it_imports_the_kernel_and_at_its_border_generic_machinery(path: Path) -> None:
    allowed = (KERNEL, *BEYOND.get(path.relative_to(SOURCE / "orichalque").as_posix(), ()))
    wrong = [
        name
        for name in imported(path)
        if name.startswith("obsidia_core")
        and not any(name == one or name.startswith(f"{one}.") for one in allowed)
    ]
    assert wrong == []


def test_the_engine_does_not_know_a_word_of_it() -> None:
    files = sorted((SOURCE / "obsidia_core").rglob("*.py"))
    knowing = [str(path) for path in files if "orichalque" in path.read_text("utf-8").lower()]
    assert knowing == []
