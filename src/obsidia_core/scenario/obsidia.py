"""Obsidia's scenarios: what positions, questions and expectations mean in this game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from obsidia_core.content import Catalog, load_catalog
from obsidia_core.content.problems import shown, suggestion
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import SCRIPTED
from obsidia_core.kernel.codec import KEY
from obsidia_core.kernel.errors import ActionFormatError, ContentError, RulesetError
from obsidia_core.model.actions import ACTIONS
from obsidia_core.model.players import HORDE, PLAYER, SOLO
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.state import State
from obsidia_core.plugins.resources import content_root
from obsidia_core.rules.position import build_position
from obsidia_core.scenario.document import (
    Act,
    ActionForm,
    Expect,
    Illegal,
    Pass,
    Path,
    Scenario,
)
from obsidia_core.scenario.matching import in_any_order, same
from obsidia_core.scenario.obsidia_position import playing_classes, read_position
from obsidia_core.scenario.protocol import (
    Automatic,
    Expectation,
    Form,
    Report,
    ScenarioGame,
    Scene,
    common_expectations,
    each_entry,
    each_of,
    value_of,
)

_ANSWERS = ("choose", "place_tile")
_WINDOWS = ("reaction", "trade")
_BY_CLASS = ("reserve", "hand", "hand_size", "discard", "deck", "stack", "towns")
_SPELL_LISTS = ("hand", "discard")

_FIELDS: Mapping[str, tuple[str, ...]] = {
    cls.type: tuple(field.metadata.get(KEY, field.name) for field in attrs.fields(cls))
    for cls in ACTIONS
}


class ObsidiaScenarios(ScenarioGame[State]):
    """Runs Obsidia's scenarios with one catalog of content."""

    name = "obsidia"
    unordered = frozenset({"travelers", "pieces", "sides"})

    def __init__(self, game: Obsidia) -> None:
        self.game = game
        self.rules = game
        self.catalog: Catalog = game.catalog
        self.expectations = {**common_expectations(self), **_expectations(self)}

    @classmethod
    def load(cls, plugins: Sequence[object] = ()) -> ObsidiaScenarios:
        """With the installed content and that of further plugins.

        Raises:
            ContentError, PluginError: content or a plugin that cannot be loaded.
        """
        return cls(Obsidia(load_catalog(plugins)))

    def schema(self) -> Mapping[str, Any]:
        """`schemas/scenario.schema.json`."""
        return self._schema

    @cached_property
    def _schema(self) -> Mapping[str, Any]:
        path = content_root() / "schemas" / "scenario.schema.json"
        schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return schema

    def check(self, scenario: Scenario, report: Report) -> None:
        """Everything on the table can be there, and every id that a step names exists."""
        read_position(scenario, self.catalog, report)
        for name, value in scenario.options.items():
            try:
                Ruleset.from_options({name: value}, self.catalog.options)
            except RulesetError as error:
                report(("options", name), "bad-option", str(error), None)
        names = _Names(scenario, self.catalog, report)
        for index, step in enumerate(scenario.steps):
            path: Path = ("steps", index)
            match step:
                case Act():
                    names.seat(step.by, (*path, "by"))
                    self._check_action(step.action, names, (*path, "act"))
                case Illegal():
                    names.seat(step.by, (*path, "by"))
                    self._check_action(step.action, names, (*path, "illegal"))
                case Pass():
                    names.seat(step.seat, (*path, "pass"))
                case Expect():
                    names.expected(step.wanted, (*path, "expect"))
                    for key in ("legal", "battles"):
                        for place, action in enumerate(step.wanted.get(key, ())):
                            self._check_action(action, names, (*path, "expect", key, place))

    def _check_action(self, action: ActionForm, names: _Names, path: Path) -> None:
        if isinstance(action, Mapping):
            names.action(action, path)
            return
        try:
            self.rules.action_from_text(action)
        except ActionFormatError as error:
            names.report(path, "bad-action", str(error), None)

    def position(self, scenario: Scenario) -> State:
        """The position, built by the rules and run on to its first question."""
        problems: list[str] = []
        spec = read_position(
            scenario, self.catalog, lambda _path, _code, message, _hint: problems.append(message)
        )
        if problems:
            raise ContentError(problems)
        state = build_position(self.catalog, spec)
        if scenario.seed is None:
            state.chance.driver = SCRIPTED
        return state

    def meant(self, _state: State, wanted: Mapping[str, Any], /) -> Mapping[str, Any]:
        """A battle written as `battle 0,0 1,0` leaves its sides open."""
        if wanted.get("sides") in (["", ""], ("", "")):
            return {key: value for key, value in wanted.items() if key != "sides"}
        return wanted

    def view(self, state: State) -> Mapping[str, Any]:
        """The referee's view."""
        return self.game.referee_view(state)

    def narrowed(self, wanted: Mapping[str, Any], matching: Sequence[Form], /) -> Sequence[Form]:
        """A cast without `move` means the latest; a move without `recruit` means none."""
        if "move" not in wanted and _differ_only(matching, "move"):
            return [max(matching, key=lambda form: form[1].get("move") or 0)]
        if "recruit" not in wanted and _differ_only(matching, "recruit"):
            return [form for form in matching if not form[1].get("recruit")]
        return matching

    def automatic(self, decision: Decision, /) -> Automatic | None:
        """Reaction and trade windows are passed, a battle with nothing to cast is deferred."""
        if decision.kind == "battle":
            only = decision.actions[0] if len(decision.actions) == 1 else None
            return Automatic(only, always=True) if only and only.type == "defer" else None
        action = self.passing(decision) if decision.kind in _WINDOWS else None
        return Automatic(action) if action else None

    def passing(self, decision: Decision, /) -> Action | None:
        """The `pass` of the window."""
        return next((action for action in decision.actions if action.type == "pass"), None)

    def is_answer(self, action: Mapping[str, Any], /) -> bool:
        """Choices of a spell, and placements of the tiles it draws."""
        return action["type"] in _ANSWERS

    def answers(self, action: Mapping[str, Any], target: Any, /) -> bool:
        """A choice has the value itself, a placement `{at, rotation}`."""
        if action["type"] == "choose":
            return same(target, action["value"])
        return isinstance(target, Mapping) and "at" in target and self.matches(target, action)


