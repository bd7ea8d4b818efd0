"""`render_html`: a recorded game as one page that opens from disk and needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from importlib.resources import files
from string import Template
from typing import Any, TypeVar

from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay
from obsidia_core.kernel.state import GameState
from obsidia_core.render import words
from obsidia_core.render.film import COLUMNS, Film, Narrator, PlainWords, film
from obsidia_core.render.own import page_values
from obsidia_core.render.shapes import FONT, Sheet, clean, to_text
from obsidia_core.render.theme import LIGHT, THEMES, Theme, theme_named

S = TypeVar("S", bound=GameState)

AUTO = "auto"


def render_html(
    game: Game[S],
    replay: Replay,
    *,
    seat: str | None = None,
    theme: str = AUTO,
    title: str | None = None,
    narrator: Narrator | None = None,
) -> str:
    """A page that shows a recorded game step by step.

    Every position and all words are worked out here; the page holds one set of drawings and what
    changes at each step. It loads nothing, and a policy in it forbids every script but its own.

    Args:
        game: the rules that the replay was recorded with.
        replay: the recorded game.
        seat: whose view and events to show; None shows what a spectator may know.
        theme: `light`, `dark` or `print`; `auto` follows the reader's system. The reader can change
            it.
        title: heading of the page; the players by default.
        narrator: puts events into words; plain ones by default.

    Returns:
        A whole HTML document.

    Raises:
        RenderError: no such theme or seat, or a game without pictures.
        SaveError: the replay does not hold.
    """
    if theme != AUTO:
        theme_named(theme)
    sheet = Sheet(LIGHT.as_variables(), prefix="o-")
    taken = film(game, replay, sheet, seat, narrator or PlainWords(game, seat))
    heading = title or f"{game.name.capitalize()}: {words.listed(taken.players)}"
    watched = "as a spectator saw it" if seat is None else f"from the seat of {taken.name(seat)}"
    script, style = _asset("replay.js"), _palettes(game) + _asset("replay.css")
    return Template(_asset("replay.html")).substitute(
        policy=(
            f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
            "base-uri 'none'; form-action 'none'"
        ),
        title=html.escape(clean(heading)),
        watched=html.escape(clean(f"Recorded with seed {replay.seed}, shown {watched}.")),
        theme=theme,
        themes="".join(
            f'<option value="{name}">{name.capitalize()}</option>' for name in (AUTO, *THEMES)
        ),
        beside="" if taken.seats else " hidden",
        heads="".join(f'<th scope="col">{html.escape(column)}</th>' for column in COLUMNS),
        defs=to_text(sheet.defs()),
        last=to_text(taken.last),
        font=html.escape(FONT),
        style=style,
        script=script,
        data=_data(taken),
    )


def _asset(name: str) -> str:
    return files("obsidia_core.render").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The source expression that allows exactly this inline text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _palettes(game: Game[Any]) -> str:
    """The themes as CSS variables; the reader's choice stands on the root element."""

    def block(theme: Theme) -> str:
        slots = {**theme.colors, **page_values(game, theme.name)}
        inside = "".join(f"--{slot}:{color};" for slot, color in slots.items())
        scheme = "dark" if theme.name == "dark" else "light"
        return f"{{color-scheme:{scheme};{inside}}}\n"

    light, dark = THEMES["light"], THEMES["dark"]
    rules = [f":root{block(light)}"]
    rules.append(f'@media (prefers-color-scheme:dark){{:root[data-theme="auto"]{block(dark)}}}\n')
    rules += [f':root[data-theme="{name}"]{block(theme)}' for name, theme in THEMES.items()]
    rules.append(f"@media print{{:root{block(THEMES['print'])}}}\n")
    return "".join(rules)


def _data(taken: Film) -> str:
    """All that the script needs, as JSON that cannot end the element it stands in."""
    data: dict[str, Any] = {
        "seats": taken.seats,
        "drawings": taken.drawings,
        "steps": taken.steps,
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
