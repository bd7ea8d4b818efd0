"""The game that persons and bots play: who sits where, what happened, undo, and files.

A game file is a saved match with an entry `table`, so that `load_match` and `obsidia replay` read
it too.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from obsidia_core.bots.bot import Bot
from obsidia_core.bots.finding import find_bot, find_game
from obsidia_core.bots.playing import BotError, derived_seed
from obsidia_core.cli.files import read_text
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import ObsidiaError, SaveError
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.match import MATCH_FORMAT, load_document, write_text
from obsidia_core.kernel.replay import REPLAY_FORMAT, Replay, follow, state_hash
from obsidia_core.kernel.state import GameState

KEPT = 50
"""Positions kept for taking an answer back."""
TRIALS = 12
"""Worlds, all possible for the person, in which a harmless answer has to show the same."""


@attrs.frozen
class Step:
    """What an action brought about: its seat and text form (None for the set-up), and events."""

    seat: str | None
    text: str | None
    events: tuple[Event, ...]


class Session:
    """One game at one terminal.

    Args:
        game: the rules.
        state: the position.
        replay: how it came about.
        humans: numbers of the seats that persons play.
        bots: number of each other seat to the name of its bot.
        steps: what happened so far; by default the set-up that `state` holds.

    Attributes:
        path: the file that the game is kept in, or None.
        is_copy: whether it was read from a copy, which is left as it is.
    """

    def __init__(
        self,
        game: Game[Any],
        state: GameState,
        replay: Replay,
        humans: frozenset[int],
        bots: Mapping[int, str],
        steps: list[Step] | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.replay = replay
        self.humans = humans
        self.bots = dict(bots)
        self.steps = [Step(None, None, tuple(state.events))] if steps is None else steps
        self.path: Path | None = None
        self.is_copy = False
        self._written = -1
        self._earlier: deque[GameState] = deque(maxlen=KEPT)
        self._chances = {number: Chance(0, 1) for number in bots}
        self._players: dict[int, Bot] = {
            number: find_bot(name)(game, self._chances[number]) for number, name in bots.items()
        }

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order; a seat may change its name in the course of a game."""
        return self.game.seats(self.state)

    @property
    def human_seats(self) -> list[str]:
        """The seats that persons play."""
        return [seat for number, seat in enumerate(self.seats) if number in self.humans]

    @property
    def who(self) -> dict[str, str]:
        """Who plays each seat that is ever asked: a person, or the name of a bot."""
        person = "you" if len(self.humans) == 1 else "person"
        return {
            seat: person if number in self.humans else self.bots[number]
            for number, seat in enumerate(self.seats)
            if number in self.humans or number in self.bots
        }

    @property
    def decision(self) -> Decision | None:
        """The open question; None when the game is over."""
        return self.game.decision(self.state)

    @property
    def asks_person(self) -> bool:
        """Whether the open question is for a person."""
        asking = self.state.asking
        return asking is not None and self.seats.index(asking[0]) in self.humans

    def apply(self, action: Action) -> None:
        """Answer the open question; if it is broken off, the position is as it was."""
        asking = self.state.asking
        assert asking is not None
        after = self.game.copy(self.state)
        self.game.apply_unchecked(after, action)
        self._earlier.append(self.state)
        self.state = after
        text = self.game.action_to_text(action)
        self.replay.actions.append(text)
        self.steps.append(Step(asking[0], text, tuple(after.events)))

    def play_bot(self) -> None:
        """Let the bot that is asked answer.

        Its chance follows from the seed and the number of the answer, so that a game that was put
        away goes on as it would have gone on.

        Raises:
            BotError: its answer is not legal.
        """
        decision = self.decision
        assert decision is not None
        action = decision.actions[0]
        if len(decision.actions) > 1:
            number = self.seats.index(decision.seat)
            chance, bot = self._chances[number], self._players[number]
            chance.reseed(derived_seed(self.replay.seed, "bot", number, len(self.replay.actions)))
            chance.counts = [0]
            view = self.game.view(self.state, decision.seat) if bot.needs_view else None
            action = bot.choose(view, decision)
            if action not in decision.actions:
                raise BotError(
                    f"bot {self.bots[number]!r} answered {decision.kind!r} with {action!r}, "
                    "which is not legal"
                )
        self.apply(action)

    # Taking an answer back

    def take_back(self, seat: str) -> str:
        """Take back the seat's last answer; gives its text form.

        Raises:
            ObsidiaError: nobody answered yet, others have answered since, or the answer has brought
                something to light.
        """
        last = self.steps[-1]
        if last.seat is None or last.text is None or not self._earlier:
            raise ObsidiaError("there is no answer of yours to take back")
        by_rule = self.game.undo_action
        if by_rule is not None and last.text == self.game.action_to_text(by_rule):
            raise ObsidiaError("your last answer was to take back, and nothing more is left")
        before = self._earlier[-1]
        if self.game.seats(before).index(last.seat) != self.seats.index(seat):
            raise ObsidiaError("others have answered since")
        if self._told_something(before, last, seat):
            raise ObsidiaError(f"{last.text!r} has brought something to light")
        self.state = self._earlier.pop()
        self.steps.pop()
        self.replay.actions.pop()
        return last.text

    def _told_something(self, before: GameState, step: Step, seat: str) -> bool:
        """Whether the answer showed anything that the seat could not know before.

        It is tried where all that the seat does not know is drawn anew: what shows the same
        everywhere tells nothing.
        """
        game = self.game
        assert step.text is not None
        if self.state.chance.counts != before.chance.counts:
            return True
        shown = game.view(self.state, seat), game.events_for(step.events, seat)
        action = game.action_from_text(step.text)
        for number in range(TRIALS):
            other = game.determinize(before, step.seat, number)
            if game.check(other, action) is not None:
                return True
            game.apply_unchecked(other, action)
            if seat not in game.seats(other):
                return True
            if (game.view(other, seat), game.events_for(other.events, seat)) != shown:
                return True
        return False

    # Files

    def to_json(self, copy: bool = False) -> str:
        """The game as one JSON document: a match, and who plays; of a copy that it is one."""
        if self.decision is None:
            self.replay.end = state_hash(self.game, self.state)
        table: dict[str, Any] = {
            "humans": sorted(self.humans),
            "bots": {str(number): name for number, name in sorted(self.bots.items())},
        }
        if copy:
            table["copy"] = True
        document = {
            "format": MATCH_FORMAT,
            "game": self.game.name,
            "replay": self.replay.to_json(),
            "state": json.loads(self.game.to_json(self.state)),
            "table": table,
        }
        return json.dumps(document, separators=(",", ":")) + "\n"

    def save(self, path: Path, copy: bool = False) -> None:
        """Write the game to a file, whole or not at all; a copy is not gone on with in place.

        Raises:
            SaveError: it cannot be written.
        """
        try:
            write_text(path, self.to_json(copy))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise SaveError(f"{path} cannot be written: {reason}") from error

    def keep(self) -> None:
        """Write the game to its own file, if anything has happened since the last time.

        Raises:
            SaveError: it cannot be written.
        """
        if self.path is not None and self._written != len(self.replay.actions):
            self.save(self.path)
            self._written = len(self.replay.actions)

    def touch(self) -> None:
        """Have the file written anew by the next `keep`."""
        self._written = -1

    def is_same_game(self, other: Session) -> bool:
        """Whether another session is of the same game, perhaps at another moment."""
        mine, its = self.replay, other.replay
        return (mine.game, mine.setup, mine.seed) == (its.game, its.setup, its.seed)


