"""The numbers of the game: YAML files, laid over each other, checked, and typed.

`load(overrides)` gives what the rules are played with; `find_problems` says what is wrong with data
and where. Numbers, boards, counts and prices are all here and nowhere in the code.
"""

from orichalque.data.loading import DataProblem, base_document, find_problems, load
from orichalque.data.types import (
    AiBoard,
    BuildingKind,
    Card,
    Creature,
    GameData,
    Port,
    Resources,
    Sector,
    TileKind,
    Titan,
)

__all__ = [
    "AiBoard",
    "BuildingKind",
    "Card",
    "Creature",
    "DataProblem",
    "GameData",
    "Port",
    "Resources",
    "Sector",
    "TileKind",
    "Titan",
    "base_document",
    "find_problems",
    "load",
]
