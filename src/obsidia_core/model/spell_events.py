"""Events about spells: casting them, and cards that go from one place to another."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from obsidia_core.kernel.events import Event


@attrs.define(repr=False, eq=False)
class SpellDeclared(Event):
    """A card leaves a hand, for all to see, to be cast once its targets are chosen."""

    type: ClassVar[str] = "spell_declared"
    seat: str
    spell: str


@attrs.define(repr=False, eq=False)
class SpellCast(Event):
    """A spell is cast from a hand; `targets` as chosen, ready for JSON."""

    type: ClassVar[str] = "spell_cast"
    seat: str
    spell: str
    targets: tuple[Any, ...] = ()


@attrs.define(repr=False, eq=False)
class SpellLaid(Event):
    """A spell lies face-up in its battle until that ends, or the spell is discarded."""

    type: ClassVar[str] = "spell_laid"
    seat: str
    spell: str


@attrs.define(repr=False, eq=False)
class SpellNegated(Event):
    """A spell is discarded without effect."""

    type: ClassVar[str] = "spell_negated"
    spell: str


@attrs.define(repr=False, eq=False)
class SpellDrawn(Event):
    """A card goes from a deck to a hand; only its owner knows which.

    `slot`: for the Horde, whose row everybody sees, the slot that it is laid into, from 1.
    """

    type: ClassVar[str] = "spell_drawn"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    spell: str | None
    slot: int | None = None


@attrs.define(repr=False, eq=False)
class SpellGiven(Event):
    """A card goes from a hand to the ally's; only the two know which."""

    type: ClassVar[str] = "spell_given"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    to: str
    spell: str | None


@attrs.define(repr=False, eq=False)
class SpellDrafted(Event):
    """A card is kept in the draft; only its owner knows which."""

    type: ClassVar[str] = "spell_drafted"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    spell: str | None


@attrs.define(repr=False, eq=False)
class DeckMade(Event):
    """A drafted deck is complete; `count` cards are in it."""

    type: ClassVar[str] = "deck_made"
    seat: str
    count: int


@attrs.define(repr=False, eq=False)
class SpellTaken(Event):
    """A card comes to a hand by a spell: from `source`'s hand, or None from the own discards.

    `top`: the card that lies on top of the own discards now, if it came from there.
    """

    type: ClassVar[str] = "spell_taken"
    secret: ClassVar[tuple[str, ...]] = ("spell",)
    seat: str
    source: str | None
    spell: str | None
    top: str | None = None


@attrs.define(repr=False, eq=False)
class SpellsSeen(Event):
    """A seat looks at `count` cards of `owner`; only those two know which."""

    type: ClassVar[str] = "spells_seen"
    secret: ClassVar[tuple[str, ...]] = ("spells",)
    seat: str
    owner: str
    count: int
    spells: tuple[str, ...] | None


@attrs.define(repr=False, eq=False)
class SpellsBuried(Event):
    """Cards of a hand or deck go face-down under the deck; only its owner knows which.

    Attributes:
        seat: whose deck it is.
        count: how many cards.
        from_hand: how many of them come from the hand.
        spells: the cards, the first of them on top of the rest.
    """

    type: ClassVar[str] = "spells_buried"
    secret: ClassVar[tuple[str, ...]] = ("spells",)
    seat: str
    count: int
    from_hand: int
    spells: tuple[str, ...] | None


@attrs.define(repr=False, eq=False)
class SpellDiscarded(Event):
    """A card comes to lie face-up on top of a discard pile. `source`: play or hand."""

    type: ClassVar[str] = "spell_discarded"
    seat: str
    spell: str
    source: str = "play"


@attrs.define(repr=False, eq=False)
class Reshuffled(Event):
    """Every discard pile has become its player's new deck (DECK-03)."""

    type: ClassVar[str] = "reshuffled"


SPELL_EVENTS: tuple[type[Event], ...] = (
    SpellDeclared,
    SpellCast,
    SpellLaid,
    SpellNegated,
    SpellDrawn,
    SpellGiven,
    SpellDrafted,
    DeckMade,
    SpellTaken,
    SpellsSeen,
    SpellsBuried,
    SpellDiscarded,
    Reshuffled,
)
