"""A hook that fails is reported with its plugin and what it stood on, and nothing has happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from obsidia_core.bots import find_bot, play_out, seat_bots
from obsidia_core.content import load_catalog, validate
from obsidia_core.effects.base import Condition, Effect, Standing, TargetKind, parameters
from obsidia_core.effects.scene import Scene
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import EndlessEffect, PluginError
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.match import Match
from obsidia_core.kernel.state import Frame
from obsidia_core.model.hooks import DiceRules, EnterHook
from obsidia_core.model.state import State
from obsidia_core.plugins import Param, Registry, hookimpl
from obsidia_core.rules import choices
from obsidia_core.scenario.document import Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.obsidia import ObsidiaScenarios

KIND = {"kind": Param(str)}


def fail(kind: str) -> Any:
    """Raises or gives nonsense."""
    if kind == "raise":
        raise ZeroDivisionError("oh")
    return "soon"


@attrs.frozen
class Riddle(Condition):
    kind: str

    def holds(self, scene: Scene) -> bool:
        return fail(self.kind)  # type: ignore[no-any-return]  # nonsense on purpose


@attrs.frozen
class Ghost(TargetKind):
    what = "tile"
    kind: str

    def values(self, scene: Scene) -> list[Any]:
        return fail(self.kind)  # type: ignore[no-any-return]  # nonsense on purpose

    def each(self, scene: Scene) -> Iterable[Any]:
        return ("0,0",)


@attrs.frozen
class Curse(Standing):
    def shape(
        self, rules: DiceRules, state: Any, battle: Mapping[str, Any], place: int, own: bool
    ) -> None:
        fail("raise")


@attrs.frozen
class Mischief(Effect):
    """Kills somebody and fails; or goes on for ever in one of several ways."""

    kind: str
    at: str | None = attrs.field(default=None, metadata={"refers_to": "target"})

    def run(self, scene: Scene, stage: int) -> int | None:
        state = scene.state
        state.hands[1 - scene.seat] = ()
        if self.kind == "spin":
            return 1
        if self.kind == "ask":
            scene.memory.pop("chosen", None)
            choices.ask_choice(state, scene.seat, "yes_no", [True, False])
            return 1
        if self.kind == "pile":
            state.stack.append(Frame("enter:bog", {"kind": "pile", "mask": 0, "slot": 0}))
            return 1
        if self.kind == "unknown step":
            state.stack.append(Frame("nobody"))
            return 1
        if self.kind == "no choice":
            choices.ask_choice(state, scene.seat, "tile", [])
            return 1
        return fail(self.kind)  # type: ignore[no-any-return]  # nonsense on purpose


def bog(state: State, frame: Frame) -> None:
    """Leaves its frame where it is if it is to pile up; else it fails."""
    if frame.data["kind"] == "pile":
        state.stack.append(frame.copy())
        return None
    state.stack.pop()
    return fail(frame.data["kind"])  # type: ignore[no-any-return]  # nonsense on purpose


def odd_dice(rules: DiceRules, params: Mapping[str, Any]) -> None:
    fail("raise")


class BadBot:
    needs_view = False

    def __init__(self, game: Game[Any], chance: Chance) -> None:
        del game, chance

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        return fail("raise")  # type: ignore[no-any-return]  # nonsense on purpose


class SillyBot(BadBot):
    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        return "soon"  # type: ignore[return-value]  # nonsense on purpose


EFFECTS = ("raise", "nonsense", "unknown step", "no choice")
ENDLESS = ("spin", "ask", "pile")
CARDS = {
    "riddle_raise": "conditions: [{riddle: {kind: raise}}]",
    "riddle_nonsense": "conditions: [{riddle: {kind: nonsense}}]",
    "ghost_raise": "targets: [{as: it, ghost: {kind: raise}}]",
    "ghost_nonsense": "targets: [{as: it, ghost: {kind: nonsense}}]",
}
REPLACED = (
    *("siege_road", "raze", "loose_the_hound", "wake_the_ogre", "conscription", "forward_camp"),
    *("forced_march", "charge", "break_ranks", "run_the_gauntlet", "second_wind"),
)


def content() -> str:
    """A terrain for each way to fail on it, and cards of the Warlords for the other ways."""
    lines = ["terrains:"]
    for letter, kind in (("Q", "raise"), ("X", "nonsense"), ("Z", "pile")):
        facts = f"id: bog_{kind}, name: bog_{kind}, letter: {letter}, summary: A bog."
        lines.append(f"  - {{{facts}, enter: [{{hook: bog, kind: {kind}}}]}}")
    lines += ["  - {id: crag, name: crag, letter: K, summary: A crag., dice: [{hook: odd_dice}]}"]
    lines += ["---", "class: warlords", "spells:"]
    replaced = iter(REPLACED)
    for kind in (*EFFECTS, *ENDLESS):
        name = kind.replace(" ", "_")
        lines.append(_card(name, next(replaced), f'effects: [{{mischief: {{kind: "{kind}"}}}}]'))
    for name, term in CARDS.items():
        at = ", at: it" if "ghost" in name else ""
        effects = f"effects: [{{mischief: {{kind: raise{at}}}}}]"
        lines.append(_card(name, next(replaced), f"{term}, {effects}"))
    lines.append(
        "  - {id: curse, replaces: war_cry, name: curse, phase: IV, play: face-up, text: Curse., "
        "effects: [curse]}"
    )
    lines.append(
        "  - {id: odd, replaces: no_quarter, name: odd, phase: IV, play: face-up, text: Odd., "
        "effects: [{dice: {whose: own, counts_as: [6]}}]}"
    )
    return "\n".join(lines)


def _card(name: str, replaced: str, terms: str) -> str:
    facts = f"id: {name}, replaces: {replaced}, name: {name}, phase: III, play: immediate"
    return f"  - {{{facts}, text: Mischief., {terms}}}"


class Trickster:
    """A plugin with every fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        registry.pack(self.folder)
        registry.hook("condition", "riddle", Riddle, parameters(Riddle))
        registry.hook("target", "ghost", Ghost, parameters(Ghost))
        registry.hook("effect", "mischief", Mischief, parameters(Mischief))
        registry.hook("effect", "curse", Curse, parameters(Curse))
        registry.hook("enter", "bog", EnterHook(bog), KIND)
        registry.hook("dice", "odd_dice", odd_dice)


