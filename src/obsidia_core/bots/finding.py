"""Bots and games by the name that a plugin registered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from obsidia_core.bots.bot import Bot, BotFactory
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import ObsidiaError, PluginError
from obsidia_core.kernel.game import Game
from obsidia_core.plugins import Factory, load_plugins

OBSIDIA = "obsidia"


class UnknownNameError(ObsidiaError):
    """No bot or game has this name; the message gives the nearest and lists all."""


class ProvidedBot:
    """A bot out of a plugin, with a guard around it.

    Attributes:
        bot: the plugin's own object.
        title: what reports call it.
    """

    def __init__(self, provided: Factory, game: Game[Any], chance: Chance) -> None:
        self.title = f"plugin {provided.plugin!r}: bot {provided.name!r}"
        self.bot: Bot = self._guarded(provided.factory, game, chance)
        self.needs_view: bool = self._guarded(getattr, self.bot, "needs_view")

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        """What the bot answers.

        Raises:
            PluginError: it raised.
        """
        answer: Action = self._guarded(self.bot.choose, view, decision)
        return answer

    def _guarded(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            told = " ".join(f"{type(error).__name__}: {error}".split())
            raise PluginError(f"{self.title} raised {told}") from error


def bot_names(plugins: Sequence[object] = ()) -> list[str]:
    """Names of all bots, sorted; `plugins` are plugins beside the installed ones."""
    return sorted(load_plugins(plugins).bots)


def find_bot(name: str, plugins: Sequence[object] = ()) -> BotFactory:
    """What makes the bot of that name.

    Args:
        name: as registered.
        plugins: plugins beside the installed ones.

    Returns:
        A factory whose bots report what goes wrong in them with their plugin's name.

    Raises:
        UnknownNameError: nothing installed has a bot of this name.
        PluginError: a plugin is faulty.
    """
    bots = load_plugins(plugins).bots
    if name not in bots:
        raise _unknown("bot", name, bots)
    return partial(ProvidedBot, bots[name])


def plays(name: str, game: Game[Any], plugins: Sequence[object] = ()) -> bool:
    """Whether there is a bot of that name that can be made for this game."""
    factory = load_plugins(plugins).bots.get(name)
    if factory is None:
        return False
    try:
        ProvidedBot(factory, game, Chance(0, 1))
    except PluginError:
        return False
    return True


def find_game(name: str, plugins: Sequence[object] = ()) -> Game[Any]:
    """The game of that name, with the installed content.

    Raises:
        UnknownNameError: nothing installed has a game of this name.
        ContentError, PluginError: its content or a plugin cannot be loaded.
    """
    if name == OBSIDIA and not plugins:
        from obsidia_core.api import default_game

        return default_game()
    if name == OBSIDIA:
        from obsidia_core.content import load_catalog
        from obsidia_core.game import Obsidia

        return Obsidia(load_catalog(plugins))
    games = load_plugins(plugins).games
    if name not in games:
        raise _unknown("game", name, {OBSIDIA, *games})
    game: Game[Any] = games[name].factory()
    return game


def _unknown(kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
    names = sorted(known)
    return UnknownNameError(
        f"there is no {kind} {name!r}{nearest(name, names)}; the {kind}s are {', '.join(names)}"
    )
