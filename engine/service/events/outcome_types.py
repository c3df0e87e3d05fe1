"""The answers to requests about events, and the news of an event for its players."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.service.events.types import Event, EventId
from engine.service.people import UserId


class EventCode(StrEnum):
    """The reason for a refusal."""

    NO_SUCH_EVENT = "no_such_event"
    ALREADY_IN = "already_in"
    ALREADY_WAITING = "already_waiting"
    NOT_IN = "not_in"
    FULL = "full"
    TOO_LATE = "too_late"
    NOT_YET = "not_yet"
    OVER = "over"
    BANNED = "banned"
    BAD_TIME = "bad_time"
    BAD_PLAN = "bad_plan"
    DRAFT_CHANGED = "draft_changed"
    """The draft has another version by now, or has ended."""
    TOO_MANY_EVENTS = "too_many_events"
    NO_SUCH_PAIRING = "no_such_pairing"
    ALREADY_PAIRED_ON = "already_paired_on"
    """The next round is paired, so the result stands."""
    PLAYED = "played"
    """These boards cannot be played a second time."""
    OUT = "out"
    """Removed, or out after two no-shows: only the organiser puts somebody back."""


@dataclass(frozen=True, slots=True)
class EventRefused:
    """The request was refused; nothing changed."""

    code: EventCode
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class EventChanged:
    """The event changed, by whatever cause. ``news``: what its players have to be told.

    The answer to a command has no news; they are published with the change.
    """

    event: Event
    news: tuple["EventNews", ...] = ()

    @property
    def subject(self) -> EventId:
        return self.event.id

    def after(self, earlier: "EventChanged") -> "EventChanged":
        """Return the newer event, with the news of both."""
        newer = self if self.event.version >= earlier.event.version else earlier
        return EventChanged(newer.event, tuple(dict.fromkeys(earlier.news + self.news)))


EventOutcome: TypeAlias = EventChanged | EventRefused


class NewsKind(StrEnum):
    """What happened, for the thread of the event and its players."""

    CHECK_IN_OPEN = "check_in_open"
    POSTPONED = "postponed"
    ROUND_PAIRED = "round_paired"
    PAIRED = "paired"
    """One pairing: its players are mentioned once."""
    RESULT = "result"
    UNDONE = "undone"
    """An organiser has taken back the result of a pairing, which is played again."""
    NO_SHOW = "no_show"
    PLACE = "place"
    """Somebody has moved up from the waiting list."""
    BOARDS_OPEN = "boards_open"
    """The last table of a round has played its boards, which are public from now on."""
    TIME_UP = "time_up"
    """The time of an arena is over, and the last matches are still played."""
    FINISHED = "finished"
    CANCELLED = "cancelled"
    """Those who were still in, or waited for a place, are mentioned once."""


@dataclass(frozen=True, slots=True)
class EventNews:
    """One piece of news. ``pairing``: its number; ``users``: whom it concerns."""

    kind: NewsKind
    round: int = 0
    pairing: int = 0
    users: tuple[UserId, ...] = ()


@dataclass(frozen=True, slots=True)
class UntoldNews:
    """News that a process has taken, to tell them together.

    ``number``: their number within the event. ``is_again``: whether another attempt
    may have told them, or some of them.
    """

    number: int
    news: tuple[EventNews, ...]
    is_again: bool = False
