"""Going from one tile to another, in every way there is, and what arriving brings (MOVE-08, EXTRA).

`travel` takes pieces to a cell: over the edge of the map it explores first; then they leave, and
`arrive` settles the new tile: the terrain's own entry effects, then creatures next to it, then
merging with friends or stopping on an occupied tile (RULING-25, RULING-29). Walking, sliding,
portals, teleports and pushes all come through here; what a terrain does is in the content's hooks.
"""

from __future__ import annotations

from obsidia_core.kernel.state import Frame
from obsidia_core.model.actions import PickTile
from obsidia_core.model.board import DARK, EDGE
from obsidia_core.model.geometry import STEP_TO_SIDE, each_bit
from obsidia_core.model.hooks import KILLS, SLIDES, WAYS
from obsidia_core.model.state import State, new_frame
from obsidia_core.rules import choices, deaths, facts, modifiers, placement, recruiting

LOST = "lost"
RECRUIT, START, LEAVE, SETTLED = range(4)
TERRAIN, CREATURES, MERGE = range(3)
PICK, DRAW, PLACE = range(3)


def push_travel(
    state: State, mask: int, cell: int, way: str, side: int = -1, recruit: bool = False
) -> None:
    """Send pieces that share a tile to a cell.

    `side`: direction of entry, -1 for none. `recruit`: a town local stays behind.
    """
    state.stack.append(
        new_frame(
            "travel", mask=mask, cell=cell, way=way, side=side, recruit=recruit, to=-1, chooser=-1
        )
    )


def travel(state: State, frame: Frame) -> None:
    """Step function `travel`."""
    data = frame.data
    mask = data["mask"]
    if frame.pc == RECRUIT:
        frame.pc = START
        origin = state.where[(mask & -mask).bit_length() - 1]
        if data["chooser"] >= 0 and recruiting.offered_by_spell(state, mask, origin):
            choices.ask_choice(state, data["chooser"], "yes_no", [True, False])
            return
    if frame.pc == START:
        frame.pc = LEAVE
        data["recruit"] = data.pop("chosen", data["recruit"])
        slot = state.board.at.get(data["cell"], -1)
        data["to"] = slot
        if slot < 0:
            state.stack.append(new_frame("explore", mask=mask, cell=data["cell"]))
            return
    if frame.pc == LEAVE:
        frame.pc = SETTLED
        origin = state.where[(mask & -mask).bit_length() - 1]
        data["origin"] = origin
        if data["recruit"] and state.setup.ruleset.recruit_timing == "departure":
            recruiting.leave_recruit(state, mask, origin)
        slot = data["to"]
        if slot < 0:
            deaths.kill_pieces(state, mask, LOST)
            return
        occupied = state.occupants[slot] != 0 or "converging" in data
        facts.move_pieces(state, mask, slot, data["way"])
        if state.setup.terrains[state.board.terrain[slot]].enter or max(state.kinds) >= 0:
            push_arrival(state, mask, slot, data["way"], data["side"], occupied)
            return
        _join(state, mask, slot, occupied)
    if frame.pc == SETTLED:
        state.stack.pop()
        if data["recruit"] and state.setup.ruleset.recruit_timing == "after_arrival":
            recruiting.leave_recruit(state, mask, data["origin"])


def push_arrival(state: State, mask: int, slot: int, way: str, side: int, occupied: bool) -> None:
    """Settle pieces that have come to stand on a tile; `occupied`: somebody was there before."""
    state.stack.append(
        new_frame("arrive", mask=mask, slot=slot, way=way, side=side, occupied=occupied, done=0)
    )


def arrive(state: State, frame: Frame) -> None:
    """Step function `arrive`."""
    data = frame.data
    slot = data["slot"]
    here = data["mask"] & state.occupants[slot]
    if frame.pc == TERRAIN:
        effects = state.setup.terrains[state.board.terrain[slot]].enter
        bit = 1 << WAYS.index(data["way"])
        while here and data["done"] < len(effects):
            effect = effects[data["done"]]
            data["done"] += 1
            if effect.ways & bit:
                _push_effect(state, frame, effect.call.op, dict(effect.call.params), here)
                return
        frame.pc = CREATURES
        data["done"] = 0
    if frame.pc == CREATURES:
        if here and max(state.kinds) >= 0:
            calls = modifiers.arrival_calls(state, slot)
            if data["done"] < len(calls):
                call = calls[data["done"]]
                data["done"] += 1
                _push_effect(state, frame, call.op, dict(call.params), here)
                return
        frame.pc = MERGE
    state.stack.pop()
    if here:
        _join(state, here, slot, data["occupied"])


