"""Replay files: set-up, seed and one text line for each action.

A replay reproduces the game in any process, as long as rules and content are the ones it was
recorded with; `verify` says exactly where and why it does not.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeVar

import attrs

from obsidia_core.kernel.actions import CHANCE
from obsidia_core.kernel.errors import IllegalAction, ObsidiaError, RulesetError, SaveError
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.state import GameState

S = TypeVar("S", bound=GameState)
REPLAY_FORMAT = "obsidia-replay-1"


@attrs.define
class Replay:
    """What it takes to play a game again.

    Attributes:
        game: name of the game.
        setup: `{players, options}` for `Game.new`.
        seed: the seed of the game.
        content: hash of the content it was recorded with.
        actions: text forms, in order.
        end: hash of the last state, once the recording is finished; else None.
    """

    game: str
    setup: dict[str, Any]
    seed: int
    content: str
    actions: list[str] = attrs.field(factory=list)
    end: str | None = None

    @classmethod
    def start(cls, game: Game[S], state: S) -> Replay:
        """An empty recording of the game that `state` begins."""
        return cls(
            game.name, game.setup_to_json(state), state.chance.seed, game.content_hash(state)
        )

    def to_json(self) -> dict[str, Any]:
        """The replay as an object with `format`."""
        return {"format": REPLAY_FORMAT, **attrs.asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> Replay:
        """Read a replay back.

        Raises:
            SaveError: no replay, or a damaged one.
        """
        if not isinstance(data, dict) or data.get("format") != REPLAY_FORMAT:
            raise SaveError(f"this is no replay of format {REPLAY_FORMAT!r}")
        wanted: dict[str, type | tuple[type, ...]] = {
            "game": str,
            "setup": dict,
            "seed": int,
            "content": str,
            "actions": list,
            "end": (str, type(None)),
        }
        fields = {key: value for key, value in data.items() if key != "format"}
        for key, kind in wanted.items():
            found = fields.get(key)
            if key not in fields or not isinstance(found, kind) or isinstance(found, bool):
                raise SaveError(f"the replay's {key!r} is missing or of a wrong kind")
        if set(fields) != set(wanted):
            unknown = ", ".join(sorted(set(fields) - set(wanted)))
            raise SaveError(f"the replay has unknown keys: {unknown}")
        if not all(isinstance(line, str) for line in fields["actions"]):
            raise SaveError("every action of a replay is one line of text")
        return cls(**fields)

    def dumps(self) -> str:
        """The replay as text, one action a line, easy to read and to compare."""
        return json.dumps(self.to_json(), indent=1) + "\n"


def begin(replay: Replay, game: Game[S]) -> S:
    """The state that a replay begins with, if it is of the game; its content is not looked at.

    Raises:
        SaveError: its set-up makes no game here.
    """
    setup = replay.setup
    game.check_provided(setup)
    try:
        return game.new(setup["players"], replay.seed, setup.get("options"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SaveError(f"the replay's 'setup' is damaged: {error!r}") from error
    except RulesetError as error:
        raise SaveError(f"the replay's 'setup' makes no game: {error}") from error


def follow(replay: Replay, game: Game[S], *, stages: bool = False) -> Iterator[S]:
    """The state at the start, and again after each action: one object that changes in place.

    Args:
        replay: the recorded game.
        game: the rules that it was recorded with.
        stages: give it at every stage of an action, see `Game.stages`.

    Raises:
        SaveError: another game or other content, an action that is not legal where it stands
            (its number is named), or another final state.
    """
    if replay.game != game.name:
        raise SaveError(f"the replay is of the game {replay.game!r}, not of {game.name!r}")
    state = begin(replay, game)
    content = game.content_hash(state)
    if content != replay.content:
        raise SaveError(
            f"the replay was recorded with content {replay.content[:12]}, "
            f"installed is {content[:12]}; install the content it was made with"
        )
    yield state
    for number, line in enumerate(replay.actions, 1):
        try:
            action = game.action_from_text(line)
            refusal = game.check(state, action)
            if refusal is not None:
                raise IllegalAction(refusal)
            if stages:
                yield from game.stages(state, action)
            else:
                game.apply_unchecked(state, action)
                yield state
        except IllegalAction as error:
            raise SaveError(f"action {number} ({line}) is not legal there: {error}") from error
        except ObsidiaError as error:
            raise SaveError(f"action {number} ({line}): {error}") from error
    if replay.end is not None and replay.end != state_hash(game, state):
        raise SaveError(
            f"after action {len(replay.actions)}, the last one, the replay ends in another state "
            "than it was recorded with; the rules have changed, or the file has"
        )


def play(replay: Replay, game: Game[S]) -> S:
    """The state at the end of the replay.

    Raises:
        SaveError: as `follow`.
    """
    return deque(follow(replay, game), maxlen=1).pop()


def state_hash(game: Game[S], state: S) -> str:
    """A hash of everything in the state."""
    return hashlib.sha256(game.to_json(state).encode()).hexdigest()


def perft(game: Game[S], state: S, depth: int) -> int:
    """The number of action sequences of length `depth` (shorter if the game ends before).

    Exact, for regression. Under the seeded driver chance follows the seed; under the enumerated
    one every outcome counts as an action.
    """
    if depth == 0:
        return 1
    actions = game.legal_actions(state)
    if not actions:
        return 1
    if depth == 1 and (state.asking is None or state.asking[0] != CHANCE):
        return len(actions)
    total = 0
    for action in actions:
        child = game.copy(state)
        game.apply_unchecked(child, action)
        total += perft(game, child, depth - 1)
    return total
