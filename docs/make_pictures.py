"""Makes the pictures of the documentation from the scenarios in `docs/pictures`.

Run it with the package installed, from anywhere: `python docs/make_pictures.py`. The scenario gives
the position, its steps are played, and the picture shows where they lead.
"""

from pathlib import Path

import obsidia_core as ob
from obsidia_core.content.yamlfile import read_yaml
from obsidia_core.render.board import last_move_of
from obsidia_core.render.svg import render_svg
from obsidia_core.render.words import names_of
from obsidia_core.scenario.document import Act, Broken
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import scenario_of

DOCS = Path(__file__).parent
PICTURES = (("light", "map.svg"), ("dark", "map-dark.svg"))


def main(target: Path = DOCS / "_static") -> None:
    """Write every picture into a folder."""
    games = Games()
    (document,) = read_yaml(DOCS / "pictures" / "map.yaml")
    scenario = scenario_of(document, games)
    if isinstance(scenario, Broken):
        raise SystemExit(scenario.message)
    game = games["obsidia"]
    state, rules, last_move = game.position(scenario), ob.default_game(), None
    for step in scenario.steps:
        assert isinstance(step, Act)
        rules.apply(state, rules.read(state, step.action))
        last_move = last_move_of(rules.events_for(state.events, None)) or last_move
    view = rules.view(state, None)
    target.mkdir(exist_ok=True)
    for theme, name in PICTURES:
        picture = render_svg(view, theme=theme, last_move=last_move, names=names_of(rules))
        (target / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
