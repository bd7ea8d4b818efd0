"""Colours of pictures: named slots, so that shapes never know which theme they are drawn in."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from obsidia_core.kernel.errors import ObsidiaError


class RenderError(ObsidiaError):
    """A picture that cannot be made: no such theme, size or seat, or a missing extra."""


@attrs.frozen
class Theme:
    """A name and a colour for every slot.

    Slots are `page table ink muted rule path way trail night mark shadow cloth outline`; for each
    terrain `ground- deep- line- glow-`; for each piece colour `piece- edge-`.
    """

    name: str
    colors: Mapping[str, str]

    def __getitem__(self, slot: str) -> str:
        return self.colors[slot]

    def has(self, slot: str) -> bool:
        """Whether the theme knows the slot; content packs bring terrain that it does not."""
        return slot in self.colors

    def as_variables(self) -> Theme:
        """The same slots as CSS variables, for a page that gives them values itself."""
        return Theme("css", {slot: f"var(--{slot})" for slot in self.colors})


def _theme(
    name: str,
    paper: Mapping[str, str],
    grounds: Mapping[str, str],
    pieces: Mapping[str, str],
) -> Theme:
    colors = dict(paper)
    for terrain, four in grounds.items():
        for slot, color in zip(("ground", "deep", "line", "glow"), four.split(), strict=True):
            colors[f"{slot}-{terrain}"] = color
    for piece, two in pieces.items():
        for slot, color in zip(("piece", "edge"), two.split(), strict=True):
            colors[f"{slot}-{piece}"] = color
    return Theme(name, colors)


_PIECES: Mapping[str, str] = {
    "black": "#1f1c23 #f4efe4",
    "white": "#fdfbf5 #2b2722",
    "red": "#c9332b #fff4ee",
    "yellow": "#f4c531 #4a3500",
    "blue": "#2f6fc4 #f1f7ff",
    "green": "#2f8f55 #effff4",
    "violet": "#7d4bb3 #f8f0ff",
    "orange": "#e5812a #3d1c00",
}

LIGHT = _theme(
    "light",
    {
        "page": "#fbf7ee",
        "table": "#e9e1d0",
        "ink": "#2b2620",
        "muted": "#6d6457",
        "rule": "#cfc4ae",
        "path": "#fbeecb",
        "way": "#8b6b40",
        "trail": "#b28f5b",
        "night": "#26202c",
        "mark": "#d6336c",
        "shadow": "#33291c",
        "cloth": "#efe9dc",
        "outline": "#2b2622",
    },
    {
        "plain": "#b7c587 #9aab66 #5f7036 #f0d860",
        "colony": "#bdb3a4 #9d9181 #4d453b #d8cfc1",
        "town": "#dcb083 #c3905f #56341f #b5482f",
        "blackwater": "#3d6285 #2a4a69 #a9d0e8 #18304a",
        "woods": "#7da36a #4f7a45 #26471f #6b4526",
        "ice_field": "#c7e2f0 #9ccbe2 #3f7b9f #ffffff",
        "void": "#4a3b5e #33274a #c3a8ee #120b1c",
        "boneyard": "#c5bba1 #a79b7c #4a4232 #f8f4e7",
        "portal": "#a191d6 #7f6cc0 #3a2a7c #5fe3d6",
        "other": "#b8b8b0 #94948b #44443e #f2f2ea",
    },
    _PIECES,
)

DARK = _theme(
    "dark",
    {
        "page": "#16141b",
        "table": "#0e0c12",
        "ink": "#efe9dc",
        "muted": "#aaa294",
        "rule": "#37323d",
        "path": "#d8c28c",
        "way": "#3b2c15",
        "trail": "#94794a",
        "night": "#050408",
        "mark": "#ff6b9d",
        "shadow": "#000000",
        "cloth": "#cfc8b8",
        "outline": "#0d0b10",
    },
    {
        "plain": "#566535 #465328 #a8bb6d #e6cf5a",
        "colony": "#5c554d #48423b #b5aa9a #746b60",
        "town": "#7d5738 #644329 #2a160a #cf573a",
        "blackwater": "#1f3d59 #152c43 #7fb2d4 #0b1b2c",
        "woods": "#2c4f2d #437a42 #0b1d0c #7a5230",
        "ice_field": "#7fb0c9 #5c93b0 #1d4861 #dff3fc",
        "void": "#2b2039 #1c1428 #a283dd #07040c",
        "boneyard": "#6f6750 #5a523e #26210f #ece5cf",
        "portal": "#4d3f8d #392d70 #b9aaf5 #4fe0d2",
        "other": "#55554f #43433e #c9c9c0 #77776e",
    },
    _PIECES,
)

PRINT = _theme(
    "print",
    {
        "page": "#ffffff",
        "table": "#ffffff",
        "ink": "#000000",
        "muted": "#4d4d4d",
        "rule": "#a6a6a6",
        "path": "#ffffff",
        "way": "#000000",
        "trail": "#8c8c8c",
        "night": "#000000",
        "mark": "#000000",
        "shadow": "#000000",
        "cloth": "#ffffff",
        "outline": "#000000",
    },
    {
        "plain": "#ececec #d4d4d4 #595959 #ffffff",
        "colony": "#d0d0d0 #b0b0b0 #1a1a1a #e6e6e6",
        "town": "#f4f4f4 #cfcfcf #000000 #8c8c8c",
        "blackwater": "#6e6e6e #4a4a4a #ffffff #262626",
        "woods": "#c4c4c4 #666666 #000000 #333333",
        "ice_field": "#fafafa #dedede #404040 #ffffff",
        "void": "#3d3d3d #262626 #e0e0e0 #000000",
        "boneyard": "#dadada #b8b8b8 #1f1f1f #ffffff",
        "portal": "#a8a8a8 #8a8a8a #141414 #ffffff",
        "other": "#e0e0e0 #c0c0c0 #333333 #ffffff",
    },
    {
        "black": "#000000 #ffffff",
        "white": "#ffffff #000000",
        "red": "#5c5c5c #ffffff",
        "yellow": "#cccccc #000000",
        "blue": "#404040 #ffffff",
        "green": "#767676 #ffffff",
        "violet": "#2e2e2e #ffffff",
        "orange": "#a3a3a3 #000000",
    },
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}


def theme_named(name: str) -> Theme:
    """The theme of that name.

    Raises:
        RenderError: there is none.
    """
    if name not in THEMES:
        raise RenderError(f"there is no theme {name!r}; the themes are {', '.join(THEMES)}")
    return THEMES[name]
