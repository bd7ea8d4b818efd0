"""What spells in force and creatures in play change about the rules, one question a function.

Kinds of `Effect`: `visa` (these travelers may enter and occupy enemy home colonies, COLONY-09),
`spared` (terrain does not kill these travelers, VOID-02; with a value they make no survival rolls
at all), `barred` (enemies of the seat may not enter these tiles in any way, RULING-101), `peace`
(travelers there and enemies on adjacent tiles do not battle), `counts_as` (a tile is another
terrain), `open_side` (a dark side counts as pathway); and for steps of this phase `ignore_paths`,
`free_woods`, `stop_on_ice`, `straight` (with the direction once it is fixed), `pass_through` and
`apart` (members of a unit move one by one). Everything else that a creature changes is a `Trait`.
"""

from __future__ import annotations

from collections.abc import Iterator

from obsidia_core.model.geometry import each_bit
from obsidia_core.model.hooks import Call, Trait
from obsidia_core.model.state import NONE, Effect, State
from obsidia_core.rules import facts


def _creature_traits(state: State) -> Iterator[tuple[int, int, Trait]]:
    """`(piece, slot, trait)` of every creature in play, in piece order."""
    setup = state.setup
    for index, kind in enumerate(state.kinds):
        if kind != NONE:
            piece = setup.first_creature + index
            for trait in setup.creature_kinds[kind].traits:
                yield piece, state.where[piece], trait


def _covers(state: State, effect: Effect, piece: int) -> bool:
    mask = state.setup.friends[effect.seat] if effect.pieces < 0 else effect.pieces
    return bool(mask >> piece & 1)


def _covered(state: State, kind: str, piece: int) -> bool:
    return any(effect.kind == kind and _covers(state, effect, piece) for effect in state.effects)


def may_occupy_enemy_colony(state: State, piece: int) -> bool:
    """Whether a spell lets the traveler enter and occupy enemy home colonies (COLONY-09)."""
    return bool(state.effects) and _covered(state, "visa", piece)


def spared_by_terrain(state: State, piece: int) -> bool:
    """Whether a spell keeps terrain from killing the traveler (VOID-02)."""
    return bool(state.effects) and _covered(state, "spared", piece)


def rolls_no_survival(state: State, piece: int) -> bool:
    """Whether a spell spares the traveler all survival rolls, not only those of terrain."""
    return bool(state.effects) and any(
        effect.kind == "spared" and effect.value and _covers(state, effect, piece)
        for effect in state.effects
    )


def is_barred(state: State, mask: int, slot: int) -> bool:
    """Whether a spell bars the tile to these travelers (RULING-101)."""
    return bool(state.effects) and any(
        effect.kind == "barred"
        and effect.slots >> slot & 1
        and mask & state.setup.foes[effect.seat]
        for effect in state.effects
    )


def survival_total(state: State, slot: int, total: int) -> int:
    """The number a survival roll of the tile's own terrain needs."""
    for _, at, trait in _creature_traits(state):
        if at == slot and trait.survival_total is not None:
            total = trait.survival_total
    return total


def blocks_slide(state: State, slot: int) -> bool:
    """Whether a creature makes an empty tile count as occupied for sliding (rime stag)."""
    board = state.board
    terrain = state.setup.terrains[board.terrain[slot]].id
    return any(
        trait.occupies == terrain and board.joined(at) >> slot & 1
        for _, at, trait in _creature_traits(state)
    )


def portal_is_closed(state: State, slot: int) -> bool:
    """Whether a creature on the tile lets no portal trip begin or end there (prism warden)."""
    return any(at == slot and trait.closes_portal for _, at, trait in _creature_traits(state))


def arrival_calls(state: State, slot: int) -> list[Call]:
    """What creatures pathway-adjacent to a tile do to travelers that enter it."""
    return [
        trait.near_arrival
        for _, at, trait in _creature_traits(state)
        if trait.near_arrival is not None and state.board.joined(at) >> slot & 1
    ]


def walkers(state: State, seat: int) -> list[int]:
    """Creatures that the seat may move at the end of its movement phase, in piece order."""
    return [
        piece
        for piece, _, trait in _creature_traits(state)
        if trait.walks and state.summoners[piece - state.setup.first_creature] == seat
    ]


def casting_barred(state: State, piece: int, phase: str) -> bool:
    """Whether nobody may cast spells of the phase mark in a battle with this creature."""
    return any(
        at == piece and trait.bars_phase == phase for at, _, trait in _creature_traits(state)
    )


def steps_with(state: State, kind: str, mask: int) -> bool:
    """Whether all of these travelers walk under an effect of a kind, see the module's list."""
    return bool(state.effects) and all(_covered(state, kind, piece) for piece in each_bit(mask))


def at_peace(state: State, mask: int, slot: int, others: int, other_slot: int) -> bool:
    """Whether a spell keeps travelers and those on an adjacent tile from battling each other.

    It protects the travelers on its town, no creatures there and from none (RULING-101).
    """
    for effect in state.effects:
        if effect.kind == "peace":
            foes = state.setup.foes[effect.seat]
            if effect.slots >> slot & 1 and not mask & foes and others & foes:
                return True
            if effect.slots >> other_slot & 1 and mask & foes and not others & foes:
                return True
    return False


def settle_direction(state: State, mask: int, side: int) -> None:
    """The first step of a straight movement settles its direction for those who take it."""
    found: list[Effect] = []
    for effect in state.effects:
        if effect.kind == "straight" and effect.pieces & mask and effect.value < 0:
            rest = effect.pieces & ~mask
            if rest:
                found.append(effect._replace(pieces=rest))
            found.append(effect._replace(pieces=effect.pieces & mask, value=side))
        else:
            found.append(effect)
    state.effects = tuple(found)


def expire(state: State, moment: str, seat: int) -> None:
    """End what lasts until this moment of the seat's turn; "next turn" effects come due.

    `moment`: phase_end, turn_end or turn_start. The last phase ends with the turn.
    """
    for effect in state.effects:
        own = effect.seat == seat
        if effect.until == "phase_end":
            over = moment in ("phase_end", "turn_end")
        elif effect.until == "next_turn_start":
            over = own and moment == "turn_start"
        else:
            over = own and moment == effect.until
        if over:
            facts.end_effect(state, effect)
        elif moment == "turn_end" and effect.until == "next_turn_end" and own:
            later = effect._replace(until="turn_end")
            state.effects = tuple(later if one is effect else one for one in state.effects)
