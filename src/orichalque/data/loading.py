"""Reads, merges and checks the data.

Files go through the reader and the schema checks that content packs of Obsidia go through, so that
whatever is wrong comes with its place. Codes are those of `obsidia_core.content.problems` and:

| code | meaning |
|---|---|
| bad-location | circles of a location that do not touch as a tile of its size does |
| used-twice | a circle, an id or a terrain that stands in two places |
| unknown-id | a name that nothing has |
| wrong-count | a list that is longer or shorter than what it goes with |
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import attrs

from obsidia_core.kernel.errors import ContentError
from orichalque.data.types import GameData, typed
from orichalque.geometry import Circle, is_location
from orichalque.merge import at, merged

if TYPE_CHECKING:
    from obsidia_core.content.yamlfile import Document

BASE_FILE = ("ledger", "orichalque-base-game.yaml")
NUMBERS_FILE = ("data", "numbers.yaml")

Path = tuple[str | int, ...]


@attrs.frozen
class DataProblem:
    """Something wrong with the data.

    Attributes:
        path: keys and list indices of what it is about, in the merged data.
        code: stable name, see the module.
        message: one sentence.
        hint: what to do about it, or None.
    """

    path: Path
    code: str
    message: str
    hint: str | None = None


def load(overrides: Mapping[str, Any] | None = None) -> GameData:
    """The data of the game, with `overrides` laid over them; see `orichalque.merge`.

    Raises:
        ContentError: the data are wrong; `.problems` says where and how.
    """
    return _load(json.dumps(overrides or {}, sort_keys=True))


@cache
def _load(overrides: str) -> GameData:
    problems = _checked(overrides)
    if problems:
        raise ContentError(
            [f"{_dotted(one.path)}: error[{one.code}]: {one.message}" for one in problems]
        )
    tree = _tree(overrides)
    digest = hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()
    return typed(tree, digest)


def find_problems(overrides: Mapping[str, Any]) -> tuple[DataProblem, ...]:
    """All that is wrong with the data once `overrides` are laid over them."""
    return _checked(json.dumps(overrides, sort_keys=True))


def _tree(overrides: str) -> Any:
    return merged(base_document().value, json.loads(overrides))


@cache
def _checked(overrides: str) -> tuple[DataProblem, ...]:
    return tuple(_problems(_tree(overrides)))


@cache
def base_document() -> Document:
    """The base-game data with their numbers; treat the value as read-only.

    Raises:
        ContentError: a file cannot be read.
    """
    from obsidia_core.content.yamlfile import read_yaml

    base, numbers = (
        read_yaml(package_text(folder, name), name)[0] for folder, name in (BASE_FILE, NUMBERS_FILE)
    )
    return attrs.evolve(base, value=merged(base.value, numbers.value))


def package_text(folder: str, name: str) -> str:
    """A file of this package."""
    return resources.files("orichalque").joinpath(folder, name).read_text(encoding="utf-8")


@cache
def _schema() -> dict[str, Any]:
    from obsidia_core.plugins.resources import content_root

    path = content_root() / "schemas" / "orichalque" / "base-game.schema.json"
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


def _problems(tree: Any) -> Iterator[DataProblem]:
    from obsidia_core.content.schema import schema_problems

    found = [
        DataProblem(path, problem.code, problem.message, problem.hint)
        for path, problem in schema_problems(attrs.evolve(base_document(), value=tree), _schema())
    ]
    # What a schema cannot say is looked at only in data of the right shape.
    yield from found or _lint(tree)


def _lint(tree: Mapping[str, Any]) -> Iterator[DataProblem]:
    yield from _lint_ids(tree)
    yield from _lint_tiles(tree)
    yield from _lint_island(tree["player_island"]["layout"])
    yield from _lint_ai_board(tree)


def _lint_ids(tree: Mapping[str, Any]) -> Iterator[DataProblem]:
    for part in ("creatures", "titans", "buildings", "action_cards"):
        ids = [entry["id"] for entry in tree[part]["list"]]
        for place in _repeated(ids):
            message = f"the id {ids[place]!r} stands twice"
            yield DataProblem((part, "list", place, "id"), "used-twice", message)
    for place, titan in enumerate(tree["titans"]["list"]):
        if titan["terrain"] not in at(tree, "terrains.ordinary.values"):
            message = f"{titan['terrain']!r} is no ordinary terrain"
            yield DataProblem(("titans", "list", place, "terrain"), "unknown-id", message)
    if "combat_dice" not in [entry["id"] for entry in tree["components"]]:
        yield DataProblem(("components",), "missing-key", "there are no combat_dice")


def _lint_tiles(tree: Mapping[str, Any]) -> Iterator[DataProblem]:
    for place, tile in enumerate(tree["tiles"]["list"]):
        if len(tile["terrains"]) != tile["size"]:
            message = f"a tile of size {tile['size']} has that many terrains"
            yield DataProblem(("tiles", "list", place, "terrains"), "wrong-count", message)


def _lint_island(layout: Mapping[str, Any]) -> Iterator[DataProblem]:
    path: Path = ("player_island", "layout")
    circles = list(map(Circle.of, layout["circles"]))
    for place in _repeated(circles):
        message = f"the circle {circles[place]} is listed twice"
        yield DataProblem((*path, "circles", place), "used-twice", message)
    for place, port in enumerate(layout["ports"]):
        count = len(port["circles"])
        if len(port["rewards"]) != count:
            message = f"{count} circles have that many rewards, not {len(port['rewards'])}"
            yield DataProblem((*path, "ports", place, "rewards"), "wrong-count", message)


def _lint_ai_board(tree: Mapping[str, Any]) -> Iterator[DataProblem]:
    board = tree["ai_board"]
    path: Path = ("ai_board",)
    if board["starting_titan"] not in [entry["id"] for entry in tree["titans"]["list"]]:
        message = f"no Titan is called {board['starting_titan']!r}"
        yield DataProblem((*path, "starting_titan"), "unknown-id", message)
    numbers = [sector["number"] for sector in board["sectors"]]
    for place in _repeated(numbers):
        message = f"two sectors have the number {numbers[place]}"
        yield DataProblem((*path, "sectors", place, "number"), "used-twice", message)
    for place, sector in enumerate(board["sectors"]):
        for size, listed in sector["locations"].items():
            circles = list(map(Circle.of, listed))
            if not is_location(circles):
                message = f"a tile of size {size} cannot lie on {' '.join(map(str, circles))}"
                here = (*path, "sectors", place, "locations", size)
                yield DataProblem(here, "bad-location", message)


def _repeated(values: Sequence[Any]) -> list[int]:
    """Places of values that stand further up as well."""
    return [place for place, value in enumerate(values) if value in values[:place]]


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))
