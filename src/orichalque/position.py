"""Makes states: a new game, and positions laid out piece by piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.kernel.state import Frame
from orichalque import events as ev
from orichalque.boards import Board
from orichalque.data import Resources
from orichalque.data.loading import load
from orichalque.geometry import Circle
from orichalque.options import Options
from orichalque.setup import (
    AI,
    BAGS,
    CARDS,
    HUMAN,
    NONE,
    SIDES,
    STREAMS,
    SUPPLY,
    Position,
    Setup,
    compiled,
)
from orichalque.state import OPENING, PLACE, SELECT, Offer, State
from orichalque.turn import needs_metropolis, opening_phase, refill_construction, refill_row

METROPOLIS = "metropolis"


def new_state(setup: Setup, seed: int) -> State:
    """A new game, set up, at the first phase of round 1 (SETUP-01..08, `base:setup`)."""
    state = State(setup, Chance(seed, len(STREAMS)))
    data = setup.data
    chance = state.chance
    state.deck = tuple(chance.shuffled(CARDS, range(len(data.cards))))
    for size in (1, 2, 3):
        state.piles[size - 1] = tuple(chance.shuffled(CARDS, setup.tiles_of[size - 1]))
    state.creature_bag = tuple(
        chance.shuffled(
            BAGS,
            [kind for kind, creature in enumerate(data.creatures) for _ in range(creature.count)],
        )
    )
    state.building_bag = tuple(
        chance.shuffled(
            BAGS,
            [number for number, count in enumerate(setup.building_counts) for _ in range(count)],
        )
    )
    for side in (HUMAN, AI):
        _hold(state, side, data.start)
    _hold(state, AI, data.second_bonus)
    state.titans[setup.titan_ids[data.ai.starting_titan]] = AI << 1
    state.home[AI] = state.occupied[AI] = setup.ai_home
    state.events.append(ev.RoundBegan(1))
    refill_row(state)
    refill_construction(state)
    state.phase = opening_phase(state, HUMAN)
    state.stack.append(Frame("play"))
    return state


def _hold(state: State, side: int, what: Resources) -> None:
    state.hoplites[side] += what.hoplites
    state.nuggets[side] += what.nuggets
    state.hoplites_out += what.hoplites
    state.nuggets_out += what.nuggets


TileSpec = tuple[tuple[str, str | None], ...]
"""The terrains of a tile, each with the creature on it or None."""
CardSpec = tuple[str, TileSpec | None]
"""A card with its tile, or without."""


@attrs.frozen(kw_only=True)
class SideSpec:
    """What lies with one side; circles as `Circle`, everything else by id.

    Attributes:
        land: circle to terrain and creature, the terrain `metropolis` included.
        titans: Titan to whether it is active.
        strip: for the AI, Building and whether it lies face up.
        buildings, committed: for the human, by circle.
    """

    hoplites: int = 0
    nuggets: int = 0
    medallions: int = 0
    trophies: tuple[str, ...] = ()
    titans: Mapping[str, bool] = attrs.field(factory=dict)
    temples: tuple[tuple[Circle, ...], ...] = ()
    land: Mapping[Circle, tuple[str, str | None]] = attrs.field(factory=dict)
    strip: tuple[tuple[str, bool], ...] = ()
    buildings: Mapping[Circle, str] = attrs.field(factory=dict)
    committed: Mapping[Circle, int] = attrs.field(factory=dict)

    @property
    def circles(self) -> tuple[Circle, ...]:
        """Every circle that is named."""
        named = [*self.land, *self.buildings, *self.committed]
        return tuple(dict.fromkeys([*named, *(one for site in self.temples for one in site)]))


@attrs.frozen(kw_only=True)
class PositionSpec:
    """A position, as plain values; see the scenario format."""

    options: Mapping[str, Any] = attrs.field(factory=dict)
    overrides: Mapping[str, Any] = attrs.field(factory=dict)
    row: tuple[CardSpec, ...] = ()
    human: SideSpec = SideSpec()
    ai: SideSpec = SideSpec()
    supply_titans: Mapping[str, bool] = attrs.field(factory=dict)
    construction: Mapping[str, str] = attrs.field(factory=dict)
    deck: tuple[str, ...] = ()
    piles: Mapping[int, tuple[TileSpec, ...]] = attrs.field(factory=dict)
    creature_bag: tuple[str, ...] = ()
    building_bag: tuple[str, ...] = ()
    round: int = 2
    side: int = AI
    phase: int = SELECT
    first: int = HUMAN
    card: CardSpec | None = None


def build_position(spec: PositionSpec, driver: str, seed: int = 0) -> State:
    """The position, before anything runs.

    Args:
        spec: what lies where.
        driver: who decides the dice.
        seed: of all chance that is not given.

    Raises:
        RulesetError: options that do not exist, or a phase that the side does not have.
        ContentError: data that cannot be played with.
    """
    sides = (spec.human, spec.ai)
    data = load(spec.overrides)
    home = (
        {circle for circle, (terrain, _) in spec.human.land.items() if terrain == METROPOLIS},
        {data.ai.metropolis} - set(spec.ai.land),
    )
    listed = [tile for _, tile in (*spec.row, spec.card or ("", None)) if tile is not None]
    for size in (1, 2, 3):
        listed += spec.piles.get(size, ())
    position = Position(
        circles=(spec.human.circles, spec.ai.circles),
        tiles=tuple(tuple(terrain for terrain, _ in tile) for tile in listed),
        overrides=spec.overrides,
    )
    setup = compiled(Options.of(spec.options), position, {})
    state = State(setup, Chance(seed, len(STREAMS), driver))
    for side, one in enumerate(sides):
        _lay_out(state, side, one, home[side])
    state.derive()
    _set_supply(state, spec)
    _deal(state, spec)
    state.round, state.side, state.first = spec.round, spec.side, spec.first
    state.phase = spec.phase
    if spec.phase == SELECT and spec.side == HUMAN:
        state.phase = opening_phase(state, HUMAN)
    if state.phase == OPENING and not (spec.side == HUMAN and needs_metropolis(state)):
        raise RulesetError("the phase metropolis is the human's, while no metropolis is placed")
    state.hoplites_out = sum(state.hoplites) + sum(state.committed.values())
    state.nuggets_out = sum(state.nuggets)
    state.stack.append(Frame("play"))
    return state


def _lay_out(state: State, side: int, spec: SideSpec, home: set[Circle]) -> None:
    setup = state.setup
    data = setup.data
    board = setup.boards[side]
    state.hoplites[side] = spec.hoplites
    state.nuggets[side] = spec.nuggets
    state.medallions[side] = spec.medallions
    state.trophies[side] = tuple(setup.kind_of[kind] for kind in spec.trophies)
    for titan, active in spec.titans.items():
        state.titans[setup.titan_ids[titan]] = side << 1 | active
    for circle, (terrain, kind) in spec.land.items():
        bit = 1 << board.index[circle]
        if terrain != METROPOLIS:
            state.land[side * len(data.terrains) + data.terrains.index(terrain)] |= bit
        elif side == AI:
            home.add(circle)
        if kind is not None:
            state.beasts[side * len(data.creatures) + setup.kind_of[kind]] |= bit
    state.home[side] = board.mask(home)
    state.temples[side] = tuple(map(board.mask, spec.temples))
    for site in state.temples[side]:
        state.covered[side] |= site
    if side == HUMAN:
        _lay_out_human(state, board, spec)
    else:
        engines = Copies(setup)
        state.strip = tuple(engines.number(kind) << 1 | up for kind, up in spec.strip)


def _lay_out_human(state: State, board: Board, spec: SideSpec) -> None:
    engines = Copies(state.setup)
    for circle, kind in spec.buildings.items():
        place = board.index[circle]
        state.buildings[place] = engines.number(kind)
        state.covered[HUMAN] |= 1 << place
    for circle, count in spec.committed.items():
        if count:
            state.committed[board.index[circle]] = count


class Copies:
    """Numbers of Buildings by kind; copies of the Siege Engines come one after the other."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._used: dict[str, int] = {}

    def number(self, kind: str) -> int:
        """The number of the next copy of a kind."""
        numbers = self._setup.by_kind[kind]
        used = self._used.get(kind, 0)
        self._used[kind] = used + 1
        return numbers[used % len(numbers)]


