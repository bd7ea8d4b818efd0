"""A game told in sentences: each event once, in its phase, in words that name things."""

from __future__ import annotations

from typing import Any, get_args

import attrs
import pytest

from obsidia_core import default_game
from obsidia_core.cli import cited
from obsidia_core.cli.cited import rule_of
from obsidia_core.cli.narrate import SILENT, Names, Narrator
from obsidia_core.cli.narrate_any import EventNarrator, narrator_for
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.events import Event
from obsidia_core.ledger.entries import load_ledger
from obsidia_core.model.events import EVENTS
from obsidia_core.model.geometry import Coordinate
from orichalque.game import Orichalque


@pytest.fixture
def narrator() -> Narrator:
    return Narrator(Names.of(default_game()))


def told(narrator: Narrator, *events: dict[str, Any], by: str | None = "warlords") -> list[str]:
    lines = [*narrator.tell(events, by), *narrator.rest()]
    return [line.strip() for line in lines if line.strip()]


def test_a_turn_has_a_heading_and_each_phase_stands_before_its_first_sentence(
    narrator: Narrator,
) -> None:
    lines = narrator.tell(
        [
            {"type": "turn", "seat": "warlords", "number": 3},
            {"type": "phase", "phase": "tile", "seat": "warlords"},
            {"type": "phase", "phase": "training", "seat": "warlords"},
            {"type": "trained", "piece": "W1", "at": "0,0"},
            {"type": "trained", "piece": "W2", "at": "0,0"},
        ],
        "warlords",
    )
    assert lines == [
        "",
        "Turn 3: Warlords",
        "  Training Warlords trained W1 at 0,0.",
        "           Warlords trained W2 at 0,0.",
    ]


def test_a_tile_is_drawn_and_laid_in_one_sentence_across_two_actions(narrator: Narrator) -> None:
    drawn = {"type": "tile_drawn", "tile": "town-01", "seat": None}
    placed = {"type": "tile_placed", "tile": "town-01", "at": "2,-1", "rotation": 90}
    assert narrator.tell([drawn], "warlords") == []
    assert told(narrator, placed) == ["Set-up   Warlords turned up a Town and laid it at 2,-1."]
    gone = {"type": "tile_removed", "tile": "town-01"}
    assert told(narrator, drawn, gone) == [
        "Warlords turned up a Town, which fits nowhere and left the game."
    ]
    assert told(narrator, drawn) == ["Warlords turned up a Town."]


def test_cards_drawn_are_counted_for_each_player(narrator: Narrator) -> None:
    card = {"type": "spell_drawn", "seat": "warlords"}
    other = {"type": "spell_drawn", "seat": "light_keepers"}
    assert told(narrator, card, card, other) == [
        "Set-up   Warlords drew 2 spells.",
        "Light Keepers drew one spell.",
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {
                "type": "moved",
                "pieces": ["W1", "W2", "W3"],
                "from": "0,0",
                "to": "1,0",
                "way": "step",
            },
            "W1, W2 and W3 went from 0,0 to 1,0.",
        ),
        (
            {"type": "moved", "pieces": ["W1"], "from": "0,0", "to": "4,0", "way": "portal"},
            "W1 stepped through the portal from 0,0 to 4,0.",
        ),
        (
            {"type": "killed", "piece": "W1", "at": "1,0", "cause": "blackwater", "to": "gone"},
            "W1 was killed by the Blackwater at 1,0, for good.",
        ),
        (
            {"type": "killed", "piece": "W1", "at": "1,0", "cause": "battle"},
            "W1 fell in battle at 1,0.",
        ),
        (
            {"type": "undone", "move": 2, "pieces": {"W1": "0,0", "W2": "0,0", "D1": "gone"}},
            "Warlords took back movement 2: W1 and W2 are at 0,0 again; D1 is gone again.",
        ),
        (
            {"type": "rolled", "dice": [3, 5], "outcomes": [1, 3, 5], "reason": "battle"},
            "The dice show 3 and 5 (1, 3, 5 came up).",
        ),
        (
            {
                "type": "rolled",
                "dice": [2, 1],
                "outcomes": [2, 1],
                "reason": "survival",
                "piece": "W1",
            },
            "W1 rolled 2 and 1 for its life.",
        ),
        (
            {"type": "town", "at": "1,0", "holder": "neutral"},
            "The Town at 1,0 is nobody's any more.",
        ),
        (
            {"type": "town", "at": "1,0", "holder": "warlords"},
            "The Town at 1,0 is now held by Warlords.",
        ),
        (
            {
                "type": "battle_started",
                "at": "0,0",
                "against": "1,0",
                "sides": ["warlords", "light_keepers"],
            },
            "Warlords at 0,0 fought Light Keepers at 1,0.",
        ),
        (
            {"type": "battle_ended", "at": "0,0", "against": "0,0", "result": "draw"},
            "The battle was a draw.",
        ),
        ({"type": "spell_cast", "seat": "warlords", "spell": "ambush"}, "Warlords cast Ambush."),
        (
            {"type": "choice", "seat": "warlords", "what": "yes_no", "value": True},
            "Warlords answered yes.",
        ),
        (
            {"type": "choice", "seat": "warlords", "what": "spell"},
            "Warlords made a choice that others do not see (spell).",
        ),
        (
            {"type": "game_over", "winners": ["warlords", "light_keepers"]},
            "The game is over: Warlords and Light Keepers won.",
        ),
        (
            {"type": "meteor_fell", "at": "1,0", "rule": "SKY-01", "size": None},
            "Meteor fell: at 1,0.",
        ),
    ],
)
def test_an_event_is_a_sentence(narrator: Narrator, event: dict[str, Any], sentence: str) -> None:
    lines = told(narrator, event)
    assert " ".join(lines) == f"Set-up   {sentence}"


