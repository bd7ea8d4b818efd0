"""What a choice may lead to, in words: deaths, battles and their odds, as far as one can know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from obsidia_core.cli.terminal.choices import Choice
from obsidia_core.game import Obsidia
from obsidia_core.render.words import listed

if TYPE_CHECKING:
    from obsidia_core.cli.terminal.desk import Desk
    from obsidia_core.odds import BattleOdds
    from obsidia_core.previews import Possibility, Preview

AT_A_GLANCE = frozenset({"move", "leave_woods", "battle", "defer"})
"""Actions whose prospects stand beside them in the list of choices."""
UNSEEN = frozenset({"draft", "pick_tile", "draw_tile", "place_tile", "place_colony", "undo"})
"""Actions of which there is nothing to foresee but what they say themselves."""
MOST_LOOKED_AT = 24
"""Choices of one decision that are looked into for the list."""
MOST_WAYS = 6
"""Ways a choice may turn out that are told; the others are summed up."""
SURE = 0.9995


def glances(desk: Desk) -> dict[str, str]:
    """Prospects in a few words for choices of the list, by their text forms."""
    wanted = [
        one
        for one in desk.choices
        if one.fields["type"] in AT_A_GLANCE
        or (desk.situation.walker is not None and one.fields["type"] == "choose")
    ]
    found = {}
    for one in wanted[:MOST_LOOKED_AT]:
        seen = _preview(desk, one)
        if seen is not None and (told := _glance(desk, one, seen)):
            found[one.text] = told
    return found


def prospects(desk: Desk, choice: Choice) -> list[str]:
    """All that a choice may lead to, a line for each way, the likeliest first."""
    if choice.fields["type"] in UNSEEN and desk.decision.kind != "explore":
        return []
    seen = _preview(desk, choice)
    if seen is None:
        return []
    pending = _pending(desk)
    ways: dict[str, float] = {}
    for one in seen.possibilities:
        told = _way(desk, one, pending)
        ways[told] = ways.get(told, 0.0) + one.chance
    lines = [f"{percent(chance)}: {told}." for told, chance in _likeliest(ways)]
    if len(lines) == 1 and not seen.unknown:
        lines = [] if "" in ways else [f"Then: {next(iter(ways))}."]
    rest = seen.unknown + sum(ways.values()) - sum(chance for _, chance in _likeliest(ways))
    if rest > 1 - SURE:
        lines.append(f"{percent(rest)}: something else.")
    if seen.odds is not None:
        told = odds_told(desk, seen.odds, _sides(desk, choice))
        lines.append(f"The battle, if nobody casts a spell: {told}.")
    return lines


def _likeliest(ways: Mapping[str, float]) -> list[tuple[str, float]]:
    told = [(way or "nothing else changes", chance) for way, chance in ways.items()]
    return sorted(told, key=lambda one: -one[1])[:MOST_WAYS]


def _preview(desk: Desk, choice: Choice) -> Preview | None:
    """The preview of a choice, None for games that have none."""
    game = desk.session.game
    if not isinstance(game, Obsidia):
        return None
    from obsidia_core.previews import preview_state

    state: Any = desk.session.state
    return preview_state(game, state, choice.action)


def _pending(desk: Desk) -> list[Any]:
    """The battles that are due whatever is chosen, in JSON form."""
    from obsidia_core.previews import due_now

    state: Any = desk.session.state
    return [one.to_json() for one in due_now(state)]


def _glance(desk: Desk, choice: Choice, seen: Preview) -> str:
    if seen.odds is not None:
        return odds_told(desk, seen.odds, _sides(desk, choice))
    parts = []
    if not choice.label.danger:
        deaths = seen.deaths(desk.view)
        parts += _deaths({one: deaths[one] for one in deaths if one[:1] in desk.own_letters})
    to = choice.fields.get("to", choice.fields.get("value"))
    if len(seen.possibilities) == 1 and isinstance(to, str):
        for one in seen.possibilities[0].battles:
            if to in (str(one.action.at), str(one.action.against)):
                sides = one.action.sides
                other = sides[1 - (_own_side(desk, sides) or 0)]
                told = odds_told(desk, one.odds, sides)
                parts.append(f"battle with {desk.side(other)}: {told}")
    return "; ".join(parts)


def _deaths(deaths: Mapping[str, float]) -> list[str]:
    """Who may die, those with the same chance together."""
    chances: dict[str, list[str]] = {}
    for piece, chance in deaths.items():
        chances.setdefault(percent(chance), []).append(piece)
    return [
        f"{' '.join(pieces)} {'dies' if len(pieces) == 1 else 'each dies'}: {chance}"
        for chance, pieces in chances.items()
    ]


def percent(chance: float) -> str:
    """A probability for people, 0 and 1 only for what is impossible or sure.

    >>> percent(0.6667), percent(0.0001), percent(1.0)
    ('67%', 'under 1%', 'certain')
    """
    if chance >= 1:
        return "certain"
    if chance > SURE:
        return "over 99%"
    if chance < 0.005:
        return "under 1%"
    return f"{min(99, round(100 * chance))}%"


def odds_told(desk: Desk, odds: BattleOdds, sides: Sequence[str]) -> str:
    """How a battle goes, for the person if it is the person's; else for both sides by name."""
    own = _own_side(desk, sides)
    if own is None:
        names = [f"{desk.side(side)} wins" for side in sides]
    else:
        names = ["win", "lose"] if own == 0 else ["lose", "win"]
    parts = list(zip(names, (odds.win, odds.lose), strict=True))
    if own == 1:
        parts.reverse()
    parts += [("draw", odds.draw), ("nobody wins", odds.none)]
    return ", ".join(f"{name} {percent(chance)}" for name, chance in parts if chance > 0)


