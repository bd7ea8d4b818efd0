"""Runs one scenario for any game.

What a scenario means is fixed here and nowhere else: which action an `act` names, when windows are
passed by themselves, whose questions `targets` answer, and how long the `dice` of a step count.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Generic, TypeVar

import attrs

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.errors import ActionFormatError, ObsidiaError, Refusal, ScriptError
from obsidia_core.kernel.state import GameState
from obsidia_core.scenario.document import (
    Act,
    ActionForm,
    Command,
    Expect,
    Illegal,
    Pass,
    Playing,
    Scenario,
    Step,
)
from obsidia_core.scenario.protocol import Form, ScenarioGame, Scene

S = TypeVar("S", bound=GameState)

SHOWN_ACTIONS = 8
"""Most legal actions that a failure lists."""
ANSWER_LIMIT = 10_000
"""Answers the runner gives by itself after one step; more can only be a fault of the engine."""


@attrs.frozen(kw_only=True)
class Outcome:
    """What came of a scenario.

    Attributes:
        passed: whether all steps hold.
        step: number of the step that failed, from 1; None if none did or there was no position.
        line: the line of that step.
        expected: what should have been, ready for JSON.
        found: what there was, ready for JSON.
        message: the failure in words, several lines if need be; empty if passed.
    """

    passed: bool
    step: int | None = None
    line: int | None = None
    expected: Any = None
    found: Any = None
    message: str = ""


Watch = Callable[[Decision | None, Action | None, Sequence[Mapping[str, Any]]], None]
"""Told of each action: the question it answers, the action, and the events it brought about."""


def run_scenario(scenario: Scenario, game: ScenarioGame[S], watch: Watch | None = None) -> Outcome:
    """Play a scenario to its end or to the first step that does not hold.

    `watch` is called after every action, those included that the runner takes by itself. Never
    raises for what a scenario, the engine or a plugin does wrong: that is a failed outcome.
    """
    run = _Run(scenario, game, watch)
    try:
        run.play()
    except _StepFailedError as failure:
        message, expected, found = failure.message, failure.expected, failure.found
    except ScriptError as error:
        message, expected, found = error.told(game.die), None, None
    except ObsidiaError as error:
        message, expected, found = str(error), None, None
    except Exception as error:  # noqa: BLE001 - a fault of the engine fails this scenario only
        message, expected, found = _fault(error), None, None
    else:
        return Outcome(passed=True)
    return Outcome(
        passed=False,
        step=run.number,
        line=scenario.line if run.number is None else scenario.steps[run.number - 1].line,
        expected=expected,
        found=found,
        message=message,
    )


class _StepFailedError(Exception):
    def __init__(self, message: str, expected: Any = None, found: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.expected = expected
        self.found = found


def _fault(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{FilePath(place.filename).name}:{place.lineno} in {place.name}"
    return f"a fault in the engine or a plugin: {type(error).__name__}: {error} ({where})"


class _Run(Generic[S]):
    """One scenario under way.

    Attributes:
        number: the step that the current events, dice and faults belong to, from 1; None before
            the first one.
    """

    def __init__(
        self, scenario: Scenario, game: ScenarioGame[S], watch: Watch | None = None
    ) -> None:
        self._watch = watch
        self.scenario = scenario
        self.game = game
        self.rules = game.rules
        self.number: int | None = None
        self._state: S
        self._start: Mapping[str, Any] = {}
        self._events: list[Mapping[str, Any]] = []
        self._targets: dict[str, list[Any]] = {}
        self._dice_step: int | None = None
        self._lazy = False

    def play(self) -> None:
        steps = self.scenario.steps
        self._state = self.game.position(self.scenario)
        self._start = self.game.view(self._state)
        self._note_events()
        self._settle(self._upcoming(0))
        for index, step in enumerate(steps):
            if isinstance(step, Playing):
                self._finish_dice()
                self._take_over(index + 1, step.dice)
                upcoming = self._upcoming(index + 1)
                self._playing_step(step)
                # A pass with nothing to come: `_look` passes what follows as far as it has to.
                self._lazy = isinstance(step, Pass) and upcoming is None
                if not self._lazy:
                    self._settle(upcoming)
            else:
                self.number = index + 1
                self._look(step)
        if self._lazy and self._state.chance.left():
            self._settle(None)
        self._finish_dice()

    def _upcoming(self, index: int) -> Step | None:
        """The next step from `index` on that goes on with the game."""
        return next(
            (step for step in self.scenario.steps[index:] if isinstance(step, Playing)), None
        )

    # Dice

    def _take_over(self, number: int, dice: Sequence[Any]) -> None:
        self.number = self._dice_step = number
        self._state.chance.script(self.game.dice(dice))

    def _finish_dice(self) -> None:
        left = self._state.chance.left()
        if left:
            self.number = self._dice_step
            step = self.scenario.steps[(self._dice_step or 1) - 1]
            dice = list(step.dice) if isinstance(step, Playing) else []
            used = dice[: len(dice) - len(left)]
            raise _StepFailedError(
                f"dice left over: {len(left)} of {len(dice)} numbers were not used", dice, used
            )

    # Steps

    def _playing_step(self, step: Step) -> None:
        if isinstance(step, Act):
            self._events = []
            self._act(step)
        elif isinstance(step, Pass):
            self._pass(step)
        elif isinstance(step, Command):
            self._events = []
            self.game.command(self._state, step.name, step.argument)
            self._note_events()

    def _act(self, step: Act) -> None:
        decision = self._decision()
        if decision is None:
            raise _StepFailedError(
                f"nobody is asked: {self.game.unasked(self._state)}", _told(step.action), None
            )
        if step.by is not None and decision.seat != step.by:
            raise _StepFailedError(
                f"{decision.seat} is asked ({decision.kind}), not {step.by}",
                step.by,
                decision.seat,
            )
        action, form = self._named(step.action, decision)
        if step.targets is not None:
            self._targets[decision.seat] = list(step.targets)
        elif not self.game.is_answer(form):
            self._targets.pop(decision.seat, None)
        self._apply(action)

    def _pass(self, step: Pass) -> None:
        decision = self._decision()
        action = None
        if decision is not None and decision.seat == step.seat:
            action = self.game.passing(decision)
        if action is None:
            raise _StepFailedError(
                f"{step.seat} has no window to pass", f"a window of {step.seat}", self._asked()
            )
        self._apply(action)

    def _look(self, step: Step) -> None:
        """A step that changes nothing; windows after a last `pass` give way until it holds."""
        while True:
            try:
                if isinstance(step, Illegal):
                    self._illegal(step)
                elif isinstance(step, Expect):
                    self._expect(step)
            except _StepFailedError:
                if not self._lazy or not self._answer_once(None):
                    raise
            else:
                return

    def _illegal(self, step: Illegal) -> None:
        decision = self._decision()
        if step.by is not None and (decision is None or decision.seat != step.by):
            return
        wanted = self._wanted(step.action)
        legal = self._forms(decision)
        matching = [form for form in legal if self.game.matches(wanted, form[1])]
        told = _told(step.action)
        if matching:
            raise _StepFailedError(
                f"{told} is legal", "no legal action that matches", self._texts(matching)
            )
        if not step.because:
            return
        refusals = self._refusals(step.action, wanted)
        named = {rule for refusal in refusals for rule in refusal.rules}
        if named.isdisjoint(step.because):
            reasons = list(dict.fromkeys(map(str, refusals)))[:SHOWN_ACTIONS]
            raise _StepFailedError(
                f"{told} is refused, but not because of {' or '.join(step.because)}",
                list(step.because),
                reasons or "no action that matches could even be tried",
            )

    def _expect(self, step: Expect) -> None:
        decision = self._decision()
        scene = Scene(
            start=self._start,
            now=self.game.view(self._state),
            decision=decision,
            legal=[form for _, form in self._forms(decision)],
            events=self._events,
        )
        expected: dict[str, Any] = {}
        found: dict[str, Any] = {}
        for key, wanted in step.wanted.items():
            expectation = self.game.expectations[key]
            there = expectation.find(scene, wanted)
            if not expectation.matches(wanted, there):
                expected[key], found[key] = wanted, there
        if expected:
            keys = ", ".join(expected)
            raise _StepFailedError(f"{keys}: not as expected", expected, found)

    # Answers that the runner gives

    def _settle(self, upcoming: Step | None) -> None:
        """Answer by targets and by automatic passes until a question is left to the steps."""
        for _ in range(ANSWER_LIMIT):
            if not self._answer_once(upcoming):
                return
        raise _StepFailedError(f"{ANSWER_LIMIT} windows and no end")

    def _answer_once(self, upcoming: Step | None) -> bool:
        decision = self._decision()
        if decision is None:
            return False
        action = self._targeted(decision)
        if action is None and self.scenario.auto_pass:
            automatic = self.game.automatic(decision)
            if automatic and (automatic.always or not self._takes(upcoming, decision)):
                action = automatic.action
        if action is None:
            return False
        self._apply(action)
        return True

    def _targeted(self, decision: Decision) -> Action | None:
        """The answer by the first unused target of the asked seat that is legal, used up."""
        targets = self._targets.get(decision.seat)
        if not targets:
            return None
        answers = [form for form in self._forms(decision) if self.game.is_answer(form[1])]
        for index, target in enumerate(targets):
            fitting = [action for action, form in answers if self.game.answers(form, target)]
            if len(fitting) == 1:
                del targets[index]
                return fitting[0]
        return None

    def _takes(self, step: Step | None, decision: Decision) -> bool:
        """Whether the step could be taken in this window."""
        if isinstance(step, Pass):
            return decision.seat == step.seat and self.game.passing(decision) is not None
        if not isinstance(step, Act) or step.by not in (None, decision.seat):
            return False
        wanted = self._wanted(step.action)
        return any(self.game.matches(wanted, form) for _, form in self._forms(decision))

    # Actions

    def _named(self, action: ActionForm, decision: Decision) -> Form:
        """The one legal action that is meant."""
        wanted = self._wanted(action)
        legal = self._forms(decision)
        matching: Sequence[Form] = [form for form in legal if self.game.matches(wanted, form[1])]
        if len(matching) > 1:
            exact = [form for form in matching if self.game.matches(form[1], wanted)]
            matching = exact if len(exact) == 1 else self.game.narrowed(wanted, matching)
        if len(matching) == 1:
            return matching[0]
        told = _told(action)
        if matching:
            raise _StepFailedError(
                f"{told} fits {len(matching)} legal actions of {decision.seat}; "
                "name more of their fields",
                told,
                self._texts(matching),
            )
        reasons = dict.fromkeys(str(refusal) for refusal in self._refusals(action, wanted))
        because = "".join(f"\n  {reason}" for reason in list(reasons)[:SHOWN_ACTIONS])
        raise _StepFailedError(
            f"{told} is not legal for {decision.seat} ({decision.kind}){because}",
            told,
            self._texts(_nearest_first(self._text_of(action), legal, self.rules.action_to_text)),
        )

    def _wanted(self, action: ActionForm) -> Mapping[str, Any]:
        if isinstance(action, str):
            action = self.rules.action_to_json(self.rules.action_from_text(action))
        return self.game.meant(self._state, action)

    def _text_of(self, action: ActionForm) -> str:
        return action if isinstance(action, str) else " ".join(map(str, action.values()))

    def _forms(self, decision: Decision | None) -> list[Form]:
        if decision is None:
            return []
        return [(action, self.rules.action_to_json(action)) for action in decision.actions]

    def _texts(self, forms: Sequence[Form]) -> list[str]:
        texts = [self.rules.action_to_text(action) for action, _ in forms[:SHOWN_ACTIONS]]
        more = len(forms) - len(texts)
        return [*texts, f"and {more} more"] if more > 0 else texts

    def _refusals(self, action: ActionForm, wanted: Mapping[str, Any]) -> list[Refusal]:
        """Why what was meant cannot be done, for every action that it may stand for."""
        refusals = (self.rules.check(self._state, one) for one in self._tried(action, wanted))
        return [refusal for refusal in refusals if refusal is not None]

    def _tried(self, action: ActionForm, wanted: Mapping[str, Any]) -> list[Action]:
        if isinstance(action, str):
            return [self.rules.action_from_text(action)]
        try:
            found = self.rules.candidates(self._state, wanted)
            return found or [self.rules.action_from_json(dict(wanted))]
        except ActionFormatError:
            return []

    # State

    def _decision(self) -> Decision | None:
        return self.rules.decision(self._state)

    def _asked(self) -> str:
        decision = self._decision()
        if decision is None:
            return self.game.unasked(self._state)
        return f"{decision.kind} of {decision.seat}"

    def _apply(self, action: Action) -> None:
        asked = self._decision() if self._watch else None
        self.game.apply(self._state, action)
        before = len(self._events)
        self._note_events()
        if self._watch:
            self._watch(asked, action, self._events[before:])

    def _note_events(self) -> None:
        self._events.extend(map(self.rules.event_to_json, self._state.events))


def _told(action: ActionForm) -> str:
    """An action in one line, as it was written."""
    if isinstance(action, str):
        return action
    fields = " ".join(f"{key}={_flat(value)}" for key, value in action.items() if key != "type")
    return f"{action.get('type', 'an action with')} {fields}".strip()


def _flat(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_flat, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flat(part)}" for key, part in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _nearest_first(
    wanted: str, legal: Sequence[Form], text_of: Callable[[Action], str]
) -> list[Form]:
    """Legal actions by how alike their text is, those in the game's order among equals."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=wanted.replace("_", " "), autojunk=False)

    def distance(form: Form) -> float:
        matcher.set_seq1(text_of(form[0]))
        return -matcher.ratio()

    return sorted(legal, key=distance)
