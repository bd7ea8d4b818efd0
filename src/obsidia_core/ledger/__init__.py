"""The rules ledger: every rule of the game as one numbered statement, and every ruling on a gap.

The engine cites these ids (`TOWN-07`, `RULING-36`) in refusals and docstrings, tests name the ids
they show, and `obsidia_core.ledger.report` tells which are shown by no test. The entries are YAML
package data, read when they are first asked for. This package imports nothing else of the engine.
"""

from obsidia_core.ledger.entries import (
    Area,
    Entry,
    Ledger,
    Rule,
    Ruling,
    UnknownEntryError,
    load_ledger,
)

__all__ = ["Area", "Entry", "Ledger", "Rule", "Ruling", "UnknownEntryError", "load_ledger"]
