"""Whole drafts: sizes, secrecy, and the decks they end with (DRAFT, RULING-79)."""

import pytest

import obsidia_core as ob

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")


def drafted(players: int, seed: int = 1, **options: object) -> ob.State:
    """A game whose draft is over; every seat keeps some card of its pack."""
    state = ob.new_game(CLASSES[:players], seed, {"drafting": True, **options})
    number = 0
    while ob.view(state)["phase"] == "draft":
        actions = ob.legal_actions(state)
        ob.apply(state, actions[(number * 7 + seed) % len(actions)])
        number += 1
    return state


@pytest.mark.rule("DRAFT-05", "DRAFT-06", "DRAFT-01", "RULING-19")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_draft_ends_with_twenty_cards_each_and_hands_from_them(players: int) -> None:
    state = drafted(players)
    view = ob.view(state)
    assert view["phase"] == "world_building"
    assert set(view["hand_sizes"].values()) == {5}
    assert set(view["deck_sizes"].values()) == {15}
    cards = [card for seat in range(players) for card in (*state.hands[seat], *state.decks[seat])]
    assert len(cards) == len(set(cards)) == 20 * players
    assert ob.default_game().audit(state) == []


@pytest.mark.rule("DRAFT-07", "DRAFT-08", "DRAFT-09", "RULING-79")
@pytest.mark.parametrize("picks", [20, 5, 0])
def test_two_players_build_decks_of_own_cards_and_picks(picks: int) -> None:
    state = drafted(2, two_player_draft_picks=picks)
    setup = state.setup
    for seat in range(2):
        classes = [setup.cards[card].class_id for card in (*state.hands[seat], *state.decks[seat])]
        foreign = sum(class_id in CLASSES[2:] for class_id in classes)
        assert foreign <= picks
        assert CLASSES[1 - seat] not in classes


@pytest.mark.rule("DRAFT-02", "DRAFT-09", "DRAFT-07")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_sees_another_ones_pack_or_picks(players: int) -> None:
    game = ob.default_game()
    state = ob.new_game(CLASSES[:players], 1, {"drafting": True})
    for number in range(12):
        asked = ob.decision(state)
        assert asked is not None
        pick = asked.actions[number % len(asked.actions)]
        ob.apply(state, pick)
        (event,) = (one for one in state.events if one.type == "spell_drafted")
        for seat in (*CLASSES[:players], None):
            (told,) = game.events_for([event], seat)
            assert (told["spell"] is not None) == (seat == asked.seat)
            assert "known_to" not in told
            if seat != asked.seat:
                assert f"'{getattr(pick, 'spell', None)}'" not in str(ob.view(state, seat))
