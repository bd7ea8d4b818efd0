"""The options of a game; each one keeps a reading of the rules open as a switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import RulesetError

RULINGS = "rulings"


def _switch(default: Any, *rulings: str, values: tuple[Any, ...] = (True, False)) -> Any:
    return attrs.field(default=default, metadata={RULINGS: rulings, "values": values})


@attrs.frozen(kw_only=True)
class Options:
    """All options with their defaults.

    Attributes:
        volcano_wild_for_titans: volcanoes count in Titan areas (R-13).
        ai_metropolis_counts: the AI's metropolis gives it a Mine and a Training Camp (R-03).
        ai_needs_hoplite_to_fight: false: with none it still rolls, and a defeat ends it (R-26).
        ai_extra_empty_combat: combat that cannot roll: `next` entry, or the extra is `wasted`
            (R-33).
        ai_extra_conditions: `after_payment`, or `before_payment`: read with the price still there;
            what then cannot be done is lost (R-31).
        ai_building_resource: the AI gets what lies on a Mine or Training Camp (R-22).
        ai_takes_human_titan: false: the AI takes Titans from the supply only (R-15).
        tile_without_place: an AI tile that fits nowhere leaves (`discard`), and with `skip` phase 3
            is lost too (R-07).
        initiative_counts: hoplites in `reserve`, or `all`, those on creatures too (R-37).
        combat_total: the human's sum has to `reach` the strength, or to `beat` it.
    """

    volcano_wild_for_titans: bool = _switch(True, "R-13")
    ai_metropolis_counts: bool = _switch(True, "R-03")
    ai_needs_hoplite_to_fight: bool = _switch(True, "R-26")
    ai_extra_empty_combat: str = _switch("next", "R-33", values=("next", "wasted"))
    ai_extra_conditions: str = _switch(
        "after_payment", "R-31", values=("after_payment", "before_payment")
    )
    ai_building_resource: bool = _switch(True, "R-22")
    ai_takes_human_titan: bool = _switch(True, "R-15")
    tile_without_place: str = _switch("discard", "R-07", values=("discard", "skip"))
    initiative_counts: str = _switch("reserve", "R-37", values=("reserve", "all"))
    combat_total: str = _switch("reach", "base:combat.win_if", values=("reach", "beat"))

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> Options:
        """Options out of a mapping by name.

        Raises:
            RulesetError: no such option, or a value that it does not take.
        """
        fields = {field.name: field for field in attrs.fields(cls)}
        for name, value in (given or {}).items():
            if name not in fields:
                raise RulesetError(
                    f"there is no option {name!r}{nearest(name, fields)}; "
                    f"the options are {', '.join(fields)}"
                )
            values = fields[name].metadata["values"]
            if not any(value is one or (value == one and type(value) is str) for one in values):
                listed = " or ".join(str(one).lower() for one in values)
                raise RulesetError(f"option {name} is {listed}, not {value!r}")
        return cls(**(given or {}))

    def to_json(self) -> dict[str, Any]:
        """The options that differ from their default."""
        return {
            field.name: getattr(self, field.name)
            for field in attrs.fields(Options)
            if getattr(self, field.name) != field.default
        }
