"""Events: what happened, typed, in order, and who may know it.

An event class lists the fields that only some seats may know in `secret`; an instance carries the
seats in `known_to`. Everybody else gets the event with those fields left out.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from obsidia_core.kernel.actions import shown

ASKED = "asked"
"""Type of the event that repeats the open question, in a game that has such an event."""


@attrs.define(repr=False, eq=False)
class Event:
    """Base of all events.

    Attributes:
        rule: id of the rule it came from, or None.
        known_to: seats that know the secret fields; None when nothing is secret.
    """

    type: ClassVar[str]
    secret: ClassVar[tuple[str, ...]] = ()

    rule: str | None = attrs.field(default=None, kw_only=True)
    known_to: tuple[str, ...] | None = attrs.field(
        default=None, kw_only=True, eq=False, metadata={"internal": True}
    )

    def __repr__(self) -> str:
        return shown(self)

    # One method for all kinds: made for each class, it would cost a third of the import.
    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        compared = (field.name for field in attrs.fields(type(self)) if field.eq)
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    __hash__ = None  # type: ignore[assignment]  # mutable


def redacted(event: Event, seat: str | None) -> Event:
    """The event as `seat` (None: a spectator) may know it."""
    if event.known_to is None or seat in event.known_to or not event.secret:
        return event
    return attrs.evolve(event, **dict.fromkeys(event.secret))
