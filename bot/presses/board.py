"""Presses on a leaderboard: the board shown and the part that changes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Self

from bot.presses.codec import Form, Press
from engine.service import LeaderboardMetric
from engine.standings.pools import ANY, parse_pool

ALL_TIME: Final = "all"


class Scope(StrEnum):
    """The group of people who are ranked."""

    SERVER = "s"
    FRIENDS = "f"
    WORLD = "w"


class BoardVerb(StrEnum):
    """The part of a leaderboard that a control changes."""

    BOARD = "board"
    POOL = "pool"
    SEASON = "season"
    SCOPE = "scope"
    BACK = "back"
    NEXT = "next"
    ME = "me"


def read_pool(text: str) -> str:
    """Read the name of a pool or of all pools; ValueError for any other text."""
    return ANY if text == ANY else str(parse_pool(text))


def read_season(text: str) -> str:
    """Read a season written as ``202611`` or ``all``; ValueError for any other text."""
    if text == ALL_TIME:
        return text
    if not (len(text) == 6 and text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return f"{text[:4]}-{text[4:]}"


def season_text(season: str) -> str:
    """Write a season without hyphens."""
    return season.replace("-", "")


PoolName = Annotated[str, Form(read_pool, str)]
Season = Annotated[str, Form(read_season, season_text)]


@dataclass(frozen=True, slots=True)
class ShownLeaderboard:
    """A leaderboard from a given line on. ``season``: ``2026-11`` or ``all``."""

    scope: Scope = Scope.SERVER
    board: LeaderboardMetric = LeaderboardMetric.WON
    pool: str = ANY
    season: str = ALL_TIME
    offset: int = 0


@dataclass(frozen=True)
class BoardPress(Press):
    """A control of a leaderboard; the id is the first line of the page."""

    WORD = "board"

    verb: BoardVerb
    scope: Scope
    board: LeaderboardMetric
    pool: PoolName
    season: Season
    id: int = 0

    @classmethod
    def to(cls, verb: BoardVerb, shown: ShownLeaderboard) -> Self:
        """Return the press that leads to a board."""
        return cls(verb, shown.scope, shown.board, shown.pool, shown.season, shown.offset)

    @property
    def shown(self) -> ShownLeaderboard:
        """The leaderboard that the press leads to."""
        return ShownLeaderboard(self.scope, self.board, self.pool, self.season, self.id)
