"""The seats of a match, and the two sides of one round."""

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A player's place in a match of two to eight players."""

    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7


class Side(IntEnum):
    """The two players of a round; the non-dealer moves first (rulebook 1.5)."""

    NON_DEALER = 0
    DEALER = 1

    @property
    def other(self) -> "Side":
        return Side(1 - self)


def put(pair: tuple[T, T], side: Side, value: T) -> tuple[T, T]:
    """Return the pair with ``value`` for this side."""
    return (value, pair[1]) if side is Side.NON_DEALER else (pair[0], value)
