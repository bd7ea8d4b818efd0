"""Exact odds of battles and of survival.

`odds` and `survival` ask about a battle or an arrival that stands on no map, `battle_odds` about a
battle in a position. Odds are those of the dice alone: nobody answers with a spell that is still in
a hand.
"""

from obsidia_core.odds.battles import battle_odds
from obsidia_core.odds.ends import BattleOdds, End, OddsError
from obsidia_core.odds.plain import odds, survival

__all__ = ["BattleOdds", "End", "OddsError", "battle_odds", "odds", "survival"]
