"""What each primitive of the language of effects brings, in the units of `worth`.

A function gets the book, the primitive's parameters, the targets chosen, and the spell's id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from obsidia_core.bots.greedy.book import NEVER, Book, Bound
from obsidia_core.bots.greedy.fights import Side, size
from obsidia_core.bots.greedy.ground import Cell, beside, cell_of, mask_of
from obsidia_core.bots.greedy.tiles import HAZARDS
from obsidia_core.bots.greedy.worth import Walk
from obsidia_core.model.geometry import SIDE_NAMES

Params = Mapping[str, Any]

CARD = 0.9
"""A card more in the hand."""
TILE = 1.2
"""A tile more that is placed at once."""


def _reserve(book: Book) -> int:
    return sum(book.table.view["reserve"][name] for name in book.table.mine)


def own_piece(book: Book, cell: Cell, owner: str) -> float:
    """What a traveler of our own is worth where it stands."""
    table, weights = book.table, book.worth.weights
    alone = len(table.units[cell][owner]) == 1
    value = weights.traveler
    if alone and table.holders.get(cell) == owner:
        value += weights.town
    elif alone and cell in book.worth.goals:
        value += 0.8 * weights.town
    return value


def foe_piece(book: Book, cell: Cell, owner: str, count: int = 1) -> float:
    """What it is worth that `count` travelers of a rival are gone from a tile."""
    table, weights = book.table, book.worth.weights
    share = book.worth.share_of(owner)
    value = weights.traveler * count * share
    if len(table.units[cell][owner]) <= count and table.holders.get(cell) == owner:
        value += weights.town * (share + 0.1)
    return value


# ---- pieces


def spawn(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Travelers more, as many as the reserve has."""
    count = min(params["count"], _reserve(book))
    cell = book.cell(bound, params["at"])
    if cell is None or count < 1:
        return 0.0
    name = book.table.mine[0]
    near = book.worth.pull(cell, name, count, cell) * 0.2
    return count * book.worth.weights.recruit + near


