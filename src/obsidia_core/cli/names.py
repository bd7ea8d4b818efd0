"""What the things of a game are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

HORDE, PLAYER = "horde", "player"
"""The seat of the Horde, and that of a solo player who has no class yet."""
SIDES: Mapping[str, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}


@attrs.frozen
class Names:
    """What things are called.

    Attributes:
        seats, spells, terrains, creatures: id to name.
        tiles: tile or colony id to terrain id.
        homes: colony id to the class whose home it is.
    """

    seats: Mapping[str, str] = attrs.field(factory=dict)
    spells: Mapping[str, str] = attrs.field(factory=dict)
    terrains: Mapping[str, str] = attrs.field(factory=dict)
    creatures: Mapping[str, str] = attrs.field(factory=dict)
    tiles: Mapping[str, str] = attrs.field(factory=dict)
    homes: Mapping[str, str] = attrs.field(factory=dict)

    @classmethod
    def of(cls, game: Any) -> Names:
        """The names of a game's content; empty for a game without a catalog."""
        catalog = getattr(game, "catalog", None)
        if catalog is None:
            return cls()
        home = next((one.id for one in catalog.terrains.values() if one.home), "colony")
        tiles = {tile.id: tile.terrain for tile in catalog.tiles.values()}
        return cls(
            seats={HORDE: "the Horde", PLAYER: "the player", **_named(catalog.classes)},
            spells=_named(catalog.spells),
            terrains=_named(catalog.terrains),
            creatures=_named(catalog.creatures),
            tiles={**tiles, **dict.fromkeys(catalog.colonies, home)},
            homes={colony.id: colony.class_id for colony in catalog.colonies.values()},
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
        """A tile by its terrain, with an article; of colonies the one that is meant."""
        terrain = self.tiles.get(tile)
        if tile in self.homes and terrain is not None:
            return f"the {self.terrain(terrain)} of {self.seat(self.homes[tile])}"
        return _with_article(tile if terrain is None else self.terrain(terrain))

    def kind(self, terrain: str) -> str:
        """A terrain with an article."""
        return _with_article(self.terrain(terrain))

    def value(self, value: Any) -> str:
        """A target or an answer: classes, spells and sides by name, units with their tile."""
        match value:
            case None:
                return "none"
            case bool():
                return "yes" if value else "no"
            case dict():
                return " ".join(f"{key} {self.value(part)}" for key, part in value.items())
            case [int(x), int(y)]:
                return f"{x},{y}"
            case list() | tuple():
                return ", ".join(map(self.value, value))
            case str() if "@" in value:
                owner, _, place = value.partition("@")
                return f"{self.seat(owner)} at {place}"
            case str() if value in self.seats:
                return self.seats[value]
        text = str(value)
        if text in self.tiles:
            return self.terrain(self.tiles[text])
        return self.spells.get(text, SIDES.get(text, text))


def _with_article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _named(definitions: Mapping[str, Any]) -> dict[str, str]:
    return {one.id: one.name for one in definitions.values()}
