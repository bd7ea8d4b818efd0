"""`why`: the reason for a "no", with the rule it comes from and what that rule says."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

from obsidia_core.cli.terminal.choices import PLACE, matching
from obsidia_core.cli.terminal.desk import Desk
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import ActionFormatError, Refusal
from obsidia_core.ledger import Ledger, UnknownEntryError

UNTOLD = frozenset({"same_look"})
"""Reasons that are about how choices are listed, not about the game."""
MOST_UNITS = 4
"""Units, nearest first, for which a reason is given."""


def ledger_of(game: Any) -> Ledger | None:
    """The ledger of a game: what `load_ledger` in the module `ledger` beside it gives."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        module = importlib.import_module(f"{package}.ledger")
    except ImportError:
        return None
    load = getattr(module, "load_ledger", None)
    found = None if load is None else load()
    return found if isinstance(found, Ledger) else None


def statements(ledger: Ledger | None, ids: Iterable[str]) -> list[str]:
    """What rules say, each once, as `ID: statement`; ids without an entry are left out."""
    found = []
    for one in dict.fromkeys(ids):
        try:
            if ledger is not None:
                found.append(f"{one}: {ledger.entry(one).text}")
        except UnknownEntryError:
            continue
    return found


def refused(refusal: Refusal, ledger: Ledger | None) -> list[str]:
    """A refusal as sentences: the reason with its rule, then the rule."""
    message = refusal.message[:1].upper() + refusal.message[1:]
    return [f"{message} [{refusal.rule}].", *statements(ledger, [refusal.rule])]


def why(desk: Desk, ledger: Ledger | None, asked: str) -> list[str]:
    """The answer to `why SPACE` or `why ACTION`, as paragraphs."""
    game = desk.session.game
    place = asked.replace(" ", "")
    if PLACE.fullmatch(place):
        return _why_there(desk, ledger, place)
    try:
        action = _action(desk, asked)
    except ActionFormatError as error:
        if matching(desk.choices, asked):
            return ["That can be done now; it is among the choices."]
        return [f"{error}.", "why X,Y tells about a space, why ACTION about an action."]
    refusal = game.check(desk.session.state, action)
    if refusal is None:
        return ["That can be done now; it is among the choices."]
    return refused(refusal, ledger)


def _action(desk: Desk, asked: str) -> Action:
    """The action that is meant; a spell's name alone means to cast it."""
    catalog = desk.catalog
    slug = "_".join(asked.lower().replace("'", "").split())
    if desk.has_map and slug in catalog.spells:
        asked = f"cast {slug}"
    elif desk.has_map and slug.removeprefix("cast_") in catalog.spells:
        asked = f"cast {slug.removeprefix('cast_')}"
    return desk.session.game.action_from_text(asked)


def _why_there(desk: Desk, ledger: Ledger | None, place: str) -> list[str]:
    """Why nothing, or not everything, can be done at a space."""
    reasons: dict[str, tuple[Refusal, list[str]]] = {}
    possible: dict[str, None] = {}
    tried: dict[str, None] = {}
    for subject, fields, action in _tries(desk, place):
        refusal = desk.session.game.check(desk.session.state, action)
        tried[subject] = None
        if refusal is None:
            possible[subject or "That"] = None
        elif fields.get("recruit") is None and refusal.code not in UNTOLD:
            reasons.setdefault(refusal.message, (refusal, []))[1].append(subject)
    for subjects in (known[1] for known in reasons.values()):
        subjects[:] = [subject for subject in dict.fromkeys(subjects) if subject not in possible]
    lines = [f"{subject}: possible, it is among the choices." for subject in possible]
    ids = []
    for refusal, subjects in reasons.values():
        if subjects:
            whole = len(subjects) == len(tried) and len(subjects) > 1
            named = "" if whole else ", ".join(subject for subject in subjects if subject)
            lines.append(f"{f'{named}: ' if named else ''}{refusal.message} [{refusal.rule}].")
            ids.append(refusal.rule)
    if not lines:
        return [_nothing_there(desk, place)]
    return [*(line[:1].upper() + line[1:] for line in lines), *statements(ledger, ids)]


def _nothing_there(desk: Desk, place: str) -> str:
    if desk.has_map and not any(
        "," in where and traveler[:1] in desk.own_letters
        for traveler, where in desk.view["travelers"].items()
    ):
        return "You have no traveler on the map."
    return f"None of these choices is about a space; why ACTION tells about an action ({place})."


def _tries(desk: Desk, place: str) -> list[tuple[str, Mapping[str, Any], Action]]:
    """Everything one might try at a space: what it is called, its fields, the action."""
    game, state = desk.session.game, desk.session.state
    found = []
    for partial in _partials(desk, place):
        try:
            actions = game.candidates(state, partial)
        except (ActionFormatError, ValueError):
            continue
        for action in actions:
            fields = game.action_to_json(action)
            travelers = fields.get("travelers")
            if travelers is not None and travelers[0][:1] not in desk.own_letters:
                continue
            found.append((_subject(fields, game.action_to_text(action)), fields, action))
    near = [one for one in found if "from" in one[1]]
    near.sort(key=lambda one: _distance(one[1]["from"], place))
    units = list(dict.fromkeys(one[1]["from"] for one in near))[:MOST_UNITS]
    return [one for one in near if one[1]["from"] in units] + [
        one for one in found if "from" not in one[1]
    ]


def _partials(desk: Desk, place: str) -> list[dict[str, Any]]:
    """Partial actions about a space, of the kinds that are asked for now."""
    kinds: dict[tuple[str, str], dict[str, Any]] = {}
    for choice in desk.choices:
        fields = choice.fields
        kind = str(fields["type"])
        for key in ("to", "at"):
            if key in fields and kind != "battle":
                kinds[kind, key] = {"type": kind, key: place}
        if kind == "choose" and fields["what"] == "tile":
            kinds[kind, "value"] = {"type": kind, "what": "tile", "value": place}
        if "circles" in fields:
            kinds[kind, "circles"] = {"type": kind}
    if desk.has_map and desk.decision.kind == "movement":
        kinds["move", "to"] = {"type": "move", "to": place}
    if desk.has_map and not kinds:
        kinds["move", "to"] = {"type": "move", "to": place}
    return list(kinds.values())


def _subject(fields: Mapping[str, Any], text: str) -> str:
    if "travelers" in fields:
        return f"{' '.join(fields['travelers'])} at {fields['from']}"
    if "rotation" in fields:
        return " ".join(str(one) for one in (fields.get("side"), f"r{fields['rotation']}") if one)
    return text if "circles" in fields or "hoplites" in fields else ""


def _distance(one: str, other: str) -> int:
    (x, y), (u, v) = (tuple(map(int, place.split(","))) for place in (one, other))
    return abs(x - u) + abs(y - v)
