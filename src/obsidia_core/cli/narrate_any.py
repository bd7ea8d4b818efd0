"""Tells any game from its events by their kinds and fields, and finds who tells a game best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from textwrap import wrap
from typing import Any, Protocol

from obsidia_core.cli.narrate import Names, Narrator

ACTORS = ("side", "seat")
"""Fields that say who did something."""
LEFT_OUT = frozenset({"type", "rule", "known_to", *ACTORS})
MARGIN = 4


class Tells(Protocol):
    """Puts events into lines."""

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """The lines for what happened next; `by` is the seat that acted."""

    def rest(self) -> list[str]:
        """What was held back to be told with what follows."""


def narrator_for(
    game: Any,
    width: int = 80,
    *,
    cite: bool = False,
    plain: bool = False,
    seat: str | None = None,
) -> Tells:
    """Who tells the game: `Narrator` if it has Obsidia's content, else its own sentences do.

    `seat` is who is told, None for everybody.
    """
    names = Names.of(game)
    if names.seats:
        return Narrator(names, width, cite=cite, plain=plain)
    return EventNarrator(
        names, width, cite=cite, plain=plain, sentence=partial(game.sentence, seat=seat)
    )


class EventNarrator:
    """Tells a game that it does not know: rounds, phases in which something happens, and events.

    Args:
        names: what things are called, if anything is known of it.
        width: characters in a line.
        cite: put the rule that an event comes from behind it.
        plain: one unbroken line for each event.
        sentence: the game's own words for an event; None for one that is told by its fields.
    """

    def __init__(
        self,
        names: Names,
        width: int = 80,
        *,
        cite: bool = False,
        plain: bool = False,
        sentence: Callable[[Mapping[str, Any]], str | None],
    ) -> None:
        self._names = names
        self._width = width
        self._cite = cite
        self._plain = plain
        self._sentence = sentence
        self._phase: str | None = None

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """The lines for events as JSON objects, in order."""
        del by
        return [line for event in events for line in self._lines(event)]

    def rest(self) -> list[str]:
        """Nothing: only the name of a phase is held back, until something happens in it."""
        return []

    def _lines(self, event: Mapping[str, Any]) -> Iterator[str]:
        kind = event["type"]
        if kind in ("round", "turn") and "number" in event:
            self._phase = None
            heading = f"{kind.capitalize()} {event['number']}"
            yield from (f"{heading}.",) if self._plain else ("", heading)
        elif kind == "phase":
            told = self._sentence(event) or f"{self._who(event)}{_words(event['phase'])}."
            self._phase = told if self._plain else f"  {told.removesuffix('.')}"
        else:
            if self._phase is not None:
                yield self._phase
            self._phase = None
            told = self._told(event)
            if self._plain:
                yield told
            else:
                yield from wrap(
                    told,
                    self._width,
                    initial_indent=" " * MARGIN,
                    subsequent_indent=" " * (MARGIN + 2),
                )

    def _who(self, event: Mapping[str, Any]) -> str:
        actor = next((event[key] for key in ACTORS if event.get(key)), None)
        if actor is None:
            return ""
        name = self._names.seat(actor)
        return f"{name.upper() if len(name) < 3 else name.capitalize()}: "

    def _told(self, event: Mapping[str, Any]) -> str:
        kind = str(event["type"])
        rule = f" [{event['rule']}]" if self._cite and event.get("rule") else ""
        sentence = self._sentence(event)
        if sentence is not None:
            return f"{sentence}{rule}"
        fields = []
        for key, value in event.items():
            if key in LEFT_OUT or value is None or value in ([], (), ""):
                continue
            named = "" if key in kind.split("_") else f"{_words(key)} "
            fields.append(f"{named}{self._names.value(value)}")
        told = f"{self._who(event)}{_words(kind)}{', ' if fields else ''}{', '.join(fields)}"
        return f"{told[:1].upper()}{told[1:]}.{rule}"


def _words(name: object) -> str:
    return str(name).replace("_", " ")
