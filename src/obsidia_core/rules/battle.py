"""Phase IV: one battle after another, each with its spells, rounds and end (BATTLE, ADJ, SAME).

A battle's frame holds its two `sides` (see `pending`), the side at `at` first; both roll in that
order. A round is: check for endless loops, roll, compare, carry out the loss (RULING-64, 91, 98).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import Battle, Cast, Defer
from obsidia_core.model.events import BattleEnded, BattleStarted, SpellNegated
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.state import BATTLE, MOVEMENT, State, new_frame
from obsidia_core.rules import (
    battle_table,
    cards,
    choices,
    deaths,
    facts,
    horde_table,
    modifiers,
    pending,
    phases,
    rolls,
    spells,
    towns,
    windows,
)

BEGIN, ORDER, ORDERED = range(3)
CASTING, CAST, ROUND, ROLLED, LOSS, SHARE, AFTER, DONE = range(8)


def battle_phase(state: State, frame: Frame) -> None:
    """Step function `battle_phase`: with nothing pending the phase ends by itself."""
    if frame.pc == BEGIN:
        phases.enter(state, BATTLE)
        state.fought = ()
        frame.pc = ORDER
    if frame.pc == ORDER:
        same, adjacent = pending.all_pending(state)
        if same or adjacent:
            frame.pc = ORDERED
            state.ask(state.seat, "battle_order")
            return
        towns.claim_all(state)
        state.fought = ()
        modifiers.expire(state, "phase_end", state.current)
        state.stack.pop()
        return
    frame.pc = ORDER
    answer = state.take_answer()
    if isinstance(answer, Battle):
        same, adjacent = pending.all_pending(state)
        pair = pending.find(state, answer, same or adjacent)
        if pair is not None:
            state.fought = (*state.fought, *pair)
            push_battle(state, pair, state.current)


def push_battle(state: State, pair: pending.Pair, initiative: int) -> None:
    """Start a battle; the seat with the initiative is asked for spells first (BATTLE-15)."""
    one, other = (pending.slot_of(state, side) for side in pair)
    casters = list(dict.fromkeys(pending.caster(state, side) for side in pair))
    casters.sort(key=lambda seat: seat != initiative)
    state.stack.append(
        new_frame(
            "battle",
            sides=list(pair),
            at=one,
            against=other,
            casters=casters,
            next=0,
            deferred=0,
            faceup=[],
            idle=0,
            result="",
            fighters=pending.members(state, pair[0]) | pending.members(state, pair[1]),
            lost=[],
            gone=0,
            shields=[],
            shared=[],
            swapped=False,
        )
    )
    _tell_start(state, state.stack[-1].data)


def battle(state: State, frame: Frame) -> None:
    """Step function `battle`."""
    if frame.pc == CASTING:
        _ask_for_spells(state, frame)
    elif frame.pc == CAST:
        _spell_or_deferral(state, frame)
    elif frame.pc == ROUND:
        _round(state, frame)
    elif frame.pc == ROLLED:
        _compare(state, frame)
    elif frame.pc == LOSS:
        frame.pc = ROUND
        if "chosen" in frame.data:
            frame.pc = SHARE
            fallen = state.setup.piece_of[frame.data.pop("chosen")]
            frame.data["fallen"] = fallen
            deaths.kill_pieces(state, 1 << fallen, "battle")
    elif frame.pc == SHARE:
        frame.pc = ROUND
        if state.where[frame.data.pop("fallen")] < 0:
            _share_loss(state, frame)
    elif frame.pc == AFTER:
        frame.pc = DONE
        _tell_end(state, frame)
        windows.open_window(
            state,
            "battle_end",
            [
                seat
                for seat in _turn_order(state, frame.data["casters"])
                if may_cast(state, frame, seat)
            ],
            {"battle": len(state.stack) - 1},
            alternate=True,
        )
        if state.setup.undead:
            horde_table.watch(state)
    else:
        state.stack.pop()
        for seat, card in frame.data["faceup"]:
            facts.discard(state, seat, card)
        if frame.data["faceup"]:
            cards.reshuffle_if_all_spent(state)


def _turn_order(state: State, seats: list[int]) -> list[int]:
    """The current player first; against the Horde always the player (RULING-60, HORDE-41)."""
    if state.setup.horde in seats:
        return sorted(seats, key=lambda seat: seat == state.setup.horde)
    return [seat for seat in windows.everybody(state) if seat in seats]


def is_decided(state: State, frame: Frame) -> bool:
    """Whether the battle is over: a side is gone, or an effect has ended it (SPELL-20)."""
    return bool(frame.data["result"]) or not all(battle_table.masks(state, frame.data))


def may_cast(state: State, frame: Frame, seat: int) -> bool:
    """Whether a seat may cast phase IV spells in this battle (hollow idol, Hush)."""
    if any(
        side < 0 and modifiers.casting_barred(state, -1 - side, "IV")
        for side in frame.data["sides"]
    ):
        return False
    return not any(
        caster != seat and effect.bars_enemy_casting
        for caster, effect in battle_table.standing(state, frame)
    )


def _ask_for_spells(state: State, frame: Frame) -> None:
    """Both sides' players are asked in turn until all defer one after the other (BATTLE-16, 17)."""
    data = frame.data
    casters = data["casters"]
    while not is_decided(state, frame) and data["deferred"] < len(casters):
        seat = casters[data["next"]]
        if may_cast(state, frame, seat):
            if seat != state.setup.horde:
                frame.pc = CAST
                state.ask(state.setup.seats[seat], "battle")
                return
            if _horde_casts(state, data):
                return
        _next_caster(data)
        data["deferred"] += 1
    frame.pc = ROUND


