"""Runs scenario files: what positions, steps and expectations mean in this game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from obsidia_core.content.problems import suggestion
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import SCRIPTED, SEEDED
from obsidia_core.kernel.errors import ActionFormatError, ObsidiaError, RulesetError
from obsidia_core.scenario.document import Act, ActionForm, Expect, Illegal, Path, Scenario
from obsidia_core.scenario.matching import in_any_order, same
from obsidia_core.scenario.protocol import (
    Expectation,
    Report,
    ScenarioGame,
    Scene,
    common_expectations,
    value_of,
)
from orichalque import actions as act
from orichalque.data import find_problems, load
from orichalque.data.types import SKULL, SKULL_NAME
from orichalque.geometry import Circle
from orichalque.options import Options
from orichalque.position import build_position
from orichalque.scenario_position import read_position
from orichalque.setup import AI
from orichalque.state import DISCARD, OVER, PHASES, ROUND_END, SELECT, State
from orichalque.table import between_phases, hand_in

if TYPE_CHECKING:
    from orichalque.game import Orichalque

_POSITION = ("row", "ai", "human", "supply", "turn")


class StepError(ObsidiaError):
    """A `run` step that cannot be taken where the game stands."""


class OrichalqueScenarios(ScenarioGame[State]):
    """Scenarios of Orichalque."""

    name = "orichalque"
    commands = frozenset({"run"})

    def __init__(self, rules: Orichalque) -> None:
        self.rules: Orichalque = rules
        self.expectations = {**common_expectations(self), **_expectations(self)}

    def schema(self) -> Mapping[str, Any]:
        """`schemas/orichalque/scenario.schema.json`."""
        return self._schema

    @cached_property
    def _schema(self) -> Mapping[str, Any]:
        from obsidia_core.plugins.resources import content_root

        path = content_root() / "schemas" / "orichalque" / "scenario.schema.json"
        schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return schema

    def check(self, scenario: Scenario, report: Report) -> None:
        """Data and options make sense, every name exists, and every action is one."""
        for index, step in enumerate(scenario.steps):
            if isinstance(step, Act):
                _check_action(self.rules, step.action, report, ("steps", index, "act"))
            elif isinstance(step, Illegal):
                _check_action(self.rules, step.action, report, ("steps", index, "illegal"))
            elif isinstance(step, Expect):
                for place, action in enumerate(step.wanted.get("legal", ())):
                    path: Path = ("steps", index, "expect", "legal", place)
                    _check_action(self.rules, action, report, path)
        try:
            Options.of(scenario.options)
        except RulesetError as error:
            report(("options",), "bad-position", str(error), None)
        overrides = scenario.position.get("data", {})
        problems = find_problems(overrides)
        for problem in problems:
            report(("data", *problem.path), problem.code, problem.message, problem.hint)
        if problems:
            return
        if scenario.position.get("new_game"):
            _check_new_game(scenario, report)
        else:
            read_position(scenario, load(overrides), report)

    def position(self, scenario: Scenario) -> State:
        """The position, run on to its first question; a new game if it says so."""
        overrides = scenario.position.get("data", {})
        if scenario.position.get("new_game"):
            fresh = type(self.rules)(overrides)
            return fresh.new(seed=scenario.seed or 0, options=scenario.options)
        spec = read_position(scenario, load(overrides), _raise)
        driver = SCRIPTED if scenario.seed is None else SEEDED
        state = build_position(spec, driver, scenario.seed or 0)
        run_to_pause(state)
        return state

    def view(self, state: State) -> Mapping[str, Any]:
        """The view."""
        return self.rules.view(state)

    def meant(self, state: State, wanted: Mapping[str, Any], /) -> Mapping[str, Any]:
        """Circles of a Temple, or of a tile that looks the same in every order, may be in any."""
        circles = wanted.get("circles")
        if not isinstance(circles, list):
            return wanted
        try:
            read = tuple(map(Circle.of, circles))
        except ValueError:
            return wanted
        kind = wanted.get("type")
        if kind is None and state.asking is not None:
            kind = "place_tile" if state.asking[1] == "place_tile" else "build_temple"
        action: Action = act.PlaceTile(read) if kind == "place_tile" else act.BuildTemple(read)
        return {
            **wanted,
            "circles": self.rules.action_to_json(self.rules.normal(state, action))["circles"],
        }

    def apply(self, state: State, action: Action) -> None:
        """Apply a legal action and run on, but not into an AI turn or the end of a round."""
        hand_in(state, action)
        run_to_pause(state)

    def command(self, state: State, name: str, argument: Any, /) -> None:
        """`run: ai_turn`, `run: ai_phase N` or `run: end_round`."""
        state.events = []
        what, _, number = str(argument).partition(" ")
        if what == "end_round":
            if state.phase != ROUND_END:
                raise StepError(f"the round cannot end in {_where(state)}")
            _run_while(state, lambda: state.phase == ROUND_END)
        elif state.side != AI or not SELECT <= state.phase <= DISCARD:
            raise StepError(f"the AI has no turn in {_where(state)}")
        elif what == "ai_turn":
            _run_while(state, lambda: state.side == AI and state.phase <= DISCARD)
        else:
            phase = int(number)
            if state.phase != phase:
                raise StepError(f"phase {phase} cannot run in {_where(state)}")
            _run_while(state, lambda: state.side == AI and state.phase == phase)
        run_to_pause(state)

    def unasked(self, state: State, /) -> str:
        """That the game is over, or what is due and the `run` that goes on with it."""
        if state.phase == OVER:
            return "the game is over"
        if state.phase == ROUND_END:
            return "the end of the round is due; go on with run: end_round"
        phase = f"run: ai_phase {state.phase}"
        return f"it is {_where(state)}; go on with run: ai_turn or {phase}"

    def dice(self, values: Sequence[Any]) -> list[int]:
        """Numbers and skulls for the script."""
        return [SKULL if value == SKULL_NAME else value for value in values]

    def die(self, number: int) -> int | str:
        """A face of the combat die: a number, or `skull`."""
        return SKULL_NAME if number == SKULL else number


def _where(state: State) -> str:
    if state.phase == OVER:
        return "a game that is over"
    if state.phase == ROUND_END:
        return "the end of a round"
    whose = "the AI's" if state.side == AI else "the human's"
    return f"{whose} {PHASES[state.phase]} (phase {state.phase})"


def run_to_pause(state: State) -> None:
    """Run to the next question, an AI turn, the end of a round or of the game."""
    _run_while(state, lambda: state.side != AI and state.phase < ROUND_END)


def _run_while(state: State, goes_on: Any) -> None:
    """Run as long as nobody is asked; between two phases ask whether to go on."""
    for _ in between_phases(state):
        if not goes_on():
            return


def _raise(path: Path, _code: str, message: str, _hint: str | None) -> None:
    raise StepError(f"{'.'.join(map(str, path))}: {message}")


def _check_new_game(scenario: Scenario, report: Report) -> None:
    for key in _POSITION:
        if key in scenario.position:
            report((key,), "bad-position", f"a new game takes no {key!r}", None)
    if scenario.seed is None:
        report(("new_game",), "missing-key", "a new game needs a seed", None)


_FIELDS: Mapping[str, frozenset[str]] = {
    kind.type: frozenset({"type", *(field.name for field in kind.__attrs_attrs__)})
    for kind in act.ACTIONS
}


def _check_action(rules: Orichalque, action: ActionForm, report: Report, path: Path) -> None:
    if isinstance(action, str):
        try:
            rules.action_from_text(action)
        except ActionFormatError as error:
            report(path, "bad-action", str(error), None)
        return
    kind = action.get("type")
    if kind is None:
        return
    fields = _FIELDS.get(str(kind))
    if fields is None:
        message = f"there is no action {kind!r}"
        report((*path, "type"), "bad-action", message, suggestion(str(kind), _FIELDS))
        return
    for key in action:
        if key not in fields:
            message = f"{kind} has no field {key!r}"
            report((*path, key), "bad-action", message, suggestion(key, fields))


# ---- expectations


def _expectations(game: OrichalqueScenarios) -> dict[str, Expectation]:
    def somewhere(wanted: Any, found: Any) -> bool:
        return all(any(game.matches(one, form) for form in found) for one in wanted)

    return {
        "ai": Expectation(lambda scene, wanted: _cut(scene.now["ai"], wanted), _side_alike),
        "human": Expectation(lambda scene, wanted: _cut(scene.now["human"], wanted), _side_alike),
        "supply": Expectation(lambda scene, wanted: _cut(scene.now["supply"], wanted), _side_alike),
        "row": Expectation(lambda scene, _: [offer["card"] for offer in scene.now["row"]]),
        "row_size": Expectation(lambda scene, _: len(scene.now["row"])),
        "card": value_of("card"),
        "round": value_of("round"),
        "side": value_of("side"),
        "phase": value_of("phase"),
        "first": value_of("first"),
        "over": value_of("over"),
        "winner": value_of("winner"),
        "legal": Expectation(_every_way, somewhere),
    }


_BY_KEY = frozenset({"land", "committed", "construction"})
"""Mappings of which only the wanted entries count."""


def _cut(there: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What there is under the wanted keys, and of places only the wanted ones."""
    found = {}
    for key, value in wanted.items():
        entries = there[key]
        partial = key in _BY_KEY or (key == "buildings" and isinstance(value, Mapping))
        if partial and isinstance(entries, Mapping):
            entries = {name: entries.get(_plain(name)) for name in value}
        found[key] = entries
    return found


