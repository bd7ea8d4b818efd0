"""The catalog: every definition a game is played with, checked, immutable and in a fixed order.

Sides are ints, N=0 E=1 S=2 W=3. An exits mask has bit `1 << side` for each open side and is given
as the tile lies unturned. A traveler's id is its class letter and a number from 1 to 8.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from obsidia_core.content.frozen import FrozenMap, freeze
from obsidia_core.kernel.values import Value
from obsidia_core.model.compiled import CompiledContent
from obsidia_core.model.geometry import SIDES
from obsidia_core.model.ruleset import Option
from obsidia_core.plugins.registry import HookEntry

PHASES = ("I", "II", "III", "IV", "V", "O")
PLAYS = ("immediate", "face-up", "lasting", "reaction", "summon")
TRIGGERS = ("roll", "death", "cast", "movement", "arrival", "battle_end")

COMMUNAL = "communal"
"""Name of the tile set that belongs to no class."""
COMMUNAL_TILES = 15  # COMP-08
CLASS_TILES = 11  # COMP-09
CLASS_SPELLS = 20  # COMP-10
FACES = 6  # RULING-05


HOOK_KINDS: Mapping[str, str] = {
    "enter": "enter",
    "stay": "stay",
    "leave": "leave",
    "travel": "travel",
    "dice": "dice",
    "traits": "trait",
    "hook": "spell",
    "conditions": "condition",
    "targets": "target",
    "effects": "effect",
}
"""The key of a definition that names hooks, and their kind."""


@attrs.frozen(eq=False, repr=False)
class HookRef(Value):
    """A use of a hook: its name, its parameters as written, and when it counts.

    Attributes:
        hook: a name that a plugin registered for the place where the use stands.
        params: immutable JSON data; what content does not give has the plugin's default.
        by: for `enter` hooks the ways of arriving that count, out of `model.hooks.WAYS`; None
            means all.
    """

    hook: str
    params: Mapping[str, Any] = FrozenMap()
    by: tuple[str, ...] | None = None


@attrs.frozen(eq=False, repr=False)
class TargetRef(Value):
    """A target that a spell chooses: the name its effects use, and the kind with parameters."""

    name: str
    hook: HookRef


@attrs.frozen(eq=False, repr=False)
class TerrainDef(Value):
    """What a kind of tile does.

    Attributes:
        letter: one letter for maps, unique among terrains.
        enter: what happens to those who arrive, in order.
        stay: what happens to those who did not leave in their owner's movement phase.
        leave: what decides the way out, or None.
        travel: what offers a trip instead of a step, or None.
        dice: what changes battle dice of those who stand here.
        apart_from: terrain ids that may not be joined to this one by a pathway.
        claimable: counts as a town.
        home: is the terrain of the home colonies.
    """

    id: str
    name: str
    letter: str
    summary: str
    enter: tuple[HookRef, ...]
    stay: tuple[HookRef, ...]
    leave: HookRef | None
    travel: HookRef | None
    dice: tuple[HookRef, ...]
    apart_from: tuple[str, ...]
    claimable: bool
    home: bool


@attrs.frozen(eq=False, repr=False)
class TileDef(Value):
    """One tile.

    Attributes:
        set: `communal` or a class id.
        terrain: a terrain id.
        exits: mask of open sides, unturned.
        stones: the side each die face 1 to 6 leads to, unturned; None where the terrain has no
            `leave` hook. RULING-40 fills it in where the file says nothing.
    """

    id: str
    set: str
    terrain: str
    exits: int
    stones: tuple[int, ...] | None


@attrs.frozen(eq=False, repr=False)
class ColonyDef(Value):
    """A home colony: the exits masks of its two faces."""

    id: str
    class_id: str
    front: int
    back: int


@attrs.frozen(eq=False, repr=False)
class CreatureDef(Value):
    """A creature: the terrains it is at home on, its traits and what changes its battle dice."""

    id: str
    name: str
    native: tuple[str, ...]
    traits: tuple[HookRef, ...]
    dice: tuple[HookRef, ...]
    summary: str


@attrs.frozen(eq=False, repr=False)
class SpellDef(Value):
    """A spell card.

    Attributes:
        phase: I tile, II training, III movement, IV battle, V spell, O open.
        play: immediate, face-up, lasting, reaction or summon.
        when: the moment, if narrower than the phase.
        trigger: what the card answers: for O cards roll, death, cast, movement or arrival; for IV
            cards roll or battle_end, if they are not cast before the dice.
        hook: what it does, in Python, instead of the following. A card with neither hook nor
            effects cannot be cast.
        conditions: what has to hold for it to be cast, all of them.
        targets: what its caster chooses, in order.
        effects: what it does, in order.
    """

    id: str
    name: str
    class_id: str
    phase: str
    play: str
    when: str | None
    text: str
    trigger: str | None
    hook: HookRef | None
    conditions: tuple[HookRef, ...] = ()
    targets: tuple[TargetRef, ...] = ()
    effects: tuple[HookRef, ...] = ()


@attrs.frozen(eq=False, repr=False)
class ClassDef(Value):
    """A class: its letter for traveler ids, its color and its deck of spell ids in card order."""

    id: str
    name: str
    letter: str
    color: str
    summary: str
    spells: tuple[str, ...]


@attrs.frozen(eq=False, repr=False)
class Catalog(Value):
    """All definitions, each kind as an immutable mapping from id to definition.

    The order is part of the content, since shuffles start from it: classes by their `order`, spells
    and colonies class by class, tiles set by set with the communal set first, the rest as files
    have it.

    Attributes:
        hash: 64 hex digits over all definitions and their order. Formatting, comments, the order of
            keys and how definitions are spread over files do not change it; code of hooks is not
            covered.
        hooks: (kind, name) to the compiled hook. Not compared.
        options: the ruleset options that plugins provide, by name. Not compared.
        foreign: whether anything in it is from other packages. Not compared.
    """

    classes: Mapping[str, ClassDef]
    terrains: Mapping[str, TerrainDef]
    tiles: Mapping[str, TileDef]
    colonies: Mapping[str, ColonyDef]
    creatures: Mapping[str, CreatureDef]
    spells: Mapping[str, SpellDef]
    hash: str
    hooks: Mapping[tuple[str, str], HookEntry] = attrs.field(eq=False, repr=False)
    options: Mapping[str, Option] = attrs.field(default=FrozenMap(), eq=False, repr=False)
    foreign: bool = attrs.field(default=False, eq=False)

    @cached_property
    def compiled(self) -> CompiledContent:
        """The definitions as the rules use them, compiled when the first game wants them.

        Raises:
            PluginError: a hook failed, or is not of its kind.
        """
        return CompiledContent(self)

    def __repr__(self) -> str:
        return f"<Catalog {self.hash[:12]}: {len(self.tiles)} tiles, {len(self.spells)} spells>"


def default_stones(exits: int) -> tuple[int, ...]:
    """The side of each die face 1 to 6 on an unturned tile without stones of its own.

    The faces are shared as evenly as possible, clockwise from north (RULING-40).

    >>> from obsidia_core.model.geometry import parse_exits
    >>> default_stones(parse_exits("NESW"))
    (0, 0, 1, 1, 2, 3)
    """
    sides = [side for side in SIDES if exits >> side & 1]
    share, extra = divmod(FACES, len(sides))
    return tuple(
        side for place, side in enumerate(sides) for _ in range(share + (1 if place < extra else 0))
    )


def data_hash(data: Mapping[str, Any]) -> str:
    """64 hex digits over JSON data; the order of keys does not matter, that of lists does."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def catalog_from_data(
    data: Mapping[str, Any],
    hooks: Mapping[tuple[str, str], HookEntry],
    options: Mapping[str, Option] | None = None,
    foreign: bool = False,
) -> Catalog:
    """The catalog of normalised data: a list of definitions for each kind, all fields present.

    Raises:
        KeyError, TypeError: if the data is not of this form.
    """
    complete = with_defaults(data, hooks)
    return catalog_of(complete, data_hash(data), FrozenMap(hooks), FrozenMap(options), foreign)


