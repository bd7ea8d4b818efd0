"""What the words of a protocol mean: its keys, and the kinds of values that these take.

A key means the same wherever it stands; exceptions are entered as `Class.key`. These come first,
then what a class's docstring says about its field, then what is said of the key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

Json = Mapping[str, Any]


@attrs.frozen
class Value:
    """A kind of value with a name: an entry of `$defs`.

    Attributes:
        text: what it is, a sentence.
        schema: the keywords that restrict it.
    """

    text: str
    schema: Json

    @classmethod
    def of_text(cls, text: str, pattern: str | None = None) -> Value:
        """A text, of a form if there is a pattern."""
        return cls(text, {"type": "string"} | ({"pattern": pattern} if pattern else {}))

    @classmethod
    def one_of(cls, text: str, *values: str | int) -> Value:
        """One of these."""
        return cls(text, {"enum": list(values)})


@attrs.frozen
class Key:
    """What is known of a key.

    Attributes:
        text: what it means; empty if each docstring says so itself.
        value: name of the kind of its texts and numbers, or keywords for these, or None.
        whole: keywords for all that the key holds, if its type says too little.
    """

    text: str = ""
    value: str | Json | None = None
    whole: Json | None = None


@attrs.frozen
class Vocabulary:
    """All words of a protocol.

    Attributes:
        values: kinds of values by name; `RuleId`, `Driver`, `SeatId`, `Question` and `Fraction`
            have to be among them.
        keys: keys by name, or by class and name.
        types: the kind of value that a type of the game is written as.
    """

    values: Mapping[str, Value]
    keys: Mapping[str, Key]
    types: Mapping[Any, str]

    def key_of(self, owner: str, name: str, told: str = "") -> Key:
        """What is known of a key of a class; `told` is what the class itself says of it."""
        special, general = self.keys.get(f"{owner}.{name}"), self.keys.get(name, Key())
        if special is None:
            return attrs.evolve(general, text=told or general.text)
        return attrs.evolve(special, text=special.text or told or general.text)