def train(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Travelers at home, beyond the one that is trained anyway."""
    normal = 0 if "train" in book.table.moment["done"] else 1
    count = min(params["up_to"], _reserve(book) - normal)
    return max(0, count) * book.worth.weights.recruit * 0.8


def summon(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A creature fights all travelers on its tile and next to it, ours too."""
    cell = book.cell(bound, params["at"])
    if cell is None:
        return 0.0
    table, worth = book.table, book.worth
    kind = params["creature"]
    total = 0.1
    for at in {cell, *(other for other in worth.ground.links[cell] if other is not None)}:
        for owner, pieces in table.units.get(at, {}).items():
            fight = worth.fight(kind, len(pieces), cell, at)
            loss = fight.foe_loss * worth.weights.traveler
            if owner in table.foes:
                prize = worth.weights.town if table.holders.get(at) == owner else 0.0
                total += 1.2 * (loss + fight.win * prize) * worth.share_of(owner)
            else:
                held = worth.weights.town if table.holders.get(at) == owner else 0.0
                total -= 1.5 * (loss + fight.win * held)
    return total


def sacrifice(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A cost: a traveler back in the reserve."""
    unit = book.unit(bound, params["what"])
    return 0.0 if unit is None else -own_piece(book, unit[0], unit[1]) * 0.8


def replace(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A rival's traveler gone, one of ours in its place."""
    unit = book.unit(bound, params["what"])
    if unit is None or not _reserve(book):
        return 0.0
    cell, owner, _ = unit
    taken = 0.8 * book.worth.goals.get(cell, 0.0)
    return foe_piece(book, cell, owner) + book.worth.weights.recruit + taken


def lose_one(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """The other side in the battle has one less."""
    scene = book.scene
    if scene is None or not isinstance(scene.foe, int):
        return 0.0
    gain = scene.value(foe=scene.foe - 1) - scene.value()
    return gain + book.worth.weights.traveler * book.worth.share_of(scene.owner)


def survival_roll(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """The other side's traveler may die before the dice."""
    chance = max(0, params["total"] - 1) / 6 if params["dice"] == 1 else 0.1
    return chance * lose_one(book, params, bound)


def each_enemy_kills(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """One traveler of every rival that has more on the map than we."""
    on_map: dict[str, int] = {}
    for there in book.table.units.values():
        for name, pieces in there.items():
            on_map[name] = on_map.get(name, 0) + len(pieces)
    own = sum(on_map.get(name, 0) for name in book.table.mine)
    weights = book.worth.weights
    return sum(
        weights.traveler * book.worth.share_of(name) * 0.8
        for name in book.table.foes
        if on_map.get(name, 0) > own
    )


def spare(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """No deaths on blackwater for those who stand there."""
    cells = [cell for cell, _, _ in book.worth.units]
    if params["who"] != "friendly":
        cell = book.cell(bound, params["who"])
        cells = [] if cell is None else [cell]
    wet = sum(
        len(pieces)
        for cell in cells
        if book.worth.ground.terrain[cell] == "blackwater"
        for name, pieces in book.table.units[cell].items()
        if name in book.table.mine
    )
    return wet * book.worth.weights.traveler / 12


def rescue(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A traveler lives, though at home."""
    unit = book.unit(bound, params["what"])
    if unit is None:
        return book.worth.weights.traveler * 0.8
    return book.worth.weights.traveler * 0.8


# ---- movement


def steps(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """How much farther a unit gets than by its ordinary step."""
    unit = book.unit(bound, params["to"])
    if unit is None:
        return 0.0
    cell, name, pieces = unit
    walk = Walk(
        params["straight"], params["ignore_paths"], params["free_woods"], params["pass_through"]
    )
    reach = book.worth.reach
    count = len(pieces)
    gain = reach(cell, name, count, params["count"], walk) - reach(cell, name, count, 1)
    return gain - 0.2


def more_steps(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Another step for a unit, for all, or for those that joined or were recruited."""
    table, worth = book.table, book.worth
    total = -0.2
    for cell, name, count in worth.units:
        pieces = table.units[cell][name]
        if params["to"] == "friendly":
            done, more = 1, 1 + params["count"]
            if not table.unmoved(pieces):
                continue
        elif params["to"] == "joined":
            if not (table.marked("merged", pieces) or table.marked("recruits", pieces)):
                continue
            done, more = 0, params["count"]
        else:
            if book.cell(bound, params["to"]) != cell:
                continue
            done, more = 0, params["count"]
        gain = worth.reach(cell, name, count, more) - worth.reach(cell, name, count, done)
        total += max(0.0, gain)
    return total


def move_apart(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A group that goes several ways at once."""
    unit = book.unit(bound, params["unit"])
    if unit is None:
        return 0.0
    cell, name, pieces = unit
    others = sorted(
        (
            gain * book.worth.weights.patience ** book.worth.ground.turns_to(goal, name).get(cell, 99)
            for goal, gain in book.worth.goals.items()
        ),
        reverse=True,
    )
    return 0.6 * sum(others[1 : len(pieces)])


def teleport(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A better place than any that the ordinary step leads to."""
    unit, to = book.unit(bound, params["what"]), book.cell(bound, params["to"])
    if unit is None or to is None or not book.worth.may_stand(to, unit[1]):
        return -book.worth.weights.traveler
    cell, name, pieces = unit
    worth, count = book.worth, len(pieces)
    value = worth.standing(to, name, count, cell) + worth.leaving(cell, name, count)
    if name in book.table.units.get(to, {}):
        value -= worth.weights.merge
    return value - worth.reach(cell, name, count, 1) - 0.2


def swap(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Two travelers in each other's place; with a rival's, its town becomes ours."""
    one, other = book.unit(bound, params["one"]), book.unit(bound, params["other"])
    if one is None or other is None:
        return 0.0
    worth, table = book.worth, book.table
    total = 0.0
    for (cell, name, _), (to, theirs, _) in ((one, other), (other, one)):
        if name in table.mine:
            if not worth.may_stand(to, name):
                return -worth.weights.traveler
            total -= worth.reach(cell, name, 1, 1)
            if theirs in table.mine:
                total += worth.standing(to, name, 1, cell)
            else:
                total += worth.goals.get(to, worth.pull(to, name, 1, cell))
            total += worth.leaving(cell, name, 1, recruit=False)
        elif not worth.may_stand(to, name):
            total += foe_piece(book, cell, name)
    return total


def push(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Rivals forced off a tile, at best to their death."""
    cell = book.cell(bound, params.get("what") or params["tile"])
    side = bound.get(params["side"])
    if cell is None or side is None:
        return 0.0
    pieces = [
        (name, len(there))
        for name, there in book.table.units.get(cell, {}).items()
        if name in book.table.foes
    ]
    total = -0.2
    to = book.worth.ground.links[cell][SIDE_NAMES.index(side)]
    for name, count in pieces:
        share = book.worth.share_of(name)
        if book.table.holders.get(cell) == name:
            total += book.worth.weights.town * share
        if to is None:
            total += book.worth.weights.traveler * count * share * 0.3
        elif not book.worth.may_stand(to, name):
            total += book.worth.weights.traveler * count * share
        elif book.worth.ground.terrain[to] == "blackwater":
            total += book.worth.weights.traveler * count * share / 12
        elif book.table.holders.get(to) in ("neutral", *book.table.mine):
            total -= book.worth.weights.town * share * 0.6
    return total


def move_in(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """After a battle onto the tile that the enemy held; before one into the battle."""
    scene, worth = book.scene, book.worth
    if scene is None or not isinstance(scene.own, int):
        return 0.0
    if params["where"] == "battle_tile":
        unit = book.unit(bound, params["unit"])
        if unit is None:
            return 0.0
        cell, name, pieces = unit
        gain = scene.value(own=min(8, scene.own + len(pieces))) - scene.value()
        return gain + worth.leaving(cell, name, len(pieces))
    name = book.table.mine[0]
    if not worth.may_stand(scene.there, name):
        return -worth.weights.traveler
    there = worth.standing(scene.there, name, scene.own, scene.here)
    here = worth.standing(scene.here, name, scene.own, scene.here)
    return there - here + worth.leaving(scene.here, name, scene.own)


def halt(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """What a rival's move would have brought it."""
    table, worth = book.table, book.worth
    total = 0.0
    for move in book.window.get("moves", ()):
        if book.move is not None and move["move"] != book.move:
            continue
        owner = table.class_of(move["pieces"][0]) or ""
        for to in map(cell_of, move["to"]):
            holder = table.holders.get(to)
            if holder is not None and holder != owner:
                share = 1.0 if holder in table.mine else worth.share_of(owner)
                total += 0.5 * worth.weights.town * share
            if not set(table.mine).isdisjoint(table.units.get(to, {})):
                total += 0.3 * worth.weights.traveler
    return total


def fixed(value: float) -> Callable[..., float]:
    """An effect whose worth does not depend on the position."""

    def worth(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
        del book, params, bound, spell
        return value

    return worth


# ---- tiles


def count_as(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A tile under own units becomes a better one to fight on or to leave from."""
    cell = book.cell(bound, params["tile"])
    worth = book.worth
    if cell is None:
        return 0.0
    before = worth.ground.terrain[cell]
    units = [(name, count) for at, name, count in worth.units if at == cell]
    if params["terrain"] == "portal":
        portals = [at for at, terrain in worth.ground.terrain.items() if terrain == "portal"]
        return sum(
            max(
                [worth.pull(at, name, count, cell) for at in portals] or [0.0],
            )
            * 0.9
            - worth.reach(cell, name, count, 1)
            for name, count in units
        )
    total = -sum(worth.peril(cell, count, cell) for _, count in units)
    worth.ground.terrain[cell] = params["terrain"]
    total += sum(worth.peril(cell, count, cell) for _, count in units)
    worth.ground.terrain[cell] = before
    return total


def open_side(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A short cut for units on both sides of the darkness."""
    worth = book.worth
    one, other = book.cell(bound, params["one"]), book.cell(bound, params["other"])
    if one is None or other is None:
        return 0.0
    total = 0.0
    for cell, name, count in worth.units:
        for here, there in ((one, other), (other, one)):
            if cell == here and worth.may_stand(there, name):
                value = worth.standing(there, name, count, cell) + worth.leaving(cell, name, count)
                total += max(0.0, value - worth.reach(cell, name, count, 1))
    return total


def bar_tile(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A town of ours that rivals near it can neither enter nor attack for a round."""
    cell = book.cell(bound, params["tile"])
    worth, table = book.worth, book.table
    if cell is None:
        return 0.0
    own = sum(len(pieces) for name, pieces in table.units[cell].items() if name in table.mine)
    danger = 0.0
    near = worth.ground.steps_from([cell])
    for at, there in table.units.items():
        steps_off = near.get(at, 99)
        if 0 < steps_off <= 2:
            for name, pieces in there.items():
                if name in table.foes:
                    lose = worth.fight(own, len(pieces), cell, cell).lose
                    danger = max(danger, lose * (0.5 if steps_off == 1 else 0.3))
    return danger * (worth.weights.town + worth.weights.traveler)


def take_tile(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A tile that stands in our way, taken away; one more in the stack."""
    cell = book.cell(bound, params["tile"])
    if cell is None:
        return 0.0
    return -_as_it_lies(book, cell) + 0.2


def _as_it_lies(book: Book, cell: Cell) -> float:
    ground = book.worth.ground
    return book.layout.place(ground.terrain[cell], ground.exits[cell], cell)


def change_drawn(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Another tile than the one turned up, if that one is poor."""
    drawn = book.table.view["drawn"]
    stack = book.table.moment["own_stack"]
    if drawn is None or not stack:
        return 0.0
    average = sum(tile_worth(tile["terrain"]) for tile in stack) / len(stack)
    return average - tile_worth(drawn["terrain"]) - 0.3


def tile_worth(terrain: str) -> float:
    """What drawing a tile of a terrain is worth, wherever it goes."""
    return 4.0 if terrain == "town" else 1.0 if terrain not in HAZARDS else 0.6


def draw_tile(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """One more tile; most of all if towns are left."""
    stack = book.table.moment["own_stack"]
    if not stack:
        return 0.0
    return 0.7 * sum(tile_worth(tile["terrain"]) for tile in stack) / len(stack)


def build_over(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """The drawn tile in place of one on the map."""
    drawn, cell = book.table.view["drawn"], book.cell(bound, params["tile"])
    if drawn is None or cell is None or drawn["terrain"] != "town":
        return 0.0
    exits = mask_of(drawn["exits"])
    gain = book.layout.place(drawn["terrain"], exits, cell) - _as_it_lies(book, cell)
    return gain - book.worth.weights.town * 0.5


# ---- battles


def standing(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A face-up spell: the battle with it, less the battle without."""
    scene = book.scene
    return 0.0 if scene is None else scene.value(cast=(spell,)) - scene.value()


def bar_enemy_casting(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """What the other side could still cast is the more trouble the more is at stake."""
    scene = book.scene
    if scene is None or not book.table.view["hand_sizes"].get(scene.owner):
        return 0.0
    return 0.1 * (scene.held + scene.prize + book.worth.weights.traveler * size(scene.own))


def end_battle(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A draw instead of the battle."""
    return 0.0 if book.scene is None else -book.scene.value()


def fight_again(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """The battle once more."""
    return 0.0 if book.scene is None else book.scene.value()


def battle_now(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """An adjacent battle with those that have just come."""
    unit = book.unit(bound, params["unit"])
    if unit is None:
        return 0.0
    cell, _, pieces = unit
    worth, table = book.worth, book.table
    total = 0.0
    for move in book.window.get("moves", ()):
        if book.move is not None and move["move"] != book.move:
            continue
        for at in map(cell_of, move["to"]):
            if at not in worth.ground.links[cell]:
                continue
            for owner, movers in table.units.get(at, {}).items():
                if owner in table.foes:
                    fight = worth.fight(len(pieces), len(movers), cell, at)
                    total += worth.battle(fight, owner, 0.0, 0.0)
    return total


def reroll(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Another try for a die that does us harm."""
    window, scene = book.window, book.scene
    dice: list[int] = list(window.get("dice", ()))
    index = int(bound[params["die"]]) - 1
    if window.get("reason") == "battle" and scene is not None:
        now = _round(book, dice)
        again = sum(_round(book, [*dice[:index], face, *dice[index + 1 :]]) for face in range(1, 7))
        return again / 6 - now
    if window.get("reason") == "survival" and window.get("pieces"):
        owner = book.table.class_of(window["pieces"][0])
        if owner is None:
            return 0.0
        total = 4 if len(dice) > 1 else 3
        lives = sum(dice) >= total
        chance = sum(sum(dice) - dice[index] + face >= total for face in range(1, 7)) / 6
        cell = book.table.place_of[window["pieces"][0]]
        if owner in book.table.mine and not lives:
            return chance * own_piece(book, cell, owner)
        if owner in book.table.foes and lives:
            return (1 - chance) * foe_piece(book, cell, owner)
    return 0.0


def _round(book: Book, dice: list[int]) -> float:
    """What a round with these dice is worth, changes of dice by spells apart."""
    scene = book.scene
    assert scene is not None
    first = book.window["counts"][0]
    results = [max(dice[:first]), max(dice[first:], default=0)]
    own, foe = results[scene.place], results[1 - scene.place]
    if own == foe:
        return scene.value() if scene.same_tile else 0.0
    return _won_round(book) if own > foe else _lost_round(book)


def _won_round(book: Book) -> float:
    scene = book.scene
    assert scene is not None
    left: Side = scene.foe - 1 if isinstance(scene.foe, int) else 0
    return scene.value(foe=left) + book.worth.weights.traveler * book.worth.share_of(scene.owner)


def _lost_round(book: Book) -> float:
    scene = book.scene
    assert scene is not None
    left: Side = scene.own - 1 if isinstance(scene.own, int) else 0
    cost = book.worth.weights.traveler if isinstance(scene.own, int) else 0.5
    return scene.value(own=left) - cost


def swap_results(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """A round won that was lost."""
    return 0.0 if book.scene is None else _won_round(book) - _lost_round(book)


def spawn_fallen(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Somebody lost in the battle is back."""
    return book.worth.weights.recruit


def negate_face_up(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """The battle without a spell of the other side."""
    scene = book.scene
    if scene is None:
        return 0.0
    return scene.value(negated=str(bound.get(params["spell"]))) - scene.value()


# ---- cards


def draw_spells(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """Cards at once."""
    deck = book.table.view["deck_sizes"][book.table.me]
    return CARD * min(params["count"], deck)


def imitate(book: Book, params: Params, bound: Bound, spell: str = "") -> float:
    """What the imitated spell is worth now."""
    other = bound.get(params["spell"])
    if other is None or other == spell:
        return 0.0
    return min(4.0, book.value(str(other)))


VALUES: Mapping[str, Callable[..., float]] = {
    "roll": fixed(0.0),
    "may": fixed(0.0),
    "spawn": spawn,
    "train": train,
    "summon": summon,
    "sacrifice": sacrifice,
    "replace": replace,
    "lose_one": lose_one,
    "survival_roll": survival_roll,
    "each_enemy_kills": each_enemy_kills,
    "spare": spare,
    "visa": fixed(0.0),
    "rescue": rescue,
    "steps": steps,
    "more_steps": more_steps,
    "move_apart": move_apart,
    "teleport": teleport,
    "swap": swap,
    "push": push,
    "push_all": push,
    "move_in": move_in,
    "halt": halt,
    "keep_in_place": fixed(3.0),
    "count_as": count_as,
    "open_side": open_side,
    "bar_tile": bar_tile,
    "peace": fixed(0.0),
    "take_tile": take_tile,
    "change_drawn": change_drawn,
    "draw_tile": draw_tile,
    "turn_tile": fixed(0.0),
    "reorder_tiles": fixed(1.0),
    "look_at_tile": fixed(1.0),
    "build_over": build_over,
    "dice": standing,
    "add_for_neighbours": standing,
    "shield_first_loss": standing,
    "share_first_loss": standing,
    "win_ties": standing,
    "bar_enemy_casting": bar_enemy_casting,
    "end_battle": end_battle,
    "fight_again": fight_again,
    "battle_now": battle_now,
    "spawn_fallen": spawn_fallen,
    "reroll": reroll,
    "swap_results": swap_results,
    "draw_spells": draw_spells,
    "take_from_discards": fixed(CARD),
    "steal_spell": fixed(CARD + 0.4),
    "change_spell": fixed(0.8),
    "search_deck": fixed(CARD),
    "negate_face_up": negate_face_up,
    "negate_cast": fixed(2.5),
    "imitate": imitate,
}
