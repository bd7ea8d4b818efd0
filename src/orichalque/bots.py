"""The greedy bot: looks one action ahead and takes what is worth most, by simple weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.chance import Chance
from obsidia_core.kernel.errors import RulesetError
from obsidia_core.kernel.game import Game
from orichalque import actions as act
from orichalque.boards import area, bits
from orichalque.data.types import SKULL
from orichalque.game import NAME, Orichalque
from orichalque.geometry import Circle
from orichalque.options import Options
from orichalque.setup import CAMP, HUMAN, MINE, ORATORY, Setup

View = Mapping[str, Any]

POINT = 4.0
"""What a victory point is worth; everything else is weighed against it."""
NUGGET = 0.6
HOPLITE = 0.45
SITE_WORTH = (3.0, 1.0, 0.3)
"""Worth of a Temple site with so many circles still empty; with more it is worth nothing."""
BUILDING_WORTH: Mapping[str, float] = {
    MINE: 1.3,
    CAMP: 1.1,
    ORATORY: 0.8,
    "statues": 1.2,
    "forge": 1.0,
    "protection_crystal": 0.6,
    "hospital": 0.4,
    "arch": 0.5,
    "siege_engines": 0.6,
    "architect_practice": 0.8,
}


@attrs.define
class Land:
    """The human's island as masks, read from a view.

    Attributes:
        site_worths: worth of each Temple site, once it is needed.
    """

    terrains: list[int]
    covered: int
    haunted: int
    occupied: int
    site_worths: list[float] = attrs.field(factory=list)

    @classmethod
    def of(cls, view: View, setup: Setup) -> Land:
        """Read it from a view."""
        human = view["human"]
        board = setup.boards[HUMAN]
        names = setup.data.terrains
        land = cls([0] * len(names), 0, 0, 0)
        for circle, lying in human["land"].items():
            bit = 1 << board.index[Circle.parse(circle)]
            terrain, _, kind = lying.partition(":")
            land.occupied |= bit
            if terrain in names:
                land.terrains[names.index(terrain)] |= bit
            if kind:
                land.haunted |= bit
        for circle in human["buildings"]:
            land.covered |= 1 << board.index[Circle.parse(circle)]
        for site in human["temple_sites"]:
            land.covered |= board.mask(map(Circle.of, site))
        return land


def _own(view: View, key: str) -> int:
    """A number of the human's: points, hoplites, nuggets, mines, camps."""
    number: int = view["human"][key]
    return number


def _having(masks: Sequence[int], place: int) -> list[int]:
    """The numbers of the masks that have a circle."""
    return [number for number, mask in enumerate(masks) if mask >> place & 1]


