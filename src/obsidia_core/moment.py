"""What a question is about: what the asked seat needs to answer it and its view does not tell.

A view changes through events alone. The moment holds what a player at the table sees or remembers
without being told: who may still move, which spells are in force, what is being cast, fought or
answered. It comes with each decision, as `Decision.about`, for the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from obsidia_core.kernel.state import Frame
from obsidia_core.model.geometry import SIDE_NAMES, coordinate, each_bit
from obsidia_core.model.state import MOVEMENT, Effect, State
from obsidia_core.rules import battle_table, casting, looks, movement, pending, steps


class TileLeft(TypedDict):
    """A tile of the own stack."""

    tile: str
    terrain: str
    exits: Annotated[str, "Its open sides at rotation 0, clockwise from north; - for none."]


class EffectInForce(TypedDict):
    """Something that a spell has put in force."""

    kind: Annotated[str, "What it does, see `rules.modifiers`."]
    seat: Annotated[str, "Whose it is."]
    spell: Annotated[str | None, "The card that lies on the table with it, if one does."]
    pieces: Annotated[list[str] | None, "Who is meant; null for all travelers of the seat."]
    at: Annotated[list[str], "The tiles it lies on."]
    value: Annotated[str | int | None, "A terrain, a direction or a number, as the kind has it."]
    until: Annotated[str, "phase_end, turn_end, next_turn_start or next_turn_end of the seat."]


class FaceUp(TypedDict):
    """A spell that lies face-up in a battle."""

    seat: Annotated[str, "Who cast it."]
    spell: str


class BattleNow(TypedDict):
    """The battle being fought."""

    at: str
    against: str
    sides: Annotated[list[str], "Classes or creature ids; the side at `at` first."]
    left: Annotated[list[int], "How many pieces each side has left in it."]
    faceup: Annotated[list[FaceUp], "Spells that lie face-up, oldest first."]
    lost: Annotated[list[str], "Pieces lost in it, in order."]
    result: Annotated[str | None, "won, draw or none once it has ended."]
    winner: Annotated[int | None, "Which of the sides has won, 0 or 1."]


class Casting(TypedDict):
    """A spell being cast."""

    seat: str
    spell: str
    targets: Annotated[list[Any], "Those chosen so far, in the order of the card."]


class MoveMade(TypedDict):
    """A movement that an answer could take back."""

    move: Annotated[int, "Its number in the phase, from 1."]
    pieces: list[str]
    origin: Annotated[str, "Where they came from."]
    to: Annotated[list[str], "Where they went, or would go; several places after woods."]


class Window(TypedDict):
    """What can be answered now."""

    trigger: Annotated[str, "roll death cast movement arrival last_chance battle_end"]
    reason: NotRequired[Annotated[str, "Of a roll: battle survival woods_exit spell."]]
    dice: NotRequired[Annotated[list[int], "Of a roll: the dice as they lie."]]
    counts: NotRequired[Annotated[list[int], "Of a roll: how many dice each side has."]]
    pieces: NotRequired[Annotated[list[str], "Who rolled for itself, or who is about to die."]]
    cause: NotRequired[Annotated[str, "Of a death: battle, loop, spell, lost or a terrain."]]
    cast: NotRequired[Annotated[Casting, "The spell that is answered."]]
    moves: NotRequired[Annotated[list[MoveMade], "Movements that can be taken back."]]


class Moving(TypedDict):
    """Pieces on their way."""

    pieces: list[str]
    way: Annotated[str, "step slide portal teleport replacement swap spawn or forced"]
    to: str


class Moment(TypedDict):
    """What a question is about, for the seat that is asked."""

    options: Annotated[dict[str, Any], "The ruleset's options that differ from the default."]
    teams: Annotated[list[list[str]], "Who wins together: lists of seats."]
    own_stack: Annotated[list[TileLeft], "Tiles left in the own stack, sorted; not in its order."]
    held: Annotated[list[str], "Own cards that may not be cast or discarded this turn."]
    done: Annotated[list[str], "What the current player has used up: tile train discard."]
    sudden: Annotated[int, "Turns played in sudden death."]
    steps: Annotated[dict[str, int], "Who may still move in this phase, and how many steps."]
    marks: Annotated[
        dict[str, list[str]],
        "Travelers by what keeps them: moved merged recruits halted stopped guests.",
    ]
    effects: Annotated[list[EffectInForce], "What spells have put in force, oldest first."]
    battle: Annotated[BattleNow | None, "The battle being fought."]
    casting: Annotated[Casting | None, "The spell being cast."]
    window: Annotated[Window | None, "What can be answered, in a reaction."]
    moving: Annotated[Moving | None, "Who is on the way, and is settled next."]
    walker: Annotated[str | None, "The creature that may walk now."]
    seen_tile: Annotated[str | None, "The tile that a spell lets the seat look at."]


def moment(state: State) -> Moment:
    """What the open question is about, for the seat that is asked."""
    assert state.asking is not None
    setup = state.setup
    seat = setup.seat_of.get(state.asking[0], -1)
    found: Moment = {
        "options": dict(setup.options),
        "teams": [[setup.seats[one] for one in team] for team in setup.teams],
        "own_stack": _own_stack(state, seat),
        "held": _held(state, seat),
        "done": [
            name
            for name, used in (
                ("tile", state.tile_taken),
                ("train", state.trained),
                ("discard", state.discarded),
            )
            if used
        ],
        "sudden": state.sudden,
        "steps": _steps(state) if state.phase == MOVEMENT else {},
        "marks": {name: _names(state, mask) for name in _MARKS if (mask := getattr(state, name))},
        "effects": [_effect(state, effect) for effect in state.effects],
        "battle": None,
        "casting": None,
        "window": None,
        "moving": None,
        "walker": None,
        "seen_tile": None,
    }
    # A later frame of a kind lies inside an earlier one.
    for frame in state.stack:
        tell = _TELL.get(frame.op)
        if tell is not None:
            tell(state, frame, seat, found)
    return found


_MARKS = ("moved", "merged", "recruits", "halted", "stopped", "guests")


def _own_stack(state: State, seat: int) -> list[TileLeft]:
    if seat < 0:
        return []
    tiles = state.setup.tiles
    left: list[TileLeft] = []
    for slot in sorted(state.stacks[seat]):
        shown = looks.tile_up(state, slot)
        left.append({"tile": tiles[slot].id, "terrain": shown["terrain"], "exits": shown["exits"]})
    return left


def _held(state: State, seat: int) -> list[str]:
    if seat < 0 or not state.held:
        return []
    cards = state.setup.cards
    return [cards[card].id for card in state.hands[seat] if state.held >> card & 1]


def _names(state: State, mask: int) -> list[str]:
    return list(steps.names_of(state, mask))


def _steps(state: State) -> dict[str, int]:
    """Steps left; those beyond the ordinary one are counted apart."""
    names = state.setup.names
    return {names[piece]: 1 + state.extra[piece] for piece in each_bit(state.mobile)}


def _effect(state: State, effect: Effect) -> EffectInForce:
    setup = state.setup
    value: str | int | None = effect.value
    if effect.kind == "counts_as":
        value = setup.terrains[effect.value].id
    elif effect.kind == "straight":
        value = SIDE_NAMES[effect.value] if effect.value >= 0 else None
    return {
        "kind": effect.kind,
        "seat": setup.seats[effect.seat],
        "spell": None if effect.card < 0 else setup.cards[effect.card].id,
        "pieces": None if effect.pieces < 0 else _names(state, effect.pieces),
        "at": [_place(state, slot) for slot in each_bit(effect.slots)],
        "value": value,
        "until": effect.until,
    }


def _place(state: State, slot: int) -> str:
    return str(looks.place(state, slot))


# ---- what the frames are about


def _tell_battle(state: State, frame: Frame, seat: int, found: Moment) -> None:
    del seat
    data = frame.data
    cards = state.setup.cards
    found["battle"] = {
        "at": _place(state, data["at"]),
        "against": _place(state, data["against"]),
        "sides": [pending.side_name(state, side) for side in data["sides"]],
        "left": [mask.bit_count() for mask in battle_table.masks(state, data)],
        "faceup": [
            {"seat": state.setup.seats[caster], "spell": cards[card].id}
            for caster, card in data["faceup"]
        ],
        "lost": [state.setup.names[piece] for piece in data["lost"]],
        "result": data["result"] or None,
        "winner": data.get("winner"),
    }


def _tell_cast(state: State, frame: Frame, seat: int, found: Moment) -> None:
    """Before its targets are chosen a cast is only the caster's own to know."""
    if frame.pc != casting.TARGETS or frame.data["seat"] == seat:
        found["casting"] = _cast(state, frame)


