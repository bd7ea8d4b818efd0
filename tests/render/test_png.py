"""PNG comes with an extra; without it the error says how to get it."""

from __future__ import annotations

import struct
import sys
from typing import Any

import pytest

from obsidia_core.render.png import to_png
from obsidia_core.render.svg import render_svg
from obsidia_core.render.theme import RenderError


def test_a_png_has_the_size_of_the_svg(view: dict[str, Any]) -> None:
    pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
    data = to_png(render_svg(view, size=640))
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert max(width, height) == 640


def test_what_is_no_svg_is_refused() -> None:
    pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
    with pytest.raises(RenderError, match="cannot be made a PNG"):
        to_png("<svg")


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RenderError, match=r"extra `png`.*pip install 'obsidia-core\[png\]'"):
        to_png("<svg/>")
