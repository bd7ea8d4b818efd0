"""Random games that can be watched as they go, repeated anywhere, and summed up in one hash."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

import attrs

from obsidia_core.kernel.actions import Action, Outcome
from obsidia_core.kernel.chance import SEEDED, Chance
from obsidia_core.kernel.errors import ObsidiaError
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay, state_hash
from obsidia_core.kernel.state import GameState

S = TypeVar("S", bound=GameState)

LIMIT = 2_000
"""Decisions after which a random game is broken off."""

POOL = 40
"""Actions of earlier decisions that are kept for each type, to be tried again."""

CHOICES, TRIES = range(2)


class ConformanceError(ObsidiaError, AssertionError):
    """A game breaks a law.

    Attributes:
        law: name of the law.
        setting: the random game it was seen in.
        decision: how many actions had been applied.
    """

    def __init__(self, law: str, setting: Setting, decision: int, text: str) -> None:
        self.law = law
        self.setting = setting
        self.decision = decision
        super().__init__(f"{law}: {text} [{setting}, decision {decision}]")


@attrs.frozen
class Setting:
    """What a random game follows from.

    Attributes:
        players: as for `Game.new`.
        seed: of the game and of the choices made in it.
        options: as for `Game.new`.
        limit: decisions after which the game is broken off.
        driver: `SEEDED`, or `ENUMERATED` to have chance asked like a seat.
    """

    players: tuple[str, ...]
    seed: int
    options: Mapping[str, Any] = attrs.field(factory=dict)
    limit: int = LIMIT
    driver: str = SEEDED

    def __str__(self) -> str:
        options = f", options {dict(self.options)}" if self.options else ""
        return f"players {' '.join(self.players)}, seed {self.seed}{options}"


class Walk(Generic[S]):
    """A random game as it goes, watched by laws.

    Attributes:
        game: the rules.
        setting: what the game follows from.
        types: types of actions to try out of turn; those listed so far are added.
        reveals, lasting: see `battery`.
        state: the current position; laws leave it as it is.
        number: how many actions have been applied.
        listed: the legal actions now.
        action: the one of them that is applied next; None at the end.
    """

    def __init__(
        self,
        game: Game[S],
        setting: Setting,
        types: Iterable[str] = (),
        reveals: Collection[str] = (),
        lasting: Collection[str] = (),
    ) -> None:
        self.game = game
        self.setting = setting
        self.types = dict.fromkeys(types)
        self.reveals = reveals
        self.lasting = lasting
        self.state = game.new(setting.players, setting.seed, setting.options)
        self.state.chance.driver = setting.driver
        self.number = 0
        self.listed: list[Action] = []
        self.action: Action | None = None
        self._random = Chance(setting.seed, 2)
        self._earlier: dict[str, list[Action]] = {}
        self._tries: list[Action] | None = None
        self._choose()

    def _choose(self) -> None:
        self._tries = None
        self.action = None
        self.listed = self.game.legal_actions(self.state)
        if self.state.asking is not None and not self.listed:
            self.fail("listed", f"no action for the open question {self.state.asking}")
        if self.listed and self.number < self.setting.limit:
            self.action = self.listed[self._random.below(CHOICES, len(self.listed))]

    def step(self) -> None:
        """Apply the next action and choose another."""
        assert self.action is not None
        for action in self.listed:
            self._remember(action)
        self.game.apply(self.state, self.action)
        self.number += 1
        self._choose()

    def _remember(self, action: Action) -> None:
        pool = self._earlier.setdefault(action.type, [])
        if len(pool) < POOL:
            pool.append(action)
        else:
            pool[self._random.below(TRIES, POOL)] = action

    def tries(self) -> list[Action]:
        """A sample of actions a person might try now: candidates, and what was legal before."""
        if self._tries is None:
            types = list({**self.types, **dict.fromkeys(self._earlier)})
            found: list[Action] = []
            for kind in self.sample(types, 3):
                if kind != Outcome.type:
                    found += self.sample(self.game.candidates(self.state, {"type": kind}), 8)
                found += self.sample(self._earlier.get(kind, []), 3)
            self._tries = found
        return self._tries

    def sample(self, items: Sequence[Any], size: int) -> list[Any]:
        """At most `size` of the items, each at most once, in random order."""
        places = self._random.shuffled(TRIES, range(len(items)))
        return [items[place] for place in places[:size]]

    def seed(self) -> int:
        """A seed for whatever a law makes up."""
        return self._random.below(TRIES, 1 << 32)

    def text(self, action: Action) -> str:
        """The action's text form."""
        return self.game.action_to_text(action)

    def position(self, state: S | None = None) -> str:
        """The JSON of a state, by default the current one."""
        return self.game.to_json(self.state if state is None else state)

    def seats(self) -> tuple[str | None, ...]:
        """Every seat, and None for a spectator."""
        return (*self.game.seats(self.state), None)

    def options(self, state: S) -> Any:
        """The open question with its answers in every form, ready for JSON."""
        decision = self.game.decision(state)
        if decision is None:
            return ["over", self.game.winners(state)]
        actions = [[self.text(one), self.game.action_to_json(one)] for one in decision.actions]
        return [decision.seat, decision.kind, actions]

    def fail(self, law: str, text: str) -> NoReturn:
        """Break off, since the law is broken."""
        raise ConformanceError(law, self.setting, self.number, text)

    def same(self, law: str, what: str, found: Any, wanted: Any) -> None:
        """Break off unless two values, ready for JSON, are written as the same bytes.

        Texts are JSON documents already.
        """
        one, other = (
            value if isinstance(value, str) else json.dumps(value) for value in (found, wanted)
        )
        if one != other:
            place = difference(json.loads(one), json.loads(other)) or "the order of the keys"
            self.fail(law, f"{what}: {place}")


