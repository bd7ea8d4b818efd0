"""The replay page: one file, complete, self-contained, and true to what a seat saw."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import obsidia_core as ob
from obsidia_core.cli.export import PageNarrator
from obsidia_core.cli.narrate import Names
from obsidia_core.kernel.errors import SaveError
from obsidia_core.kernel.replay import Replay, follow
from obsidia_core.render.html import render_html
from obsidia_core.render.theme import RenderError

MEGABYTE = 1_000_000
EVIL = "</script><script>hacked = 1</script><img src=x onerror=hacked=1>'\"&\u2028"


class Page(HTMLParser):
    """The elements of a page, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.titles: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["script"] and data.strip():
            self.scripts.append(data)
        if self.tags[-1:] == ["h1"] and data.strip():
            self.titles.append(data)

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script reads."""
        found: dict[str, Any] = json.loads(self.scripts[0])
        return found


@pytest.fixture(scope="module")
def page(match: ob.Match[ob.State]) -> str:
    return render_html(match.game, match.replay, narrator=PageNarrator(Names.of(match.game)))


def positions(data: Mapping[str, Any]) -> list[dict[str, str]]:
    """The drawing of every tile after each step, as the script puts them together."""
    shown: dict[str, str] = {}
    found = []
    for step in data["steps"]:
        for place, number in step.get("tiles", {}).items():
            if number is None:
                del shown[place]
            else:
                shown[place] = data["drawings"][number]
        found.append(dict(shown))
    return found


def test_a_whole_game_of_four_stays_small(page: str, match: ob.Match[ob.State]) -> None:
    assert match.over
    assert len(page.encode()) < 2 * MEGABYTE


def test_the_page_loads_nothing(page: str) -> None:
    addresses = set(re.findall(r"\w+://[^\"'\\ ]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    found = Page(page)
    assert not {"link", "img", "iframe", "object", "embed", "base"}.intersection(found.tags)
    assert not {"src", "srcset", "action"}.intersection(key for key, _ in found.attributes)
    assert all((value or "").startswith("#") for key, value in found.attributes if key == "href")
    assert "@import" not in page
    assert "url(" not in page


def test_its_policy_allows_its_own_script_and_style_alone(page: str) -> None:
    policy = next(
        value
        for key, value in Page(page).attributes
        if key == "content" and value is not None and "default-src" in value
    )
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not [key for key, _ in Page(page).attributes if key.startswith("on") or key == "style"]


def test_every_drawing_is_well_formed_and_has_its_definitions(page: str) -> None:
    data = Page(page).data
    defined = set(re.findall(r'id="(o-[^"]+)"', page))
    for drawing in [*data["drawings"], *(seat["meeple"] for seat in data["seats"])]:
        fromstring(drawing)
        assert set(re.findall(r'href="#([^"]+)"', drawing)) <= defined


def test_the_steps_lead_through_every_position(page: str, match: ob.Match[ob.State]) -> None:
    """Each map that the steps add up to is the map of the game at that point, in order."""
    shown = iter(positions(Page(page).data))
    now: dict[str, str] = {}
    for state in follow(match.replay, match.game):
        view = match.game.view(state, None)
        while not shows(now, view):
            now = next(shown)


def shows(tiles: Mapping[str, str], view: Mapping[str, Any]) -> bool:
    """Whether drawings of tiles show the map of a view and all travelers on it."""
    return set(tiles) == set(view["tiles"]) and all(
        re.search(rf"\b{piece}\b", tiles[at])
        for piece, at in view["travelers"].items()
        if "," in at
    )


def test_the_last_step_tells_who_has_won(page: str, match: ob.Match[ob.State]) -> None:
    data = Page(page).data
    heads = [step["head"] for step in data["steps"] if "head" in step]
    assert match.winners
    assert match.winners[0].replace("_", " ").title() in heads[-1]
    assert "The game is over" in " ".join(data["steps"][-1]["told"])


def test_turns_are_numbered_at_their_first_step(page: str, match: ob.Match[ob.State]) -> None:
    turns = [step["turn"] for step in Page(page).data["steps"] if "turn" in step]
    numbers = [int(turn.split(":")[0].removeprefix("Turn ")) for turn in turns]
    assert numbers == list(range(1, match.state.turn + 1))


def test_movements_can_be_followed(page: str, match: ob.Match[ob.State]) -> None:
    moves = [move for step in Page(page).data["steps"] for move in step.get("moves", ())]
    moved = [event for event in match.events() if event.type == "moved"]
    assert len(moves) == len(moved) > 0


def secrets(match: ob.Match[ob.State], seat: str | None) -> set[str]:
    """Cards of the game that the seat never got to know."""
    game = match.game
    known = json.dumps(game.events_for(match.events(), seat))
    for state in follow(match.replay, game):
        known += json.dumps(game.view(state, seat))
    cards = {card.id for card in match.state.setup.cards}
    return {card for card in cards if f'"{card}"' not in known}


@pytest.mark.parametrize("seat", [None, "warlords"])
def test_what_a_seat_never_knew_is_not_in_its_page(
    opening: ob.Match[ob.State], seat: str | None
) -> None:
    names = Names.of(opening.game)
    text = render_html(opening.game, opening.replay, seat=seat, narrator=PageNarrator(names))
    told = Page(text).scripts[0]
    hidden = secrets(opening, seat)
    assert len(hidden) > 20
    for card in hidden:
        assert card not in told
        assert not re.search(rf"\b{re.escape(names.spell(card))}\b", told)


def test_a_seats_page_shows_its_hand(opening: ob.Match[ob.State]) -> None:
    hands = [
        [
            step["hand"]
            for step in Page(render_html(opening.game, opening.replay, seat=seat)).data["steps"]
            if "hand" in step
        ]
        for seat in (None, "warlords")
    ]
    assert hands[0] == [[]]
    assert len(hands[1][0]) == 5


class Hostile(ob.Obsidia):
    """The game with names that try to break out of wherever they stand."""

    def view(self, state: ob.State, seat: str | None) -> dict[str, Any]:
        evil = json.dumps(EVIL)[1:-1]
        text = json.dumps(super().view(state, seat))
        shown: dict[str, Any] = json.loads(
            text.replace("light_keepers", evil).replace('"plain"', f'"{evil}"')
        )
        return shown


def test_hostile_names_stay_text(opening: ob.Match[ob.State], page: str) -> None:
    text = render_html(Hostile(), opening.replay, title=EVIL)
    found, plain = Page(text), Page(page)
    assert set(found.tags) == set(plain.tags)
    assert found.tags.count("script") == plain.tags.count("script") == 2
    assert {key for key, _ in found.attributes} <= {key for key, _ in plain.attributes}
    assert "".join(found.titles).startswith("</script>")
    assert any(EVIL.title() in seat["name"] for seat in found.data["seats"])


def test_equal_games_give_equal_pages(opening: ob.Match[ob.State]) -> None:
    assert render_html(opening.game, opening.replay) == render_html(opening.game, opening.replay)


def test_without_a_narrator_events_are_told_plainly(opening: ob.Match[ob.State]) -> None:
    steps = Page(render_html(opening.game, opening.replay)).data["steps"]
    told = " ".join(line for step in steps for line in step.get("told", ()))
    assert "Tile Placed: tile " in told


def test_what_cannot_be_shown_is_refused(opening: ob.Match[ob.State]) -> None:
    game, replay = opening.game, opening.replay
    with pytest.raises(RenderError, match="no theme 'neon'"):
        render_html(game, replay, theme="neon")
    with pytest.raises(RenderError, match="no seat 'nobody'"):
        render_html(game, replay, seat="nobody")
    broken = Replay.from_json({**replay.to_json(), "actions": ["train"]})
    with pytest.raises(SaveError, match="action 1"):
        render_html(game, broken)
