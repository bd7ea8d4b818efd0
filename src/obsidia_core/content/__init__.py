"""Content: YAML files of designers, checked and compiled into a catalog of definitions."""

from obsidia_core.content.catalog import (
    Catalog,
    ClassDef,
    ColonyDef,
    CreatureDef,
    HookRef,
    SpellDef,
    TargetRef,
    TerrainDef,
    TileDef,
    default_stones,
)
from obsidia_core.content.loading import build_catalog, load_catalog, read_examples, validate
from obsidia_core.content.problems import Position, Problem

__all__ = [
    "Catalog",
    "ClassDef",
    "ColonyDef",
    "CreatureDef",
    "HookRef",
    "Position",
    "Problem",
    "SpellDef",
    "TargetRef",
    "TerrainDef",
    "TileDef",
    "build_catalog",
    "default_stones",
    "load_catalog",
    "read_examples",
    "validate",
]