def test_a_creature_is_called_by_its_kind_while_it_lives(narrator: Narrator) -> None:
    summoned = {"type": "summoned", "piece": "C1", "kind": "war_hound", "at": "1,0"}
    lines = told(
        narrator,
        {**summoned, "summoner": "warlords"},
        {"type": "battle_ended", "at": "1,0", "against": "1,0", "result": "won", "winner": "C1"},
        {"type": "killed", "piece": "C1", "at": "1,0", "cause": "battle"},
        {"type": "moved", "pieces": ["C1"], "from": "0,0", "to": "1,0", "way": "step"},
    )
    assert lines == [
        "Set-up   Warlords summoned War Hound C1 at 1,0.",
        "War Hound C1 won the battle.",
        "War Hound C1 fell in battle at 1,0.",
        "C1 went from 0,0 to 1,0.",
    ]


def test_targets_are_told_with_the_spell_that_they_are_chosen_for(narrator: Narrator) -> None:
    chosen = [
        {"type": "choice", "seat": "warlords", "what": "unit", "value": "light_keepers@1,0"},
        {"type": "choice", "seat": "warlords", "what": "side", "value": "E"},
    ]
    cast = {
        "type": "spell_cast",
        "seat": "warlords",
        "spell": "forced_march",
        "targets": ["light_keepers@1,0", "E"],
    }
    spent = {"type": "spell_discarded", "seat": "warlords", "spell": "forced_march"}
    assert narrator.tell(chosen, "warlords") == []
    assert told(narrator, cast, spent) == [
        "Set-up   Warlords cast Forced March on Light Keepers at 1,0 and east."
    ]
    assert told(narrator, spent) == ["Warlords discarded Forced March."]
    assert told(narrator, *chosen) == [
        "Warlords chose unit Light Keepers at 1,0.",
        "Warlords chose side east.",
    ]


def sample(event: type[Event]) -> Event:
    """An event of a class with something in every field."""
    values: dict[str, Any] = {
        "seat": "warlords",
        "summoner": "warlords",
        "winner": "warlords",
        "holder": "warlords",
        "sides": ("warlords", "light_keepers"),
        "winners": ("warlords",),
        "pieces": ("W1",),
        "towns": {},
        "dice": (1,),
        "outcomes": (1,),
        "stones": None,
        "battles": (),
        "classes": {"warlords": ("warlords",)},
    }
    given: dict[str, Any] = {}
    for field in attrs.fields(event):
        if field.name in ("rule", "known_to"):
            continue
        kinds = {*get_args(field.type), field.type, *str(field.type).split(" | ")}
        if field.name == "pieces" and event.type == "undone":
            given[field.name] = {"W1": "0,0"}
        elif field.name in values:
            given[field.name] = values[field.name]
        elif {"Coordinate", Coordinate} & kinds:
            given[field.name] = Coordinate(0, 0)
        else:
            given[field.name] = 1 if {"int", int} & kinds else "nameless"
    return event(**given)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_every_event_of_the_game_is_told_by_words_of_its_own(event: type[Event]) -> None:
    game = default_game()
    narrator = Narrator(Names.of(game))
    lines = told(narrator, *game.events_for([sample(event)], None))
    if event.type in SILENT:
        assert lines == []
    elif event.type != "phase":
        assert lines
        fallback = event.type.replace("_", " ").capitalize()
        assert not any(line[len("Set-up") :].strip().startswith(f"{fallback}: ") for line in lines)


