"""Pictures of games: `text` draws the map for a terminal."""
