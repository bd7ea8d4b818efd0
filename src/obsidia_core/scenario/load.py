"""Reads scenario files: YAML, the game's schema, and what a schema cannot say.

Nothing but `ContentError` comes out of bad input, and it carries everything found at once, each
problem with file, line and column. Codes are those of `content.problems` and these:

| code | meaning |
|---|---|
| bad-step | a step that is no step, or with keys that do not go together |
| bad-action | text or fields that are no action of the game |
| bad-option | an option that the game does not have, or not with this value |
| listed-twice | something that exists once stands in two places |
| unknown-rule | no rule or ruling of the game's ledger has this id |
| bad-position | pieces, tiles or cards that cannot be as the scenario says |
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import attrs

from obsidia_core.content.examples import WrittenScenario, examples_in, is_content
from obsidia_core.content.problems import Position, Problem, kind_of, shown, suggestion
from obsidia_core.content.schema import schema_problems
from obsidia_core.content.yamlfile import Document, read_yaml
from obsidia_core.kernel.errors import ContentError
from obsidia_core.scenario.document import (
    Act,
    Broken,
    Command,
    Expect,
    Illegal,
    Pass,
    Path,
    Scenario,
    Step,
)

if TYPE_CHECKING:
    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.protocol import Report, ScenarioGame

_BESIDE: Mapping[str, tuple[str, ...]] = {
    "act": ("by", "dice", "targets"),
    "pass": ("dice",),
    "illegal": ("by", "because"),
    "expect": (),
}
"""The steps that every game has, and the keys that may stand beside each."""

KERNEL = "kernel:"
"""What the ids of the kernel's own reasons begin with; no ledger has them."""

_GENERAL = frozenset(
    {"game", "title", "rules", "options", "steps", "auto_pass", "seed", "certain", "notes"}
)
"""Keys with the same meaning in every game; all others belong to the position."""


def load_file(
    source: FilePath | str | bytes, games: Games, name: str | None = None
) -> list[Scenario]:
    """All scenarios of a file.

    Args:
        source: a path, or the text itself.
        games: finds the game of each document.
        name: the file name that positions show; by default the path.

    Raises:
        ContentError: with every problem of every document.
    """
    scenarios: list[Scenario] = []
    problems: list[Problem] = []
    for document in read_documents(source, games, name):
        if isinstance(document, Broken):
            problems.extend(document.problems)
        else:
            scenarios.append(document)
    if problems:
        raise ContentError(problems)
    return scenarios


def split_documents(
    source: FilePath | str | bytes, name: str | None = None
) -> list[WrittenScenario | Broken]:
    """The documents of a file, not looked at yet; a file that cannot be read is one `Broken`.

    A document of content stands for the examples of its cards, perhaps none.
    """
    try:
        documents = read_yaml(source, name)
    except ContentError as error:
        return [_broken("", error.problems)]
    said = [document for document in documents if document.value is not None]
    if not said:
        place = Position(name or str(source if isinstance(source, FilePath) else "<text>"), 1, 1)
        return [_broken("", [Problem(place, "empty-file", "the file has no scenario")])]
    split: list[WrittenScenario | Broken] = []
    for document in said:
        if is_content(document):
            split += examples_in(document)
        else:
            split.append(WrittenScenario(document))
    return split


def read_documents(
    source: FilePath | str | bytes, games: Games, name: str | None = None
) -> list[Scenario | Broken]:
    """The documents of a file as `split_documents` finds them, checked."""
    return [
        one if isinstance(one, Broken) else checked(one, games)
        for one in split_documents(source, name)
    ]


def checked(written: WrittenScenario, games: Games) -> Scenario | Broken:
    """The scenario, or all that is wrong with it; an example has its card's id before its title."""
    return attrs.evolve(scenario_of(written.document, games), title=written.title)


def scenario_of(document: Document, games: Games) -> Scenario | Broken:
    """One document as a scenario, or all that is wrong with it."""
    value = document.value
    if not isinstance(value, Mapping):
        message = f"a scenario is a mapping, this is {kind_of(value)}"
        return _broken("", [Problem(document.at(), "wrong-type", message)])
    title = value["title"] if isinstance(value.get("title"), str) else ""
    name = value.get("game", games.default)
    game = games.find(name) if isinstance(name, str) else None
    if game is None:
        hint = suggestion(name, games.names()) if isinstance(name, str) else None
        message = f"{shown(name)} is no game here"
        return _broken(title, [Problem(document.at(("game",)), "not-one-of", message, hint)])
    problems = _shape_problems(document, game)
    if problems:
        return _broken(title, problems)
    scenario = _typed(document, game)

    def report(path: Path, code: str, message: str, hint: str | None = None) -> None:
        problems.append(Problem(document.at(path, key=True), code, message, hint))

    game.check(scenario, report)
    _check_rules(scenario, game, report)
    return _broken(title, problems) if problems else scenario


