"""What a rated match did to the ratings of its server, as it is kept with the match."""

from enum import StrEnum
from typing import Final, NamedTuple

from pydantic import TypeAdapter

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


class RatingChange(NamedTuple):
    """A player's new rating, rounded, and what the match changed."""

    seat: Seat
    value: int
    change: int
    provisional: bool


class Rated(NamedTuple):
    """The changes by seat, or why there are none."""

    changes: tuple[RatingChange, ...]
    unrated: Unrated | None = None


_ADAPTER: Final = TypeAdapter(Rated)


def rated_text(rated: Rated) -> str:
    """As JSON."""
    return _ADAPTER.dump_json(rated).decode()


def rated_from(text: str) -> Rated:
    """Out of its JSON."""
    return _ADAPTER.validate_json(text)
