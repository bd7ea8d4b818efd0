"""A preview from a view alone: the same answer as from the state, and clear words for bad views."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import obsidia_core as ob
from obsidia_core.content import load_catalog
from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import ActionFormatError
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import PlacedTile, PositionSpec, UnitSpec
from obsidia_core.model.state import State
from obsidia_core.plugins import Registry, hookimpl, load_plugins
from obsidia_core.plugins.resources import content_root
from obsidia_core.previews import preview_state
from obsidia_core.rules.position import build_position
from obsidia_core.viewer import apply_events

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
PAIRS = [["death_legion", "warlords"], ["light_keepers", "veiled_occult"]]
EAGER = frozenset({"cast", "battle", "choose", "train"})
SETTINGS: Mapping[str, tuple[int, Mapping[str, Any]]] = {
    "two": (2, {}),
    "three": (3, {"open_spell_windows": "always_ask"}),
    "four": (4, {"movement_interrupts": "window_after_each_move"}),
    "pairs": (4, {"teams": PAIRS}),
    "drafting": (3, {"drafting": True}),
    "drafting by two": (2, {"drafting": True, "two_player_draft_picks": 6}),
    "planning": (2, {"tile_planning": True, "manual_refill": True}),
    "solo": (1, {"mode": "solo"}),
    "solo, class chosen later": (0, {"mode": "solo", "horde_choices": "player"}),
}


def sent(value: Any) -> Any:
    """What comes out at the other end of a wire."""
    return json.loads(json.dumps(value))


def walk(game: Obsidia, name: str, seed: int) -> Iterator[tuple[State, list[Action], Chance]]:
    """Every decision of a random game in which much is cast, chosen and fought."""
    players, options = SETTINGS[name]
    state = game.new(CLASSES[:players], seed, options)
    chance = Chance(seed, 1)
    while state.asking is not None:
        actions = game.legal_actions(state)
        yield state, actions, chance
        eager = [action for action in actions if action.type in EAGER]
        taken = eager if eager and chance.below(0, 3) else actions
        game.apply_unchecked(state, taken[chance.below(0, len(taken))])


def asked(state: State) -> str:
    assert state.asking is not None
    return state.asking[0]


@pytest.mark.parametrize("name", SETTINGS)
def test_a_view_gives_the_preview_that_the_state_gives(game: Obsidia, name: str) -> None:
    for state, actions, chance in islice(walk(game, name, seed=3), 0, 260, 7):
        view = sent(ob.view(state, asked(state)))
        for _ in range(2):
            action = actions[chance.below(0, len(actions))]
            found = ob.preview(view, sent(game.action_to_json(action)))
            assert found == preview_state(game, state, action), action
            assert sent(found.to_json()) == found.to_json()


def test_the_state_and_the_view_are_left_as_they_are() -> None:
    match = ob.new_match(CLASSES[:2], seed=7)
    assert match.decision is not None
    view = match.view(match.decision.seat)
    before = match.to_json(), sent(view)
    ob.preview(view, match.decision.actions[0])
    assert (match.to_json(), view) == before


# ---- views that do not do


@pytest.fixture
def match() -> ob.Match[State]:
    """A game of three in its turns, `light_keepers` asked."""
    match = ob.new_match(CLASSES[:3], seed=5)
    go_on(match, turn=4)
    return match


def go_on(match: ob.Match[State], turn: int) -> None:
    """Play at random until `light_keepers` is asked in that turn or a later one."""
    chance = Chance(turn, 1)
    while asked(match.state) != "light_keepers" or match.state.turn < turn:
        actions = match.legal_actions()
        match.apply(actions[chance.below(0, len(actions))])


def damage(view: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    """A copy of the view in which one thing is another."""
    damaged: dict[str, Any] = sent(view)
    inside: Any = damaged
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return damaged


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda _: None, "this is no view"),
        (lambda _: ["known"], "this is no view"),
        (lambda _: {"known": {}}, "this is no view"),
        (lambda view: {**view, "known": 7}, "no 'known'"),
        (lambda view: {**view, "known": {}}, "format None"),
        (lambda view: damage(view, "known", "format", value="obsidia-state-1"), "obsidia-state-1"),
        (lambda view: damage(view, "known", "game", value="chess"), "of the game 'chess'"),
        (lambda view: damage(view, "known", "content", value="0" * 64), "content 0000"),
        (lambda view: damage(view, "known", "hands", value=[[1], [2]]), "damaged"),
        (lambda view: damage(view, "known", "cell", 3, value="here"), "damaged"),
        (lambda view: damage(view, "known", "players", value=["nobody"]), "nobody"),
        (lambda view: damage(view, "known", "stack", value=[["turns", 0, {}], 5]), "damaged"),
        (lambda view: damage(view, "known", "stack", value=[["earthquake", 0, {}]]), "earthquake"),
        (lambda view: damage(view, "known", "asking", value=None), "differ in"),
        (lambda view: damage(view, "known", "turn", value=9), "differ in 'turn'"),
        (lambda view: damage(view, "turn", value=9), "differ in 'turn'"),
        (lambda view: damage(view, "hand", value=[]), "differ in 'hand'"),
        (lambda view: {key: view[key] for key in view if key != "towns"}, "no 'towns'"),
    ],
)
def test_a_damaged_view_is_refused_with_the_fault(
    match: ob.Match[State], change: Callable[[dict[str, Any]], Any], told: str
) -> None:
    view = match.view("light_keepers")
    action = match.legal_actions()[0]
    ob.preview(view, action)
    with pytest.raises(ob.ViewError, match=told):
        ob.preview(change(view), action)


JUNK: Sequence[Any] = (None, True, -1, 0, 2, 99, 10**6, 1.5, "zzz", [], {}, [None])
GONE = object()


def places(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The path to everything inside a JSON value."""
    if isinstance(value, dict | list):
        for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
            yield *path, key
            yield from places(inside, *path, key)


