"""The next event of a repetition, and the next season of a league."""

from collections.abc import Sequence

from sqlalchemy import Connection

from engine.events import berger
from engine.events.times import again
from engine.service.events import boards, reading, rounds, rows
from engine.service.events.rows import Held, StoredEntry, StoredEvent, Work
from engine.service.events.types import EntryState, EventId
from engine.service.people import UserId, day_of, page_key


def next_event(connection: Connection, held: Held, chance: bytes, now: int) -> Work | None:
    """Announce the event after this one, once. ``chance``: random bytes."""
    old = held.event
    event_id = _next_id(old)
    if rows.read_row(connection, event_id) is not None:
        return None
    new = StoredEvent(
        event_id=event_id,
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=old.host_id,
        plan=again(old.plan, now),
        locale=old.locale,
        seed=boards.seed_of(chance),
        series=old.series or old.event_id,
        season=old.season + 1,
        version=1,
        created_ms=now,
        anchor=boards.commit(connection, event_id, chance) if old.kind.is_duplicate else None,
    )
    entries = _carried(held) if old.kind.is_seasonal else []
    rows.create(connection, new, entries)
    work = Work(connection, rows.load(connection, new), now)
    rounds.announced(work)
    work.touched = True
    return work


def _next_id(event: StoredEvent) -> EventId:
    """Return the id of the event after this one: always the same."""
    day = day_of(event.created_ms)
    return EventId(page_key(UserId(event.event_id), day, f"after:{event.event_id}"))


def _carried(held: Held) -> list[StoredEntry]:
    """Return the entrants of a league's next season, by their places after going up and down."""
    places: dict[int, list[int]] = {}
    for line in reading.lines(held):
        places.setdefault(line.division, []).append(line.number)
    order = berger.moved(places) if places else list(held.entries)
    stay = (EntryState.HERE, EntryState.ENTERED)
    carried = [held.entries[number] for number in order if held.entries[number].state in stay]
    return _renumbered(carried)


def _renumbered(carried: Sequence[StoredEntry]) -> list[StoredEntry]:
    return [
        StoredEntry(
            number, one.user_id, one.name, EntryState.ENTERED, division=one.division, said=one.said
        )
        for number, one in enumerate(carried, 1)
    ]
