"""The command line `obsidia`.

Each command is a module of this package with one click command in it; what a command needs is
imported when it runs, so that `obsidia --help` answers at once. Exit status: 0 fine, 1 what was
checked does not hold, 2 it could not be done (bad input or a fault of the program), 130 broken off.
"""

from __future__ import annotations


def main() -> None:
    """Run the command line with the arguments of the process."""
    from obsidia_core.cli.app import app, prepare_streams

    prepare_streams()
    app(prog_name="obsidia")
