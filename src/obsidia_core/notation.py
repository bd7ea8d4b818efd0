"""The one-line text form of every action; it reads back to exactly the same action.

`move D1+D2 0,0>1,0 recruit`, `place plain-03 2,-1 r90`, `cast time_slip`, `choose tile 1,0`,
`battle 0,0 1,0 warlords light_keepers`; an action without fields is its type in words: `draw tile`.
Shorter forms of `battle` and `move` are understood where only one legal action fits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from obsidia_core.kernel.actions import Action, Outcome
from obsidia_core.kernel.codec import Codec, nearest
from obsidia_core.kernel.errors import ActionFormatError
from obsidia_core.model import actions as act
from obsidia_core.model.geometry import Coordinate


def prepare(converter: Any) -> None:
    """Teach a converter to write spaces as `"x,y"`."""
    converter.register_unstructure_hook(Coordinate, str)

    def read(value: Any, _: Any) -> Coordinate:
        if isinstance(value, (list, tuple)) and len(value) == 2:
            value = ",".join(map(str, value))
        if not isinstance(value, str):
            raise ValueError(f"a space is written x,y, such as 2,-1; found {value!r}")
        return Coordinate.parse(value)

    converter.register_structure_hook(Coordinate, read)
    converter.register_structure_hook(Any, lambda value, _: value)


ACTION_CODEC = Codec((*act.ACTIONS, Outcome), prepare=prepare)

_PLAIN: Mapping[type[Action], str] = {
    cls: cls.type.replace("_", " ")
    for cls in act.ACTIONS
    if cls.type
    in (
        "draw_tile",
        "train",
        "undo",
        "defer",
        "pass",
        "refill",
        "end_phase",
        "end_turn",
    )
}
_OF_TEXT: Mapping[str, type[Action]] = {text: cls for cls, text in _PLAIN.items()}
_RECRUIT: Mapping[str, bool | None] = {"recruit": True, "no-recruit": False, "": None}
_FORMS: Mapping[str, str] = {
    "draft": "draft SPELL",
    "place": "place TILE X,Y rDEGREES",
    "colony": "colony front|back X,Y rDEGREES",
    "pick": "pick TILE",
    "move": "move TRAVELER+TRAVELER X,Y>X,Y [recruit|no-recruit]",
    "leave": "leave woods TRAVELER+TRAVELER X,Y",
    "cast": "cast SPELL [move N]",
    "choose": "choose WHAT VALUE",
    "battle": "battle X,Y X,Y SIDE SIDE",
    "discard": "discard SPELL",
    "give": "give SPELL CLASS",
    "outcome": "outcome N",
}


def action_to_text(action: Action) -> str:
    """The text form of an action.

    >>> action_to_text(act.PlaceTile("plain-03", Coordinate(2, -1), 90))
    'place plain-03 2,-1 r90'
    >>> action_to_text(act.EndPhase())
    'end phase'
    """
    match action:
        case act.PlaceTile(tile, at, rotation):
            return f"place {tile} {at} r{rotation}"
        case act.PlaceColony(side, at, rotation):
            return f"colony {side} {at} r{rotation}"
        case act.PickTile(tile):
            return f"pick {tile}"
        case act.Draft(spell):
            return f"draft {spell}"
        case act.Move(travelers, origin, to, recruit):
            ending = {True: " recruit", False: " no-recruit", None: ""}[recruit]
            return f"move {'+'.join(travelers)} {origin}>{to}{ending}"
        case act.LeaveWoods(travelers, origin):
            return f"leave woods {'+'.join(travelers)} {origin}"
        case act.Cast(spell, move):
            return f"cast {spell}" if move is None else f"cast {spell} move {move}"
        case act.Choose(what, value):
            shown = value if _is_plain(value) else json.dumps(value, separators=(",", ":"))
            return f"choose {what} {shown}"
        case act.Battle(at, against, sides):
            return f"battle {at} {against} {' '.join(sides)}".rstrip()
        case act.GiveSpell(spell, to):
            return f"give {spell} {to}"
        case act.DiscardSpell(spell):
            return f"discard {spell}"
        case Outcome(value):
            return f"outcome {value}"
    return _PLAIN[type(action)]


def _is_plain(value: Any) -> bool:
    """Whether a value can stand bare: a text that JSON would not read as something else."""
    if not isinstance(value, str) or not value or value.strip() != value:
        return False
    try:
        json.loads(value)
    except ValueError:
        return value[0] not in '"[{'
    return False


def action_from_text(text: str) -> Action:
    """Read the text form.

    Raises:
        ActionFormatError: no action; the message shows the form that was probably meant.

    >>> action_from_text("move D1+D2 0,0>1,0 recruit").recruit
    True
    """
    words = text.split()
    plain = _OF_TEXT.get(" ".join(words).lower().replace("_", " "))
    if plain is not None:
        return plain()
    if not words:
        raise ActionFormatError("an action is needed, such as 'draw tile'")
    try:
        action = _read(words[0].lower(), words[1:])
    except ValueError as error:
        form = _FORMS[words[0].lower()]
        raise ActionFormatError(f"cannot read {text!r}; the form is {form!r} ({error})") from error
    if action is None:
        known = [*_OF_TEXT, *_FORMS]
        raise ActionFormatError(
            f"there is no action {text!r}{nearest(' '.join(words).lower(), known)}; "
            f"actions begin with {', '.join(sorted(known))}"
        )
    return action


def _read(verb: str, words: list[str]) -> Action | None:
    match verb, words:
        case "place", [tile, at, turn]:
            return act.PlaceTile(tile, Coordinate.parse(at), _degrees(turn))
        case "colony", [side, at, turn]:
            return act.PlaceColony(side, Coordinate.parse(at), _degrees(turn))
        case "pick", [tile]:
            return act.PickTile(tile)
        case "draft", [spell]:
            return act.Draft(spell)
        case "move", [travelers, way, *rest] if len(rest) <= 1:
            origin, arrow, to = way.partition(">")
            if not arrow:
                raise ValueError("the way is written X,Y>X,Y")
            ending = rest[0] if rest else ""
            if ending not in _RECRUIT:
                raise ValueError(f"the ending is recruit or no-recruit, not {ending!r}")
            named = tuple(travelers.split("+"))
            return act.Move(named, Coordinate.parse(origin), Coordinate.parse(to), _RECRUIT[ending])
        case "leave", ["woods", travelers, at]:
            return act.LeaveWoods(tuple(travelers.split("+")), Coordinate.parse(at))
        case "cast", [spell]:
            return act.Cast(spell)
        case "cast", [spell, "move", number]:
            return act.Cast(spell, _number(number))
        case "choose", [what, *rest] if rest:
            return act.Choose(what, _value(" ".join(rest)))
        case "battle", [at, against, *sides] if len(sides) in (0, 2):
            pair = (sides[0], sides[1]) if sides else ("", "")
            return act.Battle(Coordinate.parse(at), Coordinate.parse(against), pair)
        case "give", [spell, to]:
            return act.GiveSpell(spell, to)
        case "discard", [spell]:
            return act.DiscardSpell(spell)
        case "outcome", [number]:
            return Outcome(_number(number))
    if verb in _FORMS:
        raise ValueError("words missing or too many")
    return None


def _degrees(text: str) -> int:
    if not re.fullmatch(r"r-?\d{1,18}", text, re.ASCII):
        raise ValueError("the turn is written r0, r90, r180 or r270")
    return int(text[1:])


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
        raise ValueError(f"a number is needed, not {text!r}")
    return int(text)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as an object with `type`; spaces are `"x,y"`.

    >>> action_to_json(act.PlaceTile("plain-03", Coordinate(2, -1), 90))
    {'type': 'place_tile', 'tile': 'plain-03', 'at': '2,-1', 'rotation': 90}
    """
    return ACTION_CODEC.dump(action)


def action_from_json(data: Any) -> Action:
    """Read what `action_to_json` gave.

    Raises:
        ActionFormatError: no action; the message names the key.
    """
    action = ACTION_CODEC.load(data)
    assert isinstance(action, Action)
    return action