def _push_effect(state: State, frame: Frame, op: str, params: dict[str, object], mask: int) -> None:
    data = frame.data
    state.stack.append(
        Frame(
            op,
            {
                **params,
                "mask": mask,
                "slot": data["slot"],
                "way": data["way"],
                "side": data["side"],
                "occupied": data["occupied"],
            },
        )
    )


def _join(state: State, mask: int, slot: int, occupied: bool) -> None:
    """Friends on the tile become one unit, finished for this phase; others stop the newcomers."""
    class_mask = state.setup.class_masks[class_of(state, mask)]
    unit = state.occupants[slot] & class_mask
    if unit != mask:
        state.merged |= unit
        stop(state, unit)
    elif occupied and not modifiers.steps_with(state, "pass_through", mask):
        stop(state, unit)


def stop(state: State, mask: int) -> None:
    """Travelers may take no further step this phase."""
    state.stopped |= mask
    state.mobile &= ~mask
    for piece in each_bit(mask):
        state.extra[piece] = 0


def explore(state: State, frame: Frame) -> None:
    """Step function `explore`: draw a tile for a cell from the travelers' own stack (EXTRA-06..11).

    The frame below gets the new tile's slot under `to`, or -1 when the explorers are lost. Among
    several turns that fit the travelers' player chooses, whoever caused the move (RULING-31).
    """
    data = frame.data
    cell = data["cell"]
    seat = owner(state, data["mask"])
    if frame.pc == PICK:
        frame.pc = DRAW
        if not state.stacks[seat]:
            _explored(state, -1)
            return
        if state.setup.ruleset.tile_planning:
            choice = placement.pickable(state, seat, [cell])
            if len(choice) > 1:
                state.ask(state.setup.seats[seat], "explore")
                return
            facts.pick_tile(state, seat, choice[0])
        else:
            facts.draw_tile(state, seat)
    if frame.pc == DRAW:
        picked = state.take_answer()
        if isinstance(picked, PickTile):
            facts.pick_tile(state, seat, state.setup.slot_of[picked.tile])
        slot = state.drawn
        turns = placement.orientations_at(state, slot, cell)
        if not turns:
            facts.remove_tile(state, slot)
            _explored(state, -1)
        elif len(turns) == 1:
            facts.place_tile(state, slot, cell, turns[0])
            _explored(state, slot)
        else:
            frame.pc = PLACE
            state.ask(state.setup.seats[seat], "explore")
    else:
        answer = state.take_answer()
        slot = state.drawn
        facts.place_tile(state, slot, cell, getattr(answer, "rotation", 0) // 90)
        _explored(state, slot)


def _explored(state: State, slot: int) -> None:
    state.stack.pop()
    state.stack[-1].data["to"] = slot


def class_of(state: State, mask: int) -> int:
    """The class of travelers that are of one class."""
    return facts.class_of(state, (mask & -mask).bit_length() - 1)


def owner(state: State, mask: int) -> int:
    """The seat whose travelers these are."""
    return state.setup.owner[class_of(state, mask)]


def foresee_death(
    state: State, mask: int, slot: int, side: int, way: str, slides_too: bool = True
) -> bool:
    """Whether pieces that enter a slot are sure to die there, or where they slide on to."""
    board, setup = state.board, state.setup
    if not setup.risky >> board.terrain[slot] & 1:
        return False
    for _ in range(len(board.at) + 1):
        occupied = state.occupants[slot] & ~mask != 0
        bit = 1 << WAYS.index(way)
        slides = False
        for effect in setup.terrains[board.terrain[slot]].enter:
            if effect.foresee is None or not effect.ways & bit:
                continue
            fate = effect.foresee(state, mask, slot, occupied)
            if fate == KILLS:
                return True
            slides = slides or fate == SLIDES
        if not slides or not slides_too or side < 0:
            return False
        ahead = board.link[4 * slot + side]
        if ahead == EDGE:
            return not state.stacks[owner(state, mask)]
        if ahead < 0 or modifiers.is_barred(state, mask, ahead):
            return False
        slot, way = ahead, "slide"
    return False


def push_teleport(state: State, mask: int, cell: int, seat: int) -> None:
    """Teleport pieces that share a tile to a cell, empty ones by exploring (EXTRA-11).

    `seat`: whose spell it is; the travelers' own player may recruit where they leave (TOWN-13).
    """
    push_travel(state, mask, cell, "teleport")
    if seat == owner(state, mask):
        state.stack[-1].data["chooser"] = seat


def push_forced_step(state: State, mask: int, side: int, ignore_paths: bool = False) -> None:
    """Push pieces that share a tile one space by a spell; nobody recruits or rolls for woods.

    A dark side or a barred tile stops the push; with `ignore_paths` it goes through darkness, but
    not into an empty space.
    """
    slot = state.where[(mask & -mask).bit_length() - 1]
    board = state.board
    target = board.link[4 * slot + side]
    if target == DARK and ignore_paths:
        target = board.near[4 * slot + side]
    if target == DARK or (target >= 0 and modifiers.is_barred(state, mask, target)):
        return
    cell = board.cell[target] if target >= 0 else step_cell(state, slot, side)
    push_travel(state, mask, cell, "forced", side)


def push_converging(state: State, pushes: list[tuple[int, int]]) -> None:
    """Push pieces `(mask, side)` at the same time, in the order given.

    Those that come onto one tile from different sides count for each other as standing there
    already, so that they all stop on ice (ICE-06).
    """
    cells: dict[int, set[int]] = {}
    for mask, side in pushes:
        origin = state.where[(mask & -mask).bit_length() - 1]
        cells.setdefault(step_cell(state, origin, side), set()).add(side)
    for mask, side in reversed(pushes):
        depth = len(state.stack)
        push_forced_step(state, mask, side)
        if len(state.stack) > depth and len(cells[state.stack[-1].data["cell"]]) > 1:
            state.stack[-1].data["converging"] = True


def step_cell(state: State, slot: int, side: int) -> int:
    """The cell next to a tile."""
    return state.board.cell[slot] + STEP_TO_SIDE[side]


def swap(state: State, one: int, other: int) -> None:
    """Two travelers swap positions; both then arrive, the first named first."""
    first, second = state.where[one], state.where[other]
    others = [
        state.occupants[slot] & ~(1 << piece) for slot, piece in ((second, other), (first, one))
    ]
    facts.swap_pieces(state, one, other)
    push_arrival(state, 1 << other, first, "swap", -1, others[1] != 0)
    push_arrival(state, 1 << one, second, "swap", -1, others[0] != 0)


def replace(state: State, piece: int, class_index: int) -> None:
    """A traveler goes to its reserve and one of a class takes its place; none in reserve: nothing.

    Being replaced is not being killed (RULING-96).
    """
    newcomer = facts.lowest_in_reserve(state, class_index)
    if newcomer < 0:
        return
    slot = state.where[piece]
    facts.return_to_reserve(state, piece)
    occupied = state.occupants[slot] != 0
    facts.spawn(state, newcomer, slot)
    push_arrival(state, 1 << newcomer, slot, "replacement", -1, occupied)


def spawn(state: State, class_index: int, slot: int) -> int:
    """A traveler of a class goes from the reserve onto a tile; gives it, or -1 if there is none."""
    piece = facts.lowest_in_reserve(state, class_index)
    if piece >= 0:
        spawn_piece(state, piece, slot)
    return piece


def spawn_piece(state: State, piece: int, slot: int) -> None:
    """A traveler in the reserve is spawned on a tile."""
    occupied = state.occupants[slot] != 0
    facts.spawn(state, piece, slot)
    push_arrival(state, 1 << piece, slot, "spawn", -1, occupied)


def settle_unprotected(state: State) -> None:
    """Whoever stands on a void without protection dies: a protection has ended (RULING-105)."""
    doomed = 0
    for slot in state.board.at.values():
        here = state.occupants[slot] & state.setup.all_travelers
        if here and any(
            effect.call.op == "enter:kill_travelers"
            for effect in state.setup.terrains[state.board.terrain[slot]].enter
        ):
            doomed |= here
    doomed = sum(
        1 << piece for piece in each_bit(doomed) if not modifiers.spared_by_terrain(state, piece)
    )
    if doomed:
        deaths.kill_pieces(state, doomed, "void")


def summon(state: State, kind: int, slot: int, seat: int) -> int:
    """A creature comes into play; gives its piece, -1 with an empty supply (CREATURE-07)."""
    piece = facts.summon(state, kind, slot, seat)
    if piece >= 0:
        harm_creature(state, piece, slot)
    return piece


def harm_creature(state: State, piece: int, slot: int) -> None:
    """A creature dies on a void that is not its native terrain (VOID-03, VOID-04, RULING-08)."""
    terrain = state.board.terrain[slot]
    kind = state.setup.creature_kinds[state.kinds[piece - state.setup.first_creature]]
    if state.setup.terrains[terrain].id == "void" and not kind.native >> terrain & 1:
        deaths.kill_pieces(state, 1 << piece, "void")
