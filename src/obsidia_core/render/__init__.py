"""Pictures of views: text, SVG, PNG, and a replay as a page."""