def _cast(state: State, frame: Frame) -> Casting:
    return {
        "seat": state.setup.seats[frame.data["seat"]],
        "spell": state.setup.cards[frame.data["card"]].id,
        "targets": list(frame.data["targets"]),
    }


def _tell_effects(state: State, frame: Frame, seat: int, found: Moment) -> None:
    tile = frame.data.get("tile")
    if tile is not None and frame.data.get("seat") == seat:
        found["seen_tile"] = state.setup.tiles[tile].id


def _tell_travel(state: State, frame: Frame, seat: int, found: Moment) -> None:
    del seat
    found["moving"] = {
        "pieces": _names(state, frame.data["mask"]),
        "way": frame.data["way"],
        "to": str(coordinate(frame.data["cell"])),
    }


def _tell_walker(state: State, frame: Frame, seat: int, found: Moment) -> None:
    del seat
    if frame.pc == movement.WALKED:
        found["walker"] = state.setup.names[frame.data["walked"][-1]]


def _tell_window(state: State, frame: Frame, seat: int, found: Moment) -> None:
    del seat
    context: Mapping[str, Any] = frame.data["context"]
    about: Window = {"trigger": frame.data["trigger"]}
    if "roll" in context:
        rolled = state.stack[context["roll"]].data
        below = state.stack[context["roll"] - 1].data
        about["reason"] = rolled["reason"]
        about["dice"] = list(rolled["dice"])
        about["counts"] = list(below.get("counts", [len(rolled["dice"])]))
        about["pieces"] = [] if rolled["piece"] < 0 else [state.setup.names[rolled["piece"]]]
    elif "deaths" in context:
        dying = state.stack[context["deaths"]].data
        about["pieces"] = _names(state, dying["mask"])
        about["cause"] = dying["cause"]
    elif "cast" in context:
        about["cast"] = _cast(state, state.stack[context["cast"]])
    elif "declared" in context:
        about["moves"] = _moves(state, context["declared"])
    found["window"] = about


