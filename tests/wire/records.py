"""The requests that a bot made."""

import time
from collections import deque
from dataclasses import dataclass
from typing import Final

KEPT: Final = 200_000


@dataclass(frozen=True, slots=True)
class Request:
    """One request. ``route``: method and path with names in place of ids; ``at``: its arrival on
    the monotonic clock; ``files``: the bytes of attachments among ``size``, those of the body.
    """

    at: float
    took: float
    method: str
    path: str
    route: str
    size: int
    files: int
    status: int


class Records:
    """The newest requests, in the order of their answers."""

    def __init__(self) -> None:
        self.all: deque[Request] = deque(maxlen=KEPT)

    def since(self, moment: float) -> list[Request]:
        """The requests that arrived since a moment of the monotonic clock."""
        return [one for one in self.all if one.at >= moment]

    def refused(self, status: int) -> list[Request]:
        """The requests that were answered with a status."""
        return [one for one in self.all if one.status == status]


def now() -> float:
    """The clock of all records."""
    return time.monotonic()
