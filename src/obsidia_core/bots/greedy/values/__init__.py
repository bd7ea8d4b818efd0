"""What each primitive of the language of effects brings, in the units of `worth`."""

from collections.abc import Mapping

from obsidia_core.bots.greedy.values import battles, cards, ground, movement, pieces
from obsidia_core.bots.greedy.values.use import Value, fixed

VALUES: Mapping[str, Value] = {
    "roll": fixed(0.0),
    "may": fixed(0.0),
    **pieces.VALUES,
    **movement.VALUES,
    **ground.VALUES,
    **battles.VALUES,
    **cards.VALUES,
}

__all__ = ["VALUES", "Value"]
