"""What each choice of Obsidia is called, from what the person's view shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.cli.names import SIDES, Names
from obsidia_core.content.catalog import Catalog
from obsidia_core.model.geometry import exits_text, rotated
from obsidia_core.render.words import counted, listed, stones_by_side

STEPS: Mapping[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS: Mapping[str, str] = {"N": "S", "E": "W", "S": "N", "W": "E"}
PLAIN: Mapping[str, str] = {
    "undo": "take back the last movement",
    "defer": "no spell, roll the dice",
    "pass": "no answer",
    "refill": "fill up the hand",
}


@attrs.frozen
class Label:
    """What a choice is called.

    Attributes:
        head: what choices are grouped under; empty for those that stand alone.
        text: the choice under its heading.
        note: more about it, such as the text of a card.
        danger: what is sure to go wrong.
        place: the space that many choices may share, as `"x,y"`.
        look: how a tile will lie, for a drawing: its terrain id and exits.
    """

    head: str
    text: str
    note: str = ""
    danger: str = ""
    place: str | None = None
    look: tuple[str, str] | None = None


@attrs.frozen
class Situation:
    """What a question is about, beyond what the view shows.

    Attributes:
        card: the spell whose targets and questions are being answered, or None.
        dice: the dice that fell last, as they lie.
        walker: the creature that may walk now, or None.
    """

    card: str | None = None
    dice: tuple[int, ...] = ()
    walker: str | None = None


class Labels:
    """Calls the choices of one decision by name.

    Args:
        catalog: the content.
        names: what things are called.
        view: the view of the seat that is asked.
        situation: what the question is about.
        spelled: write directions and classes out.
    """

    def __init__(
        self,
        catalog: Catalog,
        names: Names,
        view: Mapping[str, Any],
        situation: Situation,
        spelled: bool = False,
    ) -> None:
        self._spelled = spelled
        self._catalog = catalog
        self._names = names
        self._view = view
        self._situation = situation
        self._letters = {letter: one for one, letter in view["letters"].items()}
        self._makers: Mapping[str, Callable[[Mapping[str, Any]], Label]] = {
            "draft": self._draft,
            "place_tile": self._place_tile,
            "place_colony": self._place_colony,
            "draw_tile": self._draw_tile,
            "pick_tile": self._pick_tile,
            "train": self._train,
            "move": self._move,
            "leave_woods": self._leave_woods,
            "cast": self._cast,
            "choose": self._choose,
            "battle": self._battle,
            "discard_spell": lambda one: self._card("Discard one", "discard", one["spell"]),
            "give_spell": self._give,
            "end_phase": lambda _: Label("", f"end the {self._phase()}"),
            "end_turn": lambda _: Label("", "end the turn"),
        }

    def of(self, action: Mapping[str, Any]) -> Label:
        """The label of an action in JSON form."""
        make = self._makers.get(action["type"])
        return (
            Label("", PLAIN.get(action["type"], action["type"])) if make is None else make(action)
        )

    def _phase(self) -> str:
        phase = str(self._view["phase"]).replace("_", " ")
        return phase if phase == "world building" else f"{phase} phase"

    # Places

    def place(self, place: str) -> str:
        """A space with what lies and stands there: `1,0 Town, 2 L`."""
        tile = self._view["tiles"].get(place)
        if tile is None:
            return f"{place}, where no tile lies"
        parts = [f"{place} {self._names.terrain(tile['terrain'])}"]
        if tile.get("class"):
            parts[0] += f" of {self._names.seat(tile['class'])}"
        if tile.get("town", "neutral") != "neutral":
            parts[0] += f" of {self._names.seat(tile['town'])}"
        counts: dict[str, int] = {}
        for traveler, where in self._view["travelers"].items():
            if where == place:
                counts[traveler[:1]] = counts.get(traveler[:1], 0) + 1
        parts += [self._count(letter, count) for letter, count in counts.items()]
        parts += [
            f"{self._names.creatures.get(one['kind'], one['kind'])} {name}"
            for name, one in self._view["creatures"].items()
            if one["at"] == place
        ]
        return ", ".join(parts)

    def _count(self, letter: str, count: int) -> str:
        if not self._spelled:
            return f"{count} {letter}"
        return (
            f"{counted(count, 'traveler')} of {self._names.seat(self._letters.get(letter, letter))}"
        )

    def sides(self, sides: str) -> str:
        """Sides, as letters or written out; `-` is none."""
        if sides == "-":
            return "without ways"
        if not self._spelled:
            return " ".join(sides)
        return listed(SIDES[side] for side in sides)

    def _ways(self, place: str, exits: str) -> str:
        """Where the open sides of a tile lead that is laid at a place."""
        if exits == "-":
            return "no pathways"
        x, y = _space(place)
        joined, closed, dark = [], "", ""
        for side in exits:
            dx, dy = STEPS[side]
            at = f"{x + dx},{y + dy}"
            other = self._view["tiles"].get(at)
            if other is None:
                dark += side
            elif ACROSS[side] in other["exits"]:
                joined.append(f"{self.sides(side)} to {at} {self._names.terrain(other['terrain'])}")
            else:
                closed += side
        parts = [*joined]
        if dark:
            parts.append(f"{self.sides(dark)} into the dark")
        if closed:
            parts.append(f"{self.sides(closed)} closed")
        return "; ".join(parts)

    # Tiles

    def _place_tile(self, one: Mapping[str, Any]) -> Label:
        exits = str(self._view["drawn"]["exits"]) if self._view["drawn"] else "-"
        stones = None
        tile = self._catalog.tiles.get(one["tile"])
        if self._view["drawn"] is None and tile is not None:
            exits = exits_text(tile.exits)
        if tile is not None and tile.stones is not None:
            stones = _turned_stones(tile.stones, one["rotation"])
        terrain = self._terrain_of(one["tile"])
        return self._laid(
            f"Lay {self._names.tile(one['tile'])}",
            one,
            terrain,
            _turned(exits, one["rotation"]),
            stones,
        )

    def _terrain_of(self, tile: str) -> str:
        drawn = self._view["drawn"]
        return str(drawn["terrain"]) if drawn else str(self._names.tiles.get(tile, "plain"))

    def _place_colony(self, one: Mapping[str, Any]) -> Label:
        drawn, homes = self._view["drawn"], self._catalog.colonies
        if drawn is not None:
            colony = homes[drawn["tile"]]
            head = f"Lay {self._names.tile(colony.id)}"
        else:
            seat = self._view["decision"]["seat"]
            colony = next(home for home in homes.values() if home.class_id == seat)
            head = "Found your home colony"
        face = colony.front if one["side"] == "front" else colony.back
        exits = _turned(exits_text(face), one["rotation"])
        return self._laid(head, one, self._names.tiles[colony.id], exits, None, one["side"])

    def _laid(
        self,
        head: str,
        one: Mapping[str, Any],
        terrain: str,
        exits: str,
        stones: Mapping[str, str] | None,
        face: str = "",
    ) -> Label:
        turn = " ".join(part for part in (face, f"r{one['rotation']}") if part)
        told = f"at {one['at']} {turn}: {self._ways(one['at'], exits)}"
        note = ""
        if stones:
            faces = stones_by_side({"stones": stones})
            note = "; ".join(
                f"{' '.join(map(str, numbers))} lead {self.sides(side)}"
                for side, numbers in faces.items()
            )
        return Label(head, told, note, place=one["at"], look=(terrain, exits))

    def _draw_tile(self, _: Mapping[str, Any]) -> Label:
        if self._view["phase"] == "world_building":
            return Label("", f"turn up a tile ({self._view['communal']} left)")
        left = self._view["stacks"].get(self._view["decision"]["seat"], 0)
        return Label("", f"turn up a tile ({left} left)")

    def _pick_tile(self, one: Mapping[str, Any]) -> Label:
        return Label("Choose a tile of your stack", self._lying(one["tile"]))

    # Pieces

    def _train(self, _: Mapping[str, Any]) -> Label:
        own = self._own_classes()
        left = sum(self._view["reserve"].get(one, 0) for one in own)
        return Label("", f"train a traveler at home ({left} in reserve)")

    def _own_classes(self) -> Sequence[str]:
        seat = self._view["decision"]["seat"]
        own: Sequence[str] = self._view.get("classes", {}).get(seat, [seat])
        return own

    def _unit(self, one: Mapping[str, Any]) -> str:
        tile = self._view["tiles"].get(one["from"], {"terrain": ""})
        return (
            f"{' '.join(one['travelers'])} at {one['from']} {self._names.terrain(tile['terrain'])}"
        )

    def _move(self, one: Mapping[str, Any]) -> Label:
        (x, y), (u, v) = _space(one["from"]), _space(one["to"])
        tiles = self._view["tiles"]
        if abs(x - u) + abs(y - v) > 1 or _are_portals(tiles, one["from"], one["to"]):
            told = f"through the portal to {self.place(one['to'])}"
        elif one["to"] in tiles:
            told = f"to {self.place(one['to'])}"
        else:
            told = f"into the dark at {one['to']}, exploring"
        if "recruit" in one and one["recruit"] is not None:
            told += ", leaving a recruit" if one["recruit"] else ", without a recruit"
        danger = "sure to die" if one.get("lethal") else ""
        return Label(self._unit(one), told, danger=danger)

    def _leave_woods(self, one: Mapping[str, Any]) -> Label:
        tile = self._view["tiles"][one["from"]]
        x, y = _space(one["from"])
        ways = []
        for side, faces in stones_by_side(tile).items():
            dx, dy = STEPS[side]
            ways.append(f"{' '.join(map(str, faces))} to {x + dx},{y + dy}")
        head = f"Out of the woods at {one['from']} by a roll: {'; '.join(ways)}"
        return Label(head, " ".join(one["travelers"]))

    def _battle(self, one: Mapping[str, Any]) -> Label:
        here = self._fighter(one["sides"][0], one["at"])
        there = self._fighter(one["sides"][1], one["against"])
        if one["at"] == one["against"]:
            return Label("Battles", f"at {one['at']}: {here} against {there}")
        return Label("Battles", f"{here} at {one['at']} against {there} at {one['against']}")

    def _lying(self, one: str) -> str:
        """A card by its name, or a tile of a stack with its ways, which tell it from others."""
        tile = self._catalog.tiles.get(one)
        if tile is None:
            return self._names.value(one)
        return f"{self._names.terrain(tile.terrain)} {self.sides(exits_text(tile.exits))}"

    def _walker_at(self) -> str | None:
        walker = self._view["creatures"].get(self._situation.walker)
        return None if walker is None else str(walker["at"])

    def _fighter(self, side: str, place: str) -> str:
        if side in self._view["creatures"]:
            return self._creature(side)
        letter = self._view["letters"].get(side, "?")
        count = sum(
            where == place and traveler.startswith(letter)
            for traveler, where in self._view["travelers"].items()
        )
        return f"{count} {self._names.seat(side)}"

    def _creature(self, name: str) -> str:
        kind = self._view["creatures"][name]["kind"]
        return f"{self._names.creatures.get(kind, kind)} {name}"

    # Spells

    def _card(self, head: str, verb: str, spell: str) -> Label:
        card = self._catalog.spells[spell]
        when = f"{card.phase}, {card.when}" if card.when else card.phase
        return Label(head, f"{verb} {card.name}".strip(), f"({when}) {card.text}")

    def _draft(self, one: Mapping[str, Any]) -> Label:
        card = self._catalog.spells[one["spell"]]
        whose = self._names.seat(card.class_id)
        return Label("Keep one", card.name, f"({whose}, {card.phase}) {card.text}")

    def _cast(self, one: Mapping[str, Any]) -> Label:
        label = self._card("Spells", "cast", one["spell"])
        if one.get("move") is None:
            return label
        return attrs.evolve(label, text=f"{label.text}, answering movement {one['move']}")

    def _give(self, one: Mapping[str, Any]) -> Label:
        return self._card(f"Give {self._names.seat(one['to'])} a spell", "give", one["spell"])

    def _choose(self, one: Mapping[str, Any]) -> Label:
        what, value = one["what"], one["value"]
        card = self._situation.card
        head = f"{self._names.spell(card)}: " if card is not None else ""
        head += f"which {what}?" if what != "yes_no" else "yes or no?"
        if what == "tile" and self._situation.walker in self._view["creatures"]:
            head = f"Where does {self._creature(str(self._situation.walker))} go?"
        note = ""
        match what, value:
            case "traveler", str():
                place = self._view["travelers"].get(value, "")
                told = f"{value} at {self.place(place)}" if "," in place else f"{value}, {place}"
            case "unit", str():
                owner, _, place = value.partition("@")
                told = f"{self._fighter(owner, place)} at {self.place(place)}"
            case "tile", str() if value in self._names.tiles:
                told = self._lying(value)
            case "tile", str() if value == self._walker_at():
                told = f"stay at {self.place(value)}"
            case "tile", str():
                told = self.place(value)
            case "spell", str() if value in self._catalog.spells:
                chosen = self._catalog.spells[value]
                told, note = chosen.name, f"({chosen.phase}) {chosen.text}"
            case "player", str() if value in self._catalog.classes:
                told, note = self._names.seat(value), self._catalog.classes[value].summary
            case "die", int() if value <= len(self._situation.dice):
                told = f"die {value}, which shows {self._situation.dice[value - 1]}"
            case "order", list() | tuple():
                told = ", then ".join(map(self._lying, value))
            case "placement", {"at": str(at), "rotation": int(turn)}:
                return Label(head, f"at {at} turned by {turn}", place=at)
            case "side", str():
                told = SIDES.get(value, value)
            case _:
                told = self._names.value(value)
        place = value if what == "tile" and value in self._view["tiles"] else None
        return Label(head, told, note, place=place)


def _turned(exits: str, rotation: int) -> str:
    mask = sum(1 << "NESW".index(side) for side in exits if side in "NESW")
    return exits_text(rotated(mask, rotation // 90))


def _turned_stones(stones: Sequence[int], rotation: int) -> dict[str, str]:
    return {str(face): "NESW"[(side + rotation // 90) % 4] for face, side in enumerate(stones, 1)}


def _are_portals(tiles: Mapping[str, Any], one: str, other: str) -> bool:
    """Two neighbouring portals without a pathway between them: the way is a trip."""
    if one not in tiles or other not in tiles:
        return False
    (x, y), (u, v) = _space(one), _space(other)
    side = next((side for side, step in STEPS.items() if step == (u - x, v - y)), "")
    joined = side in tiles[one]["exits"] and ACROSS.get(side, "") in tiles[other]["exits"]
    return not joined and tiles[one]["terrain"] == tiles[other]["terrain"] == "portal"


def _space(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)
