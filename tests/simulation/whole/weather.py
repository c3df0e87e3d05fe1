"""Faults between the bot, its Discord and its pages: each by chance, each counted by its kind."""

import random
from collections import Counter
from typing import Final

from tests.wire.limits import refusal
from tests.wire.objects import Payload

CALM_DELAY_S: Final = 0.02
POSTS: Final = "POST /channels/C/messages"
"""What is worst done twice, and seldom asked for."""
SLOW_S: Final = (0.2, 2.5)
HANGS_S: Final = (10.0, 40.0)


class Storm:
    """The weather of all connections and Discord's own trouble.

    Implements ``tests.worlds.network.Weather`` and the trouble of ``tests.wire.rest.Rest``.
    ``strength``: 0 is calm, and 1 the worst.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.strength = 0.0
        self.faults: Counter[str] = Counter()

    def count(self, kind: str) -> None:
        """Count a fault."""
        self.faults[kind] += 1

    def _strikes(self, chance: float, kind: str) -> bool:
        if self.strength and self._chance.random() < chance * self.strength:
            self.count(kind)
            return True
        return False

    def reaches(self, port: int) -> bool:
        """Whether a connection comes about."""
        return not self._strikes(0.02, "refused")

    def delay(self, port: int, *, is_answer: bool) -> float | None:
        """Return how long bytes are under way, ``None`` if the connection is cut."""
        if not self.strength:
            return CALM_DELAY_S
        if self._strikes(0.02, "answer lost" if is_answer else "request lost"):
            return None
        if self._strikes(0.004, "hanging"):
            return self._chance.uniform(*HANGS_S)
        if self._strikes(0.1, "slow"):
            return self._chance.uniform(*SLOW_S)
        return self._chance.uniform(0.01, 0.08)

    def trouble(self, route: str, is_done: bool) -> tuple[int, Payload, dict[str, str]] | None:
        """Return what Discord answers instead of what is right."""
        if is_done:
            chance = 0.4 if route == POSTS else 0.01
            if self._strikes(chance, "5xx after it was done"):
                return 502, {"code": 0, "message": "Bad Gateway"}, {}
            return None
        if self._strikes(0.03, "5xx"):
            return self._chance.choice((500, 502, 503)), {"code": 0, "message": "trouble"}, {}
        if self._strikes(0.03, "429"):
            wait = round(self._chance.uniform(0.1, 3.0), 3)
            told = {"message": "slow down", "retry_after": wait, "global": False}
            return 429, told, refusal(wait, "shared")
        return None
