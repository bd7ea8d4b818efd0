"""The ruleset: every choice that the rulebook leaves to the table, as one immutable value.

Each option cites the ruling that explains it; `OPTIONS` describes them all for docs and programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import RulesetError


def _option(default: Any, source: str, help_text: str, values: tuple[Any, ...] = ()) -> Any:
    return attrs.field(
        default=default, metadata={"source": source, "help": help_text, "values": values}
    )


@attrs.frozen(kw_only=True)
class Ruleset:
    """All options of one game; the defaults are the rulings' defaults.

    >>> Ruleset().hand_size
    5
    >>> Ruleset.from_options({"hand_size": 6}).to_options()
    {'hand_size': 6}
    """

    world_building_tiles: tuple[tuple[int, int], ...] = _option(
        ((2, 9), (3, 12), (4, 15)),
        "RULING-01",
        "Communal tiles by number of players, each 0 to 15; written {2: 9, 3: 12, 4: 15}.",
    )
    card_set: str = _option("default", "RULING-02", "Name of the card set in play.", ("default",))
    tile_set: str = _option("default", "RULING-03", "Name of the tile set in play.", ("default",))
    die_faces: tuple[int, ...] = _option(
        (1, 2, 3, 4, 5, 6),
        "RULING-05",
        "Faces of every die, each equally likely: one or more numbers from 1 to 6.",
    )
    creature_limit: int = _option(
        8, "RULING-07", "Most creatures in play at the same time, 0 to 64."
    )
    effect_token_limit: int | None = _option(
        3, "RULING-09", "Most lasting spells in play at the same time; none for no limit."
    )
    world_building_starter: int | str = _option(
        "random", "RULING-18", "Who starts world-building: random, or a seat number from 1."
    )
    hand_size: int = _option(5, "RULING-22", "Cards a hand is refilled to, 0 to 20.")
    manual_refill: bool = _option(
        False,
        "RULING-23",
        "Whether refilling the hand is an action that can be forgotten.",
    )
    allow_lethal_moves: bool = _option(
        True, "RULING-30", "Whether moves that are sure to kill are offered."
    )
    empty_stack_exploration: str = _option(
        "die",
        "RULING-33",
        "A step over an open edge with an empty stack kills, or is not offered.",
        ("die", "forbid"),
    )
    blackwater_roll: str = _option(
        "sum",
        "RULING-36",
        "What must reach the number on blackwater: the sum, each die, or the best die.",
        ("sum", "each", "best"),
    )
    blackwater_deaths_permanent: bool = _option(
        False, "RULING-37", "Whether travelers killed by blackwater leave the game."
    )
    woods_exit_to_enemy_colony: str = _option(
        "stay",
        "RULING-41",
        "A woods exit onto an enemy home colony moves nobody, or kills.",
        ("stay", "die"),
    )
    town_claim_timing: str = _option(
        "battle_phase_end",
        "RULING-51",
        "When a town changes hands: at the end of a battle phase, or at once.",
        ("battle_phase_end", "immediate"),
    )
    recruit_timing: str = _option(
        "departure",
        "RULING-55",
        "Whether a recruit comes as the unit leaves, or after its arrival is settled.",
        ("departure", "after_arrival"),
    )
    open_spell_windows: str = _option(
        "auto_skip",
        "RULING-57",
        "Reaction windows ask those who can cast, or everybody.",
        ("auto_skip", "always_ask"),
    )
    movement_interrupts: str = _option(
        "rewind",
        "RULING-58",
        "Interrupts may name any move that can be rewound, or only the latest.",
        ("rewind", "window_after_each_move"),
    )
    reroll_limit: int = _option(
        100, "RULING-64", "Re-rolls in a row after which a battle counts as an endless loop, 1 up."
    )
    reshuffle_draw: str = _option(
        "next_refill",
        "RULING-66",
        "After the common reshuffle players draw at their next refill, or at once.",
        ("next_refill", "immediate"),
    )
    creature_vs_creature: bool = _option(True, "RULING-68", "Whether creatures fight one another.")
    boneyard_helps_creatures: bool = _option(
        True, "RULING-72", "Whether creatures on a boneyard re-roll their 1s too."
    )
    sudden_death_round_limit: int | None = _option(
        None,
        "RULING-74",
        "Rounds of sudden death after which the tied players share the win; none for no limit.",
    )

    mode: str = _option(
        "standard",
        "SOLO-01",
        "Whether players meet each other, or one player meets the Horde.",
        ("standard", "solo"),
    )
    solo_horde_reserve_counts: bool = _option(
        True,
        "RULING-82",
        "Solo: whether Horde travelers left in reserve, with none on the map, still win the last "
        "turn for the Horde.",
    )
    horde_shares_as_last_resort: bool = _option(
        True,
        "RULING-86",
        "Solo: whether the Horde goes to a town of another Horde color if there is no other.",
    )
    horde_choices: str = _option(
        "dice",
        "HORDE-12",
        "Solo: whether dice settle what a spell of the Horde leaves open, or the player is asked.",
        ("dice", "player"),
    )
    teams: tuple[tuple[str, str], ...] | None = _option(
        None,
        "RULING-78",
        "2vs2: the two pairs of classes, such as [[death_legion, warlords], [light_keepers, "
        "veiled_occult]]; none for a free-for-all.",
    )
    team_seating: str = _option(
        "alternate",
        "RULING-78",
        "2vs2: whether allies sit across the table or side by side.",
        ("alternate", "adjacent"),
    )
    team_shared_town_counts: bool = _option(
        False, "RULING-76", "2vs2: whether a town that both allies occupy counts for the pair."
    )
    drafting: bool = _option(
        False, "DRAFT-01", "Whether decks of twenty are drafted instead of the class decks."
    )
    two_player_draft_picks: int = _option(
        20, "RULING-79", "Cards each of two drafters picks out of the unused decks, 0 to 20."
    )
    tile_planning: bool = _option(
        False, "PLAN-01", "Whether players choose tiles of their stack instead of drawing."
    )
    plugin_options: tuple[tuple[str, Any], ...] = ()
    """Options that plugins provide, by name, as far as they differ from the default."""

    @classmethod
    def from_options(
        cls, options: Mapping[str, Any] | None, provided: Mapping[str, Option] | None = None
    ) -> Ruleset:
        """A ruleset out of the options that differ from the default.

        Args:
            options: name to value.
            provided: the options that plugins provide, a catalog's `options`.

        Raises:
            RulesetError: an unknown option or a value it does not have; the message names both.
        """
        known = {**OPTIONS, **(provided or {})}
        given: dict[str, Any] = {}
        more: dict[str, Any] = {}
        for name, value in (options or {}).items():
            if name not in known:
                raise RulesetError(
                    f"there is no option {name!r}{nearest(str(name), known)}; "
                    f"the options are {', '.join(known)}"
                )
            if name in OPTIONS:
                given[name] = _checked(name, value)
            elif checked_value(known[name], value) != known[name].default:
                more[name] = value
        return cls(**given, plugin_options=tuple(sorted(more.items())))

    def to_options(self) -> dict[str, Any]:
        """The options that differ from the default, ready for JSON and for `from_options`."""
        plain = Ruleset()
        options: dict[str, Any] = {}
        for name in OPTIONS:
            value = getattr(self, name)
            if value != getattr(plain, name):
                if name == "world_building_tiles":
                    options[name] = {str(players): tiles for players, tiles in value}
                elif name == "teams":
                    options[name] = [list(team) for team in value]
                else:
                    options[name] = list(value) if isinstance(value, tuple) else value
        return {**options, **dict(self.plugin_options)}


@attrs.frozen
class Option:
    """What docs and programs need to know of one option.

    Attributes:
        source: id of the ruling or rule that explains it, or the plugin that provides it.
        values: the values it may have, if it is a choice.
        least, most: limits of a whole number that a plugin provides; None for no limit.
    """

    name: str
    default: Any
    source: str
    help: str
    values: tuple[Any, ...]
    least: int = 0
    most: int | None = None


OPTIONS: Mapping[str, Option] = {
    field.name: Option(
        field.name,
        field.default,
        field.metadata["source"],
        field.metadata["help"],
        field.metadata["values"],
    )
    for field in attrs.fields(Ruleset)
    if "source" in field.metadata
}


def checked_value(option: Option, value: Any) -> Any:
    """A value for an option that is a choice, true or false, or a whole number.

    Raises:
        RulesetError: a value that it does not have.
    """
    name = option.name
    if option.values:
        if not any(value == one and type(value) is type(one) for one in option.values):
            allowed = ", ".join(map(str, option.values))
            raise RulesetError(f"option {name!r} is one of {allowed}, not {value!r}")
        return value
    if isinstance(option.default, bool):
        if not isinstance(value, bool):
            raise RulesetError(f"option {name!r} is true or false, not {value!r}")
        return value
    return _integer(name, value, option.least, option.most)


def _integer(name: str, value: Any, low: int, high: int | None) -> int:
    if type(value) is not int or value < low or (high is not None and value > high):
        limits = f"from {low} to {high}" if high is not None else f"from {low} up"
        raise RulesetError(f"option {name!r} is a whole number {limits}, not {value!r}")
    return value


def _checked(name: str, value: Any) -> Any:
    option = OPTIONS[name]
    if option.values or isinstance(option.default, bool):
        return checked_value(option, value)
    if name == "die_faces":
        if not isinstance(value, (list, tuple)) or not value:
            raise RulesetError(f"option {name!r} is a list of one or more faces, not {value!r}")
        return tuple(_integer(name, face, 1, 6) for face in value)
    if name == "world_building_tiles":
        return _world_building_tiles(value)
    if name == "teams":
        return None if value in (None, "none") else _teams(value)
    if name == "world_building_starter":
        return value if value == "random" else _integer(name, value, 1, 4)
    if name in ("effect_token_limit", "sudden_death_round_limit"):
        least = 0 if name == "effect_token_limit" else 1
        return None if value in (None, "none") else _integer(name, value, least, None)
    high = {"creature_limit": 64, "hand_size": 20, "two_player_draft_picks": 20}.get(name)
    return _integer(name, value, 1 if name == "reroll_limit" else 0, high)


def _world_building_tiles(value: Any) -> tuple[tuple[int, int], ...]:
    name = "world_building_tiles"
    if not isinstance(value, Mapping):
        raise RulesetError(f"option {name!r} is a table such as {{2: 9}}, not {value!r}")
    table = dict(Ruleset().world_building_tiles)
    for players, tiles in value.items():
        text = str(players)
        if text not in ("2", "3", "4"):
            raise RulesetError(f"option {name!r} is for 2, 3 or 4 players, not for {players!r}")
        table[int(text)] = _integer(name, tiles, 0, 15)
    return tuple(sorted(table.items()))


def _teams(value: Any) -> tuple[tuple[str, ...], ...]:
    pairs = value if isinstance(value, (list, tuple)) else ()
    if len(pairs) != 2 or not all(
        isinstance(pair, (list, tuple))
        and len(pair) == 2
        and all(isinstance(name, str) for name in pair)
        for pair in pairs
    ):
        raise RulesetError(f"option 'teams' is two pairs of classes, not {value!r}")
    return tuple(tuple(pair) for pair in pairs)
