"""Prints a game as it goes: its head, what happens, the result and the last map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

import click

from obsidia_core.cli.names import Names
from obsidia_core.cli.narrate_any import narrator_for
from obsidia_core.cli.output import Cell, shows, table, width
from obsidia_core.kernel.events import Event


class Teller:
    """Tells one game on stdout, as somebody sees it who only watches.

    It falls silent when nobody reads on, so that the game can still be recorded.

    Args:
        game: the rules.
        silent: print nothing.
    """

    def __init__(self, game: Any, silent: bool = False) -> None:
        self._game = game
        self._names = Names.of(game)
        self._narrator = narrator_for(game, width())
        self._silent = silent

    def begin(self, state: Any, by_bot: Mapping[str, str], seed: int) -> None:
        """Print who plays, and what happened before the first decision."""
        if self._silent:
            return
        players = ", ".join(
            self._names.seat(seat) + (f" ({by_bot[seat]})" if seat in by_bot else "")
            for seat in self._game.seats(state)
        )
        head = f"{self._game.name.capitalize()}, seed {seed}: {players}"
        self._print([*wrap(head, width(), subsequent_indent="  "), ""])
        self.tell(state.events, None)

    def tell(self, events: Sequence[Event], by: str | None) -> None:
        """Print what an action of a seat brought about."""
        if not self._silent:
            self._print(self._narrator.tell(self._game.events_for(events, None), by))

    def end(self) -> None:
        """Print what was held back."""
        if not self._silent:
            self._print([*self._narrator.rest(), ""])

    def _print(self, lines: Sequence[str]) -> None:
        try:
            for line in lines:
                click.echo(line)
        except BrokenPipeError:
            self._silent = True


def print_result(game: Any, state: Any, by_bot: Mapping[str, str], players: str = "bot") -> None:
    """Print the result as a table, and the map if the game has one.

    Args:
        game: the rules.
        state: the last position.
        by_bot: seat to the name of its bot; empty if that is not known.
        players: what stands above those names.
    """
    from obsidia_core.render.words import plain_name

    names = Names.of(game)
    winners = game.winners(state)
    view = game.view(state, None)
    catalog = getattr(game, "catalog", None)
    map_shown = catalog is not None and "tiles" in view
    heads = ["class" if catalog else "side", *([players] if by_bot else [])]
    heads += [*(["towns", "on the map", "in reserve"] if map_shown else []), "result"]
    rows: list[list[Cell]] = []
    automatic = [name for side in game.sides(state) if side.automatic for name in side.members]
    for seat in dict.fromkeys([*game.seats(state), *automatic]):
        name = names.seats.get(seat, plain_name(seat))
        row: list[Cell] = [name[:1].upper() + name[1:], *([by_bot.get(seat)] if by_bot else [])]
        if map_shown:
            row += _score(view, catalog, seat)
        rows.append([*row, _outcome(seat, winners)])
    turns = getattr(state, "turn", None)
    table("Result" if turns is None else f"Result after {turns} turns", heads, rows)
    click.echo()
    drawn = None if map_shown else game.text_picture(state)
    if drawn is not None:
        click.echo(drawn)
        click.echo()
    if catalog is not None and map_shown:
        from obsidia_core.render.text import board_text

        for line in board_text(view, catalog, width(), ascii_only=not shows("╪╫╞╡╥╨┼…")):
            click.echo(line)
        click.echo()


def _outcome(seat: str, winners: Sequence[str] | None) -> str:
    if winners is None:
        return "not over"
    if seat not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared the win"


def _score(view: Mapping[str, Any], catalog: Any, seat: str) -> list[Cell]:
    """Towns, travelers on the map and in the reserve, of all classes of a seat."""
    classes = [one for one in view.get("classes", {}).get(seat, [seat]) if one in catalog.classes]
    letters = tuple(catalog.classes[one].letter for one in classes)
    return [
        sum(view["towns"].get(one, 0) for one in classes),
        sum(name.startswith(letters) and "," in at for name, at in view["travelers"].items()),
        sum(view["reserve"].get(one, 0) for one in classes),
    ]