def _horde_casts(state: State, data: dict[str, Any]) -> bool:
    """The leftmost castable spell of the Horde, one before each battle (HORDE-37, HORDE-38)."""
    horde, context = state.setup.horde, casting_context(state)
    found = [] if "horde_cast" in data else spells.casts(state, horde, "battle", context)
    if not found:
        return False
    data["horde_cast"] = True
    data["deferred"] = 0
    _next_caster(data)
    spells.begin(state, horde, found[0].spell, context, "HORDE-37")
    return True


def _next_caster(data: dict[str, Any]) -> None:
    data["next"] = (data["next"] + 1) % len(data["casters"])


def _spell_or_deferral(state: State, frame: Frame) -> None:
    data = frame.data
    answer = state.take_answer()
    seat = data["casters"][data["next"]]
    frame.pc = CASTING
    _next_caster(data)
    if isinstance(answer, Cast):
        data["deferred"] = 0
        spells.begin(state, seat, answer.spell, casting_context(state))
    else:
        data["deferred"] += 1


def casting_context(state: State) -> dict[str, Any]:
    """The context of spells cast before the dice: where the battle's frame lies."""
    return {"battle": len(state.stack) - 1}


def casting_actions(state: State) -> list[Action]:
    """The spells the asked seat can cast before the dice, and to defer."""
    data = state.stack[-1].data
    seat = data["casters"][data["next"]]
    return [*spells.casts(state, seat, "battle", casting_context(state)), Defer()]


# ---- rounds


def _round(state: State, frame: Frame) -> None:
    data = frame.data
    if is_decided(state, frame):
        frame.pc = AFTER
        return
    both = [battle_table.dice_rules(state, frame, place) for place in range(2)]
    faces = state.setup.ruleset.die_faces
    reach = [battle_table.possible_results(rules, faces) for rules in both]
    same_tile = data["at"] == data["against"]
    only_ties = len(reach[0]) == 1 and reach[0] == reach[1]
    _cancel_contradictions(state, frame)
    tie_winner = battle_table.tie_winner(state, frame)
    if not all(reach) or (same_tile and only_ties and tie_winner < 0):
        _endless(state, frame)
        return
    data["swapped"] = False
    frame.pc = ROLLED
    data["counts"] = [rules.dice for rules in both]
    rolls.push_roll(
        state, "battle", data["counts"], [rules.barred for rules in both], slot=data["at"]
    )


def _endless(state: State, frame: Frame) -> None:
    """All fighters die and nobody wins (RESOLVE-07, RESOLVE-08, RULING-64)."""
    frame.pc = AFTER
    frame.data["result"] = "none"
    one, other = battle_table.masks(state, frame.data)
    deaths.kill_pieces(state, one | other, "loop")


def _compare(state: State, frame: Frame) -> None:
    """The lower result loses a piece; a draw ends an adjacent battle (ADJ-02, ADJ-06, SAME-01)."""
    data = frame.data
    dice: list[int] = data.pop("dice_rolled")
    count = data.pop("counts")[0]
    if data.pop("loop", False):
        _endless(state, frame)
        return
    results = battle_table.results_of(state, frame, dice, count)
    if data["swapped"]:
        results.reverse()
    tie_winner = battle_table.tie_winner(state, frame) if results[0] == results[1] else -1
    if tie_winner >= 0:
        results[tie_winner] += 1
    if results[0] == results[1]:
        if data["at"] != data["against"]:
            data["result"] = "draw"
            frame.pc = AFTER
            return
        data["idle"] += 1
        if data["idle"] > state.setup.ruleset.reroll_limit:
            _endless(state, frame)
        else:
            frame.pc = ROUND
        return
    loser = 0 if results[0] < results[1] else 1
    if 1 - loser in battle_table.forbidden_winners(state, frame):
        data["idle"] += 1
        if data["idle"] > state.setup.ruleset.reroll_limit:
            _endless(state, frame)
        else:
            frame.pc = ROUND
        return
    data["idle"] = 0
    frame.pc = LOSS
    data["loser"] = loser
    if _shielded(state, frame, loser):
        return
    choose_loss(state, battle_table.masks(state, data)[loser])


