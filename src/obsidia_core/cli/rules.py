"""`obsidia rules`: the ledger, and what tests show of it."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import attrs
import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.cli.output import print_json, remark, width
from obsidia_core.kernel.errors import ObsidiaError

if TYPE_CHECKING:
    from obsidia_core.ledger import Entry, Ledger
    from obsidia_core.ledger.report import Coverage

TESTS = Path("tests")


@click.command(
    epilog=examples(
        "obsidia rules TOWN-07 RULING-51",
        "obsidia rules",
        "obsidia rules --area TOWN",
        "obsidia rules --check",
    )
)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--area", metavar="NAME", help="One area alone, rule by rule, with its tests.")
@click.option(
    "--tests",
    "folders",
    type=opt.file_type,
    multiple=True,
    default=(TESTS,),
    metavar="FOLDER",
    help="Where tests are; may be repeated. [default: tests]",
)
@opt.game_option
@click.option("--check", is_flag=True, help="Exit with 1 if a rule lacks a test or an id is wrong.")
@opt.json_option
@click.pass_context
def command(
    ctx: click.Context,
    ids: tuple[str, ...],
    area: str | None,
    folders: tuple[Path, ...],
    game_name: str,
    check: bool,
    as_json: bool,
) -> None:
    """Show rules and rulings, and which of them the tests show.

    With an ID, as refusals and scenarios give it, prints that rule. Otherwise prints for each area
    how many of its rules a test shows and which are missing. Tests are read, not run.
    """
    ledger = _ledger_of(game_name)
    if ids:
        if area is not None or check:
            raise click.UsageError("An ID goes neither with --area nor with --check.")
        _print_entries(ledger, ids, as_json)
        return
    known_area = _known_area(ledger, area)
    report = _report(ledger, folders, check)
    if report is None:
        _print_without_tests(ledger, known_area, as_json)
        return
    if as_json:
        print_json(_part(report, known_area))
    else:
        for line in report.lines(known_area):
            click.echo(line)
    if check and not report.ok:
        if not as_json:
            remark("obsidia: rules without a test, or ids that are wrong; see above")
        ctx.exit(1)


def _ledger_of(game_name: str) -> Ledger:
    """The ledger of a game.

    Raises:
        ObsidiaError: there is no such game, or it has no ledger.
    """
    from obsidia_core.bots.finding import find_game
    from obsidia_core.ledger import load_ledger
    from obsidia_core.ledger.entries import OBSIDIA

    if game_name == OBSIDIA:
        return load_ledger()
    ledger: Ledger | None = find_game(game_name).ledger()
    if ledger is None:
        raise ObsidiaError(f"the game {game_name!r} comes with no ledger of its rules")
    return ledger


def _print_entries(ledger: Ledger, ids: tuple[str, ...], as_json: bool) -> None:
    from obsidia_core.ledger import UnknownEntryError

    try:
        entries = [ledger.entry(ledger.typed(one)) for one in ids]
    except UnknownEntryError as error:
        areas = [one.upper() for one in ids if one.upper() in ledger.areas]
        hint = f"; for a whole area say --area {areas[0]}" if areas else ""
        raise ObsidiaError(f"{error.args[0]}{hint}") from error
    if as_json:
        print_json([_plain(entry) for entry in entries])
        return
    for number, entry in enumerate(entries):
        if number:
            click.echo()
        _print_entry(entry)


def _print_entry(entry: Entry) -> None:
    click.echo(entry.id)
    for line in wrap(entry.text, width() - 2):
        click.echo(f"  {line}")
    option = getattr(entry, "option", None)
    if option:
        click.echo(f"  option: {option}")


def _plain(entry: Entry) -> dict[str, Any]:
    return attrs.asdict(
        entry,
        value_serializer=lambda _owner, _field, value: (
            dict(value) if hasattr(value, "items") else value
        ),
    )


def _report(ledger: Ledger, folders: tuple[Path, ...], check: bool) -> Coverage | None:
    """The coverage report; None where there are no tests and none were asked for.

    Raises:
        ObsidiaError: a folder that was named, or that a check needs, is not there.
    """
    from obsidia_core.ledger.report import coverage
    from obsidia_core.plugins.resources import content_root

    for folder in folders:
        if not folder.is_dir():
            if folders == (TESTS,) and not check:
                return None
            raise ObsidiaError(
                f"there is no folder {str(folder)!r}; tests come with the source, not with the "
                "installed package. Run this in the source's folder, or name one with --tests"
            )
    try:
        return coverage(*folders, content_root() / "spells", ledger=ledger)
    except OSError as error:
        raise ObsidiaError(f"{error.filename} cannot be read: {error.strerror}") from error


def _known_area(ledger: Ledger, area: str | None) -> str | None:
    """The name of an area, whatever its letters' case.

    Raises:
        ObsidiaError: there is none; the message lists all.
    """
    from obsidia_core.kernel.codec import nearest

    if area is None:
        return None
    areas = ledger.areas
    if area.upper() not in areas:
        raise ObsidiaError(
            f"there is no area {area!r}{nearest(area.upper(), areas)}; "
            f"the areas are {', '.join(areas)}"
        )
    return area.upper()


def _part(report: Coverage, name: str | None) -> dict[str, Any]:
    """The report as data, or what of it is about one area."""
    data = report.to_json()
    if name is None:
        return data
    ids = set(data["areas"][name]["shown"])
    return {
        **data["areas"][name],
        "tests": {key: value for key, value in data["tests"].items() if key in ids},
    }


def _print_without_tests(ledger: Ledger, name: str | None, as_json: bool) -> None:
    areas = ledger.areas
    remark(
        "obsidia: no folder 'tests' here (the installed package has none), so this is the ledger "
        "alone; --tests FOLDER names one"
    )
    if name is not None:
        _print_entries(ledger, areas[name].ids, as_json)
    elif as_json:
        print_json({"areas": {one.name: list(one.ids) for one in areas.values()}})
    else:
        for one in areas.values():
            click.echo(f"{one.name:<10} {len(one.ids):>3}  {one.title}")
