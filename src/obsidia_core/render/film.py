"""A recorded game as pictures that change: one map, and for each step what is drawn anew.

All drawing happens here. What a page has to do is to put ready pieces of SVG in their places, so it
needs to know no rules and no shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar
from xml.etree.ElementTree import Element

import attrs

from obsidia_core.kernel.events import Event
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay, follow
from obsidia_core.kernel.state import GameState
from obsidia_core.render import panel, pieces, words
from obsidia_core.render.board import MARGIN, Board, Bounds, bounds_of, last_move_of, table
from obsidia_core.render.own import page_colors, parsed, picture_in
from obsidia_core.render.shapes import Sheet, group, shape, to_text
from obsidia_core.render.terrain import SIZE
from obsidia_core.render.theme import RenderError

S = TypeVar("S", bound=GameState)

LEAST = Bounds(-1, -1, 1, 1)
"""The smallest part of the map that is shown."""

COLUMNS = ("towns", "map", "reserve", "hand", "deck", "tiles")
"""Towns held, travelers on the map and in reserve, cards in hand and deck, tiles in the stack."""

SHORT = 400
"""Characters up to which a part of a picture is kept whole."""
INHERITED = frozenset({"font-family", "font-size", "fill", "stroke", "stroke-width"})
"""What the root of a picture may say for all that is in it."""


class Narrator(Protocol):
    """Puts events into words."""

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """Sentences for the events (in JSON form) that an action of the seat `by` brought about."""


class PlainWords:
    """Tells each event by itself: in the game's own sentence, else by its kind and fields."""

    def __init__(self, game: Game[Any], seat: str | None = None) -> None:
        self._game = game
        self._seat = seat

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """One line for each event, the beginning of phases, turns and rounds left out."""
        del by
        return [
            self._game.sentence(event, self._seat)
            or f"{words.plain_name(event['type'])}: {self._fields(event)}"
            for event in events
            if event["type"] not in ("asked", "battles_pending", "phase", "turn", "round")
        ]

    @staticmethod
    def _fields(event: Mapping[str, Any]) -> str:
        shown = []
        for key, value in event.items():
            if key in ("type", "rule", "known_to") or value is None or value == []:
                continue
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            shown.append(f"{key} {text}")
        return "; ".join(shown)


Drawing = str | list[str | int]
"""SVG, or pieces of it and the numbers of drawings that stand between them."""


@attrs.define
class Film:
    """A game ready to be shown step by step.

    Attributes:
        drawings: SVG of everything that is ever shown, each text once.
        steps: what changes at each step, ready for JSON, see `MapCamera.take`.
        players: who can win.
        seats: class id, name and the SVG of a meeple for each seat of the table beside the map;
            empty for a game whose pictures tell all.
        sheet: the definitions that the drawings use.
        last: the last position, complete.
        names: what things are called, by id.
    """

    drawings: Sequence[Drawing]
    steps: list[dict[str, Any]]
    players: list[str]
    seats: list[dict[str, str]]
    sheet: Sheet
    last: Element
    names: Mapping[str, str]

    def name(self, seat: str) -> str:
        """What a seat is called."""
        return words.Words({}, self.names).name(seat)


