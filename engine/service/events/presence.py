"""Events of servers that the bot is away from: they rest, go on, or end."""

from sqlalchemy import Connection, delete, select, update

from engine.service.events import boards, rounds, rows
from engine.service.events.rows import Held, Work
from engine.service.events.types import EventState
from engine.service.ports import TimeSettings
from engine.service.scheduler import EVENT_KINDS, TimerKind
from engine.store.schema import events, secrets, timers


def rest(connection: Connection, guild: int, until_ms: int) -> None:
    """Let nothing happen in the events of a server before a moment."""
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(_here(connection, guild)))
    connection.execute(update(timers).where(*timed).values(due_ms=until_ms))


def resume(connection: Connection, guild: int, now: int, terms: TimeSettings) -> None:
    """Go on with the events of a server; a start that nobody could check in for waits."""
    here = _here(connection, guild)
    following = (timers.c.kind == TimerKind.EVENT_NEXT, timers.c.ref_id.in_(here))
    connection.execute(update(timers).where(*following).values(due_ms=now))
    for event_id in here:
        row = rows.read_row(connection, event_id, lock=True)
        if row is not None and row.is_open:
            work = Work(connection, rows.load(connection, row), now, terms)
            rounds.resume(work)
            work.finish()


def end(connection: Connection, guild: int) -> None:
    """Let nothing refer to the events of a server any more, before they are deleted."""
    here = _here(connection, guild)
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(here))
    connection.execute(delete(timers).where(*timed))
    for event_id in here:
        row = rows.read_row(connection, event_id)
        if row is not None and row.kind.is_duplicate and row.state is EventState.RUNNING:
            boards.reveal(Work(connection, Held(row), row.plan.starts_ms))
    # The roots of boards that are public stay: records of the matches are dealt from them.
    connection.execute(delete(secrets).where(secrets.c.ref_id.in_(here)))


def _here(connection: Connection, guild: int) -> list[int]:
    asked = select(events.c.event_id).where(events.c.guild_id == guild)
    return list(connection.execute(asked.order_by(events.c.event_id)).scalars())
