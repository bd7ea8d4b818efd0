"""Pages made from the ledger and the ruleset when the documentation is built.

- `obsidia-rules` lists the rules or rulings, with where the source cites them and what shows them.
- `obsidia-options` lists the ruleset options.
- The role `rule` links to a rule or ruling: {rule}`TOWN-07`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from obsidia_core.ledger import Ruling, load_ledger
from obsidia_core.ledger.report import citations, coverage

ROOT = Path(__file__).parents[2]


class RuleRole(SphinxRole):
    """A link to a ledger entry; an id that does not exist fails the build."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """One reference node, resolved by Sphinx when all pages are read."""
        target = self.text.strip()
        link = pending_xref(
            "",
            nodes.literal(target, target),
            refdomain="std",
            reftype="ref",
            reftarget=target.lower(),
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        self.set_source_info(link)
        return [link], []


class LedgerDirective(SphinxDirective):
    """What the pages share: a page is made anew in every build."""

    def parsed(self, text: str) -> list[nodes.Node]:
        """The nodes of a Markdown text with headings."""
        self.env.note_reread()
        return self.parse_text_to_nodes(text, allow_section_headings=True)


class RulesDirective(LedgerDirective):
    """Every entry of the ledger; with `:rulings:`, the rulings in place of the rules."""

    option_spec = {"rulings": directives.flag}  # noqa: RUF012  # docutils declares it like this

    def run(self) -> list[nodes.Node]:
        """A section for each area."""
        self._cited = citations(ROOT / "src")
        self._shown = coverage(*(f for f in (ROOT / "tests", ROOT / "spells") if f.is_dir())).tests
        return self.parsed("\n".join(self._lines("rulings" in self.options)))

    def _lines(self, rulings: bool) -> Iterator[str]:
        ledger = load_ledger()
        for area in ledger.areas.values():
            if (area.name == "RULING") != rulings:
                continue
            yield f"## {area.title}\n"
            for entry_id in area.ids:
                entry = ledger.entry(entry_id)
                yield f"({entry_id.lower()})="
                yield f"{entry_id}\n: {entry.text}"
                facts = self._ruling(entry) if isinstance(entry, Ruling) else [entry.section]
                facts += self._traces(entry_id)
                yield "".join(f"\n  {fact}\n" for fact in facts)

    def _ruling(self, ruling: Ruling) -> list[str]:
        facts = [f"*{ruling.question}*", ruling.why]
        if ruling.related:
            facts.append("Bears on " + ", ".join(f"{{rule}}`{i}`" for i in ruling.related) + ".")
        if ruling.option:
            facts.append(f"Option: `{ruling.option}`.")
        return facts

    def _traces(self, entry_id: str) -> list[str]:
        traces = []
        if cited := self._cited.get(entry_id):
            traces.append("Cited in " + ", ".join(f"`{path}`" for path in cited) + ".")
        if shown := self._shown.get(entry_id):
            files = dict.fromkeys(where.partition("::")[0] for where in shown)
            traces.append("Shown by " + ", ".join(f"`{path}`" for path in files) + ".")
        return traces


class OptionsDirective(LedgerDirective):
    """Every ruleset option: default, values, what it does, and the ruling it comes from."""

    def run(self) -> list[nodes.Node]:
        """One definition list."""
        from obsidia_core.model.ruleset import OPTIONS

        lines = []
        for option in OPTIONS.values():
            values = ", ".join(f"`{_shown(value)}`" for value in option.values)
            lines.append(f"`{option.name}`\n: {option.help}\n")
            lines.append(f"  Default: `{_shown(option.default)}`.")
            if values:
                lines.append(f"  Values: {values}.")
            lines.append(f"  See {{rule}}`{option.source}`.\n")
        return self.parsed("\n".join(lines))


def _shown(value: Any) -> str:
    """A value as it is written in YAML."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{" + ", ".join(f"{key}: {_shown(item)}" for key, item in value) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return str(value)


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the directives and the role."""
    app.add_directive("obsidia-rules", RulesDirective)
    app.add_directive("obsidia-options", OptionsDirective)
    app.add_role("rule", RuleRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
