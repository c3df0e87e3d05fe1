"""What a rated match did to the ratings of its server, as it is kept with the match."""

import json
from dataclasses import dataclass
from enum import StrEnum

from engine.game.seats import Seat


class Unrated(StrEnum):
    """Why a rated match changed no rating.

    ``SHORT``: no round was finished. ``OFTEN``: the same two have played their rated matches of
    the day. The others are for the eyes of administrators, see
    :mod:`engine.service.standings.unrated`.
    """

    SHORT = "short"
    OFTEN = "often"
    LOSSES = "losses"
    RESIGNATIONS = "resignations"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's new rating, rounded, and what the match changed."""

    seat: Seat
    value: int
    change: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """The changes by seat, or why there are none."""

    changes: tuple[RatingChange, ...]
    unrated: Unrated | None = None


def rated_text(rated: Rated | None) -> str | None:
    """As JSON."""
    if rated is None:
        return None
    changes = [[int(c.seat), c.value, c.change, int(c.provisional)] for c in rated.changes]
    return json.dumps([changes, rated.unrated])


def rated_from(text: str | None) -> Rated | None:
    """Out of its JSON."""
    if text is None:
        return None
    changes, unrated = json.loads(text)
    return Rated(
        tuple(
            RatingChange(Seat(seat), value, change, bool(provisional))
            for seat, value, change, provisional in changes
        ),
        None if unrated is None else Unrated(unrated),
    )
