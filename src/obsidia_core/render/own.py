"""Pictures that a game draws itself: in the colours of a theme, and in a size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from obsidia_core.kernel.game import Game
from obsidia_core.kernel.state import GameState
from obsidia_core.render.theme import RenderError, theme_named

S = TypeVar("S", bound=GameState)

PAGE_SLOT = "game-"
"""Before the slots of a game in the names of a page's CSS variables."""


def own_picture(
    game: Game[S],
    state: S,
    seat: str | None = None,
    *,
    theme: str = "light",
    size: int | None = None,
) -> str:
    """The picture that a game draws of a position.

    Args:
        game: the rules.
        state: the position.
        seat: who is looking; None is a spectator.
        theme: `light`, `dark` or `print`.
        size: pixels of the longer side; by default as the game says.

    Raises:
        RenderError: no pictures, no SVG, or no such theme in this game.
    """
    theme_named(theme)
    if theme not in ("light", *game.themes):
        raise RenderError(f"pictures of the game {game.name!r} have one look, not {theme!r}")
    drawn = picture_in(game, state, seat, game.themes.get(theme, {}))
    return drawn if size is None else _sized(game, drawn, size)


def picture_in(game: Game[S], state: S, seat: str | None, colors: Mapping[str, str]) -> str:
    """The picture that a game draws; in colours, if it has themes.

    Raises:
        RenderError: it draws none.
    """
    drawn = game.picture(state, seat, colors) if game.themes else game.picture(state, seat)
    if drawn is None:
        raise RenderError(f"the game {game.name!r} draws no pictures")
    return drawn


def page_colors(game: Game[Any]) -> dict[str, str]:
    """What stands for each slot on a page, which gives the variables their values itself."""
    return {slot: f"var(--{PAGE_SLOT}{slot})" for slot in game.themes.get("light", {})}


def page_values(game: Game[Any], theme: str) -> dict[str, str]:
    """The values of these variables in a theme, those of the light one if the game lacks it."""
    own = game.themes.get(theme) or game.themes.get("light", {})
    return {f"{PAGE_SLOT}{slot}": color for slot, color in own.items()}


def parsed(game: Game[Any], picture: str) -> tuple[Element, list[float]]:
    """The root of a picture, its tags without namespace, and its `viewBox`.

    Raises:
        RenderError: it is no SVG.
    """
    try:
        root = fromstring(picture)  # noqa: S314  # the game has drawn it
        box = [float(number) for number in root.get("viewBox", "").split()]
    except (ParseError, ValueError) as error:
        raise RenderError(f"a picture of the game {game.name!r} is no SVG: {error}") from error
    if len(box) != 4:
        raise RenderError(f"a picture of the game {game.name!r} lacks its viewBox")
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root, box


def _sized(game: Game[Any], picture: str, size: int) -> str:
    root, (_, _, width, height) = parsed(game, picture)
    scale = size / max(width, height)
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("width", f"{max(1, width * scale):g}")
    root.set("height", f"{max(1, height * scale):g}")
    return tostring(root, encoding="unicode")
