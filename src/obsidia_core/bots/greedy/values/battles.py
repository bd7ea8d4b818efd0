"""What spells in battles, and in answer to dice, are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from obsidia_core.bots.greedy.fights import size
from obsidia_core.bots.greedy.ground import cell_of
from obsidia_core.bots.greedy.scene import Scene
from obsidia_core.bots.greedy.values.use import Use, Value, foe_piece, own_piece


def standing(use: Use) -> float:
    """A face-up spell: the battle with it, less the battle without."""
    scene = use.scene
    return 0.0 if scene is None else scene.value(cast=(use.spell,)) - scene.value()


def bar_enemy_casting(use: Use) -> float:
    """What the other side could still cast is the more trouble the more is at stake."""
    scene = use.scene
    if scene is None or not use.table.view["hand_sizes"].get(scene.owner):
        return 0.0
    return 0.1 * (scene.held + scene.prize + use.weights.traveler * size(scene.own))


def end_battle(use: Use) -> float:
    """A draw instead of the battle."""
    return 0.0 if use.scene is None else -use.scene.value()


def fight_again(use: Use) -> float:
    """The battle once more."""
    return 0.0 if use.scene is None else use.scene.value()


def negate_face_up(use: Use) -> float:
    """The battle without a spell of the other side."""
    scene = use.scene
    if scene is None:
        return 0.0
    return scene.value(negated=str(use.value("spell"))) - scene.value()


def battle_now(use: Use) -> float:
    """An adjacent battle with those that have just come."""
    unit = use.unit("unit")
    if unit is None:
        return 0.0
    cell, _, pieces = unit
    worth, table = use.worth, use.table
    total = 0.0
    for move in use.answered_moves():
        for at in map(cell_of, move["to"]):
            if at not in worth.ground.links[cell]:
                continue
            for owner, movers in table.units.get(at, {}).items():
                if owner in table.foes:
                    fight = worth.fight(len(pieces), len(movers), cell, at)
                    total += worth.battle(fight, owner, 0.0, 0.0)
    return total


# ---- answers to dice


def reroll(use: Use) -> float:
    """Another try for a die that does us harm."""
    window, scene = use.book.window, use.scene
    index = int(use.value("die")) - 1
    dice: list[int] = list(window.get("dice", ()))
    if window.get("reason") == "battle" and scene is not None:
        counts = window["counts"]
        again = [
            _round(scene, [*dice[:index], face, *dice[index + 1 :]], counts) for face in range(1, 7)
        ]
        return sum(again) / 6 - _round(scene, dice, counts)
    if window.get("reason") == "survival" and window["pieces"]:
        return _survival(use, window["pieces"][0], dice, index)
    return 0.0


def _survival(use: Use, piece: str, dice: Sequence[int], index: int) -> float:
    """A life saved or taken, if the roll is the usual one: 4 with two dice, 3 with one."""
    owner = use.table.class_of(piece)
    if owner is None:
        return 0.0
    total = 4 if len(dice) > 1 else 3
    lives = sum(dice) >= total
    chance = sum(sum(dice) - dice[index] + face >= total for face in range(1, 7)) / 6
    cell = use.table.place_of[piece]
    if owner in use.table.mine and not lives:
        return chance * own_piece(use, cell, owner)
    if owner in use.table.foes and lives:
        return (1 - chance) * foe_piece(use, cell, owner)
    return 0.0


def _round(scene: Scene, dice: Sequence[int], counts: Sequence[int]) -> float:
    """What a round with these dice is worth, changes of dice by spells apart."""
    results = [max(dice[: counts[0]]), max(dice[counts[0] :], default=0)]
    own, foe = results[scene.place], results[1 - scene.place]
    if own == foe:
        return scene.value() if scene.same_tile else 0.0
    return scene.after_round(won=own > foe)


def swap_results(use: Use) -> float:
    """A round won that was lost."""
    scene = use.scene
    if scene is None:
        return 0.0
    return scene.after_round(won=True) - scene.after_round(won=False)


VALUES: Mapping[str, Value] = {
    "dice": standing,
    "add_for_neighbours": standing,
    "shield_first_loss": standing,
    "share_first_loss": standing,
    "win_ties": standing,
    "bar_enemy_casting": bar_enemy_casting,
    "end_battle": end_battle,
    "fight_again": fight_again,
    "battle_now": battle_now,
    "reroll": reroll,
    "swap_results": swap_results,
    "negate_face_up": negate_face_up,
}
