"""Solo games as a whole: the stack, the split of the cards, what fits together, how it ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import obsidia_core as ob
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.conformance import battery
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.kernel.replay import Replay, play, state_hash
from obsidia_core.model.players import HORDE_PHASES
from obsidia_core.model.state import State

CLASSES = ("death_legion", "light_keepers", "warlords", "veiled_occult")
SOLO = {"mode": "solo"}
GAMES = 40
SHARE = 10
"""Random games of one test, so that they can be spread over processes."""
LONGEST = 2_000
"""Decisions after which a game would count as stuck."""
REVEALS = frozenset(
    {
        "asked",
        "battles_pending",
        "choice",
        "reaction",
        "reshuffled",
        "solo_began",
        "spell_drawn",
        "spells_seen",
        "tile_buried",
        "tile_drawn",
        "tiles_seen",
    }
)


def random_game(players: Sequence[str], seed: int, until: str | None = None) -> State:
    """A game at random up to its end, or to the first question in a phase."""
    game = ob.default_game()
    state = game.new(players, seed, SOLO)
    bot = Chance(seed, 1)
    for _ in range(LONGEST):
        if state.asking is None or (until is not None and game.view(state, None)["phase"] == until):
            return state
        actions = game.legal_actions(state)
        game.apply(state, actions[bot.below(0, len(actions))])
    pytest.fail(f"no end after {LONGEST} decisions of seed {seed}: {state!r}")


@pytest.mark.rule("SOLO-03")
def test_colonies_turn_up_at_different_depths() -> None:
    def depths(seed: int) -> list[int]:
        state = ob.new_game(["warlords"], seed, SOLO)
        tiles = state.setup.tiles
        return [at for at, slot in enumerate(state.communal) if tiles[slot].colony >= 0]

    found = {tuple(depths(seed)) for seed in range(5)}
    assert len(found) == 5
    assert all(len(places) == 4 for places in found)
    assert depths(3) == depths(3)


@pytest.mark.rule("SOLO-02")
def test_the_stack_holds_all_communal_tiles_and_colonies_once() -> None:
    state = ob.new_game([], 1, SOLO)
    tiles = [state.setup.tiles[slot] for slot in state.communal]
    assert sum(tile.owner < 0 for tile in tiles) == 15
    assert {tile.colony for tile in tiles if tile.colony >= 0} == {0, 1, 2, 3}


@pytest.mark.rule("SOLO-08", "SOLO-09", "SOLO-10", "SOLO-11", "SOLO-12", "SOLO-13", "SOLO-15")
@pytest.mark.parametrize("player", CLASSES)
def test_tiles_and_cards_go_where_they_belong(player: str) -> None:
    game = ob.default_game()
    state = random_game([player], 4, until="tile")
    setup, cards = state.setup, state.setup.cards
    known = game.referee_view(state)
    own = {tile.id for tile in setup.catalog.tiles.values() if tile.set == player}
    assert set(known["stack_tiles"][player]) == own
    assert known["stack_tiles"]["horde"] == []
    row, deck = known["hands"]["horde"], known["decks"]["horde"]
    theirs = {
        card.id for card in cards if card.class_id != player and card.phase in HORDE_PHASES
    } & {spell for one in CLASSES for spell in setup.catalog.classes[one].spells}
    assert {*row, *deck} == theirs
    mine = {*known["hands"][player], *known["decks"][player]}
    assert (
        mine == {spell for one in CLASSES for spell in setup.catalog.classes[one].spells} - theirs
    )
    assert len(row) == len(known["hands"][player]) == 5
    assert known["classes"] == {
        player: [player],
        "horde": [one for one in CLASSES if one != player],
    }
    assert known["reserve"] == dict.fromkeys(CLASSES, 8)


@pytest.mark.rule("SOLO-12")
def test_the_player_sees_the_row_but_not_the_deck() -> None:
    game = ob.default_game()
    state = random_game(["warlords"], 4, until="tile")
    seen = game.view(state, "warlords")
    assert seen["row"] == game.referee_view(state)["hands"]["horde"]
    other = game.determinize(state, "warlords", 9)
    assert game.view(other, "warlords") == seen
    assert other.decks[1] != state.decks[1]


@pytest.mark.rule("RULING-84")
@pytest.mark.parametrize(
    ("player", "order"),
    [
        ("death_legion", "light_keepers warlords veiled_occult"),
        ("light_keepers", "warlords veiled_occult death_legion"),
        ("warlords", "veiled_occult death_legion light_keepers"),
        ("veiled_occult", "death_legion light_keepers warlords"),
    ],
)
def test_the_horde_goes_round_from_the_color_after_the_players(player: str, order: str) -> None:
    setup = ob.new_game([player], 0, SOLO).setup
    assert " ".join(setup.classes[index] for index in setup.horde_classes) == order


@pytest.mark.rule("SOLO-01")
@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (["warlords", "death_legion"], {}, "SOLO-01"),
        (["orcs"], {}, "there is no class 'orcs'"),
        (["warlords"], {"drafting": True}, "SOLO-11"),
        (
            ["warlords"],
            {"teams": [["warlords", "death_legion"], ["light_keepers", "veiled_occult"]]},
            "no teams",
        ),
        (["warlords"], {"world_building_starter": 2}, "RULING-81"),
        ([], {"mode": "standard"}, "2 to 4 players"),
        (["warlords"], {"mode": "standard"}, "2 to 4 players"),
    ],
)
def test_what_makes_no_solo_game_is_refused(
    players: list[str], options: dict[str, object], words: str
) -> None:
    with pytest.raises(RulesetError, match=words):
        ob.new_game(players, 0, {**SOLO, **options})


@pytest.mark.rule("PLAN-01", "SOLO-16")
def test_tiles_can_be_planned_in_a_solo_game() -> None:
    game = ob.default_game()
    assert battery(game, ["warlords"], [3], {**SOLO, "tile_planning": True}, laws=[]) > 50


@pytest.mark.rule("SOLO-04")
def test_a_game_without_a_class_is_saved_and_replayed_across_the_choice() -> None:
    game = ob.default_game()
    state = game.new([], 6, SOLO)
    replay = Replay.start(game, state)
    bot = Chance(6, 1)
    chosen = 0
    while state.turn < 3:
        actions = game.legal_actions(state)
        action = actions[bot.below(0, len(actions))]
        chosen += getattr(action, "what", "") == "player"
        replay.actions.append(game.action_to_text(action))
        game.apply(state, action)
        again = game.from_json(game.to_json(state))
        assert again == state
        assert again.setup.own == state.setup.own
        assert game.legal_actions(again) == game.legal_actions(state)
    assert chosen == 1
    replay.end = state_hash(game, state)
    assert play(replay, game) == state


@pytest.mark.parametrize("first", range(0, GAMES, SHARE))
@pytest.mark.parametrize("player", CLASSES)
@pytest.mark.rule("SOLO-17", "SOLO-22")
def test_random_games_end_with_the_last_tile(player: str, first: int) -> None:
    game = ob.default_game()
    for seed in range(first, first + SHARE):
        state = random_game([player], seed)
        assert game.audit(state) == []
        winners = game.winners(state)
        assert winners in ((player,), ("horde",))
        seen = game.view(state, None)
        if winners == ("horde",):
            assert seen["stacks"] == {player: 0, "horde": 0}
        # Eleven tiles, a turn of the Horde after each turn of the player, and two cards that
        # put a tile back under the stack.
        assert state.turn <= 2 * (11 + 2)


@pytest.mark.parametrize(("players", "choices"), [((), "dice"), (("warlords",), "player")])
@pytest.mark.rule("HORDE-12", "RULING-57")
def test_solo_games_keep_the_laws(players: tuple[str, ...], choices: str) -> None:
    options = {**SOLO, "open_spell_windows": "always_ask", "horde_choices": choices}
    battery(ob.default_game(), players, [1], options, limit=120, reveals=REVEALS)
