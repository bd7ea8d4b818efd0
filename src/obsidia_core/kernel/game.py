"""`Game`: what a game implements so that everything else of the kernel works with it.

The laws that every implementation keeps are tested by `kernel.conformance`:

* `legal_actions` is in a stable order, without duplicates, never empty while a question is open;
* `check` is None exactly for the actions that `legal_actions` lists;
* `apply_unchecked` depends on nothing but the state and the action;
* `from_json(to_json(s))` equals `s` at every decision and goes on identically;
* what `view`, events, decisions and reasons show a seat depends only on what that seat may know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import attrs

from obsidia_core.kernel.actions import CHANCE, Action, Decision, outcomes
from obsidia_core.kernel.codec import Codec
from obsidia_core.kernel.errors import (
    ActionFormatError,
    IllegalAction,
    Reason,
    Refusal,
    SaveError,
)
from obsidia_core.kernel.events import Event, redacted
from obsidia_core.kernel.state import DRAWN_FROM, GameState

S = TypeVar("S", bound=GameState)

IS_OVER = Reason("game_over", ("kernel:over",), "the game is over")
IS_CHANCE = Reason("chance_asked", ("kernel:chance",), "chance is asked; answer with an outcome")


@attrs.frozen
class Side:
    """Those who win or lose together.

    Attributes:
        members: their names, as `Game.winners` gives them; at least one.
        automatic: the rules decide what it does; nobody plays it, and it is never asked.
    """

    members: tuple[str, ...]
    automatic: bool = False


class Game(ABC, Generic[S]):
    """The rules of one game, without any state of their own."""

    name: str
    """Name by which replays, saves and the command line find the game."""

    action_codec: Codec
    """JSON of all classes of actions, `Outcome` among them."""

    event_codec: Codec
    """JSON of all classes of events."""

    default_players: Sequence[str] = ()
    """Who plays where nobody is named; empty, as here, if they have to be, or never are."""

    undo_action: Action | None = None
    """The action that takes back the latest one, where the rules know such an action."""

    @abstractmethod
    def new(self, players: Sequence[str], seed: int, options: Mapping[str, Any] | None) -> S:
        """A new game up to its first decision.

        Raises:
            RulesetError: players or options that make no game.
        """

    @abstractmethod
    def seats(self, state: S) -> tuple[str, ...]:
        """The seats that can be asked, in turn order."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent copy, for search."""

    def list_actions(self, state: S) -> list[Action]:
        """All legal answers to the open question of a seat, in a stable order.

        As here, all candidates that are not refused; a game with many lists them faster.
        """
        return [action for action in self.candidates(state, {}) if not self.refuse(state, action)]

    @abstractmethod
    def refuse(self, state: S, action: Action) -> Refusal | None:
        """Why the action is no legal answer of the asked seat, or None if it is one."""

    @abstractmethod
    def apply_unchecked(self, state: S, action: Action) -> None:
        """Apply an action that is known to be legal; anything else may corrupt the state."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """All that the seat (None: a spectator) may know, ready for JSON."""

    @abstractmethod
    def to_json(self, state: S) -> str:
        """The state as one JSON document that reads back exactly."""

    @abstractmethod
    def from_json(self, text: str) -> S:
        """Read a state back.

        Raises:
            SaveError: damaged, or of another game, version or content.
        """

    def content_hash(self, state: S) -> str:
        """Identifies the content and data that the state was made with.

        As here, for a game that has none beside its code.
        """
        del state
        return self.name

    @abstractmethod
    def setup_to_json(self, state: S) -> dict[str, Any]:
        """`{players, options}` from which `new` starts the same game."""

    def missing(self, setup: Mapping[str, Any]) -> list[str]:
        """What a set-up, as `setup_to_json` gives it, names and no installed package provides.

        Each thing with its kind, such as `class 'tidewardens'`. Nothing, as here, for a game that
        packages add nothing to.
        """
        del setup
        return []

    def check_provided(self, setup: Mapping[str, Any]) -> None:
        """Make sure that a set-up names nothing that is missing here.

        Raises:
            SaveError: it does; what it was made with has to be installed.
        """
        missing = self.missing(setup)
        if missing:
            raise SaveError(
                f"no installed package provides {' or '.join(missing)}; install the package that "
                "it was made with"
            )

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """The action as an object with `type`."""
        return self.action_codec.dump(action)

    def action_from_json(self, data: Any) -> Action:
        """Read an action back.

        Raises:
            ActionFormatError: no action of this game.
        """
        action: Action = self.action_codec.load(data)
        return action

    @abstractmethod
    def action_to_text(self, action: Action) -> str:
        """The one-line text form."""

    @abstractmethod
    def action_from_text(self, text: str) -> Action:
        """Read the text form.

        Raises:
            ActionFormatError: no action of this game.
        """

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """An event, already redacted for its reader, as an object with `type`."""
        return self.event_codec.dump(event)

    @abstractmethod
    def candidates(self, state: S, partial: Mapping[str, Any]) -> list[Action]:
        """Actions a person might try that match the given fields, legal or not."""

    def determinize(self, state: S, seat: str | None, seed: int) -> S:
        """A copy in which all that `seat` does not know is drawn anew, consistent with its view.

        As here, for a game that hides nothing but the numbers to come.
        """
        del seat
        copy = self.copy(state)
        copy.chance.reseed(seed)
        return copy

    def audit(self, state: S) -> list[str]:
        """Conservation laws that the state breaks, in words; empty if all hold.

        As here, for a game in which nothing has to be accounted for.
        """
        del state
        return []

    @abstractmethod
    def winners(self, state: S) -> tuple[str, ...] | None:
        """Who has won, or None while the game goes on; empty when nobody has.

        Seats, and automatic sides without a seat.
        """

    def sides(self, state: S) -> tuple[Side, ...]:
        """Everybody who can win, in turn order, those together who win together.

        As here, for a game in which every seat is played for itself.
        """
        return tuple(Side((seat,)) for seat in self.seats(state))

    def played_seats(self, state: S) -> tuple[str, ...]:
        """The seats that somebody has to play, in turn order: not those of automatic sides."""
        automatic = {name for side in self.sides(state) if side.automatic for name in side.members}
        return tuple(seat for seat in self.seats(state) if seat not in automatic)

    def ledger(self) -> Any:
        """The `obsidia_core.ledger.Ledger` of its rules; None, as here, if there is none."""
        return None

    themes: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """The colors of its pictures by theme, `light`, `dark` and `print` (greys), and by slot, such
    as `forest`; slots are the same in all themes, letters and hyphens. Empty, as here, for a game
    whose pictures have one look."""

    def picture(
        self, state: S, seat: str | None = None, colors: Mapping[str, str] | None = None
    ) -> str | None:
        """The position as the seat (None: a spectator) may see it, as an SVG document.

        Its `title` is the headline of the position. What looks the same in two positions should be
        the same element, so that a recording can share it; scripts and style sheets are not
        carried out in one. None, as here, for a game that draws no pictures.

        Args:
            state: the position.
            seat: who is looking.
            colors: a paint for each slot of `themes`, colours or `var()` of CSS; the light theme by
                default. Given only to games that have themes.
        """
        del state, seat, colors
        return None

    def text_picture(self, state: S, seat: str | None = None) -> str | None:
        """The position as the seat (None: a spectator) may see it, as text for a terminal.

        None, as here, for a game that draws none; its view is shown then.
        """
        del state, seat
        return None

    def text_facts(self, state: S, seat: str | None = None) -> Sequence[str] | None:
        """The position as the seat may see it in sentences, for who hears it or reads it by touch.

        One line for each fact, without any drawing. None, as here, for a game that has none; its
        view is told then.
        """
        del state, seat
        return None

    def sentence(self, event: Mapping[str, Any], seat: str | None = None) -> str | None:
        """An event in its JSON form, told in a sentence to a seat (None: to everybody).

        None, as here, for events that are told by their fields.
        """
        del event, seat
        return None

    def named(self, action: Action) -> str:
        """An action as a menu has it, things by their names; as here, its text form."""
        return self.action_to_text(action)

    def describe(self, state: S, action: Action) -> str:
        """What a legal action comes to, in a few words beside its text form.

        Empty, as here, if the text form says it all.
        """
        del state, action
        return ""

    def chapter(self, state: S) -> str:
        """The part of the game that a position is in, such as a round or a turn.

        Records are divided into these; empty, as here, if there are none.
        """
        del state
        return ""

    def typing_help(self) -> Sequence[tuple[str, str]]:
        """Examples of what a person can type, each with what it does; none, as here, if unknown."""
        return ()

    def stages(self, state: S, action: Action) -> Iterator[S]:
        """Apply a legal action in place and stop wherever there is something new to look at.

        Gives the state each time, at the next question last; `state.events` grows meanwhile. As
        here there is no stop on the way.
        """
        self.apply_unchecked(state, action)
        yield state

    def about(self, state: S) -> Mapping[str, Any]:
        """What the asked seat needs for its answer and its view does not tell, ready for JSON.

        Nothing, as here, for a game whose view says it all. A question has to be open.
        """
        del state
        return {}

    def known(self, state: S) -> Mapping[str, Any]:
        """What the asked seat knows of the position, for a preview to go on from, ready for JSON.

        Positions that the seat cannot tell apart give the same. Nothing, as here, for a game that
        has no previews. A question has to be open.
        """
        del state
        return {}

    def full_view(self, state: S, seat: str | None) -> dict[str, Any]:
        """The view, and under `known` what a preview of the seat's answers takes, if it is asked.

        It costs more than the view alone, and is for those who are sent the view and no state.
        """
        shown = self.view(state, seat)
        if seat is not None and state.asking is not None and state.asking[0] == seat:
            known = self.known(state)
            if known:
                shown["known"] = dict(known)
        return shown

    def is_over(self, state: S) -> bool:
        """Whether no question will come any more."""
        return state.asking is None

    def legal_actions(self, state: S) -> list[Action]:
        """Every legal answer to the open question, in a stable order; empty when over."""
        if state.asking is None:
            return []
        if state.asking[0] == CHANCE:
            return outcomes(state.stack[-1].data[DRAWN_FROM])
        return self.list_actions(state)

    def decision(self, state: S) -> Decision | None:
        """The open question with its legal answers, or None when the game is over."""
        if state.asking is None:
            return None
        return Decision(*state.asking, self.legal_actions(state), self.about(state))

    def check(self, state: S, action: Action) -> Refusal | None:
        """None if the action answers the open question legally, else why not."""
        if state.asking is None:
            return IS_OVER.refuse()
        if state.asking[0] == CHANCE:
            return None if action in self.legal_actions(state) else IS_CHANCE.refuse()
        return self.refuse(state, action)

    def apply(self, state: S, action: Action) -> None:
        """Check the action, apply it in place and run to the next question.

        Raises:
            IllegalAction: refused; the state is untouched.
        """
        refusal = self.check(state, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self.apply_unchecked(state, action)

    def decision_to_json(self, decision: Decision) -> dict[str, Any]:
        """`{seat, kind, actions, about}`, the last if there is something to say.

        It is for the seat that is asked alone: what it could do tells what it holds.
        """
        data: dict[str, Any] = {
            "seat": decision.seat,
            "kind": decision.kind,
            "actions": [self.action_to_json(action) for action in decision.actions],
        }
        if decision.about:
            data["about"] = dict(decision.about)
        return data

    def events_for(self, events: Sequence[Event], seat: str | None) -> list[dict[str, Any]]:
        """Events as the seat may know them, ready for JSON."""
        return [self.event_to_json(redacted(event, seat)) for event in events]

    def matching(self, state: S, partial: Mapping[str, Any]) -> list[Action]:
        """The legal actions whose JSON form has all the given fields."""
        return [
            action
            for action in self.legal_actions(state)
            if matches(self.action_to_json(action), partial)
        ]

    def read(self, state: S, action: Action | str | Mapping[str, Any]) -> Action:
        """An action out of an action, its text form, or (part of) its JSON form.

        A partial form stands for the one legal action that matches it; if none does it is read as
        it is, so that `check` can say what is wrong.

        Raises:
            ActionFormatError: no action, or several legal ones match.
        """
        if isinstance(action, Action):
            return action
        whole: Action | None = None
        if isinstance(action, str):
            whole = self.action_from_text(action)
            partial: Mapping[str, Any] = self.action_to_json(whole)
        elif isinstance(action, Mapping):
            partial = action
        else:
            raise ActionFormatError(f"an action, its text or its JSON form is needed: {action!r}")
        found = self.matching(state, partial)
        if len(found) > 1:
            exact = [one for one in found if self.action_to_json(one) == dict(partial)]
            if len(exact) != 1:
                listed = "; ".join(self.action_to_text(one) for one in found[:6])
                raise ActionFormatError(f"several legal actions match: {listed}")
            found = exact
        if found:
            return found[0]
        if whole is not None:
            return whole
        tried = self.candidates(state, partial)
        return self.action_from_json(self.action_to_json(tried[0]) if tried else partial)


def matches(whole: Mapping[str, Any], partial: Mapping[str, Any]) -> bool:
    """Whether `whole` has every field of `partial`; lists of names count in any order."""
    for key, wanted in partial.items():
        if key not in whole:
            return False
        found = whole[key]
        if isinstance(wanted, (list, tuple)) and isinstance(found, (list, tuple)):
            names = all(isinstance(value, str) for value in (*wanted, *found))
            if sorted(wanted) != sorted(found) if names else list(wanted) != list(found):
                return False
        elif isinstance(wanted, Mapping) and isinstance(found, Mapping):
            if not matches(found, wanted):
                return False
        elif found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
            return False
    return True
