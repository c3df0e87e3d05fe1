"""The effect of a rated match on the ratings of its server, as stored with the match."""

from enum import StrEnum
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from engine.game.seats import Seat


class Unrated(StrEnum):
    """The reason why a rated match changed no rating.

    ``SHORT``: no round was finished. ``OFTEN``: the same two have played their rated matches of
    the day. The others are shown to administrators only, see
    :mod:`engine.service.standings.unrated`.
    """

    SHORT = "short"
    OFTEN = "often"
    LOSSES = "losses"
    RESIGNATIONS = "resignations"


class RatingChange(NamedTuple):
    """A player's new rating, rounded, and its change by the match."""

    seat: Seat
    value: int
    change: int
    provisional: bool


class Rated(NamedTuple):
    """The changes by seat, or the reason why there are none."""

    changes: tuple[RatingChange, ...]
    unrated: Unrated | None = None


_ADAPTER: Final = TypeAdapter(Rated)


def rated_text(rated: Rated) -> str:
    """Return the changes as JSON."""
    return _ADAPTER.dump_json(rated).decode()


def rated_from(text: str) -> Rated:
    """Return the changes of their JSON."""
    return _ADAPTER.validate_json(text)
