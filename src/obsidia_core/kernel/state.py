"""The part of a game state that the kernel runs: frames, the open question, chance, events.

A `Frame` is plain data: the name of a step function, a program counter, and a dictionary of
numbers, strings, booleans, None and lists of these. Lists inside a frame are never changed in
place, so copies may share them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from obsidia_core.kernel.actions import CHANCE, Action, Outcome
from obsidia_core.kernel.chance import ENUMERATED, Chance
from obsidia_core.kernel.compiling import mypyc_attr
from obsidia_core.kernel.errors import EndlessEffect, SaveError
from obsidia_core.kernel.events import Event

STEP_LIMIT = 20_000
"""Steps between two decisions beyond which an effect counts as endless."""

DRAWN_FROM = "drawn_from"
"""Key in the running frame under which an open `chance` question keeps what can come up."""


class Frame:
    """One entry of the effect stack.

    Attributes:
        op: name of the step function that advances it.
        pc: program counter, 0 at first.
        data: the frame's own facts, ready for JSON.
    """

    __slots__ = ("data", "op", "pc")

    def __init__(self, op: str, data: dict[str, Any] | None = None, pc: int = 0) -> None:
        self.op = op
        self.pc = pc
        self.data: dict[str, Any] = {} if data is None else data

    def copy(self) -> Frame:
        """An independent copy; lists inside are shared, as they never change."""
        return Frame(self.op, self.data.copy(), self.pc)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frame):
            return NotImplemented
        return self.op == other.op and self.pc == other.pc and self.data == other.data

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"Frame({self.op}@{self.pc}{': ' if inside else ''}{inside})"


KERNEL_COLUMNS = ("answer", "asking", "chance", "checkpoints", "events", "stack")


@mypyc_attr(allow_interpreted_subclasses=True)
class GameState:
    """Base of a game's state. A game adds its own columns and `copy`.

    Attributes:
        stack: frames, the running one last.
        asking: `(seat, kind)` of the open question, or None while running and when over.
        answer: the action that answers the question, while the asking frame reads it.
        chance: the random streams.
        events: what the latest `apply` brought about, oldest first.
        checkpoints: earlier states that the game may still go back to, oldest first.
    """

    __slots__ = KERNEL_COLUMNS

    def __init__(self, chance: Chance) -> None:
        self.stack: list[Frame] = []
        self.asking: tuple[str, str] | None = None
        self.answer: Action | None = None
        self.chance = chance
        self.events: list[Event] = []
        self.checkpoints: list[GameState] = []

    def copy_kernel_to(self, other: GameState) -> None:
        """Copy the kernel's part; the events stay behind."""
        other.stack = [frame.copy() for frame in self.stack]
        other.asking = self.asking
        other.answer = None
        other.chance = self.chance.copy()
        other.events = []
        other.checkpoints = self.checkpoints[:] if self.checkpoints else []

    def kernel_to_json(self) -> dict[str, Any]:
        """What the kernel runs, for saves: `{stack, asking, chance}`."""
        return {
            "stack": frames_to_json(self.stack),
            "asking": self.asking,
            "chance": self.chance.to_json(),
        }

    def kernel_from_json(self, data: Mapping[str, Any], ops: Mapping[str, Any]) -> None:
        """Read back what `kernel_to_json` gave; `ops` are the step functions there are.

        Raises:
            SaveError: damaged, or in the middle of a step that nothing here provides.
        """
        asking = data.get("asking")
        if asking is not None:
            if not isinstance(asking, list) or list(map(type, asking)) != [str, str]:
                raise SaveError("the open question of the save is damaged")
            asking = (asking[0], asking[1])
        self.asking = asking
        self.chance = Chance.from_json(data.get("chance"), len(self.chance.counts))
        self.stack = frames_from_json(data.get("stack"), ops)

    def ask(self, seat: str, kind: str) -> None:
        """Open a question; the step function that asks returns at once."""
        self.asking = (seat, kind)

    def take_answer(self) -> Action | None:
        """The answer to the question just asked, once."""
        answer = self.answer
        self.answer = None
        return answer

    def draw(self, frame: Frame, stream: int, outcomes: Sequence[int]) -> int | None:
        """A random number, or None when chance has to be asked first.

        On None the step function returns at once; it is called again at the same program counter
        when the number is there. Under the enumerated driver the question is a `chance` decision.
        """
        if self.chance.driver == ENUMERATED and not self.chance.queue:
            answer = self.answer
            if isinstance(answer, Outcome):
                self.answer = None
                frame.data.pop(DRAWN_FROM, None)
                return answer.value
            frame.data[DRAWN_FROM] = list(outcomes)
            self.asking = (CHANCE, CHANCE)
            return None
        return self.chance.draw(stream, outcomes)


S = TypeVar("S", bound=GameState)
Step = Callable[[S, Frame], None]


def merged_ops(*tables: Mapping[str, Step[S]]) -> dict[str, Step[S]]:
    """One table of step functions out of several; a name used twice is a `ValueError`."""
    merged: dict[str, Step[S]] = {}
    for table in tables:
        for name, step in table.items():
            if name in merged:
                raise ValueError(f"two step functions are called {name!r}")
            merged[name] = step
    return merged


def run(state: S, ops: Mapping[str, Step[S]]) -> None:
    """Advance the top frame until there is a question or nothing left to do.

    Raises:
        EndlessEffect: more than `STEP_LIMIT` steps without a question.
    """
    for _ in range(STEP_LIMIT):
        stack = state.stack
        if state.asking is not None or not stack:
            return
        frame = stack[-1]
        ops[frame.op](state, frame)
    raise EndlessEffect(
        f"{STEP_LIMIT} steps without a decision; the running effect is {state.stack[-1]!r}"
    )


def resume(state: S, action: Action, ops: Mapping[str, Step[S]]) -> None:
    """Hand the answer to the frame that asked, and run on. The action is not checked."""
    state.events = []
    state.asking = None
    state.answer = action
    run(state, ops)


def frames_to_json(stack: Sequence[Frame]) -> list[list[Any]]:
    """`[[op, pc, data], ...]`, the running frame last."""
    return [[frame.op, frame.pc, frame.data] for frame in stack]


def frames_from_json(data: Any, ops: Mapping[str, Any]) -> list[Frame]:
    """Read back what `frames_to_json` gave.

    Raises:
        SaveError: a damaged frame, or one whose step function is unknown.
    """
    try:
        if not all(type(op) is str and type(pc) is int for op, pc, _ in data):
            raise TypeError
        frames = [Frame(op, dict(facts), pc) for op, pc, facts in data]
    except (TypeError, ValueError) as error:
        raise SaveError("the effect stack of the save is damaged") from error
    for frame in frames:
        if frame.op not in ops:
            raise SaveError(
                f"the save is in the middle of {frame.op!r}, which nothing here provides; "
                "install the plugin it was made with"
            )
    return frames
