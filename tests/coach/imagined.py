"""Few imagined deals, for what is true of any number of them."""

import pytest

from engine.coach import evaluation, luck, options, reasons
from engine.players import search


def imagine_few(patch: pytest.MonkeyPatch) -> None:
    """Let the coach, and the master whom it asks, imagine few deals: many take more time."""
    patch.setattr(search, "HANDS", 4)
    patch.setattr(options, "DEALS", 24)
    patch.setattr(reasons, "HANDS", 80)
    patch.setattr(luck.luck_of_round, "__defaults__", (6, 0))
    patch.setattr(evaluation.evaluate_round, "__defaults__", (6, 0))
