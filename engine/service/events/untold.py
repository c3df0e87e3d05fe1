"""The news of events that are committed and not told yet: kept, taken by one process, told.

A process that stops after it has taken news tells them late or not at all. Whoever finds them after
that tells the same ones again under the same number, so that Discord knows them.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from engine.clocks.clock import DAY, MINUTE
from engine.service.events.outcome_types import EventNews, NewsKind, UntoldNews
from engine.service.events.types import EventId
from engine.service.people import UserId
from engine.store.schema import event_entries, event_news, events

TAKEN_MS: Final = MINUTE
"""How long a process may take to tell what it has taken."""
LEFT_ALONE_MS: Final = MINUTE // 3
"""How long news are left to the process that has committed them."""
OLD_MS: Final = DAY
"""The age after which nobody wants to hear the news any more."""
MOST_LOOKED_AT: Final = 100


class Kept(NamedTuple):
    """A piece of news about entrants by their numbers, so that nobody's id is in it."""

    kind: NewsKind
    round: int
    pairing: int
    numbers: Sequence[int]


def keep(
    connection: Connection, event_id: int, version: int, now: int, news: Sequence[Kept]
) -> None:
    """Keep the news of a change, which made an event's ``version``."""
    text = json.dumps([[one.kind.value, *one[1:]] for one in news], separators=(",", ":"))
    values = {"event_id": event_id, "version": version, "created_ms": now, "news": text}
    connection.execute(insert(event_news), values)


def take(connection: Connection, event_id: EventId, now: int) -> UntoldNews | None:
    """Take the news of an event; ``None`` if there are none or another tells them."""
    asked = select(events.c.message_id).where(events.c.event_id == event_id)
    message = connection.execute(asked.with_for_update()).scalar_one_or_none()
    own = event_news.c.event_id == event_id
    connection.execute(delete(event_news).where(own, event_news.c.created_ms <= now - OLD_MS))
    if message is None:
        return None
    found = connection.execute(
        select(event_news.c.version, event_news.c.news, event_news.c.batch, event_news.c.claimed_ms)
        .where(own)
        .order_by(event_news.c.version)
    ).all()
    if not found:
        return None
    is_again = found[0].batch is not None
    if is_again and now - found[0].claimed_ms < TAKEN_MS:
        return None
    batch = found[0].batch if is_again else found[-1].version
    mine = [row for row in found if row.version <= batch]
    taken = update(event_news).where(own, event_news.c.version <= batch)
    connection.execute(taken.values(batch=batch, claimed_ms=now))
    people = _people(connection, event_id)
    news = (one for row in mine for one in _read(row.news, people))
    return UntoldNews(batch, tuple(dict.fromkeys(news)), is_again=is_again)


def told(connection: Connection, event_id: EventId, number: int) -> None:
    """Forget news that were told, or can never be told."""
    own = (event_news.c.event_id == event_id, event_news.c.batch == number)
    connection.execute(delete(event_news).where(*own))


def left_alone(connection: Connection, now: int) -> tuple[EventId, ...]:
    """Return the events whose news nobody is telling now."""
    free = event_news.c.batch.is_(None) & (event_news.c.created_ms <= now - LEFT_ALONE_MS)
    late = event_news.c.claimed_ms <= now - TAKEN_MS
    found = connection.execute(
        select(event_news.c.event_id)
        .where(or_(free, late))
        .distinct()
        .order_by(event_news.c.event_id)
        .limit(MOST_LOOKED_AT)
    )
    return tuple(EventId(one) for one in found.scalars())


def _people(connection: Connection, event_id: int) -> dict[int, UserId]:
    asked = select(event_entries.c.number, event_entries.c.user_id)
    found = connection.execute(asked.where(event_entries.c.event_id == event_id))
    return {row.number: UserId(row.user_id) for row in found}


def _read(text: str, people: dict[int, UserId]) -> Iterable[EventNews]:
    rows: list[list[Any]] = json.loads(text)
    for kind, round_, pairing, numbers in rows:
        # Whoever has left before the start is no entrant any more.
        users = tuple(people[one] for one in numbers if one in people)
        yield EventNews(NewsKind(kind), round_, pairing, users)
