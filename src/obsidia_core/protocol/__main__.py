"""`python -m obsidia_core.protocol --write | --check`: the committed JSON Schemas."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from obsidia_core.kernel.errors import ObsidiaError
from obsidia_core.protocol import documents, folder, outdated, write
from obsidia_core.protocol.contract import Contract
from obsidia_core.protocol.obsidia import CONTRACT


def contract_of(name: str) -> Contract:
    """The contract of a game: of one that a plugin registers, what its method `contract` gives.

    Raises:
        ObsidiaError: no such game, or one without a contract.
    """
    if name == CONTRACT.game:
        return CONTRACT
    from obsidia_core.plugins import load_plugins

    found = load_plugins().games.get(name)
    make = None if found is None else getattr(found.factory(), "contract", None)
    if make is None:
        raise ObsidiaError(f"no game {name!r} says what its documents are made of")
    contract: Contract = make()
    return contract


def main() -> int:
    """Write the schemas, or say which are not up to date; the exit code is 1 for these."""
    parser = argparse.ArgumentParser(prog="python -m obsidia_core.protocol", description=__doc__)
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--write", action="store_true", help="write all schemas anew")
    task.add_argument("--check", action="store_true", help="fail if a schema is not up to date")
    parser.add_argument(
        "--game", default=CONTRACT.game, help="name of the game; obsidia if left out"
    )
    parser.add_argument("--into", type=Path, help="the folder; where they are read if left out")
    given = parser.parse_args()
    try:
        game = contract_of(given.game)
    except ObsidiaError as error:
        parser.error(str(error))
    where = folder(game) if given.into is None else given.into
    if given.write:
        changed = write(where, game)
        sys.stdout.write(f"{len(documents(game))} schemas, {len(changed)} changed\n")
        return 0
    found = outdated(where, game)
    for name in found:
        sys.stderr.write(f"{name}.schema.json is not what the types say; run with --write\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
