"""`obsidia validate`: check content files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import BAD_INPUT, examples
from obsidia_core.cli.output import print_json, remark

if TYPE_CHECKING:
    from obsidia_core.content import Problem

DOUBLE = "duplicate-id"
SEVERAL = 2
"""From so many definitions on that are there twice, the files are taken for a copy."""


@click.command(
    epilog=examples(
        "obsidia validate",
        "obsidia validate my-pack/",
        "obsidia validate --format github spells/*.yaml",
    )
)
@click.argument("paths", nargs=-1, type=opt.file_type, metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="text: one line a problem, as compilers print it; github: annotations for its checks.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--standalone",
    is_flag=True,
    help="Leave installed content out, so that the files have to be complete by themselves.",
)
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    form: str,
    as_json: bool,
    standalone: bool,
    strict: bool,
) -> None:
    """Check content files (tiles, terrain, creatures, classes, spells), all problems at once.

    PATH is a YAML file or a folder of them; without one the installed content is checked. Files are
    checked together with the installed content, as one more pack. Exit status: 0 fine, or nothing
    but warnings; 1 errors; 2 a file cannot be read or is no YAML, so that it is not checked.
    """
    from obsidia_core.content import validate
    from obsidia_core.content.problems import UNREAD

    problems = validate(list(paths) or None, standalone=standalone)
    if as_json or form == "json":
        print_json([problem.to_json() for problem in problems])
    elif form == "github":
        for problem in problems:
            click.echo(annotation(problem))
    else:
        for problem in problems if standalone else _folded(problems, paths):
            click.echo(str(problem))
        remark(_counted(problems))
    if any(problem.code in UNREAD for problem in problems):
        ctx.exit(BAD_INPUT)
    ctx.exit(1 if any(strict or problem.severity == "error" for problem in problems) else 0)


def _folded(problems: list[Problem], paths: Sequence[Path]) -> list[Problem]:
    """The problems with those of a copy of installed files as one, in front of the others."""
    import attrs

    from obsidia_core.content import validate

    double = [problem for problem in problems if problem.code == DOUBLE]
    if len(double) < SEVERAL or not paths:
        return problems
    own = [one for one in validate(paths, standalone=True) if one.code == DOUBLE]
    places = {problem.position for problem in own}
    copied = [problem for problem in double if problem.position not in places]
    if len(copied) < SEVERAL:
        return problems
    one = attrs.evolve(
        copied[0],
        message=f"{len(copied)} definitions are installed already, this is the first",
        hint="--standalone checks a copy of installed files by itself; --json lists them all",
    )
    return [one, *sorted([*own, *(problem for problem in problems if problem not in double)])]


def _counted(problems: Sequence[Problem]) -> str:
    """`2 errors, 1 warning`, or that there is nothing."""
    found = Counter(problem.severity for problem in problems)
    return (
        ", ".join(
            f"{found[kind]} {kind}{'s' * (found[kind] > 1)}"
            for kind in ("error", "warning")
            if found[kind]
        )
        or "no problems"
    )


def annotation(problem: Problem) -> str:
    """A problem as a workflow command of GitHub's checks."""
    place = problem.position
    hint = f" ({problem.hint})" if problem.hint else ""
    fields = {
        "file": place.file,
        "line": str(place.line),
        "col": str(place.column),
        "title": problem.code,
    }
    properties = ",".join(
        f"{key}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}"
        for key, value in fields.items()
    )
    return f"::{problem.severity} {properties}::{_escaped(problem.message + hint)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