def damaged_somewhere(whole: dict[str, Any], chance: Chance) -> dict[str, Any]:
    """A copy in which one thing is another or gone, in every second case inside a frame."""
    paths = list(places(whole))
    if chance.below(0, 2):
        paths = [path for path in paths if path[0] == "stack" and len(path) > 2] or paths
    path = paths[chance.below(0, len(paths))]
    value = (*JUNK, GONE)[chance.below(0, len(JUNK) + 1)]
    damaged = damage(whole, *path, value=None if value is GONE else value)
    if value is GONE:
        inside: Any = damaged
        for key in path[:-1]:
            inside = inside[key]
        del inside[path[-1]]
    return damaged


@pytest.mark.parametrize("name", SETTINGS)
def test_damage_anywhere_in_a_view_is_a_view_error_or_does_no_harm(
    game: Obsidia, name: str
) -> None:
    """Deep in the frames too, where it shows only when the position is played on."""
    refused = 0
    for state, actions, chance in islice(walk(game, name, seed=8), 0, 260, 13):
        view = sent(ob.view(state, asked(state)))
        for _ in range(12):
            known = damaged_somewhere(view["known"], chance)
            try:
                ob.preview({**view, "known": known}, actions[chance.below(0, len(actions))])
            except ob.ViewError:
                refused += 1
            except ob.IllegalAction:
                continue
    assert refused > 40


def preview_all(view: Mapping[str, Any], actions: Sequence[Action]) -> None:
    for action in actions:
        ob.preview(view, action)


@pytest.mark.parametrize(
    ("op", "key", "value"),
    [
        ("world_building", "seat", GONE),
        ("world_building", "last", "zzz"),
        ("battle", "shields", GONE),
        ("battle", "fighters", GONE),
        ("battle", "shields", 1.5),
        ("explore", "mask", 1.5),
        ("travel", "mask", -1),
    ],
)
def test_damage_in_a_frame_is_a_view_error_wherever_it_shows(
    game: Obsidia, op: str, key: str, value: Any
) -> None:
    found = 0
    for state, actions, _ in islice(walk(game, "three", seed=8), 700):
        view = sent(ob.view(state, asked(state)))
        for frame, (name, _, data) in enumerate(view["known"]["stack"]):
            if name != op or key not in data:
                continue
            found += 1
            known = damage(view["known"], "stack", frame, 2, key, value=value)
            if value is GONE:
                del known["stack"][frame][2][key]
            with pytest.raises(ob.ViewError, match="'known'"):
                preview_all({**view, "known": known}, actions)
        if found > 2:
            return
    assert found


