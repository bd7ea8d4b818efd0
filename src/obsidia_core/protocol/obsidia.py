"""The contract of Obsidia."""

from __future__ import annotations

from obsidia_core.model.actions import ACTIONS
from obsidia_core.model.events import EVENTS
from obsidia_core.moment import Moment
from obsidia_core.protocol import previews
from obsidia_core.protocol.contract import Contract
from obsidia_core.protocol.rulesets import options_schema
from obsidia_core.protocol.shapes import Definitions, Schema, described
from obsidia_core.protocol.states import saved_state
from obsidia_core.protocol.words import VOCABULARY
from obsidia_core.view_types import View


def _players(defs: Definitions) -> Schema:
    text = "The classes that play, clockwise; in a solo game one, or none yet."
    schema = {"type": "array", "maxItems": 4, "items": defs.value("ClassId")}
    return described("players", text, schema)


CONTRACT = Contract(
    game="obsidia",
    title="Obsidia",
    folder="protocol",
    identity="urn:obsidia-core:schema:protocol",
    words=VOCABULARY,
    actions=ACTIONS,
    events=EVENTS,
    view=View,
    about=Moment,
    players=_players,
    options=options_schema,
    state=saved_state,
    more={"preview": previews.preview},
    texts={
        "preview": previews.TEXT,
        "state": (
            "A position complete with all that is hidden, as it is saved; for the engine alone. "
            "Pieces, tiles and cards are numbers here."
        ),
        "ruleset": (
            "The options of a game that differ from the default; beside those of the rules also "
            "any that installed packages provide."
        ),
    },
)
