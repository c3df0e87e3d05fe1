"""Melds, deadwood, layouts and layoffs (rulebook 1.2, 1.3, 1.6, 1.7).

>>> from engine.game.cards import parse_set
>>> solver(STANDARD).deadwood(parse_set("7C 7S 7D 8D 9D"))
14
"""

from engine.game.melds.layouts import LaidOff, Layoff, Layout
from engine.game.melds.shapes import ACE_DEADWOODS, STANDARD, MeldRules, RunWrap
from engine.game.melds.solver import Solver, solver

__all__ = [
    "ACE_DEADWOODS",
    "STANDARD",
    "LaidOff",
    "Layoff",
    "Layout",
    "MeldRules",
    "RunWrap",
    "Solver",
    "solver",
]
