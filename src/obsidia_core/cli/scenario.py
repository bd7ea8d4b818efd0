"""`obsidia scenario`: run scenario files."""

from __future__ import annotations

from pathlib import Path

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.cli.output import print_json


@click.command(
    epilog=examples(
        "obsidia scenario my-scenario.yaml",
        "obsidia scenario tests/acceptance",
        "obsidia scenario --json tests/acceptance/obsidia",
    )
)
@click.argument("paths", nargs=-1, required=True, type=opt.file_type, metavar="FILE...")
@opt.json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Run scenario files: small positions, a few actions and what must be true.

    FILE is a YAML file with one or more scenarios, or a folder of such files. Prints a line for
    each scenario, and for one that fails the step, what was expected and what was found. Exit
    status: 0 all hold, 1 one does not, 2 a file cannot be read or is no scenario.
    """
    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.report import exit_status, run_files, scenario_files

    games = Games()
    results = []
    for path in paths:
        for file in scenario_files(path) or [path]:
            fresh = run_files([file], games=games)
            results += fresh
            if not as_json:
                for line in (line for result in fresh for line in result.lines()):
                    click.echo(line)
    if as_json:
        print_json([result.to_json() for result in results])
    else:
        passed = sum(result.passed for result in results)
        click.echo(f"{passed} of {len(results)} scenarios hold")
    ctx.exit(exit_status(results))
