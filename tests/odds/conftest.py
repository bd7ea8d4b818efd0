"""Battles and arrivals fought out with real dice, to hold the odds against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any

import pytest

from obsidia_core.game import Obsidia
from obsidia_core.kernel.chance import SEEDED
from obsidia_core.model.actions import Battle, Cast, Defer, Move, Pass
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import CreatureSpec, PlacedTile, PositionSpec, UnitSpec
from obsidia_core.model.state import State
from obsidia_core.rules.position import build_position

PLAYERS = ("death_legion", "light_keepers")
BESIDE = ((Coordinate(0, -1), Coordinate(0, 1)), (Coordinate(1, -1), Coordinate(1, 1)))
ALL_SIDES = 0b1111

Fought = Callable[..., Counter[tuple[str, int, int]]]
Survived = Callable[..., Counter[int]]
Agree = Callable[[int, int, float], bool]


@pytest.fixture(scope="session")
def game() -> Obsidia:
    return Obsidia()


@pytest.fixture
def fought(game: Obsidia) -> Fought:
    """Fights a battle many times through the rules, spells cast from hands and all."""

    def fight(
        games: int,
        first: int | str,
        second: int | str,
        *,
        same_tile: bool = False,
        terrain: str | tuple[str, str] = "plain",
        spells: tuple[Sequence[str], Sequence[str]] = ((), ()),
        beside: tuple[int, int] = (0, 0),
        options: Mapping[str, Any] | None = None,
    ) -> Counter[tuple[str, int, int]]:
        places = (Coordinate(0, 0), Coordinate(0 if same_tile else 1, 0))
        terrains = (terrain, terrain) if isinstance(terrain, str) else terrain
        tiles = dict(zip(places, terrains, strict=True))
        units, creatures = [], []
        for side, own, at, others, number in zip(
            (first, second), PLAYERS, places, BESIDE, beside, strict=True
        ):
            if isinstance(side, int):
                units.append(UnitSpec(at, own, side))
            else:
                creatures.append(CreatureSpec(side, at, own))
            for other in others[:number]:
                tiles[other] = "plain"
                units.append(UnitSpec(other, own, 1))
        spec = PositionSpec(
            players=PLAYERS,
            phase="battle",
            options=options or {},
            tiles=tuple(PlacedTile(at, name, ALL_SIDES) for at, name in tiles.items()),
            units=tuple(units),
            creatures=tuple(creatures),
            hands=dict(zip(PLAYERS, map(tuple, spells), strict=True)),
            loose_edges=True,
        )
        found: Counter[tuple[str, int, int]] = Counter()
        start = build_position(game.catalog, spec)
        start.chance.driver = SEEDED
        for seed in range(games):
            state = start.copy()
            state.chance.reseed(seed)
            found[_fight(game, state, places)] += 1
        return found

    return fight


def _fight(
    game: Obsidia, state: State, places: tuple[Coordinate, Coordinate]
) -> tuple[str, int, int]:
    start = next(
        action
        for action in game.legal_actions(state)
        if isinstance(action, Battle) and (action.at, action.against) == places
    )
    game.apply_unchecked(state, start)
    while not any(event.type == "battle_ended" for event in state.events):
        actions = game.legal_actions(state)
        cast = next((action for action in actions if isinstance(action, Cast)), None)
        deferral = next(one for one in actions if isinstance(one, (Defer, Pass)))
        game.apply_unchecked(state, cast or deferral)
    ended = next(event for event in state.events if event.type == "battle_ended")
    result: str = ended.result  # type: ignore[attr-defined]  # it is a BattleEnded
    if result == "won":
        result = "first" if ended.winner == start.sides[0] else "second"  # type: ignore[attr-defined]  # as above
    left = [
        sum(state.where[piece] == state.board.at[at.y * 1024 + at.x] for piece in side)
        for side, at in zip(_sides(state, start), places, strict=True)
    ]
    return result, left[0], left[1]


def _sides(state: State, action: Battle) -> list[list[int]]:
    setup = state.setup
    return [
        list(range(8 * setup.classes.index(name), 8 * setup.classes.index(name) + 8))
        if name in setup.classes
        else [setup.piece_of[name]]
        for name in action.sides
    ]


@pytest.fixture
def survived(game: Obsidia) -> Survived:
    """Walks travelers onto a terrain many times; counts how many are left."""

    def walk(
        games: int,
        terrain: str,
        travelers: int,
        *,
        creature: str | None = None,
        near: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Counter[int]:
        start, to, beyond = Coordinate(0, 0), Coordinate(1, 0), Coordinate(2, 0)
        spec = PositionSpec(
            players=PLAYERS,
            options=options or {},
            tiles=(
                PlacedTile(start, "plain", ALL_SIDES),
                PlacedTile(to, terrain, ALL_SIDES),
                PlacedTile(beyond, "plain", ALL_SIDES),
            ),
            units=(UnitSpec(start, PLAYERS[0], travelers),),
            creatures=tuple(
                CreatureSpec(kind, at, PLAYERS[1])
                for kind, at in ((creature, to), (near, beyond))
                if kind is not None
            ),
            loose_edges=True,
        )
        found: Counter[int] = Counter()
        position = build_position(game.catalog, spec)
        position.chance.driver = SEEDED
        action = next(
            one for one in game.legal_actions(position) if isinstance(one, Move) and one.to == to
        )
        for seed in range(games):
            state = position.copy()
            state.chance.reseed(seed)
            game.apply_unchecked(state, action)
            found[sum(slot >= 0 for slot in state.where[:8])] += 1
        return found

    return walk


@pytest.fixture
def agrees() -> Agree:
    """Whether a count is credible: the exact binomial tail beyond it is not below one in 5000."""

    def check(count: int, games: int, chance: float) -> bool:
        if chance < 1e-12:
            return count == 0
        if chance > 1 - 1e-12:
            return count == games
        mass = [
            comb(games, number) * chance**number * (1 - chance) ** (games - number)
            for number in range(games + 1)
        ]
        return min(sum(mass[: count + 1]), sum(mass[count:])) > 1 / 5000

    return check
