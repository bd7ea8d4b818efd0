"""The language that spells are written in: selectors, conditions and effects as data.

A spell in a file names these primitives with parameters; `compiler` turns it into the same
`SpellHook` that a spell written in Python is. Every primitive is registered through the public
plugin hook (`plugin`), with a schema for its parameters.
"""
