"""SVG to PNG, with the extra `png`."""

from __future__ import annotations

from struct import pack
from zlib import crc32

from obsidia_core.render.theme import RenderError

INSTALL = "pip install 'obsidia-core[png]'"
MAKER = b"tEXtSoftware\0obsidia_core"
"""A chunk of text that says what made the picture (PNG specification, 11.3.3.3)."""
LAST_CHUNK = 12
"""Bytes of the chunk that ends a file; it is the same in all."""


def to_png(svg: str) -> bytes:
    """The picture as PNG, as large as the SVG says.

    Words and letters take a sans-serif font of the system; without any font they are left out.

    Raises:
        RenderError: the extra is missing, or the text is no SVG.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise RenderError(f"PNG pictures need the extra `png`; get it with {INSTALL}") from error
    try:
        data = bytes(resvg_py.svg_to_bytes(svg_string=svg))
    except ValueError as error:
        raise RenderError(f"this SVG cannot be made a PNG: {error}") from error
    chunk = pack(">I", len(MAKER) - 4) + MAKER + pack(">I", crc32(MAKER))
    return data[:-LAST_CHUNK] + chunk + data[-LAST_CHUNK:]
