"""Drafting decks before the game, in secret (DRAFT-01..09, RULING-79).

The frame holds, for each seat, the pack it has before it and the cards it has kept. Three and four
players keep three of their own class's cards, then one of each pack passed to them. Two players
pass the two unused decks back and forth; each then builds a deck of twenty out of the own class's
cards and the picks.
"""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import Refusal
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Draft
from obsidia_core.model.events import DeckMade, PhaseBegan, SpellDrafted
from obsidia_core.model.setup import Setup
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import facts, reasons

DECK = 20
FIRST_PICKS = 3
ASK, ANSWERED = range(2)
OWN, PASSING, BUILDING = "own", "passing", "building"
OP = "draft"


def push_draft(state: State) -> None:
    """Begin the draft; the frame under it goes on with the decks dealt."""
    setup = state.setup
    seats = range(len(setup.seats))
    if len(setup.seats) == 2:
        packs = _unused_decks(setup)
        stage, due = PASSING, 1
    else:
        packs = [setup.deck_of(setup.own[seat][0]) for seat in seats]
        stage, due = OWN, FIRST_PICKS
    state.stack.append(
        new_frame(OP, stage=stage, seat=0, due=due, left=due, packs=packs, kept=[[] for _ in seats])
    )
    state.current = 0
    facts.record(state, PhaseBegan("draft", setup.seats[0]))
    if stage == PASSING and not setup.ruleset.two_player_draft_picks:
        _build(state, state.stack[-1])


def _unused_decks(setup: Setup) -> list[list[int]]:
    """The decks that two players pass back and forth."""
    unused = [name for name in setup.catalog.classes if name not in setup.classes][:2]
    return [
        [setup.card_of[spell] for spell in setup.catalog.classes[name].spells] for name in unused
    ]


def cards_in_draft(setup: Setup) -> list[int]:
    """All cards that the players' decks are made of."""
    decks = [setup.deck_of(index) for index in range(len(setup.classes))]
    if len(setup.seats) == 2:
        decks += _unused_decks(setup)
    return [card for deck in decks for card in deck]


def draft(state: State, frame: Frame) -> None:
    """Step function `draft`: seats pick in turn, nobody sees another's picks."""
    data = frame.data
    setup = state.setup
    if frame.pc == ASK:
        if all(len(kept) >= DECK for kept in data["kept"]) and data["stage"] != PASSING:
            for seat, kept in enumerate(data["kept"]):
                state.decks[seat] = tuple(kept)
                facts.record(state, DeckMade(setup.seats[seat], len(kept)))
            state.stack.pop()
            return
        frame.pc = ANSWERED
        state.ask(setup.seats[data["seat"]], "draft")
        return
    frame.pc = ASK
    answer = state.take_answer()
    assert isinstance(answer, Draft)
    seat = data["seat"]
    card = setup.card_of[answer.spell]
    data["packs"] = _changed(
        data["packs"], seat, [one for one in data["packs"][seat] if one != card]
    )
    data["kept"] = _changed(data["kept"], seat, [*data["kept"][seat], card])
    name = setup.seats[seat]
    facts.record(state, SpellDrafted(name, answer.spell, known_to=(name,)))
    data["left"] -= 1
    if data["left"] == 0:
        _next_seat(state, frame)


def _changed(lists: list[list[int]], place: int, value: list[int]) -> list[list[int]]:
    return [value if index == place else one for index, one in enumerate(lists)]


def _next_seat(state: State, frame: Frame) -> None:
    data = frame.data
    data["left"] = data["due"]
    data["seat"] += 1
    if data["seat"] < len(data["packs"]):
        return
    data["seat"] = 0
    if data["stage"] == BUILDING:
        return
    picks = state.setup.ruleset.two_player_draft_picks
    if data["stage"] == PASSING and len(data["packs"]) == 2 and len(data["kept"][0]) >= picks:
        _build(state, frame)
        return
    data["stage"] = PASSING if len(data["packs"]) == 2 else OWN
    data["due"] = data["left"] = 1
    data["packs"] = [data["packs"][-1], *data["packs"][:-1]]


def _build(state: State, frame: Frame) -> None:
    """Two players: each builds a deck out of the own twenty and the picks (DRAFT-09)."""
    data = frame.data
    setup = state.setup
    data["stage"] = BUILDING
    data["due"] = data["left"] = DECK
    data["packs"] = [
        [*setup.deck_of(setup.own[seat][0]), *kept] for seat, kept in enumerate(data["kept"])
    ]
    data["kept"] = [[] for _ in data["kept"]]


def draft_actions(state: State) -> list[Action]:
    """Every card of the pack before the asked seat, in the order of the pack."""
    data = state.stack[-1].data
    return [Draft(state.setup.cards[card].id) for card in data["packs"][data["seat"]]]


def refuse_draft(state: State, action: Draft) -> Refusal | None:
    """Why the card cannot be kept, or None."""
    data = state.stack[-1].data
    if state.setup.card_of.get(action.spell, -1) in data["packs"][data["seat"]]:
        return None
    return reasons.NOT_IN_PACK.refuse(spell=action.spell)
