"""Who plays: the classes in a game, and what goes together with which way to play.

A solo game has two seats, the player's and the Horde's, and four classes; the player's class may
be chosen only once the map is built (SOLO-04).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.model.ruleset import Ruleset

SOLO = "solo"
HORDE = "horde"
"""The seat of the Horde in a solo game."""
PLAYER = "player"
"""The seat of a solo player whose class is chosen after the map is built."""
SOLO_CLASSES = 4
"""One class for the player, three for the Horde (SOLO-02, SOLO-05)."""
HORDE_PHASES = ("II", "IV")
"""Phase marks of the cards that the Horde can use (SOLO-11)."""


def checked_players(catalog: Any, ruleset: Ruleset, players: Sequence[str]) -> tuple[str, ...]:
    """Two to four different classes (COMP-01, SETUP-01); in a solo game one, or none yet.

    Raises:
        RulesetError: another number, an unknown class, or one taken twice.
    """
    given: Any = players
    listed = isinstance(given, Sequence) and not isinstance(given, str)
    if not listed or not all(isinstance(one, str) for one in given):
        raise RulesetError(f"players are a list of class ids, such as ['warlords'], not {given!r}")
    for player in players:
        if player not in catalog.classes:
            hint = nearest(player, catalog.classes)
            raise RulesetError(
                f"there is no class {player!r}{hint}; the classes are {', '.join(catalog.classes)}"
            )
    solo = ruleset.mode == SOLO
    least, most = (0, 1) if solo else (2, 4)
    if not least <= len(players) <= most:
        named = ", ".join(players) or "nobody"
        if solo:
            raise RulesetError(
                "a solo game has one player, or none while the class is still to be chosen "
                f"(SOLO-01), not {named}"
            )
        raise RulesetError(f"a game has 2 to 4 players, not {len(players)}: {named}")
    if len(set(players)) != len(players):
        raise RulesetError("no class is taken by two players (SETUP-01)")
    return tuple(players)


def classes_in_play(catalog: Any, ruleset: Ruleset, players: Sequence[str]) -> tuple[str, ...]:
    """The classes with travelers in the game: the players', in a solo game four.

    These are the first four of the content, or the player's and the first three others, in the
    order of the content: black, white, red, yellow (RULING-84).

    Raises:
        RulesetError: a solo game with too few classes to make up a Horde.
    """
    if ruleset.mode != SOLO:
        return tuple(players)
    others = [one for one in catalog.classes if one not in players]
    chosen = {*players, *others[: SOLO_CLASSES - len(players)]}
    if len(chosen) < SOLO_CLASSES:
        raise RulesetError(f"a solo game needs {SOLO_CLASSES} classes, not {len(chosen)}")
    return tuple(one for one in catalog.classes if one in chosen)


def check_combination(ruleset: Ruleset) -> None:
    """Options of a solo game that make sense together.

    Raises:
        RulesetError: with what does not go together, and why.
    """
    if ruleset.mode != SOLO:
        return
    if ruleset.teams is not None:
        raise RulesetError("a solo game has one player and no teams (SOLO-01)")
    if ruleset.drafting:
        raise RulesetError(
            "a solo game cannot be drafted: its two decks follow from the phase marks of the cards "
            "(SOLO-11, SOLO-13)"
        )
    if ruleset.world_building_starter not in ("random", 1):
        raise RulesetError(
            "option 'world_building_starter' is 1 or random in a solo game: the player builds the "
            "whole map (RULING-81)"
        )


def check_teams(ruleset: Ruleset, players: Sequence[str]) -> None:
    """The pairs of a 2vs2 game are its four players, seated as the option says (RULING-78).

    Raises:
        RulesetError: with what is wrong, and how to seat them.
    """
    if ruleset.teams is None:
        return
    members = [name for team in ruleset.teams for name in team]
    if sorted(members) != sorted(players):
        raise RulesetError(
            f"option 'teams' names {', '.join(members)}; the players are {', '.join(players)}"
        )
    apart = [abs(players.index(one) - players.index(other)) for one, other in ruleset.teams]
    if (ruleset.team_seating == "alternate") != (apart == [2, 2]):
        raise RulesetError(
            f"option 'team_seating' is {ruleset.team_seating}, but the players sit in the order "
            f"{', '.join(players)}"
        )
