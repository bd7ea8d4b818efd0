"""The map as text shows tiles, ways, holders and who stands where, within the width."""

from __future__ import annotations

from typing import Any

import pytest

from obsidia_core import default_game
from obsidia_core.bots import RandomBot, play_out, seat_bots
from obsidia_core.render.facts import map_facts, tile_fact
from obsidia_core.render.text import board_text, tile_text
from obsidia_core.render.words import names_of


def tile(terrain: str, exits: str, **more: Any) -> dict[str, Any]:
    return {"tile": "x", "terrain": terrain, "exits": exits, "rotation": 0, "class": None, **more}


def view(
    tiles: dict[str, dict[str, Any]],
    travelers: dict[str, str] | None = None,
    creatures: dict[str, dict[str, str]] | None = None,
) -> dict[str, Any]:
    return {
        "seats": ["warlords", "light_keepers"],
        "tiles": tiles,
        "travelers": travelers or {},
        "creatures": creatures or {},
    }


def drawing(shown: dict[str, Any], **options: Any) -> list[str]:
    """The map without its legend."""
    lines = board_text(shown, default_game().catalog, **options)
    return lines[: lines.index("")] if "" in lines else lines


def test_tiles_share_borders_that_show_ways_and_dead_ends() -> None:
    shown = view(
        {
            "0,0": tile("colony", "NESW", **{"class": "warlords"}),
            "1,0": tile("town", "W", town="light_keepers"),
            "0,1": tile("woods", "NE"),
            "1,1": tile("plain", "-"),
        },
        {"W1": "0,0", "W2": "0,0", "L1": "1,0", "L2": "reserve"},
    )
    assert drawing(shown) == [
        "      0       1",
        "  ┌───╨───┬───────┐",
        "0 ╡═══C:W═╪═══T:L │",
        "  │2W ║   │  1L   │",
        "  ├───╫───┼───────┤",
        "1 │   W═══╡   P   │",
        "  │       │       │",
        "  └───────┴───────┘",
    ]


def test_ascii_has_the_same_shape() -> None:
    shown = view({"0,0": tile("plain", "NE"), "1,0": tile("void", "W")})
    plain, fancy = drawing(shown, ascii_only=True), drawing(shown)
    assert [len(line) for line in plain] == [len(line) for line in fancy]
    assert plain[1:3] == ["  +---#---+-------+", "0 |   P=======V   |"]
    assert all(
        line.isascii() for line in board_text(shown, default_game().catalog, ascii_only=True)
    )


def test_coordinates_may_be_negative_and_spaces_empty() -> None:
    shown = view({"-2,-11": tile("plain", "S"), "0,-10": tile("plain", "-")})
    lines = drawing(shown)
    assert lines[0].split() == ["-2", "-1", "0"]
    assert lines[2].startswith("-11 │   P   │")
    assert lines[4].startswith("    └───╥───┘")
    assert lines[5] == f"-10 {'':16}│   P   │"


def test_creatures_stand_beside_the_travelers_and_in_the_legend() -> None:
    hound = {"kind": "war_hound", "at": "0,0", "summoner": "warlords"}
    for exits, row in (("N", "│ 1L C1 │"), ("NS", "│1L ║C1 │")):
        shown = view({"0,0": tile("woods", exits)}, {"L3": "0,0"}, {"C1": hound})
        lines = board_text(shown, default_game().catalog)
        assert row in lines[3]
        assert "C1: War Hound of Warlords at 0,0." in lines


def test_spaces_can_be_marked_and_the_map_grows_to_show_them() -> None:
    shown = view({"0,0": tile("plain", "E")})
    assert drawing(shown, marks={"1,0": "(1)", "-1,0": "(12)", "0,0": "no"}, legend=False) == [
        "     -1       0       1",
        "          ┌───────┐",
        "0   (12)  │   P═══╞  (1)",
        "          │       │",
        "          └───────┘",
    ]
    alone = board_text(view({}), default_game().catalog, marks={"0,0": "(1)"}, legend=False)
    assert alone[2] == "0    (1)"


