"""Race: a whole game on the kernel. Roll as long as you dare; a 1 loses what the turn has brought.

On its turn a seat rolls a die again and again and adds it up (R1); a 1 ends the turn with nothing
(R2). After at least one roll it may stop and keep the sum (R3). The first to reach 30 wins (R4).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.actions import Action, Outcome
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.codec import Codec
from obsidia_core.kernel.errors import ActionFormatError, Reason, Refusal, RulesetError, SaveError
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.game import Game, matches
from obsidia_core.kernel.match import load_document
from obsidia_core.kernel.state import Frame, GameState, resume, run

GOAL, DIE = 30, (1, 2, 3, 4, 5, 6)
TOO_EARLY = Reason("too_early", ("R3",), "{seat} has to roll before it may stop")


@attrs.frozen
class Answer(Action):
    """Roll once more, or stop."""

    type: ClassVar[str] = "answer"
    roll: bool


@attrs.define
class Rolled(Event):
    """A die was rolled."""

    type: ClassVar[str] = "rolled"
    seat: str
    die: int


ANSWERS: Mapping[str, Action] = {"roll": Answer(True), "stop": Answer(False)}


class Track(GameState):
    """Who plays, how far each has come, and whose turn it is; the turn's sum lies in its frame."""

    __slots__ = ("at", "points", "seats")

    def __init__(self, seats: Sequence[str], points: list[int], at: int, chance: Chance) -> None:
        super().__init__(chance)
        self.seats, self.points, self.at = tuple(seats), list(points), at


def turn(state: Track, frame: Frame) -> None:
    """The one step function: asks at program counter 0, hears the answer at 1, rolls at 2."""
    if frame.pc == 0:
        frame.pc = 1
        state.ask(state.seats[state.at], "turn")
    elif frame.pc == 1 and state.take_answer() == ANSWERS["stop"]:
        pass_on(state, frame, frame.data["sum"])
    elif (die := state.draw(frame, 0, DIE)) is None:
        frame.pc = 2  # chance is asked; this step runs again once it has answered
    else:
        state.events.append(Rolled(state.seats[state.at], die, rule="R1"))
        frame.data["sum"], frame.pc = frame.data["sum"] + die, 0
        if die == 1:
            pass_on(state, frame, 0)


def pass_on(state: Track, frame: Frame, gained: int) -> None:
    """The turn ends, and at the goal the game: nothing is left to run."""
    frame.data["sum"], frame.pc = 0, 0
    state.points[state.at] += gained
    if state.points[state.at] >= GOAL:
        state.stack.clear()
    state.at = (state.at + 1) % len(state.seats)


class Race(Game[Track]):
    """The rules, for any number of seats."""

    name, default_players = "race", ("red", "blue")
    steps: ClassVar = {"turn": turn}
    action_codec = Codec((Answer, Outcome))
    event_codec = Codec((Rolled,))

    def new(self, players: Sequence[str], seed: int, options: Mapping[str, Any] | None) -> Track:
        if not players or len(set(players)) < len(players) or options:
            raise RulesetError("race is for one or more different players, and has no options")
        state = Track(players, [0] * len(players), 0, Chance(seed, streams=1))
        state.stack = [Frame("turn", {"sum": 0})]
        run(state, self.steps)
        return state

    def seats(self, state: Track) -> tuple[str, ...]:
        return state.seats

    def copy(self, state: Track) -> Track:
        new = Track(state.seats, state.points, state.at, state.chance)
        state.copy_kernel_to(new)
        return new

    def refuse(self, state: Track, action: Action) -> Refusal | None:
        if action == ANSWERS["roll"] or (action == ANSWERS["stop"] and state.stack[-1].data["sum"]):
            return None
        return TOO_EARLY.refuse(seat=state.seats[state.at])

    def apply_unchecked(self, state: Track, action: Action) -> None:
        resume(state, action, self.steps)

    def view(self, state: Track, seat: str | None) -> dict[str, Any]:
        return {"points": state.points, "sum": [frame.data["sum"] for frame in state.stack]}

    def to_json(self, state: Track) -> str:
        own = {"seats": state.seats, "points": state.points, "at": state.at}
        return json.dumps({"format": "race", "game": "race", **own, **state.kernel_to_json()})

    def from_json(self, text: str) -> Track:
        data = load_document(text, "race", self.name)
        try:
            state = Track(data["seats"], data["points"], int(data["at"]), Chance(0, streams=1))
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError(f"the save is damaged: {error!r}") from error
        state.kernel_from_json(data, self.steps)
        return state

    def setup_to_json(self, state: Track) -> dict[str, Any]:
        return {"players": list(state.seats), "options": {}}

    def action_to_text(self, action: Action) -> str:
        if isinstance(action, Outcome):
            return f"outcome {action.value}"
        return next(word for word, answer in ANSWERS.items() if answer == action)

    def action_from_text(self, text: str) -> Action:
        if text.startswith("outcome ") and text[8:].isdigit():
            return Outcome(int(text[8:]))
        if text not in ANSWERS:
            raise ActionFormatError(f"{text!r} is neither roll nor stop")
        return ANSWERS[text]

    def candidates(self, state: Track, partial: Mapping[str, Any]) -> list[Action]:
        return [one for one in ANSWERS.values() if matches(self.action_to_json(one), partial)]

    def winners(self, state: Track) -> tuple[str, ...] | None:
        best = max(state.points)
        return (state.seats[state.points.index(best)],) if best >= GOAL else None
