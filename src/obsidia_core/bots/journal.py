"""The file of a simulation: a header and a line of counters for each finished stretch of games.

Lines are JSON. A run that was broken off goes on from what the file holds; a last line that was
not written to its end is dropped. The header says which games the file is about, but not how many,
so that a file can also be taken further.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from obsidia_core.bots.tally import Tally
from obsidia_core.kernel.errors import SaveError

FORMAT = "obsidia-simulation-2"
LONGEST_LINE = 10_000_000


class Spans:
    """Which game numbers are done: stretches that do not overlap, joined where they touch."""

    def __init__(self) -> None:
        self._end_of: dict[int, int] = {}

    def add(self, first: int, count: int) -> None:
        """Mark `count` games from number `first` on as done.

        Raises:
            ValueError: some of them were done already.
        """
        end = first + count
        for start, other in list(self._end_of.items()):
            if start < end and first < other:
                raise ValueError(f"games {first} to {end - 1} are counted twice")
            if start == end:
                del self._end_of[start]
                end = other
            elif other == first:
                del self._end_of[start]
                first = start
        self._end_of[first] = end

    def missing(self, total: int) -> list[tuple[int, int]]:
        """The stretches below `total` that are not done, as `(first, end)`, lowest first."""
        gaps, reached = [], 0
        for start, end in sorted(self._end_of.items()):
            if start > reached:
                gaps.append((reached, min(start, total)))
            reached = max(reached, end)
        if reached < total:
            gaps.append((reached, total))
        return [gap for gap in gaps if gap[0] < gap[1]]

    @property
    def end(self) -> int:
        """The number after the highest game that is done."""
        return max(self._end_of.values(), default=0)


class Journal:
    """A simulation's file, open for more lines; use it in a `with` statement.

    Attributes:
        tally: the sum of what the file held when it was opened.
        done: the games it held.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        """Open the file, or begin it if there is none.

        Raises:
            SaveError: it is no file of this simulation, or damaged; it is left as it is.
        """
        self.path = path
        self.tally = Tally()
        self.done = Spans()
        self._header = {"format": FORMAT, **json.loads(json.dumps(header))}
        self._stream = self._open()

    def _open(self) -> IO[bytes]:
        try:
            if self.path.exists() and not self.path.is_file():
                raise SaveError(f"{self.path} is not an ordinary file")
            stream = self.path.open("a+b")
        except OSError as error:
            raise SaveError(f"{self.path} cannot be written: {error.strerror}") from error
        except ValueError as error:
            raise SaveError(f"{str(self.path)!r} is no name for a file: {error}") from error
        try:
            stream.seek(0)
            whole = self._read(stream)
            # Only what was read as ours is ever cut off.
            stream.truncate(whole)
            if whole == 0:
                self._write(stream, self._header)
        except BaseException:
            stream.close()
            raise
        return stream

    def _read(self, stream: IO[bytes]) -> int:
        """Take in all whole lines; gives the number of bytes up to the end of the last one."""
        whole = 0
        header = _line(self._header)
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
            cut_off = not line.endswith(b"\n") and len(line) < LONGEST_LINE
            if cut_off and (number > 1 or header.startswith(line)):
                return whole
            try:
                data = json.loads(line)
            except (ValueError, RecursionError) as error:
                if number > 1:
                    raise self._damaged(number, "is no JSON") from error
                data = None
            if number == 1:
                self._compare(data)
            else:
                self._take(number, data)
            whole += len(line)
        return whole

    def _compare(self, found: Any) -> None:
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise SaveError(
                f"{self.path} holds no simulation of format {FORMAT!r}; name another file"
            )
        for key in sorted({*found, *self._header}):
            if found.get(key) != self._header.get(key):
                raise SaveError(
                    f"{self.path} holds another simulation: its {key!r} is "
                    f"{_shown(found.get(key))}, asked for is {_shown(self._header.get(key))}; "
                    "name another file, or ask for the same"
                )

    def _take(self, number: int, data: Any) -> None:
        try:
            tally = Tally.from_json(data["tally"])
            first, count = data["first"], data["count"]
            if type(first) is not int or first < 0 or count != tally.games or count <= 0:
                raise ValueError("the number of games is wrong")
            self.done.add(first, count)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._damaged(number, f"is damaged: {error}") from error
        self.tally.add(tally)

    def _damaged(self, number: int, how: str) -> SaveError:
        return SaveError(f"{self.path}:{number}: the line {how}; take it out to go on")

    def append(self, first: int, tally: Tally) -> None:
        """Write down the games from number `first` on.

        Raises:
            SaveError: the file cannot be written; what it holds stays good.
        """
        self._write(self._stream, {"first": first, "count": tally.games, "tally": tally.to_json()})

    def _write(self, stream: IO[bytes], data: Mapping[str, Any]) -> None:
        try:
            stream.write(_line(data))
            stream.flush()
        except OSError as error:
            raise SaveError(f"{self.path} cannot be written: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
