"""Options that several commands share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from obsidia_core.kernel.errors import ContentError, ObsidiaError

F = TypeVar("F", bound=Callable[..., Any])

OBSIDIA = "obsidia"
DEFAULT_PLAYERS = ("warlords", "light_keepers")
ROUND_LIMIT = ("sudden_death_round_limit", 20)
"""What games between bots that may play at random need to come to an end."""

Players = tuple[str, ...] | int | None

file_type = click.Path(path_type=Path)


def json_option(function: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(
        function
    )


def game_option(function: F) -> F:
    """`--game NAME`."""
    return click.option(
        "--game", "game_name", default=OBSIDIA, metavar="NAME", help="The game, by name."
    )(function)


def seed_option(default: int | None) -> Callable[[F], F]:
    """`--seed N`; without a default the command takes a new one each time."""
    shown = "a new one each time" if default is None else str(default)
    return click.option(
        "--seed",
        type=int,
        default=default,
        metavar="N",
        help=f"What all chance follows from. [default: {shown}]",
    )


def bots_option(function: F) -> F:
    """`--bot NAME`, once or once for each player."""
    return click.option(
        "--bot",
        "bots",
        multiple=True,
        default=("random",),
        metavar="NAME",
        help="The bot that plays; once for all, or once for each player. [default: random]",
    )(function)


def players_option(help_text: str) -> Callable[[F], F]:
    """`--players a,b,c` or `--players 3`."""
    return click.option("--players", callback=_read_players, metavar="A,B,...|N", help=help_text)


def rules_option(function: F) -> F:
    """`-o name=value`, as often as wanted; gives one dictionary."""
    return click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        callback=_read_options,
        metavar="NAME=VALUE",
        help="An option of the ruleset; the value is written as in YAML. May be repeated.",
    )(function)


def _read_players(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> Players:
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        if len(text) > 3 or int(text) < 1:
            raise click.BadParameter(f"{text[:20]!r} is no number of players.")
        return int(text)
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise click.BadParameter(f"{text[:80]!r} has an empty name in it.")
    return names


def _read_options(
    _ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise click.BadParameter(f"{text[:80]!r} is not written NAME=VALUE.")
        if name in options:
            raise click.BadParameter(f"{name!r} is given twice.")
        options[name] = yaml_value(name, value)
    return options


def yaml_value(name: str, text: str) -> Any:
    """One value written as in YAML.

    Raises:
        click.BadParameter: it cannot be read.
    """
    from obsidia_core.content.yamlfile import read_yaml

    try:
        documents = read_yaml(text, name)
    except ContentError as error:
        problem = error.problems[0]
        raise click.BadParameter(f"the value of {name!r}: {problem.message}") from error
    if len(documents) > 1:
        raise click.BadParameter(f"the value of {name!r} is several documents")
    return documents[0].value if documents else None


def all_players(game: Any) -> tuple[str, ...]:
    """Everybody who can play a game; empty if the game does not say."""
    catalog = getattr(game, "catalog", None)
    return () if catalog is None else tuple(catalog.classes)


def chosen_players(game: Any, players: Players) -> tuple[str, ...]:
    """The players of one game: those named, the first few, or the default.

    Raises:
        ObsidiaError: the game has no default, or not so many players.
    """
    if isinstance(players, tuple):
        return players
    known = all_players(game)
    if players is None:
        if game.name == OBSIDIA:
            return DEFAULT_PLAYERS
        raise ObsidiaError(f"say who plays {game.name!r}: --players A,B,...")
    if players > len(known):
        raise ObsidiaError(f"{game.name!r} has no {players} players to choose from; name them")
    return known[:players]


def with_round_limit(game: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Ruleset options with an end to sudden death, unless they say something about it."""
    if game.name != OBSIDIA:
        return dict(options)
    name, limit = ROUND_LIMIT
    return {name: limit, **options}
