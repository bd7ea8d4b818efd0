"""Which ledger entries are shown by a test, which are not, and where the source cites them.

A test shows an entry by naming its id: a scenario in its `rules:`, a Python test by
`@pytest.mark.rule("TOWN-07")`. Tests are read as text and never run or imported.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from obsidia_core.ledger.entries import ENTRY_ID, OBSIDIA, Ledger, area_of, load_ledger


@attrs.frozen(kw_only=True)
class UnknownId:
    """An id that a test names and the ledger does not have.

    Attributes:
        id: the id as written.
        where: the test, as `path::name`.
        hint: the nearest id that exists, or None.
    """

    id: str
    where: str
    hint: str | None

    def __str__(self) -> str:
        suggestion = f" (did you mean {self.hint}?)" if self.hint else ""
        return f"{self.where}: the ledger has no {self.id}{suggestion}"


@attrs.frozen(kw_only=True)
class AreaCoverage:
    """How much of one area is shown.

    Attributes:
        name: the area, such as `TOWN`.
        title: the area in words.
        ids: all entries, in ledger order.
        total: the number of entries.
        shown: ids that a test names, in ledger order.
        gaps: the ids without a test.
    """

    name: str
    title: str
    ids: tuple[str, ...]
    total: int
    shown: tuple[str, ...]
    gaps: tuple[str, ...]

    def __str__(self) -> str:
        line = f"{self.name:<10} {len(self.shown):>3} of {self.total:>3} shown"
        if self.gaps:
            line += f", missing: {' '.join(self.gaps)}"
        return line


@attrs.frozen(kw_only=True)
class Coverage:
    """What the tests show of the ledger.

    Attributes:
        tests: shown id to the tests that name it, each as `path::name`, in path order.
        areas: area name to its share, in rulebook order.
        unknown: ids named by tests that do not exist.
        unread: files and marks that could not be read, each as `path: why`.
    """

    tests: Mapping[str, tuple[str, ...]]
    areas: Mapping[str, AreaCoverage]
    unknown: tuple[UnknownId, ...]
    unread: tuple[str, ...]

    @property
    def gaps(self) -> Mapping[str, tuple[str, ...]]:
        """Area to its ids that no test shows; empty if none."""
        return {area.name: area.gaps for area in self.areas.values() if area.gaps}

    @property
    def ok(self) -> bool:
        """Whether every entry is shown and no id misspelt."""
        return not (self.gaps or self.unknown)

    def lines(self, area: str | None = None) -> list[str]:
        """The report as text, one line for each area and each problem.

        Args:
            area: show this area alone, with the tests of each of its entries.

        Raises:
            KeyError: there is no such area.
        """
        if area is not None:
            chosen = self.areas[area]
            return [
                str(chosen),
                *(f"  {entry_id}: {self._status(entry_id)}" for entry_id in chosen.ids),
            ]
        return [
            *map(str, self.areas.values()),
            *(f"unknown: {unknown}" for unknown in self.unknown),
            *(f"not read: {problem}" for problem in self.unread),
        ]

    def to_json(self) -> dict[str, Any]:
        """The report as plain data for JSON, keyed as the attributes are, with `ok` and `gaps`."""
        plain = attrs.asdict(self, value_serializer=_plain)
        return {"ok": self.ok, "gaps": {k: list(v) for k, v in self.gaps.items()}, **plain}

    def _status(self, entry_id: str) -> str:
        return ", ".join(self.tests.get(entry_id, ("no test",)))


def _plain(_owner: Any, _field: Any, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(None, None, item) for key, item in value.items()}
    if attrs.has(type(value)):
        return attrs.asdict(value, value_serializer=_plain)
    if isinstance(value, tuple):
        return [_plain(None, None, item) for item in value]
    return value


def coverage(*folders: Path, ledger: Ledger | None = None) -> Coverage:
    """Reads the tests in these folders and sets them against the ledger.

    A test is about the game that it names: a scenario in `game`, a mark as `game="..."`; by default
    about Obsidia.

    Args:
        ledger: of which game; by default Obsidia's. Tests of other games are left out.
        folders: searched to any depth for scenario files (`*.yaml`, spell files with `examples`
            included) and Python tests (`*.py`); paths in the report begin with the folder's name.
    """
    ledger = load_ledger() if ledger is None else ledger
    shown: dict[str, list[str]] = {}
    unknown: list[UnknownId] = []
    unread: list[str] = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix not in {".yaml", ".py"}:
                continue
            name = (folder.name / path.relative_to(folder)).as_posix()
            found = _scenario_ids if path.suffix == ".yaml" else _mark_ids
            try:
                named = list(found(path.read_text(encoding="utf-8"), ledger.game))
            except (SyntaxError, ValueError) as problem:
                unread.append(f"{name}: {_first_line(problem)}")
                continue
            for title, entry_id in named:
                where = f"{name}::{title}"
                if entry_id in ledger:
                    shown.setdefault(entry_id, []).append(where)
                else:
                    unknown.append(
                        UnknownId(id=entry_id, where=where, hint=ledger.nearest(entry_id))
                    )
    tests = {i: tuple(dict.fromkeys(shown[i])) for i in ledger.ids if i in shown}
    return Coverage(
        tests=MappingProxyType(tests),
        areas=MappingProxyType(_areas(ledger, tests)),
        unknown=tuple(unknown),
        unread=tuple(unread),
    )


def _areas(ledger: Ledger, tests: Mapping[str, tuple[str, ...]]) -> dict[str, AreaCoverage]:
    table = {}
    for area in ledger.areas.values():
        missing = [entry_id for entry_id in area.ids if entry_id not in tests]
        table[area.name] = AreaCoverage(
            name=area.name,
            title=area.title,
            ids=area.ids,
            total=len(area.ids),
            shown=tuple(entry_id for entry_id in area.ids if entry_id in tests),
            gaps=tuple(missing),
        )
    return table


def citations(source: Path) -> Mapping[str, tuple[str, ...]]:
    """Where the code and the content cite the ledger.

    Args:
        source: a folder, searched to any depth for `*.py` and `*.yaml`; the ledger's own files are
            left out.

    Returns:
        Cited id to the files that cite it, as paths below `source`. An id of a ledger area that
        has no entry is listed too, so that a misspelt citation can be found; any other text of
        that shape (`UTF-08`) is not.
    """
    ledger = load_ledger()
    found: dict[str, dict[str, None]] = {}
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if path.suffix not in {".py", ".yaml"} or "ledger" in relative.parts:
            continue
        for entry_id in ENTRY_ID.findall(path.read_text(encoding="utf-8")):
            if area_of(entry_id) in ledger.areas:
                found.setdefault(entry_id, {})[relative.as_posix()] = None
    return MappingProxyType({entry_id: tuple(found[entry_id]) for entry_id in sorted(found)})


def _scenario_ids(text: str, game: str) -> Iterator[tuple[str, str]]:
    """Title and id for each id in `rules:` of a document, or of the `examples` anywhere in it.

    Only of documents about this game.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        documents = list(yaml.load_all(text, Loader=loader))
    except yaml.YAMLError as problem:
        raise ValueError(_first_line(problem)) from problem
    for number, document in enumerate(documents, start=1):
        if not isinstance(document, dict) or document.get("game", OBSIDIA) != game:
            continue
        for scenario in (document, *_examples(document)):
            rules = scenario.get("rules")
            if isinstance(rules, list):
                title = str(scenario.get("title", f"document {number}"))
                yield from ((title, str(entry_id)) for entry_id in rules)


