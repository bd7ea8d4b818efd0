"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import attrs
import click

from obsidia_core.kernel.errors import ContentError, ObsidiaError

F = TypeVar("F", bound=Callable[..., Any])

OBSIDIA = "obsidia"
ROUND_LIMIT = ("sudden_death_round_limit", 20)
"""What games between bots that may play at random need to come to an end."""

Players = tuple[str, ...] | int | None

file_type = click.Path(path_type=Path)


def json_option(function: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(
        function
    )


def force_option(function: F) -> F:
    """`--force`."""
    return click.option(
        "--force", is_flag=True, help="Replace the file even if it is of another kind."
    )(function)


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
        callback=read_names,
        metavar="NAME,...",
        help="The bot that plays; one for all, or one for each player. Several are separated by "
        "commas, or the option is repeated. [default: random]",
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


@attrs.frozen
class Modes:
    """Ways to play, as flags choose them; each stands for an option of the ruleset.

    Attributes:
        solo: one player against the Horde.
        class_id: the class of the solo player, or None to take it once the map is built.
        teams: two against two, by the seats' order.
        draft: decks are drafted.
        plan: tiles are chosen, not drawn.
    """

    solo: bool = False
    class_id: str | None = None
    teams: bool = False
    draft: bool = False
    plan: bool = False

    def table(
        self, game: Any, players: Players, options: Mapping[str, Any]
    ) -> tuple[tuple[str, ...], dict[str, Any]]:
        """The players and the ruleset options of a game played like this.

        Args:
            game: the rules.
            players: who plays, as it was asked for.
            options: options given by name.

        Raises:
            ObsidiaError: what was asked for does not go together, or is no way to play the game.
        """
        wanted = self._options()
        _check_ways(game, wanted)
        for name in wanted:
            if name in options:
                raise ObsidiaError(f"option {name!r} is given twice: by -o and by a flag")
        given = {**options, **wanted}
        if given.get("mode") == "solo" and self.teams:
            raise ObsidiaError("a solo game has no teams: leave out --teams or --solo")
        if self.class_id is not None and given.get("mode") != "solo":
            raise ObsidiaError("--class goes with --solo; in other games --players names who plays")
        if given.get("mode") == "solo" and not isinstance(players, tuple):
            if players is not None and players != 1:
                raise ObsidiaError("a solo game has one player; name the class with --class")
            return (() if self.class_id is None else (self.class_id,)), given
        if self.class_id is not None and isinstance(players, tuple):
            raise ObsidiaError("--class names the one player of a solo game; leave out --players")
        if players is None and (self.teams or given.get("teams")):
            players = 4
        if self.teams:
            chosen = chosen_players(game, players)
            return chosen, {**given, "teams": _pairs(chosen, given)}
        return chosen_players(game, players), given

    def _options(self) -> dict[str, Any]:
        wanted: dict[str, Any] = {}
        if self.solo:
            wanted["mode"] = "solo"
        if self.teams:
            wanted["teams"] = None
        if self.draft:
            wanted["drafting"] = True
        if self.plan:
            wanted["tile_planning"] = True
        return wanted


WAYS: Mapping[str, str] = {
    "mode": "--solo",
    "teams": "--teams",
    "drafting": "--draft",
    "tile_planning": "--plan",
}
"""Option of the ruleset to the flag that sets it."""


def _check_ways(game: Any, wanted: Collection[str]) -> None:
    """Make sure that a game has the options that flags stand for, if it says which it has.

    Raises:
        ObsidiaError: it has not; the message lists those that it has.
    """
    contract = getattr(game, "contract", None)
    if not wanted or contract is None:
        return
    from obsidia_core.protocol.shapes import Definitions

    told = contract()
    known = told.options(Definitions(told.words))["properties"]
    flags = [WAYS[name] for name in wanted if name not in known]
    if flags:
        its = f"the options of the game, set with -o NAME=VALUE, are {', '.join(known)}"
        raise ObsidiaError(
            f"{game.name!r} cannot be played with {' or '.join(flags)}; "
            f"{its if known else 'it has no options'}"
        )


def _pairs(players: Sequence[str], options: Mapping[str, Any]) -> list[list[str]]:
    """The two teams: allies sit across the table, or side by side if an option says so."""
    if len(players) != 4:
        raise ObsidiaError(f"two against two are four players, not {len(players)}")
    one, two, three, four = players
    if options.get("team_seating") == "adjacent":
        return [[one, two], [three, four]]
    return [[one, three], [two, four]]


def modes_option(default_class: str) -> Callable[[F], F]:
    """`--solo --class NAME --teams --draft --plan`; gives one `Modes`, as `modes`.

    Args:
        default_class: what happens without `--class`, for its help.
    """

    def add(function: F) -> F:
        @functools.wraps(function)
        def with_modes(
            *args: Any,
            solo: bool,
            class_id: str | None,
            teams: bool,
            draft: bool,
            plan: bool,
            **rest: Any,
        ) -> Any:
            return function(*args, modes=Modes(solo, class_id, teams, draft, plan), **rest)

        for option in reversed(_modes_options(default_class)):
            with_modes = option(with_modes)
        return cast("F", with_modes)

    return add


def _modes_options(default_class: str) -> tuple[Callable[[F], F], ...]:
    chosen = f"The class of the solo player. [default: {default_class}]"
    return (
        click.option("--solo", is_flag=True, help="One player against the Undead Horde."),
        click.option("--class", "class_id", metavar="NAME", help=chosen),
        click.option("--teams", is_flag=True, help="Two against two; allies sit across the table."),
        click.option("--draft", is_flag=True, help="Card drafting before the game."),
        click.option("--plan", is_flag=True, help="Tile planning: tiles are chosen, not drawn."),
    )


def _read_players(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> Players:
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        if len(text) > 3 or int(text) < 1:
            raise click.BadParameter(f"{text[:20]!r} is no number of players.")
        return int(text)
    return _names(text)


def read_names(
    _ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of an option that may be repeated, each time with one name or several."""
    return tuple(name for text in texts for name in _names(text))


def _names(text: str) -> tuple[str, ...]:
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
    """The players of one game: those named, the first few, or the game's own.

    Raises:
        ObsidiaError: the game has not so many players.
    """
    if isinstance(players, tuple):
        return players
    if players is None:
        return tuple(game.default_players)
    known = all_players(game)
    if players > len(known):
        raise ObsidiaError(
            f"{game.name!r} has no {players} players to choose from; name them with --players "
            "A,B,... or leave --players out"
        )
    return known[:players]


def begin(game: Any, players: Sequence[str], seed: int, options: Mapping[str, Any]) -> Any:
    """A new game.

    Raises:
        RulesetError: the game refuses players or options.
        ObsidiaError: the game raised something else at them; the message says how to name others.
    """
    try:
        return game.new(players, seed, options)
    except ObsidiaError:
        raise
    except Exception as error:
        told = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        who = f"with {', '.join(players)}" if players else "without players"
        raise ObsidiaError(
            f"{game.name!r} does not begin {who} ({told}); say who plays with --players A,B,..., "
            "or see the traceback with `obsidia --debug ...`"
        ) from error


def with_round_limit(game: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Ruleset options with an end to sudden death, unless they say something about it."""
    if game.name != OBSIDIA:
        return dict(options)
    name, limit = ROUND_LIMIT
    return {name: limit, **options}
