"""Orichalque: one human against the AI of the published solo rules, on `obsidia_core.kernel`.

The rules and their ids are in `orichalque.ledger`, the numbers in its base-game data;
`orichalque.game.Orichalque` is the game as the kernel sees it.

>>> from orichalque.game import Orichalque
>>> game = Orichalque()
>>> game.decision(game.new(seed=7))
<Decision human: metropolis, 3 actions>
"""
