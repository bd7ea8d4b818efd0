"""The odds of a battle in a position, by Markov chain over the rules themselves.

Nothing here knows how a battle goes. It is a chain of rounds; between two of them only fighters and
spells that are used up change. A round's dice are shaped by what the battle itself asks, each
outcome of the round (this side lower, that side lower, equal) is carried out by the battle's own
step function with dice given beforehand, and the chain is solved for where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from obsidia_core.kernel.chance import ENUMERATED, Chance
from obsidia_core.kernel.codec import nearest
from obsidia_core.model.actions import Battle
from obsidia_core.model.geometry import cell_at
from obsidia_core.model.hooks import DiceRules
from obsidia_core.model.setup import STREAMS
from obsidia_core.model.state import State
from obsidia_core.odds.chances import leaves
from obsidia_core.odds.ends import FIRST, SECOND, BattleOdds, End, OddsError
from obsidia_core.rules import battle, battle_table, pending

NEGLIGIBLE = Fraction(1, 10**15)
"""Chances of loops without an end that are below this count as none."""

_Key = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
_Known = dict[_Key, dict[End, Fraction]]


def battle_odds(
    state: State, action: Battle | None = None, spells: Iterable[tuple[str, str]] = ()
) -> BattleOdds:
    """The odds of a battle in a position; the position is left as it is.

    Args:
        state: any position; hands, stacks and dice to come do not count.
        action: which battle, pending or not; None for the one being fought, from where it is.
        spells: `(seat, spell)` of face-up spells that lie in it besides those that already do.

    Raises:
        OddsError: no battle is being fought any more, a side is not there, or a spell does not lie
            face-up.
    """
    copy = _without_hands(state)
    if action is None:
        depth = _depth(copy)
    else:
        depth = len(copy.stack)
        copy.asking = None
        battle.push_battle(copy, (_side(copy, action, 0), _side(copy, action, 1)), copy.current)
        copy.stack[depth].pc = battle.ROUND
    frame = copy.stack[depth]
    for seat, spell in spells:
        frame.data["faceup"] = [*frame.data["faceup"], _face_up(copy, seat, spell)]
    copy.chance = Chance(0, len(STREAMS), ENUMERATED)
    known: _Known = {}
    total: dict[End, Fraction] = {}
    for chance, start in leaves(
        copy, lambda later: len(later.stack) <= depth or _between_rounds(later, depth)
    ):
        if len(start.stack) > depth:
            start.chance = Chance(0, len(STREAMS), ENUMERATED)
            _add(total, chance, _ends(start, depth, known))
    if not total:
        raise OddsError("the battle is over; name one that is pending")
    return BattleOdds.of(total)


def _without_hands(state: State) -> State:
    copy = state.copy()
    copy.checkpoints = []
    copy.hands = [()] * len(copy.hands)
    return copy


def _depth(state: State) -> int:
    """Where the frame of the innermost battle lies."""
    for place in reversed(range(len(state.stack))):
        if state.stack[place].op == "battle":
            return place
    raise OddsError("no battle is being fought; name one")


def _side(state: State, action: Battle, place: int) -> int:
    """The side that an action names first or second."""
    at = action.against if place else action.at
    name = action.sides[place]
    slot = state.board.at.get(cell_at(*at), -1)
    setup = state.setup
    if slot >= 0 and name in setup.classes:
        class_index = setup.classes.index(name)
        if state.piece_mask(slot, class_index):
            return pending.unit_side(class_index, slot)
    piece = setup.piece_of.get(name, -1)
    if piece >= setup.first_creature and state.where[piece] == slot >= 0:
        return pending.creature_side(piece)
    raise OddsError(f"{name!r} does not stand on {at}")


def _face_up(state: State, seat: str, spell: str) -> list[int]:
    card = state.setup.card_of.get(spell, -1)
    if card < 0:
        raise OddsError(f"there is no spell {spell!r}{nearest(spell, state.setup.card_of)}")
    if state.setup.cards[card].play != "face-up":
        raise OddsError(f"{spell!r} is no face-up spell")
    if seat not in state.setup.seat_of:
        raise OddsError(f"there is no seat {seat!r}")
    return [state.setup.seat_of[seat], card]


def _between_rounds(state: State, depth: int) -> bool:
    """Whether the battle at this depth is about to roll, or is over."""
    frame = state.stack[-1]
    return len(state.stack) == depth + 1 and frame.pc in (battle.ROUND, battle.AFTER)


def _key(state: State, depth: int) -> _Key:
    """All that can change from round to round."""
    data = state.stack[depth].data
    one, other = battle_table.masks(state, data)
    cards = tuple(card for _, card in data["faceup"])
    return one, other, cards, tuple(data["shields"]), tuple(data["shared"])


def _ends(state: State, depth: int, known: _Known) -> dict[End, Fraction]:
    """The ends of a battle that is about to roll or over, solved once for each key."""
    frame = state.stack[depth]
    if frame.pc == battle.AFTER:
        return {_end(state, depth): Fraction(1)}
    key = _key(state, depth)
    if key not in known:
        known[key] = _solve(state, depth, key, known)
    return known[key]


def _end(state: State, depth: int) -> End:
    """How a battle at its end has ended; the rules say who has won."""
    frame = state.stack[depth]
    left = [mask.bit_count() for mask in battle_table.masks(state, frame.data)]
    state.setup.ops[frame.op](state, frame)
    result = frame.data["result"]
    if result == "won":
        result = (FIRST, SECOND)[frame.data["winner"]]
    return End(result, *left)


def _solve(state: State, depth: int, key: _Key, known: _Known) -> dict[End, Fraction]:
    """One state of the chain: where each outcome of the round leads, weighed by its chance."""
    rolling = state.copy()
    frame = rolling.stack[depth]
    rolling.setup.ops[frame.op](rolling, frame)
    if frame.pc == battle.AFTER:
        return _ends(rolling, depth, known)
    rules = [battle_table.dice_rules(rolling, frame, place) for place in range(2)]
    limit = state.setup.ruleset.reroll_limit
    faces = state.setup.ruleset.die_faces
    rounds, endless = _rounds(rules, faces, limit)
    leads: list[tuple[Fraction, State]] = []
    again = lost = Fraction(0)
    idle: list[int] = []
    last: list[tuple[Fraction, State]] = []
    if endless:
        barred = next(face for one in rules for face in faces if one.barred >> face & 1)
        run = _barred_run(rules, faces, limit, barred)
        leads += _rolled(rolling, depth, run, endless)
    for chance, dice in rounds:
        for share, after in _rolled(rolling, depth, dice, chance):
            if after.stack[depth].pc != battle.ROUND or _key(after, depth) != key:
                leads.append((share, after))
                continue
            again += share
            idle = dice
    if float(again) ** (limit + 1) > NEGLIGIBLE:
        lost = again ** (limit + 1)
        rolling.stack[depth].data["idle"] = limit
        last = _rolled(rolling, depth, idle, lost)
    # A round that changes nothing is rolled again, `limit` times at most.
    repeats = (1 - lost) / (1 - again) if again < 1 else Fraction(limit + 1)
    total: dict[End, Fraction] = {}
    for weight, after in [*((chance * repeats, after) for chance, after in leads), *last]:
        _add(total, weight, _ends(after, depth, known))
    return total


def _add(total: dict[End, Fraction], weight: Fraction, ends: Mapping[End, Fraction]) -> None:
    for end, share in ends.items():
        total[end] = total.get(end, Fraction(0)) + weight * share


def _rolled(
    state: State, depth: int, dice: Sequence[int], chance: Fraction
) -> list[tuple[Fraction, State]]:
    """The battle after a round with these dice, which come with a chance, in copies.

    There are several if more than the round's dice is left to chance, as what the Horde decides.
    """
    copy = state.copy()
    copy.chance.script(dice)
    return list(leaves(copy, lambda later: _between_rounds(later, depth), chance))


def _rounds(
    rules: Sequence[DiceRules], faces: Sequence[int], limit: int
) -> tuple[list[tuple[Fraction, list[int]]], Fraction]:
    """`(chance, dice)` of each outcome of a round, and the chance of re-rolls without an end."""
    results = [_results(one, faces) for one in rules]
    found: dict[int, tuple[int, list[int]]] = {}
    for (one, (p, dice)), (other, (q, more)) in product(results[0].items(), results[1].items()):
        outcome = (one > other) - (one < other)
        ways, _ = found.get(outcome, (0, []))
        found[outcome] = (ways + p * q, [*dice, *more])
    total = sum(ways for ways, _ in found.values())
    endless = _endless(rules, faces, limit)
    return [(Fraction(ways, total) * (1 - endless), dice) for ways, dice in found.values()], endless


def _results(rules: DiceRules, faces: Sequence[int]) -> dict[int, tuple[int, list[int]]]:
    """Each result of a side: in how many ways it comes, and dice that give it.

    A barred face never comes to lie; all others are equally likely.
    """
    allowed = [face for face in faces if not rules.barred >> face & 1]
    found: dict[int, tuple[int, list[int]]] = {}
    for dice in product(allowed, repeat=rules.dice):
        result = rules.value(list(dice))
        ways, _ = found.get(result, (0, []))
        found[result] = (ways + 1, list(dice))
    return found


def _endless(rules: Sequence[DiceRules], faces: Sequence[int], limit: int) -> Fraction:
    """The chance that barred faces come up more than `limit` times in a round (RULING-64)."""
    shares = [
        Fraction(sum(one.barred >> face & 1 for face in faces), len(faces))
        for one in rules
        for _ in range(one.dice)
    ]
    worst = max(shares)
    if float(worst) ** (limit + 1) * (limit + 1) ** len(shares) < NEGLIGIBLE:
        return Fraction(0)
    counts = [Fraction(1)] + [Fraction(0)] * limit
    for share in shares:
        for number in range(1, limit + 1):
            counts[number] += share * counts[number - 1]
        counts = [(1 - share) * count for count in counts]
    return 1 - sum(counts, Fraction(0))


def _barred_run(
    rules: Sequence[DiceRules], faces: Sequence[int], limit: int, barred: int
) -> list[int]:
    """Dice of a round that never ends: a barred face again and again."""
    dice: list[int] = []
    for one in rules:
        if one.barred >> barred & 1:
            break
        dice += [next(face for face in faces if not one.barred >> face & 1)] * one.dice
    return [*dice, *[barred] * (limit + 1)]
