"""The data: what the ledger documents, that they are checked, and how they are laid over."""

import json
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from obsidia_core.kernel.errors import ContentError
from orichalque.data import base_document, find_problems, load
from orichalque.geometry import Circle, hexagon, is_location
from orichalque.merge import at, merged

SCHEMAS = Path(__file__).parents[2] / "schemas" / "orichalque"


def test_the_data_have_no_problem() -> None:
    assert find_problems({}) == ()


def test_counts_are_those_of_the_components() -> None:
    """12 cards, 65 tiles, 20 creatures, 26 Buildings, 4 Titans, 4 dice."""
    data = load()
    documented = {entry["id"]: entry["count"] for entry in base_document().value["components"]}
    assert len(data.cards) == documented["action_cards"]
    assert sum(kind.count for kind in data.tiles) == documented["terrain_tiles"]
    assert sum(creature.count for creature in data.creatures) == documented["creatures"]
    assert sum(kind.count for kind in data.buildings) == documented["building_tiles"]
    assert len(data.titans) == documented["titan_tiles"]
    assert data.all_dice == documented["combat_dice"]


def test_tiles_by_size_are_as_listed() -> None:
    sizes = Counter(len(kind.terrains) for kind in load().tiles for _ in range(kind.count))
    assert sizes == {1: 25, 2: 25, 3: 15}


def test_each_action_comes_once_with_each_size() -> None:
    cards = [(card.action, card.size) for card in load().cards]
    assert len(set(cards)) == 12


def test_the_island_is_the_hexagon_that_the_data_tell_in_words() -> None:
    assert set(load().circles) == set(hexagon(3))


@pytest.mark.rule("PLACE-01", game="orichalque")
def test_the_ai_board_is_six_sectors_of_one_two_and_three_and_the_metropolis() -> None:
    board = load().ai
    assert [sector.number for sector in board.sectors] == [1, 2, 3, 4, 5, 6]
    assert len({sector.colour for sector in board.sectors}) == 6
    circles = [board.metropolis]
    for sector in board.sectors:
        for size, location in sector.locations.items():
            assert len(location) == size
            assert is_location(location)
            circles += location
    assert sorted(circles) == sorted(hexagon(3))


@pytest.mark.rule("PLACE-05", "PLACE-08", "EXTRA-06", "BUILD-10", game="orichalque")
def test_what_is_printed_on_the_ai_board_is_data() -> None:
    board = load().ai
    assert sorted(board.terrain_priority) == sorted(load().terrains)
    assert board.bonuses == {Circle(0, 0): "produce"}
    assert board.extra_priority == ("capture", "medallion", "temple", "building")
    assert board.strip_spaces == 8


@pytest.mark.rule("R-06", game="orichalque")
def test_the_first_titan_is_that_of_the_terrain_with_the_highest_priority() -> None:
    data = load()
    titan = next(titan for titan in data.titans if titan.id == data.ai.starting_titan)
    assert titan.terrain == data.ai.terrain_priority[0]


@pytest.mark.parametrize(
    ("overrides", "path", "code"),
    [
        ({"action_bord": {}}, "action_bord", "unknown-key"),
        ({"action_board": {"space_costs": ["one"]}}, "action_board.space_costs", "wrong-type"),
        ({"ai_board": {"starting_titan": "titan_sea"}}, "ai_board.starting_titan", "unknown-id"),
        (
            {"ai_board": {"sectors": [{"number": 1, "colour": "red", "locations": {}}] * 2}},
            "ai_board.sectors.1.number",
            "used-twice",
        ),
        (
            {
                "ai_board": {
                    "sectors": [
                        {"number": 1, "colour": "red", "locations": {"2": [[0, 0], [2, 0]]}}
                    ]
                }
            },
            "ai_board.sectors.0.locations.2",
            "bad-location",
        ),
        (
            {"player_island": {"layout": {"circles": [[0, 0], [0, 0]]}}},
            "player_island.layout.circles.1",
            "used-twice",
        ),
        (
            {"tiles": {"list": [{"size": 2, "terrains": ["forest"], "count": 1}]}},
            "tiles.list.0.terrains",
            "wrong-count",
        ),
        (
            {"medallions": {"cost": {"nuggets": -1}}},
            "medallions.cost.value.nuggets",
            "out-of-range",
        ),
    ],
)
def test_what_is_wrong_is_found_with_its_place(
    overrides: dict[str, object], path: str, code: str
) -> None:
    problems = find_problems(overrides)
    places = [".".join(map(str, problem.path)) for problem in problems if problem.code == code]
    assert places
    assert places[0].startswith(path)
    with pytest.raises(ContentError, match=code):
        load(overrides)


def test_laying_data_over_data() -> None:
    base = base_document().value
    changed = merged(
        base,
        {
            "action_board": {"space_costs": [0, 3], "cards_shown": {"2_players": 3}},
            "initiative": {"second_side_bonus": {"nuggets": 1}},
            "creatures": {"list": {"gorgon": {"loot": {"nuggets": 4}}}},
            "ai_board": {"terrain_priority": ["desert"]},
        },
    )
    assert at(changed, "action_board.space_costs") == [0, 3]
    assert at(changed, "action_board.cards_shown.2_players") == 3
    assert at(changed, "initiative.second_side_bonus") == {"hoplites": 1, "nuggets": 1}
    assert at(changed, "creatures.list.gorgon.loot") == {"nuggets": 4, "hoplites": 0}
    assert at(changed, "creatures.list.gorgon.strength") == 4
    assert at(changed, "ai_board.terrain_priority") == ["desert"]
    assert at(base, "action_board.space_costs") == [0, 0, 1, 1, 2, 2]
    assert changed["action_board"]["space_costs"]["confidence"] == "inferred"


def test_a_path_that_leads_nowhere_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        at(base_document().value, "temples.wings")


@pytest.mark.parametrize("name", ["base-game", "scenario"])
def test_schemas_are_schemas_and_describe_every_property(name: str) -> None:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)

    def bare(node: object) -> list[str]:
        if isinstance(node, list):
            return [found for item in node for found in bare(item)]
        if not isinstance(node, dict):
            return []
        found = [
            key
            for key, part in node.get("properties", {}).items()
            if isinstance(part, dict) and "$ref" not in part and "description" not in part
        ]
        return [*found, *(one for part in node.values() for one in bare(part))]

    assert bare(schema) == []
