"""Imports go downwards only, and importing the engine stays quick."""

import ast
import graphlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PACKAGE = "obsidia_core"

LAYERS = (
    {"kernel", "ledger"},
    {"model"},
    {"content", "plugins"},
    {"rules"},
    {"effects"},
    {"view_types", "viewer"},
    {
        "views",
        "knowledge",
        "previews",
        "view_preview",
        "rehearsal",
        "odds",
        "moment",
        "explain",
        "notation",
        "render",
    },
    {"game", "protocol"},
    {"api", "__init__"},
    {"bots", "scenario", "cli", "__main__"},
)
"""From the bottom up. A part imports parts of its own layer and of those below."""

ALONE = frozenset({"kernel", "ledger"})
"""Parts that import no other part at all, not even of their own layer."""

DETERMINISTIC = frozenset({"kernel", "model", "content", "plugins", "effects", "rules", "spells"})
"""Parts where the same input must give the same output in any process at any time."""

CHANCE_AND_CLOCKS = frozenset({"random", "secrets", "uuid", "time", "datetime", "numpy"})
HEAVY = ("yaml", "jsonschema", "click", "rich", "numpy", "pytest")


@attrs.frozen
class Import:
    """One imported module, by its full name, and where the import stands."""

    module: str
    where: str
    typing_only: bool


def module_name(path: Path, source: Path) -> str:
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path) -> Sequence[Import]:
    """Every import in a file, those inside functions included."""
    return list(read_imports(path))


def read_imports(path: Path) -> Iterator[Import]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    guarded = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        where = f"{path.relative_to(ROOT)}:{node.lineno}"
        yield from (Import(name, where, id(node) in guarded) for name in names)


def modules(folder: Path) -> dict[str, Path]:
    return {module_name(path, folder): path for path in sorted(folder.rglob("*.py"))}


def resolve(name: str, known: dict[str, Path]) -> str | None:
    """The module of this project that an imported name lies in, or None for somebody else's."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def part_of(module: str) -> str:
    """The part of the package a module belongs to: its first name below the package."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


MODULES = modules(SOURCE)


def test_every_part_of_the_package_has_a_layer() -> None:
    layered = set().union(*LAYERS)
    homeless = {part_of(m) for m in MODULES if m.split(".")[0] == PACKAGE} - layered
    assert homeless == set(), "give it a layer in LAYERS"


def test_imports_go_downwards() -> None:
    rank = {part: number for number, layer in enumerate(LAYERS) for part in layer}
    upward = []
    for module, path in MODULES.items():
        own = part_of(module)
        if module.split(".")[0] != PACKAGE:
            continue
        for imported in imports_of(path):
            target = resolve(imported.module, MODULES)
            if target is None or target.split(".")[0] != PACKAGE:
                assert target is None, f"{imported.where}: the library knows the second game"
                continue
            if part_of(target) == own:
                continue
            other = part_of(target)
            if rank[other] > rank[own] or own in ALONE:
                upward.append(f"{imported.where}: {own} imports {other}")
    assert upward == []


def test_the_second_game_stands_on_the_kernel_alone() -> None:
    """Beside the kernel: what reads content, registers and tests games, and writes schemas."""
    allowed = {"kernel", "content", "plugins", "scenario", "bots", "ledger", "protocol", "render"}
    used = {
        part_of(target)
        for module, path in MODULES.items()
        if module.split(".")[0] == "orichalque"
        for imported in imports_of(path)
        if (target := resolve(imported.module, MODULES)) and target.split(".")[0] == PACKAGE
    }
    assert used <= allowed


def test_no_import_cycles() -> None:
    graph = {
        module: {
            target
            for imported in imports_of(path)
            if not imported.typing_only
            and (target := resolve(imported.module, MODULES)) not in {None, module}
        }
        for module, path in MODULES.items()
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as cycle:
        pytest.fail(" imports ".join(reversed(cycle.args[1])))


def test_rules_take_no_chance_from_outside_and_read_no_clock() -> None:
    """Dice and draws come from the streams inside the state, so that games can be repeated."""
    paths = [path for module, path in MODULES.items() if part_of(module) in DETERMINISTIC]
    found = [
        f"{imported.where}: {imported.module}"
        for path in [*paths, *sorted((ROOT / "spells").rglob("*.py"))]
        for imported in imports_of(path)
        if imported.module.split(".")[0] in CHANCE_AND_CLOCKS
    ]
    assert found == []


def test_nothing_in_the_package_imports_the_random_module() -> None:
    found = [
        imported.where
        for path in MODULES.values()
        for imported in imports_of(path)
        if imported.module.split(".")[0] == "random"
    ]
    assert found == []


def fresh(code: str) -> list[str]:
    """The words that a fresh process prints."""
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    run = subprocess.run([sys.executable, "-c", code], env=env, check=True, stdout=subprocess.PIPE)
    return run.stdout.decode().split()


def test_importing_the_engine_imports_nothing_heavy() -> None:
    """A program that only plays by code waits for no YAML, schema or terminal library."""
    whole = f"from {PACKAGE} import *; import sys"
    assert fresh(f"{whole}; print(*[name for name in {HEAVY} if name in sys.modules])") == []


def test_the_names_of_the_package_are_imported_when_they_are_asked_for() -> None:
    """A program on the kernel alone waits for no rules of Obsidia."""
    rules = f"[one for one in sys.modules if '{PACKAGE}.rules' in one]"
    assert fresh(f"import {PACKAGE}.kernel.game, sys; print(*{rules})") == []
    names = fresh(f"import {PACKAGE} as ob; print(*ob.__all__)")
    told = "print(*[name for name in dir(ob) if name in ob.__all__])"
    assert fresh(f"import {PACKAGE} as ob; {told}") == names
    assert fresh(f"from {PACKAGE} import *; print(*[one for one in {names} if eval(one)])") == names
    assert fresh(f"import {PACKAGE} as ob; print(hasattr(ob, 'nothing'))") == ["False"]