def _check_rules(scenario: Scenario, game: ScenarioGame[Any], report: Report) -> None:
    """Report rules that do not exist, if the game has a ledger of them."""
    named: list[tuple[Path, str]] = [
        (("rules", place), rule) for place, rule in enumerate(scenario.rules)
    ]
    for number, step in enumerate(scenario.steps):
        if isinstance(step, Illegal):
            named += [(("steps", number, "because"), rule) for rule in step.because]
    cited = [(path, rule) for path, rule in named if not rule.startswith(KERNEL)]
    ledger = game.ledger() if cited else None
    if ledger is None:
        return
    for path, rule in cited:
        if rule not in ledger:
            near = ledger.nearest(rule)
            hint = f"did you mean {near!r}?" if near else "`obsidia rules` lists them by area"
            report(path, "unknown-rule", f"there is no rule or ruling {shown(rule)}", hint)


def _broken(title: str, problems: list[Problem]) -> Broken:
    ordered = sorted(set(problems))
    place = ordered[0].position
    return Broken(file=place.file, line=place.line, title=title, problems=tuple(ordered))


def _shape_problems(document: Document, game: ScenarioGame[Any]) -> list[Problem]:
    found = list(schema_problems(document, game.schema()))
    steps = document.value.get("steps")
    if isinstance(steps, list):
        misspelt = {path[:2] for path, problem in found if problem.code == "unknown-key"}
        for index, step in enumerate(steps):
            path: Path = ("steps", index)
            if isinstance(step, Mapping) and path not in misspelt:
                found.extend((path, problem) for problem in _step_problems(document, path, game))
    return [problem for _, problem in found]


def _step_problems(document: Document, path: Path, game: ScenarioGame[Any]) -> list[Problem]:
    step = document.value["steps"][path[1]]
    beside = {**_BESIDE, **dict.fromkeys(game.commands, ("dice",))}
    verbs = [verb for verb in beside if verb in step]
    if len(verbs) != 1:
        found = " and ".join(verbs) or "none of them"
        message = f"a step is exactly one of {', '.join(beside)}, this has {found}"
        return [Problem(document.at(path), "bad-step", message)]
    allowed = beside[verbs[0]]
    return [
        Problem(
            document.at((*path, key), key=True),
            "bad-step",
            f"{key!r} does not go with {verbs[0]!r}",
            f"{verbs[0]} goes with {', '.join(allowed)}" if allowed else f"{verbs[0]} stands alone",
        )
        for key in step
        if key != verbs[0] and key not in allowed
    ]


def _typed(document: Document, game: ScenarioGame[Any]) -> Scenario:
    value = document.value
    place = document.at()
    return Scenario(
        file=place.file,
        line=place.line,
        title=value["title"],
        game=game.name,
        rules=tuple(value.get("rules", ())),
        options=value.get("options", {}),
        position={key: part for key, part in value.items() if key not in _GENERAL},
        steps=tuple(
            _step(step, document.at(("steps", index)).line, game)
            for index, step in enumerate(value["steps"])
        ),
        auto_pass=value.get("auto_pass", True),
        seed=value.get("seed"),
        certain=value.get("certain"),
        notes=value.get("notes"),
        place=document.at,
    )


def _step(step: Mapping[str, Any], line: int, game: ScenarioGame[Any]) -> Step:
    dice = tuple(step.get("dice", ()))
    if "act" in step:
        targets = tuple(step["targets"]) if "targets" in step else None
        return Act(line=line, action=step["act"], by=step.get("by"), dice=dice, targets=targets)
    if "pass" in step:
        return Pass(line=line, seat=step["pass"], dice=dice)
    if "illegal" in step:
        because = step.get("because", ())
        rules = (because,) if isinstance(because, str) else tuple(because)
        return Illegal(line=line, action=step["illegal"], by=step.get("by"), because=rules)
    if "expect" in step:
        return Expect(line=line, wanted=step["expect"])
    name = next(key for key in step if key in game.commands)
    return Command(line=line, name=name, argument=step[name], dice=dice)