class GreedyBot:
    """Plays the human's side.

    Attributes:
        needs_view: True.
    """

    needs_view = True

    def __init__(self, game: Game[Any], chance: Chance) -> None:
        del chance  # it leaves nothing to chance
        if not isinstance(game, Orichalque):
            raise RulesetError(f"this bot plays {NAME}, not {game.name}")
        self._setup = game.setup(Options())
        board = self._setup.boards[HUMAN]
        self._sites = board.sites
        places = range(len(board.circles))
        self._sites_at = [_having(board.sites, place) for place in places]
        self._sites_near = [_having(board.reach, place) for place in places]

    def choose(self, view: View | None, decision: Decision) -> Action:
        """The action of the highest worth; the first of equals."""
        assert view is not None
        land = Land.of(view, self._setup)
        worth = self._worths(view, land)[decision.kind]
        return max(decision.actions, key=worth)

    def _worths(self, view: View, land: Land) -> Mapping[str, Callable[[Any], float]]:
        return {
            "metropolis": lambda action: self._port(action.port),
            "select_card": lambda action: self._card(view, land, action),
            "place_tile": lambda action: self._placement(view, land, action),
            "titan_limit": lambda action: self._spare_titan(view, action.titan),
            "resolve": lambda action: self._act(view, land, action),
            "extra_action": lambda action: self._extra(view, land, action),
            "discard_card": lambda action: self._loss(view, action.card),
        }

    # Phases

    def _port(self, port: str) -> float:
        places = next(mask for name, mask in self._setup.ports if name == port)
        rewards = [self._setup.port_rewards[place] for place in bits(places)]
        return sum(reward.hoplites * HOPLITE + reward.nuggets * NUGGET for reward in rewards)

    def _card(self, view: View, land: Land, action: act.SelectCard) -> float:
        offer = next(one for one in view["row"] if one["card"] == action.card)
        worth = -HOPLITE * (action.cost or 0)
        tile = offer["tile"]
        after = land
        if tile is not None:
            placed, best = self._best_placement(view, land, tile)
            worth += best
            after = placed or land
        return worth + self._action_worth(view, after, offer["action"], None)

    def _best_placement(
        self, view: View, land: Land, tile: Mapping[str, Any]
    ) -> tuple[Land | None, float]:
        """The island after the best placement of a tile, and its worth."""
        best: tuple[Land | None, float] = (None, -1.0)
        for mask, touching, actions in self._setup.spots[len(tile["terrains"]) - 1]:
            if mask & land.occupied or not touching & land.occupied:
                continue
            for action in actions:
                after = self._with_tile(land, tile, action.circles)
                worth = self._gain(view, land, after, mask)
                if worth > best[1]:
                    best = (after, worth)
        return best

    def _with_tile(self, land: Land, tile: Mapping[str, Any], circles: Sequence[Circle]) -> Land:
        board, names = self._setup.boards[HUMAN], self._setup.data.terrains
        after = Land(land.terrains[:], land.covered, land.haunted, land.occupied)
        for circle, terrain, kind in zip(circles, tile["terrains"], tile["creatures"], strict=True):
            bit = 1 << board.index[circle]
            after.terrains[names.index(terrain)] |= bit
            after.occupied |= bit
            if kind:
                after.haunted |= bit
        return after

    def _placement(self, view: View, land: Land, action: act.PlaceTile) -> float:
        after = self._with_tile(land, view["tile"], action.circles)
        return self._gain(view, land, after, after.occupied & ~land.occupied)

    def _gain(self, view: View, land: Land, after: Land, fresh: int) -> float:
        """What new circles are worth: sites, Titans, ports, less the creatures on them."""
        changed: set[int] = set()
        for place in bits(fresh):
            haunts = after.haunted >> place & 1
            changed.update(self._sites_near[place] if haunts else self._sites_at[place])
        before = land.site_worths
        if not before:
            before += [self._site(land, place) for place in range(len(self._sites))]
        free = ~after.occupied
        worth = self._titans(view, after, fresh)
        for place in changed:
            if (self._sites[place] & free).bit_count() < len(SITE_WORTH):
                worth += self._site(after, place) - before[place]
        for place in bits(fresh):
            reward = self._setup.port_rewards.get(place)
            if reward is not None:
                worth += reward.hoplites * HOPLITE + reward.nuggets * NUGGET
        return worth - (0.4 + 0.25 * _own(view, "points")) * (fresh & after.haunted).bit_count()

    def _site(self, land: Land, place: int) -> float:
        board = self._setup.boards[HUMAN]
        site = board.sites[place]
        empty = (site & ~land.occupied).bit_count()
        if empty >= len(SITE_WORTH) or site & land.covered:
            return 0.0
        filled = 0
        for terrain in land.terrains[: self._setup.wild]:
            here = site & terrain
            if here:
                if here & (here - 1):
                    return 0.0
                filled += 1
        filled += (site & land.terrains[self._setup.wild]).bit_count()
        if empty + filled < 4:
            return 0.0
        worth = SITE_WORTH[empty]
        return worth * 0.4 if board.reach[place] & land.haunted else worth

    def _titans(self, view: View, land: Land, fresh: int) -> float:
        setup = self._setup
        human = view["human"]
        free = ~land.covered
        wild = land.terrains[setup.wild] & free
        worth = 0.0
        full = len(human["titans"]) >= human["titan_limit"]
        for terrain in range(setup.wild):
            own = land.terrains[terrain] & free
            within = own | wild
            seeds = within & fresh
            if not own or not seeds or within.bit_count() < setup.data.titan_area:
                continue
            joined = area(setup.boards[HUMAN].near, within, seeds & -seeds)
            if joined.bit_count() < setup.data.titan_area or not joined & own:
                continue
            titan = setup.data.titans[setup.titan_of[terrain]].id
            if human["titans"].get(titan) == "inactive":
                worth += 0.5
            elif titan in view["ai"]["titans"]:
                worth += POINT * (0.7 if full else 1.5)
            elif titan not in human["titans"]:
                worth += 0.3 if full else POINT
        return worth

    def _spare_titan(self, view: View, titan: str) -> float:
        """Returning an inactive one costs least."""
        return 1.0 if view["human"]["titans"][titan] == "inactive" else 0.0

    def _loss(self, view: View, card: str) -> float:
        """What the AI would gain most from leaves the row."""
        worth = {"build": 3.0, "capture": 0.5 * len(view["ai"]["creatures"]), "produce": 1.0}
        action = next(one["action"] for one in view["row"] if one["card"] == card)
        return worth.get(action, 0.0)

    # Actions

    def _action_worth(
        self, view: View, land: Land, action: str, less: Mapping[str, int] | None
    ) -> float:
        """What carrying out an action is worth, once `less` has been paid."""
        nuggets = _own(view, "nuggets") - (less or {}).get("nuggets", 0)
        if action == "produce":
            return NUGGET * (_own(view, "mines") + self._boost(view, action))
        if action == "recruit":
            return HOPLITE * (_own(view, "camps") + self._boost(view, action))
        if action == "build":
            if nuggets >= self._setup.data.medallion_cost.nuggets or self._can_build_temple(land):
                return POINT
            return self._best_building(view, land)
        if not land.haunted:
            return 0.0
        eager = 0.6 + 0.5 * _own(view, "points")
        hoplites = _own(view, "hoplites") - (less or {}).get("hoplites", 0)
        return eager * min(1.0, 0.35 + 0.25 * hoplites)

    def _boost(self, view: View, action: str) -> int:
        for titan in self._setup.data.titans:
            if titan.boosts == action and view["human"]["titans"].get(titan.id) == "active":
                return titan.bonus
        return 0

    def _can_build_temple(self, land: Land) -> bool:
        board = self._setup.boards[HUMAN]
        return any(self._site(land, place) == SITE_WORTH[0] for place in range(len(board.sites)))

    def _best_building(self, view: View, land: Land) -> float:
        names = self._setup.data.terrains
        wild = land.terrains[self._setup.wild]
        best = 0.0
        for space, building in view["supply"]["construction"].items():
            if building and (land.terrains[names.index(space)] | wild) & ~land.covered:
                best = max(best, BUILDING_WORTH.get(building, 0.3))
        return best

    def _act(self, view: View, land: Land, action: Action) -> float:
        match action:
            case act.Pass():
                return 0.0
            case act.UseTitan(titan):
                if titan == "titan_lagoon":
                    return 3.0 if self._hardest(view) >= 8 else 0.0
                if titan == "titan_forest":
                    return self._use_forest(view, land)
                return 10.0
            case act.BuildTemple(circles):
                return POINT + 0.5 - 0.3 * self._titan_circles(land, circles)
            case act.ForgeMedallion():
                return POINT + 0.4
            case act.BuildBuilding(space, at):
                return self._building(view, land, space, at)
            case act.Fight(at, hoplites):
                return self._fight(view, at, hoplites)
        return 1.0

    def _use_forest(self, view: View, land: Land) -> float:
        points = int(self._can_build_temple(land))
        points += _own(view, "nuggets") // self._setup.data.medallion_cost.nuggets
        return 10.0 if points >= 2 or (points and self._best_building(view, land) > 1) else 0.0

    def _titan_circles(self, land: Land, circles: Sequence[Circle]) -> int:
        wild = land.terrains[self._setup.wild]
        return (self._setup.boards[HUMAN].mask(circles) & wild).bit_count()

    def _building(self, view: View, land: Land, space: str, at: Circle) -> float:
        building = view["supply"]["construction"][space]
        board = self._setup.boards[HUMAN]
        bit = 1 << board.index[at]
        spoilt = sum(
            self._site(land, place) for place, site in enumerate(board.sites) if site & bit
        )
        return BUILDING_WORTH.get(building, 0.3) + 0.1 - 0.15 * spoilt

    def _hardest(self, view: View) -> int:
        kinds = {creature.id: creature.strength for creature in self._setup.data.creatures}
        standing = [
            lying.partition(":")[2] for lying in view["human"]["land"].values() if ":" in lying
        ]
        return max((kinds[kind] for kind in standing), default=0)

    def _fight(self, view: View, at: Circle, hoplites: int) -> float:
        kind = view["human"]["land"][str(at)].partition(":")[2]
        creature = self._setup.data.creatures[self._setup.kind_of[kind]]
        there: int = view["human"]["committed"].get(str(at), 0)
        chance = self._odds(creature.strength, self._setup.data.base_dice + there + hoplites)
        loot = creature.loot.hoplites * HOPLITE + creature.loot.nuggets * NUGGET
        eager = 1.5 + 0.5 * _own(view, "points")
        cost = HOPLITE * (hoplites * 0.9 + there * chance)
        return chance * (eager + loot) - cost

    def _odds(self, strength: int, dice: int) -> float:
        """The probability that so many dice win."""
        faces = self._setup.data.faces
        sums = {0: 1.0}
        for _ in range(dice):
            fresh: dict[int, float] = {}
            for total, chance in sums.items():
                for face in faces:
                    if face != SKULL:
                        fresh[total + face] = fresh.get(total + face, 0) + chance / len(faces)
            sums = fresh
        return 1.0 - sum(chance for total, chance in sums.items() if total < strength)

    def _extra(self, view: View, land: Land, action: Action) -> float:
        if not isinstance(action, act.Extra):
            return 0.0
        price = self._setup.data.prices[action.pay]
        cost = {"skulls": 0.15, "hoplites": HOPLITE, "nuggets": NUGGET}[action.pay] * price
        return self._action_worth(view, land, action.action, {action.pay: price}) - cost
