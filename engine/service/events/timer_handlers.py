"""The timers of events, and what becomes of them while the bot is away from a server.

Each fires in one transaction, and does nothing a second time.
"""

from sqlalchemy import Connection, delete, select, update

from engine.service.events import boards, creation, rounds, rows, tables
from engine.service.events.outcomes import EventCommit
from engine.service.events.rows import StoredEvent
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import EventState
from engine.service.matches import match_timers
from engine.service.scheduler import EVENT_KINDS, Timer, TimerKind
from engine.service.tx import Tx
from engine.store.schema import events, secrets, timers


def fire(tx: Tx, timer: Timer) -> EventCommit | None:
    """Do what a timer is for."""
    row = rows.read_row(tx.connection, timer.ref_id, lock=True)
    match_timers.drop(tx.connection, timer)
    if row is None:
        return None
    event = EventTransaction.on(tx, row, _needed(tx, timer, row))
    if timer.kind is TimerKind.EVENT_NEXT:
        return creation.announce_next(event)
    tables.take_results(event)
    _handle(event, timer)
    return event.finish()


def _needed(tx: Tx, timer: Timer, event: StoredEvent) -> list[int] | None:
    """Return the pairings that a timer is about; ``None`` if it needs all of them."""
    if timer.kind in (TimerKind.EVENT_TABLE, TimerKind.NO_SHOW):
        return [timer.slot]
    takes_results = timer.kind is TimerKind.EVENT_STEP and timer.slot == 0
    if takes_results and not event.kind.is_continuous:
        return rows.with_results(tx.connection, event.event_id)
    return None


def _handle(tx: EventTransaction, timer: Timer) -> None:
    if tx.plan.dropped and tx.event.is_open:
        rounds.call_off(tx, repeats=False)
        return
    match timer.kind:
        case TimerKind.CHECK_IN:
            rounds.open_check_in(tx, timer.due_ms)
        case TimerKind.EVENT_START:
            rounds.start(tx, timer.due_ms)
        case TimerKind.EVENT_TABLE:
            tables.deal(tx, timer.slot, timer.fence)
        case TimerKind.NO_SHOW:
            tables.check_no_show(tx, timer.slot, timer.fence)
        case TimerKind.EVENT_END:
            rounds.time_is_up(tx, timer.slot)
        case _:
            rounds.go_on(tx, now_paired=timer.slot == rounds.ROUND_SLOT)


def suspend(connection: Connection, guild: int, until_ms: int) -> None:
    """Let nothing happen in the events of a server before a moment."""
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(_here(connection, guild)))
    connection.execute(update(timers).where(*timed).values(due_ms=until_ms))


def resume(tx: Tx, guild: int) -> None:
    """Go on with the events of a server; a start that nobody could check in for waits."""
    here = _here(tx.connection, guild)
    following = (timers.c.kind == TimerKind.EVENT_NEXT, timers.c.ref_id.in_(here))
    tx.connection.execute(update(timers).where(*following).values(due_ms=tx.now))
    for event_id in here:
        row = rows.read_row(tx.connection, event_id, lock=True)
        if row is not None and row.is_open:
            event = EventTransaction.on(tx, row)
            rounds.resume(event)
            event.finish()


def remove(tx: Tx, guild: int) -> None:
    """Let nothing refer to the events of a server any more, before they are deleted."""
    connection = tx.connection
    here = _here(connection, guild)
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(here))
    connection.execute(delete(timers).where(*timed))
    for event_id in here:
        row = rows.read_row(connection, event_id)
        if row is not None and row.kind.is_duplicate and row.state is EventState.RUNNING:
            boards.reveal(EventTransaction.on(tx, row, ()))
    # The roots of boards that are public stay: records of the matches are dealt from them.
    connection.execute(delete(secrets).where(secrets.c.ref_id.in_(here)))


def _here(connection: Connection, guild: int) -> list[int]:
    asked = select(events.c.event_id).where(events.c.guild_id == guild)
    return list(connection.execute(asked.order_by(events.c.event_id)).scalars())
