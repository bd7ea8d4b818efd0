"""`ScenarioGame`: what a game provides so that its scenario files can be read and run.

A game's adapter says what the keys of a position and of an `expect` mean; steps, dice, targets,
automatic passes and reports are the same for all games and live in `runner`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import attrs

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.state import GameState
from obsidia_core.ledger import Ledger
from obsidia_core.scenario.document import Path, Scenario
from obsidia_core.scenario.matching import Matcher, each_somewhere, fits, in_this_order, same

S = TypeVar("S", bound=GameState)
S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)


class Rules(Protocol[S_contra]):
    """The part of `kernel.game.Game` that running a scenario needs."""

    def decision(self, state: S_contra) -> Decision | None:
        """The open question, or None when the game is over."""

    def check(self, state: S_contra, action: Action) -> Refusal | None:
        """None if the action is legal, else why not."""

    def apply(self, state: S_contra, action: Action) -> None:
        """Apply a legal action in place and run to the next question."""

    def candidates(self, state: S_contra, partial: Mapping[str, Any]) -> list[Action]:
        """Actions a person might try that match the given fields, legal or not."""

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """The action as an object with `type`."""

    def action_from_json(self, data: Any) -> Action:
        """Read an action back; `ActionFormatError` if it is none."""

    def action_to_text(self, action: Action) -> str:
        """The one-line text form."""

    def action_from_text(self, text: str) -> Action:
        """Read the text form; `ActionFormatError` if it is none."""

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """An event, with all it holds, as an object with `type`."""


@attrs.frozen
class Scene:
    """What an `expect` looks at.

    Attributes:
        start: everything known when the first step was about to begin.
        now: everything known now.
        decision: the open question, or None.
        legal: JSON forms of the legal actions.
        events: JSON forms of what happened since the last act, oldest first.
    """

    start: Mapping[str, Any]
    now: Mapping[str, Any]
    decision: Decision | None
    legal: Sequence[Mapping[str, Any]]
    events: Sequence[Mapping[str, Any]]


@attrs.frozen
class Expectation:
    """The meaning of one key of `expect`.

    Attributes:
        find: `(scene, wanted)` to what there is, cut down to what `wanted` asks about.
        matches: compares the wanted value with what was found.
    """

    find: Callable[[Scene, Any], Any]
    matches: Matcher = same


@attrs.frozen
class Automatic:
    """An answer that the runner may give by itself.

    Attributes:
        action: the answer.
        always: whether it is given even if the next step could be taken here.
    """

    action: Action
    always: bool = False


Form = tuple[Action, Mapping[str, Any]]
"""An action and its JSON form."""

Report = Callable[[Path, str, str, str | None], None]
"""`(path, code, message, hint)` notes something wrong with a scenario."""


class ScenarioGame(ABC, Generic[S]):
    """A game as scenarios see it.

    Attributes:
        name: the `game` key of its scenarios.
        rules: the game itself.
        expectations: what each key of `expect` means.
        commands: keys of steps that only this game knows.
        unordered: fields of actions and events whose lists count in any order.
    """

    name: str
    rules: Rules[S]
    expectations: Mapping[str, Expectation]
    commands: frozenset[str] = frozenset()
    unordered: frozenset[str] = frozenset()

    @abstractmethod
    def schema(self) -> Mapping[str, Any]:
        """JSON Schema of a whole document, in the style of `content.schema`.

        The steps `act pass illegal expect` and `commands` are told apart elsewhere; the schema
        gives the shape of what stands behind each key.
        """

    @abstractmethod
    def check(self, scenario: Scenario, report: Report) -> None:
        """Report what is wrong with a scenario beyond the shape that the schema describes."""

    @abstractmethod
    def position(self, scenario: Scenario) -> S:
        """The position that the scenario describes, run on to its first question.

        Its chance takes only scripted numbers unless the scenario has a seed.

        Raises:
            ObsidiaError: a position that cannot be.
        """

    @abstractmethod
    def view(self, state: S) -> Mapping[str, Any]:
        """Everything known about the state, for `expect`."""

    def ledger(self) -> Ledger | None:
        """The rules that a scenario may name; None if the game has no list of them."""
        find = getattr(self.rules, "ledger", None)
        ledger: Ledger | None = None if find is None else find()
        return ledger

    def apply(self, state: S, action: Action) -> None:
        """Apply a legal action and run to where the next step may look."""
        self.rules.apply(state, action)

    def command(self, _state: S, name: str, _argument: Any, /) -> None:
        """Carry out a step that only this game knows.

        Raises:
            ObsidiaError: it cannot be done now.
        """
        raise KeyError(name)

    def meant(self, _state: S, wanted: Mapping[str, Any], /) -> Mapping[str, Any]:
        """The fields of an action that a step means, if there are several ways to write it."""
        return wanted

    def narrowed(self, _wanted: Mapping[str, Any], matching: Sequence[Form], /) -> Sequence[Form]:
        """The actions that an `act` means when several, given with their JSON forms, match."""
        return matching

    def automatic(self, _decision: Decision, /) -> Automatic | None:
        """What the runner may answer by itself, or None."""
        return None

    def passing(self, _decision: Decision, /) -> Action | None:
        """The action by which a `pass` step leaves this window, or None."""
        return None

    def is_answer(self, _action: Mapping[str, Any], /) -> bool:
        """Whether this JSON form answers a question that `targets` may answer too."""
        return False

    def answers(self, _action: Mapping[str, Any], _target: Any, /) -> bool:
        """Whether this JSON form is the answer that a value of `targets` stands for."""
        return False

    def dice(self, values: Sequence[Any]) -> list[int]:
        """The `dice` of a step as numbers for the script."""
        return list(values)

    def die(self, number: int) -> Any:
        """A number of the script as `dice` gives it, for messages."""
        return number

    def unasked(self, _state: S, /) -> str:
        """Why nobody is asked, and how the scenario may go on."""
        return "the game is over"

    def matches(self, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
        """Whether an action or event in JSON form has all wanted fields."""
        return fits(wanted, found, self.unordered)


def value_of(key: str, matches: Matcher = same) -> Expectation:
    """Expects something of the view as a whole."""
    return Expectation(lambda scene, _: scene.now.get(key), matches)


def each_of(key: str, matches: Matcher = same) -> Expectation:
    """Expects some entries of a mapping of the view; the others do not matter."""

    def find(scene: Scene, wanted: Mapping[str, Any]) -> dict[str, Any]:
        entries = scene.now.get(key) or {}
        return {name: entries.get(name) for name in wanted}

    return Expectation(find, each_entry(matches))


def each_entry(matches: Matcher) -> Matcher:
    """Compares mappings entry by entry."""
    return lambda wanted, found: all(matches(value, found[name]) for name, value in wanted.items())


def common_expectations(game: ScenarioGame[Any]) -> dict[str, Expectation]:
    """The keys that mean the same in every game: `decision legal count_legal events`."""

    def count(scene: Scene, wanted: Mapping[str, Any]) -> dict[str, int]:
        kinds = [action["type"] for action in scene.legal]
        return {kind: kinds.count(kind) for kind in wanted}

    def somewhere(wanted: Any, found: Any) -> bool:
        return each_somewhere(wanted, found, game.matches)

    def in_order(wanted: Any, found: Any) -> bool:
        return in_this_order(wanted, found, game.matches)

    return {
        "decision": Expectation(lambda scene, _: scene.decision.kind if scene.decision else None),
        "legal": Expectation(lambda scene, _: list(scene.legal), somewhere),
        "count_legal": Expectation(count),
        "events": Expectation(lambda scene, _: list(scene.events), in_order),
    }