def load(path: Path, humans: frozenset[int] | None, bots: Mapping[int, str] | None) -> Session:
    """A game out of a file: a game file, a saved match, or a replay.

    It goes on in the same file, but for a replay or a copy, which are left as they are.

    Args:
        path: the file.
        humans: the seats that persons play, None for those that the file names.
        bots: the bots of the other seats, None for those that the file names.

    Raises:
        SaveError: no such file, damaged, or of another version or content.
        ObsidiaError: a bot or game that is not installed.
    """
    try:
        document = _document(read_text(path))
        game = find_game(str(document.get("game")))
        if document["format"] == REPLAY_FORMAT:
            replay = Replay.from_json(document)
            state, steps = _played(game, replay)
        else:
            replay = Replay.from_json(document.get("replay"))
            state = game.from_json(json.dumps(document.get("state")))
            steps = _steps_to(game, replay, state)
    except ObsidiaError as error:
        raise SaveError(f"{path}: {error}") from error
    replay.end = None
    seats = game.seats(state)
    known = _table(path, document.get("table"), len(seats))
    if humans is None:
        humans = known[0] or frozenset({0})
    if bots is None:
        bots = {number: name for number, name in known[1].items() if number not in humans}
    session = Session(game, state, replay, humans, bots, steps)
    table = document.get("table")
    session.is_copy = isinstance(table, dict) and table.get("copy") is True
    if document["format"] == MATCH_FORMAT and not session.is_copy:
        session.path = path
        session._written = len(replay.actions)
    return session


def _document(text: str) -> dict[str, Any]:
    for name in (MATCH_FORMAT, REPLAY_FORMAT):
        if f'"{name}"' in text[:200]:
            return load_document(text, name)
    return load_document(text, MATCH_FORMAT)


def _played(game: Game[Any], replay: Replay) -> tuple[Any, list[Step]]:
    """The last position of the game played again, and what happened.

    Raises:
        SaveError: the replay does not hold; it says where, and how to go on.
    """
    steps: list[Step] = []
    state, asked = None, None
    try:
        for number, state in enumerate(follow(replay, game)):
            text = replay.actions[number - 1] if number else None
            steps.append(Step(asked, text, tuple(state.events)))
            asked = state.asking[0] if state.asking is not None else None
    except SaveError as error:
        if not steps:
            raise
        remedy = "set its 'end' to null"
        if len(steps) <= len(replay.actions):
            remedy = f"take the actions from number {len(steps)} on out of it and {remedy}"
        raise SaveError(f"{error}. To go on from there, {remedy}") from error
    return state, steps


def _steps_to(game: Game[Any], replay: Replay, state: GameState) -> list[Step]:
    """What happened up to a state; nothing if its replay does not lead there."""
    try:
        again, steps = _played(game, replay)
    except ObsidiaError:
        return [Step(None, None, ())]
    same = state_hash(game, again) == state_hash(game, state)
    return steps if same else [Step(None, None, ())]


def _table(path: Path, table: Any, seats: int) -> tuple[frozenset[int], dict[int, str]]:
    """Who plays, as a game file says it; nothing for a match without it."""
    if table is None:
        return frozenset(), {}
    try:
        humans = frozenset(table["humans"])
        bots = {int(number): str(name) for number, name in table["bots"].items()}
        if not all(type(one) is int and 0 <= one < seats for one in (*humans, *bots)):
            raise ValueError("a seat that is not in the game")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SaveError(f"{path}: who plays is damaged: {error!r}") from error
    return humans, bots
