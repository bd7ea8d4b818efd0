"""`obsidia render` and `obsidia replay export`, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner, Result

import obsidia_core as ob
from obsidia_core.cli.app import app
from obsidia_core.render.own import own_picture
from obsidia_core.render.theme import RenderError
from obsidia_core.render.words import names_of
from orichalque.colors import THEMES
from orichalque.game import Orichalque

SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(app, [str(one) for one in arguments], prog_name="obsidia")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def places(svg: str) -> set[str]:
    return {
        group.attrib["data-at"]
        for group in fromstring(svg).iter(f"{SVG}g")
        if "data-at" in group.attrib
    }


@pytest.fixture
def files(opening: ob.Match[ob.State], tmp_path: Path) -> dict[str, Path]:
    """One position as a saved match, a recorded game, a state, and a view."""
    texts = {
        "match": opening.to_json(),
        "replay": opening.replay.dumps(),
        "state": opening.game.to_json(opening.state),
        "view": json.dumps(opening.view()),
    }
    paths = {name: tmp_path / f"{name}.json" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text, encoding="utf-8")
    return paths


@pytest.mark.parametrize("kind", ["match", "replay", "state", "view"])
def test_every_kind_of_file_is_drawn(
    files: dict[str, Path], kind: str, opening: ob.Match[ob.State]
) -> None:
    result = run("render", files[kind])
    assert result.exit_code == 0, result.output
    assert places(result.stdout) == set(opening.view()["tiles"])


def test_the_last_move_of_a_recorded_game_is_highlighted(files: dict[str, Path]) -> None:
    overlays = [
        group
        for kind in ("match", "replay")
        for group in fromstring(run("render", files[kind]).stdout).iter(f"{SVG}g")
        if group.get("class") == "overlay"
    ]
    assert [len(overlay.findall(f"{SVG}rect")) > 0 for overlay in overlays] == [True, True]


def test_a_step_of_a_recorded_game_can_be_chosen(files: dict[str, Path]) -> None:
    assert places(run("render", files["replay"], "--step", 0).stdout) == set()
    assert len(places(run("render", files["match"], "--step", 4).stdout)) > 0
    late = run("render", files["replay"], "--step", 5000)
    assert late.exit_code == 2
    assert "the game has 100 actions" in late.stderr


def test_pictures_are_written_by_their_ending(files: dict[str, Path], tmp_path: Path) -> None:
    for name, start in (("map.svg", b"<svg"), ("map.PNG", b"\x89PNG")):
        if name.endswith("PNG"):
            pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
        target = tmp_path / name
        result = run("render", files["state"], "-o", target, "--theme", "dark", "--size", 300)
        assert result.exit_code == 0, result.output
        assert target.read_bytes().startswith(start)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A position of a game that draws its pictures itself."""
    path = tmp_path_factory.mktemp("other") / "state.json"
    game = Orichalque()
    path.write_text(game.to_json(game.new(seed=3)), encoding="utf-8")
    return path


def test_a_picture_that_a_game_draws_itself_takes_theme_and_size(other: Path) -> None:
    drawn = {theme: run("render", other, "--theme", theme).stdout for theme in THEMES}
    assert len(set(drawn.values())) == 3
    assert all(THEMES[theme]["page"] in svg for theme, svg in drawn.items())
    small = fromstring(run("render", other, "--size", 300).stdout)
    assert max(float(small.attrib[side]) for side in ("width", "height")) == 300


def test_what_does_not_apply_to_such_a_picture_is_told(other: Path) -> None:
    result = run("render", other, "--map-only")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--map-only is for maps; orichalque draws its picture whole" in result.stderr


def test_a_game_of_one_look_is_told_so_when_a_theme_is_wanted() -> None:
    class OneLook(Orichalque):
        themes = MappingProxyType({})

    game = OneLook()
    state = game.new(seed=3)
    assert own_picture(game, state) == game.picture(state)
    with pytest.raises(RenderError, match="have one look, not 'dark'"):
        own_picture(game, state, theme="dark")


def test_a_seat_sees_its_own_hand(files: dict[str, Path], opening: ob.Match[ob.State]) -> None:
    names = names_of(opening.game)
    spells = [names[spell] for spell in opening.view("warlords")["hand"]]
    mine = run("render", files["match"], "--seat", "warlords").stdout
    public = run("render", files["match"]).stdout
    assert all(spell in mine for spell in spells)
    assert not any(spell in public for spell in spells)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("view", "--seat", "warlords"), "this is one view"),
        (("state", "--step", "3"), "this is one position"),
        (("match", "--seat", "nobody"), "no seat 'nobody'"),
        (("state", "-o", "map.gif"), "neither in .svg nor in .png"),
        (("state", "-o", "no/such/folder/map.svg"), "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    files: dict[str, Path], arguments: tuple[str, ...], told: str
) -> None:
    result = run("render", files[arguments[0]], *arguments[1:])
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"tiles": 3}', '{"format": "obsidia-state-1"}', "\udcff"]
)
def test_a_file_without_a_position_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    result = run("render", path)
    assert result.exit_code == 2
    assert "should not have happened" not in result.output


def test_a_recorded_game_becomes_a_page(files: dict[str, Path]) -> None:
    result = run("replay", "export", files["replay"], "--html", "--theme", "dark")
    assert result.exit_code == 0, result.output
    page = files["replay"].with_suffix(".html")
    assert str(page) in result.stdout
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert 'data-theme="dark"' in text
    assert "Warlords turned up a" in text


def test_an_export_says_what_is_missing(files: dict[str, Path]) -> None:
    unsaid: Any = run("replay", "export", files["replay"])
    assert unsaid.exit_code == 2
    assert "--html" in unsaid.output
    unknown = run("replay", "export", files["match"], "--html", "--seat", "nobody")
    assert unknown.exit_code == 2
    assert "no seat 'nobody'" in unknown.output
    other = run("replay", "export", files["view"], "--html")
    assert other.exit_code == 2
