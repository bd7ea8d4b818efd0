"""`obsidia odds`: exact odds of a battle, or of living through a terrain."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.cli.output import Cell, print_json, table

if TYPE_CHECKING:
    from obsidia_core.odds import BattleOdds

SIDES = ("first", "second", "both")
_BATTLE = re.compile(r"\s*(\w+)\s+(?:vs\.?|v|against)\s+(\w+)\s*", re.IGNORECASE)
_SURVIVAL = re.compile(r"\s*(\d+)\s+on\s+(\w+)\s*", re.IGNORECASE)
_RESULTS: Mapping[str, str] = {
    "first": "the first side wins",
    "second": "the second side wins",
    "draw": "draw",
    "none": "nobody wins",
}


@click.command(
    epilog=examples(
        'obsidia odds "3 vs 2"',
        'obsidia odds "3 vs 2" --same-tile --boneyard both --json',
        'obsidia odds "2 vs bone_colossus" --terrain second=boneyard',
        'obsidia odds "1 vs 1" --spell first=twin_blades --spell second=dawnshield',
        'obsidia odds "1 vs 1" --spell first=lantern_line --beside first=2',
        'obsidia odds "4 on blackwater" --creature leviathan',
        'obsidia odds "1 on blackwater" -o blackwater_roll=each',
    )
)
@click.argument("what", metavar="WHAT")
@click.option("--same-tile", is_flag=True, help="Both sides stand on one tile: no draws.")
@click.option(
    "--boneyard",
    type=click.Choice(SIDES),
    metavar="SIDE",
    help="Who stands on a boneyard: first, second or both.",
)
@click.option(
    "--terrain",
    "terrains",
    multiple=True,
    metavar="SIDE=ID",
    help="The terrain of a side, or of both.",
)
@click.option(
    "--spell",
    "spells",
    multiple=True,
    metavar="SIDE=ID",
    help="A face-up spell that a side has cast. May be repeated.",
)
@click.option(
    "--beside",
    multiple=True,
    metavar="SIDE=N",
    help="Other units of that side on tiles joined to its own, 0 to 2.",
)
@click.option("--creature", metavar="KIND", help="Survival: a creature stands on the tile.")
@click.option("--near", metavar="KIND", help="Survival: a creature stands on a tile joined to it.")
@click.option("--stay", is_flag=True, help="Survival: staying for a movement phase, not entering.")
@opt.rules_option
@opt.json_option
def command(
    what: str,
    same_tile: bool,
    boneyard: str | None,
    terrains: Sequence[str],
    spells: Sequence[str],
    beside: Sequence[str],
    creature: str | None,
    near: str | None,
    stay: bool,
    options: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Tell the exact odds of a battle or of survival.

    WHAT is a battle, such as "3 vs 2", where each side is a number of travelers (1 to 8) or a kind
    of creature; or travelers that enter a terrain, such as "3 on blackwater". In a battle the first
    side is the current player's. Odds are those of the dice: nobody casts anything more.
    """
    battle, survival = _BATTLE.fullmatch(what), _SURVIVAL.fullmatch(what)
    if battle is not None:
        _refuse_given(what, {"--creature": creature, "--near": near, "--stay": stay})
        on = _by_side("--terrain", terrains, {"first": "plain", "second": "plain"})
        if boneyard is not None:
            on = _by_side("--boneyard", [f"{boneyard}=boneyard"], on)
        numbers = _by_side("--beside", beside, {"first": "0", "second": "0"})
        cast: dict[str, list[str]] = {"first": [], "second": []}
        for pair in spells:
            for side, spell in _by_side("--spell", [pair], {}).items():
                cast[side].append(spell)
        _tell_battle(
            (battle[1], battle[2]),
            {
                "same_tile": same_tile,
                "terrain": (on["first"], on["second"]),
                "spells": (cast["first"], cast["second"]),
                "beside": (_number(numbers["first"]), _number(numbers["second"])),
                "options": options,
            },
            as_json,
        )
    elif survival is not None:
        _refuse_given(
            what,
            {
                "--same-tile": same_tile,
                "--boneyard": boneyard,
                "--terrain": terrains,
                "--spell": spells,
                "--beside": beside,
            },
        )
        _tell_survival(
            survival[2],
            _number(survival[1]),
            {
                "creature": creature,
                "near": near,
                "way": "stay" if stay else "step",
                "options": options,
            },
            as_json,
        )
    else:
        raise click.BadParameter(
            f'{what[:60]!r} is neither a battle such as "3 vs 2" nor "3 on blackwater".'
        )


def _refuse_given(what: str, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if value:
            raise click.UsageError(f"{name} says nothing about {what!r}.")


def _by_side(name: str, pairs: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """What options of the form `side=value` say about each side."""
    found = dict(given)
    for pair in pairs:
        side, equals, value = pair.partition("=")
        if not equals or side.strip() not in SIDES or not value.strip():
            raise click.BadParameter(
                f"{name} is written SIDE=..., with a side of {', '.join(SIDES)}; "
                f"found {pair[:60]!r}."
            )
        for one in ("first", "second") if side.strip() == "both" else (side.strip(),):
            found[one] = value.strip()
    return found


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        shown = text if len(text) <= 20 else f"{text[:20]}..."
        raise click.BadParameter(f"{shown!r} is no number of pieces.")
    return int(text)


def _tell_battle(sides: tuple[str, str], about: Mapping[str, Any], as_json: bool) -> None:
    from obsidia_core.odds import odds

    first, second = (_number(side) if side.isdigit() else side for side in sides)
    found = odds(first, second, **about)
    if as_json:
        print_json({"first": first, "second": second, **_shown(about), **found.to_json()})
        return
    chances = zip(_RESULTS.values(), (found.win, found.lose, found.draw, found.none), strict=True)
    rows = [(result, _percent(chance)) for result, chance in chances if chance]
    table(f"{first} against {second}", ("", "%"), rows)
    click.echo()
    _print_ends(found)


def _print_ends(found: BattleOdds) -> None:
    rows: list[tuple[Cell, ...]] = [
        (_RESULTS[end.result], end.first, end.second, _percent(float(chance)))
        for end, chance in found.ends
    ]
    table("Left standing", ("", "first", "second", "%"), rows)
    click.echo("\nExpected to be left: {:.2f} and {:.2f}".format(*found.expected))


def _tell_survival(terrain: str, travelers: int, about: Mapping[str, Any], as_json: bool) -> None:
    from obsidia_core.odds import survival

    found = survival(terrain, travelers, **about)
    if as_json:
        chances = {str(left): chance for left, chance in found.items()}
        shown = {"terrain": terrain, "travelers": travelers, **_shown(about)}
        print_json({**shown, "survivors": chances})
        return
    rows: list[tuple[Cell, ...]] = [(left, _percent(chance)) for left, chance in found.items()]
    table(f"{travelers} on {terrain}: how many are left", ("left", "%"), rows)


def _shown(about: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in about.items() if value not in (None, {})}


def _percent(chance: float) -> float:
    return round(100 * chance, 2)
