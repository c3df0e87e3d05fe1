"""The rules of melds and of ace deadwood: the options of rulebook 1.1 and 1.2."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.game.cards import SUIT_SIZE

ACE_DEADWOODS: Final = (1, 15)


class RunWrap(StrEnum):
    """The use of the ace in runs (rulebook 1.2)."""

    NONE = "none"
    """Ace low only: A-2-3."""
    HIGH_LOW = "high_low"
    """Low or high: A-2-3 and Q-K-A, but not K-A-2."""
    AROUND_CORNER = "around_corner"
    """The thirteen ranks are a circle: K-A-2 too."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The options that define melds and deadwood.

    Raise ValueError for an ``ace_deadwood`` other than 1 or 15.
    """

    run_wrap: RunWrap
    ace_deadwood: int

    def __post_init__(self) -> None:
        if self.ace_deadwood not in ACE_DEADWOODS:
            raise ValueError(f"an ace counts 1 or 15 as deadwood, not {self.ace_deadwood}")

    def rank_values(self) -> tuple[int, ...]:
        """Return the deadwood values of the ranks, ace to king."""
        return (self.ace_deadwood, *(min(rank + 1, 10) for rank in range(1, SUIT_SIZE)))


STANDARD: Final = MeldRules(RunWrap.NONE, 1)
"""Ace low, ace counts one."""
