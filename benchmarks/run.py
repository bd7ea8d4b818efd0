"""`make bench`: play random games, and the peers' games in turn with them, and report the speed.

Only the ratios carry over from one machine to another.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

if not __package__:  # started as a file: the folder above holds the package
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.engines import (
    Engine,
    ObsidiaEngine,
    OrichalqueEngine,
    SpelllessObsidia,
    UncheckedObsidia,
)
from benchmarks.measure import run
from benchmarks.peers import PEERS
from benchmarks.report import COMPILED, Report
from benchmarks.timing import Clock

ENGINES: Sequence[type[Engine]] = (
    ObsidiaEngine,
    UncheckedObsidia,
    SpelllessObsidia,
    OrichalqueEngine,
    *PEERS,
)

EPILOG = f"""\
engines: {" ".join(engine.name for engine in ENGINES)}
Peers that are not installed are left out; `pip install -e ".[bench]"` installs them.

examples:
  python benchmarks/run.py                               everything, in some minutes
  python benchmarks/run.py --seconds 60 --json new.json  longer, and kept with every slice
  python benchmarks/run.py --only obsidia --seconds 3    a quick look at this engine alone
  python benchmarks/run.py --only obsidia,obsidia-spellless,orichalque,catanatron
                                                         what the goals need
"""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="benchmarks/run.py",
        description="Measure how fast Obsidia plays, copies and saves, next to other engines.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--seconds",
        type=positive,
        default=10.0,
        metavar="N",
        help="measure each engine for about this long (default: 10)",
    )
    made.add_argument(
        "--only",
        type=engine_names,
        metavar="NAME[,NAME...]",
        help="measure these engines only (default: all that are installed)",
    )
    made.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="write everything found, every slice included, to this file; a compiled build adds "
        "-compiled to its name, so that both of `make bench` can be kept",
    )
    return made


def positive(text: str) -> float:
    """A number of seconds above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 86_400:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0 is needed, not {text!r}")
    return seconds


def engine_names(text: str) -> list[str]:
    """Names of engines, separated by commas."""
    known = [engine.name for engine in ENGINES]
    chosen = [name.strip() for name in text.split(",") if name.strip()]
    for name in chosen:
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"there is no engine {name!r}; the engines are {' '.join(known)}"
            )
    if not chosen:
        raise argparse.ArgumentTypeError(f"name one or more of {' '.join(known)}")
    return chosen


def say(line: str) -> None:
    """A line of progress: on a terminal each replaces the one before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
    else:
        sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report; 1 if nothing could be measured."""
    given = parser().parse_args(arguments)
    engines: list[Engine] = []
    for engine in ENGINES:
        if given.only is None or engine.name in given.only:
            try:
                engines.append(engine())
            except ImportError as error:
                sys.stderr.write(f"{engine.name} is left out: {error}\n")
    if not engines:
        sys.stderr.write('nothing to measure; pip install -e ".[bench]" installs the peers\n')
        return 1
    clock = Clock()
    report = Report(run(engines, given.seconds, clock, say), clock, given.seconds)
    if sys.stderr.isatty():
        say("")
    sys.stdout.write(report.text())
    if given.json is not None:
        path = given.json
        if COMPILED:
            path = path.with_stem(f"{path.stem}-compiled")
        path.write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
