"""Pictures of views: text, SVG and PNG, and a recorded game as a page.

Everything here is made from views and events, never from states, so that a picture for a seat shows
what that seat may know.
"""

from obsidia_core.render.board import last_move_of
from obsidia_core.render.html import render_html
from obsidia_core.render.png import to_png
from obsidia_core.render.svg import render_svg
from obsidia_core.render.theme import RenderError

__all__ = ["RenderError", "last_move_of", "render_html", "render_svg", "to_png"]
