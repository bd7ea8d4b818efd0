"""A small game of the kernel, so that bots and simulations are tested without Obsidia's rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import attrs
import pytest

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.codec import Codec
from obsidia_core.kernel.errors import Reason, Refusal, RulesetError
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.game import Game, Side
from obsidia_core.kernel.state import GameState

TOO_MANY = Reason("too_many", ("HEAP-01",), "only {left} are left")


@attrs.frozen
class Take(Action):
    """Take some off the heap."""

    type: ClassVar[str] = "take"
    count: int


class HeapState(GameState):
    __slots__ = ("heap", "players", "turn", "winners")

    def __init__(self, players: Sequence[str], heap: int, seed: int) -> None:
        super().__init__(Chance(seed, 1))
        self.players = tuple(players)
        self.heap = heap + self.chance.below(0, 5)
        self.turn = 1
        self.winners: tuple[str, ...] = ()
        self.asking = (self.players[0], "take")


class Heap(Game[HeapState]):
    """Players take one to three in turn; who takes the last one wins. `heap: 0` never ends."""

    name = "heap"
    codec = Codec([Take])

    def new(
        self, players: Sequence[str], seed: int, options: Mapping[str, Any] | None
    ) -> HeapState:
        if len(players) < 2:
            raise RulesetError("two players are needed")
        heap = (options or {}).get("heap", 10)
        return HeapState(players, heap or 10**9, seed)

    def seats(self, state: HeapState) -> tuple[str, ...]:
        return state.players

    def copy(self, state: HeapState) -> HeapState:
        raise NotImplementedError

    def list_actions(self, state: HeapState) -> list[Action]:
        return [Take(count) for count in range(1, min(3, state.heap) + 1)]

    def refuse(self, state: HeapState, action: Action) -> Refusal | None:
        return None if action in self.list_actions(state) else TOO_MANY.refuse(left=state.heap)

    def apply_unchecked(self, state: HeapState, action: Action) -> None:
        assert isinstance(action, Take)
        state.heap -= action.count
        seat = state.players[(state.turn - 1) % len(state.players)]
        if state.heap == 0:
            state.asking, state.winners = None, (seat,)
            return
        state.turn += 1
        state.asking = (state.players[(state.turn - 1) % len(state.players)], "take")

    def view(self, state: HeapState, seat: str | None) -> dict[str, Any]:
        return {"heap": state.heap, "you": seat}

    def to_json(self, state: HeapState) -> str:
        return json.dumps([state.players, state.heap, state.turn])

    def from_json(self, text: str) -> HeapState:
        raise NotImplementedError

    def content_hash(self, state: HeapState) -> str:
        return "0" * 64

    def setup_to_json(self, state: HeapState) -> dict[str, Any]:
        return {"players": list(state.players), "options": {}}

    def action_to_json(self, action: Action) -> dict[str, Any]:
        return self.codec.dump(action)

    def action_from_json(self, data: Any) -> Action:
        action: Action = self.codec.load(data)
        return action

    def action_to_text(self, action: Action) -> str:
        assert isinstance(action, Take)
        return f"take {action.count}"

    def action_from_text(self, text: str) -> Action:
        return Take(int(text.split()[1]))

    def event_to_json(self, event: Event) -> dict[str, Any]:
        raise NotImplementedError

    def candidates(self, state: HeapState, partial: Mapping[str, Any]) -> list[Action]:
        raise NotImplementedError

    def determinize(self, state: HeapState, seat: str | None, seed: int) -> HeapState:
        raise NotImplementedError

    def audit(self, state: HeapState) -> list[str]:
        return []

    def winners(self, state: HeapState) -> tuple[str, ...] | None:
        return state.winners if state.asking is None else None


class Banked(Heap):
    """Red plays against a bank, which the rules play and which has no seat."""

    name = "banked"

    def seats(self, state: HeapState) -> tuple[str, ...]:
        return ("red",)

    def sides(self, state: HeapState) -> tuple[Side, ...]:
        return Side(("red",)), Side(("bank",), automatic=True)

    def new(
        self, players: Sequence[str], seed: int, options: Mapping[str, Any] | None
    ) -> HeapState:
        return super().new(("red", "bank"), seed, options)

    def apply_unchecked(self, state: HeapState, action: Action) -> None:
        super().apply_unchecked(state, action)
        if state.asking == ("bank", "take"):
            super().apply_unchecked(state, Take(1))


class Allied(Heap):
    """Two against two."""

    name = "allied"

    def sides(self, state: HeapState) -> tuple[Side, ...]:
        return tuple(Side(state.players[start::2]) for start in (0, 1))

    def winners(self, state: HeapState) -> tuple[str, ...] | None:
        won = super().winners(state)
        return won and next(side.members for side in self.sides(state) if won[0] in side.members)


@pytest.fixture
def heap() -> Callable[[], Heap]:
    """What makes the game."""
    return Heap


@pytest.fixture
def banked() -> Callable[[], Heap]:
    """What makes the game against a bank."""
    return Banked


@pytest.fixture
def allied() -> Callable[[], Heap]:
    """What makes the game for four in two teams."""
    return Allied