def recorded(game: Game[S], setting: Setting) -> Replay:
    """The replay of a random game, its last state included."""
    walk = Walk(game, setting)
    recording = Replay.start(game, walk.state)
    while walk.action is not None:
        recording.actions.append(walk.text(walk.action))
        walk.step()
    recording.end = state_hash(game, walk.state)
    return recording


def replayed_elsewhere(game: str, recording: Replay, hash_seed: int) -> str:
    """The hash of the replay's last state in a new process with another `PYTHONHASHSEED`.

    Args:
        game: where to import the game's class from, `package.module:Name`; called with nothing.
        recording: a replay of that game.
        hash_seed: for the process, 0 to 4294967295.

    Raises:
        ConformanceError: the replay cannot be played there; the message has the process's errors.
    """
    module, _, name = game.partition(":")
    code = (
        "import json, sys\n"
        f"from {module} import {name}\n"
        "from obsidia_core.kernel.replay import Replay, play, state_hash\n"
        "recording = Replay.from_json(json.load(sys.stdin))\n"
        f"game = {name}()\n"
        "sys.stdout.write(state_hash(game, play(recording, game)))\n"
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(  # noqa: S603 - runs this interpreter on the code above
        [sys.executable, "-c", code],
        input=recording.dumps(),
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        setting = Setting(tuple(recording.setup["players"]), recording.seed)
        raise ConformanceError("replay", setting, len(recording.actions), done.stderr.strip())
    return done.stdout


def signature(game: Game[S], corpus: Iterable[Setting]) -> str:
    """One hash over how random games go: their last states and numbers of decisions.

    The hash of the content takes no part, so that a change of wording changes no signature.
    """
    found = hashlib.sha256()
    for setting in corpus:
        walk = Walk(game, setting)
        while walk.action is not None:
            walk.step()
        state = game.to_json(walk.state).replace(game.content_hash(walk.state), "")
        found.update(f"{walk.number} {state}\n".encode())
    return found.hexdigest()


def few(problems: Sequence[str]) -> str:
    """The first problems in one line, and how many more there are."""
    more = f"; and {len(problems) - 3} more" if len(problems) > 3 else ""
    return "; ".join(problems[:3]) + more


def difference(found: Any, wanted: Any, path: str = "$") -> str | None:
    """Where two JSON values first differ, in words; None if they are equal."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in (*wanted, *(key for key in found if key not in wanted)):
            if key not in found or key not in wanted:
                return f"{path}.{key} is {'missing' if key in wanted else 'too much'}"
            told = difference(found[key], wanted[key], f"{path}.{key}")
            if told:
                return told
        return None
    if isinstance(found, list) and isinstance(wanted, list):
        for place, (one, other) in enumerate(zip(found, wanted, strict=False)):
            told = difference(one, other, f"{path}[{place}]")
            if told:
                return told
        if len(found) != len(wanted):
            return f"{path} has {len(found)} items instead of {len(wanted)}"
        return None
    if found == wanted and type(found) is type(wanted):
        return None
    return f"{path} is {json.dumps(found)} instead of {json.dumps(wanted)}"
