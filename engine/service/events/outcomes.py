"""The answers to commands, and the news of an event, which are stored until they are announced.

One process claims the news of an event and announces them. If it stops after that, they come late
or not at all: whoever finds them claims the same ones again under the same number, so that Discord
knows them.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import delete, insert, or_, select, update

from engine.clocks import DAY, MINUTE
from engine.service.events.types import Event, EventId
from engine.service.people import UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import event_entries, event_news, events

CLAIM_MS: Final = MINUTE
"""How long a process may take to announce what it has claimed."""
UNCLAIMED_MS: Final = MINUTE // 3
"""How long news are left to the process that has committed them."""
NEWS_LAST_MS: Final = DAY
"""The age after which nobody wants to hear the news any more."""
MOST_LOOKED_AT: Final = 100


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
    TOO_MANY_ROUNDS = "too_many_rounds"
    """More than anybody has opponents."""
    DRAFT_CHANGED = "draft_changed"
    """The draft has another version by now, or has ended."""
    TOO_MANY_EVENTS = "too_many_events"
    NO_SUCH_PAIRING = "no_such_pairing"
    ALREADY_PAIRED_ON = "already_paired_on"
    """The next round is paired, so the result stands."""
    PLAYED = "played"
    """These boards cannot be played a second time."""
    OUT = "out"
    """Removed, or out after two no-shows: only the organizer puts somebody back."""


@dataclass(frozen=True, slots=True)
class EventRefused:
    """The request was refused; nothing changed."""

    code: EventCode
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class EventChanged:
    """The event changed, by whatever cause. ``news``: what its players have to know.

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
    """An organizer has taken back the result of a pairing, which is played again."""
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
class UnannouncedNews:
    """News that a process has claimed, to announce them together.

    ``number``: their number within the event. ``is_again``: whether another attempt
    may have announced them, or some of them.
    """

    number: int
    news: tuple[EventNews, ...]
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class EventCommit:
    """What a transaction has done with an event, to be announced after COMMIT.

    ``refused``: why a command was refused. ``matches``: outcomes of matches. ``due``: of new
    timers. ``is_repeated``: whether it is the stored answer to a command that was given again.
    """

    event_id: EventId
    refused: EventCode | None = None
    is_changed: bool = False
    news: tuple[EventNews, ...] = ()
    matches: tuple[object, ...] = ()
    due: tuple[int, ...] = ()
    is_repeated: bool = False

    def after_retry(self, later: object) -> object:
        """Return this as the outcome if another attempt found nothing to do.

        Whether it was this one that has dealt a match cannot be known, and a match is announced by
        the state that is stored.
        """
        is_new = isinstance(later, EventCommit) and later.is_changed and not later.is_repeated
        return later if is_new or not self.is_changed else replace(self, matches=())


# -- the outbox --------------------------------------------------------------------------


class StoredNews(NamedTuple):
    """A piece of news about entrants by their numbers, so that nobody's id is in it."""

    kind: NewsKind
    round: int
    pairing: int
    numbers: Sequence[int]


def store_news(tx: Tx, event_id: int, version: int, news: Sequence[StoredNews]) -> None:
    """Store the news of a change, which made an event's ``version``."""
    text = json.dumps([[one.kind.value, *one[1:]] for one in news], separators=(",", ":"))
    values = {"event_id": event_id, "version": version, "created_ms": tx.now, "news": text}
    tx.execute(insert(event_news), values)


def claim_news(tx: Tx, event_id: EventId) -> UnannouncedNews | None:
    """Claim the news of an event; ``None`` if there are none, or another process has them."""
    asked = select(events.c.message_id).where(events.c.event_id == event_id)
    message = tx.execute(asked.with_for_update()).scalar_one_or_none()
    own = event_news.c.event_id == event_id
    tx.execute(delete(event_news).where(own, event_news.c.created_ms <= tx.now - NEWS_LAST_MS))
    if message is None:
        return None
    found = tx.execute(
        select(event_news.c.version, event_news.c.news, event_news.c.batch, event_news.c.claimed_ms)
        .where(own)
        .order_by(event_news.c.version)
    ).all()
    if not found:
        return None
    is_again = found[0].batch is not None
    if is_again and tx.now - found[0].claimed_ms < CLAIM_MS:
        return None
    batch = found[0].batch if is_again else found[-1].version
    mine = [row for row in found if row.version <= batch]
    claimed = update(event_news).where(own, event_news.c.version <= batch)
    tx.execute(claimed.values(batch=batch, claimed_ms=tx.now))
    people = _people(tx, event_id)
    news = (one for row in mine for one in _read(row.news, people))
    return UnannouncedNews(batch, tuple(dict.fromkeys(news)), is_again=is_again)


def mark_announced(tx: Tx, event_id: EventId, number: int) -> None:
    """Delete news that were announced, or can never be."""
    own = (event_news.c.event_id == event_id, event_news.c.batch == number)
    tx.execute(delete(event_news).where(*own))


def unannounced(tx: ReadTx) -> tuple[EventId, ...]:
    """Return the events whose news nobody is announcing now."""
    free = event_news.c.batch.is_(None) & (event_news.c.created_ms <= tx.now - UNCLAIMED_MS)
    late = event_news.c.claimed_ms <= tx.now - CLAIM_MS
    found = tx.execute(
        select(event_news.c.event_id)
        .where(or_(free, late))
        .distinct()
        .order_by(event_news.c.event_id)
        .limit(MOST_LOOKED_AT)
    )
    return tuple(EventId(one) for one in found.scalars())


def _people(tx: ReadTx, event_id: int) -> dict[int, UserId]:
    asked = select(event_entries.c.number, event_entries.c.user_id)
    found = tx.execute(asked.where(event_entries.c.event_id == event_id))
    return {row.number: UserId(row.user_id) for row in found}


def _read(text: str, people: dict[int, UserId]) -> Iterable[EventNews]:
    rows: list[list[Any]] = json.loads(text)
    for kind, round_, pairing, numbers in rows:
        # Whoever has left before the start is no entrant any more.
        users = tuple(people[one] for one in numbers if one in people)
        yield EventNews(NewsKind(kind), round_, pairing, users)
