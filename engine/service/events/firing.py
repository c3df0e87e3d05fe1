"""The timers of events: each fires in one transaction, and does nothing a second time."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from engine.service.events import rounds, rows, series, tables
from engine.service.events.outcome_types import EventCode, EventNews
from engine.service.events.rows import StoredEvent, Work
from engine.service.events.types import EventId
from engine.service.matches import match_timers
from engine.service.ports import TimeSettings
from engine.service.scheduler import Timer, TimerKind


@dataclass(frozen=True, slots=True)
class Done:
    """What a transaction has done with an event, to be announced after COMMIT.

    ``refused``: why nothing was done. ``matches``: outcomes of matches. ``due``: new timers.
    """

    event_id: EventId
    refused: EventCode | None = None
    changed: bool = False
    news: tuple[EventNews, ...] = ()
    matches: tuple[object, ...] = ()
    due: tuple[int, ...] = ()


def done(work: Work, refused: EventCode | None = None) -> Done:
    """Finish a piece of work and return what it has done."""
    work.finish()
    return Done(
        work.event.event_id,
        refused,
        work.touched,
        tuple(work.news),
        tuple(work.matches),
        tuple(work.due),
    )


def fire(
    connection: Connection, timer: Timer, root: bytes, now: int, terms: TimeSettings
) -> Done | None:
    """Do what a timer is for. ``root``: the secret of a match, or the seed of the next event."""
    row = rows.read_row(connection, timer.ref_id, lock=True)
    match_timers.drop(connection, timer)
    if row is None:
        return None
    held = rows.load(connection, row, _needed(connection, timer, row))
    if timer.kind is TimerKind.EVENT_NEXT:
        following = series.next_event(connection, held, root, now)
        return None if following is None else done(following)
    work = Work(connection, held, now, terms)
    tables.take_all(work)
    _work_of(work, timer, root)()
    return done(work)


def _needed(connection: Connection, timer: Timer, event: StoredEvent) -> list[int] | None:
    """Return the pairings that a timer is about; ``None`` if it needs all of them."""
    if timer.kind in (TimerKind.EVENT_TABLE, TimerKind.NO_SHOW):
        return [timer.slot]
    takes_results = timer.kind is TimerKind.EVENT_STEP and timer.slot == 0
    if takes_results and not event.kind.is_continuous:
        return rows.with_results(connection, event.event_id)
    return None


def _work_of(work: Work, timer: Timer, root: bytes) -> Callable[[], None]:
    if work.plan.dropped and work.event.is_open:
        return lambda: rounds.call_off(work, repeats=False)
    match timer.kind:
        case TimerKind.CHECK_IN:
            return lambda: rounds.open_check_in(work, timer.due_ms)
        case TimerKind.EVENT_START:
            return lambda: rounds.start(work, timer.due_ms)
        case TimerKind.EVENT_TABLE:
            return lambda: tables.deal(work, timer.slot, timer.fence, root)
        case TimerKind.NO_SHOW:
            return lambda: tables.check_no_show(work, timer.slot, timer.fence)
        case TimerKind.EVENT_END:
            return lambda: rounds.time_is_up(work, timer.slot)
        case _:
            now_paired = timer.slot == rounds.ROUND_SLOT
            return lambda: rounds.go_on(work, now_paired=now_paired)
