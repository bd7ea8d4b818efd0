"""A viewer that applies only the events of its seat arrives at that seat's view."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obsidia_core import viewer
from obsidia_core.game import Obsidia
from obsidia_core.model.events import EVENTS
from obsidia_core.view_types import View

Play = Callable[..., Iterator[Any]]


def difference(found: Any, wanted: Any) -> dict[str, Any]:
    """The keys of a view that differ: what the viewer has, and what the engine shows."""
    keys = found.keys() | wanted.keys()
    return {
        key: (found.get(key), wanted.get(key)) for key in keys if found.get(key) != wanted.get(key)
    }


@settings(max_examples=2, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_events_lead_from_a_view_to_the_next(
    game: Obsidia, play: Play, setting: object, seed: int
) -> None:
    views: list[View] = []
    for walk in play(setting, seed, limit=160):
        shown = [cast("View", game.view(walk.state, seat)) for seat in walk.seats]
        for place, before in enumerate(views):
            seat = walk.seats[place]
            told = json.loads(json.dumps(game.events_for(walk.state.events, seat)))
            after = viewer.apply_events(before, told)
            where = f"seed {seed}, after {walk.taken}, seen by {seat}: {told}"
            assert difference(after, shown[place]) == {}, where
        views = shown


def test_what_previews_go_on_from_is_out_of_date_after_an_event(
    game: Obsidia, play: Play, plain: object
) -> None:
    walks = play(plain, seed=4, limit=1)
    walk = next(walks)
    asked = walk.state.asking[0]
    sent = cast("View", game.full_view(walk.state, asked))
    assert "known" in sent
    next(walks)
    after = viewer.apply_events(sent, game.events_for(walk.state.events, asked))
    assert after == game.view(walk.state, asked)


def test_every_event_is_handled() -> None:
    assert set(viewer._HANDLERS) == {event.type for event in EVENTS}


def test_a_view_is_not_changed_by_what_happens_after(
    game: Obsidia, play: Play, plain: object
) -> None:
    walks = play(plain, seed=4, limit=120)
    before = cast("View", game.view(next(walks).state, None))
    kept, view = deepcopy(before), before
    for walk in walks:
        view = viewer.apply_events(view, game.events_for(walk.state.events, None))
    assert before == kept
    assert view != before


def test_an_event_that_nobody_knows_is_an_error(game: Obsidia, play: Play, plain: object) -> None:
    view = cast("View", game.view(next(play(plain, 1, 0)).state, None))
    with pytest.raises(KeyError):
        viewer.apply_event(view, {"type": "earthquake"})


@pytest.mark.rule("RULING-17")
def test_the_map_is_cleared_when_world_building_starts_again(
    game: Obsidia, play: Play, plain: object
) -> None:
    """A case that random games hardly ever show."""
    view = cast("View", game.view(next(play(plain, 1, 0)).state, None))
    tile = {"type": "tile_placed", "tile": "plain-01", "at": "0,0", "rotation": 0}
    laid = viewer.apply_event(view, {**tile, "terrain": "plain", "exits": "NESW"})
    assert set(laid["tiles"]) == {"0,0"}
    cleared = viewer.apply_event(laid, {"type": "map_cleared", "communal": 9, "removed": 6})
    assert difference(cleared, {**view, "communal": 9, "removed": 6}) == {}
