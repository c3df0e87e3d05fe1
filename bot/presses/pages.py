"""Presses on the menu's pages: leaderboards, match lists, daily challenge, lessons."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Self

from bot.ui.press import ManyCards, MaybeId, Press, TextForm
from engine.service.standings import LeaderboardMetric
from engine.standings.rating import ANY, parse_pool

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


PoolName = Annotated[str, TextForm(read_pool, str)]
Season = Annotated[str, TextForm(read_season, season_text)]


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


class HistoryVerb(StrEnum):
    """Pages of the list, and actions on a match; ``AT`` begins a page at a match."""

    OLDER = "older"
    NEWER = "newer"
    AT = "at"
    OPEN = "open"
    RECORD = "record"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Filter:
    """The matches listed: those against ``opponent`` (a user), by the rules ``preset``."""

    opponent: int | None = None
    preset: str | None = None


def _preset(text: str) -> str | None:
    return text or None


@dataclass(frozen=True)
class HistoryPress(Press):
    """A control of the list; the id is the first match of the page or the match concerned."""

    WORD = "history"

    verb: HistoryVerb
    opponent: MaybeId
    preset: Annotated[str | None, TextForm(_preset, lambda preset: preset or "")]
    id: int = 0

    @classmethod
    def to(cls, verb: HistoryVerb, match: int, chosen: Filter) -> Self:
        """Return the press about a match in a list."""
        return cls(verb, chosen.opponent, chosen.preset, match)

    @property
    def chosen(self) -> Filter:
        """The filter of the press's list."""
        return Filter(self.opponent, self.preset)


class DailyVerb(StrEnum):
    """The parts of a day; ``HERE`` and ``EVERYWHERE`` choose the scores shown."""

    LOOK = "look"
    PLAY = "play"
    PUZZLE = "puzzle"
    VERIFY = "verify"
    HERE = "board-s"
    EVERYWHERE = "board-w"


@dataclass(frozen=True)
class DailyPress(Press):
    """A control of a day; the id is the day (0: today)."""

    WORD = "daily"

    verb: DailyVerb
    id: int = 0


class AskVerb(StrEnum):
    """The form for a position, and what was written in it."""

    FORM = "form"
    SUBMIT = "submit"


@dataclass(frozen=True)
class AskPress(Press):
    """A control of a position that the coach is asked about."""

    WORD = "ask"

    verb: AskVerb


@dataclass(frozen=True)
class AskOnPress(Press):
    """A menu of levels that plays on from a position that the coach was asked about."""

    WORD = "askon"

    preset: str
    hand: ManyCards
    pile: ManyCards
    taken: ManyCards


class RaceVerb(StrEnum):
    """What is done with a race.

    ``SHOW``: the races, or how one stands; ``TAKE``: one that somebody has posted, in a message of
    one's own; ``CHOOSE``: one of the board's. ``POST``: in the channel, for others to take up.
    """

    SHOW = "show"
    TAKE = "take"
    CHOOSE = "choose"
    START = "start"
    STOP = "stop"
    POST = "post"


@dataclass(frozen=True)
class RacePress(Press):
    """A control of races; the id is the race, 0 for a new one."""

    WORD = "race"

    verb: RaceVerb
    id: int = 0


class TutorVerb(StrEnum):
    """The tutor's advice, and new advice in its place."""

    LOOK = "look"
    RENEW = "renew"


@dataclass(frozen=True)
class TutorPress(Press):
    """A control of the tutor."""

    WORD = "tutor"

    verb: TutorVerb


class LessonVerb(StrEnum):
    """The map, and a lesson; ``REAL`` begins a match."""

    MAP = "map"
    CHOOSE = "choose"
    OPEN = "open"
    REAL = "real"


@dataclass(frozen=True)
class LessonPress(Press):
    """A control of the course; the id is the lesson's number, the revision its step."""

    WORD = "learn"

    verb: LessonVerb
    id: int = 0
    revision: int = 0
