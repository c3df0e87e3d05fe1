"""A small seeded random number generator, so that every choice can be repeated."""

from typing import Final

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Chance:
    """A 64-bit linear congruential generator that uses only the upper half."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = (seed * _GOLDEN + _INCREMENT) & _MASK
        for _ in range(3):
            self.below(2)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``."""
        self._state = state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
        return ((state >> 32) * bound) >> 32

    def unit(self) -> float:
        """Return a number from 0 up to but not including 1."""
        return self.below(1 << 32) / (1 << 32)

    def shuffle(self, cards: list[int], last: int = 52) -> None:
        """Shuffle in place; of a longer list, only the ``last`` places get random cards."""
        state = self._state
        for index in range(len(cards) - 1, max(0, len(cards) - 1 - last), -1):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK
            other = ((state >> 32) * (index + 1)) >> 32
            cards[index], cards[other] = cards[other], cards[index]
        self._state = state