def _examples(node: Any) -> Iterator[dict[Any, Any]]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "examples" and isinstance(value, list):
                yield from (example for example in value if isinstance(example, dict))
            else:
                yield from _examples(value)
    elif isinstance(node, list):
        for item in node:
            yield from _examples(item)


def _mark_ids(text: str, game: str) -> Iterator[tuple[str, str]]:
    """Name of the test, class or module and id for each argument of `pytest.mark.rule(...)`."""
    return _marks_below(ast.parse(text), "module", game)


def _marks_below(node: ast.AST, owner: str, game: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        owner = node.name if owner == "module" else f"{owner}.{node.name}"
    if (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) == "pytest.mark.rule"
        and _marked_game(node) == game
    ):
        for argument in node.args:
            entry_id = argument.value if isinstance(argument, ast.Constant) else None
            if not entry_id or not isinstance(entry_id, str):
                raise ValueError(f"line {argument.lineno}: an id of a rule mark is not a string")
            yield owner, entry_id
    for child in ast.iter_child_nodes(node):
        yield from _marks_below(child, owner, game)


def _marked_game(mark: ast.Call) -> str:
    """What a mark gives as `game`, by default Obsidia."""
    named = [word.value for word in mark.keywords if word.arg == "game"]
    value = named[0] if named else None
    return str(value.value) if isinstance(value, ast.Constant) else OBSIDIA


def _first_line(problem: Exception) -> str:
    return str(problem).partition("\n")[0]
