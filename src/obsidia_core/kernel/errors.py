"""Every error the library raises on purpose, and the refusal that explains a "no".

All of them derive from `ObsidiaError`, so one `except` clause at the border of a program is enough.
Nothing here knows a rule of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

MOST_SHOWN = 12
"""Outcomes that a message lists."""


class ObsidiaError(Exception):
    """Base of all errors raised on purpose by the library."""


@attrs.frozen
class Refusal:
    """Why an action is not legal, as a person and as a program need it.

    Attributes:
        code: stable machine-readable name of the reason, snake_case.
        message: one sentence with the facts filled in.
        rules: ids of the rules the reason comes from, the most specific first; at least one.
        facts: what the sentence was filled with; values ready for JSON.
    """

    code: str
    message: str
    rules: tuple[str, ...]
    facts: Mapping[str, Any] = attrs.field(factory=dict)

    @property
    def rule(self) -> str:
        """The most specific rule id."""
        return self.rules[0]

    def to_json(self) -> dict[str, Any]:
        """`{code, message, rules, facts}`, ready for JSON."""
        return {
            "code": self.code,
            "message": self.message,
            "rules": list(self.rules),
            "facts": dict(self.facts),
        }

    def __repr__(self) -> str:
        return f"<Refused {self.rule}: {self.message}>"

    def __str__(self) -> str:
        return f"{self.message} [{', '.join(self.rules)}]"


@attrs.frozen
class Reason:
    """A kind of refusal: its code, rule ids and a sentence with named gaps.

    >>> reason = Reason("too_far", ("MOVE-12",), "{to} is not next to {origin}")
    >>> reason.refuse(origin="0,0", to="2,0")
    <Refused MOVE-12: 2,0 is not next to 0,0>
    """

    code: str
    rules: tuple[str, ...]
    sentence: str

    def refuse(self, **facts: Any) -> Refusal:
        """The refusal with the gaps of the sentence filled by `facts`."""
        return Refusal(self.code, self.sentence.format_map(facts), self.rules, facts)


class IllegalAction(ObsidiaError):
    """An action was refused; the state is as it was. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class ActionFormatError(ObsidiaError):
    """Text or JSON that is no action at all. The message names the expected form."""


class ContentError(ObsidiaError):
    """Content files that cannot be used.

    Attributes:
        problems: everything found, in file order; each prints as one line.
    """

    def __init__(self, problems: Iterator[Any] | list[Any] | tuple[Any, ...]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class PluginError(ObsidiaError):
    """A plugin is faulty or two plugins provide the same thing; the message names them."""


class RulesetError(ObsidiaError):
    """Options or players that make no game; the message names the option and the remedy."""


class SaveError(ObsidiaError):
    """A save or replay that is damaged, of another game, version or content."""


class ViewError(ObsidiaError):
    """A view that no preview can go on from; the message says what is wrong with it."""


class ScriptError(ObsidiaError):
    """Scripted dice ran out or name a face that the die does not have.

    Args:
        text: the message, with `{number}` and `{outcomes}` where they are told.
        number: what the script gave, or None.
        outcomes: what can come, each once.
    """

    def __init__(self, text: str, number: int | None = None, outcomes: Sequence[int] = ()) -> None:
        self._text = text
        self._number = number
        self._outcomes = tuple(outcomes)
        super().__init__(self.told(str))

    def told(self, named: Callable[[int], Any]) -> str:
        """The message, with the numbers as `named` calls them."""
        shown = [str(named(one)) for one in self._outcomes[:MOST_SHOWN]]
        more = ["..."] if len(self._outcomes) > MOST_SHOWN else []
        number = None if self._number is None else named(self._number)
        return self._text.format(number=number, outcomes=", ".join([*shown, *more]))


class EndlessEffect(ObsidiaError):
    """The engine took more steps between two decisions than any rule can need."""
