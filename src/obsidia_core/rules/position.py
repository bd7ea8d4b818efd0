"""States made by hand: any position that a scenario or an editor describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from obsidia_core.kernel.chance import SCRIPTED, Chance
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.kernel.state import Frame, run
from obsidia_core.model.board import Board
from obsidia_core.model.geometry import cell_at
from obsidia_core.model.players import (
    HORDE,
    SOLO,
    checked_players,
    classes_in_play,
)
from obsidia_core.model.position import PositionSpec, TileSpec, TokenSpec
from obsidia_core.model.ruleset import Ruleset
from obsidia_core.model.setup import (
    STREAMS,
    TRAVELERS,
    GameTile,
    Setup,
)
from obsidia_core.model.state import (
    GONE,
    NEUTRAL,
    PHASES,
    TILE,
    WORLD_BUILDING,
    State,
)
from obsidia_core.rules import facts, horde_table, solo, turn, world_building
from obsidia_core.rules.new_game import compile_setup, new_game


def build_position(catalog: Any, spec: PositionSpec) -> State:
    """The state of a described position, run up to its first question.

    Raises:
        RulesetError: options, players or a mode that make no game.
    """
    given = dict(spec.options)
    if spec.teams is not None:
        given["teams"] = spec.teams
    if spec.mode == SOLO:
        given["mode"] = SOLO
    ruleset = Ruleset.from_options(given, catalog.options)
    players = checked_players(catalog, ruleset, spec.players)
    if spec.phase in ("setup", "draft"):
        if spec.phase == "draft" and not ruleset.drafting:
            raise RulesetError("the phase 'draft' needs the option 'drafting: true'")
        state = new_game(compile_setup(catalog, ruleset, players), spec.seed or 0)
        if spec.seed is None:
            state.chance.driver = SCRIPTED
        return state
    if spec.phase not in PHASES[:-1]:
        raise RulesetError(f"the phase {spec.phase!r} is not part of this version")
    if ruleset.mode == SOLO and not players and spec.phase != "world_building":
        raise RulesetError("a solo player without a class stands before the end of world-building")
    classes = classes_in_play(catalog, ruleset, players)
    with_stack = _classes_with_stack(ruleset, spec, players, classes)
    tiles, places = _tiles(catalog, spec, classes, with_stack)
    setup = compile_setup(catalog, ruleset, players, tiles, spec.reshuffle)
    chance = Chance(spec.seed or 0, len(STREAMS))
    if spec.seed is None:
        chance.driver = SCRIPTED
    state = State(setup, chance)
    state.board = Board.build(setup, places)
    _stacks(state, spec)
    _pieces(state, spec)
    _piles(state, spec)
    _enter_phase(state, spec)
    for token in spec.tokens:
        _lay_token(state, token)
    state.events.clear()
    if setup.undead:
        horde_table.watch(state)
    run(state, setup.ops)
    return state


def _classes_with_stack(
    ruleset: Ruleset, spec: PositionSpec, players: Sequence[str], classes: Sequence[str]
) -> Sequence[str]:
    """Who has terrain tiles: in a solo game the player, and all until the map is built (SOLO-09).

    Raises:
        RulesetError: tiles are given to a class that has none.
    """
    if ruleset.mode == SOLO and spec.phase == "world_building":
        return classes
    for class_id in spec.stacks:
        if class_id not in players:
            raise RulesetError(f"{class_id} belongs to the Horde, which has no tiles (SOLO-09)")
    return players


def _piles(state: State, spec: PositionSpec) -> None:
    """Hands, decks and discard piles; the Horde's hand is its row, from the left without gaps."""
    setup = state.setup
    for column, piles in (
        (state.hands, {**spec.hands, HORDE: spec.horde_hand}),
        (state.decks, {**spec.decks, HORDE: spec.horde_deck}),
        (state.discards, spec.discards),
    ):
        for seat, cards in piles.items():
            if cards:
                column[setup.seat_of[seat]] = tuple(setup.card_of[card] for card in cards)
    if setup.horde >= 0:
        state.row = state.hands[setup.horde]


def _lay_token(state: State, token: TokenSpec) -> None:
    """A lasting spell in play, as if cast in an earlier turn: it ends the next time it may."""
    setup = state.setup
    card, seat = setup.card_of[token.spell], _seat_of_class(setup, token.caster)
    hook = setup.cards[card].hook
    if hook is None or hook.laid is None:
        raise RulesetError(f"{token.spell} leaves no token")
    side = -1 if token.side is None else token.side
    hook.laid(state, seat, card, state.board.at[cell_at(*token.at)], side)
    state.effects = tuple(
        effect._replace(until="turn_end") if effect.until == "next_turn_end" else effect
        for effect in state.effects
    )


def _seat_of_class(setup: Setup, class_id: str) -> int:
    """The seat that plays a class; `horde` names its own seat."""
    if class_id in setup.seat_of:
        return setup.seat_of[class_id]
    return setup.owner[setup.classes.index(class_id)]


