"""SVG to PNG, with the extra `png`."""

from __future__ import annotations

from obsidia_core.render.theme import RenderError

INSTALL = "pip install 'obsidia-core[png]'"


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
        return bytes(resvg_py.svg_to_bytes(svg_string=svg))
    except ValueError as error:
        raise RenderError(f"this SVG cannot be made a PNG: {error}") from error
