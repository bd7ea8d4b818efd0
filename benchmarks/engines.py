"""What is measured of every engine, and Obsidia."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, ClassVar

import attrs

from obsidia_core import Obsidia, Ruleset, __version__
from obsidia_core.content import load_catalog
from obsidia_core.kernel.game import Game
from orichalque.game import Orichalque

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
SUDDEN_DEATH_ROUNDS = 3
"""Without a limit sudden death can go on for ever (RULING-74), and random players keep ties level.
After three rounds of it the tied players share the win, so that every game ends."""


@attrs.define
class Tally:
    """What was played. A decision is one player's choice: list the actions, pick one, apply it."""

    games: int = 0
    decisions: int = 0
    options: int = 0
    choices: int = 0

    def add(self, decisions: int, options: int, choices: int) -> None:
        """Count a game; choices are the decisions with more than one option."""
        self.games += 1
        self.decisions += decisions
        self.options += options
        self.choices += choices


@attrs.frozen
class Position:
    """A copied state out of a random game, with a legal action and its save."""

    state: Any
    action: Any
    text: str


@attrs.frozen
class Operation:
    """One call to be timed.

    Attributes:
        call: what is timed.
        arguments: makes its arguments, untimed, fresh for each call.
    """

    call: Callable[..., object]
    arguments: Callable[[Position], tuple[Any, ...]]


class Engine(ABC):
    """An engine and its game.

    States and actions are whatever the engine uses, so their types are `Any`.
    """

    name: ClassVar[str]
    """Name for `--only`."""
    game: ClassVar[str]
    """What is played, in a few words."""
    saves: ClassVar[str]
    """The form of its saves."""
    importing: ClassVar[str]
    """Statement that imports it, or an empty string if another engine's is the same."""
    starting: ClassVar[str]
    """Statements that, after the import, make a new game up to its first decision."""
    loading: ClassVar[tuple[str, ...]] = ()
    """Statements that import the engine, and that load its content from files, if it has any."""
    save_every: ClassVar[int] = 1
    """Sizes are taken at one decision in this many; more than one where saving is slow."""
    version: str

    def __init__(self) -> None:
        # Nothing depends on how well it is shuffled; every engine gets the same quick generator.
        self.rand = random.Random(1).random  # noqa: S311 - picks moves, protects nothing
        self.seeds = count(1)

    def pick(self, actions: Sequence[Any]) -> Any:
        """One of the actions, each as likely as any other."""
        return actions[int(self.rand() * len(actions))]

    @abstractmethod
    def play(self, tally: Tally) -> None:
        """One complete game between uniformly random players, set-up included."""

    @abstractmethod
    def walk(self) -> Iterator[tuple[Any, Sequence[Any]]]:
        """The same, stopping at each decision; the state must be copied to be kept."""

    @abstractmethod
    def copy(self, state: Any) -> Any:
        """An independent copy, as a search would make it."""

    @abstractmethod
    def save(self, state: Any) -> str:
        """The state as text, in the engine's own way."""

    @abstractmethod
    def operations(self) -> Mapping[str, Operation]:
        """What to time, by name."""


class KernelEngine(Engine):
    """A game on the kernel through the ordinary calls, every action checked."""

    saves = "JSON"
    importing = ""
    starting = ""

    def __init__(self, rules: Game[Any], new: Callable[..., Any]) -> None:
        super().__init__()
        self.version = __version__
        self.rules = rules
        self.new = new
        self.apply: Callable[[Any, Any], None] = rules.apply

    def play(self, tally: Tally) -> None:
        """One complete game."""
        legal_actions, apply, rand = self.rules.legal_actions, self.apply, self.rand
        state = self.new(seed=next(self.seeds))
        decisions = options = choices = 0
        while actions := legal_actions(state):
            size = len(actions)
            decisions += 1
            options += size
            choices += size > 1
            apply(state, actions[int(rand() * size)])
        tally.add(decisions, options, choices)

    def walk(self) -> Iterator[tuple[Any, Sequence[Any]]]:
        """The same, stopping at each decision."""
        state = self.new(seed=next(self.seeds))
        while actions := self.rules.legal_actions(state):
            yield state, actions
            self.rules.apply(state, self.pick(actions))

    def copy(self, state: Any) -> Any:
        """The kernel's `copy`."""
        return self.rules.copy(state)

    def save(self, state: Any) -> str:
        """The kernel's `to_json`."""
        return self.rules.to_json(state)

    def operations(self) -> Mapping[str, Operation]:
        """Nothing; `obsidia` times the calls that all have."""
        return {}


class ObsidiaEngine(KernelEngine):
    """Obsidia with all four classes."""

    name = "obsidia"
    game = f"4 players, sudden death limited to {SUDDEN_DEATH_ROUNDS} rounds"
    importing = "import obsidia_core"
    starting = f"obsidia_core.legal_actions(obsidia_core.new_game({CLASSES!r}))"
    loading: ClassVar[tuple[str, ...]] = (
        "import obsidia_core.game, obsidia_core.content as content",
        "content.load_catalog()",
    )

    def __init__(self, rules: Obsidia | None = None) -> None:
        game = Obsidia() if rules is None else rules
        options = Ruleset(sudden_death_round_limit=SUDDEN_DEATH_ROUNDS)
        super().__init__(game, partial(game.new, CLASSES, options=options))

    def operations(self) -> Mapping[str, Operation]:
        """Everything that a search or a server calls in a loop."""
        rules = self.rules

        def on_copy(position: Position) -> tuple[Any, ...]:
            return rules.copy(position.state), position.action

        return {
            "new": Operation(self.new, lambda _: (next(self.seeds),)),
            "legal_actions": Operation(rules.legal_actions, lambda p: (p.state,)),
            "check": Operation(rules.check, lambda p: (p.state, p.action)),
            "apply": Operation(rules.apply, on_copy),
            "apply_unchecked": Operation(rules.apply_unchecked, on_copy),
            "copy": Operation(rules.copy, lambda p: (p.state,)),
            "save": Operation(rules.to_json, lambda p: (p.state,)),
            "load": Operation(rules.from_json, lambda p: (p.text,)),
        }


class UncheckedObsidia(ObsidiaEngine):
    """The same games with `apply_unchecked`, as a search that took its actions from the engine."""

    name = "obsidia-unchecked"
    game = "the same games with apply_unchecked"
    importing = ""
    starting = ""
    loading = ()

    def __init__(self) -> None:
        super().__init__()
        self.apply = self.rules.apply_unchecked

    def operations(self) -> Mapping[str, Operation]:
        """Nothing that `obsidia` does not have."""
        return {}


class SpelllessObsidia(ObsidiaEngine):
    """The same games with cards that do nothing and so are never cast."""

    name = "obsidia-spellless"
    game = "the same games with decks that cannot be cast"
    importing = ""
    starting = ""
    loading = ()

    def __init__(self) -> None:
        catalog = load_catalog()
        blank = {
            name: attrs.evolve(spell, conditions=(), targets=(), effects=())
            for name, spell in catalog.spells.items()
        }
        spells: Any = type(catalog.spells)
        super().__init__(Obsidia(attrs.evolve(catalog, spells=spells(blank))))

    def operations(self) -> Mapping[str, Operation]:
        """Nothing that `obsidia` does not have."""
        return {}


class OrichalqueEngine(KernelEngine):
    """The second game."""

    name = "orichalque"
    game = "the second game: one player against the AI"

    def __init__(self) -> None:
        game = Orichalque()
        super().__init__(game, game.new)
