"""Effects on hands, decks and piles, and on spells themselves (HAND, DISCARD, DECK, SPELL-18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from obsidia_core.effects.base import Effect, target
from obsidia_core.effects.scene import Scene
from obsidia_core.model.events import SpellNegated
from obsidia_core.rules import casting, choices, facts, horde_table, peeks, rolls


@attrs.frozen(eq=False, repr=False)
class DrawSpells(Effect):
    """Draw spells from the own deck; they may be cast this turn."""

    count: int

    def possible(self, scene: Scene) -> bool:
        """Whether the deck has a card."""
        return bool(scene.state.decks[scene.seat])

    def run(self, scene: Scene, stage: int) -> int | None:
        """As many as there are."""
        for _ in range(self.count):
            facts.draw_card(scene.state, scene.seat)
        return None


@attrs.frozen(eq=False, repr=False)
class TakeFromDiscards(Effect):
    """Take a spell out of the own discard pile into the hand; it waits until next turn."""

    spell: str = target("spell")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Everybody sees which."""
        card = scene.card_of(self.spell)
        facts.take_from_discards(scene.state, scene.seat, card)
        scene.state.held |= 1 << card
        return None


@attrs.frozen(eq=False, repr=False)
class StealSpell(Effect):
    """Take a random spell out of a player's hand, for the rest of the game; it waits a turn."""

    player: str = target("player")

    def run(self, scene: Scene, stage: int) -> int | None:
        """Counted in hand order (RULING-100, RULING-67)."""
        state = scene.state
        assert scene.frame is not None
        seat = scene.seat_of(self.player)
        hand = state.hands[seat]
        if not hand:
            return None
        number = rolls.pick(state, scene.frame, len(hand))
        if number is None:
            return stage
        card = hand[number - 1]
        facts.take_spell(state, seat, scene.seat, card)
        state.held |= 1 << card
        return None


@attrs.frozen(eq=False, repr=False)
class ChangeSpell(Effect):
    """Look at a player's hand and choose a spell; its owner puts it under the deck and draws."""

    player: str = target("player")

    def run(self, scene: Scene, stage: int) -> int | None:
        """The caster alone sees the hand; in the Horde's row the replacement fills the gap."""
        state = scene.state
        seat = scene.seat_of(self.player)
        if stage == 0:
            hand = [state.setup.cards[card].id for card in state.hands[seat]]
            if not hand:
                return None
            peeks.show_spells(state, scene.seat, seat, hand)
            choices.ask_choice(state, scene.seat, "spell", hand, secret=True, known=(seat,))
            return 1
        card = state.setup.card_of[scene.memory.pop("chosen")]
        if seat == state.setup.horde:
            slot = horde_table.laid_out(state).index(card)
            facts.bury_spells(state, seat, [card])
            facts.draw_to_row(state, slot)
            return None
        facts.bury_spells(state, seat, [card])
        drawn = facts.draw_card(state, seat)
        if drawn >= 0 and seat == state.current:
            state.held |= 1 << drawn
        return None


@attrs.frozen(eq=False, repr=False)
class SearchDeck(Effect):
    """Look at the top `count` spells of the own deck, take one, put the rest under it in any order.

    The spell taken waits until next turn.
    """

    count: int

    def possible(self, scene: Scene) -> bool:
        """Whether the deck has a card."""
        return bool(scene.state.decks[scene.seat])

    def run(self, scene: Scene, stage: int) -> int | None:
        """Ask which to take, then in which order the rest goes down, first deepest last."""
        state = scene.state
        cards = state.setup.cards
        seat = scene.seat
        if stage == 0:
            seen = [cards[card].id for card in state.decks[seat][: self.count]]
            scene.memory["seen"] = seen
            peeks.show_spells(state, seat, seat, seen)
            choices.ask_choice(state, seat, "spell", seen, secret=True)
            return 1
        if stage == 1:
            taken = scene.memory.pop("chosen")
            rest = [name for name in scene.memory.pop("seen") if name != taken]
            peeks.draw_named(state, seat, state.setup.card_of[taken])
            state.held |= 1 << state.setup.card_of[taken]
            choices.ask_order(state, seat, rest)
            return 2
        order = [state.setup.card_of[name] for name in scene.memory.pop("chosen")]
        facts.bury_spells(state, seat, order)
        return None


@attrs.frozen(eq=False, repr=False)
class NegateFaceUp(Effect):
    """An enemy face-up spell in the battle is negated."""

    phases: ClassVar[frozenset[str]] = frozenset({"IV"})
    spell: str = target("spell")

    def run(self, scene: Scene, stage: int) -> int | None:
        """It is discarded onto its caster's pile (DISCARD-02)."""
        state = scene.state
        frame = scene.battle
        assert frame is not None
        card = scene.card_of(self.spell)
        for seat, lying in frame.data["faceup"]:
            if lying == card:
                frame.data["faceup"] = [one for one in frame.data["faceup"] if one[1] != card]
                facts.record(state, SpellNegated(state.setup.cards[card].id))
                facts.discard(state, seat, card)
        return None


@attrs.frozen(eq=False, repr=False)
class NegateCast(Effect):
    """The spell that is answered is negated; what its caster paid for it stays paid."""

    triggers: ClassVar[frozenset[str]] = frozenset({"cast"})

    def run(self, scene: Scene, stage: int) -> int | None:
        """Costs are paid now, the rest does not happen."""
        scene.state.stack[scene.context["cast"]].data["negated"] = True
        return None


@attrs.frozen(eq=False, repr=False)
class Imitate(Effect):
    """The effect of a card on top of a discard pile happens as if the caster had cast it."""

    spell: str = target("spell")

    def run(self, scene: Scene, stage: int) -> int | None:
        """The card stays in its pile; its targets are chosen now."""
        casting.push_borrowed(scene.state, scene.seat, scene.card_of(self.spell))
        return None


EFFECTS: Mapping[str, type[Effect]] = {
    "draw_spells": DrawSpells,
    "take_from_discards": TakeFromDiscards,
    "steal_spell": StealSpell,
    "change_spell": ChangeSpell,
    "search_deck": SearchDeck,
    "negate_face_up": NegateFaceUp,
    "negate_cast": NegateCast,
    "imitate": Imitate,
}