def with_defaults(
    data: Mapping[str, Any], hooks: Mapping[tuple[str, str], HookEntry]
) -> dict[str, Any]:
    """Normalised data in which uses of hooks have all their parameters."""

    def use(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return {**given, "params": hooks[kind, given["hook"]].arguments(given["params"])}

    def field(key: str, value: Any) -> Any:
        kind = HOOK_KINDS.get(key)
        if kind is None or value is None:
            return value
        return [use(kind, one) for one in value] if isinstance(value, list) else use(kind, value)

    return {
        kind: [{key: field(key, value) for key, value in item.items()} for item in items]
        for kind, items in data.items()
    }


def catalog_of(
    complete: Mapping[str, Any],
    hash_: str,
    hooks: Mapping[tuple[str, str], HookEntry],
    options: Mapping[str, Option],
    foreign: bool,
) -> Catalog:
    """The catalog of what `with_defaults` gives; the maps have to be immutable."""

    def all_of(cls: Any, kind: str) -> FrozenMap[str, Any]:
        return FrozenMap(
            {
                item["id"]: cls(**{key: _field(key, value) for key, value in item.items()})
                for item in complete[kind]
            }
        )

    return Catalog(
        classes=all_of(ClassDef, "classes"),
        terrains=all_of(TerrainDef, "terrains"),
        tiles=all_of(TileDef, "tiles"),
        colonies=all_of(ColonyDef, "colonies"),
        creatures=all_of(CreatureDef, "creatures"),
        spells=all_of(SpellDef, "spells"),
        hash=hash_,
        hooks=hooks,
        options=options,
        foreign=foreign,
    )


def _field(key: str, value: Any) -> Any:
    if key == "targets":
        return tuple(TargetRef(use["as"], _reference(use)) for use in value)
    if key not in HOOK_KINDS or value is None:
        return freeze(value)
    return tuple(map(_reference, value)) if isinstance(value, list) else _reference(value)


def _reference(use: Mapping[str, Any]) -> HookRef:
    return HookRef(use["hook"], freeze(use["params"]), freeze(use.get("by")))
