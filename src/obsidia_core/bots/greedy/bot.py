"""The greedy bot: it looks one action ahead and takes what looks best.

What it adds up, in units of a tenth of a town (`worth.Weights` has the numbers):

* *pull*: for each unit the best town that is not ours yet, less for each turn that it is away; less
  again if another unit of ours is nearer; times the odds of beating who stands there. A town of a
  rival counts more than a neutral one, by what the rival loses.
* *peril*: the battles that are due where a unit stands: travelers lost on both sides on average,
  from the exact odds; a town of ours that falls with its holder; a rival's town that may fall; one
  in twelve for each traveler on blackwater.
* *leaving*: a town left with a recruit brings a traveler, a town left without one is lost.
* *merging*: two units that become one can go to one place only.
* *exploring*: the average over the tiles left in the own stack: a town to stand on, or death where
  the tile does not fit or is a void.
* *tiles*: a town where own travelers get there first, ways out near them, hazards (void,
  blackwater, woods, ice) near the others; the own colony near towns and away from rivals.
* *spells*: the sum of what their primitives bring with the best targets, see `values`: pieces
  gained and lost, better places reached, the battle with a face-up spell less the battle without
  it, cards. They are cast from `CAST_FROM` on. What is drafted or discarded goes by the measured
  value of each card (`cards`).

A movement is made as long as one gains something; tiles, targets and picks take the highest sum.
Equal sums are drawn by lot. Against the Horde other weights hold (`worth.SOLO`): lives count, towns
hardly do, rivals are hunted, and tiles are turns to be saved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from obsidia_core.bots.greedy import choices, moves, tiles
from obsidia_core.bots.greedy.book import Book
from obsidia_core.bots.greedy.cards import card_value
from obsidia_core.bots.greedy.fights import Dice
from obsidia_core.bots.greedy.ground import Ground, cell_of, mask_of
from obsidia_core.bots.greedy.table import Table
from obsidia_core.bots.greedy.worth import SOLO, Weights, Worth
from obsidia_core.bots.playing import BotError
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.game import Game
from obsidia_core.model import actions as act
from obsidia_core.model.players import HORDE

CAST_FROM = 0.6
"""A spell is cast when it brings more than this; the next turn brings another card."""
DISCARD_BELOW = 0.8
"""A card of less value is discarded for another one."""

TIE = 1e-9
"""Scores that differ by less are equal."""

Answer = Callable[[Table, Sequence[Any]], Action]


class GreedyBot:
    """Plays by a plain evaluation of what its seat knows; the module says how.

    It reads `Decision.about`, which comes with the decisions of `Game.decision` and of `play_out`;
    without it the bot plays too, but worse.
    """

    needs_view = True

    def __init__(
        self,
        game: Game[Any],
        chance: Chance,
        *,
        spells: bool = True,
        weights: Weights | None = None,
        told: Callable[[str, float], None] | None = None,
    ) -> None:
        self._chance = chance
        catalog = getattr(game, "catalog", None)
        if catalog is None:
            raise BotError(f"the greedy bot plays Obsidia, not {game.name}")
        self._catalog = catalog
        self._spells = spells
        self._weights = weights
        self._told = told
        self._dice: Dice | None = None
        self._layout: object = None
        self._ground: Ground | None = None
        self._answers: Mapping[str, Answer] = {
            "draft": self._draft,
            "world_building": self._world_building,
            "tile": self._tile,
            "training": self._training,
            "movement": self._movement,
            "explore": self._tile,
            "battle_order": self._battle_order,
            "battle": self._reaction,
            "reaction": self._reaction,
            "choice": self._choice,
            "spell_phase": self._spell_phase,
        }

    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        """The action that looks best."""
        assert view is not None
        refill = next((one for one in decision.actions if isinstance(one, act.Refill)), None)
        if refill is not None and decision.kind != "spell_phase":
            return refill
        answer = self._answers.get(decision.kind)
        if answer is None:
            return decision.actions[-1]
        return answer(self._table(view, decision.about), decision.actions)

    def _table(self, view: Mapping[str, Any], moment: Mapping[str, Any]) -> Table:
        bridges = [
            frozenset(map(cell_of, effect["at"]))
            for effect in moment.get("effects", ())
            if effect["kind"] == "open_side"
        ]
        layout = (
            [
                (place, tile["tile"], tile["rotation"], tile["terrain"])
                for place, tile in view["tiles"].items()
            ],
            bridges,
        )
        if self._ground is None or layout != self._layout:
            self._ground = Ground(view["tiles"], bridges)
            self._layout = layout
        return Table(view, moment, self._ground)

    def _worth(self, table: Table) -> Worth:
        if self._dice is None:
            self._dice = Dice.of(self._catalog, table.moment["options"])
        weights = self._weights or (SOLO if HORDE in table.view["seats"] else Weights())
        return Worth(table, weights, self._dice)

    def _book(self, table: Table) -> Book:
        return Book(self._worth(table), self._catalog)

    def _best(self, actions: Sequence[Any], scores: Sequence[float]) -> Any:
        """The action with the highest score; chance decides between equal ones."""
        top = max(scores)
        pairs = zip(actions, scores, strict=True)
        best = [action for action, score in pairs if score >= top - TIE]
        return best[0] if len(best) == 1 else best[self._chance.below(0, len(best))]

    def _cast(self, table: Table, actions: Sequence[Any]) -> Action | None:
        """The best spell, if it is worth casting."""
        casts = [one for one in actions if isinstance(one, act.Cast)]
        if not casts or not self._spells:
            return None
        book = self._book(table)
        scores = []
        for cast in casts:
            book.move = cast.move
            scores.append(book.value(cast.spell))
        best: act.Cast = self._best(casts, scores)
        if max(scores) < CAST_FROM:
            return None
        if self._told is not None:
            self._told(best.spell, max(scores))
        return best

    # ---- questions

    def _draft(self, table: Table, actions: Sequence[Any]) -> Action:
        del table
        best: Action = self._best(actions, [card_value(one.spell) for one in actions])
        return best

    def _world_building(self, table: Table, actions: Sequence[Any]) -> Action:
        colonies = [one for one in actions if isinstance(one, act.PlaceColony)]
        others = [one for one in actions if not isinstance(one, act.PlaceColony)]
        if others and (not colonies or table.view["communal"] >= len(table.view["seats"])):
            return self._tile(table, others)
        drawn = table.view["drawn"]
        colony = next(
            (one for one in self._catalog.colonies.values() if one.class_id in table.mine)
            if drawn is None
            else (one for one in self._catalog.colonies.values() if one.id == drawn["tile"])
        )
        ours = colony.class_id in table.mine
        judge = tiles.score_colonies if ours else tiles.score_horde_colonies
        scores = judge(self._worth(table), colonies, (colony.front, colony.back))
        best: Action = self._best(colonies, scores)
        return best

    def _tile(self, table: Table, actions: Sequence[Any]) -> Action:
        cast = self._cast(table, actions)
        if cast is not None:
            return cast
        placements = [one for one in actions if isinstance(one, act.PlaceTile)]
        if placements:
            return self._place(table, placements)
        picks = [one for one in actions if isinstance(one, act.PickTile)]
        if picks:
            best: Action = self._best(picks, tiles.score_picks(self._worth(table), picks))
            return best
        other: Action = next(one for one in actions if not isinstance(one, act.Cast))
        return other

    def _place(self, table: Table, placements: Sequence[Any]) -> Action:
        drawn = table.view["drawn"]
        exits = {drawn["tile"]: (drawn["terrain"], mask_of(drawn["exits"]))}
        scores = tiles.score_placements(self._worth(table), placements, exits)
        best: Action = self._best(placements, scores)
        return best

    def _training(self, table: Table, actions: Sequence[Any]) -> Action:
        cast = self._cast(table, actions)
        if cast is not None:
            return cast
        return next((one for one in actions if isinstance(one, act.Train)), actions[-1])

    def _movement(self, table: Table, actions: Sequence[Any]) -> Action:
        cast = self._cast(table, actions)
        if cast is not None:
            return cast
        usable = [one for one in actions if not isinstance(one, (act.Undo, act.Cast))]
        scores = moves.score_moves(self._worth(table), usable)
        best: Action = self._best(usable, scores)
        return best

    def _battle_order(self, table: Table, actions: Sequence[Any]) -> Action:
        best: Action = self._best(actions, choices.score_battles(self._worth(table), actions))
        return best

    def _reaction(self, table: Table, actions: Sequence[Any]) -> Action:
        return self._cast(table, actions) or actions[-1]

    def _choice(self, table: Table, actions: Sequence[Any]) -> Action:
        if any(isinstance(one, (act.PickTile, act.PlaceTile)) for one in actions):
            return self._tile(table, actions)
        best: Action = self._best(actions, choices.score_choices(self._book(table), actions))
        return best

    def _spell_phase(self, table: Table, actions: Sequence[Any]) -> Action:
        cast = self._cast(table, actions)
        if cast is not None:
            return cast
        discards = [one for one in actions if isinstance(one, act.DiscardSpell)]
        if discards and self._spells and table.view["deck_sizes"][table.me]:
            worst = min(discards, key=lambda one: card_value(one.spell))
            if card_value(worst.spell) < DISCARD_BELOW:
                return worst
        return next(one for one in actions if isinstance(one, (act.Refill, act.EndTurn)))
