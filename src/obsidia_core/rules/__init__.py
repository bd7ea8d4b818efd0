"""Obsidia's verbs, one module for each part of the rulebook.

Steps of the game are functions of the state and a frame (see `kernel.state`); `table` gathers them.
Facts change through `facts` only; what a player may do, and why not, is said once, in the module
of the phase it belongs to, with the reasons of `reasons`.
"""
