"""A game for persons at a terminal.

`session` keeps the game: who plays which seat, what happened, files. `choices` makes numbered menus
out of legal actions, with the words of `labels`, and finds what somebody typed. `loop` talks with
the person whose seat is asked, `commands` answers what is not a choice. What a person sees comes
from the own seat's view and events alone.
"""
