"""New events: their drafts, their announcement, and the next event of a repetition or a league.

A draft is a row until it is announced, and ends a week after its last change. That of somebody who
may not announce events is a request, which an organizer takes over. A change names the
version that it was made for, so that one made on another device is not undone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import delete, insert, select, update

from engine.clocks import DAY, HOUR
from engine.events import systems
from engine.events.plan import EventPlan, again, check_in_ms, is_in_time
from engine.service.events import boards, queries, rounds, rows
from engine.service.events.outcomes import EventCode, EventCommit
from engine.service.events.rows import LoadedEvent, StoredEntry, StoredEvent, plan_from, plan_text
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import Announce, DraftId, EntryState, EventId, EventState
from engine.service.people import GuildId, UserId, day_of, page_key
from engine.service.tx import ReadTx, Tx
from engine.store.schema import event_drafts

MOST_OPEN: Final = 20
"""The number of events of one server that are to come or running."""
DRAFT_LASTS_MS: Final = 7 * DAY
ASKED_LASTS_MS: Final = HOUR


@dataclass(frozen=True, slots=True)
class EventDraft:
    """A draft at one version. ``event``: what it was announced as."""

    id: DraftId
    user: UserId
    guild: GuildId
    plan: EventPlan
    version: int = 0
    event: EventId | None = None


def begin_draft(tx: Tx, draft: EventDraft) -> None:
    """Store a new draft."""
    values = {
        "draft_id": draft.id,
        "user_id": draft.user,
        "guild_id": draft.guild,
        "plan": plan_text(draft.plan),
        "version": draft.version,
        "changed_ms": tx.now,
    }
    tx.execute(insert(event_drafts), values)


def read_draft(tx: ReadTx, draft_id: DraftId, *, lock: bool = False) -> EventDraft | None:
    """Return a draft, locked for a change; ``None`` if it has ended."""
    own = (event_drafts.c.draft_id == draft_id, event_drafts.c.changed_ms > tx.now - DRAFT_LASTS_MS)
    asked = select(event_drafts).where(*own)
    row = tx.execute(asked.with_for_update() if lock else asked).one_or_none()
    if row is None:
        return None
    return EventDraft(
        row.draft_id, row.user_id, row.guild_id, plan_from(row.plan), row.version, row.event_id
    )


def newest_draft(tx: ReadTx, guild: GuildId, user_id: UserId) -> EventDraft | None:
    """Return the draft that a person has changed last in a server; ``None`` if none is open."""
    newest = (
        select(event_drafts.c.draft_id)
        .where(
            event_drafts.c.user_id == user_id,
            event_drafts.c.guild_id == guild,
            event_drafts.c.event_id.is_(None),
        )
        .order_by(event_drafts.c.changed_ms.desc(), event_drafts.c.draft_id.desc())
        .limit(1)
    )
    found = tx.execute(newest).scalar_one_or_none()
    return None if found is None else read_draft(tx, DraftId(found))


def ask_for(tx: Tx, draft: EventDraft) -> int:
    """Store a request, which takes the place of the person's open one; return its id.

    0 if that one is less than ``ASKED_LASTS_MS`` old: its message has only just been posted.
    """
    open_ = newest_draft(tx, draft.guild, draft.user)
    if open_ is None or open_.version:
        begin_draft(tx, draft)
        return draft.id
    renewed = update(event_drafts).where(
        event_drafts.c.draft_id == open_.id,
        event_drafts.c.changed_ms <= tx.now - ASKED_LASTS_MS,
    )
    values = {"plan": plan_text(draft.plan), "changed_ms": tx.now}
    return open_.id if tx.execute(renewed.values(values)).rowcount else 0


def take_over(tx: Tx, draft: EventDraft, user_id: UserId) -> bool:
    """Give a request to an organizer; false if another one was first."""
    taken = update(event_drafts).where(
        event_drafts.c.draft_id == draft.id,
        event_drafts.c.user_id == draft.user,
        event_drafts.c.event_id.is_(None),
    )
    values = {"user_id": user_id, "version": draft.version + 1, "changed_ms": tx.now}
    return tx.execute(taken.values(values)).rowcount == 1


def change_draft(tx: Tx, draft: EventDraft, plan: EventPlan) -> bool:
    """Change a draft; false if it is not at this version any more, or was announced."""
    values = {"plan": plan_text(plan), "version": draft.version + 1, "changed_ms": tx.now}
    changed = update(event_drafts).where(
        event_drafts.c.draft_id == draft.id,
        event_drafts.c.version == draft.version,
        event_drafts.c.event_id.is_(None),
    )
    return tx.execute(changed.values(values)).rowcount == 1


def forget_old_drafts(tx: Tx) -> int:
    """Delete the drafts that have ended; return their number."""
    ended = event_drafts.c.changed_ms <= tx.now - DRAFT_LASTS_MS
    return tx.execute(delete(event_drafts).where(ended)).rowcount


# -- announcement -------------------------------------------------------------------------


def announce(tx: Tx, ask: Announce, draft: EventDraft | None = None) -> EventCommit:
    """Announce an event, that of a draft once."""
    if draft is not None:
        newest = read_draft(tx, draft.id, lock=True)
        if newest is not None and newest.event is not None:
            return EventCommit(newest.event)
        if newest is None or newest.version != draft.version:
            return EventCommit(EventId(ask.interaction), EventCode.DRAFT_CHANGED)
    refused = _objection(tx, ask.guild, ask.plan)
    if refused is not None:
        return EventCommit(EventId(ask.interaction), refused)
    event_id = EventId(ask.interaction)
    # Whoever enters after the check-in has begun is checked in.
    is_open = ask.plan.starts_ms - check_in_ms(ask.plan) <= tx.now
    new = StoredEvent(
        event_id=event_id,
        guild_id=ask.guild,
        channel_id=ask.channel,
        host_id=ask.host.user_id,
        # Boards change no rating, see engine.service.events.pairing_matches.
        plan=replace(ask.plan, rated=False) if ask.plan.kind.is_duplicate else ask.plan,
        locale=ask.locale,
        seed=boards.seed_of(tx.secret()),
        created_ms=tx.now,
        anchor=_commit_to_boards(tx, event_id, ask.plan),
        state=EventState.CHECK_IN if is_open else EventState.ANNOUNCED,
    )
    if draft is not None:
        own = event_drafts.c.draft_id == draft.id
        tx.execute(update(event_drafts).where(own).values(event_id=event_id))
    return _create(tx, new)


def _objection(tx: Tx, guild: GuildId, plan: EventPlan) -> EventCode | None:
    """Return why a server cannot announce an event now."""
    if not rows.is_possible(plan):
        return EventCode.BAD_PLAN
    if plan.has_too_many_rounds:
        return EventCode.TOO_MANY_ROUNDS
    if not is_in_time(plan.starts_ms, tx.now):
        return EventCode.BAD_TIME
    if queries.count_open(tx, guild) >= MOST_OPEN:
        return EventCode.TOO_MANY_EVENTS
    return None


def _commit_to_boards(tx: Tx, event_id: EventId, plan: EventPlan) -> str | None:
    return boards.commit(tx, event_id, tx.secret()) if plan.kind.is_duplicate else None


def _create(tx: Tx, new: StoredEvent, entries: Iterable[StoredEntry] = ()) -> EventCommit:
    rows.create(tx, new, entries)
    event = EventTransaction.on(tx, new)
    rounds.set_start_timers(event)
    event.loaded.is_changed = True
    return event.finish()


# -- repetition ---------------------------------------------------------------------------


def announce_next(tx: EventTransaction) -> EventCommit | None:
    """Announce the event after this one, once."""
    old = tx.event
    event_id = _next_id(old)
    if rows.read_row(tx, event_id) is not None:
        return None
    new = StoredEvent(
        event_id=event_id,
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=old.host_id,
        plan=again(old.plan, tx.now),
        locale=old.locale,
        seed=boards.seed_of(tx.secret()),
        series=old.series or old.event_id,
        season=old.season + 1,
        version=1,
        created_ms=tx.now,
        anchor=_commit_to_boards(tx, event_id, old.plan),
    )
    return _create(tx, new, _carried(tx.loaded) if old.kind.is_seasonal else ())


def _next_id(event: StoredEvent) -> EventId:
    """Return the id of the event after this one: always the same."""
    day = day_of(event.created_ms)
    return EventId(page_key(UserId(event.event_id), day, f"after:{event.event_id}"))


def _carried(loaded: LoadedEvent) -> list[StoredEntry]:
    """Return the entrants of a league's next season, by their places after going up and down."""
    places: dict[int, list[int]] = {}
    for line in queries.standing_lines(loaded):
        places.setdefault(line.division, []).append(line.number)
    order = systems.promoted(places) if places else list(loaded.entries)
    stay = (EntryState.HERE, EntryState.ENTERED)
    carried = [loaded.entries[number] for number in order if loaded.entries[number].state in stay]
    return [
        StoredEntry(
            number, one.user_id, one.name, EntryState.ENTERED, division=one.division, said=one.said
        )
        for number, one in enumerate(carried, 1)
    ]
