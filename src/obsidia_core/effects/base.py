"""What targets, conditions and effects have in common: attrs classes that name their parameters.

The fields of a class are the parameters that a spell file gives; `parameters` turns them into the
schema that content is checked against. A field's metadata says what a text may refer to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import attrs

from obsidia_core.content.catalog import PHASES
from obsidia_core.effects.scene import Scene
from obsidia_core.kernel.actions import shown
from obsidia_core.model.hooks import StandingEffect
from obsidia_core.plugins.registry import REQUIRED, Param

STOP = -1
"""What an effect's `run` gives when the effects after it do not happen."""

MINE = ("own_unit", "enemy_unit", "friendly", "mover")
PLACES = ("home_colony", "battle_tile")


def target(*accepts: str, words: tuple[str, ...] = (), default: Any = attrs.NOTHING) -> Any:
    """A field that names a target of the spell, or one of `words`.

    `accepts`: kinds of targets it may name.
    """
    metadata = {"refers_to": "target", "accepts": accepts, "words": words}
    return attrs.field(default=default, metadata=metadata)


def word(*choices: str, default: Any = attrs.NOTHING) -> Any:
    """A field that is one of a few words."""
    return attrs.field(default=default, metadata={"choices": choices})


def content(kind: str, default: Any = attrs.NOTHING) -> Any:
    """A field that is the id (or ids) of a terrain or creature."""
    return attrs.field(default=default, metadata={"refers_to": kind})


_PLAIN: Mapping[str, Any] = {
    "int": int,
    "int | None": int,
    "bool": bool,
    "bool | None": bool,
    "str": str,
    "str | None": str,
    "tuple[str, ...]": list[str],
    "tuple[int, ...]": list[int],
}


def parameters(cls: type[Any]) -> dict[str, Param]:
    """The parameters of a primitive, from the fields of its class."""
    found = {}
    for field in attrs.fields(cls):
        metadata = field.metadata
        found[field.name] = Param(
            _PLAIN[str(field.type)],
            default=REQUIRED if field.default is attrs.NOTHING else field.default,
            choices=tuple(metadata.get("choices", ())),
            refers_to=metadata.get("refers_to"),
            accepts=tuple(metadata.get("accepts", ())),
            words=tuple(metadata.get("words", ())),
        )
    return found


@attrs.frozen(eq=False, repr=False)
class Part:
    """What a spell is made of: a condition, a kind of target or an effect with its parameters.

    Each use on a card is a thing of its own, so two of them are never equal.

    Attributes:
        triggers: what a card that it stands on has to answer, one of these; empty for anything.
    """

    triggers: ClassVar[frozenset[str]] = frozenset()

    # Once for all: made for each class, methods would cost a third of the start.
    def __repr__(self) -> str:
        return shown(self)


@attrs.frozen(eq=False, repr=False)
class Condition(Part, ABC):
    """Something that must hold for the spell to be cast.

    `phases` are the phase marks of cards it can stand on.
    """

    phases: ClassVar[frozenset[str]] = frozenset(PHASES)

    @abstractmethod
    def holds(self, scene: Scene) -> bool:
        """Whether it holds now."""


@attrs.frozen(eq=False, repr=False)
class TargetKind(Part, ABC):
    """A kind of target: the values it may take now. `what` is the kind in a `choose`."""

    what: ClassVar[str]
    rules: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def values(self, scene: Scene) -> list[Any]:
        """JSON values in a stable order, given the targets chosen before."""

    def each(self, scene: Scene) -> Iterable[Any]:
        """The same values in any order, as they are found: for whoever needs only some of them."""
        return self.values(scene)


@attrs.frozen(eq=False, repr=False)
class Effect(Part, ABC):
    """Something a spell does.

    Attributes:
        phases: the phase marks of cards it can stand on.
        standing: whether it holds while the card lies face-up, instead of happening once.
        cost: whether it is only paid, so that it alone does not make a cast actionable.
        only_steps: whether all it does is to give steps.
        target_rules: ids of the rules that limit the targets it names.
    """

    phases: ClassVar[frozenset[str]] = frozenset(PHASES)
    standing: ClassVar[bool] = False
    cost: ClassVar[bool] = False
    only_steps: ClassVar[bool] = False
    target_rules: ClassVar[tuple[str, ...]] = ()

    def possible(self, scene: Scene) -> bool:
        """Whether it could do anything now, once the targets are chosen (SPELL-07)."""
        return True

    def moves(self) -> tuple[str, ...]:
        """Names of the targets it moves, for spells that answer that."""
        return ()

    def barred(self, scene: Scene) -> bool:
        """Whether a spell in force bars it with the targets chosen so far (RULING-101)."""
        return False

    @abstractmethod
    def run(self, scene: Scene, stage: int) -> int | None:
        """Do it, or a part of it.

        Gives None when done, `STOP` when the effects after it do not happen, else the stage to go
        on with once the frames it pushed have finished.
        """


@attrs.frozen(eq=False, repr=False)
class Standing(Effect, StandingEffect):
    """An effect of a face-up card."""

    standing: ClassVar[bool] = True

    def run(self, scene: Scene, stage: int) -> int | None:
        """Face-up effects do not happen; they stand."""
        return None
