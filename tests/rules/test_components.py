"""What is in the box: classes, tiles, cards and pieces (COMP), and whose they are (SETUP)."""

from collections import Counter

import attrs
import pytest

import obsidia_core as ob
from obsidia_core.content import load_catalog
from obsidia_core.content.frozen import FrozenMap
from obsidia_core.game import Obsidia
from obsidia_core.model.setup import CREATURES, TRAVELERS

CATALOG = load_catalog()
CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")


@pytest.mark.rule("COMP-01", "RULING-06")
def test_the_four_classes_and_no_others_are_there_in_the_order_of_their_colors() -> None:
    assert tuple(CATALOG.classes) == CLASSES
    assert [one.color for one in CATALOG.classes.values()] == ["black", "white", "red", "yellow"]


@pytest.mark.rule("COMP-02", "COMP-03", "COMP-10", "COMP-04", "RULING-02")
def test_each_class_has_twenty_spells_of_its_own_and_no_spell_is_repeated() -> None:
    decks = [one.spells for one in CATALOG.classes.values()]
    assert [len(deck) for deck in decks] == [20, 20, 20, 20]
    names = [CATALOG.spells[spell].name for deck in decks for spell in deck]
    assert len(set(names)) == 80
    state = ob.new_game(CLASSES[:2], seed=1)
    for index, class_id in enumerate(CLASSES[:2]):
        cards = [*state.hands[index], *state.decks[index]]
        assert {state.setup.cards[card].class_id for card in cards} == {class_id}


@pytest.mark.rule("COMP-05")
def test_a_save_knows_no_box_rulebook_or_reference_card() -> None:
    text = ob.default_game().to_json(ob.new_game(CLASSES, seed=1)).lower()
    assert not any(word in text for word in ("rulebook", "reference", "box"))


@pytest.mark.rule("COMP-06", "COMP-12", "COMP-13", "SETUP-03")
def test_dice_creatures_and_tokens_are_one_common_supply() -> None:
    state = ob.new_game(CLASSES, seed=1)
    assert state.setup.creature_pieces == CREATURES == 8
    assert ob.view(state)["tokens_left"] == 3
    assert ob.view(state)["creatures"] == {}
    # Dice are the ruleset's faces and the game's one stream; no seat owns any.
    assert state.setup.ruleset.die_faces == (1, 2, 3, 4, 5, 6)
    assert not any("dice" in key or "die" in key for key in ob.view(state))


@pytest.mark.rule("COMP-07", "COMP-08", "COMP-09", "RULING-03", "RULING-04")
def test_tiles_fifteen_communal_eleven_of_each_class_and_a_colony_with_two_faces() -> None:
    sets = Counter(tile.set for tile in CATALOG.tiles.values())
    assert sets == {"communal": 15, **dict.fromkeys(CLASSES, 11)}
    assert [colony.class_id for colony in CATALOG.colonies.values()] == list(CLASSES)
    for colony in CATALOG.colonies.values():
        assert colony.front != colony.back
        assert colony.front
        assert colony.back


@pytest.mark.rule("COMP-11", "SETUP-02", "TERM-10")
def test_each_player_owns_eight_travelers_all_in_reserve_at_the_start() -> None:
    state = ob.new_game(CLASSES[:3], seed=1)
    assert TRAVELERS == 8
    assert ob.view(state)["reserve"] == dict.fromkeys(CLASSES[:3], 8)
    assert len(ob.view(state)["travelers"]) == 24


@pytest.mark.rule("SETUP-02", "SETUP-19")
def test_a_player_owns_the_eleven_tiles_of_the_class_in_an_order_of_the_seed() -> None:
    first, again, other = (ob.new_game(CLASSES[:2], seed=seed) for seed in (1, 1, 2))
    for seat, class_id in enumerate(CLASSES[:2]):
        names = [first.setup.tiles[slot].id for slot in first.stacks[seat]]
        owned = {tile.id for tile in CATALOG.tiles.values() if tile.set == class_id}
        assert set(names) == owned
        assert len(names) == 11
    assert first.stacks == again.stacks
    assert first.stacks != other.stacks


@pytest.mark.rule("COMP-14", "RULING-02")
def test_a_game_made_with_revised_cards_follows_the_revision() -> None:
    spell = CATALOG.spells["war_cry"]
    (effect,) = spell.effects
    revised = attrs.evolve(effect, params=FrozenMap({**effect.params, "add": 2}))
    cards = {**CATALOG.spells, "war_cry": attrs.evolve(spell, effects=(revised,))}
    newer = attrs.evolve(CATALOG, spells=FrozenMap(cards))
    state = Obsidia(newer).new(CLASSES[:2], 1)
    card = state.setup.cards[state.setup.card_of["war_cry"]]
    assert card.hook is not None
    assert card.hook.program[0].add == 2


@pytest.mark.rule("CREATURE-01")
def test_every_deck_has_a_spell_that_summons() -> None:
    for one in CATALOG.classes.values():
        assert any(CATALOG.spells[spell].play == "summon" for spell in one.spells)


@pytest.mark.rule("SETUP-01")
def test_no_class_is_taken_by_two_players() -> None:
    with pytest.raises(ob.ObsidiaError, match="SETUP-01"):
        ob.new_game(["warlords", "warlords"])


@pytest.mark.rule("SETUP-27", "DRAFT-01", "TEAM-01", "PLAN-04", "PLAN-03")
@pytest.mark.parametrize("drafting", [False, True])
@pytest.mark.parametrize("planning", [False, True])
@pytest.mark.parametrize("teams", [None, [list(CLASSES[::2]), list(CLASSES[1::2])]])
def test_variants_are_options_that_combine(
    drafting: bool, planning: bool, teams: list[list[str]] | None
) -> None:
    options = {"drafting": drafting, "tile_planning": planning, "teams": teams}
    state = ob.new_game(CLASSES, seed=1, options=options)
    found = ob.decision(state)
    assert found is not None
    assert found.kind == ("draft" if drafting else "world_building")
    assert len(state.setup.teams) == (2 if teams else 4)
