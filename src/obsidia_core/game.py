"""`Obsidia`: the game as the kernel sees it.

Everything that plays, shows, saves or tests games goes through this object; it holds the content
and no state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from obsidia_core import knowledge, notation, views
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.codec import Codec, nearest
from obsidia_core.kernel.errors import (
    EndlessEffect,
    IllegalAction,
    ObsidiaError,
    Refusal,
    RulesetError,
    SaveError,
)
from obsidia_core.kernel.events import Event
from obsidia_core.kernel.game import Game, Side
from obsidia_core.kernel.match import load_document
from obsidia_core.kernel.state import resume
from obsidia_core.model import guards
from obsidia_core.model.actions import Refill, Undo
from obsidia_core.model.events import EVENTS
from obsidia_core.model.geometry import parse_exits
from obsidia_core.model.players import checked_players
from obsidia_core.model.ruleset import OPTIONS, Ruleset
from obsidia_core.model.saves import (
    KNOWN_FORMAT,
    STATE_FORMAT,
    state_from_data,
    state_to_json,
)
from obsidia_core.model.setup import NOBODY, GameTile, Setup
from obsidia_core.model.state import State
from obsidia_core.rules import (
    audit,
    cards,
    closing,
    new_game,
    reasons,
)
from obsidia_core.rules.table import DECISIONS

if TYPE_CHECKING:
    from obsidia_core.ledger import Ledger
    from obsidia_core.previews import Preview

SETUPS_KEPT = 16
EVENT_CODEC = Codec(EVENTS, prepare=notation.prepare)


class Obsidia(Game[State]):
    """Obsidia with some content.

    Attributes:
        catalog: the content; by default all that is installed.
    """

    name = "obsidia"
    default_players = ("warlords", "light_keepers")
    undo_action = Undo()

    def __init__(self, catalog: Any = None) -> None:
        if catalog is None:
            from obsidia_core.content import load_catalog

            catalog = load_catalog()
        self.catalog = catalog
        self._setups: dict[tuple[Ruleset, tuple[str, ...]], Setup] = {}

    def _setup(self, ruleset: Ruleset, players: Sequence[str]) -> Setup:
        """The compiled set-up; the latest few are kept, since states share them anyway."""
        key = (ruleset, checked_players(self.catalog, ruleset, players))
        setup = self._setups.get(key)
        if setup is None:
            if len(self._setups) >= SETUPS_KEPT:
                self._setups.pop(next(iter(self._setups)))
            setup = self._setups[key] = new_game.compile_setup(self.catalog, *key)
        return setup

    def _ruleset(self, options: Mapping[str, Any] | Ruleset | None) -> Ruleset:
        """The ruleset of options, those that plugins provide included."""
        given = options.to_options() if isinstance(options, Ruleset) else options
        if isinstance(options, Ruleset) and not options.plugin_options:
            return options
        return Ruleset.from_options(given, self.catalog.options)

    def new(
        self,
        players: Sequence[str],
        seed: int = 0,
        options: Mapping[str, Any] | Ruleset | None = None,
    ) -> State:
        """A new game up to its first question.

        Args:
            players: two to four different classes, clockwise; in a solo game (option `mode`) one,
                or none if the class is to be chosen once the map is built.
            seed: any integer; everything random follows from it.
            options: ruleset options that differ from the default.

        Raises:
            RulesetError: players or options that make no game.
        """
        if type(seed) is not int:
            raise RulesetError(f"a seed is a whole number, not {seed!r}")
        ruleset = self._ruleset(options)
        state = new_game.new_game(self._setup(ruleset, players), seed)
        closing.tell_question(state)
        return state

    def seats(self, state: State) -> tuple[str, ...]:
        """The classes of the game, clockwise; in a solo game the player's seat and `horde`."""
        return state.setup.seats

    def copy(self, state: State) -> State:
        """An independent copy, for search."""
        return state.copy()

    def list_actions(self, state: State) -> list[Action]:
        """All legal answers to the open question, in a stable order."""
        asking = state.asking
        assert asking is not None
        found = DECISIONS[asking[1]].actions(state)
        if state.missed and cards.can_refill_late(state):
            found.append(Refill())
        return found

    def refuse(self, state: State, action: Action) -> Refusal | None:
        """Why the action is no legal answer, or None."""
        asking = state.asking
        assert asking is not None
        if isinstance(action, Refill) and cards.can_refill_late(state):
            return None
        predicate = DECISIONS[asking[1]].refuse.get(type(action))
        if predicate is None:
            return reasons.not_now(state, action.type)
        return predicate(state, action)

    def explain(self, state: State, action: Action) -> Refusal | None:
        """Why an action that somebody may try is not legal, or None if it is."""
        return self.check(state, action)

    def apply_unchecked(self, state: State, action: Action) -> None:
        """Apply an action that is known to be legal; anything else may corrupt the state.

        So may a hook that fails, which `apply` and matches undo.
        """
        if isinstance(action, Refill) and cards.can_refill_late(state):
            cards.refill_late(state)
        else:
            self._resume(state, action)
        closing.tell_question(state)

    def apply(self, state: State, action: Action) -> None:
        """Check the action, apply it in place and run to the next question.

        Raises:
            IllegalAction: refused; the state is untouched.
            PluginError: a hook raised or returned nonsense; the state is as before.
            EndlessEffect: something does not end; the state is as before.

        Only where content of other packages is in use a copy is kept to go back to: it costs a
        tenth of the speed. Matches apply to a copy always.
        """
        refusal = self.check(state, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        if not self.catalog.foreign:
            self.apply_unchecked(state, action)
            return
        before = state.copy()
        before.events = state.events
        try:
            self.apply_unchecked(state, action)
        except Exception:
            state.become(before)
            raise

    def _resume(self, state: State, action: Action) -> None:
        """Run on, and name the hook that was at work if the rules come to grief."""
        try:
            resume(state, action, state.setup.ops)
        except EndlessEffect as error:
            raise guards.endless(state, error) from error
        except ObsidiaError:
            raise
        except Exception as error:
            blamed = guards.blamed(state, f"the rules {guards.raised(error)}")
            if blamed is None:
                raise
            raise blamed from error

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """All that the seat (None: a spectator) may know, see `views.view`.

        Raises:
            LookupError: no such seat.
        """
        if seat is not None and seat not in state.setup.seat_of:
            seats = state.setup.seats
            raise LookupError(
                f"there is no seat {seat!r}{nearest(seat, seats)}; the seats are {', '.join(seats)}"
            )
        return {**views.view(state, seat)}

    def about(self, state: State) -> Mapping[str, Any]:
        """What the open question is about, see `moment.Moment`; nothing for a chance question."""
        if state.asking is None or state.asking[0] not in state.setup.seat_of:
            return {}
        from obsidia_core.moment import moment

        return moment(state)

    def referee_view(self, state: State) -> dict[str, Any]:
        """Everything, hidden things included."""
        return views.referee_view(state)

    def picture(
        self, state: State, seat: str | None = None, colors: Mapping[str, str] | None = None
    ) -> str:
        """The map as the seat (None: a spectator) may see it, as an SVG document.

        It has one look; `obsidia_core.render.svg.render_svg` has themes and more to choose from.

        Raises:
            LookupError: no such seat.
        """
        from obsidia_core.render.board import last_move_of
        from obsidia_core.render.svg import render_svg
        from obsidia_core.render.words import names_of

        del colors
        happened = self.events_for(state.events, seat)
        return render_svg(
            self.view(state, seat), last_move=last_move_of(happened), names=names_of(self)
        )

    def setup_to_json(self, state: State) -> dict[str, Any]:
        """`{players, options}`."""
        return {
            "players": list(state.setup.players),
            "options": dict(state.setup.options),
        }

    def missing(self, setup: Mapping[str, Any]) -> list[str]:
        """The classes and options of a set-up that no installed package provides."""
        catalog, players, options = self.catalog, setup.get("players"), setup.get("options")
        found = []
        if isinstance(players, list | tuple):
            names = (name for name in players if isinstance(name, str))
            found += [f"class {name!r}" for name in names if name not in catalog.classes]
        if isinstance(options, Mapping):
            known = {*OPTIONS, *catalog.options}
            found += [f"option {name!r}" for name in options if name not in known]
        return found

    def _chosen_class(self, state: State) -> int:
        """The class that a solo player took after the map was built, -1 for none."""
        setup = state.setup
        return setup.own[0][0] if not setup.players and setup.own[0] else NOBODY

    def content_hash(self, state: State) -> str:
        """The catalog's hash."""
        return str(state.setup.catalog.hash)

    def to_json(self, state: State) -> str:
        """The state as one JSON document."""
        header = {
            "format": STATE_FORMAT,
            "game": self.name,
            "content": state.setup.catalog.hash,
            **self.setup_to_json(state),
        }
        custom = state.setup.custom_to_json()
        if custom is not None:
            header["tiles"] = custom
            header["reshuffle"] = state.setup.reshuffle
        chosen = self._chosen_class(state)
        if chosen != NOBODY:
            header["class"] = state.setup.classes[chosen]
        return state_to_json(state, header)

    def from_json(self, text: str) -> State:
        """Read a state back.

        Raises:
            SaveError: damaged, or of another game, version or content.
        """
        from obsidia_core.rehearsal import rehearse

        state = self.from_data(load_document(text, STATE_FORMAT, self.name))
        if not self.catalog.foreign:
            # With content of other packages a failure may be theirs, and no reason to lose a save.
            try:
                rehearse(self, state)
            except Exception as error:
                raise SaveError(f"the save is damaged: {error!r}") from error
        return state

    def from_data(self, data: Mapping[str, Any]) -> State:
        """Read back the object of a state's JSON document.

        Raises:
            SaveError: damaged, or of other content.
        """
        self.check_provided(data)
        if data.get("content") != self.catalog.hash:
            raise SaveError(
                f"the save was made with content {str(data.get('content'))[:12]}, installed is "
                f"{self.catalog.hash[:12]}; install the content it was made with"
            )
        try:
            ruleset = self._ruleset(data["options"])
            setup = self._setup(ruleset, data["players"])
            if "tiles" in data:
                tiles = self._custom_tiles(data["tiles"])
                reshuffle = data.get("reshuffle", True) is True
                setup = new_game.compile_setup(
                    self.catalog, ruleset, setup.players, tiles, reshuffle
                )
            if "class" in data and not setup.players:
                setup = setup.with_player(setup.classes.index(data["class"]))
            state = state_from_data(setup, data)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise SaveError(f"the save is damaged: {error!r}") from error
        except RulesetError as error:
            raise SaveError(f"the save is damaged: {error}") from error
        self._check_read(state)
        return state

    def _check_read(self, state: State) -> None:
        """Refuse what a damaged save gave: a state must add up, and be of use.

        Raises:
            SaveError: what is wrong.
        """
        try:
            problems = self.audit(state)
            if not problems:
                repr(state)
                self.referee_view(state)
                decision = self.decision(state)
                if decision is not None and not decision.actions:
                    problems = ["the open question has no answer"]
        except Exception as error:
            raise SaveError(f"the save is damaged: {error!r}") from error
        if problems:
            raise SaveError(f"the save is damaged: {problems[0]}")

    def _custom_tiles(self, data: Any) -> list[GameTile]:
        terrain_of = {terrain: index for index, terrain in enumerate(self.catalog.terrains)}
        return [
            GameTile(
                tile["id"],
                tile["owner"],
                terrain_of[tile["terrain"]],
                tuple(parse_exits(face) for face in tile["faces"]),
                tuple(tile["stones"]),
                tile["colony"],
            )
            for tile in data
        ]

    def action_to_json(self, action: Action) -> dict[str, Any]:
        """The action as an object with `type`."""
        return notation.action_to_json(action)

    def action_from_json(self, data: Any) -> Action:
        """Read an action back; `ActionFormatError` if it is none."""
        return notation.action_from_json(data)

    def action_to_text(self, action: Action) -> str:
        """The one-line text form."""
        return notation.action_to_text(action)

    def action_from_text(self, text: str) -> Action:
        """Read the text form; `ActionFormatError` if it is no action."""
        return notation.action_from_text(text)

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """An event as an object with `type`."""
        return EVENT_CODEC.dump(event)

    def candidates(self, state: State, partial: Mapping[str, Any]) -> list[Action]:
        """Actions a person might try that have the given fields, legal or not."""
        from obsidia_core.explain import candidates

        return candidates(state, partial)

    def winners(self, state: State) -> tuple[str, ...] | None:
        """The winning seats, None while the game goes on."""
        if state.asking is not None or not state.winners:
            return None
        return tuple(state.setup.seats[seat] for seat in state.winners)

    def sides(self, state: State) -> tuple[Side, ...]:
        """The seats, or the pairs of a 2vs2 game; the Horde of a solo game is automatic."""
        setup = state.setup
        return tuple(
            Side(tuple(setup.seats[seat] for seat in team), setup.horde in team)
            for team in setup.teams
        )

    def determinize(self, state: State, seat: str | None, seed: int) -> State:
        """A copy in which what the seat does not know is drawn anew.

        Own hand, sizes, discards and the sets of tiles left in stacks stay; the order of stacks and
        decks, other hands (out of what the other seats hold and have in their decks) and all chance
        to come are shuffled by `seed`. The Horde's row lies open. Cards and tiles named by
        something under way, such as a choice among them, stay where they are, and so do the packs
        of a draft.
        """
        return knowledge.determinized(state, seat, seed)

    def known(self, state: State) -> dict[str, Any]:
        """What the asked seat knows, as a save without chance, see `knowledge.known`."""
        if state.asking is None or state.asking[0] not in state.setup.seat_of:
            return {}
        data: dict[str, Any] = json.loads(self.to_json(knowledge.known(state)))
        del data["chance"]
        return data | {"format": KNOWN_FORMAT}

    def preview(self, view: Mapping[str, Any], action: Action | str | Mapping[str, Any]) -> Preview:
        """What an action will or may do, from the view of the seat that is asked.

        Args:
            view: as `Match.view` or `obsidia_core.view` gave it, also after a detour through JSON.
            action: an answer to the open question, its text form, or (part of) its JSON form.

        Raises:
            ViewError: a view of a seat that is not asked, or one that is damaged, out of date, or
                of another game or content.
            ActionFormatError: it is no action at all.
            IllegalAction: it does not answer the question legally.
        """
        from obsidia_core.view_preview import preview_view

        return preview_view(self, view, action, self.catalog.hash, self.from_data)

    def ledger(self) -> Ledger:
        """The ledger of its rules and rulings."""
        from obsidia_core.ledger import load_ledger

        return load_ledger()

    def audit(self, state: State) -> list[str]:
        """Conservation laws that the state breaks, in words, see `rules.audit`."""
        return audit.audit(state)