def _moves(state: State, declared: list[dict[str, Any]]) -> list[MoveMade]:
    """The movements that can be taken back; the last one may still be to come."""
    found: list[MoveMade] = []
    first = state.moves - len(state.checkpoints) + 1
    going = next((frame for frame in reversed(state.stack) if frame.op == "move"), None)
    for place in range(len(state.checkpoints)):
        about = declared[first + place - 1]
        mask, origin = about["mask"], about["from"]
        later = state if place + 1 == len(state.checkpoints) else state.checkpoints[place + 1]
        assert isinstance(later, State)
        slots = {later.where[piece] for piece in each_bit(mask)} - {origin}
        to = [_place(state, slot) for slot in sorted(slots) if slot >= 0]
        if later is state and going is not None and going.pc == movement.GO:
            to = [str(coordinate(going.data["cell"]))]
        found.append(
            {
                "move": first + place,
                "pieces": _names(state, mask),
                "origin": _place(state, origin),
                "to": to,
            }
        )
    return found


_TELL: Mapping[str, Callable[[State, Frame, int, Moment], None]] = {
    "battle": _tell_battle,
    "cast": _tell_cast,
    "effects": _tell_effects,
    "travel": _tell_travel,
    "movement_phase": _tell_walker,
    "window": _tell_window,
}