@pytest.fixture(scope="module")
def scenarios(tmp_path_factory: pytest.TempPathFactory) -> ObsidiaScenarios:
    folder = tmp_path_factory.mktemp("tricks")
    (folder / "tricks.yaml").write_text(content(), encoding="utf-8")
    return ObsidiaScenarios(Obsidia(load_catalog([Trickster(folder)])))


def position(scenarios: ObsidiaScenarios, *, at: str = "plain", **facts: str) -> State:
    """W1 beside a tile of the terrain `at`, in its player's movement phase or another one."""
    text = f"""
title: A place for mischief
players: [warlords, death_legion]
phase: {facts.get("phase", "movement")}
map: {{"0,0": plain E, "1,0": {at} W, "0,1": plain -}}
units: {{"0,0": {{warlords: 1}}, "{facts.get("enemy", "0,1")}": {{death_legion: 1}}}}
hands: {{warlords: [{facts.get("card", "")}], death_legion: [not_yet]}}
steps: [{{act: end phase}}]
"""
    (document,) = read_documents(text.encode(), Games(ready={"obsidia": scenarios}))
    assert isinstance(document, Scenario), document
    return scenarios.position(document)


def refused_as_before(
    game: Obsidia, state: State, action: str, error: type[Exception], message: str
) -> None:
    """The action fails with a report; the state and all that is legal are as before."""
    before, legal, text = state.copy(), game.legal_actions(state), game.to_json(state)
    with pytest.raises(error, match=message):
        game.apply(state, game.action_from_text(action))
    assert state == before
    assert game.to_json(state) == text
    assert game.legal_actions(state) == legal
    assert game.audit(state) == []


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("raise", "raised ZeroDivisionError: oh"),
        ("nonsense", "returned 'soon'"),
        ("unknown step", "the rules raised KeyError: 'nobody'"),
        ("no choice", "raised ValueError: nothing to choose from"),
    ],
)
def test_an_effect_that_fails_names_plugin_and_spell(
    scenarios: ObsidiaScenarios, kind: str, said: str
) -> None:
    card = kind.replace(" ", "_")
    message = f"plugin 'Trickster': effect hook 'mischief' of spell '{card}': {said}"
    state = position(scenarios, card=card)
    refused_as_before(scenarios.game, state, f"cast {card}", PluginError, message)


@pytest.mark.parametrize("kind", ["spin", "pile"])
def test_an_effect_without_an_end_is_bounded_and_names_plugin_and_spell(
    scenarios: ObsidiaScenarios, kind: str
) -> None:
    state = position(scenarios, card=kind)
    message = (
        r"plugin 'Trickster': (effect hook 'mischief' of spell '(spin|pile)'|enter hook 'bog')"
    )
    refused_as_before(scenarios.game, state, f"cast {kind}", EndlessEffect, message)


def test_an_effect_that_asks_for_ever_is_bounded_too(scenarios: ObsidiaScenarios) -> None:
    game = scenarios.game
    state = position(scenarios, card="ask")
    game.apply(state, game.action_from_text("cast ask"))

    def go_on() -> None:
        for _ in range(2000):
            game.apply(state, game.legal_actions(state)[0])

    with pytest.raises(EndlessEffect, match="'Trickster': effect hook 'mischief' of spell 'ask'"):
        go_on()
    assert state.asking == ("warlords", "choice")
    assert len(game.legal_actions(state)) == 2


