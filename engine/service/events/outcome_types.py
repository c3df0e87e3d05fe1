"""The answers to requests about events, and the news of an event for its players."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from engine.service.events.types import Event, EventId
from engine.service.people import GuildId, UserId


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
    TOO_MANY_EVENTS = "too_many_events"
    NO_SUCH_PAIRING = "no_such_pairing"
    ALREADY_PAIRED_ON = "already_paired_on"
    """The next round is paired, so the result stands."""
    PLAYED = "played"
    """These boards cannot be played a second time."""
    OUT = "out"
    """Removed, or out after two no-shows: only the organiser puts somebody back."""
    APART = "apart"
    """The other server does not let this person play."""
    BOTH_SERVERS = "both_servers"
    """Neither server decides this alone."""
    NOT_ACROSS = "not_across"
    """One of the servers does not meet others at the moment."""
    NOT_CAPTAIN = "not_captain"
    """Only the captain and organisers set the line-up of a team, until the match begins."""
    BAD_TEAM = "bad_team"
    """The name of the team is empty, too long or that of the other team."""
    NO_SUCH_INVITATION = "no_such_invitation"
    OWN_INVITATION = "own_invitation"
    TOO_MANY_INVITATIONS = "too_many_invitations"


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

    def seen_in(self, guild: GuildId) -> "EventChanged":
        """Return the change as a server sees it, about its own people."""
        event = self.event.seen_in(guild)
        if not event.is_across:
            return self
        return EventChanged(event, tuple(one.seen_by(event) for one in self.news))

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

    def seen_by(self, event: Event) -> "EventNews":
        """Return the news with the ids that people have in an event, as it is seen."""
        return replace(self, users=tuple(event.shown_id(one) for one in self.users))


@dataclass(frozen=True, slots=True)
class UntoldNews:
    """News that a process has taken, to tell them together.

    ``number``: their number within the event and its home. ``is_again``: whether another attempt
    may have told them, or some of them.
    """

    number: int
    news: tuple[EventNews, ...]
    is_again: bool = False
