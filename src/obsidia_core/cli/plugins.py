"""`obsidia plugins`: who provides what."""

from __future__ import annotations

from collections import defaultdict
from textwrap import fill
from typing import Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import examples
from obsidia_core.cli.output import print_json, width


@click.command(epilog=examples("obsidia plugins", "obsidia plugins --json"))
@opt.json_option
def command(as_json: bool) -> None:
    """Show the installed plugins and what each provides: content, hooks, bots, games and options.

    The library's own language of spells, content and games come in as plugins like any other. Set
    OBSIDIA_DISABLE_PLUGINS=1 to leave only these.
    """
    provided = provisions()
    if as_json:
        print_json(provided)
        return
    for plugin, kinds in provided.items():
        click.echo(plugin)
        for kind, names in kinds.items():
            click.echo(
                fill(
                    f"{kind}: {', '.join(names)}",
                    width(),
                    initial_indent="  ",
                    subsequent_indent="    ",
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )


def provisions() -> dict[str, dict[str, list[str]]]:
    """Plugin to kind of thing to names, in the order of registration."""
    from obsidia_core.content.entries import collect
    from obsidia_core.content.sources import read_sources
    from obsidia_core.plugins import load_plugins

    registry = load_plugins()
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for pack in registry.packs:
        found[pack.plugin]["pack"].append(pack.folder.name)
    for definition in collect(read_sources(registry.packs), examples=False).entries:
        found[definition.plugin][definition.kind].append(definition.id)
    for name, provided in registry.options.items():
        found[provided.plugin]["option"].append(name)
    for (kind, name), entry in registry.hooks.items():
        found[entry.plugin][f"{kind} hook"].append(name)
    for kind, table in (("bot", registry.bots), ("game", registry.games)):
        for name, factory in table.items():
            found[factory.plugin][kind].append(name)
    plain: dict[str, Any] = {plugin: dict(kinds) for plugin, kinds in found.items()}
    return plain
