"""Text and JSON forms of actions and events.

`metropolis west`, `select build_2`, `place 0,1 1,1`, `return titan_forest`, `produce`, `recruit`,
`build lagoon 1,0`, `temple 0,0 0,1 1,0 1,1`, `forge`, `fight 2,0 2`, `titan titan_forest`,
`extra hoplites build`, `discard build_2`, `pass`. In JSON a circle is `[q, r]`, and `"q,r"` is read
too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from obsidia_core.kernel.actions import Action, Outcome
from obsidia_core.kernel.codec import Codec, nearest
from obsidia_core.kernel.errors import ActionFormatError
from orichalque import actions as act
from orichalque.events import EVENTS
from orichalque.geometry import Circle, reading_key


def prepare(converter: Any) -> None:
    """Teach a converter to write circles as `[q, r]`."""
    converter.register_unstructure_hook(Circle, list)
    converter.register_structure_hook(Circle, lambda value, _: Circle.of(value))


ACTION_CODEC = Codec((*act.ACTIONS, Outcome), prepare=prepare)
EVENT_CODEC = Codec(EVENTS, prepare=prepare)

_FORMS: Mapping[str, str] = {
    "metropolis": "metropolis PORT",
    "select": "select CARD",
    "place": "place Q,R ...",
    "return": "return TITAN",
    "produce": "produce",
    "recruit": "recruit",
    "build": "build SPACE Q,R",
    "temple": "temple Q,R Q,R Q,R Q,R",
    "forge": "forge",
    "fight": "fight Q,R HOPLITES",
    "titan": "titan TITAN",
    "extra": "extra skulls|hoplites|nuggets ACTION",
    "discard": "discard CARD",
    "pass": "pass",
    "outcome": "outcome NUMBER",
}


def action_to_text(action: Action) -> str:
    """The text form of an action.

    >>> action_to_text(act.Fight(Circle(2, 0), 2))
    'fight 2,0 2'
    """
    match action:
        case act.PlaceMetropolis(port):
            return f"metropolis {port}"
        case act.SelectCard(card):
            return f"select {card}"
        case act.PlaceTile(circles):
            return f"place {_spelled(circles)}"
        case act.ReturnTitan(titan):
            return f"return {titan}"
        case act.BuildBuilding(space, at):
            return f"build {space} {at}"
        case act.BuildTemple(circles):
            return f"temple {_spelled(circles)}"
        case act.ForgeMedallion():
            return "forge"
        case act.Fight(at, hoplites):
            return f"fight {at} {hoplites}"
        case act.UseTitan(titan):
            return f"titan {titan}"
        case act.Extra(pay, what):
            return f"extra {pay} {what}"
        case act.DiscardCard(card):
            return f"discard {card}"
        case Outcome(value):
            return f"outcome {value}"
    return action.type


def _spelled(circles: Sequence[Circle]) -> str:
    return " ".join(map(str, circles))


def action_from_text(text: str) -> Action:
    """Read the text form.

    Raises:
        ActionFormatError: no action; the message shows the form that was probably meant.

    >>> action_from_text("build lagoon 1,0")
    BuildBuilding(space='lagoon', at=Circle(q=1, r=0))
    """
    words = text.split()
    if not words:
        raise ActionFormatError("an action is needed, such as 'select build_2' or 'pass'")
    verb, rest = words[0].lower(), words[1:]
    form = _FORMS.get(verb)
    if form is None:
        raise ActionFormatError(
            f"there is no action {text!r}{nearest(verb, _FORMS)}; "
            f"actions begin with {', '.join(_FORMS)}"
        )
    try:
        action = _read(verb, rest)
    except ValueError as error:
        raise ActionFormatError(f"cannot read {text!r}; the form is {form!r} ({error})") from error
    if action is None:
        raise ActionFormatError(f"cannot read {text!r}; the form is {form!r}")
    return action


def _read(verb: str, words: list[str]) -> Action | None:
    match verb, words:
        case "metropolis", [port]:
            return act.PlaceMetropolis(port)
        case "select", [card]:
            return act.SelectCard(card)
        case "place", [_, *_]:
            return act.PlaceTile(tuple(map(Circle.parse, words)))
        case "return", [titan]:
            return act.ReturnTitan(titan)
        case "produce", []:
            return act.Produce()
        case "recruit", []:
            return act.Recruit()
        case "build", [space, at]:
            return act.BuildBuilding(space, Circle.parse(at))
        case "temple", [_, *_]:
            return act.BuildTemple(_in_reading_order(map(Circle.parse, words)))
        case "forge", []:
            return act.ForgeMedallion()
        case "fight", [at, hoplites]:
            return act.Fight(Circle.parse(at), int(hoplites))
        case "titan", [titan]:
            return act.UseTitan(titan)
        case "extra", [pay, action]:
            return act.Extra(pay, action)
        case "discard", [card]:
            return act.DiscardCard(card)
        case "pass", []:
            return act.Pass()
        case "outcome", [value]:
            return Outcome(int(value))
    return None


def _in_reading_order(circles: Any) -> tuple[Circle, ...]:
    return tuple(sorted(circles, key=reading_key))


EXAMPLES: tuple[tuple[str, str], ...] = (
    ("metropolis west", "place the metropolis on that port"),
    ("select build_2", "take a card of the row"),
    ("place 0,1 1,1", "lay the tile: a circle for each of its terrains, in its order"),
    ("build lagoon 1,0", "the Building of that space onto a circle"),
    ("temple 0,0 0,1 1,0 1,1", "a Temple on four circles"),
    ("fight 2,0 2", "fight the creature there, with 2 more hoplites"),
    ("titan titan_forest", "turn a Titan to boost the action at hand"),
    ("extra hoplites build", "pay with hoplites for an extra action"),
    ("pass", "do nothing, or nothing more"),
)
"""Text forms of the human's actions, each with what it does."""
