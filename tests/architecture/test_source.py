"""What no file of the project may contain."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = [
    path
    for folder in ("src", "spells", "tests", "docs", "benchmarks", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
] + [ROOT / "hatch_build.py"]
SHIPPED = [path for path in PYTHON if path.relative_to(ROOT).parts[0] in {"src", "spells"}]

LONGEST_MODULE = 500

MUTABLE_LITERALS = (
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
)
MUTABLE_CALLS = frozenset(
    {"list", "dict", "set", "bytearray", "array", "defaultdict", "deque", "Counter", "OrderedDict"}
)
READ_ONLY = re.compile(r"\b(Mapping|Sequence|Collection|Iterable|Set|AbstractSet)\b")

SUFFIXES = frozenset({"", ".cfg", ".json", ".md", ".py", ".rst", ".toml", ".txt", ".yaml", ".yml"})
SKIPPED = frozenset({"_build", "build", "dist", "node_modules", "__pycache__"})
# Spelled in two halves, so that this file does not contain them.
FORBIDDEN = (
    "/wo" + "rk/",
    "/tm" + "p/",
    "/ro" + "ot/",
    "pypi" + ".org",
    "python" + "hosted",
    "registry." + "npmjs",
    "deb." + "debian",
)


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the project that people write; environments, caches and builds not."""
    for top in sorted(ROOT.iterdir()):
        if top.name in SKIPPED or (
            top.name.startswith(".") and top.name not in {".ci", ".gitignore"}
        ):
            continue
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            parts = path.relative_to(ROOT).parts
            if SKIPPED.intersection(parts) or path.suffix not in SUFFIXES or not path.is_file():
                continue
            yield path, path.read_text(encoding="utf-8")


def is_mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).rpartition(".")[2] in MUTABLE_CALLS
    return isinstance(value, MUTABLE_LITERALS)


def module_state(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and reason of each module-level name that could be changed at run time.

    A literal may stand behind a name in capitals whose annotation is read-only, such as `Mapping`;
    mypy then refuses to change it. `global` is state in any case.
    """
    for node in tree.body:
        if isinstance(node, ast.Assign) and is_mutable(node.value):
            names = [ast.unparse(target) for target in node.targets]
            if names != ["__all__"]:
                yield node.lineno, f"{', '.join(names)} is a mutable container without annotation"
        elif isinstance(node, ast.AnnAssign) and is_mutable(node.value):
            name = ast.unparse(node.target)
            if not (name.isupper() and READ_ONLY.search(ast.unparse(node.annotation))):
                yield node.lineno, f"{name} is a mutable container with no read-only annotation"
    for inner in ast.walk(tree):
        if isinstance(inner, ast.Global):
            yield inner.lineno, f"global {', '.join(inner.names)}"


def test_modules_hold_no_state() -> None:
    """Two games, two threads, two rulesets in one process never meet in a module."""
    found = [
        f"{shown(path)}:{line}: {reason}"
        for path in SHIPPED
        for line, reason in module_state(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("cache = {}", True),
        ("TABLE = {1: 2}", True),
        ("TABLE: dict[int, int] = {1: 2}", True),
        ("seen: set[int] = set()", True),
        ("def f():\n    global x", True),
        ("TABLE: Mapping[int, int] = {1: 2}", False),
        ("TABLE: Final[Mapping[int, int]] = {1: 2}", False),
        ("NAMES = ('a', 'b')", False),
        ("NAMES = frozenset({'a'})", False),
        ("TABLE = MappingProxyType({1: 2})", False),
        ("__all__ = ['a']", False),
        ("def f():\n    found = []", False),
    ],
)
def test_the_check_for_state_knows_state_from_constants(code: str, state: bool) -> None:
    assert bool(list(module_state(ast.parse(code)))) is state


@pytest.mark.parametrize("path", SHIPPED, ids=shown)
def test_a_module_is_short_enough_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


def test_silenced_checks_give_a_reason() -> None:
    """`# type: ignore[code]  # why`, `# noqa: CODE  # why` or `# noqa: CODE - why`."""
    silenced = re.compile(r"# (?:type: ignore|noqa|pragma: no cover)(?P<rest>.*)")
    reason = re.compile(r".*(?:#| -) \w")
    found = [
        f"{shown(path)}:{number}"
        for path in PYTHON
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (match := silenced.search(line)) and not reason.match(match["rest"])
    ]
    assert found == []


def test_no_file_names_a_place_of_somebodys_machine_or_a_registry() -> None:
    found = [
        f"{shown(path)}: {word}" for path, text in texts() for word in FORBIDDEN if word in text
    ]
    assert found == []


def test_every_python_file_is_type_checked() -> None:
    """`make types` names folders and patterns; a file beside them would go unchecked."""
    listed = re.search(
        r"^TYPED = (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert listed is not None
    names = re.sub(r"\$\(wildcard (.*?)\)", r"\1", listed[1]).split()
    found = [path for name in names for path in ROOT.glob(name)]
    checked = {path for one in found for path in (one.rglob("*.py") if one.is_dir() else (one,))}
    assert [shown(path) for path in PYTHON if path not in checked] == []
