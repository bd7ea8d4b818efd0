"""The page of a recorded game: the kernel's film out of the game's own pictures and sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from obsidia_core.kernel.match import Match
from obsidia_core.kernel.replay import Replay, follow
from obsidia_core.render.html import render_html
from obsidia_core.render.theme import RenderError
from orichalque.game import Orichalque
from orichalque.state import State

MEGABYTE = 1_000_000
HIDDEN = {"phase", "round"}
"""Events that the page shows as headings or not at all."""


class Unseen(Orichalque):
    """The game without pictures."""

    def picture(
        self, state: State, seat: str | None = None, colors: Mapping[str, str] | None = None
    ) -> Any:
        del state, seat, colors


class Unreadable(Unseen):
    """The game with something else in their place."""

    def picture(
        self, state: State, seat: str | None = None, colors: Mapping[str, str] | None = None
    ) -> Any:
        del state, seat, colors
        return "two boards & a row"


@pytest.fixture(scope="module")
def match(game: Orichalque) -> Match[State]:
    match = Match(game, game.new(seed=8))
    while not match.over:
        legal = match.legal_actions()
        match.apply(legal[len(match.replay.actions) * 7 % len(legal)])
    return match


@pytest.fixture(scope="module")
def page(match: Match[State]) -> str:
    return render_html(match.game, match.replay)


def data_of(page: str) -> dict[str, Any]:
    """What the page's script reads."""
    text = page.partition('<script type="application/json" id="data">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(text)
    return found


def markup(drawings: list[Any], number: int) -> str:
    """A drawing, put together as the script does it."""
    drawing = drawings[number]
    if isinstance(drawing, str):
        return drawing
    return "".join(part if isinstance(part, str) else markup(drawings, part) for part in drawing)


def circles(drawn: str) -> list[str]:
    """What the circles of a picture are called: place, terrain and what is on it."""
    titles = [title.text or "" for title in ET.fromstring(drawn).iter() if "title" in title.tag]
    return [title for title in titles if "," in title.split(" ")[0]]


def test_a_whole_game_is_one_small_file(page: str, match: Match[State]) -> None:
    assert match.over
    assert len(page) < MEGABYTE / 2
    assert set(re.findall(r"\w+://[^\"'\\ ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "<title>Orichalque: Human and AI</title>" in page


def test_every_picture_of_the_game_comes_in_order(page: str, match: Match[State]) -> None:
    data = data_of(page)
    shown = [markup(data["drawings"], step["ground"]) for step in data["steps"] if "ground" in step]
    left = iter(map(circles, shown))
    now: list[str] = []
    for state in follow(match.replay, match.game):
        wanted = circles(match.game.picture(state) or "")
        while now != wanted:
            now = next(left)


def test_what_stays_the_same_is_kept_once(page: str) -> None:
    data = data_of(page)
    whole = sum(len(markup(data["drawings"], step.get("ground", 0))) for step in data["steps"])
    assert len(json.dumps(data["drawings"])) < whole / 10
    assert len(set(map(json.dumps, data["drawings"]))) == len(data["drawings"])


def test_every_event_is_told_in_the_games_words(page: str, match: Match[State]) -> None:
    told = [line for step in data_of(page)["steps"] for line in step.get("told", ())]
    game = match.game
    assert told == [
        game.sentence(event)
        for event in game.events_for(match.events(), None)
        if event["type"] not in HIDDEN
    ]


def test_turns_and_rounds_divide_the_film(page: str, match: Match[State]) -> None:
    turns = [step["turn"] for step in data_of(page)["steps"] if "turn" in step]
    assert turns[0] == "Round 1: the human's turn"
    for number in range(1, match.state.round):
        parts = ("the human's turn", "the AI's turn", "its end")
        assert {f"Round {number}: {part}" for part in parts} <= set(turns)


def test_the_ai_is_shown_phase_by_phase(page: str) -> None:
    turns: dict[str, int] = {}
    heading = ""
    for step in data_of(page)["steps"]:
        turns[heading] = turns.get(heading, 0) + 1
        heading = step.get("turn", heading)
    assert turns["Round 1: the AI's turn"] >= 4


def test_the_last_step_says_who_has_won(page: str, match: Match[State]) -> None:
    heads = [step["head"] for step in data_of(page)["steps"] if "head" in step]
    assert match.winners is not None
    assert heads[-1].endswith({"ai": "the AI has won", "human": "you have won"}[match.winners[0]])


def test_the_pictures_of_a_page_follow_its_theme(page: str, game: Orichalque) -> None:
    """Colours stand in the page's style sheet, for each theme; the drawings name them only."""
    drawn = json.dumps(data_of(page)["drawings"])
    assert "var(--game-" in drawn
    assert not re.search(r"(fill|stroke)=.{0,2}#", drawn)
    for theme in game.themes.values():
        for slot, color in theme.items():
            assert f"--game-{slot}:{color};" in page


@pytest.mark.parametrize(
    ("rules", "told"), [(Unseen, "draws no pictures"), (Unreadable, "is no SVG")]
)
def test_a_game_that_cannot_be_drawn_is_told(rules: type[Orichalque], told: str) -> None:
    game = rules()
    with pytest.raises(RenderError, match=told):
        render_html(game, Replay.start(game, game.new(seed=1)))
