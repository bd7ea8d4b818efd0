"""Tells a game in sentences, from its events.

Events come as JSON objects, as `Game.events_for` gives them for somebody who watches, so the same
words serve a game being played, a replay, and events from a server. An event of a kind that is not
known here is told by its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import attrs

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
INDENT = 2
MARGIN = INDENT + 1 + max(map(len, PHASES.values()))


@attrs.frozen
class Names:
    """What things are called.

    Attributes:
        seats, spells, terrains, creatures: id to name.
        tiles: tile or colony id to terrain id.
    """

    seats: Mapping[str, str] = attrs.field(factory=dict)
    spells: Mapping[str, str] = attrs.field(factory=dict)
    terrains: Mapping[str, str] = attrs.field(factory=dict)
    creatures: Mapping[str, str] = attrs.field(factory=dict)
    tiles: Mapping[str, str] = attrs.field(factory=dict)

    @classmethod
    def of(cls, game: Any) -> Names:
        """The names of a game's content; empty for a game without a catalog."""
        catalog = getattr(game, "catalog", None)
        if catalog is None:
            return cls()
        home = next((one.id for one in catalog.terrains.values() if one.home), "colony")
        return cls(
            *(
                {one.id: one.name for one in kind.values()}
                for kind in (
                    catalog.classes,
                    catalog.spells,
                    catalog.terrains,
                    catalog.creatures,
                )
            ),
            {
                **{tile.id: tile.terrain for tile in catalog.tiles.values()},
                **dict.fromkeys(catalog.colonies, home),
            },
        )

    def seat(self, seat: str | None) -> str:
        """A class by its name; `neutral` and creatures stay what they are."""
        return self.seats.get(seat or "", (seat or "somebody").replace("_", " "))

    def spell(self, spell: str | None) -> str:
        """A spell by its name."""
        return self.spells.get(spell or "", (spell or "a spell").replace("_", " "))

    def terrain(self, terrain: str) -> str:
        """A terrain by its name."""
        return self.terrains.get(terrain, terrain.replace("_", " "))

    def tile(self, tile: str) -> str:
        """A tile by its terrain and id."""
        terrain = self.tiles.get(tile)
        return tile if terrain is None else f"{self.terrain(terrain)} ({tile})"


