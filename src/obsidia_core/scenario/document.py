"""A scenario as it was written, checked and typed, every step with its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.content.problems import Position, Problem

Path = tuple[str | int, ...]
"""Keys and list indices from the top of a scenario."""

ActionForm = Mapping[str, Any] | str
"""Some fields of an action, or its text form."""


@attrs.frozen(kw_only=True)
class Step:
    """Base of all steps.

    Attributes:
        line: where the step begins in its file, from 1.
    """

    line: int


@attrs.frozen(kw_only=True)
class Act(Step):
    """Somebody acts.

    Attributes:
        action: fields that fit exactly one legal action, or its text form.
        by: the seat that acts, or None if that is not checked.
        dice: all numbers used until the next act or pass.
        targets: answers to the questions that follow for the acting seat; None if not given.
    """

    action: ActionForm
    by: str | None = None
    dice: tuple[Any, ...] = ()
    targets: tuple[Any, ...] | None = None


@attrs.frozen(kw_only=True)
class Pass(Step):
    """A seat passes one window."""

    seat: str
    dice: tuple[Any, ...] = ()


@attrs.frozen(kw_only=True)
class Command(Step):
    """A step that only this game knows, for example one that runs a seat without decisions."""

    name: str
    argument: Any
    dice: tuple[Any, ...] = ()


@attrs.frozen(kw_only=True)
class Illegal(Step):
    """No legal action matches.

    Attributes:
        action: fields of an action, or its text form.
        by: holds as well while this seat is not asked.
        because: rule ids of which the refusal names one; empty if that is not checked.
    """

    action: ActionForm
    by: str | None = None
    because: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Expect(Step):
    """What must be true, by key."""

    wanted: Mapping[str, Any]


Playing = (Act, Pass, Command)
"""Steps that go on with the game and take over the dice."""


@attrs.frozen(kw_only=True)
class Scenario:
    """One checked scenario.

    Attributes:
        file: the file's name as positions show it.
        line: where the document begins.
        title: one sentence.
        game: name of the game.
        rules: ledger and ruling ids that it shows.
        options: ruleset options that differ from the default.
        position: all keys that only the game understands.
        steps: in order, at least one.
        auto_pass: whether windows that no step mentions are passed.
        seed: makes everything random but repeatable; None when all numbers are given.
        certain: `high`, `medium` or None.
        notes: a remark.
        place: line and column of what stands at a path of the document.
    """

    file: str
    line: int
    title: str
    game: str
    rules: tuple[str, ...]
    options: Mapping[str, Any]
    position: Mapping[str, Any]
    steps: tuple[Step, ...]
    auto_pass: bool = True
    seed: int | None = None
    certain: str | None = None
    notes: Any = None
    place: Callable[[Sequence[str | int]], Position] = attrs.field(eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Broken:
    """A document, or a whole file, that is no scenario; `problems` says why."""

    file: str
    line: int
    title: str
    problems: tuple[Problem, ...]

    @property
    def message(self) -> str:
        """Every problem on a line of its own."""
        return "\n".join(map(str, self.problems))
