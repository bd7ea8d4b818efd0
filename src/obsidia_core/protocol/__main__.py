"""`python -m obsidia_core.protocol --write | --check`: the committed JSON Schemas."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from obsidia_core.protocol import documents, folder, outdated, write


def main() -> int:
    """Write the schemas, or say which are not up to date; the exit code is 1 for these."""
    parser = argparse.ArgumentParser(prog="python -m obsidia_core.protocol", description=__doc__)
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--write", action="store_true", help="write all schemas anew")
    task.add_argument("--check", action="store_true", help="fail if a schema is not up to date")
    parser.add_argument("--into", type=Path, help="the folder; schemas/protocol if left out")
    given = parser.parse_args()
    where = folder() if given.into is None else given.into
    if given.write:
        changed = write(where)
        sys.stdout.write(f"{len(documents())} schemas, {len(changed)} changed\n")
        return 0
    found = outdated(where)
    for name in found:
        sys.stderr.write(f"{name}.schema.json is not what the types say; run with --write\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
