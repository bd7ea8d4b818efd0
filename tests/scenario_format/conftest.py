"""A game in which the scenario itself lists the questions: enough to see what the runner does.

Each question is `{seat, kind, actions, rolls, reasons}`: `actions` in JSON form, `rolls` how many
dice an action of a type rolls, `reasons` the rule that a candidate action is refused by.
"""

from collections.abc import Callable, Mapping, Sequence
from textwrap import dedent
from typing import Any, ClassVar

import attrs
import pytest

from obsidia_core.content import Catalog, ClassDef, CreatureDef, HookRef, SpellDef, TerrainDef
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import SCRIPTED, Chance
from obsidia_core.kernel.errors import ActionFormatError, IllegalAction, Refusal
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.state import GameState
from obsidia_core.scenario.document import Broken, Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import load_file, read_documents
from obsidia_core.scenario.matching import same
from obsidia_core.scenario.obsidia import ObsidiaScenarios
from obsidia_core.scenario.protocol import (
    Automatic,
    Expectation,
    Form,
    Report,
    ScenarioGame,
    common_expectations,
    value_of,
)
from obsidia_core.scenario.runner import Outcome, run_scenario

DIE = range(1, 7)


@attrs.frozen(eq=False)
class Told(Action):
    type: ClassVar[str] = "told"
    form: Mapping[str, Any]


@attrs.define
class Happened(Event):
    type: ClassVar[str] = "happened"
    form: Mapping[str, Any]


class StoryState(GameState):
    __slots__ = ("questions", "said")

    def __init__(self, questions: Sequence[Mapping[str, Any]], seed: int) -> None:
        super().__init__(Chance(seed, 1))
        self.questions = list(questions)
        self.said: list[str] = []


