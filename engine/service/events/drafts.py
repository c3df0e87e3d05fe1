"""The drafts of events: each is a row until it is announced, and ends a week after its last change.

A change names the version that it was made for, so that one made on another device is not undone.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from engine.clocks.clock import DAY
from engine.events.plan import EventPlan
from engine.service.events.plans import plan_from, plan_text
from engine.service.events.types import DraftId, EventId
from engine.service.people import GuildId, UserId
from engine.store.schema import event_drafts

LASTS_MS: Final = 7 * DAY


@dataclass(frozen=True, slots=True)
class EventDraft:
    """A draft at one version. ``event``: what it was announced as."""

    id: DraftId
    user: UserId
    guild: GuildId
    plan: EventPlan
    version: int = 0
    event: EventId | None = None


def begin(connection: Connection, draft: EventDraft, now: int) -> None:
    """Store a new draft."""
    values = {
        "draft_id": draft.id,
        "user_id": draft.user,
        "guild_id": draft.guild,
        "plan": plan_text(draft.plan),
        "version": draft.version,
        "changed_ms": now,
    }
    connection.execute(insert(event_drafts), values)


def read(
    connection: Connection, draft_id: DraftId, now: int, *, lock: bool = False
) -> EventDraft | None:
    """Return a draft, locked for a change; ``None`` if it has ended."""
    own = (event_drafts.c.draft_id == draft_id, event_drafts.c.changed_ms > now - LASTS_MS)
    asked = select(event_drafts).where(*own)
    row = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    if row is None:
        return None
    return EventDraft(
        row.draft_id, row.user_id, row.guild_id, plan_from(row.plan), row.version, row.event_id
    )


def change(connection: Connection, draft: EventDraft, plan: EventPlan, now: int) -> bool:
    """Change a draft; false if it is not at this version any more, or was announced."""
    values = {"plan": plan_text(plan), "version": draft.version + 1, "changed_ms": now}
    changed = update(event_drafts).where(
        event_drafts.c.draft_id == draft.id,
        event_drafts.c.version == draft.version,
        event_drafts.c.event_id.is_(None),
    )
    return connection.execute(changed.values(values)).rowcount == 1


def announced(connection: Connection, draft: EventDraft, event_id: EventId) -> None:
    """Record as what a draft was announced."""
    own = event_drafts.c.draft_id == draft.id
    connection.execute(update(event_drafts).where(own).values(event_id=event_id))


def forget_old(connection: Connection, now: int) -> int:
    """Delete the drafts that have ended; return their number."""
    ended = event_drafts.c.changed_ms <= now - LASTS_MS
    return connection.execute(delete(event_drafts).where(ended)).rowcount
