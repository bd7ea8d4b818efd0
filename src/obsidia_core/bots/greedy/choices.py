"""Answering questions: targets of own spells, losses, and what an effect asks on its way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from obsidia_core.bots.greedy.book import NEVER, Book
from obsidia_core.bots.greedy.cards import card_value
from obsidia_core.bots.greedy.ground import cell_of
from obsidia_core.bots.greedy.scene import Scene
from obsidia_core.bots.greedy.tiles import tile_worth
from obsidia_core.bots.greedy.values.pieces import creature
from obsidia_core.bots.greedy.values.use import Use, foe_piece, own_piece
from obsidia_core.bots.greedy.worth import Worth
from obsidia_core.model.actions import Battle, Choose


def score_choices(book: Book, actions: Sequence[Choose]) -> list[float]:
    """What each value is worth."""
    casting = book.table.moment["casting"]
    if casting is not None and casting["seat"] == book.table.me:
        card = book.catalog.spells[casting["spell"]]
        chosen = casting["targets"]
        if len(chosen) < len(card.targets) and book.table.moment["seen_tile"] is None:
            names = [target.name for target in card.targets]
            bound = dict(zip(names, chosen, strict=False))
            name = names[len(chosen)]
            scores = [book.value(card.id, {**bound, name: one.value}) for one in actions]
            if max(scores) > NEVER:
                return scores
    return [_answer(book, one.what, one.value) for one in actions]


def _answer(book: Book, what: str, value: Any) -> float:
    """An answer outside the targets of an own spell."""
    table = book.table
    if what == "yes_no":
        seen = table.moment["seen_tile"]
        if seen is not None:
            town = book.catalog.tiles[seen].terrain == "town" if seen in book.catalog.tiles else 0
            return float(value is bool(town))
        return float(value is True)
    if what == "number":
        return float(value)
    if what == "traveler":
        return _loss(book, str(value))
    if what == "spell":
        return card_value(str(value))
    if what == "order":
        # The best comes first: tiles are drawn from the top, spells go down in this order.
        return sum(_rank(book, one) * 0.5**place for place, one in enumerate(value))
    if what == "tile" and table.moment["walker"] is not None:
        piece = table.moment["walker"]
        kind = table.view["creatures"][piece]["kind"]
        return creature(_nothing(book), kind, cell_of(str(value)))
    return 0.0


def _rank(book: Book, name: str) -> float:
    tile = book.catalog.tiles.get(name)
    return card_value(name) if tile is None else tile_worth(tile.terrain)


def _nothing(book: Book) -> Use:
    """For values that depend on no spell."""
    return Use(book, {}, {}, "")


def _loss(book: Book, piece: str) -> float:
    """How well a traveler can be spared."""
    owner = book.table.class_of(piece)
    if owner is None:
        return 0.0
    cell = book.table.place_of[piece]
    if owner in book.table.mine:
        return -own_piece(_nothing(book), cell, owner)
    return foe_piece(_nothing(book), cell, owner)


def score_battles(worth: Worth, actions: Sequence[Battle]) -> list[float]:
    """How good each pending battle looks; the best is fought first."""
    scores = []
    for action in actions:
        at, against = str(action.at), str(action.against)
        sides = list(action.sides)
        left = [
            len(worth.table.units.get(cell_of(place), {}).get(name, ())) or 1
            for name, place in zip(sides, (at, against), strict=True)
        ]
        about = {"at": at, "against": against, "sides": sides, "left": left, "faceup": []}
        scene = Scene.of(worth, about)
        scores.append(0.0 if scene is None else scene.value())
    return scores