def test_colours_are_put_around_what_is_seen_and_change_nothing_of_it() -> None:
    shown = view({"0,0": tile("town", "EW", town="warlords")}, {"L1": "0,0"})
    kinds = set()

    def paint(kind: str, text: str) -> str:
        kinds.add(kind)
        return f"<{text}>"

    painted = board_text(shown, default_game().catalog, paint=paint)
    plain = [line.translate({60: None, 62: None}) for line in painted]
    assert plain == board_text(shown, default_game().catalog)
    assert kinds == {"frame", "way", "terrain:town", "class:warlords", "class:light_keepers"}


def test_a_tile_alone_shows_its_open_sides() -> None:
    assert tile_text("W", "NE", "terrain:woods") == [
        "┌───╨───┐",
        "│   W═══╞",
        "│       │",
        "└───────┘",
    ]
    assert tile_text("W", "SW", "terrain:woods", ascii_only=True) == [
        "+-------+",
        "====W   |",
        "|   #   |",
        "+---#---+",
    ]


def test_facts_tell_each_tile_in_a_line_of_its_own() -> None:
    hound = {"kind": "war_hound", "at": "0,0", "summoner": "warlords"}
    shown = view(
        {
            "1,0": tile("town", "W", town="neutral"),
            "0,0": tile("woods", "NE", stones={"1": "N", "2": "E"}),
            "0,-1": tile("colony", "S", **{"class": "warlords"}),
        },
        {"W1": "0,0", "W2": "0,0", "L1": "reserve"},
        {"C1": hound},
    )
    shown["reserve"] = {"warlords": 6, "light_keepers": 8}
    assert map_facts(shown, names_of(default_game())) == [
        "0,-1: Home Colony of Warlords, pathways south.",
        (
            "0,0: Woods, pathways north and east; stones 1 lead north; stones 2 lead east; "
            "2 travelers of Warlords (W1, W2); War Hound of Warlords (C1)."
        ),
        "1,0: Town, pathways west; held by nobody.",
    ]
    assert map_facts(view({})) == ["The map is empty."]
    assert tile_fact(shown, "9,9") is None


def test_what_does_not_fit_in_a_box_is_told_below() -> None:
    travelers = {f"{letter}{number}": "3,0" for letter in "WLDV" for number in (1, 2)}
    tiles = {f"{x},0": tile("plain", "-") for x in range(12)}
    lines = board_text(view(tiles, travelers), default_game().catalog)
    assert any("2W2L…" in line for line in lines)
    assert "3,0: 2W, 2L, 2D, 2V." in lines
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(("columns", "inside"), [(9, 7), (10, 5), (12, 5)])
def test_the_boxes_get_narrower_with_the_width_of_the_map(columns: int, inside: int) -> None:
    shown = view({f"{x},0": tile("plain", "-") for x in range(columns)})
    assert drawing(shown)[1] == f"  ┌{'┬'.join(['─' * inside] * columns)}┐"


def test_a_map_too_wide_is_cut_into_parts() -> None:
    shown = view({f"{x},{x // 9}": tile("plain", "EW") for x in range(30)})
    lines = board_text(shown, default_game().catalog, width=60)
    headers = [line for line in lines if line.replace(" ", "").isdigit()]
    assert [number for line in headers for number in line.split()] == [str(x) for x in range(30)]
    assert max(map(len, lines)) <= 60
    assert sum(line.count("P") for line in lines if "╪" in line or "│" in line) == 30


def test_an_empty_map_is_a_sentence() -> None:
    assert board_text(view({}), default_game().catalog) == ["The map is empty."]


@pytest.mark.parametrize("width", [20, 80, 200])
def test_maps_of_whole_games_keep_within_the_width(width: int) -> None:
    game = default_game()
    state = game.new(tuple(default_game().catalog.classes), 5, {"sudden_death_round_limit": 1})
    play_out(game, state, seat_bots(game, state, [RandomBot], 5), 20_000)
    lines = board_text(game.view(state, None), default_game().catalog, width)
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
