"""A preview from a view alone: reads the position that a view carries along, and guards it.

What a client sends may be damaged, out of date or made up. Whatever is wrong with it is told as
`ViewError`, wherever it comes to light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from obsidia_core import views
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import (
    ActionFormatError,
    IllegalAction,
    ObsidiaError,
    SaveError,
    ViewError,
)
from obsidia_core.kernel.game import IS_OVER, Game
from obsidia_core.model.saves import KNOWN_FORMAT
from obsidia_core.model.setup import STREAMS
from obsidia_core.model.state import State
from obsidia_core.previews import Preview, preview_state

_NO_CHANCE: Mapping[str, Any] = Chance(0, len(STREAMS)).to_json()
_REMEDY = "take it anew with Match.view or obsidia_core.view"


def preview_view(
    game: Game[State],
    view: Any,
    action: Action | str | Mapping[str, Any],
    content: str,
    read: Callable[[Mapping[str, Any]], State],
) -> Preview:
    """What an answer to the open question of a view will or may do, from the view alone.

    A `known` can be damaged in ways that show only when it is played on, deep in the data of its
    frames; so whatever fails in the rules from there on is told as a fault of the view.

    Args:
        game: the rules.
        view: the view of the asked seat.
        action: an answer, its text form, or (part of) its JSON form.
        content: hash of the content that the view has to be of.
        read: reads the JSON object of a state; `SaveError` if it is damaged.

    Raises:
        ViewError: what is wrong with the view.
        ActionFormatError: it is no action at all.
        IllegalAction: it does not answer the question legally, or the game is over.
    """
    try:
        state = state_of_view(game.name, view, content, read)
        return preview_state(game, state, game.read(state, action))
    except (ViewError, ActionFormatError, IllegalAction):
        raise
    except Exception as error:
        told = str(error) if isinstance(error, ObsidiaError) else repr(error)
        raise ViewError(f"the view's 'known' cannot be played on: {told}; {_REMEDY}") from error


def state_of_view(
    game: str, view: Any, content: str, read: Callable[[Mapping[str, Any]], State]
) -> State:
    """The position that the seat of a view knows, from the view's `known`.

    Args:
        game: name of the game that it has to be of.
        view: the view of the asked seat.
        content: hash of the content that it has to be of.
        read: reads the JSON object of a state; `SaveError` if it is damaged.

    Raises:
        ViewError: what is wrong with the view.
        IllegalAction: the view is of a game that is over.
    """
    data = _known_of(view)
    if data.get("format") != KNOWN_FORMAT:
        raise ViewError(
            f"the view's 'known' is of format {data.get('format')!r}, not {KNOWN_FORMAT!r}"
        )
    if data.get("game") != game:
        raise ViewError(f"the view is of the game {data.get('game')!r}, not of {game!r}")
    if data.get("content") != content:
        raise ViewError(
            f"the view is of content {str(data.get('content'))[:12]}, installed is "
            f"{content[:12]}; install the content that its game is played with"
        )
    try:
        state = read({**data, "chance": _NO_CHANCE})
    except SaveError as error:
        told = str(error).removeprefix("the save is damaged").lstrip(": ")
        raise ViewError(f"the view's 'known' is damaged: {told}; {_REMEDY}") from error
    seat = None if state.asking is None else state.asking[0]
    shown = views.view(state, seat)
    for key, value in shown.items():
        if key not in view:
            raise ViewError(f"the view has no {key!r}; {_REMEDY}")
        if view[key] != value:
            raise ViewError(
                f"the view and its 'known' are of two positions: they differ in {key!r}; {_REMEDY}"
            )
    return state


def _known_of(view: Any) -> Mapping[str, Any]:
    """What a view has under `known`, or why it has nothing."""
    if not isinstance(view, Mapping) or not {"you", "over", "decision"} <= view.keys():
        raise ViewError("this is no view; take one with Match.view or obsidia_core.view")
    if view["over"] is True:
        raise IllegalAction(IS_OVER.refuse())
    you, decision = view["you"], view["decision"]
    if you is None:
        raise ViewError("this is a spectator's view; a preview takes that of the seat asked")
    asked = decision.get("seat") if isinstance(decision, Mapping) else None
    if asked != you:
        raise ViewError(f"this is the view of {you}, but {asked} is asked")
    known = view.get("known")
    if not isinstance(known, Mapping):
        raise ViewError(f"the view has no 'known', which events and Game.view leave out; {_REMEDY}")
    return known
