"""Files that people name on the command line.

Commands that write a file keep to one rule: what is there already is replaced by a newer one of its
kind (a replay by a replay, a picture by a picture of ours), anything else only with `--force`; and
never the file that was read.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from obsidia_core.kernel.errors import ObsidiaError, SaveError

if TYPE_CHECKING:
    from obsidia_core.kernel.replay import Replay

LARGEST = 200_000_000
MAKER = b"obsidia_core"
"""Stands near the start or the end of every picture and page that a command writes."""
NEAR = 4_000
STARTS: Mapping[str, bytes] = {
    ".svg": b"<svg",
    ".png": b"\x89PNG",
    ".html": b"<!DOCTYPE html>",
}
"""What a picture or page begins with, by the ending of its name."""


def read_replay(path: Path) -> Replay:
    """The replay in a file; of a saved match, the replay in it.

    Raises:
        SaveError: no such file, or no replay.
    """
    from obsidia_core.kernel.match import MATCH_FORMAT, load_document
    from obsidia_core.kernel.replay import REPLAY_FORMAT, Replay

    text = read_text(path)
    try:
        return Replay.from_json(load_document(text, REPLAY_FORMAT))
    except SaveError:
        if f'"{MATCH_FORMAT}"' not in text[:200]:
            raise
    return Replay.from_json(load_document(text, MATCH_FORMAT).get("replay"))


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        SaveError: it cannot be read, is not UTF-8 or is far too large.
    """
    try:
        if path.exists() and not path.is_file():
            raise SaveError("it is not an ordinary file")
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise SaveError(f"it cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise SaveError(f"this is no name for a file: {error}") from error
    if len(data) > LARGEST:
        raise SaveError(f"it is larger than {LARGEST} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(f"it is not text in UTF-8 (byte {error.start})") from error


def check_place(path: Path, option: str) -> None:
    """Make sure that a file can be written here.

    Raises:
        ObsidiaError: a folder, or a place that cannot be written to; it names the option.
    """
    try:
        if path.is_dir() or (path.exists() and not path.is_file()):
            raise ObsidiaError(f"{path} is not a file; name another with {option}")
        if not path.parent.is_dir():
            raise ObsidiaError(
                f"{path} cannot be written: there is no folder {path.parent}; name another file "
                f"with {option}"
            )
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise ObsidiaError(f"{path} cannot be written; name another file with {option}")
    except ValueError as error:
        raise ObsidiaError(f"{str(path)!r} is no name for a file: {error}") from error


def check_target(
    path: Path,
    option: str,
    kind: str,
    is_ours: Callable[[Path], bool],
    *,
    force: bool,
    source: Path | None = None,
) -> None:
    """Make sure that a file can be written here without losing anything else.

    Args:
        path: the file to write.
        option: the option that names it.
        kind: what is going to be written, such as `replay`.
        is_ours: whether a file is one of that kind.
        force: replace whatever is there.
        source: the file that was read.

    Raises:
        ObsidiaError: it cannot be written, is the source, or is another kind of file.
    """
    check_place(path, option)
    if not path.exists():
        return
    if source is not None and source.exists() and path.samefile(source):
        raise ObsidiaError(f"{path} is the file that is read; name another file with {option}")
    if not force and not is_ours(path):
        raise ObsidiaError(
            f"{path} is there already and is no {kind}; name another file with {option}, or say "
            "--force to replace it"
        )


def is_replay(path: Path) -> bool:
    """Whether a file is a recorded game, and no game file that persons go on with."""
    from obsidia_core.kernel.match import load_document
    from obsidia_core.kernel.replay import REPLAY_FORMAT, Replay

    try:
        Replay.from_json(load_document(read_text(path), REPLAY_FORMAT))
    except SaveError:
        return False
    return True


def is_drawn(path: Path) -> bool:
    """Whether a file is a picture or page that a command of ours wrote, of the kind it is named."""
    start = STARTS.get(path.suffix.lower())
    try:
        with path.open("rb") as stream:
            first = stream.read(NEAR)
            stream.seek(max(0, path.stat().st_size - NEAR))
            last = stream.read(NEAR)
    except OSError:
        return False
    return start is not None and first.startswith(start) and (MAKER in first or MAKER in last)


def write_file(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        SaveError: it cannot be written.
    """
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            beside.unlink()
        reason = getattr(error, "strerror", None) or error
        raise SaveError(f"{path} cannot be written: {reason}") from error
