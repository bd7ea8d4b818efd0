"""Ways of arriving that no card of the default set causes."""

import pytest

import obsidia_core as ob
from obsidia_core.kernel.state import run
from obsidia_core.model.geometry import EAST, WEST, Coordinate
from obsidia_core.model.position import PlacedTile, PositionSpec, UnitSpec
from obsidia_core.rules import travel
from obsidia_core.rules.position import build_position

EAST_WEST = 0b1010


def row(*terrains: str) -> tuple[PlacedTile, ...]:
    """Tiles in a row from west to east, joined by a straight pathway."""
    last = len(terrains) - 1
    return tuple(
        PlacedTile(
            Coordinate(x, 0),
            terrain,
            EAST_WEST & (0b0010 if x == 0 else 0b1000 if x == last else EAST_WEST),
        )
        for x, terrain in enumerate(terrains)
    )


@pytest.mark.rule("ICE-06")
@pytest.mark.parametrize("together", [True, False])
def test_travelers_forced_onto_ice_from_two_sides_at_once_all_stop_there(together: bool) -> None:
    spec = PositionSpec(
        players=("warlords", "death_legion"),
        tiles=row("plain", "ice_field", "plain"),
        units=(
            UnitSpec(Coordinate(0, 0), "death_legion", 1),
            UnitSpec(Coordinate(2, 0), "death_legion", 1),
        ),
    )
    state = build_position(ob.default_game().catalog, spec)
    one, other = (1 << state.setup.piece_of[name] for name in ("D1", "D2"))
    state.asking = None
    state.stack[-1].pc = 1
    if together:
        travel.push_converging(state, [(one, EAST), (other, WEST)])
    else:
        travel.push_forced_step(state, one, EAST)
    run(state, state.setup.ops)
    places = ob.view(state)["travelers"]
    expected = ("1,0", "1,0") if together else ("2,0", "2,0")
    assert (places["D1"], places["D2"]) == expected
