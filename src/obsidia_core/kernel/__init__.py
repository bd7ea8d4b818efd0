"""Runs any turn-based game: frames as data, decisions, events, chance, undo, saves, replays.

Knows no rule of any game and imports nothing of its siblings.
"""
