"""How fast the engine is, next to other engines in the same run; see `run.py`."""
