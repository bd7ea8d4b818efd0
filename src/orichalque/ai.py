"""The AI's five phases, an exact procedure on dice and data alone (TURN-02..04)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from orichalque import construction, dice, facts, legal, titans
from orichalque import events as ev
from orichalque.boards import bits
from orichalque.data import Resources
from orichalque.data.types import SKULL
from orichalque.setup import AI, NONE, PAYS, SIDES, Location
from orichalque.state import OVER, State
from orichalque.turn import begin_phase, finish_phase

BEGIN, GO_ON, LAST = range(3)


# ---- phases


def select_card(state: State, frame: Frame) -> None:
    """Step function `ai_select_card`: the card that a die points at, for nothing (SELECT)."""
    if frame.pc == BEGIN:
        begin_phase(state)
        frame.pc = GO_ON
        if state.row:
            dice.ask_roll(state, 1, "select")
            return
    if state.row:
        place = dice.position(frame.data["dice"][0], len(state.row))
        facts.take_card(state, place, 0)
    finish_phase(state)


def place_tile(state: State, frame: Frame) -> None:
    """Step function `ai_place_tile`: tile and creatures, bonus circles, then Titans (R-12)."""
    if frame.pc == BEGIN:
        begin_phase(state)
        if state.tile == NONE:
            finish_phase(state)
            return
        location = _location(state)
        if location is None:
            facts.discard_tile(state)
            state.lost = state.setup.options.tile_without_place == "skip"
            finish_phase(state)
            return
        fresh = facts.lay_tile(state, AI, _turn(state, location), location.sector)
        bonuses = state.setup.ai_bonuses
        frame.data["fresh"] = fresh
        frame.data["bonuses"] = [place for place in bits(fresh) if place in bonuses]
        frame.pc = GO_ON
    left = frame.data["bonuses"]
    if left:
        frame.data["bonuses"] = left[1:]
        _bonus(state, left[0])
        return
    titans.gain_for_ai(state, frame.data["fresh"])
    if state.phase != OVER:
        finish_phase(state)


def _location(state: State) -> Location | None:
    """The free location of the tile's size in the lowest sector (PLACE-02..04, R-08)."""
    size = state.setup.tiles[state.tile].size
    occupied = state.occupied[AI]
    for location in state.setup.ai_locations[size - 1]:
        if not location.mask & occupied:
            return location
    return None


def _turn(state: State, location: Location) -> tuple[int, ...]:
    """The turn whose terrains, read from the left, come first in the priority order (R-10).

    Among equals the creature drawn first goes to the leftmost volcano.
    """
    ranks = state.setup.ai_ranks
    terrains = state.setup.tiles[state.tile].terrains
    drawn_first = next((place for place, kind in enumerate(state.on_tile) if kind != NONE), 0)

    def order(turn: tuple[int, ...]) -> tuple[list[int], int]:
        read = sorted(zip(turn, terrains, strict=True))
        return [ranks[terrain] for _, terrain in read], turn[drawn_first]

    return min(location.turns, key=order)


def _bonus(state: State, place: int) -> None:
    """A bonus circle was covered: its action runs at once (PLACE-09)."""
    action = state.setup.ai_bonuses[place]
    circle = state.setup.boards[AI].circles[place]
    state.events.append(ev.BonusCovered(SIDES[AI], circle, action, rule="PLACE-09"))
    begin_action(state, action)


def resolve_card(state: State, frame: Frame) -> None:
    """Step function `ai_resolve_card`."""
    if frame.pc == BEGIN:
        begin_phase(state)
        frame.pc = GO_ON
        if state.taken != NONE and not state.lost:
            begin_action(state, state.setup.data.cards[state.taken].action)
        return
    finish_phase(state)


def extra_action(state: State, frame: Frame) -> None:
    """Step function `ai_extra_action`: pay the first price that can be paid, then act (EXTRA)."""
    if frame.pc == BEGIN:
        begin_phase(state)
        frame.data["left"] = state.setup.data.extra_actions
        frame.pc = GO_ON
    if frame.data["left"]:
        frame.data["left"] -= 1
        pay = _way_to_pay(state)
        action = None if pay is None else _extra_choice(state, pay)
        if pay is not None and action is not None:
            facts.take_extra(state, AI, pay, state.setup.data.prices[pay], action)
            begin_action(state, action)
            return
    finish_phase(state)