def _sides(desk: Desk, choice: Choice) -> Sequence[str]:
    """The sides of the battle that a choice is about, in the order of its odds."""
    battle = desk.decision.about.get("battle") or {}
    sides: Sequence[str] = choice.fields.get("sides") or battle.get("sides") or ("", "")
    return sides


def _own_side(desk: Desk, sides: Sequence[str]) -> int | None:
    """Which side is the person's, None if neither or both are."""
    own = desk.view.get("classes", {}).get(desk.seat, [desk.seat])
    creatures = desk.view["creatures"]
    mine = [
        number
        for number, side in enumerate(sides)
        if side in own or (side in creatures and creatures[side]["summoner"] == desk.seat)
    ]
    return mine[0] if len(mine) == 1 else None


def _way(desk: Desk, one: Possibility, pending: Sequence[Any]) -> str:
    """What is different afterwards, as a sentence without its end; may be empty.

    Battles that were pending before, and would go no other way now, are left out.
    """
    changes, parts = one.changes, []
    parts += _tiles(desk, changes.get("tiles", {}))
    parts += _travelers(desk, changes.get("travelers", {}))
    parts += _creatures(desk, changes.get("creatures", {}))
    if changes.get("over"):
        winner = changes.get("winner")
        winners = [winner] if isinstance(winner, str) else winner or ["nobody"]
        parts.append(f"the game is over, won by {listed(map(desk.names.seat, winners))}")
    for battle in one.battles:
        if battle.to_json() in pending:
            continue
        sides = " and ".join(desk.side(side) for side in battle.action.sides)
        told = odds_told(desk, battle.odds, battle.action.sides)
        parts.append(f"{sides} have to fight ({told})")
    return ", ".join(parts)


def _tiles(desk: Desk, tiles: Mapping[str, Mapping[str, Any] | None]) -> list[str]:
    told = []
    for place, tile in tiles.items():
        before = desk.view["tiles"].get(place)
        if tile is None:
            told.append(f"the tile at {place} leaves")
        elif before is None:
            told.append(f"{desk.names.kind(tile['terrain'])} lies at {place}")
        elif before.get("town") != tile.get("town"):
            holder = tile.get("town")
            whose = "nobody" if holder == "neutral" else desk.names.seat(holder)
            told.append(f"the Town at {place} is held by {whose}")
        else:
            told.append(f"the tile at {place} is another or lies otherwise")
    return told


def _travelers(desk: Desk, travelers: Mapping[str, str]) -> list[str]:
    groups: dict[tuple[str, str], list[str]] = {}
    for piece, to in travelers.items():
        before = desk.view["travelers"][piece]
        if "," not in to:
            what = "dies" if "," in before else "is out of the game"
        elif "," in before:
            what = f"stands at {to}"
        else:
            what = f"comes to {to}"
        groups.setdefault((what, to), []).append(piece)
    return [_plural(pieces, what) for (what, _), pieces in groups.items()]


def _plural(pieces: Sequence[str], what: str) -> str:
    if len(pieces) == 1:
        return f"{pieces[0]} {what}"
    verb, _, rest = what.partition(" ")
    many = {"dies": "die", "is": "are", "stands": "stand", "comes": "come"}[verb]
    return f"{' '.join(pieces)} {many} {rest}".rstrip()


def _creatures(desk: Desk, creatures: Mapping[str, Mapping[str, Any] | None]) -> Iterable[str]:
    for name, creature in creatures.items():
        if creature is None:
            yield f"{desk.side(name)} leaves the map"
        else:
            kind = desk.names.creatures.get(creature["kind"], creature["kind"])
            yield f"{kind} {name} stands at {creature['at']}"