class _Names:
    """Finds ids in steps that nothing has."""

    def __init__(self, scenario: Scenario, catalog: Catalog, report: Report) -> None:
        self.report = report
        self.catalog = catalog
        self.classes = playing_classes(scenario, catalog)
        self.seats = list(scenario.position["players"])
        if scenario.position.get("mode") == SOLO:
            self.seats = [*(self.seats or [PLAYER]), HORDE]
        letters = [
            catalog.classes[class_id].letter
            for class_id in self.classes
            if class_id in catalog.classes
        ]
        self.pieces = {f"{letter}{number}" for letter in letters for number in range(1, 9)}

    def seat(self, seat: str | None, path: Path) -> None:
        if seat is not None:
            self._one_of(
                seat, self.seats, "unknown-class", f"no seat is called {shown(seat)}", path
            )

    def action(self, action: Mapping[str, Any], path: Path) -> None:
        kind = action.get("type")
        fields = _FIELDS.get(kind) if isinstance(kind, str) else None
        for key in action if fields is not None else ():
            known = ("type", *(fields or ()))
            self._one_of(
                key, known, "bad-action", f"{kind} has no field {shown(key)}", (*path, key)
            )
        if "spell" in action:
            self._spell(action["spell"], (*path, "spell"))
        for index, piece in enumerate(action.get("travelers", ())):
            self._piece(piece, (*path, "travelers", index))

    def expected(self, wanted: Mapping[str, Any], path: Path) -> None:
        for piece in wanted.get("at", ()):
            self._piece(piece, (*path, "at", piece))
        for key in _BY_CLASS:
            for class_id in wanted.get(key, ()):
                known = [*self.classes, *self.seats]
                message = f"{shown(class_id)} does not play"
                self._one_of(class_id, known, "unknown-class", message, (*path, key, class_id))
        for key in _SPELL_LISTS:
            for class_id, spells in wanted.get(key, {}).items():
                for index, spell in enumerate(spells):
                    self._spell(spell, (*path, key, class_id, index))
        for index, spell in enumerate(wanted.get("faceup", ())):
            self._spell(spell, (*path, "faceup", index))

    def _spell(self, spell: str, path: Path) -> None:
        message = f"no spell is called {shown(spell)}"
        self._one_of(spell, self.catalog.spells, "unknown-spell", message, path)

    def _piece(self, piece: str, path: Path) -> None:
        if piece not in self.pieces and not piece.startswith("C"):
            self.report(path, "bad-position", f"no piece is called {piece}", None)

    def _one_of(self, name: str, known: Iterable[str], code: str, message: str, path: Path) -> None:
        if name not in known:
            self.report(path, code, message, suggestion(name, known))