class MapCamera:
    """The camera for a view of tiles and travelers, drawn here piece by piece."""

    def __init__(self, sheet: Sheet, names: Mapping[str, str]) -> None:
        self.sheet = sheet
        self._names = names
        self.steps: list[dict[str, Any]] = []
        self._drawings: dict[str, int] = {}
        self._tiles: dict[str, tuple[str, int]] = {}
        self._before: dict[str, Any] = {}
        self._bounds = LEAST
        self._turn = 0
        self.board: Board | None = None

    @property
    def drawings(self) -> list[str]:
        """Every drawing, by number."""
        return list(self._drawings)

    def take(
        self,
        state: object,
        view: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        told: Sequence[str],
    ) -> None:
        """One more step.

        A step has these keys, each only if it differs from the step before: `tiles` (place to
        number of a drawing, None if the tile is gone), `ground` (table and coordinates), `over`
        (marks above the tiles), `box` (the part of the map to show), `head` (headline), `asked`,
        `now` (index of the seat whose turn it is, -1 for none), `seats` (index to numbers in the
        order of `COLUMNS`), `drawn` (drawing and name of a tile turned up), `hand`. Besides there
        are `told` (sentences), `turn` (heading, at the first step of a turn) and `moves` (drawing
        of a unit, from, to) where there are any.
        """
        del state
        before = self.board
        board = self.board = Board(self.sheet, view, self._names)
        step: dict[str, Any] = {}
        tiles = self._changed_tiles(board)
        if tiles:
            step["tiles"] = tiles
        self._bounds = bounds = bounds_of(
            [*view["tiles"], *(f"{x},{y}" for x, y in (self._bounds[:2], self._bounds[2:]))]
        )
        last_move = last_move_of(events)
        now: dict[str, Any] = {
            "ground": self._number(group(table(self.sheet, bounds), board.grid(bounds))),
            "over": self._number(board.overlay(last_move)),
            "box": [
                bounds.left * SIZE - MARGIN,
                bounds.top * SIZE - MARGIN,
                bounds.width,
                bounds.height,
            ],
            "head": board.words.headline(),
            "asked": board.words.asked(),
            "now": -1 if view.get("over") else _index(view["seats"], view["current"]),
            "drawn": self._drawn(board),
            "hand": [board.words.name(spell) for spell in view.get("hand", ())],
        }
        step |= {
            key: value
            for key, value in now.items()
            if key not in self._before or value != self._before[key]
        }
        old = self._before.get("seats", {})
        now["seats"] = {
            str(index): _numbers(board, seat) for index, seat in enumerate(view["seats"])
        }
        seats = {key: value for key, value in now["seats"].items() if old.get(key) != value}
        if seats:
            step["seats"] = seats
        self._before = now
        if told:
            step["told"] = list(told)
        moves = self._moves([board] if before is None else [board, before], events)
        if moves:
            step["moves"] = moves
        if view["turn"] > self._turn:
            self._turn = view["turn"]
            step["turn"] = f"Turn {self._turn}: {board.words.name(view['current'])}"
        if step or not self.steps:
            self.steps.append(step)

    def film(self, players: list[str]) -> Film:
        """All steps, with the definitions they need."""
        board = self.board
        assert board is not None
        seats = []
        for one in board.view["seats"]:
            color = board.colors.get(one, "blue")
            meeple = to_text(pieces.meeple(self.sheet, color, board.letter(one)))
            seats.append({"id": one, "name": board.words.name(one), "meeple": meeple})
        last = group(*board.tiles())
        return Film(self.drawings, self.steps, players, seats, self.sheet, last, self._names)

    def _number(self, drawn: Element) -> int:
        return self._drawings.setdefault(to_text(drawn), len(self._drawings))

    def _changed_tiles(self, board: Board) -> dict[str, int | None]:
        changed: dict[str, int | None] = {}
        for place in board.view["tiles"]:
            shown = board.shown_at(place)
            if place in self._tiles and self._tiles[place][0] == shown:
                continue
            number = self._number(board.tile(place))
            if place not in self._tiles or self._tiles[place][1] != number:
                changed[place] = number
            self._tiles[place] = (shown, number)
        for place in [place for place in self._tiles if place not in board.view["tiles"]]:
            del self._tiles[place]
            changed[place] = None
        return changed

    def _drawn(self, board: Board) -> list[Any] | None:
        drawn = board.view.get("drawn")
        if drawn is None:
            return None
        sample = panel.sample(self.sheet, drawn["terrain"], drawn["exits"], 0, 0, 1)
        return [self._number(sample), board.words.name(drawn["terrain"])]

    def _moves(
        self, boards: Sequence[Board], events: Iterable[Mapping[str, Any]]
    ) -> list[list[Any]]:
        """`[drawing of the unit, from, to]` of each movement; boards are this one and the last."""
        made: list[list[Any]] = []
        for event in events:
            if event["type"] != "moved":
                continue
            moving = next(filter(None, (board.unit(event["pieces"]) for board in boards)), None)
            if moving is not None:
                unit = pieces.crowd(self.sheet, [moving], boards[0].colors)
                made.append([self._number(unit), event["from"], event["to"]])
        return made


def _index(seats: Sequence[str], seat: str) -> int:
    return list(seats).index(seat) if seat in seats else -1