def test_a_view_of_somebody_else_is_refused_with_who_is_asked(match: ob.Match[State]) -> None:
    action = match.legal_actions()[0]
    with pytest.raises(ob.ViewError, match="view of death_legion, but light_keepers is asked"):
        ob.preview(match.view("death_legion"), action)
    with pytest.raises(ob.ViewError, match="spectator"):
        ob.preview(match.view(), action)


def test_a_view_that_is_out_of_date_is_refused(match: ob.Match[State]) -> None:
    """Events bring no `known`; who keeps an old one is told so."""
    old = match.view("light_keepers")
    go_on(match, old["turn"] + 1)
    new = match.view("light_keepers")
    action = match.legal_actions()[0]
    with pytest.raises(ob.ViewError, match="two positions"):
        ob.preview({**new, "known": old["known"]}, action)
    followed: Any = old
    for event in match.game.events_for(match.events(), "light_keepers")[-1:]:
        followed = apply_events(followed, [event])
    with pytest.raises(ob.ViewError, match=r"no 'known'.*take it anew with Match\.view"):
        ob.preview(followed, action)


def test_an_action_that_is_not_on_offer_is_refused_as_in_the_match(match: ob.Match[State]) -> None:
    view = sent(match.view("light_keepers"))
    wanted = match.check("train")
    assert wanted is not None
    with pytest.raises(ob.IllegalAction) as error:
        ob.preview(view, "train")
    assert error.value.refusal == wanted
    with pytest.raises(ActionFormatError):
        ob.preview(view, "dance")


def test_after_the_end_there_is_nothing_to_preview(game: Obsidia) -> None:
    options = {"sudden_death_round_limit": 1}
    state = game.new(CLASSES[:2], 1, options)
    chance = Chance(1, 1)
    while state.asking is not None:
        actions = game.legal_actions(state)
        game.apply_unchecked(state, actions[chance.below(0, len(actions))])
    with pytest.raises(ob.IllegalAction, match="the game is over"):
        ob.preview(ob.view(state, CLASSES[0]), "pass")


# ---- what a view must not tell


def test_only_who_is_asked_is_sent_more_than_the_view(game: Obsidia) -> None:
    for state, _, _ in islice(walk(game, "three", seed=2), 0, 200, 20):
        for seat in (None, *state.setup.seats):
            extra = ob.view(state, seat).keys() - game.view(state, seat).keys()
            assert extra == ({"known"} if seat == asked(state) else set())


@pytest.mark.rule("DISCARD-05")
def test_of_other_discards_only_the_top_card_counts(game: Obsidia) -> None:
    compared = 0
    for state, _, chance in islice(walk(game, "three", seed=4), 0, 500, 9):
        seat = state.setup.seat_of[asked(state)]
        other = state.copy()
        for index, (top, *under) in enumerate(pile or (-1,) for pile in state.discards):
            if index != seat and len(under) > 1:
                other.discards[index] = (top, *chance.shuffled(0, under))
                compared += 1
        assert game.known(other) == game.known(state)
    assert compared > 20


@pytest.mark.rule("DRAFT-02", "DRAFT-09")
@pytest.mark.parametrize("name", ["drafting", "drafting by two"])
def test_packs_and_picks_of_others_are_not_told(game: Obsidia, name: str) -> None:
    for state, _, chance in islice(walk(game, name, seed=4), 0, 30, 2):
        frame = state.stack[-1]
        if frame.op != "draft":
            break
        seat = frame.data["seat"]
        own = {*frame.data["packs"][seat], *frame.data["kept"][seat]}
        cards = chance.shuffled(0, [card for card in range(80) if card not in own])
        other = state.copy()
        for key in ("packs", "kept"):
            other.stack[-1].data[key] = [
                pile if index == seat else [cards.pop() for _ in pile]
                for index, pile in enumerate(frame.data[key])
            ]
        assert other.stack[-1].data["packs"] != frame.data["packs"]
        assert game.known(other) == game.known(state)


