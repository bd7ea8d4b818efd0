"""Actions and decisions: what somebody may do, and the question that asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import attrs

CHANCE = "chance"


def shown(value: attrs.AttrsInstance) -> str:
    """The class and the fields that say something, for a person; written once for all classes."""
    parts = []
    for field in attrs.fields(type(value)):
        inside = getattr(value, field.name)
        if inside != field.default and field.name != "known_to":
            text = str(inside) if hasattr(type(inside), "x") else repr(inside)
            parts.append(f"{field.name}={text}")
    return f"{type(value).__name__}({', '.join(parts)})"


@attrs.frozen(repr=False)
class Action:
    """Base of all actions. `type` names the kind in JSON and text."""

    type: ClassVar[str]

    def __repr__(self) -> str:
        return shown(self)


@attrs.frozen(repr=False)
class Outcome(Action):
    """What chance gives, under the enumerated driver; answered like any other action.

    Attributes:
        value: the number that comes up.
        probability: how likely it is, a fraction in (0, 1]; not part of the identity.
    """

    type: ClassVar[str] = "outcome"
    value: int
    probability: Fraction = attrs.field(default=Fraction(1), eq=False)

    def __repr__(self) -> str:
        return f"<Outcome {self.value} p={self.probability}>"


@attrs.frozen(repr=False)
class Decision:
    """The one question the game is waiting for.

    Attributes:
        seat: who is asked; `"chance"` under the enumerated driver.
        kind: what the question is about, a word of the game's contract.
        actions: every legal answer, in a stable order; never empty.
        about: what the asked seat needs for its answer and its view does not tell, see
            `Game.about`; not part of the identity.
    """

    seat: str
    kind: str
    actions: Sequence[Action]
    about: Mapping[str, Any] = attrs.field(factory=dict, eq=False)

    def __repr__(self) -> str:
        count = len(self.actions)
        return f"<Decision {self.seat}: {self.kind}, {count} action{'s' * (count != 1)}>"


def outcomes(values: Sequence[int]) -> list[Action]:
    """The chance actions for draws that are equally likely by position, smallest first."""
    total = len(values)
    return [
        Outcome(value, Fraction(sum(other == value for other in values), total))
        for value in sorted(set(values))
    ]