def _tiles(
    catalog: Any, spec: PositionSpec, classes: Sequence[str], with_stack: Sequence[str]
) -> tuple[list[GameTile], dict[int, tuple[int, int]]]:
    """The tiles of the position, and where those on the map lie."""
    terrain_of = {terrain: index for index, terrain in enumerate(catalog.terrains)}
    home = next(index for index, one in enumerate(catalog.terrains.values()) if one.home)
    class_of = {class_id: index for index, class_id in enumerate(classes)}
    tiles: list[GameTile] = []
    places: dict[int, tuple[int, int]] = {}
    used: set[str] = set()

    def named(wanted: str | None, stem: str) -> str:
        number = 1
        name = wanted or f"{stem}-{number}"
        while name in used:
            number += 1
            name = f"{stem}-{number}"
        used.add(name)
        return name

    def add(tile: TileSpec, owner: int) -> None:
        name = named(tile.tile_id, tile.terrain)
        tiles.append(
            GameTile(name, owner, terrain_of[tile.terrain], (tile.exits,), tile.stones or ())
        )

    for placed in spec.tiles:
        colony = class_of.get(placed.class_id or "", -1)
        places[len(tiles)] = (cell_at(*placed.at), 0)
        faces = (placed.exits, placed.exits) if colony >= 0 else (placed.exits,)
        name = named(
            placed.tile_id, (placed.class_id and f"{placed.class_id}-colony") or placed.terrain
        )
        tiles.append(
            GameTile(name, colony, terrain_of[placed.terrain], faces, placed.stones or (), colony)
        )
    for class_id, face in spec.colonies.items():
        index = class_of[class_id]
        tiles.append(
            GameTile(named(None, f"{class_id}-colony"), index, home, tuple(face), (), index)
        )
    for tile in spec.communal:
        add(tile, -1)
    for class_id in with_stack:
        for tile in _stack_of(spec, class_id):
            add(tile, class_of[class_id])
    return tiles, places


def _stack_of(spec: PositionSpec, class_id: str) -> Sequence[TileSpec]:
    default = [TileSpec("plain", 0b1111)] * 3
    return spec.stacks.get(class_id, default)


def _stacks(state: State, spec: PositionSpec) -> None:
    """Stacks hold, top first, the tiles that follow those on the map and the colonies.

    In a solo game that is being set up the colonies lie under the communal tiles, and the other
    tiles wait with their classes.
    """
    setup = state.setup
    start = len(spec.tiles) + len(spec.colonies)
    state.communal = tuple(range(start, start + len(spec.communal)))
    start += len(spec.communal)
    if setup.horde >= 0 and spec.phase == "world_building":
        state.communal += tuple(range(len(spec.tiles), len(spec.tiles) + len(spec.colonies)))
        return
    for seat, class_id in enumerate(setup.players):
        count = len(_stack_of(spec, class_id))
        state.stacks[seat] = tuple(range(start, start + count))
        start += count


def _pieces(state: State, spec: PositionSpec) -> None:
    setup = state.setup
    used = dict.fromkeys(setup.classes, 0)

    def stand(piece: int, slot: int) -> None:
        state.where[piece] = slot
        state.occupants[slot] |= 1 << piece

    for unit in spec.units:
        slot = state.board.at[cell_at(*unit.at)]
        first = TRAVELERS * setup.classes.index(unit.class_id)
        for _ in range(unit.count):
            stand(first + used[unit.class_id], slot)
            used[unit.class_id] += 1
    for class_id, count in spec.reserve.items():
        first = TRAVELERS * setup.classes.index(class_id)
        for number in range(used[class_id] + count, TRAVELERS):
            state.where[first + number] = GONE
    for index, creature in enumerate(spec.creatures):
        stand(setup.first_creature + index, state.board.at[cell_at(*creature.at)])
        state.kinds[index] = setup.kind_of[creature.kind]
        state.summoners[index] = _seat_of_class(setup, creature.summoner)
    for colony, slot in enumerate(setup.colonies):
        if slot >= 0:
            state.guests |= state.occupants[slot] & setup.foes[setup.owner[colony]]
    for slot in state.board.at.values():
        if state.board.towns >> slot & 1:
            _hold_town(state, spec, slot)
    state.events.clear()


def _hold_town(state: State, spec: PositionSpec, slot: int) -> None:
    named: Mapping[Any, str] = spec.towns
    holder = named.get(facts.place(state, slot))
    if holder is None:
        facts.claim_town(state, slot)
    elif holder != facts.NEUTRAL_NAME:
        state.holders[slot] = state.setup.classes.index(holder)
    else:
        state.holders[slot] = NEUTRAL


def _enter_phase(state: State, spec: PositionSpec) -> None:
    """Stack the frames that enter the phase anew, without the events of its beginning."""
    if spec.phase == "world_building":
        state.phase = WORLD_BUILDING
        if state.setup.horde >= 0:
            dealt = any(state.hands) or any(state.decks)
            state.stack = [Frame(solo.OP, {"dealt": dealt}, solo.DRAW)]
            return
        state.stack = [Frame("world_building", {"seat": 0, "last": 0}, world_building.ASK)]
        return
    state.turn = 1
    phase = PHASES.index(spec.phase)
    place = phase - TILE
    state.phase = phase
    state.stack = [Frame("turns", pc=place + 2), Frame(turn.PHASE_OPS[place])]
