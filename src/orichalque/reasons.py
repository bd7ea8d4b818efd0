"""Every refusal: its code, the ids it comes from, and its sentence.

Ids are those of the solo rules and rulings; `base:` names a path of the base-game data.
"""

from __future__ import annotations

from collections.abc import Mapping

from obsidia_core.kernel.errors import Reason

NO_DECISION = Reason(
    "ai_turn", ("TURN-02",), "nothing is asked now; the AI's turn needs dice alone"
)
ANOTHER_QUESTION = Reason(
    "another_question",
    ("base:turn.phases", "TURN-01"),
    "the question is {kind}, which {type} does not answer",
)

# ---- the metropolis
NO_SUCH_PORT = Reason(
    "no_such_port", ("base:player_island.ports_total",), "no port is called {port}"
)
PORT_COVERED = Reason(
    "port_covered", ("base:metropolis.where",), "something lies on the port {port} already"
)

# ---- cards
NOT_IN_ROW = Reason("not_in_row", ("base:turn.phases",), "{card} does not lie in the row")
TOO_EXPENSIVE = Reason(
    "too_expensive",
    ("base:action_board.space_costs",),
    "{card} costs {cost} hoplites at its position, you have {hoplites}",
)

# ---- tiles
WRONG_SIZE = Reason(
    "wrong_size",
    ("base:tiles.shapes", "base:tiles.placement"),
    "{tile} covers {size} touching circles, {size} different ones of the island",
)
OFF_THE_ISLAND = Reason(
    "off_the_island", ("base:tiles.placement",), "the island has no circle {circle}"
)
NOT_FREE = Reason("not_free", ("base:tiles.placement",), "{circle} is not free")
FLIPPED = Reason(
    "flipped", ("base:tiles.trio_order", "base:tiles.placement"), "a tile is turned, never flipped"
)
TOUCHES_NOTHING = Reason(
    "touches_nothing", ("base:tiles.placement",), "no circle touches anything on the island"
)
LISTED_OTHERWISE = Reason(
    "listed_otherwise",
    ("base:tiles.placement",),
    "this looks the same as {listed}, which is how it is listed",
)

# ---- Titans
NO_SUCH_TITAN = Reason("no_such_titan", ("base:titans.list",), "no Titan is called {titan}")
NOT_YOUR_TITAN = Reason("not_your_titan", ("base:titans.from",), "{titan} is not with you")
TITAN_INACTIVE = Reason(
    "titan_inactive",
    ("base:titans.power", "base:titans.sides"),
    "{titan} has been used; its inactive side is up",
)
OTHER_BOOST = Reason(
    "other_boost", ("base:titans.list",), "{titan} boosts {boosts}, the action at hand is {action}"
)
NOTHING_TO_BOOST = Reason(
    "nothing_to_boost", ("base:titans.power",), "there is nothing here for {titan} to boost"
)

# ---- actions
OTHER_ACTION = Reason(
    "other_action", ("base:actions",), "the action at hand is {action}, not {wanted}"
)
NO_MINE = Reason("no_mine", ("base:actions.produce",), "you have no Mine")
NO_CAMP = Reason("no_camp", ("base:actions.recruit",), "you have no Training Camp")

