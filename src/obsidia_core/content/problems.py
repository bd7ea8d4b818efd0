"""What is wrong with a content file, and where: positions, problems and their stable codes.

A problem prints as a compiler message, `file:line:column: error[code]: message (hint)`. Codes never
change their meaning; a program may match on them. Those marked `warning` do not keep content from
being loaded and played: they are about what a designer should look at again.

| code | meaning |
|---|---|
| unreadable | the file does not exist, is no ordinary file or may not be read |
| too-large | the file is larger than the reader accepts |
| not-utf8 | the file is not text in UTF-8 |
| bad-character | a control or text-direction character stands in the file |
| yaml-syntax | the text is not YAML |
| too-deep | lists and mappings are nested too deeply |
| too-many-aliases | aliases would blow the data up, or an anchor contains itself |
| duplicate-key | a mapping has the same key twice |
| bad-key | a key is not a plain word, or a merge key |
| bad-tag | a tag outside YAML's core schema, or one that its value does not fit |
| bad-number | a number too long to read |
| empty-file | the file defines nothing |
| unknown-document | no key says what the document defines |
| unknown-key | a key that means nothing here |
| missing-key | a required key is absent |
| wrong-type | text where a number belongs, and the like |
| not-one-of | a word outside the list of allowed ones |
| bad-format | text that is not written as its key demands |
| out-of-range | a number, text or list too small or too large |
| bad-exits | exits that are not letters out of NESW in that order |
| bad-stones | stones that miss a die face, point at a dark side or stand where they mean nothing |
| duplicate-id | two definitions have one id, or replace one definition |
| duplicate-name | two spells have one name |
| duplicate-mark | two classes or terrains have one letter, two classes one color |
| reserved-name | an id or letter that the engine uses itself |
| unknown-class | no class has this id |
| unknown-terrain | no terrain has this id |
| unknown-creature | no creature has this id |
| unknown-spell | no spell has this id |
| unknown-tile | no tile or colony has this id |
| unknown-hook | no plugin provides this hook |
| unknown-parameter | the hook has no such parameter |
| missing-parameter | the hook needs this parameter |
| bad-parameter | a hook parameter of the wrong type or outside its choices |
| wrong-count | a deck, tile set or colony count that the rules do not allow |
| impossible-set | tiles that no game can be played with |
| spell-mismatch | phase, play and trigger of a card do not go together |

And about spell cards in particular:

| code | meaning |
|---|---|
| effects-and-hook | a card with a hook has conditions, targets or effects as well |
| unknown-condition | no plugin provides this condition |
| unknown-target-kind | no plugin provides this kind of target |
| unknown-effect | no plugin provides this effect |
| unknown-target | no target of the card has this name |
| early-target | a target is named before it is chosen |
| unused-target | a target is chosen that nothing names |
| duplicate-target | two targets of a card have one name |
| wrong-target-kind | a target of a kind that the parameter does not take |
| wrong-play | an effect stands face-up on a card that does not, or the other way round |
| wrong-duration | a lasting card without a duration, or a long one on a card that does not last |
| wrong-window | a condition, target or effect that cannot be in the card's phase or trigger |
| no-effect | warning: a card has neither effects nor hook, so that it cannot be cast |
| few-examples | warning: a card that can be cast has fewer than two examples |
| needless-parameter | warning: a parameter of a card that changes nothing |
| repeated-term | warning: a condition or effect stands twice with the same parameters |
| text-number | warning: a number of the text is not in the effects, or the other way round |
| text-word | warning: a word of the text does not fit the effects, or the other way round |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

WARNINGS = frozenset(
    {
        *("no-effect", "few-examples", "needless-parameter", "repeated-term"),
        *("text-number", "text-word"),
    }
)
"""Codes of problems that do not keep content from being loaded."""

UNREAD = frozenset(
    {
        *("unreadable", "too-large", "not-utf8", "bad-character"),
        *("yaml-syntax", "too-deep", "too-many-aliases"),
    }
)
"""Codes of problems that keep a file from being read to its end, so that it is not checked."""

_LONGEST_SHOWN = 60
_LONGEST_COMPARED = 40


@attrs.frozen(order=True)
class Position:
    """A place in a text file.

    Attributes:
        file: name to show, a path where there is one.
        line: from 1.
        column: from 1, counted in characters.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@attrs.frozen(order=True)
class Problem:
    """One thing wrong with a file; `str()` gives the line a compiler would print.

    Attributes:
        position: where it stands.
        code: stable name, one of the table in this module.
        message: one sentence without the final stop.
        hint: what to do about it, or None.
    """

    position: Position
    code: str
    message: str
    hint: str | None = attrs.field(default=None, order=False)

    @property
    def severity(self) -> str:
        """`error`, or `warning` if content can be played in spite of it."""
        return "warning" if self.code in WARNINGS else "error"

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.position}: {self.severity}[{self.code}]: {self.message}{hint}"

    def to_json(self) -> dict[str, Any]:
        """`{file, line, column, severity, code, message, hint}`, ready for JSON."""
        return {
            "file": self.position.file,
            "line": self.position.line,
            "column": self.position.column,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
        }


def shown(value: object) -> str:
    """`value` as it appears in a message: text quoted, the rest as YAML has it, never long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value) if isinstance(value, str | int | float) else kind_of(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def kind_of(value: object) -> str:
    """What a person would call a value of this type."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int():
            return "a whole number"
        case float():
            return "a number"
        case str():
            return "text"
        case dict():
            return "a mapping"
        case _:
            return "a list"


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that `name` was most likely meant to be, or None."""
    if len(name) > _LONGEST_COMPARED:
        return None
    import difflib

    by_lower = {candidate.lower(): candidate for candidate in names}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    if not found and len(name) >= 3:
        longer = [candidate for candidate in by_lower if candidate.startswith(name.lower())]
        found = longer if len(longer) == 1 else []
    return by_lower[found[0]] if found else None


def suggestion(name: str, names: Iterable[str]) -> str | None:
    """A hint for an unknown name: the nearest one, else all of them if they are few, else None."""
    known = list(names)
    match = nearest(name, known)
    if match is not None:
        return f"did you mean {match!r}?"
    if 0 < len(known) <= 12:
        return "known: " + ", ".join(sorted(known))
    return None
