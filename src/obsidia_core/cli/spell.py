"""`obsidia spell`: the cards, for those who write and play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import BAD_INPUT, Failure, examples
from obsidia_core.cli.output import print_json, table

if TYPE_CHECKING:
    from obsidia_core.cli.counted import CountedScenarios
    from obsidia_core.content import Catalog, SpellDef
    from obsidia_core.scenario.document import Scenario
    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.runner import Outcome

file_option = click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path),
    help="A content file whose definitions stand in place of the installed ones.",
)


@click.group(epilog=examples("obsidia spell list", "obsidia spell show halo"))
def command() -> None:
    """List the spells, show one with all it says, or try one on its examples."""


@command.command(
    "list", epilog=examples("obsidia spell list", "obsidia spell list --class warlords")
)
@click.option("--class", "class_id", help="Only the spells of this class.")
@click.option("--phase", type=click.Choice(["I", "II", "III", "IV", "V", "O"]), help="Only these.")
@opt.json_option
def list_spells(class_id: str | None, phase: str | None, as_json: bool) -> None:
    """List the spells with class, phase and kind."""
    from obsidia_core.content import load_catalog

    catalog = load_catalog()
    if class_id is not None and class_id not in catalog.classes:
        raise Failure(
            f"there is no class {class_id!r}; the classes are {', '.join(catalog.classes)}"
        )
    spells = [
        spell
        for spell in catalog.spells.values()
        if class_id in (None, spell.class_id) and phase in (None, spell.phase)
    ]
    if as_json:
        print_json([facts_of(spell, catalog) for spell in spells])
        return
    table(
        f"{len(spells)} spells",
        ["id", "name", "class", "phase", "play"],
        [[spell.id, spell.name, spell.class_id, spell.phase, spell.play] for spell in spells],
    )


@command.command(
    epilog=examples("obsidia spell show time_slip", "obsidia spell show halo --file cards.yaml")
)
@click.argument("spell_id", metavar="ID")
@file_option
@opt.json_option
def show(spell_id: str, path: Path | None, as_json: bool) -> None:
    """Show a spell: its text, and what the rules read."""
    catalog = catalog_with(path)
    spell = find_spell(catalog, spell_id)
    if as_json:
        print_json(facts_of(spell, catalog))
        return
    click.echo(f"{spell.name} ({spell.id}), {spell.class_id}, phase {spell.phase}, {spell.play}")
    if spell.when:
        click.echo(click.wrap_text(f"When: {spell.when}.", 90, "  ", "  "))
    click.echo(click.wrap_text(spell.text, 90, "  ", "  "))
    for title, lines in sections(spell, catalog):
        click.echo(f"  {title}:")
        for line in lines:
            click.echo(f"    {line}")


@command.command("try", epilog=examples("obsidia spell try ambush", "obsidia spell try raze -v"))
@click.argument("spell_id", metavar="ID")
@file_option
@click.option("--verbose", "-v", is_flag=True, help="Tell events with all their fields.")
@opt.json_option
@click.pass_context
def try_spell(
    ctx: click.Context, spell_id: str, path: Path | None, verbose: bool, as_json: bool
) -> None:
    """Run a spell's examples and tell, effect by effect, what was asked, chosen and changed.

    Exit status: 0 all examples hold, 1 one does not, 2 there is none or the file is wrong.
    """
    from obsidia_core.cli.counted import CountedScenarios
    from obsidia_core.game import Obsidia
    from obsidia_core.scenario.games import OBSIDIA, Games

    catalog = catalog_with(path)
    find_spell(catalog, spell_id)
    ours = CountedScenarios(Obsidia(catalog))
    examples = examples_of(spell_id, path, Games(ready={OBSIDIA: ours}))
    told = [tried(scenario, ours, verbose) for scenario in examples]
    if not told:
        where = f" in {path}" if path else ""
        raise Failure(f"{spell_id} has no examples{where}")
    if as_json:
        print_json(told)
    else:
        for one in told:
            for line in one["lines"]:
                click.echo(line)
        click.echo(f"{sum(one['passed'] for one in told)} of {len(told)} examples hold")
    ctx.exit(0 if all(one["passed"] for one in told) else 1)


def catalog_with(path: Path | None) -> Catalog:
    """The installed catalog, with the definitions of a file in place of its own if one is given.

    Ends the program with status 2 if the file is wrong; what is wrong is told as `validate` does.
    """
    from obsidia_core.content import load_catalog
    from obsidia_core.content.trial import trial_catalog
    from obsidia_core.kernel.errors import ContentError

    if path is None:
        return load_catalog()
    try:
        return trial_catalog(path)
    except ContentError as error:
        complain(error.problems)


def complain(problems: Sequence[object]) -> NoReturn:
    """Print problems on stderr, one a line as compilers do, and end with status 2."""
    for problem in problems:
        click.echo(str(problem), err=True)
    raise click.exceptions.Exit(BAD_INPUT)


def find_spell(catalog: Catalog, spell_id: str) -> SpellDef:
    """The definition of a spell; a misspelt id, or the name in its place, gets a hint."""
    from obsidia_core.content.problems import nearest

    spell = catalog.spells.get(spell_id)
    if spell is None:
        called = {one.name: one.id for one in catalog.spells.values()}
        called |= {one: one for one in catalog.spells}
        near = nearest(spell_id, called)
        hint = "" if near is None else f" (did you mean {called[near]!r}?)"
        raise Failure(f"there is no spell {spell_id!r}{hint}; `obsidia spell list` lists all")
    return spell


def sections(spell: SpellDef, catalog: Catalog) -> list[tuple[str, list[str]]]:
    """Conditions, targets and effects in one line each, as the file has them."""

    def call(kind: str, reference: Any) -> str:
        return _call(reference, catalog.hooks[kind, reference.hook])

    found = [
        ("conditions", [call("condition", one) for one in spell.conditions]),
        ("targets", [f"{one.name}: {call('target', one.hook)}" for one in spell.targets]),
        ("effects", [call("effect", one) for one in spell.effects]),
        ("hook", [call("spell", spell.hook)] if spell.hook else []),
    ]
    return [(title, lines) for title, lines in found if lines]


def _call(reference: Any, entry: Any) -> str:
    """A primitive with the parameters that differ from their default."""
    said = [
        f"{key}={'/'.join(map(str, value)) if isinstance(value, tuple) else value}"
        for key, value in reference.params.items()
        if entry.params[key].required or value != entry.params[key].default
    ]
    return f"{reference.hook}({', '.join(said)})" if said else str(reference.hook)


def facts_of(spell: SpellDef, catalog: Catalog) -> dict[str, Any]:
    """A spell as plain data."""
    return {
        "id": spell.id,
        "name": spell.name,
        "class": spell.class_id,
        "phase": spell.phase,
        "play": spell.play,
        "when": spell.when,
        "trigger": spell.trigger,
        "text": spell.text,
        **dict(sections(spell, catalog)),
    }


def examples_of(spell_id: str, path: Path | None, games: Games) -> list[Scenario]:
    """The examples of a card, from one file or from the installed content."""
    from obsidia_core.content import read_examples
    from obsidia_core.scenario.document import Scenario
    from obsidia_core.scenario.load import checked

    found = []
    for example in read_examples(path):
        if example.spell == spell_id:
            scenario = checked(example, games)
            if not isinstance(scenario, Scenario):
                complain(scenario.problems)
            found.append(scenario)
    return found


def tried(scenario: Scenario, game: CountedScenarios, verbose: bool) -> dict[str, Any]:
    """One example run and told: how it ended, `lines` for a person, and its `actions`."""
    from obsidia_core.notation import action_to_text
    from obsidia_core.scenario.runner import run_scenario

    lines = [scenario.title]
    game.notes.clear()
    actions: list[dict[str, Any]] = []

    def watch(asked: Any, action: Any, events: Sequence[Mapping[str, Any]]) -> None:
        question = "" if asked is None else f"{asked.seat}, asked {asked.kind}"
        if asked is not None and asked.kind == "choice":
            options = ", ".join(str(getattr(one, "value", one)) for one in asked.actions)
            question += f" ({options})"
        text = action_to_text(action)
        lines.append(f"  {question}: {text}")
        for number, event in enumerate([*events, None]):
            lines.extend(f"    {note}" for place, note in game.notes if place == number and note)
            if event is not None:
                lines.append(f"    {_event(event, verbose)}")
        game.notes.clear()
        actions.append({"asked": question, "action": text, "events": list(events)})

    outcome = run_scenario(scenario, game, watch)
    lines += ["  holds"] if outcome.passed else failure(scenario, outcome)
    return {
        "title": scenario.title,
        "passed": outcome.passed,
        "step": outcome.step,
        "expected": outcome.expected,
        "found": outcome.found,
        "message": outcome.message,
        "lines": lines,
        "actions": actions,
    }


def failure(scenario: Scenario, outcome: Outcome) -> list[str]:
    """Where an example fails, and what it expects and finds there."""
    from obsidia_core.scenario.report import shown

    place = f"{scenario.file}:{outcome.line or scenario.line}"
    step = "before the first step" if outcome.step is None else f"at step {outcome.step}"
    first, *more = outcome.message.splitlines()
    lines = [f"  FAILS {step}, {place}: {first}", *(f"    {line}" for line in more)]
    if outcome.expected is not None or outcome.found is not None:
        lines.append(f"    expected: {shown(outcome.expected)}")
        lines.append(f"    found:    {shown(outcome.found)}")
    return lines


def _event(event: Mapping[str, Any], verbose: bool) -> str:
    from obsidia_core.scenario.report import shown

    fields = {key: value for key, value in event.items() if key != "type"}
    if not verbose:
        fields.pop("rule", None)
    said = {key: value for key, value in fields.items() if value not in (None, [], (), {})}
    parts = [
        f"{key}={value if isinstance(value, str) else shown(value)}"
        for key, value in (said or fields).items()
    ]
    return " ".join([str(event["type"]), *parts])