def test_a_game_without_a_catalog_is_told_by_its_ids() -> None:
    assert Names.of(object()) == Names()
    narrator = Narrator(Names())
    assert told(narrator, {"type": "spell_cast", "seat": "red", "spell": "big_bang"}) == [
        "Set-up   Red cast big bang."
    ]


def test_lines_keep_within_the_width() -> None:
    narrator = Narrator(Names(), width=40)
    lines = narrator.tell([{"type": "game_over", "winners": ["somebody"] * 9}], None)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith(" " * 11) for line in lines[1:])


def test_a_seat_hears_the_cards_that_it_knows(narrator: Narrator) -> None:
    drawn: list[dict[str, Any]] = [
        {"type": "spell_drawn", "seat": "warlords", "spell": "raze"},
        {"type": "spell_drawn", "seat": "warlords", "spell": "war_cry"},
        {"type": "spell_drawn", "seat": "light_keepers", "spell": None},
    ]
    assert told(narrator, *drawn) == [
        "Set-up   Warlords drew Raze and War Cry.",
        "Light Keepers drew one spell.",
    ]
    seen = {"type": "spells_seen", "seat": "warlords", "owner": "light_keepers", "count": 1}
    assert told(narrator, seen) == ["Warlords looked at one spell of Light Keepers."]
    assert told(narrator, {**seen, "spells": ["halo"]}) == [
        "Warlords looked at one spell of Light Keepers: Halo."
    ]


def test_the_horde_is_told_with_its_reasons() -> None:
    narrator = Narrator(Names.of(default_game()), cite=True)
    heads = {"type": "horde_heads", "pieces": ["V1"], "at": "0,0", "distance": 2}
    lines = told(
        narrator,
        {"type": "turn", "seat": "horde", "number": 2},
        {"type": "trained", "piece": "V1", "at": "0,0", "rule": "HORDE-14"},
        {**heads, "goals": ["1,1"], "rule": "HORDE-19"},
        {**heads, "goals": ["1,1", "2,0"], "distance": 1},
    )
    assert lines == [
        "Turn 2: The Horde",
        "The Horde trained V1 at 0,0. [HORDE-14]",
        "V1 heads for the nearest Town, 1,1: 2 moves away. [HORDE-19]",
        "V1 heads for one of the nearest Towns, 1,1 and 2,0: one move away.",
    ]


def test_plain_lines_are_whole_sentences_with_the_phase_before_them() -> None:
    narrator = Narrator(Names.of(default_game()), width=20, plain=True)
    lines = narrator.tell(
        [
            {"type": "turn", "seat": "warlords", "number": 3},
            {"type": "phase", "phase": "battle", "seat": "warlords"},
            {"type": "game_over", "winners": ["warlords", "light_keepers"]},
        ]
    )
    assert lines == [
        "Turn 3: Warlords.",
        "Battle: The game is over: Warlords and Light Keepers won.",
    ]


def test_a_game_that_is_not_known_is_told_by_its_fields() -> None:
    narrator = EventNarrator(Names(), 40, cite=True, sentence=lambda _: None)
    lines = narrator.tell(
        [
            {"type": "round", "number": 2},
            {"type": "phase", "side": "ai", "phase": "place_tile"},
            {"type": "tile_placed", "side": "ai", "tile": "t.1", "circles": [[0, 1], [1, 1]]},
            {"type": "won", "seat": "human", "by": None, "rule": "WIN-01"},
        ]
    )
    assert lines == [
        "",
        "Round 2",
        "  AI: place tile",
        "    AI: tile placed, t.1, circles 0,1,",
        "      1,1.",
        "    Human: won. [WIN-01]",
    ]
    assert narrator.rest() == []
    plain = EventNarrator(Names(), 40, plain=True, sentence=lambda _: None)
    assert plain.tell([{"type": "round", "number": 2}, {"type": "ice_melted"}]) == [
        "Round 2.",
        "Ice melted.",
    ]
    assert isinstance(narrator_for(default_game()), Narrator)