def _set_supply(state: State, spec: PositionSpec) -> None:
    setup = state.setup
    copies = Copies(setup)
    for titan, active in spec.supply_titans.items():
        state.titans[setup.titan_ids[titan]] = SUPPLY << 1 | active
    # In the order of the spaces, so that copies do not depend on how the scenario lists them.
    for space, name in enumerate(setup.data.spaces):
        if name in spec.construction:
            state.construction[space] = copies.number(spec.construction[name])
    state.creature_bag = tuple(setup.kind_of[kind] for kind in spec.creature_bag)
    state.building_bag = tuple(map(copies.number, spec.building_bag))
    state.deck = tuple(setup.card_of[card] for card in spec.deck)


def _deal(state: State, spec: PositionSpec) -> None:
    """Row, taken card and piles; tiles have their numbers in the order `build_position` lists."""
    setup = state.setup
    next_tile = iter(range(len(setup.tiles)))

    def offer(card: CardSpec) -> Offer:
        name, tile = card
        kinds = () if tile is None else tuple(_kind(setup, kind) for _, kind in tile)
        return setup.card_of[name], NONE if tile is None else next(next_tile), kinds

    state.row = tuple(map(offer, spec.row))
    if spec.card is not None:
        state.taken, tile, kinds = offer(spec.card)
        if spec.phase == PLACE:
            state.tile, state.on_tile = tile, kinds
        elif tile != NONE:
            raise RulesetError(f"the card of {SIDES[spec.side]} has its tile in place_tile only")
    for size in (1, 2, 3):
        state.piles[size - 1] = tuple(next(next_tile) for _ in spec.piles.get(size, ()))


def _kind(setup: Setup, kind: str | None) -> int:
    return NONE if kind is None else setup.kind_of[kind]


def hidden_anew(state: State, order: Chance) -> None:
    """Deck, piles and bags in another order, drawn from `order`."""

    def mixed(stream: int, items: Sequence[int]) -> tuple[int, ...]:
        return tuple(order.shuffled(stream, sorted(items)))

    state.deck = mixed(CARDS, state.deck)
    state.piles = [mixed(CARDS, pile) for pile in state.piles]
    state.creature_bag = mixed(BAGS, state.creature_bag)
    state.building_bag = mixed(BAGS, state.building_bag)
