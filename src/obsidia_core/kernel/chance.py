"""Chance: named random streams inside the state, and who decides their numbers.

The generator is counter-based (`ALGORITHM`): number `i` of a stream is a keyed BLAKE2b hash of the
stream's index and `i`, so a stream's whole state is one integer, streams do not disturb each other,
and numbers seen do not predict numbers to come. Three drivers:

* seeded: numbers come from the generator;
* scripted: numbers are given beforehand (scenarios, replays of physical dice);
* enumerated: the engine asks a `chance` decision whose actions carry probabilities (search).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from obsidia_core.kernel.errors import SaveError, ScriptError

ALGORITHM = "blake2b-counter-1"
SEEDED, SCRIPTED, ENUMERATED = "seeded", "scripted", "enumerated"
DRIVERS = (SEEDED, SCRIPTED, ENUMERATED)


class Chance:
    """The random streams of one game.

    Attributes:
        seed: any integer; the whole game follows from it.
        counts: how many numbers each stream has given, one integer for each stream.
        driver: one of `DRIVERS`.
        queue: numbers that are taken before any other, next first.
    """

    __slots__ = ("_keyed", "counts", "driver", "queue", "seed")

    def __init__(self, seed: int, streams: int, driver: str = SEEDED) -> None:
        self.seed = seed
        self.counts = [0] * streams
        self.driver = driver
        self.queue: list[int] = []
        self._keyed = _keyed(seed)

    def copy(self) -> Chance:
        """An independent copy that gives the same numbers from here on."""
        new = Chance.__new__(Chance)
        new.seed = self.seed
        new.counts = self.counts[:]
        new.driver = self.driver
        new.queue = self.queue[:] if self.queue else []
        new._keyed = self._keyed
        return new

    def reseed(self, seed: int) -> None:
        """Give all numbers to come another origin; the counts go on."""
        self.seed = seed
        self._keyed = _keyed(seed)

    def script(self, numbers: Sequence[int]) -> None:
        """Append numbers to those taken before any other."""
        self.queue = [*self.queue, *numbers]

    def left(self) -> list[int]:
        """Scripted numbers not used yet."""
        return list(self.queue)

    def below(self, stream: int, n: int) -> int:
        """The stream's next number, evenly from 0 to `n - 1`; the script is not asked."""
        limit = (1 << 64) - ((1 << 64) % n)
        while True:
            count = self.counts[stream]
            self.counts[stream] = count + 1
            hashed = self._keyed.copy()
            hashed.update(b"%d.%d" % (stream, count))
            number = int.from_bytes(hashed.digest(), "little")
            if number < limit:
                return number % n

    def draw(self, stream: int, outcomes: Sequence[int]) -> int:
        """One of `outcomes`, each position equally likely; scripted numbers first.

        Raises:
            ScriptError: the script is empty or names something that is not an outcome.
        """
        if self.queue:
            number = self.queue[0]
            if number not in outcomes:
                raise ScriptError(
                    "the script gives {number} where only {outcomes} can come; "
                    "correct the dice of the step",
                    number,
                    sorted(set(outcomes)),
                )
            self.queue = self.queue[1:]
            return number
        if self.driver == SCRIPTED:
            raise ScriptError(
                "one of {outcomes} is needed but the script has none left; "
                "add it to the dice of the step or give a seed",
                outcomes=sorted(set(outcomes)),
            )
        return outcomes[self.below(stream, len(outcomes))]

    def shuffled(self, stream: int, items: Sequence[int]) -> list[int]:
        """The items in random order (Fisher-Yates); never scripted."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(stream, i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def to_json(self) -> dict[str, Any]:
        """`{algorithm, seed, counts, driver}` and `queue` if there is one."""
        data: dict[str, Any] = {
            "algorithm": ALGORITHM,
            "seed": self.seed,
            "counts": self.counts,
            "driver": self.driver,
        }
        if self.queue:
            data["queue"] = self.queue
        return data

    @staticmethod
    def from_json(data: Any, streams: int) -> Chance:
        """Read back what `to_json` gave.

        Raises:
            SaveError: another algorithm, or a damaged record.
        """
        try:
            if data["algorithm"] != ALGORITHM:
                raise SaveError(
                    f"the save uses the generator {data['algorithm']!r}, this version knows only "
                    f"{ALGORITHM!r}"
                )
            seed, counts, queue = data["seed"], data["counts"], data.get("queue", [])
            if not (isinstance(counts, list) and isinstance(queue, list)):
                raise TypeError
            if not all(type(number) is int for number in (seed, *counts, *queue)):
                raise TypeError
            if len(counts) != streams or data["driver"] not in DRIVERS or min(counts) < 0:
                raise ValueError
            chance = Chance(seed, streams, data["driver"])
            chance.counts, chance.queue = counts[:], queue[:]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SaveError("the record of the random streams is damaged") from error
        return chance

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chance):
            return NotImplemented
        return (
            self.seed == other.seed
            and self.counts == other.counts
            and self.driver == other.driver
            and self.queue == other.queue
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Chance {self.driver} seed={self.seed} counts={self.counts}>"


def _keyed(seed: int) -> blake2b:
    """The hash that has the seed in it and nothing else yet; only copies of it are changed."""
    key = blake2b(str(seed).encode(), digest_size=32).digest()
    return blake2b(key=key, digest_size=8, usedforsecurity=False)
