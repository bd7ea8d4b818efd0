"""The order of phases, turns and rounds (TURN, ROUND; `base:turn`, `base:round`)."""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from orichalque import events as ev
from orichalque import facts
from orichalque.setup import AI, HUMAN, NONE, SIDES
from orichalque.state import DISCARD, OPENING, PHASES, ROUND_END, SELECT, Offer, State

_STEPS = tuple(
    tuple(name if name == PHASES[ROUND_END] else f"{side}_{name}" for name in PHASES)
    for side in SIDES
)
_BEGUN = tuple(
    tuple(ev.PhaseBegan(side, name, rule="TURN-04") for name in PHASES) for side in SIDES
)
"""For each side, then each phase, the step function that carries it out, and its event."""


def play(state: State, frame: Frame) -> None:
    """Step function `play`, the bottom of the stack: begin the phase that is due.

    Phases are separate frames, so that nothing is half done whenever this one is on top.
    """
    state.stack.append(Frame(_STEPS[state.side][state.phase]))


def begin_phase(state: State) -> None:
    """Note that the running phase has begun."""
    state.events.append(_BEGUN[state.side][state.phase])


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
    state.events.append(ev.RoundBegan(state.round, rule="ROUND-05"))
    state.stack.pop()
    _begin_turn(state, state.first)


def refill_row(state: State) -> None:
    """New cards enter at the right until the row is full (ROUND-01, R-01).

    Each, from the left, draws itself, its tile, then the tile's creatures.
    """
    setup = state.setup
    names = setup.kind_names
    fresh: list[Offer] = []
    cards: list[str] = []
    tiles: list[str | None] = []
    kinds: list[tuple[str | None, ...]] = []
    while len(state.row) + len(fresh) < setup.data.row:
        card = facts.next_card(state)
        if card == NONE:
            break
        tile = facts.next_tile(state, setup.data.cards[card].size)
        terrains = () if tile == NONE else setup.tiles[tile].terrains
        creatures = tuple(
            [facts.next_creature(state) if terrain == setup.wild else NONE for terrain in terrains]
        )
        fresh.append((card, tile, creatures))
        cards.append(setup.data.cards[card].id)
        tiles.append(None if tile == NONE else setup.tiles[tile].id)
        kinds.append(tuple([None if kind == NONE else names[kind] for kind in creatures]))
    state.row = (*state.row, *fresh)
    state.events.append(ev.RowRefilled(tuple(cards), tuple(tiles), tuple(kinds), rule="ROUND-01"))


def refill_construction(state: State) -> None:
    """Empty construction spaces get the next Buildings of the bag, in order (R-38)."""
    setup = state.setup
    spaces: list[str] = []
    buildings: list[str] = []
    values: list[int | None] = []
    for space, lying in enumerate(state.construction):
        if lying == NONE and state.building_bag:
            number, state.building_bag = state.building_bag[0], state.building_bag[1:]
            state.construction[space] = number
            spaces.append(setup.data.spaces[space])
            buildings.append(setup.buildings[number].id)
            values.append(setup.buildings[number].value)
    state.events.append(
        ev.ConstructionRefilled(tuple(spaces), tuple(buildings), tuple(values), rule="R-38")
    )


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
    state.events.append(ev.InitiativeAssigned(SIDES[state.first], tied, rule="ROUND-02"))