@pytest.mark.rule("DRAFT-09")
def test_which_cards_another_seat_has_drafted_is_not_told(game: Obsidia) -> None:
    """Two players leave cards out; any of them might be in the other deck."""
    for state, _, chance in islice(walk(game, "drafting by two", seed=4), 60, 200, 20):
        seat = state.setup.seat_of[asked(state)]
        out = set(range(80)).difference(*state.hands, *state.decks, *state.discards)
        used = {effect.card for effect in state.effects}
        hidden = [*state.hands[1 - seat], *state.decks[1 - seat]]
        cards = chance.shuffled(0, sorted((out - used) | {*hidden}))
        if any(frame.op in ("cast", "battle") for frame in state.stack):
            continue
        other = state.copy()
        size = len(state.hands[1 - seat])
        other.hands[1 - seat] = tuple(cards[:size])
        other.decks[1 - seat] = tuple(cards[size : len(hidden)])
        other.held = sum(1 << card for card in other.hands[1 - seat])
        other.held |= state.held & sum(1 << card for card in state.hands[seat])
        assert game.known(other) == game.known(state)


def test_cards_that_changed_hands_unseen_may_be_anywhere(game: Obsidia) -> None:
    """What two others did among themselves: the third knows only how many cards each has."""
    for state, _, _ in islice(walk(game, "three", seed=6), 60, 200, 20):
        seat = state.setup.seat_of[asked(state)]
        one, two = (index for index in range(3) if index != seat)
        if not (state.hands[one] and state.decks[two]):
            continue
        other = state.copy()
        (mine, *rest), (theirs, *more) = state.hands[one], state.decks[two]
        other.hands[one], other.decks[two] = (theirs, *rest), (mine, *more)
        assert game.known(other) == game.known(state)


class AndARoll:
    """The default content, but that two spells which look at something go on with a roll."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copytree(content_root() / "spells", folder, dirs_exist_ok=True)
        for name, effect in (
            ("light_keepers", "search_deck: {count: 4}"),
            ("veiled_occult", "look_at_tile: {of: rival}"),
        ):
            path = folder / f"{name}.yaml"
            text = path.read_text(encoding="utf-8")
            line = f"      - {effect}\n"
            assert text.count(line) == 1
            longer = text.replace(line, line + "      - roll: {at_least: 1}\n")
            path.write_text(longer, encoding="utf-8")

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        registry.pack(self.folder)
        for (kind, name), hook in load_plugins().hooks.items():
            registry.hook(kind, name, hook.function, hook.params)


@pytest.mark.parametrize(
    ("phase", "spell", "casters"),
    [
        ("spell", "library_of_facets", ("light_keepers", "veiled_occult")),
        ("tile", "false_oracle", ("veiled_occult", "light_keepers")),
    ],
)
def test_who_answers_a_spell_is_not_told_what_its_caster_saw(
    tmp_path: Path, phase: str, spell: str, casters: tuple[str, str]
) -> None:
    game = Obsidia(load_catalog([AndARoll(tmp_path)], entry_points=False))
    caster, other = casters
    deck = ("open_book", "war_cry", "conversion", "time_slip", "not_yet")
    places = (Coordinate(0, 0), Coordinate(5, 5))
    spec = PositionSpec(
        players=casters,
        phase=phase,
        options={"open_spell_windows": "always_ask"},
        tiles=tuple(PlacedTile(at, "plain", 0b1111) for at in places),
        units=tuple(UnitSpec(at, seat, 1) for at, seat in zip(places, casters, strict=True)),
        hands={caster: (spell,), other: ("once_more",)},
        decks={caster: deck},
        seed=1,
    )
    state = build_position(game.catalog, spec)
    game.apply(state, game.action_from_text(f"cast {spell}"))
    looked = False
    while not looked or asked(state) == caster:
        looked = looked or state.asking == (caster, "choice")
        game.apply(state, game.legal_actions(state)[-1])
    assert state.asking == (other, "reaction")
    (effects,) = (frame.data for frame in state.stack if frame.op == "effects")
    assert "tile" not in effects
    told = json.dumps(game.known(state)["stack"])
    assert not [name for name in deck if name in told]