def _cancel_contradictions(state: State, frame: Frame) -> None:
    """Spells that together leave no possible winner are cancelled and discarded.

    RESOLVE-09, RESOLVE-10, RULING-65: exactly those that constrain the winner; others stay.
    """
    if len(battle_table.forbidden_winners(state, frame)) < 2:
        return
    for seat, card in frame.data["faceup"]:
        hook = state.setup.cards[card].hook
        if hook is not None and any(effect.forbids_enemy_win for effect in hook.standing):
            frame.data["faceup"] = [one for one in frame.data["faceup"] if one[1] != card]
            facts.record(state, SpellNegated(state.setup.cards[card].id))
            facts.discard(state, seat, card)


def _first_time(state: State, frame: Frame, place: int, flag: str, used: str) -> bool:
    """Whether a face-up spell of a traveler side takes effect for the first time now."""
    data = frame.data
    for seat, effect in battle_table.standing(state, frame):
        if (
            getattr(effect, flag)
            and data["sides"][place] >= 0
            and battle_table.own_place(state, data["sides"], seat) == place
            and seat not in data[used]
        ):
            data[used] = [*data[used], seat]
            return True
    return False


def _shielded(state: State, frame: Frame, place: int) -> bool:
    """Whether the side's first loss is prevented; then another round is rolled (RULING-98)."""
    return _first_time(state, frame, place, "shields_first_loss", "shields")


def choose_loss(state: State, mask: int) -> None:
    """Settle which piece of a side is lost: the highest id, or its owner's choice (RULING-93).

    The frame on top finds its name under `chosen`.
    """
    pieces = each_bit(mask)
    names = [state.setup.names[piece] for piece in pieces]
    if len(pieces) > 1 and members_differ(state, pieces):
        owner = state.setup.owner[facts.class_of(state, pieces[0])]
        choices.ask_choice(state, owner, "traveler", names)
    else:
        state.stack[-1].data["chosen"] = names[-1]


def members_differ(state: State, pieces: Sequence[int]) -> bool:
    """Whether a unit's members differ in something that can still matter (RULING-71, RULING-93).

    Steps and marks matter in a movement phase only, a protection at any time.
    """
    marks = [effect.pieces for effect in state.effects if effect.pieces > 0]
    if state.phase == MOVEMENT:
        marks += [state.mobile, state.merged, state.recruits, state.halted, state.moved]
        if len({state.extra[piece] for piece in pieces}) > 1:
            return True
    return any(len({mark >> piece & 1 for piece in pieces}) > 1 for mark in marks)


def _share_loss(state: State, frame: Frame) -> None:
    """A spell may take one of the other side along with a loss (Martyrdom)."""
    loser = frame.data["loser"]
    there = battle_table.masks(state, frame.data)[1 - loser]
    shares = there and _first_time(state, frame, loser, "shares_first_loss", "shared")
    if shares and not _shielded(state, frame, 1 - loser):
        deaths.kill_pieces(state, 1 << (there.bit_length() - 1), "battle")


def _remember_victory(state: State, data: dict[str, Any]) -> None:
    """The current player has beaten a unit of another player with a unit of its own this turn."""
    won, lost = data["sides"][data["winner"]], data["sides"][1 - data["winner"]]
    if won >= 0 and lost >= 0 and pending.caster(state, won) == state.current:
        state.beaten |= 1 << pending.caster(state, lost)


def fight_again(state: State, frame: Frame) -> None:
    """The battle starts anew; what lies face-up is discarded (Press the Attack)."""
    data = frame.data
    for seat, card in data["faceup"]:
        facts.discard(state, seat, card)
    data.update(faceup=[], result="", next=0, deferred=0, idle=0, lost=[], shields=[], shared=[])
    data.pop("winner", None)
    data.pop("horde_cast", None)
    frame.pc = CASTING
    _tell_start(state, data)


def _tell_start(state: State, data: dict[str, Any]) -> None:
    facts.record(
        state,
        BattleStarted(
            facts.place(state, data["at"]),
            facts.place(state, data["against"]),
            (
                pending.side_name(state, data["sides"][0]),
                pending.side_name(state, data["sides"][1]),
            ),
        ),
    )


def _tell_end(state: State, frame: Frame) -> None:
    """Who won: the only side with members left, for whatever reason (RULING-97)."""
    data = frame.data
    left = [bool(mask) for mask in battle_table.masks(state, data)]
    winner = None
    if not data["result"]:
        if any(left):
            data["result"] = "won"
            data["winner"] = left.index(True)
            winner = pending.side_name(state, data["sides"][data["winner"]])
            _remember_victory(state, data)
        else:
            data["result"] = "none"
    facts.record(
        state,
        BattleEnded(
            facts.place(state, data["at"]),
            facts.place(state, data["against"]),
            data["result"],
            winner,
        ),
    )
