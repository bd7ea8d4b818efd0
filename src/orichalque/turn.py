"""The order of phases, turns and rounds (TURN, ROUND; `base:turn`, `base:round`)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from orichalque import events as ev
from orichalque import facts
from orichalque.facts import record
from orichalque.setup import AI, HUMAN, NONE, SIDES
from orichalque.state import DISCARD, OPENING, PHASES, ROUND_END, SELECT, Offer, State


def play(state: State, frame: Frame) -> None:
    """Step function `play`, the bottom of the stack: begin the phase that is due.

    Phases are separate frames, so that nothing is half done whenever this one is on top.
    """
    name = PHASES[state.phase]
    whose = "" if state.phase == ROUND_END else f"{SIDES[state.side]}_"
    state.stack.append(Frame(f"{whose}{name}"))


def begin_phase(state: State) -> None:
    """Note that the running phase has begun."""
    record(state, ev.PhaseBegan(SIDES[state.side], PHASES[state.phase], rule="TURN-04"))


def finish_phase(state: State) -> None:
    """The phase is over: go on to the next, or end the turn."""
    state.stack.pop()
    if state.phase == DISCARD:
        _end_turn(state)
    else:
        state.phase += 1


def _end_turn(state: State) -> None:
    """The card taken joins the used ones; then it is the other side's turn, or the round ends."""
    if state.taken != NONE:
        state.used_cards = (*state.used_cards, state.taken)
        state.taken = NONE
    state.lost = False
    if state.side == state.first:
        _begin_turn(state, 1 - state.side)
    else:
        state.phase = ROUND_END


def _begin_turn(state: State, side: int) -> None:
    state.side = side
    state.phase = opening_phase(state, side)


def opening_phase(state: State, side: int) -> int:
    """The phase that a side's turn starts with: the human's first one with the metropolis."""
    return OPENING if side == HUMAN and needs_metropolis(state) else SELECT


def needs_metropolis(state: State) -> bool:
    """Whether the human has no metropolis yet, and a port to place it on."""
    if state.home[HUMAN]:
        return False
    occupied = state.occupied[HUMAN]
    return any(not mask & occupied for _, mask in state.setup.ports)


def round_end(state: State, frame: Frame) -> None:
    """Step function `round_end`: refill, initiative, the second side's bonus, the next round."""
    refill_row(state)
    refill_construction(state)
    _assign_initiative(state)
    facts.gain(state, 1 - state.first, state.setup.data.second_bonus, "second")
    state.round += 1
    record(state, ev.RoundBegan(state.round, rule="ROUND-05"))
    state.stack.pop()
    _begin_turn(state, state.first)


def refill_row(state: State) -> None:
    """New cards enter at the right until the row is full (ROUND-01, R-01).

    Each, from the left, draws itself, its tile, then the tile's creatures.
    """
    setup = state.setup
    fresh: list[Offer] = []
    while len(state.row) + len(fresh) < setup.data.row:
        card = facts.next_card(state)
        if card == NONE:
            break
        tile = facts.next_tile(state, setup.data.cards[card].size)
        terrains = () if tile == NONE else setup.tiles[tile].terrains
        creatures = tuple(
            facts.next_creature(state) if terrain == setup.wild else NONE for terrain in terrains
        )
        fresh.append((card, tile, creatures))
    state.row = (*state.row, *fresh)
    names = [kind.id for kind in setup.data.creatures]
    record(
        state,
        ev.RowRefilled(
            tuple(setup.data.cards[card].id for card, _, _ in fresh),
            tuple(None if tile == NONE else setup.tiles[tile].id for _, tile, _ in fresh),
            tuple(
                tuple(None if kind == NONE else names[kind] for kind in creatures)
                for _, _, creatures in fresh
            ),
            rule="ROUND-01",
        ),
    )


def refill_construction(state: State) -> None:
    """Empty construction spaces get the next Buildings of the bag, in order (R-38)."""
    setup = state.setup
    spaces: list[str] = []
    buildings: list[str] = []
    for space, lying in enumerate(state.construction):
        if lying == NONE and state.building_bag:
            number, state.building_bag = state.building_bag[0], state.building_bag[1:]
            state.construction[space] = number
            spaces.append(setup.data.spaces[space])
            buildings.append(setup.buildings[number].id)
    record(state, ev.ConstructionRefilled(tuple(spaces), tuple(buildings), rule="R-38"))


def _assign_initiative(state: State) -> None:
    """More hoplites are first; on a tie the marker changes hands (ROUND-02, ROUND-03, R-37)."""
    human, ai = state.hoplites
    if state.setup.options.initiative_counts == "all":
        human += sum(state.committed.values())
    tied = human == ai
    if tied:
        state.first = 1 - state.first
    else:
        state.first = HUMAN if human > ai else AI
    record(state, ev.InitiativeAssigned(SIDES[state.first], tied, rule="ROUND-02"))
