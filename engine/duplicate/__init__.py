"""Duplicate gin: the same boards at several tables, compared seat by seat.

A board is a shuffled deck and who deals it. Entrants are numbers, as in :mod:`engine.events`.
"""
