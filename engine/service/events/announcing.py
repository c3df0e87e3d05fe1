"""The announcement of an event: its row and its timers."""

from dataclasses import replace
from typing import Final

from sqlalchemy import Connection

from engine.events.plan import EventPlan
from engine.events.times import check_in_ms, is_in_time
from engine.service.events import boards, drafts, firing, plans, queries, rounds, rows
from engine.service.events.drafts import EventDraft
from engine.service.events.firing import Done
from engine.service.events.outcome_types import EventCode
from engine.service.events.rows import StoredEvent, Work
from engine.service.events.types import Announce, EventId, EventState
from engine.service.people import GuildId

MOST_OPEN: Final = 20
"""The number of events of one server that are to come or running."""


def announce(
    connection: Connection, ask: Announce, draft: EventDraft | None, chance: bytes, now: int
) -> Done:
    """Announce an event, that of a draft once."""
    if draft is not None:
        newest = drafts.read(connection, draft.id, now, lock=True)
        if newest is not None and newest.event is not None:
            return Done(newest.event)
        if newest is None or newest.version != draft.version:
            return Done(EventId(ask.interaction), EventCode.DRAFT_CHANGED)
    refused = _objection(connection, ask.guild, ask.plan, now)
    if refused is not None:
        return Done(EventId(ask.interaction), refused)
    new = _new_event(connection, ask, chance, now)
    rows.create(connection, new)
    if draft is not None:
        drafts.announced(connection, draft, new.event_id)
    work = Work(connection, rows.load(connection, new), now)
    if new.plan.starts_ms - check_in_ms(new.plan) <= now:
        work.change(state=EventState.CHECK_IN)  # Whoever enters now is checked in.
    rounds.announced(work)
    work.touched = True
    return firing.done(work)


def _objection(
    connection: Connection, guild: GuildId, plan: EventPlan, now: int
) -> EventCode | None:
    """Return why a server cannot announce an event now."""
    if not plans.is_possible(plan):
        return EventCode.BAD_PLAN
    if not is_in_time(plan.starts_ms, now):
        return EventCode.BAD_TIME
    if queries.count_open(connection, guild) >= MOST_OPEN:
        return EventCode.TOO_MANY_EVENTS
    return None


def _new_event(connection: Connection, ask: Announce, chance: bytes, now: int) -> StoredEvent:
    """Return the row of a new event, after storing the commitment to its boards."""
    event_id, kind = EventId(ask.interaction), ask.plan.kind
    return StoredEvent(
        event_id=event_id,
        guild_id=ask.guild,
        channel_id=ask.channel,
        host_id=ask.host.user_id,
        # Boards change no rating, see engine.service.events.tables.
        plan=replace(ask.plan, rated=False) if kind.is_duplicate else ask.plan,
        locale=ask.locale,
        seed=boards.seed_of(chance),
        created_ms=now,
        anchor=boards.commit(connection, event_id, chance) if kind.is_duplicate else None,
    )
