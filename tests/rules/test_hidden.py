"""What players may not see, and what only the seed decides (SETUP, DISCARD, CREATURE, RULING)."""

from collections import Counter
from collections.abc import Iterator

import pytest

import obsidia_core as ob
from obsidia_core.model.actions import ACTIONS, Move, Train
from obsidia_core.rules import facts, travel

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")


def played(seed: int, decisions: int, options: dict[str, object] | None = None) -> ob.State:
    """A game after some first legal actions, spread over the list."""
    state = ob.new_game(CLASSES[:2], seed, options)
    for number in range(decisions):
        actions = ob.legal_actions(state)
        if not actions:
            break
        ob.apply(state, actions[(number * 7 + seed) % len(actions)])
    return state


@pytest.mark.rule("SETUP-10", "SETUP-11")
def test_the_communal_stack_is_shuffled_by_the_seed_and_shows_its_size_only() -> None:
    one, same, other = (ob.new_game(CLASSES[:2], seed) for seed in (5, 5, 6))
    assert one.communal == same.communal
    assert one.communal != other.communal
    view = ob.view(one, CLASSES[0])
    assert view["communal"] == 9
    names = {one.setup.tiles[slot].id for slot in one.communal}
    assert not any(name in str(view) for name in names)


@pytest.mark.rule("SETUP-12", "SETUP-09", "RULING-01")
@pytest.mark.parametrize(("players", "size"), [(2, 9), (3, 12), (4, 15)])
def test_tiles_left_out_of_the_communal_stack_never_come_into_play(players: int, size: int) -> None:
    state = ob.new_game(CLASSES[:players], seed=3)
    left_out = set(state.removed)
    assert (len(state.communal), len(left_out)) == (size, 15 - size)
    while state.turn == 0:
        ob.apply(state, ob.legal_actions(state)[0])
    assert not left_out & set(state.board.at.values())
    assert not any(left_out & set(stack) for stack in state.stacks)


@pytest.mark.rule("SETUP-21", "SETUP-22", "SETUP-23", "RULING-19")
def test_decks_are_seeded_and_hands_are_seen_by_their_owner_alone() -> None:
    one, same, other = (ob.new_game(CLASSES[:2], seed) for seed in (5, 5, 6))
    assert one.decks == same.decks
    assert one.decks != other.decks
    mine, theirs = (ob.view(one, seat) for seat in CLASSES[:2])
    assert len(mine["hand"]) == 5
    assert mine["hand_sizes"] == dict.fromkeys(CLASSES[:2], 5)
    assert not set(theirs["hand"]) & set(mine["hand"])
    hidden = {one.setup.cards[card].id for card in (*one.hands[1], *one.decks[0], *one.decks[1])}
    assert not any(f"'{spell}'" in str(mine) for spell in hidden)


@pytest.mark.rule("SETUP-20")
def test_the_colony_is_offered_on_the_first_turn_whatever_the_seed() -> None:
    for seed in range(40):
        state = ob.new_game(CLASSES[:2], seed)
        assert {action.type for action in ob.legal_actions(state)} == {"draw_tile", "place_colony"}


@pytest.mark.rule("RULING-18", "SETUP-05")
def test_over_many_seeds_every_seat_starts_now_and_then_unless_it_is_set() -> None:
    starters = Counter(ob.new_game(CLASSES, seed).current for seed in range(80))
    assert set(starters) == {0, 1, 2, 3}
    for seat in range(4):
        state = ob.new_game(CLASSES, 1, {"world_building_starter": seat + 1})
        assert state.current == seat


@pytest.mark.rule("DISCARD-05")
def test_of_a_discard_pile_only_the_top_card_is_shown() -> None:
    state = ob.new_game(CLASSES[:2], seed=1)
    cards = list(state.hands[0][:3])
    for card in cards:
        facts.leave_hand(state, 0, card)
        facts.discard(state, 0, card)
    names = [state.setup.cards[card].id for card in cards]
    for seat in (None, *CLASSES[:2]):
        view = ob.view(state, seat)
        assert view["discards"][CLASSES[0]] == {"top": names[-1], "size": 3}
        assert not any(f"'{name}'" in str(view) for name in names[:2])


@pytest.mark.rule("DISCARD-06", "DEATH-05")
def test_no_action_takes_a_card_from_a_pile_or_a_traveler_off_a_harmless_tile() -> None:
    state = played(3, 120)
    kinds = {cls.type for cls in ACTIONS}
    assert not kinds & {"take_spell", "take_discard", "kill", "sacrifice", "remove"}
    assert state.turn > 0


@pytest.mark.rule("CREATURE-15", "CREATURE-18")
def test_a_creature_piece_tells_kind_and_summoner_and_no_seat_owns_its_dice() -> None:
    state = ob.new_game(CLASSES[:2], seed=1)
    while state.turn == 0:
        ob.apply(state, ob.legal_actions(state)[0])
    plain = state.setup.terrain_of["plain"]
    slot = next(slot for slot in state.board.at.values() if state.board.terrain[slot] == plain)
    piece = travel.summon(state, state.setup.kind_of["timber_ogre"], slot, 1)
    shown = ob.view(state)["creatures"][state.setup.names[piece]]
    assert shown == {
        "kind": "timber_ogre",
        "at": str(facts.place(state, slot)),
        "summoner": CLASSES[1],
    }


@pytest.mark.rule("MOVE-05", "RULING-27")
def test_taking_a_movement_back_restores_the_position_to_the_byte() -> None:
    game = ob.default_game()
    shown = 0
    for before, after in undone_moves():
        assert game.to_json(after) == before
        shown += 1
    assert shown >= 5


def undone_moves() -> Iterator[tuple[str, ob.State]]:
    """`(save before a movement, state after taking it back)` in some random games."""
    game = ob.default_game()
    for seed in range(6):
        state = ob.new_game(CLASSES[:2], seed)
        for number in range(400):
            actions = ob.legal_actions(state)
            if not actions:
                break
            moves = [one for one in actions if isinstance(one, Move) and not one.lethal]
            if moves and number % 3 == 0:
                before = game.to_json(state)
                tried = state.copy()
                ob.apply(tried, moves[0])
                last = ob.legal_actions(tried)
                if any(one.type == "undo" for one in last):
                    ob.apply(tried, "undo")
                    yield before, tried
            train = [one for one in actions if isinstance(one, Train)]
            ob.apply(state, train[0] if train else actions[(number * 5 + seed) % len(actions)])


@pytest.mark.rule("DECK-03")
def test_reshuffled_decks_hold_the_own_pile_in_another_order() -> None:
    from obsidia_core.rules import cards

    orders = set()
    for seed in range(6):
        state = ob.new_game(CLASSES[:2], seed)
        piles = [(*state.hands[seat], *state.decks[seat]) for seat in range(2)]
        state.hands, state.decks = [(), ()], [(), ()]
        state.discards = [tuple(sorted(pile)) for pile in piles]
        cards.reshuffle_if_all_spent(state)
        assert [set(deck) for deck in state.decks] == [set(pile) for pile in piles]
        assert state.discards == [(), ()]
        orders.add(state.decks[0])
    assert len(orders) == 6


@pytest.mark.rule("RULING-64")
def test_by_default_a_hundred_rerolls_in_a_row_are_allowed() -> None:
    assert ob.Ruleset().reroll_limit == 100
