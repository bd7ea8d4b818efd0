"""The human's phases and actions (TURN-01; the base rules)."""

from __future__ import annotations

from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.state import Frame
from orichalque import actions as act
from orichalque import dice, facts, legal, titans
from orichalque.data import Resources
from orichalque.data.types import SKULL
from orichalque.setup import ARCH, HOSPITAL, HUMAN, NONE, SIDES, SIEGE
from orichalque.state import OVER, State
from orichalque.turn import begin_phase, finish_phase

SEAT = SIDES[HUMAN]
BEGIN, ASKED, SETTLE, ROLLED = range(4)


def _ask(state: State, frame: Frame, kind: str, options: list[Action]) -> None:
    frame.pc = ASKED
    state.listed = options
    state.ask(SEAT, kind)


def _only_or_ask(state: State, frame: Frame, kind: str, options: list[Action]) -> Action | None:
    """The only option, or None; several are asked about."""
    if len(options) > 1:
        _ask(state, frame, kind, options)
        return None
    return options[0] if options else None


# ---- phases


def metropolis(state: State, frame: Frame) -> None:
    """Step function `human_metropolis`."""
    if frame.pc == BEGIN:
        begin_phase(state)
        answer = _only_or_ask(state, frame, "metropolis", legal.metropolis_actions(state))
        if state.asking is not None:
            return
    else:
        answer = state.take_answer()
    if isinstance(answer, act.PlaceMetropolis):
        names = [name for name, _ in state.setup.ports]
        facts.place_metropolis(state, names.index(answer.port))
    finish_phase(state)


def select_card(state: State, frame: Frame) -> None:
    """Step function `human_select_card`."""
    if frame.pc == BEGIN:
        begin_phase(state)
        answer = _only_or_ask(state, frame, "select_card", legal.select_actions(state))
        if state.asking is not None:
            return
    else:
        answer = state.take_answer()
    if isinstance(answer, act.SelectCard):
        place = legal.place_in_row(state, answer.card)
        facts.take_card(state, place, legal.space_cost(state, place))
    finish_phase(state)


def place_tile(state: State, frame: Frame) -> None:
    """Step function `human_place_tile`: the tile, port rewards, Titans, then their limit."""
    if frame.pc == BEGIN:
        begin_phase(state)
        if state.tile == NONE:
            finish_phase(state)
            return
        answer = _only_or_ask(state, frame, "place_tile", legal.place_actions(state))
        if state.asking is not None:
            return
    else:
        answer = state.take_answer()
    if isinstance(answer, act.PlaceTile):
        index = state.setup.boards[HUMAN].index
        fresh = facts.lay_tile(state, HUMAN, [index[circle] for circle in answer.circles])
        facts.gain_port_rewards(state, fresh)
        titans.gain_for_human(state, fresh)
    elif isinstance(answer, act.ReturnTitan):
        facts.return_titan(state, state.setup.titan_ids[answer.titan])
    else:
        facts.discard_tile(state)
    if state.phase == OVER:
        return
    if facts.over_limit(state):
        _ask(state, frame, "titan_limit", legal.titan_actions(state))
        return
    finish_phase(state)


def resolve_card(state: State, frame: Frame) -> None:
    """Step function `human_resolve_card`."""
    if frame.pc == BEGIN:
        begin_phase(state)
        frame.pc = SETTLE
        if state.taken != NONE:
            begin_action(state, state.setup.data.cards[state.taken].action)
        return
    finish_phase(state)


def extra_action(state: State, frame: Frame) -> None:
    """Step function `human_extra_action`: one, or two with a Forge."""
    if frame.pc == BEGIN:
        begin_phase(state)
        frame.data["taken"] = 0
        frame.pc = SETTLE
    if frame.pc == SETTLE:
        options = []
        if frame.data["taken"] < legal.extra_limit(state):
            options = legal.extra_actions(state)
        if options:
            _ask(state, frame, "extra_action", [*options, legal.PASS])
        else:
            finish_phase(state)
        return
    answer = state.take_answer()
    if isinstance(answer, act.Extra):
        price = legal.extra_price(state, answer.pay)
        assert price is not None
        facts.take_extra(state, HUMAN, answer.pay, price, answer.action)
        frame.data["taken"] += 1
        frame.pc = SETTLE
        begin_action(state, answer.action)
    else:
        finish_phase(state)


