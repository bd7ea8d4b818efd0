"""`obsidia spell`: the cards, for those who write and play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import Failure, examples
from obsidia_core.cli.output import print_json, table

if TYPE_CHECKING:
    from obsidia_core.content import Catalog, SpellDef
    from obsidia_core.scenario.document import Scenario


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


@command.command(epilog=examples("obsidia spell show time_slip", "obsidia spell show halo --json"))
@click.argument("spell_id", metavar="ID")
@opt.json_option
def show(spell_id: str, as_json: bool) -> None:
    """Show a spell: its text, and what the rules read."""
    from obsidia_core.content import load_catalog

    catalog = load_catalog()
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
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The class file to take the card's examples from; by default the installed one.",
)
@click.option("--verbose", "-v", is_flag=True, help="Tell events with all their fields.")
@opt.json_option
@click.pass_context
def try_spell(
    ctx: click.Context, spell_id: str, path: Path | None, verbose: bool, as_json: bool
) -> None:
    """Run a spell's examples and tell, effect by effect, what was asked, chosen and changed.

    Exit status: 0 all examples hold, 1 one does not.
    """
    from obsidia_core.content import load_catalog
    from obsidia_core.scenario.games import Games

    find_spell(load_catalog(), spell_id)
    told = [tried(scenario, Games(), verbose) for scenario in examples_of(spell_id, path)]
    if not told:
        raise Failure(f"{spell_id} has no examples")
    if as_json:
        print_json(told)
    else:
        for one in told:
            for line in one["lines"]:
                click.echo(line)
        click.echo(f"{sum(one['passed'] for one in told)} of {len(told)} examples hold")
    ctx.exit(0 if all(one["passed"] for one in told) else 1)


def find_spell(catalog: Catalog, spell_id: str) -> SpellDef:
    """The definition of a spell; a misspelt id gets a hint."""
    from obsidia_core.kernel.codec import nearest

    spell = catalog.spells.get(spell_id)
    if spell is None:
        raise Failure(f"there is no spell {spell_id!r}{nearest(spell_id, catalog.spells)}")
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


def examples_of(spell_id: str, path: Path | None) -> list[Scenario]:
    """The examples of a card, from one file or from the installed content."""
    from obsidia_core.content.sources import pack_files
    from obsidia_core.plugins import load_plugins
    from obsidia_core.scenario.document import Scenario
    from obsidia_core.scenario.games import Games
    from obsidia_core.scenario.load import read_documents

    packs = load_plugins().packs
    files = [path] if path else [file for pack in packs for file in pack_files(pack.folder)]
    games = Games()
    found = []
    for file in files:
        for document in read_documents(file, games):
            if document.title.startswith(f"{spell_id}: "):
                if not isinstance(document, Scenario):
                    raise Failure("\n".join(str(problem) for problem in document.problems))
                found.append(document)
    return found


def tried(scenario: Scenario, games: Any, verbose: bool) -> dict[str, Any]:
    """One example run and told: `{title, passed, message, lines, actions}`."""
    from obsidia_core.notation import action_to_text
    from obsidia_core.scenario.runner import run_scenario

    lines = [scenario.title]
    actions: list[dict[str, Any]] = []

    def watch(asked: Any, action: Any, events: Sequence[Mapping[str, Any]]) -> None:
        question = "" if asked is None else f"{asked.seat}, asked {asked.kind}"
        if asked is not None and asked.kind == "choice":
            options = ", ".join(str(getattr(one, "value", one)) for one in asked.actions)
            question += f" ({options})"
        text = action_to_text(action)
        lines.append(f"  {question}: {text}")
        lines.extend(f"    {_event(event, verbose)}" for event in events)
        actions.append({"asked": question, "action": text, "events": list(events)})

    game = games.find(scenario.game)
    outcome = run_scenario(scenario, game, watch)
    lines.append(
        "  holds" if outcome.passed else f"  FAILS at step {outcome.step}: {outcome.message}"
    )
    return {
        "title": scenario.title,
        "passed": outcome.passed,
        "message": outcome.message,
        "lines": lines,
        "actions": actions,
    }


def _event(event: Mapping[str, Any], verbose: bool) -> str:
    fields = {
        key: value for key, value in event.items() if key != "type" and value not in (None, [], ())
    }
    if not verbose:
        fields.pop("rule", None)
    return f"{event['type']} " + " ".join(f"{key}={value}" for key, value in fields.items())
