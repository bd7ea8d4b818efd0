"""The battery passes a sound game that knows nothing of Obsidia, and catches every fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import attrs
import pytest

from obsidia_core.kernel import conformance
from obsidia_core.kernel.actions import CHANCE, Action, Outcome
from obsidia_core.kernel.chance import ENUMERATED, SEEDED
from obsidia_core.kernel.conformance import ConformanceError, Setting, battery, signature
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.state import GameState

PLAYERS = ("red", "blue")
Method = Callable[..., Any]
Broken = Callable[[str, Callable[[Method], Method]], Game[Any]]


@pytest.mark.parametrize("driver", [SEEDED, ENUMERATED])
def test_a_sound_game_passes(dash: Game[Any], driver: str) -> None:
    assert battery(dash, PLAYERS, range(15), driver=driver) > 300


def test_the_random_games_go_to_the_end_and_use_every_action(dash: Game[Any]) -> None:
    seen: set[str] = set()

    def note(walk: conformance.Walk[Any]) -> Iterator[None]:
        while walk.action is not None:
            seen.add(walk.action.type)
            yield
        assert dash.winners(walk.state)

    battery(dash, PLAYERS, range(10), laws=[note])
    assert seen == {"play", "roll", "undo", "end"}


# ---- faults: each wraps one method of the sound game


def takes_any_players(new: Method) -> Method:
    def wrapped(players: Any, seed: int, options: Any) -> Any:
        return players[0] and new(players, seed, options)

    return wrapped


def loses_a_card(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        apply(state, action)
        state.deck = state.deck[1:]

    return wrapped


def forgets_a_side(sides: Method) -> Method:
    return lambda state: sides(state)[1:]


def plays_a_side_twice(sides: Method) -> Method:
    return lambda state: (*sides(state), sides(state)[0])


def asks_whom_nobody_plays(sides: Method) -> Method:
    return lambda state: [attrs.evolve(side, automatic=True) for side in sides(state)]


def lists_twice(list_actions: Method) -> Method:
    return lambda state: 2 * list_actions(state)


def lists_nothing(list_actions: Method) -> Method:
    return lambda state: []


def lists_too_little(list_actions: Method) -> Method:
    return lambda state: list_actions(state)[-1:]


def writes_no_numbers(action_to_text: Method) -> Method:
    return lambda action: action_to_text(action).replace("8", "7")


def reads_no_numbers(action_from_json: Method) -> Method:
    return lambda data: action_from_json({**data, "card": 1} if "card" in data else data)


def refuses_nothing(refuse: Method) -> Method:
    return lambda state, action: None


def gives_no_reason(refuse: Method) -> Method:
    def wrapped(state: Any, action: Action) -> Refusal | None:
        refusal: Refusal | None = refuse(state, action)
        return refusal and attrs.evolve(refusal, rules=())

    return wrapped


def checks_by_trying(refuse: Method) -> Method:
    def wrapped(state: Any, action: Action) -> Refusal | None:
        state.at = (state.at[0] + 1, state.at[1])
        refusal: Refusal | None = refuse(state, action)
        return refusal

    return wrapped


def applies_before_it_refuses(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        if action.type == "play":
            state.pile = state.pile[::-1]
        apply(state, action)

    return wrapped


def forgets_events_on_refusal(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        state.events = []
        apply(state, action)

    return wrapped


def shares_the_chance(copy: Method) -> Method:
    def wrapped(state: Any) -> Any:
        new = copy(state)
        new.chance = state.chance
        return new

    return wrapped


def shares_the_stack(copy: Method) -> Method:
    def wrapped(state: Any) -> Any:
        new = copy(state)
        new.stack = state.stack
        return new

    return wrapped


def changes_its_order(list_actions: Method) -> Method:
    calls = count()
    return lambda state: list_actions(state)[:: (-1) ** next(calls)]


def orders_by_what_is_not_saved(from_json: Method) -> Method:
    def wrapped(text: str) -> Any:
        state = from_json(text)
        state.hands = tuple(hand[::-1] for hand in state.hands)
        return state

    return wrapped


def forgets_the_pile(from_json: Method) -> Method:
    def wrapped(text: str) -> Any:
        state = from_json(text)
        state.pile = tuple(sorted(state.pile))
        return state

    return wrapped


def remembers_in_the_frame(to_json: Method) -> Method:
    """The step function would go on elsewhere after a reload."""

    def wrapped(state: Any) -> str:
        data = json.loads(to_json(state))
        for frame in data["stack"]:
            frame[1] = 1
        return json.dumps(data)

    return wrapped


def shows_the_deck(view: Method) -> Method:
    return lambda state, seat: {**view(state, seat), "next": state.deck[:1]}


def shows_hands_to_spectators(view: Method) -> Method:
    return lambda state, seat: view(state, state.names[0] if seat is None else seat)


def shows_drawn_cards(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        apply(state, action)
        for event in state.events:
            event.known_to = None

    return wrapped


def shows_a_card_without_an_event(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        apply(state, action)
        state.events = [event for event in state.events if event.type != "drew"]

    return wrapped


def reasons_with_the_other_hand(refuse: Method) -> Method:
    def wrapped(state: Any, action: Action) -> Refusal | None:
        refusal: Refusal | None = refuse(state, action)
        other = str(state.hands[1 - state.turn])
        return refusal and attrs.evolve(refusal, message=refusal.message + other)

    return wrapped


def asks_by_the_deck(list_actions: Method) -> Method:
    def wrapped(state: Any) -> list[Action]:
        found: list[Action] = list_actions(state)
        return found[::-1] if sum(state.deck[:1]) % 2 else found

    return wrapped


def draws_an_impossible_hand(determinize: Method) -> Method:
    def wrapped(state: Any, seat: str | None, seed: int) -> Any:
        new = determinize(state, seat, seed)
        new.deck = (*new.deck, 1)
        return new

    return wrapped


def draws_otherwise_for_those_who_are_not_asked(determinize: Method) -> Method:
    calls = count()

    def wrapped(state: Any, seat: str | None, seed: int) -> Any:
        asked = state.asking is not None and state.asking[0] == seat
        return determinize(state, seat, seed if asked else next(calls))

    return wrapped


def keeps_a_taken_back_card(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        before = state.at
        apply(state, action)
        if action.type == "undo":
            state.at = before

    return wrapped


def has_sure_outcomes(legal_actions: Method) -> Method:
    def wrapped(state: Any) -> list[Action]:
        return [
            Outcome(one.value) if isinstance(one, Outcome) else one for one in legal_actions(state)
        ]

    return wrapped


def favours_enumerated_chance(apply: Method) -> Method:
    def wrapped(state: Any, action: Action) -> None:
        apply(state, action)
        if isinstance(action, Outcome):
            state.at = (state.at[0], state.at[1] + 1)

    return wrapped


def names_other_players(setup_to_json: Method) -> Method:
    def wrapped(state: Any) -> dict[str, Any]:
        return {**setup_to_json(state), "players": [*state.names[::-1]]}

    return wrapped


def takes_chance_from_outside(new: Method) -> Method:
    seeds = count()
    return lambda players, seed, options: new(players, next(seeds), options)


FAULTS = [
    ("lineups", "new", takes_any_players),
    ("conservation", "apply_unchecked", loses_a_card),
    ("sides", "sides", forgets_a_side),
    ("sides", "sides", plays_a_side_twice),
    ("sides", "sides", asks_whom_nobody_plays),
    ("listed", "list_actions", lists_twice),
    ("listed", "list_actions", lists_nothing),
    ("listed", "action_to_text", writes_no_numbers),
    ("listed", "action_from_json", reads_no_numbers),
    ("unlisted", "list_actions", lists_too_little),
    ("unlisted", "refuse", refuses_nothing),
    ("unlisted", "refuse", gives_no_reason),
    ("unlisted", "refuse", checks_by_trying),
    ("refused", "refuse", refuses_nothing),
    ("refused", "apply", applies_before_it_refuses),
    ("refused", "apply", forgets_events_on_refusal),
    ("copies", "copy", shares_the_chance),
    ("copies", "copy", shares_the_stack),
    ("order", "list_actions", changes_its_order),
    ("twin", "from_json", orders_by_what_is_not_saved),
    ("twin", "from_json", forgets_the_pile),
    ("twin", "to_json", remembers_in_the_frame),
    ("leak", "view", shows_the_deck),
    ("leak", "view", shows_hands_to_spectators),
    ("leak", "apply_unchecked", shows_drawn_cards),
    ("leak", "apply_unchecked", shows_a_card_without_an_event),
    ("leak", "refuse", reasons_with_the_other_hand),
    ("leak", "list_actions", asks_by_the_deck),
    ("leak", "determinize", draws_an_impossible_hand),
    ("leak", "determinize", draws_otherwise_for_those_who_are_not_asked),
    ("undo", "apply_unchecked", keeps_a_taken_back_card),
    ("enumerated", "legal_actions", has_sure_outcomes),
    ("enumerated", "apply_unchecked", favours_enumerated_chance),
    ("replay", "setup_to_json", names_other_players),
    ("replay", "new", takes_chance_from_outside),
]


@pytest.mark.parametrize(
    ("law", "method", "fault"), FAULTS, ids=[f"{law}-{fault.__name__}" for law, _, fault in FAULTS]
)
def test_the_battery_catches(
    law: str, method: str, fault: Callable[[Method], Method], broken: Broken
) -> None:
    game = broken(method, fault)
    laws = [getattr(conformance, law)]
    with pytest.raises(ConformanceError) as caught:
        battery(game, PLAYERS, range(30), laws=laws, types=["play", "roll", "undo", "end"])
    assert caught.value.law == law
    assert f"seed {caught.value.setting.seed}" in str(caught.value)


def test_every_law_has_a_fault_that_it_catches() -> None:
    assert {law.__name__ for law in conformance.LAWS} == {law for law, _, _ in FAULTS}


def test_an_error_of_the_game_tells_in_which_game_it_came_up(broken: Broken) -> None:
    def stumbles(apply: Method) -> Method:
        def wrapped(state: GameState, action: Action) -> None:
            if action.type == "end":
                raise KeyError("missing")
            apply(state, action)

        return wrapped

    with pytest.raises(KeyError) as caught:
        battery(broken("apply_unchecked", stumbles), PLAYERS, [4])
    (note,) = caught.value.__notes__
    assert "players red blue, seed 4" in note
    assert note.endswith("next 'end'")


def test_what_the_rules_show_can_be_declared(broken: Broken) -> None:
    """An open hand is no leak where the rules say so: here drawing is done face up."""

    def draws_face_up(apply: Method) -> Method:
        def wrapped(state: Any, action: Action) -> None:
            apply(state, action)
            for event in state.events:
                event.known_to = None

        return wrapped

    game = broken("apply_unchecked", draws_face_up)
    battery(game, PLAYERS, range(10), laws=[conformance.leak], reveals=["drew"])


def test_a_law_of_ones_own_goes_along(dash: Game[Any]) -> None:
    def nobody_passes_fifteen(walk: conformance.Walk[Any]) -> Iterator[None]:
        while True:
            if max(walk.state.at) > 15:
                walk.fail("fifteen", f"somebody is at {walk.state.at}")
            yield

    with pytest.raises(ConformanceError, match="fifteen: somebody is at"):
        battery(dash, PLAYERS, range(10), laws=[nobody_passes_fifteen])


# ---- signature, replays and differences


def corpus(seeds: int = 5) -> list[Setting]:
    return [Setting(PLAYERS, seed) for seed in range(seeds)]


def test_a_signature_depends_on_the_corpus_alone(dash: Game[Any]) -> None:
    assert signature(dash, corpus()) == signature(dash, corpus())
    assert signature(dash, corpus()) != signature(dash, corpus(4))


def test_a_signature_tells_another_behaviour_and_not_another_wording(
    dash: Game[Any], broken: Broken
) -> None:
    reworded = broken("content_hash", lambda content_hash: lambda state: "second edition")
    assert signature(reworded, corpus()) == signature(dash, corpus())
    reordered = broken("list_actions", lambda listed: lambda state: listed(state)[::-1])
    assert signature(reordered, corpus()) != signature(dash, corpus())


def test_a_random_game_can_be_recorded_and_stops_at_the_limit(dash: Game[Any]) -> None:
    recording = conformance.recorded(dash, Setting(PLAYERS, 3, {"goal": 500}, limit=40))
    assert len(recording.actions) == 40


def test_a_chance_question_is_answered_by_lot_under_the_enumerated_driver(dash: Game[Any]) -> None:
    asked = []

    def note(walk: conformance.Walk[Any]) -> Iterator[None]:
        while walk.action is not None:
            asked.append(walk.state.asking[0])
            yield

    battery(dash, PLAYERS, range(5), laws=[note], driver=ENUMERATED)
    assert CHANCE in asked


@pytest.mark.parametrize(
    ("found", "wanted", "told"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, "$.a[1] is 2 instead of 3"),
        ({"a": 1}, {"a": True}, "$.a is 1 instead of true"),
        ({}, {"a": 1}, "$.a is missing"),
        ({"a": 1}, {}, "$.a is too much"),
        ([1], [1, 2], "$ has 1 items instead of 2"),
        ({"a": [{}]}, {"a": [{}]}, None),
    ],
)
def test_a_difference_is_told_by_its_place(found: Any, wanted: Any, told: str | None) -> None:
    assert conformance.difference(found, wanted) == told
