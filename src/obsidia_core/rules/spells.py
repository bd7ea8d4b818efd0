"""When a card may be cast, in answer to what, and how a cast is declared (SPELL, INTERRUPT).

A card belongs to a *window*: `battle` for phase IV cards cast before the dice, a trigger for
reactions, else the phase it is marked with. A reaction to a movement may name any move that can
still be rewound (RULING-58); `last_chance` is the window for these when the phase is to end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from obsidia_core.kernel.errors import Reason, Refusal
from obsidia_core.model.actions import Cast
from obsidia_core.model.compiled import window_of
from obsidia_core.model.events import SpellDeclared
from obsidia_core.model.state import PHASES, State, new_frame
from obsidia_core.rules import facts, reasons, undo

_MARKS = tuple(
    {"tile": "I", "training": "II", "movement": "III", "battle": "IV", "spell": "V"}.get(phase, "")
    for phase in PHASES
)
LAST_CHANCE = "last_chance"
_LAST_CHANCE_FOR: Mapping[str, tuple[str, ...]] = {LAST_CHANCE: ("movement", "arrival")}
MOVEMENT_TRIGGERS = ("movement", "arrival", LAST_CHANCE)


def _why_not(
    state: State, seat: int, card: int, window: str, context: dict[str, Any]
) -> Reason | None:
    """The first reason against casting a card of the hand in a window, or None."""
    facts_of = state.setup.cards[card]
    if window_of(facts_of) != window:
        return reasons.WRONG_WINDOW
    if state.held >> card & 1:
        return reasons.HELD
    hook = facts_of.hook
    if facts_of.play == "lasting" and not token_is_free(state):
        return reasons.NO_TOKEN
    if hook is None or (hook.castable is not None and not hook.castable(state, seat, context)):
        return reasons.NO_EFFECT
    if not hook.program and hook.targets and not hook.targets[0].values(state, seat, []):
        return reasons.NO_EFFECT
    return None


def can_cast(state: State, seat: int, card: int, window: str, context: dict[str, Any]) -> bool:
    """Whether a card of the hand can be cast in a window now."""
    return _why_not(state, seat, card, window, context) is None


def could_happen(state: State, seat: int, card: int, context: dict[str, Any]) -> bool:
    """Whether a card, wherever it lies, could do something if the seat cast it now."""
    facts_of = state.setup.cards[card]
    hook = facts_of.hook
    if hook is None or (facts_of.play == "lasting" and not token_is_free(state)):
        return False
    return not (hook.castable is not None and not hook.castable(state, seat, context))


def token_is_free(state: State) -> bool:
    """Whether a spell effect token is left for a lasting spell (RULING-09)."""
    limit = state.setup.ruleset.effect_token_limit
    return limit is None or sum(effect.token for effect in state.effects) < limit


def casts(state: State, seat: int, window: str, context: dict[str, Any]) -> list[Cast]:
    """What a seat can cast in a window, in hand order."""
    setup = state.setup
    fitting = setup.cards_for.get(window)
    hand = state.hands[seat]
    if not fitting or fitting.isdisjoint(hand):
        return []
    return [
        Cast(setup.cards[card].id)
        for card in hand
        if card in fitting and _why_not(state, seat, card, window, context) is None
    ]


def phase_casts(state: State) -> list[Cast]:
    """What the current player can cast in the running phase."""
    mark = _MARKS[state.phase]
    fitting = state.setup.cards_for.get(mark)
    if not fitting or fitting.isdisjoint(state.hands[state.current]):
        return []
    return casts(state, state.current, mark, state.stack[-1].data)


def has_phase_cast(state: State) -> bool:
    """Whether the current player can cast anything in the running phase."""
    mark = _MARKS[state.phase]
    fitting = state.setup.cards_for.get(mark)
    hand = state.hands[state.current]
    if not fitting or fitting.isdisjoint(hand):
        return False
    context = state.stack[-1].data
    return any(
        card in fitting and can_cast(state, state.current, card, mark, context) for card in hand
    )


def phase_mark(state: State) -> str:
    """The phase mark of cards that belong to the running phase, empty for none."""
    return _MARKS[state.phase]


def phase_context(state: State) -> dict[str, Any]:
    """The context of a cast in a phase: what the phase's frame holds."""
    return dict(state.stack[-1].data)


