"""Tells a game in sentences, from its events.

Events come as JSON objects, as `Game.events_for` gives them for a seat or for somebody who watches,
so the same words serve a game being played, a replay, and events from a server. What an event says
of hidden things is told, so a seat hears which cards it drew and others hear how many. An event of
a kind that is not known here is told by its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from obsidia_core.cli.cited import rule_of
from obsidia_core.cli.names import HORDE, PLAYER, Names

__all__ = ["Names", "Narrator"]

Told = Mapping[str, Any]

PHASES: Mapping[str, str] = {
    "draft": "Draft",
    "world_building": "World",
    "tile": "Tile",
    "training": "Training",
    "movement": "Movement",
    "battle": "Battle",
    "spell": "Spells",
}
ALWAYS: Mapping[str, str] = {
    "map_cleared": "A colony fits nowhere: world-building starts again.",
    "reshuffled": "All spells were spent and every deck was reshuffled.",
}
"""Events that are told in the same words each time."""
SILENT = frozenset({"asked", "battles_pending", "spell_declared", "spell_laid", "tile_due"})
"""Events of which others say all that there is to say."""
TARGETS = frozenset({"traveler", "unit", "tile", "side", "player", "spell", "die"})
"""Choices that may be the targets of a spell about to be cast."""
COUNTED: Mapping[str, str] = {"spell_drawn": "drew", "spell_drafted": "drafted"}
"""Events that are told together, with the verb; of cards not known only the number is told."""
PLACES: Mapping[str, str] = {"reserve": "in the reserve", "gone": "gone"}
"""Places that are no spaces."""
INDENT = 2
MARGIN = INDENT + 1 + max(map(len, PHASES.values()))


class Narrator:
    """Tells one game from its first event on.

    It remembers what was summoned and drawn, so it needs all events in order.

    Args:
        names: what things are called.
        width: characters in a line.
        cite: put the rule that an event comes from behind its sentence.
        plain: one unbroken line for each sentence, the phase before the first of it.
    """

    def __init__(
        self, names: Names, width: int = 80, *, cite: bool = False, plain: bool = False
    ) -> None:
        self._names = names
        self._width = width
        self._cite = cite
        self._plain = plain
        self._turn: str | None = None
        self._phase: str | None = "Set-up"
        self._phase_id = ""
        self._kinds: dict[str, str] = {}
        self._drawn: Told | None = None
        self._cards: dict[str, list[str | None]] = {}
        self._cards_by = ""
        self._targets: list[Told] = []
        self._cast: set[str] = set()
        self._by = ""
        self._declared: str | None = None
        self._tellers: Mapping[str, Callable[[Told], str]] = {
            "tile_removed": self._tile_removed,
            "tile_placed": self._tile_placed,
            "tile_buried": self._tile_buried,
            "tile_moved": self._tile_moved,
            "tile_changed": self._tile_changed,
            "token": self._token,
            "token_returned": self._token_returned,
            "colony_set_aside": lambda _: "The home colony fits nowhere yet and waits for the end.",
            "colony_lifted": self._colony_lifted,
            "trained": lambda event: f"{self._actor()} trained {event['piece']} at {event['at']}.",
            "moved": self._moved,
            "undone": self._undone,
            "recruited": self._recruited,
            "spawned": lambda event: f"{event['piece']} appeared at {event['at']}.",
            "rolled": self._rolled,
            "killed": self._killed,
            "returned": self._returned,
            "town": self._town,
            "spell_cast": self._spell_cast,
            "spell_negated": lambda event: f"{self._names.spell(event['spell'])} came to nothing.",
            "spell_given": self._spell_given,
            "spell_taken": self._spell_taken,
            "spells_seen": lambda event: self._seen(event, "spell"),
            "tiles_seen": lambda event: self._seen(event, "tile"),
            "spells_buried": self._spells_buried,
            "deck_made": self._deck_made,
            "seat_named": self._seat_named,
            "solo_began": self._solo_began,
            "horde_heads": self._horde_heads,
            "spell_discarded": self._spell_discarded,
            "summoned": self._summoned,
            "battle_started": self._battle_started,
            "battle_ended": self._battle_ended,
            "choice": self._choice,
            "game_over": self._game_over,
        }

    def tell(self, events: Iterable[Told], by: str | None = None) -> list[str]:
        """The lines for what happened next.

        Args:
            events: events as JSON objects, in order.
            by: the seat whose action brought them about, if any.
        """
        self._by = self._names.seat(by)
        return [line for event in events for line in self._lines(event)]

    def rest(self) -> list[str]:
        """What was held back to be told in one sentence with what follows; ask at the end."""
        return list(self._held_back(None))

    def _lines(self, event: Told) -> Iterator[str]:
        kind = event["type"]
        if kind not in SILENT:
            yield from self._held_back(event)
        if kind in ("spell_declared", "spell_cast"):
            self._declared = event.get("spell")
        if kind in SILENT:
            pass
        elif kind == "turn":
            self._turn, self._phase = event["seat"], None
            heading = f"Turn {event['number']}: {_capital(self._names.seat(event['seat']))}"
            yield from (f"{heading}.",) if self._plain else ("", heading)
        elif kind == "phase":
            self._phase_id = event["phase"]
            self._phase = PHASES.get(event["phase"], event["phase"])
        elif kind == "tile_drawn":
            self._drawn = {**event, "by": self._by}
        elif kind == "choice" and event["what"] in TARGETS and event.get("value") is not None:
            self._targets.append(event)
        elif kind == "spell_discarded" and event["spell"] in self._cast:
            self._cast.discard(event["spell"])
        elif kind in COUNTED:
            self._cards_by = kind
            self._cards.setdefault(event["seat"], []).append(event.get("spell"))
        else:
            rule = self._rule(self._with_draw(event))
            told = ALWAYS.get(kind) or self._tellers.get(kind, self._unknown)(event)
            yield from self._sentence(told, rule)

    def _held_back(self, event: Told | None) -> Iterator[str]:
        """Tell what cannot be joined with the coming event."""
        kind = None if event is None else event["type"]
        if self._cards and kind != self._cards_by:
            drawn, self._cards = self._cards, {}
            for seat, spells in drawn.items():
                cards = self._spells(spells, len(spells))
                rule = self._rule({"type": self._cards_by})
                yield from self._sentence(
                    f"{self._names.seat(seat)} {COUNTED[self._cards_by]} {cards}.", rule
                )
        if self._drawn and kind not in ("tile_placed", "tile_removed", "phase", "turn"):
            rule = self._rule(self._drawn)
            yield from self._sentence(f"{self._drawing()}.", rule)
            self._drawn = None
        if self._targets and kind != "choice":
            targets, self._targets = self._targets, []
            for choice in targets:
                # A spell names its targets itself.
                if kind != "spell_cast" or event is None or event["seat"] != choice["seat"]:
                    yield from self._sentence(self._choice(choice))

    def _rule(self, event: Told) -> str | None:
        return rule_of(event, self._phase_id, self._kinds, by_card=bool(self._cast))

    def _with_draw(self, event: Told) -> Told:
        """The event that a sentence is about: for a tile drawn and laid at once, the draw."""
        drawn = self._drawn
        joined = drawn is not None and event["type"] == "tile_placed"
        return drawn if drawn is not None and joined and drawn["tile"] == event["tile"] else event

    def _drawing(self) -> str:
        assert self._drawn is not None
        drawer = self._drawn.get("seat")
        name = self._names.seat(drawer) if drawer else self._drawn["by"]
        return f"{name} turned up {self._names.tile(self._drawn['tile'])}"

    def _sentence(self, text: str, rule: str | None = None) -> list[str]:
        label, self._phase = self._phase or "", None
        text = _capital(text)
        if self._cite and rule:
            text += f" [{rule}]"
        if self._plain:
            return [f"{label}: {text}" if label else text]
        lines = wrap(text, max(20, self._width - MARGIN)) or [""]
        first = f"{'':{INDENT}}{label:{MARGIN - INDENT}}{lines[0]}"
        return [first, *(f"{'':{MARGIN}}{line}" for line in lines[1:])]

    def _actor(self) -> str:
        """Who acts when an event does not say so: in the Horde's turn the Horde."""
        return self._names.seat(HORDE) if self._turn == HORDE else self._by

    # Tiles

    def _tile_placed(self, event: Told) -> str:
        if self._drawn and self._drawn["tile"] == event["tile"]:
            sentence = f"{self._drawing()} and laid it at {event['at']}."
            self._drawn = None
            return sentence
        if event.get("side") and self._names.seat(event.get("class")) == self._by:
            return f"{self._by} founded the home colony at {event['at']}."
        verb = "founded" if event.get("side") else "laid"
        return f"{self._by} {verb} {self._names.tile(event['tile'])} at {event['at']}."

    def _tile_removed(self, event: Told) -> str:
        if self._drawn and self._drawn["tile"] == event["tile"]:
            sentence = f"{self._drawing()}, which fits nowhere and left the game."
            self._drawn = None
            return sentence
        where = f" at {event['at']}" if event.get("at") else ""
        return f"{_capital(self._names.tile(event['tile']))}{where} left the game."

    def _tile_buried(self, event: Told) -> str:
        what = self._names.tile(event["tile"]) if event.get("tile") else "a tile"
        where = f" from {event['at']}" if event.get("at") else ""
        owner = self._names.seat(event["seat"])
        return f"{_capital(what)}{where} went under the stack of {owner}."

    def _tile_moved(self, event: Told) -> str:
        what = _capital(self._names.tile(event["tile"]))
        if event["from"] == event["to"]:
            return f"{what} at {event['to']} was turned."
        return f"{what} was moved from {event['from']} to {event['to']}."

    def _tile_changed(self, event: Told) -> str:
        return f"The tile at {event['at']} counts as {self._names.terrain(event['terrain'])}."

    def _colony_lifted(self, event: Told) -> str:
        return f"The home colony at {event['at']} is joined by no pathway and was taken up again."

    def _token(self, event: Told) -> str:
        return f"{self._effect(event)} is in force{_places(event)}."

    def _token_returned(self, event: Told) -> str:
        return f"{self._effect(event)} ended{_places(event)}."

    def _effect(self, event: Told) -> str:
        name = self._names.spell(event.get("spell") or event["kind"])
        return f"{name} of {self._names.seat(event['seat'])}"

    # Pieces

    def _piece(self, name: str) -> str:
        kind = self._kinds.get(name)
        return name if kind is None else f"{self._names.creatures.get(kind, kind)} {name}"

    def _pieces(self, names: Sequence[str]) -> str:
        return _listed([self._piece(name) for name in names])

    def _moved(self, event: Told) -> str:
        who, origin, to = self._pieces(event["pieces"]), event["from"], event["to"]
        was = "was" if len(event["pieces"]) == 1 else "were"
        return {
            "step": f"{who} went from {origin} to {to}.",
            "slide": f"{who} slid on to {to}.",
            "portal": f"{who} stepped through the portal from {origin} to {to}.",
            "teleport": f"{who} {was} carried from {origin} to {to}.",
            "replacement": f"{who} took a place at {to}, coming from {origin}.",
            "swap": f"{who} changed places, from {origin} to {to}.",
            "forced": f"{who} {was} driven from {origin} to {to}.",
        }.get(event["way"], f"{who} came from {origin} to {to}.")

    def _undone(self, event: Told) -> str:
        back: dict[str, list[str]] = {}
        for piece, place in event["pieces"].items():
            back.setdefault(place, []).append(piece)
        told = "; ".join(
            f"{self._pieces(pieces)} {'are' if len(pieces) > 1 else 'is'} "
            f"{PLACES.get(place, f'at {place}')} again"
            for place, pieces in back.items()
        )
        return f"{self._by} took back movement {event['move']}{': ' if told else ''}{told}."

    def _recruited(self, event: Told) -> str:
        return f"{event['piece']}, from the Town at {event['at']}, joined up and stayed there."

    def _killed(self, event: Told) -> str:
        cause, at = event["cause"], event["at"]
        how = {
            "battle": f"fell in battle at {at}",
            "loop": f"perished at {at} in a fight without an end",
            "spell": f"was killed by a spell at {at}",
            "lost": f"stepped from {at} into the dark and was lost",
        }.get(cause, f"was killed by the {self._names.terrain(cause)} at {at}")
        gone = ", for good" if event.get("to") == "gone" else ""
        sentence = f"{self._piece(event['piece'])} {how}{gone}."
        self._kinds.pop(event["piece"], None)
        return sentence

    def _returned(self, event: Told) -> str:
        sentence = f"{self._piece(event['piece'])} left {event['at']} for the reserve."
        self._kinds.pop(event["piece"], None)
        return sentence

    def _summoned(self, event: Told) -> str:
        self._kinds[event["piece"]] = event["kind"]
        summoner = self._names.seat(event["summoner"])
        return f"{summoner} summoned {self._piece(event['piece'])} at {event['at']}."

    # Towns

    def _town(self, event: Told) -> str:
        if event["holder"] == "neutral":
            return f"The Town at {event['at']} is nobody's any more."
        if event["holder"] == "shared":
            return f"The Town at {event['at']} is shared."
        return f"The Town at {event['at']} is now held by {self._names.seat(event['holder'])}."

    # Dice and battles

    def _rolled(self, event: Told) -> str:
        dice, outcomes = event.get("dice", ()), event.get("outcomes", ())
        shown = _listed([str(die) for die in dice]) or "nothing"
        if len(outcomes) > len(dice):
            shown += f" ({', '.join(map(str, outcomes))} came up)"
        who = event.get("piece")
        match event["reason"]:
            case "survival":
                return f"{who} rolled {shown} for its life."
            case "woods_exit":
                return f"{who} rolled {shown} for the way out."
            case "random":
                for_horde = str(event.get("rule") or "").startswith("HORDE")
                whose = self._names.seat(HORDE) if for_horde else self._names.spell(self._declared)
                return f"Chance picked number {shown} for {whose}."
            case "spell":
                return f"The dice now show {shown}."
        return f"The dice show {shown}."

    def _side(self, side: str) -> str:
        return self._piece(side) if side in self._kinds else self._names.seat(side)

    def _battle_started(self, event: Told) -> str:
        one, other = map(self._side, event["sides"])
        if event["at"] == event["against"]:
            return f"{one} and {other} fought at {event['at']}."
        return f"{one} at {event['at']} fought {other} at {event['against']}."

    def _battle_ended(self, event: Told) -> str:
        if event.get("winner"):
            return f"{self._side(event['winner'])} won the battle."
        return "The battle was a draw." if event["result"] == "draw" else "Nobody won the battle."

    # Spells

    def _spell_cast(self, event: Told) -> str:
        self._cast.add(event["spell"])
        targets = [self._names.value(target) for target in event.get("targets", ())]
        on = f" on {_listed(targets)}" if targets else ""
        return f"{self._names.seat(event['seat'])} cast {self._names.spell(event['spell'])}{on}."

    def _spell_discarded(self, event: Told) -> str:
        return f"{self._names.seat(event['seat'])} discarded {self._names.spell(event['spell'])}."

    def _spell_given(self, event: Told) -> str:
        spell = self._names.spell(event.get("spell"))
        return f"{self._names.seat(event['seat'])} gave {self._names.seat(event['to'])} {spell}."

    def _spell_taken(self, event: Told) -> str:
        spell = self._names.spell(event.get("spell"))
        source = event.get("source")
        where = f"the hand of {self._names.seat(source)}" if source else "the own discards"
        return f"{self._names.seat(event['seat'])} took {spell} from {where}."

    def _seen(self, event: Told, noun: str) -> str:
        who, owner = self._names.seat(event["seat"]), self._names.seat(event["owner"])
        seen = event.get(f"{noun}s")
        name = self._names.spell if noun == "spell" else self._names.tile
        what = f": {_listed([name(one) for one in seen])}" if seen else ""
        return f"{who} looked at {_counted(event['count'], noun)} of {owner}{what}."

    def _spells(self, spells: Sequence[str | None], count: int) -> str:
        """Cards by name if all are known, else their number."""
        known = [self._names.spell(spell) for spell in spells if spell is not None]
        return _listed(known) if known and len(known) == count else _counted(count, "spell")

    def _spells_buried(self, event: Told) -> str:
        cards = self._spells(event.get("spells") or (), event["count"])
        return f"{self._names.seat(event['seat'])} put {cards} under the deck."

    def _deck_made(self, event: Told) -> str:
        cards = _counted(event["count"], "spell")
        return f"{self._names.seat(event['seat'])} has a deck of {cards}."

    # The solo game

    def _solo_began(self, event: Told) -> str:
        return (
            f"{self._names.seat(event['seat'])} meets the Horde: {event['deck']} spells against "
            f"{event['horde_deck']}, and {_counted(event['stack'], 'tile')} to explore with."
        )

    def _horde_heads(self, event: Told) -> str:
        goals, who = event["goals"], self._pieces(event["pieces"])
        heads = "heads" if len(event["pieces"]) == 1 else "head"
        towns = f"the nearest Town, {goals[0]}"
        if len(goals) > 1:
            towns = f"one of the nearest Towns, {_listed(goals)}"
        return f"{who} {heads} for {towns}: {_counted(event['distance'], 'move')} away."

    def _seat_named(self, event: Told) -> str:
        if event["to"] == PLAYER:
            return f"{self._names.seat(event['seat'])} gives the class back."
        return f"{self._names.seat(event['seat'])} plays {self._names.seat(event['to'])}."

    def _choice(self, event: Told) -> str:
        who, what = self._names.seat(event["seat"]), event["what"].replace("_", " ")
        value = event.get("value")
        if value is None:
            return f"{who} made a choice that others do not see ({what})."
        if isinstance(value, bool):
            return f"{who} answered {self._names.value(value)}."
        if event["what"] == "spell" and isinstance(value, str):
            return f"{who} chose {self._names.spell(value)}."
        return f"{who} chose {what} {self._names.value(value)}."

    def _game_over(self, event: Told) -> str:
        winners = [self._names.seat(seat) for seat in event["winners"]]
        return f"The game is over: {_listed(winners) or 'nobody'} won."

    def _unknown(self, event: Told) -> str:
        fields = ", ".join(
            f"{key} {self._names.value(value)}"
            for key, value in event.items()
            if key not in ("type", "rule") and value is not None
        )
        kind = _capital(str(event["type"]).replace("_", " "))
        return f"{kind}{': ' if fields else ''}{fields}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _places(event: Told) -> str:
    places = [str(place) for place in event.get("at", ())]
    return f" ({', '.join(places)})" if places else ""


def _counted(count: int, noun: str) -> str:
    return f"{'one' if count == 1 else count} {noun}{'' if count == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
