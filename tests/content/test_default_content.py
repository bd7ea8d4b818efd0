"""The shipped tiles, cards, terrains and creatures keep what rulebook and design promise."""

from collections import Counter
from collections.abc import Mapping

import pytest

from obsidia_core.content import Catalog, TileDef, build_catalog, validate
from obsidia_core.model.geometry import parse_exits, rotated
from obsidia_core.plugins.resources import content_root

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
TERRAINS = ("plain", "town", "blackwater", "woods", "ice_field", "void", "boneyard", "portal")
COUNTS: Mapping[str, tuple[int, ...]] = {
    "communal": (5, 3, 1, 1, 1, 1, 1, 2),
    "death_legion": (3, 3, 1, 0, 0, 2, 2, 0),
    "light_keepers": (3, 3, 1, 1, 2, 0, 0, 1),
    "warlords": (3, 3, 1, 2, 1, 0, 1, 0),
    "veiled_occult": (3, 3, 1, 0, 0, 1, 1, 2),
}
SHAPES: Mapping[str, int] = {
    name: parse_exits(exits)
    for name, exits in {
        "crossroads": "NESW",
        "T": "NES",
        "corner": "NE",
        "straight": "NS",
        "dead end": "N",
    }.items()
}


def shape(exits: int) -> str:
    return next(
        name
        for name, mask in SHAPES.items()
        if exits in {rotated(mask, quarters) for quarters in range(4)}
    )


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return build_catalog()


def tile_set(catalog: Catalog, name: str) -> list[TileDef]:
    return [tile for tile in catalog.tiles.values() if tile.set == name]


def test_the_shipped_content_has_no_problems() -> None:
    assert validate() == []
    assert validate(content_root() / "spells") == []


@pytest.mark.rule("COMP-01", "RULING-06")
def test_there_are_four_classes_in_the_rulebooks_order_with_their_colors(catalog: Catalog) -> None:
    assert [(one.id, one.letter, one.color) for one in catalog.classes.values()] == [
        ("death_legion", "D", "black"),
        ("light_keepers", "L", "white"),
        ("warlords", "W", "red"),
        ("veiled_occult", "V", "yellow"),
    ]


@pytest.mark.rule("COMP-08", "COMP-09", "RULING-03")
@pytest.mark.parametrize("name", COUNTS)
def test_a_tile_set_has_the_terrains_of_the_design(catalog: Catalog, name: str) -> None:
    counted = Counter(tile.terrain for tile in tile_set(catalog, name))
    assert tuple(counted[terrain] for terrain in TERRAINS) == COUNTS[name]


@pytest.mark.rule("RULING-03")
@pytest.mark.parametrize("name", COUNTS)
def test_a_tile_set_is_about_a_third_crossroads_a_third_t_a_third_rest(
    catalog: Catalog, name: str
) -> None:
    tiles = tile_set(catalog, name)
    counted = Counter(shape(tile.exits) for tile in tiles)
    rest = len(tiles) - counted["crossroads"] - counted["T"]
    assert max(counted["crossroads"], counted["T"], rest) <= len(tiles) // 3 + 1
    assert [tile.terrain for tile in tiles if shape(tile.exits) == "dead end"] in ([], ["town"])


@pytest.mark.rule("RULING-03")
@pytest.mark.parametrize("name", COUNTS)
def test_tiles_of_a_set_differ_in_terrain_or_shape_where_they_can(
    catalog: Catalog, name: str
) -> None:
    counted = Counter((tile.terrain, shape(tile.exits)) for tile in tile_set(catalog, name))
    # Plain tiles have four shapes to choose from: the dead end is for towns.
    forced = {"plain": COUNTS[name][0] - 4}
    for terrain in TERRAINS:
        doubles = sum(number - 1 for (of, _shape), number in counted.items() if of == terrain)
        assert doubles <= max(0, forced.get(terrain, 0))


@pytest.mark.rule("RULING-03")
def test_terrains_have_the_exits_they_need(catalog: Catalog) -> None:
    for tile in catalog.tiles.values():
        number = tile.exits.bit_count()
        if tile.terrain == "ice_field":
            assert any(tile.exits & pair == pair for pair in (0b0101, 0b1010)), tile.id
        elif tile.terrain == "woods":
            assert number >= 3, tile.id
        elif tile.terrain == "town":
            assert 1 <= number <= 3, tile.id


@pytest.mark.rule("RULING-40")
def test_woods_share_the_faces_of_the_die_among_their_exits(catalog: Catalog) -> None:
    stones = {tile.exits: tile.stones for tile in catalog.tiles.values() if tile.stones}
    assert stones == {
        parse_exits("NESW"): (0, 0, 1, 1, 2, 3),
        parse_exits("NES"): (0, 0, 1, 1, 2, 2),
    }
    assert all(
        (tile.stones is not None) == (tile.terrain == "woods") for tile in catalog.tiles.values()
    )


@pytest.mark.rule("COMP-07", "RULING-04")
def test_each_class_has_a_colony_with_two_different_faces(catalog: Catalog) -> None:
    assert tuple(colony.class_id for colony in catalog.colonies.values()) == CLASSES
    for colony in catalog.colonies.values():
        assert shape(colony.front) == "straight"
        assert shape(colony.back) == "T"


@pytest.mark.rule("COMP-02", "COMP-03", "COMP-10")
def test_each_class_has_twenty_cards_and_no_card_is_there_twice(catalog: Catalog) -> None:
    decks = [one.spells for one in catalog.classes.values()]
    assert [len(deck) for deck in decks] == [20] * 4
    assert [spell for deck in decks for spell in deck] == list(catalog.spells)
    assert len({spell.name for spell in catalog.spells.values()}) == 80


@pytest.mark.rule("CREATURE-01")
@pytest.mark.parametrize("class_id", CLASSES)
def test_each_deck_can_summon_two_creatures(catalog: Catalog, class_id: str) -> None:
    spells = [spell for spell in catalog.spells.values() if spell.class_id == class_id]
    assert [spell.phase for spell in spells if spell.play == "summon"] == ["II", "II"]


def test_open_cards_say_what_they_answer(catalog: Catalog) -> None:
    triggers = {spell.id: spell.trigger for spell in catalog.spells.values() if spell.phase == "O"}
    assert triggers == {
        "not_yet": "death",
        "once_more": "roll",
        "halo": "cast",
        "iron_discipline": "cast",
        "ambush": "arrival",
        "whispered_doubt": "movement",
    }


def test_terrains_and_creatures_are_complete(catalog: Catalog) -> None:
    assert set(catalog.terrains) == {*TERRAINS, "colony"}
    assert [one.id for one in catalog.terrains.values() if one.home] == ["colony"]
    assert [one.id for one in catalog.terrains.values() if one.claimable] == ["town"]
    assert len(catalog.creatures) == 8
    assert catalog.creatures["hollow_idol"].native == ("portal", "boneyard")


@pytest.mark.rule("BLACKWATER-10", "BLACKWATER-11")
def test_blackwater_names_the_ways_of_arriving_that_count(catalog: Catalog) -> None:
    (entry,) = catalog.terrains["blackwater"].enter
    assert entry.by == ("step", "slide", "portal", "teleport", "spawn", "forced")
    assert (entry.params["dice"], entry.params["total"]) == (2, 4)
    assert catalog.terrains["blackwater"].stay[0].by is None