@pytest.mark.parametrize(
    ("kind", "said"), [("raise", "raised ZeroDivisionError: oh"), ("nonsense", "returned 'soon'")]
)
@pytest.mark.parametrize("part", ["riddle", "ghost"])
def test_a_condition_or_target_that_fails_names_plugin_and_spell(
    scenarios: ObsidiaScenarios, part: str, kind: str, said: str
) -> None:
    hook = {"riddle": "condition hook 'riddle'", "ghost": "target hook 'ghost'"}[part]
    message = f"plugin 'Trickster': {hook} of spell '{part}_{kind}': {said}"
    state = position(scenarios)
    card = state.setup.card_of[f"{part}_{kind}"]
    state.hands[0] = (card,)
    before, game = state.copy(), scenarios.game
    with pytest.raises(PluginError, match=message):
        game.apply(state, game.action_from_text(f"cast {part}_{kind}"))
    if part == "riddle":
        with pytest.raises(PluginError, match=message):
            game.legal_actions(state)
    assert state == before


@pytest.mark.parametrize(
    ("kind", "said"), [("raise", "raised ZeroDivisionError: oh"), ("nonsense", "returned 'soon'")]
)
def test_a_terrain_that_fails_names_plugin_and_terrain(
    scenarios: ObsidiaScenarios, kind: str, said: str
) -> None:
    state = position(scenarios, at=f"bog_{kind}")
    message = f"plugin 'Trickster': enter hook 'bog' of terrain 'bog_{kind}': {said}"
    refused_as_before(scenarios.game, state, "move W1 0,0>1,0", PluginError, message)


def test_a_terrain_without_an_end_is_bounded(scenarios: ObsidiaScenarios) -> None:
    state = position(scenarios, at="bog_pile")
    message = "plugin 'Trickster': enter hook 'bog' of terrain 'bog_pile': it does not end"
    refused_as_before(scenarios.game, state, "move W1 0,0>1,0", EndlessEffect, message)


def test_dice_that_fail_name_plugin_and_terrain(scenarios: ObsidiaScenarios) -> None:
    state = position(scenarios, at="crag", phase="battle", enemy="1,0")
    message = "plugin 'Trickster': dice hook 'odd_dice' of terrain 'crag': raised Zero"
    game = scenarios.game
    game.apply(state, game.legal_actions(state)[0])
    game.apply(state, game.action_from_text("defer"))
    refused_as_before(game, state, "defer", PluginError, message)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("curse", "plugin 'Trickster': effect hook 'curse' of spell 'curse': raised Zero"),
        ("odd", "plugin 'language': effect hook 'dice' of spell 'odd': raised ValueError"),
    ],
)
def test_a_card_that_fails_face_up_names_plugin_and_spell(
    scenarios: ObsidiaScenarios, card: str, message: str
) -> None:
    """The library's own primitives are reported like anybody's."""
    game = scenarios.game
    state = position(scenarios, phase="battle", enemy="1,0", card=card)
    game.apply(state, game.legal_actions(state)[0])
    game.apply(state, game.action_from_text(f"cast {card}"))
    game.apply(state, game.action_from_text("defer"))
    refused_as_before(game, state, "defer", PluginError, message)


def test_a_match_goes_on_after_a_report(scenarios: ObsidiaScenarios) -> None:
    match = Match(scenarios.game, position(scenarios, card="raise"))
    with pytest.raises(PluginError, match="spell 'raise'"):
        match.apply("cast raise")
    match.apply("end phase")
    assert match.replay.actions == ["end phase"]


class Bots:
    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        registry.bot("bad", BadBot)
        registry.bot("silly", SillyBot)


@pytest.mark.parametrize(
    ("name", "said"),
    [("bad", "raised ZeroDivisionError: oh"), ("silly", "of .* answered .* with 'soon'")],
)
def test_a_bot_that_fails_is_reported_with_its_plugin(name: str, said: str) -> None:
    game = Obsidia()
    state = game.new(["warlords", "death_legion"], 1)
    bots = seat_bots(game, state, [find_bot(name, [Bots()])], 1)
    while len(game.legal_actions(state)) == 1:
        game.apply(state, game.legal_actions(state)[0])
    before = state.copy()
    with pytest.raises(PluginError, match=f"plugin 'Bots': bot '{name}' {said}"):
        play_out(game, state, bots, 10)
    assert state == before


def test_two_plugins_that_define_one_thing_are_named_both(tmp_path: Path) -> None:
    class Packs:
        def __init__(self, folder: Path) -> None:
            self.folder = folder

        @hookimpl
        def obsidia_register(self, registry: Registry) -> None:
            registry.pack(self.folder)

    class Others(Packs):
        pass

    plugins = []
    for kind in (Packs, Others):
        folder = tmp_path / kind.__name__
        folder.mkdir()
        text = "terrains: [{id: moor, name: Moor, letter: K, summary: A moor.}]"
        (folder / "moor.yaml").write_text(text, encoding="utf-8")
        plugins.append(kind(folder))
    told = [str(problem) for problem in validate(plugins=plugins)]
    assert any(
        "terrain 'moor' is defined twice" in one and ".Packs' and '" in one and ".Others'" in one
        for one in told
    )


def test_an_op_cannot_take_a_name_of_the_rules() -> None:
    class Usurper:
        @hookimpl
        def obsidia_register(self, registry: Registry) -> None:
            registry.hook("op", "battle", bog)

    game = Obsidia(load_catalog([Usurper()]))
    with pytest.raises(PluginError, match=r"Usurper': op hook 'battle': the rules have a step"):
        game.new(["warlords", "death_legion"], 1)