class StoryRules:
    def decision(self, state: StoryState) -> Decision | None:
        if not state.questions:
            return None
        question = state.questions[0]
        actions = [Told(form) for form in question["actions"]]
        return Decision(question["seat"], question["kind"], actions)

    def check(self, state: StoryState, action: Action) -> Refusal | None:
        if not state.questions:
            return Refusal("over", "the story is over", ("END-01",))
        question, form = state.questions[0], self.action_to_json(action)
        if form in question["actions"]:
            return None
        rule = question.get("reasons", {}).get(form["type"], "ANY-01")
        return Refusal("no", f"{form['type']} is not told here", (rule, "ALL-00"))

    def apply(self, state: StoryState, action: Action) -> None:
        refusal = self.check(state, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        form = self.action_to_json(action)
        question = state.questions.pop(0)
        if form.get("breaks"):
            raise ZeroDivisionError("the story broke")
        state.said.append(f"{question['seat']}: {self.action_to_text(action)}")
        state.events = [Happened({"type": "said", "seat": question["seat"], **_renamed(form)})]
        for _ in range(question.get("rolls", {}).get(form["type"], 0)):
            face = state.chance.draw(0, DIE)
            state.events.append(Happened({"type": "rolled", "dice": [face]}))

    def candidates(self, state: StoryState, partial: Mapping[str, Any]) -> list[Action]:
        known = state.questions[0].get("tries", []) if state.questions else []
        return [Told(form) for form in known if form["type"] == partial.get("type")]

    def action_to_json(self, action: Action) -> dict[str, Any]:
        assert isinstance(action, Told)
        return dict(action.form)

    def action_from_json(self, data: Any) -> Action:
        return Told(data)

    def action_to_text(self, action: Action) -> str:
        form = self.action_to_json(action)
        return " ".join(str(value).replace("_", " ") for value in form.values())

    def action_from_text(self, text: str) -> Action:
        if text.startswith("?"):
            raise ActionFormatError(f"{text!r} is no action")
        kind, *rest = text.split(" ", 1) if text.startswith("cast ") else [text.replace(" ", "_")]
        return Told({"type": kind, **({"spell": rest[0]} if rest else {})})

    def event_to_json(self, event: Event) -> dict[str, Any]:
        assert isinstance(event, Happened)
        return dict(event.form)


def _renamed(form: Mapping[str, Any]) -> dict[str, Any]:
    return {"action" if key == "type" else key: value for key, value in form.items()}


class StoryScenarios(ScenarioGame[StoryState]):
    name = "story"
    commands = frozenset({"run"})
    unordered = frozenset({"who"})

    def __init__(self) -> None:
        self.rules = StoryRules()
        self.expectations = {
            **common_expectations(self),
            "to_act": Expectation(lambda scene, _: scene.decision.seat if scene.decision else None),
            "said": value_of("said"),
            "left": value_of("left"),
        }

    def schema(self) -> Mapping[str, Any]:
        action = {"type": ["object", "string"]}
        step = dict.fromkeys(("act", "illegal"), action) | {
            "by": {"type": "string"},
            "pass": {"type": "string"},
            "run": {"type": "integer"},
            "dice": {"type": "array"},
            "targets": {"type": "array"},
            "because": {"type": ["string", "array"]},
            "expect": {
                "type": "object",
                "properties": dict.fromkeys(self.expectations, True),
                "additionalProperties": False,
            },
        }
        return {
            "type": "object",
            "required": ["title", "steps"],
            "additionalProperties": False,
            "properties": {
                "game": {"const": "story"},
                "title": {"type": "string"},
                "rules": {"type": "array"},
                "auto_pass": {"type": "boolean"},
                "seed": {"type": "integer"},
                "questions": {"type": "array", "items": {"type": "object"}},
                "steps": {
                    "type": "array",
                    "items": {"type": "object", "properties": step, "additionalProperties": False},
                },
            },
        }

    def check(self, scenario: Scenario, report: Report) -> None:
        for index, question in enumerate(scenario.position.get("questions", ())):
            if "seat" not in question:
                report(("questions", index), "bad-position", "a question without seat", None)

    def position(self, scenario: Scenario) -> StoryState:
        state = StoryState(scenario.position.get("questions", ()), scenario.seed or 0)
        if scenario.seed is None:
            state.chance.driver = SCRIPTED
        return state

    def view(self, state: StoryState) -> Mapping[str, Any]:
        return {"said": list(state.said), "left": len(state.questions)}

    def command(self, state: StoryState, _name: str, argument: Any, /) -> None:
        del state.questions[:argument]
        state.events = []

    def narrowed(self, wanted: Mapping[str, Any], matching: Sequence[Form], /) -> Sequence[Form]:
        if "move" not in wanted and all("move" in form for _, form in matching):
            return matching[-1:]
        return matching

    def automatic(self, decision: Decision, /) -> Automatic | None:
        if decision.kind == "battle" and len(decision.actions) == 1:
            return Automatic(decision.actions[0], always=True)
        action = self.passing(decision) if decision.kind == "reaction" else None
        return Automatic(action) if action else None

    def passing(self, decision: Decision, /) -> Action | None:
        forms = {self.rules.action_to_json(one)["type"]: one for one in decision.actions}
        return forms.get("pass")

    def is_answer(self, action: Mapping[str, Any], /) -> bool:
        return bool(action["type"] == "choose")

    def answers(self, action: Mapping[str, Any], target: Any, /) -> bool:
        return same(target, action["value"])


Run = Callable[[str], Outcome]
Read = Callable[[str], "list[Scenario | Broken]"]


@pytest.fixture(scope="session")
def games() -> Games:
    """Knows the story game under its name, and makes it the default."""
    known = Games(ready={"story": StoryScenarios()})
    known.default = "story"
    return known


@pytest.fixture
def run(games: Games) -> Run:
    """Runs the one scenario of a text about the story game."""

    def run_text(text: str) -> Outcome:
        (scenario,) = load_file("title: A story\n" + dedent(text), games, "story.yaml")
        return run_scenario(scenario, games["story"])

    return run_text


@pytest.fixture
def read(games: Games) -> Read:
    """Reads all documents of a text about the story game."""
    return lambda text: read_documents(dedent(text), games, "story.yaml")


CLASSES = {"death_legion": "D", "light_keepers": "L", "warlords": "W", "veiled_occult": "V"}


def terrain(name: str, **more: Any) -> TerrainDef:
    plain: dict[str, Any] = {
        "enter": (),
        "stay": (),
        "leave": None,
        "travel": None,
        "dice": (),
        "apart_from": (),
        "claimable": False,
        "home": False,
    }
    return TerrainDef(id=name, name=name, letter=name[0], summary="", **{**plain, **more})


def spell(name: str, play: str = "immediate") -> SpellDef:
    return SpellDef(name, name, "warlords", "I", play, None, "", None, None)


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """Four classes without decks, four terrains, a creature and a few spells."""
    terrains = [
        terrain("plain"),
        terrain("town", claimable=True),
        terrain("woods", leave=HookRef("roll")),
        terrain("colony", home=True),
    ]
    spells = [spell("time_slip"), spell("ambush"), spell("wardlight", "lasting")]
    return Catalog(
        classes={name: ClassDef(name, name, one, "", "", ()) for name, one in CLASSES.items()},
        terrains={one.id: one for one in terrains},
        tiles={},
        colonies={},
        creatures={"war_hound": CreatureDef("war_hound", "", (), (), (), "")},
        spells={one.id: one for one in spells},
        hash="",
        hooks={},
    )


@pytest.fixture(scope="session")
def adapter(catalog: Catalog) -> ObsidiaScenarios:
    return ObsidiaScenarios(Obsidia(catalog))


@pytest.fixture(scope="session")
def obsidia(adapter: ObsidiaScenarios) -> Games:
    return Games(ready={"obsidia": adapter})
