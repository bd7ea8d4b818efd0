"""Plays one game between bots, to its end or to a limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import attrs

from obsidia_core.bots.bot import Bot, BotFactory
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import PluginError
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.state import GameState

S = TypeVar("S", bound=GameState)
Watch = Callable[[str, Action], None]


class BotError(PluginError):
    """A bot gave something that is no legal answer; the message names bot and question."""


@attrs.define
class Course:
    """How a game went.

    Attributes:
        decisions: questions answered, those with one legal answer included.
        choices: those with more than one.
        options: legal answers of all decisions together.
        widest: most legal answers of one decision.
        finished: whether the game reached its end.
    """

    decisions: int = 0
    choices: int = 0
    options: int = 0
    widest: int = 0
    finished: bool = False


def derived_seed(root: int, *path: int | str) -> int:
    """A seed for one part of a whole, from 0 to 2**63 - 1; parts do not depend on one another.

    >>> derived_seed(7, 0) == derived_seed(7, 0) != derived_seed(7, 1)
    True
    """
    name = ".".join(map(str, (root, *path))).encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "little") >> 1


def check_number(seats: int, bots: int, which: str = "") -> None:
    """Make sure that there is one bot for all seats, or one for each.

    Args:
        seats: how many seats bots play.
        bots: how many bots are named.
        which: what seats these are, such as `without a person`.

    Raises:
        BotError: another number.
    """
    if bots in (1, seats):
        return
    those = f"seat{'s' * (seats != 1)} {which}".rstrip()
    if seats == 1:
        raise BotError(f"one {those} needs one bot, not {bots}")
    raise BotError(f"{seats} {those} need 1 or {seats} bots, not {bots}")


def seat_bots(
    game: Game[S], state: S, factories: Sequence[BotFactory], seed: int
) -> dict[str, Bot]:
    """A bot for every seat that somebody has to play, each with its own random source.

    Args:
        game: the rules.
        state: the game that begins.
        factories: one for all these seats, or one for each of them in turn order.
        seed: the seed of the game; what bots draw follows from it and from the seat's number.

    Raises:
        BotError: another number of factories.
    """
    seats = game.played_seats(state)
    check_number(len(seats), len(factories))
    chosen = list(factories) * len(seats) if len(factories) == 1 else factories
    return {
        seat: factory(game, Chance(derived_seed(seed, "bot", number), 1))
        for number, (seat, factory) in enumerate(zip(seats, chosen, strict=True))
    }


def play_out(
    game: Game[S],
    state: S,
    bots: Mapping[str, Bot],
    max_decisions: int,
    watch: Watch | None = None,
) -> Course:
    """Play a state on in place until the game is over or `max_decisions` were answered.

    Args:
        game: the rules.
        state: where to begin; changed in place.
        bots: a bot for every seat that may be asked.
        max_decisions: a limit against games without an end.
        watch: called with the seat and its action after each of them; `state.events` are then the
            ones that the action brought about.

    Raises:
        BotError: a bot's answer is not legal.
    """
    course = Course()
    while (asking := state.asking) is not None:
        if course.decisions >= max_decisions:
            return course
        actions = game.legal_actions(state)
        count = len(actions)
        course.decisions += 1
        course.options += count
        course.widest = max(course.widest, count)
        if count == 1:
            action = actions[0]
        else:
            course.choices += 1
            action = _asked(game, state, bots, *asking, actions)
        game.apply_unchecked(state, action)
        if watch is not None:
            watch(asking[0], action)
    course.finished = True
    return course


def _asked(
    game: Game[S],
    state: S,
    bots: Mapping[str, Bot],
    seat: str,
    kind: str,
    actions: Sequence[Action],
) -> Action:
    bot = bots[seat]
    view: Mapping[str, Any] | None = None
    about: Mapping[str, Any] = {}
    if bot.needs_view:
        view, about = game.view(state, seat), game.about(state)
    decision = Decision(seat, kind, actions, about)
    action = bot.choose(view, decision)
    # Most bots hand back an object out of the list; looking for that one is much cheaper than
    # comparing values.
    if id(action) in map(id, decision.actions) or action in decision.actions:
        return action
    name = getattr(bot, "title", type(bot).__name__)
    raise BotError(
        f"{name} of {decision.seat} answered {decision.kind!r} with {action!r}, which is not legal"
    )
