"""Pictures of views: complete, labelled, well-formed, and without what a seat may not know."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

import obsidia_core as ob
from obsidia_core.render.board import last_move_of
from obsidia_core.render.svg import render_svg
from obsidia_core.render.theme import PRINT, THEMES, RenderError
from obsidia_core.render.words import names_of

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
EVIL = "\"><script>alert(1)</script><img src=x onerror='alert(2)'>\x00\ud800&amp;"


def drawn(view: dict[str, Any], **more: Any) -> Element:
    """The picture as a parsed document, which only works if it is well-formed."""
    return fromstring(render_svg(view, **more))


def tiles(picture: Element) -> dict[str, Element]:
    return {
        group.attrib["data-at"]: group
        for group in picture.iter(f"{SVG}g")
        if group.get("class") == "tile"
    }


def uses(element: Element) -> list[str]:
    """Names of the drawings used in an element, without the prefix of their theme."""
    return [use.attrib["href"].split("-", 2)[2] for use in element.iter(f"{SVG}use")]


def texts(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def along(match: ob.Match[ob.State], every: int) -> Iterator[ob.State]:
    """Positions of a recorded game, each a copy."""
    from obsidia_core.kernel.replay import follow

    for number, state in enumerate(follow(match.replay, match.game)):
        if number % every == 0:
            yield match.game.copy(state)


def test_every_tile_is_a_labelled_group(view: dict[str, Any]) -> None:
    found = tiles(drawn(view))
    assert set(found) == set(view["tiles"])
    for place, group in found.items():
        assert group.attrib["role"] == "img"
        assert group.attrib["data-terrain"] == view["tiles"][place]["terrain"]
        assert group.attrib["aria-label"].startswith(f"{place}: ")


def test_a_label_says_all_that_the_tile_shows(view: dict[str, Any]) -> None:
    found = {place: group.attrib["aria-label"] for place, group in tiles(drawn(view)).items()}
    assert found["0,0"] == (
        "0,0: Colony of Warlords, pathways north and south; 1 traveler of Warlords (W1)"
    )
    assert found["1,1"] == (
        "1,1: Woods, pathways north, east and west; stones 1 and 2 lead north; "
        "stones 3 and 4 lead east; stones 5 and 6 lead west"
    )
    assert found["0,1"] == (
        "0,1: Town, pathways north and east; shared; 3 travelers of Warlords (W2, W3, W4); "
        "1 traveler of Light Keepers (L1); 1 traveler of Gearwrights (G1); "
        "War Hound of Warlords (C1)"
    )
    assert found["-1,1"].endswith("held by Light Keepers")
    assert "held by nobody" in found["2,0"]
    assert "no pathways" in found["0,2"]


def test_every_terrain_has_a_drawing_of_its_own_shape(view: dict[str, Any]) -> None:
    """Terrain is told apart without colour: the path data of the grounds differ."""
    grounds = {
        group.attrib["id"]: tuple(path.get("d") for path in group.iter(f"{SVG}path"))
        for group in drawn(view, legend=False).iter(f"{SVG}g")
        if "-ground-" in group.get("id", "")
    }
    terrains = {tile["terrain"] for tile in view["tiles"].values()}
    assert len(grounds) == len(terrains) == len(set(grounds.values()))


def test_terrain_without_a_drawing_shows_its_letter(view: dict[str, Any]) -> None:
    picture = drawn(view)
    medallion = next(
        group for group in picture.iter(f"{SVG}g") if group.get("id", "").endswith("floor-glacier")
    )
    assert texts(medallion) == ["G"]
    assert "floor-glacier" in uses(tiles(picture)["-1,0"])


def test_pathways_reach_exactly_the_open_sides(view: dict[str, Any]) -> None:
    found = tiles(drawn(view))
    for place, tile in view["tiles"].items():
        wanted = f"ways-{tile['exits'].replace('-', 'none')}"
        assert wanted in uses(found[place])


def test_open_edges_into_the_unknown_are_marked(view: dict[str, Any]) -> None:
    found = tiles(drawn(view))
    for place, tile in view["tiles"].items():
        x, y = map(int, place.split(","))
        around = {"N": (x, y - 1), "E": (x + 1, y), "S": (x, y + 1), "W": (x - 1, y)}
        unknown = [
            side
            for side in tile["exits"].strip("-")
            if "{},{}".format(*around[side]) not in view["tiles"]
        ]
        assert uses(found[place]).count("beyond") == len(unknown), place


def test_stones_lie_beside_their_exits(view: dict[str, Any]) -> None:
    woods = tiles(drawn(view))["1,1"]
    at = {}
    for use in woods.iter(f"{SVG}use"):
        if "-die-" in use.attrib["href"]:
            x, y = re.findall(r"[\d.]+", use.attrib["transform"])[:2]
            at[use.attrib["href"][-1]] = (float(x), float(y))
    assert set(at) == set("123456")
    assert all(at[face][1] < 20 for face in "12")
    assert all(at[face][0] > 80 for face in "34")
    assert all(at[face][0] < 20 for face in "56")


def test_units_are_meeples_with_letter_and_count(view: dict[str, Any]) -> None:
    crowd = tiles(drawn(view))["0,1"]
    assert [name for name in uses(crowd) if "meeple" in name] == [
        "meeple-red-W",
        "meeple-white-L",
        "meeple-blue-G",
    ]
    assert texts(crowd) == ["3"], "a number stands where there are several"


def test_creatures_wear_their_summoners_colour(view: dict[str, Any]) -> None:
    found = tiles(drawn(view))
    assert "beast-war_hound-red" in uses(found["0,1"])
    assert "beast-leviathan-blue" in uses(found["2,1"])


def test_town_holders_fly_a_flag(view: dict[str, Any]) -> None:
    found = tiles(drawn(view))
    for place, holder in (("2,0", "neutral"), ("0,1", "shared"), ("-1,1", "light_keepers")):
        assert f"flag-{holder}" in uses(found[place])


def test_every_use_has_its_drawing_and_every_id_is_unique(view: dict[str, Any]) -> None:
    picture = drawn(view, last_move=("0,0", "0,1"))
    ids = [element.attrib["id"] for element in picture.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"][1:] for use in picture.iter(f"{SVG}use")} == set(ids)


def test_things_are_called_by_the_names_given(view: dict[str, Any]) -> None:
    names = {"portal": "Mystical Portal", "raze": "Raze It All", "war_hound": "Hound of War"}
    picture = drawn(view, names=names)
    assert tiles(picture)["-1,-1"].attrib["aria-label"].startswith("-1,-1: Mystical Portal,")
    assert set(names.values()) <= set(texts(picture))
    assert "Time Slip" in texts(picture), "an id stands for a name that is missing"


def test_the_picture_has_a_title_and_a_description(view: dict[str, Any]) -> None:
    picture = drawn(view)
    assert picture.attrib["role"].startswith("graphics-document")
    assert [child.tag for child in picture[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert picture[0].text == "Obsidia: Turn 7 \N{EN DASH} Light Keepers, battle phase"
    assert "12 tiles" in (picture[1].text or "")
    assert "Warlords must answer: reaction" in (picture[1].text or "")


def test_beside_the_map_stand_seats_and_legend(view: dict[str, Any]) -> None:
    told = texts(drawn(view))
    for words in ("Light Keepers", "to play", "Legend", "Blackwater", "Glacier", "War Hound"):
        assert words in told
    assert "World-building stack: 2 tiles" in told
    assert "Time Slip" in told, "the hand of the seat whose view it is"
    alone = texts(drawn(view, players=False, legend=False))
    assert not {"Legend", "Light Keepers", "Time Slip"}.intersection(alone)


def test_coordinates_stand_along_the_border(view: dict[str, Any]) -> None:
    told = texts(drawn(view, players=False, legend=False))
    for number in ("\N{MINUS SIGN}1", "0", "1", "2"):
        assert told.count(number) >= 4, "above, below, left and right"


@pytest.mark.parametrize(("places", "frames"), [(("0,0", "1,0"), 2), (("5,5",), 1), (None, 0)])
def test_the_last_move_is_highlighted(
    view: dict[str, Any], places: tuple[str, ...] | None, frames: int
) -> None:
    view["battles"] = []
    overlay = next(
        group
        for group in drawn(view, last_move=places).iter(f"{SVG}g")
        if group.get("class") == "overlay"
    )
    assert len(overlay.findall(f"{SVG}rect")) == frames


def test_battles_to_come_are_marked_where_they_will_be(view: dict[str, Any]) -> None:
    assert uses(drawn(view)).count("battle") == 3, "one of them in the legend"


def test_the_last_move_is_found_in_events() -> None:
    moved = {"type": "moved", "pieces": ["W1"], "from": "0,0", "to": "1,0", "way": "step"}
    placed = {"type": "tile_placed", "tile": "plain-01", "at": "2,0", "rotation": 0}
    phase = {"type": "phase", "phase": "battle", "seat": "warlords"}
    assert last_move_of([placed, moved, phase]) == ("0,0", "1,0")
    assert last_move_of([moved, placed]) == ("2,0",)
    assert last_move_of([moved, {"type": "undone", "move": 1, "pieces": {}, "towns": {}}]) is None
    assert last_move_of([phase]) is None


def test_themes_differ_in_colours_alone(view: dict[str, Any]) -> None:
    pictures = {name: render_svg(view, theme=name) for name in THEMES}
    assert len(set(pictures.values())) == len(THEMES) == 3
    shapes = {re.sub(r"#[0-9a-f]{6}|obsidia-[a-z]+-", "", picture) for picture in pictures.values()}
    assert len(shapes) == 1


def test_the_print_theme_has_only_greys(view: dict[str, Any]) -> None:
    for color in [
        *PRINT.colors.values(),
        *re.findall(r'"(#\w+)"', render_svg(view, theme="print")),
    ]:
        if not color.startswith("#obsidia"):
            assert re.fullmatch(r"#([0-9a-f]{2})\1\1", color), color


def test_all_themes_have_the_same_slots() -> None:
    assert len({frozenset(theme.colors) for theme in THEMES.values()}) == 1


@pytest.mark.parametrize("size", [16, 500, 3000])
def test_the_longer_side_has_the_size_asked_for(view: dict[str, Any], size: int) -> None:
    picture = drawn(view, size=size)
    sides = [float(picture.attrib[side]) for side in ("width", "height")]
    assert max(sides) == size
    box = [float(part) for part in picture.attrib["viewBox"].split()]
    assert sides[0] / sides[1] == pytest.approx(box[2] / box[3], rel=0.1)


def test_what_cannot_be_drawn_is_refused(view: dict[str, Any]) -> None:
    with pytest.raises(RenderError, match="the themes are light, dark, print"):
        render_svg(view, theme="neon")
    with pytest.raises(RenderError, match="16 to 20000"):
        render_svg(view, size=3)
    with pytest.raises(RenderError, match="no view"):
        render_svg({"tiles": {}})
    with pytest.raises(RenderError, match="a space is written"):
        render_svg(view, last_move=("here",))


def test_a_picture_loads_and_runs_nothing(view: dict[str, Any]) -> None:
    text = render_svg(view)
    addresses = set(re.findall(r"\w+://[^\"' ]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    tags = {element.tag.removeprefix(SVG) for element in fromstring(text).iter()}
    assert tags <= {
        *("svg", "title", "desc", "defs", "g", "use"),
        *("path", "rect", "circle", "ellipse", "text"),
    }


def test_hostile_names_stay_text(view: dict[str, Any]) -> None:
    hostile: dict[str, Any] = json.loads(
        json.dumps(view)
        .replace("gearwrights", json.dumps(EVIL)[1:-1])
        .replace("war_hound", json.dumps(EVIL)[1:-1])
        .replace("glacier", json.dumps(EVIL)[1:-1])
        .replace("time_slip", json.dumps(EVIL)[1:-1])
    )
    hostile["tiles"]["-1,1"]["town"] = EVIL
    picture = drawn(hostile)
    assert {element.tag for element in picture.iter()} == {
        element.tag for element in drawn(view).iter()
    }
    for element in picture.iter():
        assert not [key for key in element.attrib if key.startswith("on")]
        assert not element.get("href", "#").startswith("javascript")


def test_equal_views_give_equal_pictures_in_any_process(view: dict[str, Any]) -> None:
    code = (
        "import json, sys; from obsidia_core.render.svg import render_svg; "
        "sys.stdout.write(render_svg(json.load(sys.stdin), last_move=['0,0', '0,1']))"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(view),
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for seed in ("1", "2")
    }
    assert made == {render_svg(copy.deepcopy(view), last_move=["0,0", "0,1"])}


def test_positions_of_a_whole_game_can_be_drawn(match: ob.Match[ob.State]) -> None:
    for state in along(match, 90):
        for seat in (None, *match.game.seats(state)):
            view = match.game.view(state, seat)
            found = tiles(drawn(view))
            assert set(found) == set(view["tiles"])
            for piece, place in view["travelers"].items():
                if "," in place:
                    assert piece in found[place].attrib["aria-label"]
            for piece, known in view["creatures"].items():
                assert f"({piece})" in found[known["at"]].attrib["aria-label"]


def test_a_seats_picture_shows_nothing_hidden_from_it(match: ob.Match[ob.State]) -> None:
    """What a seat does not know is drawn anew; its picture stays the same."""
    game = match.game
    for number, state in enumerate(along(match, 130)):
        for seat in (None, *game.seats(state)):
            other = game.determinize(state, seat, seed=number)
            assert game.picture(other, seat) == game.picture(state, seat)


def test_hands_are_in_the_picture_of_their_owner_alone(match: ob.Match[ob.State]) -> None:
    game = match.game
    state = next(along(match, 1))
    pictures = {
        seat: texts(fromstring(game.picture(state, seat) or "")) for seat in game.seats(state)
    }
    for seat in game.seats(state):
        for spell in game.view(state, seat)["hand"]:
            name = names_of(game)[spell]
            assert [one for one, told in pictures.items() if name in told] == [seat]


def test_notebooks_show_a_match_as_a_picture(opening: ob.Match[ob.State]) -> None:
    picture = opening._repr_svg_()
    assert picture is not None
    assert set(tiles(fromstring(picture))) == set(opening.view()["tiles"])
    svg = render_svg(opening.view())
    assert svg._repr_svg_() == svg
    with pytest.raises(LookupError):
        opening.game.picture(opening.state, "nobody")


def test_the_pictures_of_the_documentation_are_the_ones_the_script_makes(tmp_path: Path) -> None:
    code = (
        "import runpy, sys; from pathlib import Path; "
        "runpy.run_path(sys.argv[1])['main'](Path(sys.argv[2]))"
    )
    script = ROOT / "docs" / "make_pictures.py"
    subprocess.run(
        [sys.executable, "-c", code, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=True,
    )
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert made
    for name, text in made.items():
        committed = (ROOT / "docs" / "_static" / name).read_text(encoding="utf-8")
        assert committed == text, "run docs/make_pictures.py and look at the pictures"