class Narrator:
    """Tells one game from its first event on.

    It remembers what was summoned and drawn, so it needs all events in order.
    """

    def __init__(self, names: Names, width: int = 80) -> None:
        self._names = names
        self._width = width
        self._phase: str | None = None
        self._kinds: dict[str, str] = {}
        self._drawn: Told | None = None
        self._cards: tuple[str, int] | None = None
        self._tellers: Mapping[str, Callable[[Told, str], str | None]] = {
            "tile_removed": self._tile_removed,
            "tile_placed": self._tile_placed,
            "map_cleared": lambda event, by: "A colony fits nowhere: world-building starts again.",
            "trained": lambda event, by: f"{by} trained {event['piece']} at {event['at']}.",
            "moved": self._moved,
            "undone": self._undone,
            "recruited": self._recruited,
            "spawned": lambda event, by: f"{event['piece']} appeared at {event['at']}.",
            "rolled": self._rolled,
            "killed": self._killed,
            "returned": self._returned,
            "town": self._town,
            "spell_cast": self._spell_cast,
            "spell_negated": lambda event, by: (
                f"{self._names.spell(event['spell'])} came to nothing."
            ),
            "spell_discarded": self._spell_discarded,
            "reshuffled": lambda event, by: "All spells were spent and every deck was reshuffled.",
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
        return [line for event in events for line in self._lines(event, self._names.seat(by))]

    def rest(self) -> list[str]:
        """What was held back to be told in one sentence with what follows; ask for it at the end."""
        return list(self._held_back(None))

    def _lines(self, event: Told, by: str) -> Iterator[str]:
        yield from self._held_back(event)
        kind = event["type"]
        if kind == "turn":
            yield ""
            yield f"Turn {event['number']}: {self._names.seat(event['seat'])}"
            self._phase = None
        elif kind == "phase":
            self._phase = PHASES.get(event["phase"], event["phase"])
        elif kind == "tile_drawn":
            self._drawn = {**event, "by": by}
        elif kind == "spell_drawn":
            count = self._cards[1] if self._cards else 0
            self._cards = (event["seat"], count + 1)
        else:
            teller = self._tellers.get(kind, self._unknown)
            sentence = teller(event, by)
            if sentence:
                yield from self._sentence(sentence)

    def _held_back(self, event: Told | None) -> Iterator[str]:
        """Tell what cannot be joined with the coming event."""
        kind = None if event is None else event["type"]
        if self._cards and (kind != "spell_drawn" or event is None or event["seat"] != self._cards[0]):
            seat, count = self._cards
            self._cards = None
            yield from self._sentence(f"{self._names.seat(seat)} drew {_counted(count, 'spell')}.")
        if self._drawn and kind not in ("tile_placed", "tile_removed", "phase", "turn"):
            yield from self._sentence(f"{self._drawing()}.")
            self._drawn = None

    def _drawing(self) -> str:
        assert self._drawn is not None
        drawer = self._drawn.get("seat")
        name = self._names.seat(drawer) if drawer else self._drawn["by"]
        return f"{name} turned up {self._names.tile(self._drawn['tile'])}"

    def _sentence(self, text: str) -> list[str]:
        label, self._phase = self._phase or "", None
        lines = wrap(text, max(20, self._width - MARGIN)) or [""]
        first = f"{'':{INDENT}}{label:{MARGIN - INDENT}}{lines[0]}"
        return [first, *(f"{'':{MARGIN}}{line}" for line in lines[1:])]

    # Tiles

    def _tile_placed(self, event: Told, by: str) -> str:
        turned = f", turned {event['rotation']}°" if event["rotation"] else ""
        where = f"{event['at']}{turned}"
        if self._drawn and self._drawn["tile"] == event["tile"]:
            sentence = f"{self._drawing()} and laid it at {where}."
            self._drawn = None
            return sentence
        if event.get("side"):
            return f"{by} founded a {self._names.tile(event['tile'])} at {where}."
        return f"{self._names.tile(event['tile'])} now lies at {where}."

    def _tile_removed(self, event: Told, by: str) -> str:
        if self._drawn and self._drawn["tile"] == event["tile"]:
            sentence = f"{self._drawing()}, which fits nowhere and left the game."
            self._drawn = None
            return sentence
        where = f" at {event['at']}" if event.get("at") else ""
        return f"{self._names.tile(event['tile'])}{where} left the game."

    # Pieces

    def _piece(self, name: str) -> str:
        kind = self._kinds.get(name)
        return name if kind is None else f"{self._names.creatures.get(kind, kind)} {name}"

    def _pieces(self, names: Sequence[str]) -> str:
        return _listed([self._piece(name) for name in names])

    def _moved(self, event: Told, by: str) -> str:
        who, origin, to = self._pieces(event["pieces"]), event["from"], event["to"]
        return {
            "step": f"{who} went from {origin} to {to}.",
            "slide": f"{who} slid on to {to}.",
            "portal": f"{who} stepped through the portal from {origin} to {to}.",
            "teleport": f"{who} was carried from {origin} to {to}.",
            "replacement": f"{who} took a place at {to}, coming from {origin}.",
            "swap": f"{who} changed places, from {origin} to {to}.",
            "forced": f"{who} was driven from {origin} to {to}.",
        }.get(event["way"], f"{who} came from {origin} to {to}.")

    def _undone(self, event: Told, by: str) -> str:
        back: dict[str, list[str]] = {}
        for piece, place in event["pieces"].items():
            back.setdefault(place, []).append(piece)
        told = "; ".join(
            f"{self._pieces(pieces)} {'are' if len(pieces) > 1 else 'is'} "
            f"{'in the reserve' if place == 'reserve' else 'at ' + place} again"
            for place, pieces in back.items()
        )
        return f"{by} took back movement {event['move']}{': ' if told else ''}{told}."

    def _recruited(self, event: Told, by: str) -> str:
        return f"{event['piece']}, from the Town at {event['at']}, joined up and stayed there."

    def _killed(self, event: Told, by: str) -> str:
        cause, at = event["cause"], event["at"]
        how = {
            "battle": f"fell in battle at {at}",
            "loop": f"perished at {at} in a fight without an end",
            "spell": f"was killed by a spell at {at}",
            "lost": f"stepped from {at} into the dark and was lost",
        }.get(cause, f"died at {at}: {self._names.terrain(cause)}")
        gone = ", for good" if event.get("to") == "gone" else ""
        sentence = f"{self._piece(event['piece'])} {how}{gone}."
        self._kinds.pop(event["piece"], None)
        return sentence

    def _returned(self, event: Told, by: str) -> str:
        sentence = f"{self._piece(event['piece'])} left {event['at']} for the reserve."
        self._kinds.pop(event["piece"], None)
        return sentence

    def _summoned(self, event: Told, by: str) -> str:
        self._kinds[event["piece"]] = event["kind"]
        summoner = self._names.seat(event["summoner"])
        return f"{summoner} summoned {self._piece(event['piece'])} at {event['at']}."

    # Towns

    def _town(self, event: Told, by: str) -> str:
        if event["holder"] == "neutral":
            return f"The Town at {event['at']} is nobody's any more."
        return f"The Town at {event['at']} is now held by {self._names.seat(event['holder'])}."

    # Dice and battles

    def _rolled(self, event: Told, by: str) -> str:
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
                return f"Chance picked {shown}."
            case "spell":
                return f"The dice now show {shown}."
        return f"The dice show {shown}."

    def _side(self, side: str) -> str:
        return self._piece(side) if side in self._kinds else self._names.seat(side)

    def _battle_started(self, event: Told, by: str) -> str:
        one, other = map(self._side, event["sides"])
        if event["at"] == event["against"]:
            return f"{one} and {other} fought at {event['at']}."
        return f"{one} at {event['at']} fought {other} at {event['against']}."

    def _battle_ended(self, event: Told, by: str) -> str | None:
        if event.get("winner"):
            return f"{self._side(event['winner'])} won the battle."
        return "The battle was a draw." if event["result"] == "draw" else "Nobody won the battle."

    # Spells

    def _spell_cast(self, event: Told, by: str) -> str:
        targets = [_value(target) for target in event.get("targets", ())]
        on = f" on {_listed(targets)}" if targets else ""
        return f"{self._names.seat(event['seat'])} cast {self._names.spell(event['spell'])}{on}."

    def _spell_discarded(self, event: Told, by: str) -> str:
        return f"{self._names.seat(event['seat'])} discarded {self._names.spell(event['spell'])}."

    def _choice(self, event: Told, by: str) -> str:
        who, what = self._names.seat(event["seat"]), event["what"].replace("_", " ")
        value = event.get("value")
        if value is None:
            return f"{who} made a choice that others do not see ({what})."
        return f"{who} chose {what} {_value(value)}."

    def _game_over(self, event: Told, by: str) -> str:
        winners = [self._names.seat(seat) for seat in event["winners"]]
        return f"The game is over: {_listed(winners) or 'nobody'} won."

    def _unknown(self, event: Told, by: str) -> str:
        fields = ", ".join(
            f"{key} {_value(value)}"
            for key, value in event.items()
            if key not in ("type", "rule") and value is not None
        )
        kind = str(event["type"]).replace("_", " ")
        return f"{kind[:1].upper()}{kind[1:]}{': ' if fields else ''}{fields}."


def _counted(count: int, noun: str) -> str:
    return f"{'one' if count == 1 else count} {noun}{'' if count == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_value(part)}" for key, part in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value))
    return str(value)
