"""Interaction ids for tests that need one and do not care which."""

import itertools

from engine.service import InteractionId

_IDS = itertools.count(9_000_000_000)


def fresh() -> InteractionId:
    """An id that no other call gives."""
    return InteractionId(next(_IDS))
