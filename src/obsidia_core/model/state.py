"""The state of a game of Obsidia: flat columns of small integers behind names.

Pieces are numbers: eight travelers for each class in class order, then the creatures. Sets of
pieces and of slots are bit masks. `where` says on which slot a piece stands. The rules change all
this only through `rules.facts`; everybody else reads it, or the view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.compiling import mypyc_attr
from obsidia_core.kernel.state import KERNEL_COLUMNS, Frame, GameState
from obsidia_core.model.board import Board
from obsidia_core.model.geometry import each_bit
from obsidia_core.model.setup import Setup

RESERVE = -1
GONE = -2
NEUTRAL = -1
NONE = -1

PHASES = ("draft", "world_building", "tile", "training", "movement", "battle", "spell", "over")
DRAFT, WORLD_BUILDING, TILE, TRAINING, MOVEMENT, BATTLE, SPELL, OVER = range(8)


class Effect(NamedTuple):
    """A modifier in force.

    Attributes:
        kind: what it does, see `rules.modifiers`.
        seat: whose effect it is.
        pieces: mask of the pieces it covers; -1 covers all travelers of the seat, now and later.
        slots: mask of the slots it covers.
        value: a number, where the kind has one.
        until: `phase_end`, `turn_end`, `next_turn_start` or `next_turn_end` (of `seat`).
        card: the spell that lies on the table with it, or -1.
        token: 1 if it holds a spell effect token, else 0.
    """

    kind: str
    seat: int
    pieces: int
    slots: int
    value: int
    until: str
    card: int = -1
    token: int = 0


def opened_pairs(effects: Iterable[Effect]) -> list[tuple[int, int]]:
    """Pairs of slots whose dark shared side a spell makes count as pathway."""
    pairs = []
    for effect in effects:
        if effect.kind == "open_side":
            one, other = each_bit(effect.slots)
            pairs.append((one, other))
    return pairs


COLUMNS = (
    "beaten",
    "bereaved",
    "board",
    "communal",
    "current",
    "decks",
    "discarded",
    "discards",
    "drawn",
    "effects",
    "extra",
    "fought",
    "friendly_towns",
    "guests",
    "halted",
    "hands",
    "held",
    "holders",
    "kinds",
    "merged",
    "missed",
    "mobile",
    "moved",
    "moves",
    "occupants",
    "phase",
    "present",
    "recruited_towns",
    "recruits",
    "removed",
    "row",
    "setup",
    "stacks",
    "stayed",
    "stopped",
    "sudden",
    "summoners",
    "tile_taken",
    "trained",
    "turn",
    "where",
    "winners",
)
"""The columns of a state besides the kernel's."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(GameState):
    """One position.

    Attributes:
        setup: the fixed part of the game.
        board: the map.
        stacks: for each seat its tile stack as slots, top first.
        communal: the communal stack, top first.
        removed: slots of tiles out of the game, in order of leaving.
        drawn: slot of the tile turned up and not placed yet, or -1.
        where: for each piece its slot, or `RESERVE` or `GONE`.
        occupants: for each slot the mask of pieces on it.
        kinds, summoners: for each creature piece its kind and the seat that summoned it, or -1.
        holders: for each slot the class index that holds the town, or -1.
        current: index of the seat whose turn it is.
        turn: number of the turn, from 1; 0 before the first.
        phase: index into `PHASES`.
        tile_taken: whether the tile of this turn has been drawn or picked.
        trained: whether the one training of this turn is used up.
        mobile: mask of travelers that may still take a step this phase.
        extra: for each traveler the steps it has beyond that one.
        moved: mask of travelers that used their movement this phase.
        merged, recruits, halted: masks of travelers that may not move: joined a group this phase,
            recruited since their last movement phase, or halted by a spell.
        stopped: mask of travelers that lost their further steps on the way.
        guests: mask of travelers that stand on an enemy colony by leave of a spell.
        stayed: mask of travelers that have not left their tile since the movement phase began.
        present: mask of travelers that were on the map when the movement phase began.
        friendly_towns: mask of the slots that were friendly to the current seat then.
        recruited_towns: mask of the towns a recruit was placed in during this phase.
        moves: movements made in this phase.
        fought: battles fought in this phase, as pairs of sides.
        effects: modifiers in force, oldest first.
        hands, decks, discards: for each seat its cards; decks and discards top first.
        held: mask of cards that may not be cast or discarded this turn.
        discarded: whether the optional discard of this turn is used up.
        missed: mask of seats that may still make up for a missed refill.
        beaten: mask of seats that the current player has won a battle against this turn.
        bereaved: mask of seats that lost a traveler by death since the end of their last turn.
        row: solo: the Horde's row as last laid out, a card for each slot; a card that is not in the
            Horde's hand any more has left a gap, -1 is one. See `rules.row`.
        sudden: turns played in sudden death.
        winners: indices of the seats that have won.
    """

    __slots__ = COLUMNS

    def __init__(self, setup: Setup, chance: Chance) -> None:
        super().__init__(chance)
        seats, tiles, pieces = len(setup.seats), len(setup.tiles), len(setup.names)
        self.setup = setup
        self.board = Board.empty(setup)
        self.stacks: list[tuple[int, ...]] = [()] * seats
        self.communal: tuple[int, ...] = ()
        self.removed: tuple[int, ...] = ()
        self.drawn = NONE
        self.where = [RESERVE] * pieces
        self.occupants = [0] * tiles
        self.kinds = [NONE] * setup.creature_pieces
        self.summoners = [NONE] * setup.creature_pieces
        self.holders = [NEUTRAL] * tiles
        self.current = 0
        self.turn = 0
        self.phase = WORLD_BUILDING
        self.trained = False
        self.tile_taken = False
        self.mobile = 0
        self.extra = [0] * setup.first_creature
        self.moved = 0
        self.merged = 0
        self.recruits = 0
        self.halted = 0
        self.stopped = 0
        self.guests = 0
        self.stayed = 0
        self.present = 0
        self.friendly_towns = 0
        self.recruited_towns = 0
        self.moves = 0
        self.fought: tuple[int, ...] = ()
        self.effects: tuple[Effect, ...] = ()
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.decks: list[tuple[int, ...]] = [()] * seats
        self.discards: list[tuple[int, ...]] = [()] * seats
        self.held = 0
        self.discarded = False
        self.missed = 0
        self.beaten = 0
        self.bereaved = 0
        self.row: tuple[int, ...] = ()
        self.sudden = 0
        self.winners: tuple[int, ...] = ()

    def copy(self) -> State:
        """An independent copy; board and set-up are shared, since they never change in place."""
        new = State.__new__(State)
        self.copy_kernel_to(new)
        new.setup = self.setup
        new.board = self.board
        new.stacks = self.stacks[:]
        new.communal = self.communal
        new.removed = self.removed
        new.drawn = self.drawn
        new.where = self.where[:]
        new.occupants = self.occupants[:]
        new.kinds = self.kinds[:]
        new.summoners = self.summoners[:]
        new.holders = self.holders[:]
        new.current = self.current
        new.turn = self.turn
        new.phase = self.phase
        new.trained = self.trained
        new.tile_taken = self.tile_taken
        new.mobile = self.mobile
        new.extra = self.extra[:]
        new.moved = self.moved
        new.merged = self.merged
        new.recruits = self.recruits
        new.halted = self.halted
        new.stopped = self.stopped
        new.guests = self.guests
        new.stayed = self.stayed
        new.present = self.present
        new.friendly_towns = self.friendly_towns
        new.recruited_towns = self.recruited_towns
        new.moves = self.moves
        new.fought = self.fought
        new.effects = self.effects
        new.hands = self.hands[:]
        new.decks = self.decks[:]
        new.discards = self.discards[:]
        new.held = self.held
        new.discarded = self.discarded
        new.missed = self.missed
        new.beaten = self.beaten
        new.bereaved = self.bereaved
        new.row = self.row
        new.sudden = self.sudden
        new.winners = self.winners
        return new

    def checkpoint(self) -> None:
        """Remember this position, so that it can be gone back to."""
        saved = self.copy()
        saved.checkpoints = []
        self.checkpoints = [*self.checkpoints, saved]

    def rewind(self, index: int) -> None:
        """Go back to checkpoint `index`; it and all later ones are gone."""
        kept = self.checkpoints[:index]
        saved = self.checkpoints[index]
        events, chance = self.events, self.chance
        assert isinstance(saved, State)
        self.become(saved.copy())
        self.events = events
        self.chance = chance
        self.checkpoints = kept

    def become(self, other: State) -> None:
        """Take over everything of another state, which is of no use afterwards."""
        for name in (*KERNEL_COLUMNS, *COLUMNS):
            setattr(self, name, getattr(other, name))

    def keep_cards_in_checkpoints(self) -> None:
        """Cards drawn outside the movements stay drawn when these are taken back."""
        kept: list[GameState] = []
        for saved in self.checkpoints:
            assert isinstance(saved, State)
            fresh = saved.copy()
            fresh.hands, fresh.decks = self.hands[:], self.decks[:]
            fresh.held, fresh.missed = self.held, self.missed
            kept.append(fresh)
        self.checkpoints = kept

    def fix(self) -> None:
        """Give up all checkpoints: what happened before can no longer be taken back."""
        if self.checkpoints:
            self.checkpoints = []

    @property
    def seat(self) -> str:
        """The current player's seat."""
        return self.setup.seats[self.current]

    def piece_mask(self, slot: int, class_index: int) -> int:
        """The unit of a class on a slot, as a mask of pieces."""
        return self.occupants[slot] & self.setup.class_masks[class_index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        asked = "over" if self.asking is None else f"{self.asking[0]} is asked: {self.asking[1]}"
        return (
            f"<State of Obsidia, turn {self.turn} of {self.seat}, {PHASES[self.phase]}, "
            f"{len(self.board.at)} tiles, {asked}>"
        )


_COMPARED = (
    *(name for name in KERNEL_COLUMNS if name not in ("answer", "events")),
    *(name for name in COLUMNS if name not in ("setup", "occupants")),
)
"""What makes two states of one set-up equal; the rest follows from it."""


def new_frame(op: str, **data: Any) -> Frame:
    """A frame with its data, written as keywords."""
    return Frame(op, data)
