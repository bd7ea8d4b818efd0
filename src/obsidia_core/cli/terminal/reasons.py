"""`why`: the reason for a "no", with the rule it comes from and what that rule says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from obsidia_core.cli.names import Names
from obsidia_core.cli.terminal.choices import PLACE, Choice, matching
from obsidia_core.cli.terminal.desk import Desk
from obsidia_core.cli.terminal.labels import Label
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.errors import ActionFormatError, Refusal
from obsidia_core.ledger import Ledger, UnknownEntryError

UNTOLD = frozenset({"same_look"})
"""Reasons that are about how choices are listed, not about the game."""
MOST_UNITS = 4
"""Units, nearest first, for which a reason is given."""
MOST_REASONS = 6
"""Different reasons that are given in one answer."""
LONGEST = 200
"""Characters of a line up to which it may mean an action."""
POSSIBLE = "That can be done now; it is among the choices."
TRIED: Mapping[str, str] = {
    "move": "to",
    "leave_woods": "",
    "place_tile": "at",
    "place_colony": "at",
    "battle": "",
    "cast": "",
    "draft": "",
    "discard_spell": "",
    "draw_tile": "",
    "train": "",
    "undo": "",
    "refill": "",
    "defer": "",
    "pass": "",
    "end_phase": "",
    "end_turn": "",
}
"""The types of actions that words may mean, with the field for the space that is meant."""


def ledger_of(game: Any) -> Ledger | None:
    """The ledger of a game, or None if it has none."""
    found = game.ledger()
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


def refused(refusal: Refusal, ledger: Ledger | None, names: Names) -> list[str]:
    """A refusal as sentences: the reason with its rule, then the rule."""
    message = _named(refusal, names)
    message = message[:1].upper() + message[1:]
    return [f"{message} [{refusal.rule}].", *statements(ledger, [refusal.rule])]


def _named(refusal: Refusal, names: Names) -> str:
    """The sentence of a refusal with cards and classes by their names."""
    message = refusal.message
    for value in refusal.facts.values():
        name = names.spells.get(value) or names.seats.get(value) if isinstance(value, str) else None
        if name is not None:
            message = re.sub(rf"\b{re.escape(value)}\b", name, message)
    return message


def why(desk: Desk, ledger: Ledger | None, asked: str) -> list[str]:
    """The answer to `why SPACE` or `why ACTION`, as paragraphs.

    Actions are written as at the prompt: in full, or in words of them.
    """
    game = desk.session.game
    place = asked.replace(" ", "")
    if PLACE.fullmatch(place):
        told = _told(desk, ledger, _tries(desk, place))
        return told or [_nothing_there(desk, place)]
    try:
        action = _action(desk, asked)
    except ActionFormatError as error:
        if matching(desk.choices, asked):
            return [POSSIBLE]
        told = why_meant(desk, ledger, asked)
        return told or [f"{error}.", "why X,Y tells about a space, why ACTION about an action."]
    refusal = game.check(desk.session.state, action)
    return [POSSIBLE] if refusal is None else refused(refusal, ledger, desk.names)


def why_meant(desk: Desk, ledger: Ledger | None, asked: str) -> list[str]:
    """Why actions that fit the words somebody typed are not legal; nothing if none fits."""
    if not desk.has_map or len(asked) > LONGEST:
        return []
    tried = [
        Choice(one[2], desk.session.game.action_to_text(one[2]), Label("", ""), one[1])
        for one in _all_tries(desk, asked)
    ]
    meant = matching(tried, asked)
    kinds = dict.fromkeys(str(one.fields["type"]) for one in meant)
    asked_now = [kind for kind in kinds if any(one.fields["type"] == kind for one in desk.choices)]
    likely = asked_now or list(kinds)[:1]
    meant = [one for one in meant if one.fields["type"] in likely]
    if len(meant) == 1:
        refusal = desk.session.game.check(desk.session.state, meant[0].action)
        return [POSSIBLE] if refusal is None else refused(refusal, ledger, desk.names)
    there = PLACE.search(asked) is not None
    return _told(
        desk,
        ledger,
        [
            (_subject(one.fields, one.text) if there else one.text, one.fields, one.action)
            for one in meant
        ],
    )


def _action(desk: Desk, asked: str) -> Action:
    """The action that is meant; a spell's name alone means to cast it."""
    catalog = desk.catalog
    slug = "_".join(asked.lower().replace("'", "").split())
    if desk.has_map and slug in catalog.spells:
        asked = f"cast {slug}"
    elif desk.has_map and slug.removeprefix("cast_") in catalog.spells:
        asked = f"cast {slug.removeprefix('cast_')}"
    return desk.session.game.action_from_text(asked)


def _told(
    desk: Desk, ledger: Ledger | None, tries: Iterable[tuple[str, Mapping[str, Any], Action]]
) -> list[str]:
    """What is possible of several actions, and why the others are not."""
    reasons: dict[str, tuple[Refusal, list[str]]] = {}
    possible: dict[str, None] = {}
    tried: dict[str, None] = {}
    for subject, fields, action in tries:
        refusal = desk.session.game.check(desk.session.state, action)
        tried[subject] = None
        if refusal is None:
            possible[subject or "That"] = None
        elif fields.get("recruit") is None and refusal.code not in UNTOLD:
            reasons.setdefault(_named(refusal, desk.names), (refusal, []))[1].append(subject)
    for subjects in (known[1] for known in reasons.values()):
        subjects[:] = [subject for subject in dict.fromkeys(subjects) if subject not in possible]
    lines = [f"{subject}: possible, it is among the choices." for subject in possible]
    ids = []
    for message, (refusal, subjects) in list(reasons.items())[:MOST_REASONS]:
        if subjects:
            whole = len(subjects) == len(tried) and len(subjects) > 1
            named = "" if whole else ", ".join(subject for subject in subjects if subject)
            lines.append(f"{f'{named}: ' if named else ''}{message} [{refusal.rule}].")
            ids.append(refusal.rule)
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
    found = _candidates(desk, _partials(desk, place))
    near = [one for one in found if "from" in one[1]]
    near.sort(key=lambda one: _distance(one[1]["from"], place))
    units = list(dict.fromkeys(one[1]["from"] for one in near))[:MOST_UNITS]
    return [one for one in near if one[1]["from"] in units] + [
        one for one in found if "from" not in one[1]
    ]


def _all_tries(desk: Desk, asked: str) -> list[tuple[str, Mapping[str, Any], Action]]:
    """Everything one might try anywhere, or at the last space that is named."""
    places = [word for word in asked.replace(">", " ").split() if PLACE.fullmatch(word)]
    partials: list[dict[str, Any]] = []
    for kind, key in TRIED.items():
        partials.append({"type": kind, key: places[-1]} if places and key else {"type": kind})
    return _candidates(desk, partials)


def _candidates(
    desk: Desk, partials: Iterable[Mapping[str, Any]]
) -> list[tuple[str, Mapping[str, Any], Action]]:
    """The actions of the person that partial actions leave open, with what they are called."""
    game, state = desk.session.game, desk.session.state
    found: list[tuple[str, Mapping[str, Any], Action]] = []
    for partial in partials:
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
    return found


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
