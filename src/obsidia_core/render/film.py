"""A recorded game as pictures that change: one map, and for each step what is drawn anew.

All drawing happens here. What a page has to do is to put ready pieces of SVG in their places, so it
needs to know no rules and no shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar
from xml.etree.ElementTree import Element

import attrs

from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay, follow
from obsidia_core.kernel.state import GameState
from obsidia_core.render import panel, pieces, words
from obsidia_core.render.board import MARGIN, Board, Bounds, bounds_of, last_move_of, table
from obsidia_core.render.shapes import Sheet, group, to_text
from obsidia_core.render.terrain import SIZE
from obsidia_core.render.theme import RenderError

S = TypeVar("S", bound=GameState)

LEAST = Bounds(-1, -1, 1, 1)
"""The smallest part of the map that is shown."""

COLUMNS = ("towns", "map", "reserve", "hand", "deck", "tiles")
"""Towns held, travelers on the map and in reserve, cards in hand and deck, tiles in the stack."""


class Narrator(Protocol):
    """Puts events into words."""

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """Sentences for the events (in JSON form) that an action of the seat `by` brought about."""


class PlainWords:
    """A narrator that needs to know nothing: the kind of the event, and its fields."""

    def tell(self, events: Iterable[Mapping[str, Any]], by: str | None = None) -> list[str]:
        """One line for each event, the beginning of phases and turns left out."""
        del by
        return [
            f"{words.plain_name(event['type'])}: {self._fields(event)}"
            for event in events
            if event["type"] not in ("asked", "battles_pending", "phase", "turn")
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


@attrs.define
class Film:
    """A game ready to be shown step by step.

    Attributes:
        drawings: SVG of everything that is ever shown, each text once.
        steps: what changes at each step, ready for JSON, see `Camera.take`.
        seats: class id, name and the SVG of a meeple for each seat.
        sheet: the definitions that the drawings use.
        last: the last position, complete.
        names: what things are called, by id.
    """

    drawings: list[str]
    steps: list[dict[str, Any]]
    seats: list[dict[str, str]]
    sheet: Sheet
    last: Element
    names: Mapping[str, str]

    def name(self, seat: str) -> str:
        """What a seat is called."""
        return words.Words({}, self.names).name(seat)


class Camera:
    """Takes one view after another and keeps what changed."""

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
        self, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]], told: Sequence[str]
    ) -> None:
        """One more step.

        A step has these keys, each only if it differs from the step before: `tiles` (place to
        number of a drawing, None if the tile is gone), `ground` (table and coordinates), `over`
        (marks above the tiles), `box` (the part of the map to show), `head` (headline), `asked`,
        `now` (index of the seat whose turn it is, -1 for none), `seats` (index to numbers in the
        order of `COLUMNS`), `drawn` (drawing and name of a tile turned up), `hand`. Besides there
        are `told` (sentences), `turn` (number and seat, at the first step of a turn) and `moves`
        (drawing of a unit, from, to) where there are any.
        """
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
            step["turn"] = [self._turn, board.words.name(view["current"])]
        if step or not self.steps:
            self.steps.append(step)

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


def film(game: Game[S], replay: Replay, sheet: Sheet, seat: str | None, narrator: Narrator) -> Film:
    """Play a recorded game and take every position as the seat sees it.

    Raises:
        RenderError: no such seat, or a game without a map.
        SaveError: the replay does not hold.
    """
    names = words.names_of(game)
    camera = Camera(sheet, names)
    actor: str | None = None
    for state in follow(replay, game):
        if seat is not None and seat not in game.seats(state):
            known = words.listed(game.seats(state))
            raise RenderError(f"there is no seat {seat!r} in this game; the seats are {known}")
        view = game.view(state, seat)
        if "tiles" not in view:
            raise RenderError(f"the game {game.name!r} has no map to draw")
        events = game.events_for(state.events, seat)
        camera.take(view, events, narrator.tell(events, actor))
        actor = None if state.asking is None else state.asking[0]
    board = camera.board
    assert board is not None
    seats = [
        {
            "id": one,
            "name": board.words.name(one),
            "meeple": to_text(
                pieces.meeple(sheet, board.colors.get(one, "blue"), board.letter(one))
            ),
        }
        for one in board.view["seats"]
    ]
    last = group(*board.tiles())
    return Film(camera.drawings, camera.steps, seats, sheet, last, names)
