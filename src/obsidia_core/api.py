"""The short way in: functions on plain states, and matches, with the default content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from obsidia_core.game import Obsidia
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.errors import Refusal, SaveError
from obsidia_core.kernel.match import Match
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from obsidia_core.previews import Preview


@cache
def default_game() -> Obsidia:
    """Obsidia with the content that is installed, loaded once."""
    return Obsidia()


def new_game(
    players: Sequence[str],
    seed: int = 0,
    options: Mapping[str, Any] | Ruleset | None = None,
) -> State:
    """The plain state of a new game, for search and simulation.

    Raises:
        RulesetError: players or options that make no game.
    """
    return default_game().new(players, seed, options)


def new_match(
    players: Sequence[str],
    seed: int = 0,
    options: Mapping[str, Any] | Ruleset | None = None,
) -> Match[State]:
    """A match with log, undo and saves.

    Args:
        players: two to four different classes out of `death_legion light_keepers warlords
            veiled_occult`, clockwise. With the option `mode: solo` one, or none if the class is to
            be chosen once the map is built.
        seed: any integer; everything random follows from it.
        options: ruleset options that differ from the default.

    Raises:
        RulesetError: players or options that make no game.

    >>> new_match(["warlords", "light_keepers"], seed=7).decision.kind
    'world_building'
    """
    game = default_game()
    return Match(game, game.new(players, seed, options))


def load_match(path: str | Path) -> Match[State]:
    """A match from a file that `Match.save` wrote.

    Raises:
        SaveError: no such file, damaged, or of another game, version or content.
    """
    try:
        from pathlib import Path

        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError(f"{path} cannot be read: {error}") from error
    return Match.from_json(default_game(), text)


def legal_actions(state: State) -> list[Action]:
    """Every legal answer to the open question, in a stable order; empty when over."""
    return default_game().legal_actions(state)


def decision(state: State) -> Decision | None:
    """The open question, or None when the game is over."""
    return default_game().decision(state)


def check(state: State, action: Action | str | Mapping[str, Any]) -> Refusal | None:
    """None if the action, its text or its JSON form is legal now, else why not."""
    game = default_game()
    return game.check(state, game.read(state, action))


def apply(state: State, action: Action | str | Mapping[str, Any]) -> None:
    """Check and apply an action in place.

    Raises:
        IllegalAction: refused; the state is untouched.
    """
    game = default_game()
    game.apply(state, game.read(state, action))


def copy(state: State) -> State:
    """An independent copy of a state."""
    return state.copy()


def view(state: State, seat: str | None = None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may know, ready for JSON, see `Game.full_view`."""
    return default_game().full_view(state, seat)


def preview(view: Mapping[str, Any], action: Action | str | Mapping[str, Any]) -> Preview:
    """What an action will or may do, from the view of the seat that is asked.

    Args:
        view: as `Match.view` or `view` gave it, also after a detour through JSON.
        action: an answer to the open question, its text form, or (part of) its JSON form.

    Raises:
        ViewError: a view of a seat that is not asked, or one that is damaged, out of date, or of
            another game or content.
        ActionFormatError: it is no action at all.
        IllegalAction: it does not answer the question legally.

    >>> match = new_match(["warlords", "light_keepers"], seed=7)
    >>> shown = preview(match.view(match.decision.seat), "draw tile")
    >>> shown.certain, len(shown.possibilities)
    ({'communal': 8}, 15)
    """
    return default_game().preview(view, action)
