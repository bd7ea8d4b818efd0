"""Following a game from outside: a seat's view, kept true by the events that the seat is told.

Everything here is plain JSON, and no rule of the game is known: a front-end in any language can do
the same. Its model is `apply_event`; what it gives equals the seat's next view.

    view = match.game.view(match.state, seat)
    match.apply(action)
    view = apply_events(view, match.game.events_for(match.state.events, seat))
    assert view == match.game.view(match.state, seat)

The one key that no event brings is `known`, which the asked seat's view has when it is sent whole:
with the first event it is out of date and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from obsidia_core.view_types import DrawnView, TileView, View

JsonEvent = Mapping[str, Any]

RESERVE = "reserve"
GONE = "gone"
HORDE = "horde"


def apply_events(view: View, events: Iterable[JsonEvent]) -> View:
    """The view after some events, in order; the view given stays as it is."""
    for event in events:
        view = apply_event(view, event)
    return view


def apply_event(view: View, event: JsonEvent) -> View:
    """The view after one event, in JSON form, as told to the seat whose view it is.

    The view given stays as it is; the new one shares with it what has not changed.

    Raises:
        KeyError: there is no event of this type, or a key of it is missing.
    """
    shown: View = {**view}
    shown.pop("known", None)
    _HANDLERS[event["type"]](shown, event)
    return shown


def _nothing(view: View, event: JsonEvent) -> None:
    """The event tells why something happens, or how; another one tells what changes."""


# ---- the course of the game


def _turn(view: View, event: JsonEvent) -> None:
    view["current"] = event["seat"]
    view["turn"] = event["number"]


def _phase(view: View, event: JsonEvent) -> None:
    view["phase"] = event["phase"]
    view["current"] = event["seat"]
    view["battles"] = []


def _asked(view: View, event: JsonEvent) -> None:
    view["decision"] = {"seat": event["seat"], "kind": event["kind"]}
    if event["kind"] == "world_building":
        view["current"] = event["seat"]


def _game_over(view: View, event: JsonEvent) -> None:
    winners = event["winners"]
    view["phase"] = "over"
    view["over"] = True
    view["winner"] = winners[0] if len(winners) == 1 else list(winners) or None
    view["decision"] = None
    view["battles"] = []
    view["faceup"] = []


def _battles_pending(view: View, event: JsonEvent) -> None:
    view["battles"] = [
        {"at": one["at"], "against": one["against"], "sides": list(one["sides"])}
        for one in event["battles"]
    ]


# ---- solo games


def _seat_named(view: View, event: JsonEvent) -> None:
    old, new = event["seat"], event["to"]

    def named(seat: str) -> str:
        return new if seat == old else seat

    view["seats"] = [named(seat) for seat in view["seats"]]
    view["current"] = named(view["current"])
    view["you"] = view["you"] and named(view["you"])
    view["hand_sizes"] = {named(seat): size for seat, size in view["hand_sizes"].items()}
    view["deck_sizes"] = {named(seat): size for seat, size in view["deck_sizes"].items()}
    view["stacks"] = {named(seat): size for seat, size in view["stacks"].items()}
    view["discards"] = {named(seat): pile for seat, pile in view["discards"].items()}
    view["classes"] = {seat: list(classes) for seat, classes in event["classes"].items()}


def _solo_began(view: View, event: JsonEvent) -> None:
    seat = event["seat"]
    view["current"] = seat
    view["stacks"] = {**view["stacks"], seat: event["stack"]}
    view["removed"] += event["removed"]
    view["deck_sizes"] = {seat: event["deck"], HORDE: event["horde_deck"]}


# ---- tiles


def _look(event: JsonEvent, rotation: int) -> TileView:
    """The tile that an event shows, as the view has it."""
    tile: TileView = {
        "tile": event["tile"],
        "terrain": event["terrain"],
        "exits": event["exits"],
        "rotation": rotation,
        "class": event.get("class"),
    }
    if event.get("stones") is not None:
        tile["stones"] = event["stones"]
    if event.get("town") is not None:
        tile["town"] = event["town"]
    return tile


def _put(view: View, changes: Mapping[str, TileView | None]) -> None:
    """Put tiles on the map, None takes one off, and count the towns anew."""
    tiles = {**view["tiles"], **changes}
    view["tiles"] = {at: tile for at, tile in tiles.items() if tile is not None}
    held = [tile.get("town") for tile in view["tiles"].values()]
    view["towns"] = {name: held.count(name) for name in view["towns"]}


def _counted(counts: Mapping[str, int], key: str, change: int) -> dict[str, int]:
    return {**counts, key: counts[key] + change}


def _up(event: JsonEvent) -> DrawnView:
    return {"tile": event["tile"], "terrain": event["terrain"], "exits": event["exits"]}


def _no_longer_drawn(view: View, tile: str | None) -> None:
    drawn = view["drawn"]
    if drawn is not None and drawn["tile"] == tile:
        view["drawn"] = None


def _tile_drawn(view: View, event: JsonEvent) -> None:
    view["drawn"] = _up(event)
    if event.get("seat") is None:
        view["communal"] -= 1
    else:
        view["stacks"] = _counted(view["stacks"], event["seat"], -1)


def _tile_due(view: View, event: JsonEvent) -> None:
    view["drawn"] = _up(event)


def _tile_placed(view: View, event: JsonEvent) -> None:
    _no_longer_drawn(view, event["tile"])
    _put(view, {event["at"]: _look(event, event["rotation"])})


def _tile_removed(view: View, event: JsonEvent) -> None:
    _no_longer_drawn(view, event["tile"])
    view["removed"] += 1
    if event.get("at") is not None:
        _put(view, {event["at"]: None})


def _tile_buried(view: View, event: JsonEvent) -> None:
    _no_longer_drawn(view, event.get("tile"))
    if event.get("source", "map") != "stack":
        view["stacks"] = _counted(view["stacks"], event["seat"], 1)
    if event.get("at") is not None:
        _put(view, {event["at"]: None})


def _tile_moved(view: View, event: JsonEvent) -> None:
    origin, to = event["from"], event["to"]
    left = view["tiles"].get(origin)
    changes: dict[str, TileView | None] = {}
    if left is not None and left["tile"] == event["tile"]:
        changes[origin] = None
    changes[to] = _look(event, event["rotation"])
    _put(view, changes)
    _stand(view, event.get("pieces", ()), to)


def _tile_changed(view: View, event: JsonEvent) -> None:
    at = event["at"]
    _put(view, {at: _look(event, view["tiles"][at]["rotation"])})


def _town(view: View, event: JsonEvent) -> None:
    tile = view["tiles"][event["at"]].copy()
    tile["town"] = event["holder"]
    _put(view, {event["at"]: tile})


def _map_cleared(view: View, event: JsonEvent) -> None:
    _put(view, dict.fromkeys(view["tiles"]))
    view["communal"] = event["communal"]
    view["removed"] = event.get("removed", 0)
    view["drawn"] = None


def _colony_set_aside(view: View, event: JsonEvent) -> None:
    view["drawn"] = None
    view["communal"] += 1


def _colony_lifted(view: View, event: JsonEvent) -> None:
    _put(view, {event["at"]: None})
    view["drawn"] = _up(event)


# ---- spell effect tokens


def _token(view: View, event: JsonEvent) -> None:
    if view["tokens_left"] is not None:
        view["tokens_left"] -= 1


def _token_returned(view: View, event: JsonEvent) -> None:
    if view["tokens_left"] is not None:
        view["tokens_left"] += 1


# ---- pieces


def _stand(view: View, pieces: Iterable[str], at: str) -> None:
    """Pieces are at a place, in the reserve or gone; creatures off the map leave the view."""
    for piece in pieces:
        if piece in view["travelers"]:
            view["travelers"] = {**view["travelers"], piece: at}
        elif at in (RESERVE, GONE):
            left = view["creatures"].items()
            view["creatures"] = {name: one for name, one in left if name != piece}
        else:
            creature = view["creatures"][piece].copy()
            creature["at"] = at
            view["creatures"] = {**view["creatures"], piece: creature}
    waiting = [piece[0] for piece, where in view["travelers"].items() if where == RESERVE]
    view["reserve"] = {name: waiting.count(letter) for name, letter in view["letters"].items()}


def _appeared(view: View, event: JsonEvent) -> None:
    _stand(view, [event["piece"]], event["at"])


def _moved(view: View, event: JsonEvent) -> None:
    _stand(view, event["pieces"], event["to"])


def _left(view: View, event: JsonEvent) -> None:
    _stand(view, [event["piece"]], event.get("to", RESERVE))


def _summoned(view: View, event: JsonEvent) -> None:
    view["creatures"] = {
        **view["creatures"],
        event["piece"]: {
            "kind": event["kind"],
            "at": event["at"],
            "summoner": event["summoner"],
        },
    }


def _undone(view: View, event: JsonEvent) -> None:
    for piece, at in event["pieces"].items():
        _stand(view, [piece], at)
    for at, holder in event["towns"].items():
        _town(view, {"at": at, "holder": holder})


# ---- spells


def _gain(view: View, seat: str, spell: str | None, slot: int | None = None) -> None:
    view["hand_sizes"] = _counted(view["hand_sizes"], seat, 1)
    if seat == HORDE and "row" in view:
        row = view["row"][:]
        place = len(row) if slot is None else slot - 1
        row += [None] * (place + 1 - len(row))
        row[place] = spell
        _lay_row(view, row)
        return
    if seat == view["you"] and spell is not None:
        view["hand"] = [*view["hand"], spell]


def _lose(view: View, seat: str, spell: str | None) -> None:
    view["hand_sizes"] = _counted(view["hand_sizes"], seat, -1)
    if seat == view["you"]:
        view["hand"] = [one for one in view["hand"] if one != spell]
    if seat == HORDE and "row" in view:
        _lay_row(view, [None if one == spell else one for one in view["row"]])


def _lay_row(view: View, row: list[str | None]) -> None:
    """The Horde's row up to its last card, and with it the Horde's hand."""
    while row and row[-1] is None:
        row.pop()
    view["row"] = row
    if view["you"] == HORDE:
        view["hand"] = [spell for spell in row if spell is not None]


def _spell_drawn(view: View, event: JsonEvent) -> None:
    seat = event["seat"]
    view["deck_sizes"] = _counted(view["deck_sizes"], seat, -1)
    _gain(view, seat, event.get("spell"), event.get("slot"))


def _spell_declared(view: View, event: JsonEvent) -> None:
    _lose(view, event["seat"], event["spell"])


def _spell_laid(view: View, event: JsonEvent) -> None:
    view["faceup"] = [*view["faceup"], event["spell"]]


def _spell_given(view: View, event: JsonEvent) -> None:
    _lose(view, event["seat"], event.get("spell"))
    _gain(view, event["to"], event.get("spell"))


def _spell_taken(view: View, event: JsonEvent) -> None:
    source = event.get("source")
    if source is not None:
        _lose(view, source, event.get("spell"))
    else:
        pile = view["discards"][event["seat"]]
        _pile(view, event["seat"], event.get("top"), pile["size"] - 1)
    _gain(view, event["seat"], event.get("spell"))


def _spells_buried(view: View, event: JsonEvent) -> None:
    seat, count, from_hand = event["seat"], event["count"], event["from_hand"]
    view["hand_sizes"] = _counted(view["hand_sizes"], seat, -from_hand)
    view["deck_sizes"] = _counted(view["deck_sizes"], seat, from_hand)
    buried = event.get("spells") or ()
    if from_hand == count and seat == HORDE and "row" in view:
        _lay_row(view, [None if one in buried else one for one in view["row"]])
    elif from_hand == count and seat == view["you"]:
        view["hand"] = [one for one in view["hand"] if one not in buried]


def _pile(view: View, seat: str, top: str | None, size: int) -> None:
    view["discards"] = {**view["discards"], seat: {"top": top, "size": size}}


def _spell_discarded(view: View, event: JsonEvent) -> None:
    seat, spell = event["seat"], event["spell"]
    if event.get("source") == "hand":
        _lose(view, seat, spell)
    view["faceup"] = [one for one in view["faceup"] if one != spell]
    _pile(view, seat, spell, view["discards"][seat]["size"] + 1)


def _deck_made(view: View, event: JsonEvent) -> None:
    view["deck_sizes"] = {**view["deck_sizes"], event["seat"]: event["count"]}


def _reshuffled(view: View, event: JsonEvent) -> None:
    for seat in view["seats"]:
        if seat != HORDE:
            size = view["discards"][seat]["size"]
            view["deck_sizes"] = {**view["deck_sizes"], seat: size}
            _pile(view, seat, None, 0)


_HANDLERS: Mapping[str, Callable[[View, JsonEvent], None]] = {
    "turn": _turn,
    "phase": _phase,
    "asked": _asked,
    "game_over": _game_over,
    "battles_pending": _battles_pending,
    "battle_started": _nothing,
    "battle_ended": _nothing,
    "rolled": _nothing,
    "choice": _nothing,
    "tile_drawn": _tile_drawn,
    "tile_due": _tile_due,
    "tile_placed": _tile_placed,
    "tile_removed": _tile_removed,
    "tile_buried": _tile_buried,
    "tile_moved": _tile_moved,
    "tile_changed": _tile_changed,
    "tiles_seen": _nothing,
    "town": _town,
    "map_cleared": _map_cleared,
    "colony_set_aside": _colony_set_aside,
    "colony_lifted": _colony_lifted,
    "token": _token,
    "token_returned": _token_returned,
    "trained": _appeared,
    "recruited": _appeared,
    "spawned": _appeared,
    "moved": _moved,
    "killed": _left,
    "returned": _left,
    "summoned": _summoned,
    "undone": _undone,
    "spell_drawn": _spell_drawn,
    "spell_declared": _spell_declared,
    "spell_cast": _nothing,
    "spell_laid": _spell_laid,
    "spell_negated": _nothing,
    "spell_given": _spell_given,
    "spell_drafted": _nothing,
    "spell_taken": _spell_taken,
    "spells_seen": _nothing,
    "spells_buried": _spells_buried,
    "spell_discarded": _spell_discarded,
    "deck_made": _deck_made,
    "reshuffled": _reshuffled,
    "seat_named": _seat_named,
    "solo_began": _solo_began,
    "horde_heads": _nothing,
}