# ---- building
NO_SUCH_SPACE = Reason(
    "no_such_space", ("base:construction_board.spaces",), "there is no construction space {space}"
)
SPACE_EMPTY = Reason(
    "space_empty", ("base:construction_board.spaces",), "no Building lies at {space}"
)
NO_LAND = Reason(
    "no_land", ("base:construction_board.placement",), "there is no terrain at {circle}"
)
COVERED = Reason(
    "covered",
    ("base:construction_board.placement", "base:temples.occupies"),
    "{circle} is built over",
)
OTHER_TERRAIN = Reason(
    "other_terrain",
    ("base:construction_board.terrain_needed",),
    "the Building of {space} needs {space} or a volcano, {circle} is {terrain}",
)
CREATURE_ON_IT = Reason(
    "creature_on_it",
    ("base:creatures.blocks_own_circle", "base:construction_board.placement"),
    "a creature stands on {circle}",
)
CREATURE_NEXT_TO_IT = Reason(
    "creature_next_to_it",
    ("base:construction_board.placement", "base:creatures.blocks_building_next_to"),
    "a creature stands next to {circle}",
)
CRYSTAL_NEXT_TO_CREATURE = Reason(
    "crystal_next_to_creature",
    (
        "base:buildings.list.protection_crystal",
        "base:construction_board.placement",
        "base:creatures.blocks_building_next_to",
    ),
    "the Protection Crystal itself may not stand next to a creature, as at {circle}",
)
NO_DIAMOND = Reason(
    "no_diamond",
    ("base:geometry.temple_shape",),
    "a Temple stands on a diamond of four circles of the island",
)
SITE_COVERED = Reason(
    "site_covered",
    ("base:temples.needs", "base:temples.occupies", "R-18"),
    "not all four circles are free terrain",
)
SITE_TERRAINS = Reason(
    "site_terrains",
    ("base:temples.needs", "base:buildings.list.architect_practice"),
    "the four circles do not show four different terrains",
)
SITE_CREATURE = Reason(
    "site_creature", ("base:temples.forbidden",), "a creature stands on the circles or next to them"
)
TOO_FEW_NUGGETS = Reason(
    "too_few_nuggets",
    ("base:medallions.cost",),
    "a Medallion costs {cost} nuggets, you have {nuggets}",
)

# ---- combat
NO_CREATURE = Reason("no_creature", ("base:combat.target",), "no creature stands at {circle}")
TOO_MANY_HOPLITES = Reason(
    "too_many_hoplites",
    ("base:combat.dice",),
    "at most {most} hoplites fight one creature, {there} are there already",
)
NOT_ENOUGH_HOPLITES = Reason(
    "not_enough_hoplites", ("base:combat.dice",), "you have {hoplites} hoplites, not {wanted}"
)
NONE_BESIDE_TITAN = Reason(
    "none_beside_titan",
    ("base:titans.list.titan_lagoon",),
    "the Titan's dice are rolled without committing hoplites",
)

# ---- extra actions
NO_SUCH_PRICE = Reason(
    "no_such_price", ("base:extra_action.prices",), "an extra action is not paid in {pay}"
)
NO_SUCH_ACTION = Reason(
    "no_such_action", ("base:extra_action.choices",), "there is no action {action}"
)
CANNOT_PAY = Reason(
    "cannot_pay", ("base:extra_action.prices",), "it costs {price} {pay}, you have {there}"
)
NOTHING_TO_DO = Reason(
    "nothing_to_do",
    ("base:extra_action.choices",),
    "nothing could be done with {action} after paying",
)

NOT_NOW: Mapping[str, Reason] = {
    kind: Reason("not_now", rules, sentence)
    for kind, rules, sentence in (
        (
            "place_metropolis",
            ("base:metropolis.when",),
            "the metropolis is placed once, before the first card",
        ),
        ("select_card", ("base:turn.phases", "TURN-01"), "a card is taken in the first phase"),
        ("place_tile", ("base:turn.phases", "TURN-01"), "a tile is placed after its card is taken"),
        (
            "return_titan",
            ("base:titans.over_limit", "base:titans.limit", "R-17"),
            "you are not over the limit of Titans",
        ),
        ("produce", ("base:turn.phases", "TURN-01"), "no action is at hand"),
        ("recruit", ("base:turn.phases", "TURN-01"), "no action is at hand"),
        ("build_building", ("base:turn.phases", "TURN-01"), "no action is at hand"),
        ("build_temple", ("base:turn.phases", "TURN-01"), "no action is at hand"),
        ("forge_medallion", ("base:turn.phases", "TURN-01"), "no action is at hand"),
        ("fight", ("base:turn.phases", "TURN-01"), "no action is at hand"),
        ("use_titan", ("base:titans.power",), "a Titan boosts an action at hand"),
        (
            "extra",
            ("base:extra_action.per_turn", "base:buildings.list.forge"),
            "an extra action is taken in its phase, once, or twice with a Forge",
        ),
        ("discard_card", ("base:turn.phases", "DISCARD-01"), "a card leaves the row last"),
        ("pass", ("base:turn.phases",), "this cannot be left out"),
    )
}