def discard_card(state: State, frame: Frame) -> None:
    """Step function `human_discard_card`."""
    if frame.pc == BEGIN:
        begin_phase(state)
        answer = _only_or_ask(state, frame, "discard_card", legal.discard_actions(state))
        if state.asking is not None:
            return
    else:
        answer = state.take_answer()
    if isinstance(answer, act.DiscardCard):
        facts.discard_card(state, legal.place_in_row(state, answer.card))
    finish_phase(state)


# ---- an action, of the card or an extra one


def begin_action(state: State, action: str) -> None:
    """Let the human carry out an action.

    The frame holds the constructions `left`, what a Titan's `boost` adds, and the hoplites that
    `rest` in Hospitals.
    """
    state.stack.append(Frame("action", {"action": action, "left": 1, "boost": 0, "rest": 0}))


def action(state: State, frame: Frame) -> None:
    """Step function `action`."""
    if frame.pc == ROLLED:
        _settle_fight(state, frame)
        return
    if frame.pc == BEGIN:
        options = legal.resolve_actions(state, frame.data)
        if options:
            _ask(state, frame, "resolve", [*options, legal.PASS])
        else:
            _end_action(state, frame)
        return
    frame.pc = BEGIN
    answer = state.take_answer()
    match answer:
        case act.Produce() | act.Recruit():
            facts.work(state, HUMAN, answer.type, frame.data["boost"])
            _end_action(state, frame)
        case act.UseTitan():
            _boost(state, frame, state.setup.titan_ids[answer.titan])
        case act.Fight():
            _begin_fight(state, frame, answer)
        case act.BuildBuilding() | act.BuildTemple() | act.ForgeMedallion():
            _build(state, answer)
            if state.phase == OVER:
                return
            frame.data["left"] -= 1
            if not frame.data["left"]:
                _end_action(state, frame)
        case _:
            _end_action(state, frame)


def _end_action(state: State, frame: Frame) -> None:
    """The action is over; hoplites come back from the Hospital (`base:buildings.list.hospital`)."""
    state.stack.pop()
    facts.gain(state, HUMAN, Resources(frame.data["rest"], 0), HOSPITAL)


def _boost(state: State, frame: Frame, titan: int) -> None:
    bonus = state.setup.data.titans[titan].bonus
    facts.use_titan(state, titan)
    if frame.data["action"] == "build":
        frame.data["left"] += bonus
    else:
        frame.data["boost"] += bonus


def _build(state: State, answer: Action) -> None:
    board = state.setup.boards[HUMAN]
    if isinstance(answer, act.BuildBuilding):
        space = state.setup.data.spaces.index(answer.space)
        facts.put_on_island(state, space, board.index[answer.at])
    elif isinstance(answer, act.BuildTemple):
        facts.build_temple(state, HUMAN, board.mask(answer.circles))
    else:
        facts.forge_medallion(state, HUMAN)


def _begin_fight(state: State, frame: Frame, answer: act.Fight) -> None:
    """Commit hoplites and roll 1 die and 1 for each committed, or the dice of the Titan."""
    data = state.setup.data
    place = state.setup.boards[HUMAN].index[answer.at]
    facts.commit(state, place, answer.hoplites)
    frame.data["at"] = place
    frame.pc = ROLLED
    count = frame.data["boost"] or data.base_dice + state.committed.get(place, 0)
    dice.ask_roll(state, count, "combat")


def _settle_fight(state: State, frame: Frame) -> None:
    """Compare the roll with the creature (`base:combat`)."""
    data = frame.data
    rolled = data.pop("dice")
    place = data.pop("at")
    won = _wins(state, place, rolled)
    data["boost"] = 0
    facts.fought(state, HUMAN, place, dice.named(rolled), won)
    if not won:
        _end_action(state, frame)
        return
    lost = state.committed.get(place, 0)
    loot = facts.capture(state, HUMAN, place)
    if state.phase == OVER:
        return
    facts.gain(state, HUMAN, loot, "loot")
    facts.gain(state, HUMAN, Resources(0, facts.count_of(state, ARCH)), ARCH)
    data["rest"] += min(lost, facts.count_of(state, HOSPITAL))
    frame.pc = BEGIN


def _wins(state: State, place: int, rolled: list[int]) -> bool:
    """A skull, a face on one of the human's Siege Engines, or a sum that is high enough."""
    setup = state.setup
    engines = setup.by_kind.get(SIEGE, ())
    skulls = {SKULL}
    for number in state.buildings.values():
        value = setup.buildings[number].value
        if number in engines and value is not None:
            skulls.add(value)
    if not skulls.isdisjoint(rolled):
        return True
    strength = setup.data.creatures[facts.creature_at(state, HUMAN, place)].strength
    return sum(rolled) >= strength + (setup.options.combat_total == "beat")