def _differ_only(forms: Sequence[Form], key: str) -> bool:
    """Whether the actions are the same but for one field."""
    rest = [{name: part for name, part in form.items() if name != key} for _, form in forms]
    return all(one == rest[0] for one in rest)


def _expectations(game: ObsidiaScenarios) -> dict[str, Expectation]:
    def exits_alike(wanted: Any, found: Any) -> bool:
        """Tiles: fields one by one, exits in any order of their letters."""
        if not isinstance(wanted, Mapping) or not isinstance(found, Mapping):
            return wanted is None and found is None
        return all(
            set(value) == set(found["exits"]) if key == "exits" else same(value, found[key])
            for key, value in wanted.items()
        )

    def battles_alike(wanted: Any, found: Any) -> bool:
        return in_any_order(wanted, found, game.matches)

    return {
        "at": Expectation(_places, each_entry(same)),
        "reserve": each_of("reserve"),
        "to_act": Expectation(lambda scene, _: scene.decision.seat if scene.decision else None),
        "phase": value_of("phase"),
        "current": value_of("current"),
        "hand": each_of("hands", in_any_order),
        "hand_size": each_of("hand_sizes"),
        "discard": each_of("discards"),
        "deck": each_of("deck_sizes"),
        "stack": each_of("stacks"),
        "communal": value_of("communal"),
        "removed": Expectation(lambda scene, _: scene.now["removed"] - scene.start["removed"]),
        "tile": Expectation(_tiles, each_entry(exits_alike)),
        "drawn": Expectation(lambda scene, wanted: _cut(scene.now["drawn"], wanted), exits_alike),
        "town": Expectation(_town_holders, each_entry(same)),
        "towns": each_of("towns"),
        "tokens_left": value_of("tokens_left"),
        "faceup": value_of("faceup", in_any_order),
        "creatures": Expectation(lambda scene, _: len(scene.now["creatures"])),
        "battles": Expectation(_battles, battles_alike),
        "over": value_of("over"),
        "winner": value_of("winner", _winners_alike),
    }


def _places(scene: Scene, wanted: Mapping[str, Any]) -> dict[str, Any]:
    travelers, creatures = scene.now["travelers"], scene.now["creatures"]
    return {
        piece: travelers[piece] if piece in travelers else creatures.get(piece, _GONE)["at"]
        for piece in wanted
    }


_GONE: Mapping[str, str] = {"at": "gone"}


def _tiles(scene: Scene, wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {at: _cut(scene.now["tiles"].get(at), tile) for at, tile in wanted.items()}


def _cut(tile: Mapping[str, Any] | None, wanted: Any) -> dict[str, Any] | None:
    """The tile with the fields asked about, or all a person would ask about."""
    if tile is None:
        return None
    keys = wanted if isinstance(wanted, Mapping) else ("terrain", "exits")
    return {key: tile.get(key) for key in keys}


def _town_holders(scene: Scene, wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {at: scene.now["tiles"].get(at, {}).get("town") for at in wanted}


def _battles(scene: Scene, _wanted: Any) -> list[dict[str, Any]]:
    return [{"type": "battle", **battle} for battle in scene.now["battles"]]


def _winners_alike(wanted: Any, found: Any) -> bool:
    """One winner may be written alone, several in any order."""
    if isinstance(found, list | tuple) and isinstance(wanted, str):
        wanted = [wanted]
    elif isinstance(wanted, list) and isinstance(found, str):
        found = [found]
    return in_any_order(wanted, found)