def window_casts(state: State, seat: int, trigger: str, context: dict[str, Any]) -> list[Cast]:
    """What a seat can cast in a reaction window; for movements once for each move meant.

    A move can be answered as long as it can be rewound (RULING-58); the latest arrival always.
    """
    if trigger not in MOVEMENT_TRIGGERS:
        return casts(state, seat, trigger, context)
    found: list[Cast] = []
    for move, kind, position, about in answerable_moves(state, trigger, context):
        found += [Cast(cast.spell, move) for cast in casts(position, seat, kind, about)]
    hand = [state.setup.cards[card].id for card in state.hands[seat]]
    found.sort(key=lambda cast: (hand.index(cast.spell), cast.move or 0))
    return found


def answerable_moves(
    state: State, trigger: str, context: dict[str, Any]
) -> list[tuple[int, str, State, dict[str, Any]]]:
    """`(number, trigger, position, context)` of each move that a spell may answer now.

    The position is the one the spell would be cast in: before the move for spells that stop it,
    after it for those that answer an arrival.
    """
    declared: list[dict[str, Any]] = context["declared"]
    latest_only = state.setup.ruleset.movement_interrupts == "window_after_each_move"
    checkpoints = state.checkpoints
    found: list[tuple[int, str, State, dict[str, Any]]] = []
    first = state.moves - len(checkpoints) + 1
    for place, before in enumerate(checkpoints):
        move = first + place
        if latest_only and move != state.moves:
            continue
        about = declared[move - 1]
        assert isinstance(before, State)
        if trigger != "arrival":
            found.append((move, "movement", before, about))
        if trigger != "movement" and move < state.moves:
            after = checkpoints[place + 1]
            assert isinstance(after, State)
            found.append((move, "arrival", after, about))
    if trigger != "movement" and context["arrived"]:
        found.append((state.moves, "arrival", state, declared[-1]))
    return found


def declare(
    state: State,
    seat: int,
    cast: Cast,
    trigger: str,
    context: dict[str, Any],
    rule: str | None = None,
) -> None:
    """Carry out a cast in a window; one that answers an earlier movement rewinds first."""
    if trigger not in MOVEMENT_TRIGGERS:
        begin(state, seat, cast.spell, context, rule)
        return
    kind = window_of(state.setup.cards[state.setup.card_of[cast.spell]])
    for move, answered, position, about in answerable_moves(state, trigger, context):
        if move == cast.move and answered == kind:
            if position is not state:
                undo.rewind_to(state, position)
            elif trigger == LAST_CHANCE:
                state.stack.pop()
            begin(state, seat, cast.spell, about)
            if position is not state or trigger == LAST_CHANCE:
                state.stack[-2].pc = undo.ASK_AGAIN
            return


def begin(
    state: State, seat: int, spell: str, context: dict[str, Any], rule: str | None = None
) -> None:
    """Declare a cast: the card leaves the hand, which fixes all movements up to it (MOVE-06).

    `rule`: what makes the Horde cast it.
    """
    card = state.setup.card_of[spell]
    facts.leave_hand(state, seat, card)
    facts.record(state, SpellDeclared(state.setup.seats[seat], spell, rule=rule))
    state.fix()
    state.missed = 0
    frame = new_frame("cast", seat=seat, card=card, targets=[], context=context, done=False)
    if rule is not None:
        frame.data["rule"] = rule
    state.stack.append(frame)


def refuse_cast(
    state: State, seat: int, action: Cast, window: str, context: dict[str, Any]
) -> Refusal | None:
    """Why a seat cannot cast in a window, or None."""
    card = state.setup.card_of.get(action.spell)
    if card is None:
        return reasons.UNKNOWN_SPELL.refuse(spell=action.spell)
    if card not in state.hands[seat]:
        return reasons.NOT_IN_HAND.refuse(spell=action.spell)
    legal: list[Cast] = []
    if window in MOVEMENT_TRIGGERS:
        legal = window_casts(state, seat, window, context)
        if action in legal:
            return None
    elif action.move is None and can_cast(state, seat, card, window, context):
        return None
    facts_of = state.setup.cards[card]
    windows = (window, *_LAST_CHANCE_FOR.get(window, ()))
    if window_of(facts_of) not in windows:
        return reasons.WRONG_WINDOW.refuse(spell=action.spell)
    if state.held >> card & 1:
        return reasons.HELD.refuse(spell=action.spell)
    if facts_of.play == "lasting" and not token_is_free(state):
        return reasons.NO_TOKEN.refuse(spell=action.spell)
    if action.move is not None and not any(
        action.move == cast.move for cast in legal if cast.spell == action.spell
    ):
        return reasons.CANNOT_REWIND.refuse(move=action.move, spell=action.spell)
    refusal = reasons.NO_EFFECT.refuse(spell=action.spell)
    limits = facts_of.hook.limits if facts_of.hook is not None else ()
    return attrs.evolve(refusal, rules=(*refusal.rules, *limits))
