"""Every reason for a "no" in Obsidia: code, ledger ids and sentence.

The first id is the most specific; the others name rules the same "no" follows from. Where a
decision does not take an action at all, `not_now` says which rule keeps the action for another
moment: the set-up comes first, another question does, or the action has a phase of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from obsidia_core.kernel.errors import Reason, Refusal
from obsidia_core.model.state import (
    BATTLE,
    DRAFT,
    MOVEMENT,
    SPELL,
    TILE,
    TRAINING,
    WORLD_BUILDING,
    State,
)

# ---- placing tiles
NOT_DRAWN = Reason("not_drawn", ("TILE-01", "SETUP-08"), "{tile} has not been drawn")
UNKNOWN_TILE = Reason("unknown_tile", ("TILE-01",), "there is no tile {tile} in this game")
OCCUPIED_SPACE = Reason(
    "space_taken", ("RULING-10", "PLACE-01"), "there already lies a tile at {at}"
)
FLOATING = Reason("floating", ("PLACE-01", "PLACE-18"), "{at} touches no side of a tile on the map")
ORIGIN_ONLY = Reason(
    "first_at_origin", ("RULING-15", "PLACE-18"), "the first tile lies at 0,0, not at {at}"
)
EDGES_DIFFER = Reason(
    "edges_differ",
    ("PLACE-06", "PLACE-03", "SETUP-06", "PLACE-17"),
    "at {at} turned by {rotation} the tile's {sides} side meets pathway with darkness",
)
TOWN_JOINED = Reason(
    "town_joined",
    ("PLACE-10", "PLACE-11", "PLACE-15", "PLACE-16", "PLACE-17"),
    "at {at} a pathway would join the {terrain} to the {other} next to it",
)
TOWN_TO_TOWN = Reason(
    "town_joined",
    ("PLACE-10", "PLACE-16", "PLACE-17"),
    "at {at} a pathway would join the town to the town next to it",
)
TOWN_TO_COLONY = Reason(
    "town_joined",
    ("PLACE-11", "PLACE-16", "PLACE-17"),
    "at {at} a pathway would join the town to the home colony next to it",
)
COLONY_TO_TOWN = Reason(
    "town_joined",
    ("PLACE-15", "PLACE-16", "PLACE-17"),
    "at {at} a pathway would join the home colony to the town next to it",
)
SAME_LOOK = Reason(
    "same_look",
    ("RULING-11",),
    "turned by {rotation} the tile looks as turned by {listed}; the smaller turn is listed",
)
NO_SUCH_ROTATION = Reason(
    "no_such_rotation", ("RULING-11",), "a tile turns by 0, 90, 180 or 270 degrees, not {rotation}"
)
NO_SUCH_SIDE = Reason(
    "no_such_side", ("SETUP-18",), "a colony has the sides front and back, not {side}"
)
ELSEWHERE = Reason(
    "explore_here", ("EXTRA-06", "RULING-32"), "the tile explores {at}; it goes nowhere else"
)
COLONY_LIES = Reason("colony_placed", ("SETUP-14", "SETUP-25"), "{seat}'s colony already lies")
NO_COLONY_DRAWN = Reason(
    "no_colony_drawn",
    ("SOLO-03", "RULING-81"),
    "in a solo game a colony is placed when it is drawn",
)
PLACED_AS_COLONY = Reason(
    "placed_as_colony", ("RULING-81",), "{tile} is a home colony; say which side lies up"
)
JOINED_BY_DARKNESS = Reason(
    "joined_by_darkness",
    ("SOLO-06", "RULING-81"),
    "at {at} no pathway would join the colony to the tiles next to it",
)
CLASS_AFTER_MAP = Reason(
    "class_after_map", ("SOLO-04",), "the class is chosen once the map is complete"
)
STACK_EMPTY = Reason("stack_empty", ("RULING-20", "WIN-01"), "there is no tile left to draw")
COLONY_FIRST = Reason(
    "only_colonies", ("SETUP-24",), "no communal tile is left; the home colony has to be placed"
)
ALREADY_DRAWN = Reason("already_drawn", ("TILE-01", "RULING-16"), "{tile} is drawn and not placed")
DRAWN_THIS_PHASE = Reason(
    "one_tile_a_turn", ("TILE-01", "PLACE-09"), "the tile of this turn has been drawn"
)
TILE_DUE = Reason("tile_due", ("TILE-01", "RULING-20"), "the tile has to be drawn and placed first")

# ---- training
NO_COLONY = Reason(
    "no_colony", ("COLONY-02", "SETUP-17", "TRAIN-01"), "{seat} has no home colony on the map"
)
TRAINED_ALREADY = Reason(
    "trained_already", ("COLONY-01", "TRAIN-01"), "one traveler has been trained this turn"
)
RESERVE_EMPTY = Reason("reserve_empty", ("TRAIN-02",), "no traveler is left in the reserve")

# ---- movement
NO_TRAVELERS = Reason(
    "no_travelers",
    ("MOVE-01", "MOVE-10", "MOVE-12"),
    "no traveler of yours is named or stands there",
)
NOT_YOURS = Reason("not_yours", ("MOVE-10", "CREATURE-03"), "{piece} is not a traveler of yours")
NOT_THERE = Reason("not_there", ("MOVE-12", "MOVE-01"), "{piece} does not stand at {origin}")
NOT_WHOLE_UNIT = Reason(
    "not_whole_unit",
    ("GROUP-02", "TRAIN-05", "GROUP-07", "PORTAL-05"),
    "the travelers at {origin} are a grouped unit and move together",
)
MOVED_ALREADY = Reason(
    "moved_already",
    ("MOVE-01", "EXTRA-01", "PORTAL-03", "RULING-42", "RULING-95"),
    "{piece} has no step left this phase",
)
MERGED = Reason(
    "merged",
    ("GROUP-03", "GROUP-04", "RULING-25", "RULING-26", "MOVE-01"),
    "{piece} belongs to a group that formed this phase",
)
RECRUITED_NOW = Reason(
    "recruited_now", ("RECRUIT-07", "MOVE-01"), "{piece} was recruited this phase"
)
HALTED = Reason("halted", ("RULING-101", "INTERRUPT-05", "MOVE-01"), "{piece} has been stopped")
STOPPED = Reason(
    "stopped",
    ("EXTRA-03", "EXTRA-04", "MOVE-01", "RULING-29", "RULING-95"),
    "{piece} may go no further this phase",
)
THERE_ALREADY = Reason("there_already", ("MOVE-01", "MOVE-12"), "{origin} is where they are now")
NOT_ADJACENT = Reason(
    "not_adjacent",
    ("MOVE-12", "MOVE-01", "MOVE-03", "TERM-06"),
    "{to} does not share a side with {origin}",
)
DARKNESS = Reason(
    "darkness",
    ("PATH-01", "MOVE-12", "MOVE-03", "TERM-09", "RULING-14"),
    "darkness lies between {origin} and {to}",
)
NOT_STRAIGHT = Reason(
    "not_straight", ("RULING-95", "MOVE-03"), "the spell moves the unit in a straight line"
)
WOODS_NEED_ROLL = Reason(
    "woods_need_roll",
    ("WOODS-02", "WOODS-04", "RULING-44"),
    "woods are left by a roll, not in a direction of choice",
)
NOT_IN_WOODS = Reason("not_in_woods", ("WOODS-02",), "{origin} is no woods tile")
BARRED_TILE = Reason("barred_tile", ("RULING-101",), "a spell bars {to}")
LETHAL_FORBIDDEN = Reason(
    "lethal_forbidden", ("RULING-30", "DEATH-04"), "the move is sure to kill, which the options bar"
)
NO_TILE_TO_EXPLORE = Reason(
    "no_tile_to_explore", ("RULING-33",), "the stack is empty; the options bar steps into nothing"
)
NOT_ON_PORTAL_AT_START = Reason(
    "not_on_portal_at_start",
    ("PORTAL-04", "PORTAL-02", "MOVE-12"),
    "{piece} was not on this portal when the phase began, or has moved since",
)
PORTAL_CLOSED = Reason(
    "portal_closed", ("RULING-101", "PORTAL-02"), "no trip begins or ends at {to}"
)
RECRUIT_NOT_POSSIBLE = Reason(
    "no_recruit_here",
    ("RECRUIT-01", "RECRUIT-02", "TOWN-12", "TOWN-11", "EXTRA-05", "RECRUIT-08", "RULING-54"),
    "no recruit can be left at {origin}: {why}",
)
RECRUIT_NEEDS_ANSWER = Reason(
    "recruit_unanswered",
    ("RECRUIT-03", "RECRUIT-02"),
    "leaving {origin}, say recruit true or false",
)
NOTHING_TO_UNDO = Reason(
    "nothing_to_undo",
    ("MOVE-06", "MOVE-07", "MOVE-05", "RULING-27"),
    "no movement can be taken back: none was made since the last spell, roll or drawn tile",
)

# ---- battles
NO_SUCH_BATTLE = Reason(
    "no_such_battle",
    ("BATTLE-02", "BATTLE-03", "BATTLE-04", "BATTLE-09", "BATTLE-14", "RULING-69", "PORTAL-06"),
    "no battle is pending between {at} and {against}",
)
SAME_TILE_FIRST = Reason(
    "same_tile_first", ("BATTLE-12",), "battles on one tile come before those of neighbours"
)

# ---- cards
NOT_IN_HAND = Reason("not_in_hand", ("SPELL-03",), "{spell} is not in your hand")
UNKNOWN_SPELL = Reason("unknown_spell", ("SPELL-03",), "there is no spell {spell}")
HELD = Reason(
    "held",
    ("HAND-04", "HAND-05", "DISCARD-03"),
    "{spell} came to your hand this turn and waits",
)
DISCARDED_ALREADY = Reason(
    "discarded_already", ("DISCARD-03",), "one unused spell has been discarded this turn"
)
WRONG_WINDOW = Reason(
    "wrong_moment",
    ("SPELL-01", "SPELL-04", "SPELL-13", "SPELL-14", "RULING-59", "TURN-04"),
    "{spell} is a spell for another moment",
)
NO_EFFECT = Reason(
    "nothing_would_happen", ("SPELL-07",), "{spell} could do nothing now, or has no target"
)
NOTHING_TO_REFILL = Reason(
    "no_refill", ("HAND-03", "HAND-01"), "the refill is lost once somebody has cast a spell"
)
NO_ALLY = Reason("no_ally", ("TEAM-05", "TEAM-01"), "{to} is not your ally")
NOT_IN_PACK = Reason(
    "not_in_pack",
    ("DRAFT-02", "DRAFT-04", "DRAFT-08"),
    "{spell} is not among the cards before you",
)
PICK_INSTEAD = Reason("pick_instead", ("PLAN-01",), "tiles are picked, not drawn")
NOT_IN_STACK = Reason("not_in_stack", ("PLAN-01",), "{tile} is not in your stack")
FITS_NOWHERE = Reason(
    "fits_nowhere", ("RULING-80", "PLAN-01"), "{tile} does not fit, but another of your tiles does"
)
NO_TOKEN = Reason("no_token", ("RULING-09", "COMP-13"), "no spell effect token is left for {spell}")
CANNOT_REWIND = Reason(
    "cannot_rewind",
    ("INTERRUPT-02", "INTERRUPT-03", "INTERRUPT-04", "RULING-58", "INTERRUPT-01"),
    "move {move} cannot be rewound any more",
)
NOT_AN_OPTION = Reason(
    "not_an_option", ("RESOLVE-04",), "{value} is not one of the values that can be chosen"
)
BOUND_TO_CAST = Reason(
    "cast_is_binding",
    ("RESOLVE-03", "RESOLVE-02", "RESOLVE-04"),
    "a declared spell is carried out first",
)

# ---- another moment
DRAFT_FIRST = Reason("not_now", ("DRAFT-06",), "the decks are drafted first")
MAP_COMPLETE = Reason("not_now", ("SOLO-04",), "the map is complete; the class is chosen now")
CHOICE_FIRST = Reason(
    "another_question", ("RULING-106", "RESOLVE-04"), "something has to be chosen first"
)
ANOTHER_QUESTION = Reason(
    "another_question", ("TURN-02", "TURN-04"), "the question is {kind}, which this does not answer"
)
NOT_NOW: Mapping[str, Reason] = {
    "draft": Reason("not_now", ("DRAFT-06",), "no draft is going on"),
    "place_tile": Reason(
        "not_now", ("TILE-01", "SETUP-04", "TURN-02"), "no tile waits to be placed"
    ),
    "place_colony": Reason(
        "not_now",
        ("SETUP-14", "SETUP-16", "TURN-04"),
        "colonies are placed in world-building, instead of drawing",
    ),
    "draw_tile": Reason(
        "not_now", ("TILE-01", "TURN-04", "TURN-02"), "tiles are drawn in the own tile phase"
    ),
    "pick_tile": Reason(
        "not_now", ("PLAN-01",), "tiles are picked under tile planning only, when one is due"
    ),
    "train": Reason(
        "not_now",
        ("TRAIN-01", "TURN-02", "TURN-04", "SETUP-04"),
        "travelers are trained in the own training phase",
    ),
    "move": Reason(
        "not_now",
        ("MOVE-11", "TURN-02", "TURN-04", "SETUP-04"),
        "units move in the own movement phase",
    ),
    "leave_woods": Reason(
        "not_now", ("MOVE-11", "TURN-02", "TURN-04"), "units move in the own movement phase"
    ),
    "undo": Reason(
        "not_now",
        ("MOVE-05", "TURN-04", "RESOLVE-03"),
        "movements are taken back in the movement phase",
    ),
    "cast": Reason(
        "not_now", ("SPELL-01", "SPELL-09", "RESOLVE-02", "SETUP-13"), "no spell can be cast now"
    ),
    "choose": Reason("not_now", ("RESOLVE-04",), "nothing is to be chosen"),
    "battle": Reason(
        "not_now",
        ("BATTLE-05", "SPELL-12", "TURN-02", "TURN-04"),
        "battles are fought in the battle phase",
    ),
    "defer": Reason("not_now", ("BATTLE-16",), "no battle waits for spells"),
    "pass": Reason("not_now", ("RULING-57",), "no reaction is asked for"),
    "discard_spell": Reason(
        "not_now", ("DISCARD-04", "DISCARD-03"), "spells are discarded in the own spell phase"
    ),
    "give_spell": Reason(
        "not_now",
        ("TEAM-06", "TEAM-05"),
        "spells are handed over in the spell phases of the two allies only",
    ),
    "refill": Reason(
        "not_now", ("HAND-01", "HAND-03", "RULING-23"), "the hand cannot be refilled now"
    ),
    "end_phase": Reason("not_now", ("TURN-02", "TURN-05"), "the phase cannot be ended now"),
    "end_turn": Reason(
        "not_now", ("TURN-05", "TURN-02", "BATTLE-01"), "a turn ends in its spell phase"
    ),
}

OPEN: Mapping[str, Reason] = {
    "explore": Reason(
        "another_question", ("EXTRA-06", "RULING-32"), "the tile of the step comes first"
    ),
    "battle_order": Reason(
        "another_question",
        ("BATTLE-01", "BATTLE-02", "CREATURE-17", "TURN-02"),
        "the battles that are pending are fought first",
    ),
    "battle": Reason(
        "another_question", ("BATTLE-01", "BATTLE-02", "TURN-02"), "the battle is fought first"
    ),
    "reaction": Reason(
        "another_question", ("RULING-57",), "a reaction is asked for first: a spell, or pass"
    ),
    "choice": CHOICE_FIRST,
    "trade": Reason(
        "another_question", ("TEAM-05", "TEAM-06"), "the ally may hand over spells first, or pass"
    ),
    "spell_phase": Reason(
        "another_question", ("TURN-05", "TURN-02"), "the spell phase ends with the turn: end turn"
    ),
}
"""Why a question comes before what its phase is for."""
OF_PHASE: Mapping[int, frozenset[str]] = {
    TILE: frozenset({"draw_tile", "pick_tile", "place_tile"}),
    TRAINING: frozenset({"train"}),
    MOVEMENT: frozenset({"move", "leave_woods", "undo"}),
    BATTLE: frozenset({"battle"}),
    SPELL: frozenset({"discard_spell", "give_spell", "refill", "end_turn"}),
}
"""The types of actions that a phase is for."""
BUILDING: frozenset[str] = frozenset({"draw_tile", "place_tile", "place_colony"})
"""Types of actions that build the world."""
BEFORE_TURNS: Mapping[str, str] = {
    "cast": "SETUP-13",
    "pick_tile": "RULING-80",
    "draft": "DRAFT-06",
}
"""The rule that keeps a type of action out of world-building, where it is not SETUP-04."""


def not_now(state: State, kind: str) -> Refusal:
    """Why the open question takes no action of a type, from the most specific rule on.

    Before the turns it is the draft or world-building that comes first (DRAFT-06, SETUP-04); in a
    turn it is the question, for what the phase would be for, and else the phase.

    Args:
        state: a position with an open question that is not for chance.
        kind: the type of the action, such as `"end_phase"`.
    """
    assert state.asking is not None
    seat, question = state.asking
    refusal = NOT_NOW.get(kind, ANOTHER_QUESTION).refuse(kind=question)
    if state.phase == DRAFT:
        return _instead(DRAFT_FIRST, refusal)
    if state.phase == WORLD_BUILDING:
        if question == "choice" and kind in BUILDING:
            return _instead(MAP_COMPLETE, refusal)
        return _led_by(BEFORE_TURNS.get(kind, "SETUP-04"), refusal)
    of_phase = OF_PHASE.get(state.phase, frozenset())
    current = state.setup.seats[state.current]
    if kind == "end_phase" or (seat == current and (kind in of_phase or kind == "cast")):
        casting = any(frame.op == "cast" for frame in state.stack)
        first = BOUND_TO_CAST if question == "choice" and casting else OPEN.get(question)
        if first is not None and (kind != "cast" or question == "choice"):
            return _instead(first, refusal)
    return refusal


def _instead(reason: Reason, refusal: Refusal) -> Refusal:
    """Another reason, which the rules of a refusal speak for too."""
    first = reason.refuse(**refusal.facts)
    rest = tuple(rule for rule in refusal.rules if rule not in first.rules)
    return attrs.evolve(first, rules=(*first.rules, *rest))


def _led_by(rule: str, refusal: Refusal) -> Refusal:
    """A refusal that names a rule first."""
    rest = tuple(other for other in refusal.rules if other != rule)
    return attrs.evolve(refusal, rules=(rule, *rest))
