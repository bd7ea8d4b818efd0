"""Obsidia's nouns: geometry, ruleset, actions, events, the set-up of a game and its state."""