def _numbers(board: Board, seat: str) -> list[int | None]:
    view = board.view
    letter = board.letters.get(seat)
    on_map = sum(piece[:1] == letter and "," in where for piece, where in view["travelers"].items())
    return [
        view["towns"].get(seat),
        on_map if letter else None,
        view["reserve"].get(seat),
        *(view.get(key, {}).get(seat) for key in ("hand_sizes", "deck_sizes", "stacks")),
    ]


class PictureCamera(Generic[S]):
    """The camera for a game that draws its own pictures; what they share is kept once.

    Args:
        game: the rules.
        sheet: the definitions that the page has beside those of the pictures.
        seat: who is looking.
    """

    def __init__(self, game: Game[S], sheet: Sheet, seat: str | None) -> None:
        self._game = game
        self._sheet = sheet
        self._seat = seat
        self._colors = page_colors(game)
        self._drawings: list[Drawing] = []
        self._numbers: dict[str, int] = {}
        self._steps: list[dict[str, Any]] = []
        self._before: dict[str, Any] = {}
        self._chapter = ""
        self._last = group()

    def take(
        self,
        state: S,
        view: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        told: Sequence[str],
    ) -> None:
        """One more step, with the keys of `MapCamera.take` that do not need a map of tiles.

        Raises:
            RenderError: the game draws no pictures, or what it draws is no SVG.
        """
        del view, events
        head, box, self._last = self._picture(state)
        asked = "" if state.asking is None else words.plain_name(state.asking[1])
        now: dict[str, Any] = {
            "ground": self._number(self._last),
            "box": box,
            "head": head,
            "asked": asked,
        }
        step = {key: value for key, value in now.items() if self._before.get(key) != value}
        self._before = now
        if told:
            step["told"] = list(told)
        chapter = self._game.chapter(state)
        if chapter and chapter != self._chapter:
            step["turn"] = self._chapter = chapter
        if step or not self._steps:
            self._steps.append(step)

    def film(self, players: list[str]) -> Film:
        """All steps."""
        return Film(self._drawings, self._steps, players, [], self._sheet, self._last, {})

    def _picture(self, state: S) -> tuple[str, list[float], Element]:
        """The headline of a picture, the part of the plane that it shows, and what is in it."""
        picture = picture_in(self._game, state, self._seat, self._colors)
        root, box = parsed(self._game, picture)
        title = root.find("title")
        if title is not None:
            root.remove(title)
        keep = {key: value for key, value in root.items() if key in INHERITED}
        return ("" if title is None else title.text or ""), box, shape("g", *root, **keep)

    def _number(self, drawn: Element) -> int:
        """The number of a drawing; a long one is kept as its parts, so that they can be shared."""
        text = to_text(drawn)
        if text not in self._numbers:
            drawing: Drawing = text
            if len(text) > SHORT and len(drawn):
                shell = Element(drawn.tag, drawn.attrib)
                shell.text = f"{drawn.text or ''}\0"
                opened, _, closed = to_text(shell).partition("\0")
                drawing = [opened, *map(self._number, drawn), closed]
            self._numbers[text] = len(self._drawings)
            self._drawings.append(drawing)
        return self._numbers[text]


def film(game: Game[S], replay: Replay, sheet: Sheet, seat: str | None, narrator: Narrator) -> Film:
    """Play a recorded game and take every position as the seat sees it.

    Raises:
        RenderError: no such seat, or a game without pictures.
        SaveError: the replay does not hold.
    """
    names = words.names_of(game)
    camera: MapCamera | PictureCamera[S] | None = None
    actor: str | None = None
    before: Sequence[Event] = ()
    seen = 0
    players: list[str] = []
    for state in follow(replay, game, stages=True):
        if seat is not None and seat not in game.seats(state):
            known = words.listed(game.seats(state))
            raise RenderError(f"there is no seat {seat!r} in this game; the seats are {known}")
        view = game.view(state, seat)
        if camera is None:
            mapped = "tiles" in view
            camera = MapCamera(sheet, names) if mapped else PictureCamera(game, sheet, seat)
        # Within one action the list of events grows; the next action has a list of its own.
        events = game.events_for(state.events[seen if state.events is before else 0 :], seat)
        before, seen = state.events, len(state.events)
        camera.take(state, view, events, narrator.tell(events, actor))
        actor = None if state.asking is None else state.asking[0]
        players = [name for side in game.sides(state) for name in side.members]
    assert camera is not None
    return camera.film([names.get(one) or words.plain_name(one) for one in players])