def _way_to_pay(state: State) -> str | None:
    """The first price that can be paid; no other one is considered (EXTRA-02..05, R-32)."""
    prices = state.setup.data.prices
    return next(
        (pay for pay in PAYS if pay in prices and legal.in_hand(state, AI, pay) >= prices[pay]),
        None,
    )


def _extra_choice(state: State, pay: str) -> str | None:
    """The first entry of the board's order that can be done; None if none can (EXTRA-06..10).

    It is read with what the payment leaves, or with the price still there (R-31). Combat without a
    roll is passed over, or wastes the extra action (R-33).
    """
    setup = state.setup
    options = setup.options
    less = construction.FREE
    if options.ai_extra_conditions == "after_payment":
        less = legal.after_price(pay, setup.data.prices[pay])
    for entry in setup.data.ai.extra_priority:
        if entry == "capture":
            if state.haunted[AI] and (
                _may_roll(state, less.hoplites) or options.ai_extra_empty_combat == "wasted"
            ):
                return entry
        elif _can_build(state, entry, less):
            return entry
    return None


def discard_card(state: State, frame: Frame) -> None:
    """Step function `ai_discard_card`: the card that a die points at leaves (DISCARD)."""
    if frame.pc == BEGIN:
        begin_phase(state)
        frame.pc = GO_ON
        if state.row:
            dice.ask_roll(state, 1, "discard")
            return
    if state.row:
        facts.discard_card(state, dice.position(frame.data["dice"][0], len(state.row)))
    finish_phase(state)


# ---- actions


def begin_action(state: State, action: str) -> None:
    """Let the AI carry out an action: one of a card, or one kind of construction."""
    state.stack.append(Frame("ai_action", {"action": action}))


def action(state: State, frame: Frame) -> None:
    """Step function `ai_action`; what cannot be done is left out."""
    what = frame.data["action"]
    if what == "capture":
        _capture(state, frame)
        return
    state.stack.pop()
    if what in ("produce", "recruit"):
        facts.work(state, AI, what)
        return
    for kind in ("medallion", "temple", "building") if what == "build" else (what,):
        if _can_build(state, kind, construction.FREE):
            _build(state, kind)
            return


def _can_build(state: State, kind: str, less: Resources) -> bool:
    """Whether the AI can construct something of a kind once `less` has been paid (BUILD-03..08)."""
    if kind == "medallion":
        return construction.can_pay(state, AI, state.setup.data.medallion_cost, less)
    if kind == "temple":
        return construction.has_temple_site(state, AI)
    return construction.offered_to_ai(state) != NONE


def _build(state: State, kind: str) -> None:
    """One construction: a Temple stands furthest left, a Building comes by terrain priority."""
    if kind == "medallion":
        facts.forge_medallion(state, AI)
    elif kind == "temple":
        place = next(construction.temple_sites(state, AI))
        facts.build_temple(state, AI, state.setup.boards[AI].sites[place])
    else:
        facts.put_on_strip(state, construction.offered_to_ai(state))


def _may_roll(state: State, less: int = 0) -> bool:
    """Whether the AI may make a combat roll with what it has, less a price (R-26)."""
    return state.hoplites[AI] > less or not state.setup.options.ai_needs_hoplite_to_fight


def _capture(state: State, frame: Frame) -> None:
    """Fight the leftmost, highest creature, again and again (CAPTURE).

    All dice in every roll, and a skull wins. A defeat costs a hoplite; with none left, or with none
    to lose, it ends the action.
    """
    if frame.pc == BEGIN:
        if state.haunted[AI] and _may_roll(state):
            frame.pc = GO_ON
            dice.ask_roll(state, state.setup.data.all_dice, "combat")
        else:
            state.stack.pop()
        return
    frame.pc = BEGIN
    rolled = frame.data.pop("dice")
    place = next(bits(state.haunted[AI]))
    won = SKULL in rolled
    facts.fought(state, AI, place, dice.named(rolled), won)
    if won:
        loot = facts.capture(state, AI, place)
        if state.phase != OVER:
            facts.gain(state, AI, loot, "loot")
        return
    if state.hoplites[AI]:
        facts.pay(state, AI, Resources(1, 0), "combat")
    if not state.hoplites[AI]:
        state.stack.pop()
