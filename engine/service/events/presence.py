"""Events of servers that the bot is away from: they rest, go on, or are deleted."""

from dataclasses import replace

from sqlalchemy import Connection, delete, or_, select, update

from engine.service.events import boards, deeds, rounds, rows, tables
from engine.service.events.rows import Held, Work
from engine.service.events.types import EventState
from engine.service.matches.timers import TimeSettings
from engine.service.scheduler import EVENT_KINDS, TimerKind
from engine.store.schema import (
    event_entries,
    event_matches,
    event_news,
    event_pairings,
    events,
    guild_absence,
    secrets,
    server_results,
    timers,
)


def rest(connection: Connection, guild: int, until_ms: int) -> None:
    """Let nothing happen in the events of a server before a moment."""
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(_here(connection, guild)))
    connection.execute(update(timers).where(*timed).values(due_ms=until_ms))


def resume(connection: Connection, guild: int, now: int, terms: TimeSettings) -> None:
    """Go on with the events of a server; a start that nobody could check in for waits.

    An event of two servers rests until both are there.
    """
    here = [one for one in _here(connection, guild) if not _is_half_away(connection, one)]
    following = (timers.c.kind == TimerKind.EVENT_NEXT, timers.c.ref_id.in_(here))
    connection.execute(update(timers).where(*following).values(due_ms=now))
    for event_id in here:
        row = rows.read_row(connection, event_id, lock=True)
        if row is not None and row.is_open:
            work = Work(connection, rows.load(connection, row), now, terms)
            rounds.resume(work)
            work.finish()


def leave(connection: Connection, guild: int, now: int, terms: TimeSettings) -> None:
    """Take a server that will be deleted out of its open events with others."""
    for event_id in _here(connection, guild):
        row = rows.read_row(connection, event_id, lock=True)
        if row is None or not row.is_open:
            continue
        team = row.team_of(guild)
        if team is None:
            continue
        work = Work(connection, rows.load(connection, row), now, terms)
        tables.take_all(work)
        if row.state is EventState.RUNNING:
            deeds.leave(work, team)
            rounds.finish(work)
        else:
            rounds.call_off(work)
        work.finish()


def purge(connection: Connection, guild: int, alias: int) -> None:
    """Delete the events of a server; the matches stay with their players.

    An event of two servers stays with the other one, without the name that this one gave its team.
    ``alias``: what stands for the server there.
    """
    kept = [one for one in _here(connection, guild) if _is_kept(connection, one, guild, alias)]
    here = [one for one in _here(connection, guild) if one not in kept]
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(here))
    connection.execute(delete(timers).where(*timed))
    for event_id in here:
        row = rows.read_row(connection, event_id)
        if row is not None and row.kind.is_duplicate and row.state is EventState.RUNNING:
            boards.reveal(Work(connection, Held(row), row.plan.starts_ms))
    # The roots of boards that are public stay: records of the matches are dealt from them.
    connection.execute(delete(secrets).where(secrets.c.ref_id.in_(here)))
    for table in (event_news, server_results, event_matches, event_pairings, event_entries, events):
        connection.execute(delete(table).where(table.c.event_id.in_(here)))


def _is_kept(connection: Connection, event_id: int, guild: int, alias: int) -> bool:
    """Take a server out of an event that another one still has; ``False`` if there is none."""
    row = rows.read_row(connection, event_id, lock=True)
    team = None if row is None else row.team_of(guild)
    if row is None or team is None or row.homes[2 - team].guild < 0:
        return False
    own = row.plan.teams[2 - team]
    teams = ("", own) if team == 1 else (own, "")
    work = Work(connection, Held(row), row.plan.starts_ms)
    work.change(plan=replace(row.plan, name=own, teams=teams))
    work.finish()
    gone: dict[str, int | str | None] = {
        "guild_id": alias,
        "channel_id": 0,
        "message_id": None,
        "thread_id": None,
        "host_id": 0,
        "locale": None,
        "rendered_version": work.event.version,
    }
    home = gone if team == 1 else {f"away_{name}": value for name, value in gone.items()}
    connection.execute(update(events).where(events.c.event_id == event_id).values(home))
    return True


def _here(connection: Connection, guild: int) -> list[int]:
    asked = select(events.c.event_id).where(
        or_(events.c.guild_id == guild, events.c.away_guild_id == guild)
    )
    return list(connection.execute(asked.order_by(events.c.event_id)).scalars())


def _is_half_away(connection: Connection, event_id: int) -> bool:
    """Whether the bot is still away from the other server of an event."""
    row = rows.read_row(connection, event_id)
    homes = () if row is None else row.homes
    asked = select(guild_absence.c.guild_id).where(
        guild_absence.c.guild_id.in_([home.guild for home in homes])
    )
    return connection.execute(asked).first() is not None
