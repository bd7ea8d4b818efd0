"""`Match`: one game for those who embed the engine, with its log, undo and saves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.errors import IllegalAction, Reason, Refusal, SaveError
from obsidia_core.kernel.events import Event, redacted
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay
from obsidia_core.kernel.state import GameState

if TYPE_CHECKING:
    from pathlib import Path

S = TypeVar("S", bound=GameState)
MATCH_FORMAT = "obsidia-match-1"
NO_UNDO = Reason("no_undo", ("kernel:undo",), "the rules of this game take nothing back")


class Match(Generic[S]):
    """A running game: the state, the actions so far, and every event.

    Refused input and faults of a plugin leave the match as it was.

    Attributes:
        game: the rules.
        state: the current state; change it through `apply` only.
        replay: what it takes to play the match again.
    """

    def __init__(self, game: Game[S], state: S, replay: Replay | None = None) -> None:
        self.game = game
        self.state = state
        self.replay = replay if replay is not None else Replay.start(game, state)
        self._log: list[Event] = list(state.events)

    @property
    def decision(self) -> Decision | None:
        """The open question, or None when the game is over."""
        return self.game.decision(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.state)

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Seats that have won; None while the game goes on."""
        return self.game.winners(self.state)

    def legal_actions(self) -> list[Action]:
        """Every legal answer to the open question, in a stable order."""
        return self.game.legal_actions(self.state)

    def check(self, action: Action | str | Mapping[str, Any]) -> Refusal | None:
        """None if the action is legal now, else why not.

        Raises:
            ActionFormatError: it is no action at all.
        """
        return self.game.check(self.state, self.game.read(self.state, action))

    def apply(self, action: Action | str | Mapping[str, Any]) -> list[Event]:
        """Apply an action, its text form or its JSON form; returns what happened.

        Raises:
            ActionFormatError: it is no action at all.
            IllegalAction: it is not legal now; the match is untouched.
        """
        chosen = self.game.read(self.state, action)
        refusal = self.game.check(self.state, chosen)
        if refusal is not None:
            raise IllegalAction(refusal)
        after = self.game.copy(self.state)
        self.game.apply_unchecked(after, chosen)
        self.state = after
        self._log.extend(after.events)
        self.replay.actions.append(self.game.action_to_text(chosen))
        return list(after.events)

    def undo(self) -> list[Event]:
        """Take back the latest action, if the rules allow it now.

        Raises:
            IllegalAction: nothing can be taken back.
        """
        if self.game.undo_action is None:
            raise IllegalAction(NO_UNDO.refuse())
        return self.apply(self.game.undo_action)

    def events(self, since: int = 0, seat: str | None = None) -> list[Event]:
        """Events from number `since` on (0 is the first), as the seat may know them."""
        return [redacted(event, seat) for event in self._log[since:]]

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """All that the seat (None: a spectator) may know, ready for JSON, see `Game.full_view`."""
        return self.game.full_view(self.state, seat)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the position as a spectator sees it, if the game draws it."""
        return self.game.picture(self.state)

    def to_json(self) -> str:
        """The match (state and replay) as one JSON document."""
        return json.dumps(
            {
                "format": MATCH_FORMAT,
                "game": self.game.name,
                "replay": self.replay.to_json(),
                "state": json.loads(self.game.to_json(self.state)),
            },
            separators=(",", ":"),
        )

    def save(self, path: str | Path) -> None:
        """Write the match to a file; an existing file is replaced only when all is written."""
        from pathlib import Path

        write_text(Path(path), self.to_json() + "\n")

    @classmethod
    def from_json(cls, game: Game[S], text: str) -> Match[S]:
        """Read a match back; events from before the save are not in its log.

        Raises:
            SaveError: damaged, or of another game, version or content.
        """
        data = load_document(text, MATCH_FORMAT, game.name)
        state = game.from_json(json.dumps(data.get("state")))
        return cls(game, state, Replay.from_json(data.get("replay")))

    def __repr__(self) -> str:
        if self.over:
            return f"<Match of {self.game.name}: won by {', '.join(self.winners or ('nobody',))}>"
        return f"<Match of {self.game.name}: {self.decision!r}>"


def load_document(text: str, format_name: str, game: str | None = None) -> dict[str, Any]:
    """The JSON object of a file of ours, its format and game checked.

    Raises:
        SaveError: no JSON, another format, or another game.
    """
    data = read_json(text)
    if not isinstance(data, dict) or data.get("format") != format_name:
        found = data.get("format") if isinstance(data, dict) else type(data).__name__
        raise SaveError(f"expected a document of format {format_name!r}, found {found!r}")
    if game is not None and data.get("game") != game:
        raise SaveError(f"this belongs to the game {data.get('game')!r}, not to {game!r}")
    return data


def read_json(text: str) -> Any:
    """The value of a JSON document that somebody gave.

    Raises:
        SaveError: it is none, with line and column, or no reader gets to the bottom of it.
    """
    try:
        return json.loads(text)
    except ValueError as error:
        raise SaveError(f"this is no JSON document: {error}") from error
    except RecursionError as error:
        raise SaveError("this is no JSON document: it is nested too deeply") from error


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