def test_a_game_is_told_in_its_own_sentences_and_only_where_something_happens() -> None:
    narrator = narrator_for(Orichalque(), 40, cite=True)
    lines = narrator.tell(
        [
            {"type": "phase", "side": "ai", "phase": "resolve_card"},
            {"type": "phase", "side": "ai", "phase": "discard_card"},
            {"type": "roll", "side": "ai", "reason": "discard", "dice": [2], "rule": "DISCARD-02"},
            {"type": "phase", "side": "human", "phase": "select_card"},
        ]
    )
    assert lines == [
        "  The AI: discard a card",
        "    The AI rolls 2 to discard a card.",
        "      [DISCARD-02]",
    ]


def test_what_is_told_of_a_usual_game_names_its_rules() -> None:
    """With rules asked for, as `log -v` does; what a card does has the card for its reason."""
    game = default_game()
    state = game.new(("warlords", "light_keepers"), 3, {"sudden_death_round_limit": 1})
    narrator = Narrator(Names.of(game), 500, cite=True)
    chance = Chance(3, 1)
    lines = narrator.tell(game.events_for(state.events, None))
    while (asking := state.asking) is not None:
        actions = game.legal_actions(state)
        game.apply_unchecked(state, actions[chance.below(0, len(actions))])
        lines += narrator.tell(game.events_for(state.events, None), asking[0])
    sentences = [line for line in (*lines, *narrator.rest()) if line.endswith((".", "]"))]
    named = [line[line.rindex("[") + 1 : -1] for line in sentences if line.endswith("]")]
    assert len(named) > 0.75 * len(sentences)
    assert {"SETUP-08", "SETUP-14", "SETUP-22", "TILE-01", "TRAIN-01", "MOVE-12"} <= set(named)


@pytest.mark.parametrize(
    ("event", "phase", "rule"),
    [
        ({"type": "tile_drawn", "tile": "town-01"}, "world_building", "SETUP-08"),
        ({"type": "tile_drawn", "tile": "town-01"}, "tile", "TILE-01"),
        ({"type": "tile_drawn", "tile": "town-01"}, "movement", "EXTRA-08"),
        ({"type": "moved", "way": "slide"}, "movement", "ICE-01"),
        ({"type": "moved", "way": "swap"}, "movement", None),
        ({"type": "killed", "piece": "W1", "cause": "battle"}, "battle", "DEATH-01"),
        ({"type": "killed", "piece": "C1", "cause": "battle"}, "battle", "CREATURE-16"),
        ({"type": "battle_started", "sides": ["a", "b"], "at": 1, "against": 1}, "", "BATTLE-01"),
        (
            {"type": "battle_started", "sides": ["a", "C1"], "at": 1, "against": 2},
            "",
            "CREATURE-14",
        ),
        ({"type": "town", "holder": "warlords"}, "battle", "TOWN-05"),
        ({"type": "trained", "rule": "HORDE-14"}, "training", "HORDE-14"),
        ({"type": "washed_away"}, "movement", None),
    ],
)
def test_the_rule_of_an_event_follows_from_what_it_says(
    event: dict[str, Any], phase: str, rule: str | None
) -> None:
    assert rule_of(event, phase, creatures=("C1",)) == rule


def test_every_rule_that_is_cited_for_a_kind_of_event_is_in_the_ledger() -> None:
    of_phase = [rule for rules in cited.BY_PHASE.values() for rule in rules.values()]
    of_field = [rule for _, rules in cited.BY_FIELD.values() for rule in rules.values()]
    rules = {*cited.BY_KIND.values(), *cited.OTHERWISE.values(), *of_phase, *of_field}
    assert rules <= set(load_ledger().rules)


def test_a_card_is_its_own_reason() -> None:
    assert rule_of({"type": "trained"}, "training", by_card=True) is None