def _plain(name: str) -> str:
    """A circle as views write it; any other name as it is."""
    try:
        return str(Circle.parse(name))
    except ValueError:
        return name


def _side_alike(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    return all(_alike(key, value, found[key]) for key, value in wanted.items())


def _alike(key: str, wanted: Any, found: Any) -> bool:
    if key in ("creatures", "used_cards"):
        return in_any_order(wanted, found)
    if key == "temple_sites":
        return in_any_order(wanted, found, in_any_order)
    if key == "titans":
        return bool(wanted == found)
    if key == "creature_bag":
        return bool({kind: count for kind, count in wanted.items() if count} == found)
    if key == "committed":
        return all((count or 0) == (found[circle] or 0) for circle, count in wanted.items())
    return same(wanted, found)


def _every_way(scene: Scene, _wanted: Any) -> list[Mapping[str, Any]]:
    """The legal actions, placements of a tile that looks the same in every order as well."""
    found: list[Mapping[str, Any]] = list(scene.legal)
    tile = scene.now["tile"]
    if tile and len(set(zip(tile["terrains"], tile["creatures"], strict=True))) == 1:
        for form in scene.legal:
            if form["type"] == "place_tile":
                circles = form["circles"]
                found += [
                    {**form, "circles": circles[start:] + circles[:start]}
                    for start in range(1, len(circles))
                ]
    return found
