"""Files that people name on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from obsidia_core.kernel.errors import SaveError

if TYPE_CHECKING:
    from obsidia_core.kernel.replay import Replay

LARGEST = 200_000_000


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
