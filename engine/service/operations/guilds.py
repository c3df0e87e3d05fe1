"""Servers that the bot is away from: their matches pause, and after 30 days their data is deleted.

No deadline of a paused match is before the end of those 30 days, because its players cannot reach
the table. When the bot returns, every turn has at least some minutes left and every table message
is redrawn. A server that Discord merely does not reach is never purged.

What a purge deletes follows from the marks of the columns (:mod:`engine.store.schema.base`).
Written by hand is what does not name the server: messages of its matches, timers and secrets of its
lobbies and events, answers to its hands of the week.
"""

import logging
from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Table, delete, select, update

from engine.game.actions import Cancel
from engine.game.errors import RecordError
from engine.service.changes import NUMBER, YES_NO
from engine.service.commands import Commands, own_command, query
from engine.service.events.commands import remove_events, resume_events, suspend_events
from engine.service.match_setup import UNDRAWN
from engine.service.matches import match_rows, match_timers
from engine.service.people import GuildId
from engine.service.play import commands
from engine.service.preferences import GuildConfig, change_config
from engine.service.scheduler import MATCH_KINDS, Timer, TimerKind
from engine.service.trainer import weekly
from engine.service.tx import ReadTx, Tx
from engine.store.schema import (
    guild_absence,
    lobbies,
    marked,
    matches,
    mentions,
    metadata,
    secrets,
    timers,
)
from engine.store.schema.base import Of, OnDelete


def note_joining(tx: Tx, guild: GuildId, at_ms: int) -> bool:
    """Record a joining; ``False`` if it is known. Its welcome is due from now on."""

    def noted(config: GuildConfig) -> GuildConfig:
        if config.joined_ms >= at_ms:
            return config
        return config.model_copy(update={"joined_ms": at_ms, "welcome_due": True})

    return change_config(tx, guild, noted)


def claim_welcome(tx: Tx, guild: GuildId) -> bool:
    """Claim the welcome that is due; ``False`` if there is none."""
    return _set_due(tx, guild, is_due=False)


def put_back_welcome(tx: Tx, guild: GuildId) -> bool:
    """Make the welcome due again, because it could not be shown."""
    return _set_due(tx, guild, is_due=True)


def _set_due(tx: Tx, guild: GuildId, *, is_due: bool) -> bool:
    return change_config(
        tx,
        guild,
        lambda config: config.model_copy(update={"welcome_due": is_due}),
    )


class Welcomes(Commands):
    """The joinings that have been noticed, and whether their welcome is still due."""

    joined = own_command("joined", YES_NO, note_joining)
    claim = own_command("welcome", YES_NO, claim_welcome)
    put_back = own_command("no-welcome", YES_NO, put_back_welcome)


RETENTION_MS: Final = 30 * 24 * 3_600_000
"""Time in milliseconds for which a server's data is kept after the bot was removed from it."""
_ALIAS_BYTES: Final = 7
_log = logging.getLogger(__name__)


def away(tx: ReadTx) -> tuple[GuildId, ...]:
    """Return the servers that the bot is away from."""
    found = tx.execute(select(guild_absence.c.guild_id)).scalars()
    return tuple(GuildId(guild) for guild in found)


def played_in(tx: ReadTx) -> tuple[GuildId, ...]:
    """Return the servers in which a match is running."""
    asked = select(matches.c.guild_id).where(matches.c.status == match_rows.LIVE).distinct()
    return tuple(GuildId(guild) for guild in tx.execute(asked).scalars())


def due(tx: ReadTx) -> tuple[GuildId, ...]:
    """Return the servers whose data has to be deleted now."""
    asked = select(guild_absence.c.guild_id).where(*_is_due(tx.now - RETENTION_MS))
    return tuple(GuildId(guild) for guild in tx.execute(asked).scalars())


def leave(tx: Tx, guild: GuildId, *, removed: bool) -> int:
    """Record that the bot was removed, or the server is unreachable: its matches pause.

    Return the number of matches; 0 also if the absence was already known.
    """
    row = {"guild_id": guild, "since_ms": tx.now, "removed": int(removed)}
    new = tx.execute(tx.upsert(guild_absence).values(row).on_conflict_do_nothing())
    if new.rowcount == 0:
        if removed:  # an outage that ended in a removal
            outage = (guild_absence.c.guild_id == guild, guild_absence.c.removed == 0)
            tx.execute(update(guild_absence).where(*outage).values(removed=1, since_ms=tx.now))
        return 0
    resting = _live(tx, guild)
    for match_id in resting:
        own = matches.c.match_id == match_id
        tx.execute(update(matches).where(own).values(floor_ms=tx.now + RETENTION_MS))
        timed = (timers.c.ref_id == match_id, timers.c.kind.in_(MATCH_KINDS))
        tx.execute(update(timers).where(*timed).values(due_ms=tx.now + RETENTION_MS))
    suspend_events(tx, guild, tx.now + RETENTION_MS)
    return len(resting)


def come_back(tx: Tx, guild: GuildId) -> int:
    """Resume a server's matches, with grace for every turn; return their number.

    0 also if the server was not away.
    """
    known = tx.execute(delete(guild_absence).where(guild_absence.c.guild_id == guild))
    if known.rowcount == 0:
        return 0
    resting = _live(tx, guild)
    for match_id in resting:
        _wake(tx, match_id)
    resume_events(tx, guild)
    return len(resting)


def purge(tx: Tx, guild: GuildId) -> bool:
    """Remove a server from all data, once; ``False`` if it is not due, or another process has.

    Its row is the lease: only its deleter purges. In the records of its players a negative number
    stands for the server, which cannot be traced back to it.
    """
    alias = -1 - int.from_bytes(tx.secret(_ALIAS_BYTES))
    due = (guild_absence.c.guild_id == guild, *_is_due(tx.now - RETENTION_MS))
    if tx.execute(delete(guild_absence).where(*due)).rowcount == 0:
        return False
    for match_id in _live(tx, guild):
        commands.decide(tx, match_id, alias, Cancel())
    here = select(matches.c.match_id).where(matches.c.guild_id == guild)
    tx.execute(delete(mentions).where(mentions.c.match_id.in_(here)))
    tx.execute(
        update(matches)
        .where(matches.c.guild_id == guild)
        .values(channel_id=0, message_id=None, rendered_version=matches.c.version)
    )
    _end_lobbies(tx, guild)
    remove_events(tx, guild)
    weekly.drop_of(tx, guild)
    _erase(tx, guild, alias)
    return True


def _erase(tx: Tx, guild: int, alias: int) -> None:
    """Delete the rows in which a server stands, or replace it, as their tables say."""
    for column, mark in marked(Of.SERVER):
        if mark.on_delete is OnDelete.CASCADE:
            _delete(tx, column.table, column == guild)
        elif mark.on_delete is OnDelete.REPLACE:
            named = update(column.table).where(column == guild)
            tx.execute(named.values({column.name: alias}))


def _delete(tx: Tx, table: Table, which: ColumnElement[bool]) -> None:
    for child in metadata.tables.values():
        for key in child.foreign_keys:
            if key.column.table is table:
                referring = key.parent.in_(select(key.column).where(which))
                tx.execute(delete(child).where(referring))
    tx.execute(delete(table).where(which))


def _end_lobbies(tx: Tx, guild: int) -> None:
    here = select(lobbies.c.lobby_id).where(lobbies.c.guild_id == guild)
    tx.execute(
        delete(timers).where(timers.c.kind == TimerKind.LOBBY.value, timers.c.ref_id.in_(here))
    )
    tx.execute(delete(secrets).where(secrets.c.ref_id.in_(here)))


def _wake(tx: Tx, match_id: int) -> None:
    settings = tx.time_settings
    try:
        stored = match_rows.read(tx, match_id)
    except RecordError:
        _log.warning("match %d cannot be read and stays at rest", match_id)
        return
    if stored is None:
        return
    floor = tx.now + (settings.slow_grace_ms if stored.setup.clock.is_slow else settings.grace_ms)
    own = matches.c.match_id == match_id
    # Redrawn, because the table message shows the deadline.
    tx.execute(update(matches).where(own).values(floor_ms=floor, rendered_version=UNDRAWN))
    stored = match_rows.read(tx, match_id)
    assert stored is not None
    match_timers.drop_all(tx, match_id)
    for (kind, slot), due in match_timers.still_wanted(tx, stored).items():
        match_timers.put(tx, Timer(kind, match_id, slot, due.fence, max(tx.now, due.due_ms)))


def _live(tx: ReadTx, guild: int) -> Sequence[int]:
    here = (matches.c.guild_id == guild, matches.c.status == match_rows.LIVE)
    return tx.execute(select(matches.c.match_id).where(*here)).scalars().all()


def _is_due(last: int) -> tuple[ColumnElement[bool], ...]:
    return (guild_absence.c.removed == 1, guild_absence.c.since_ms <= last)


class GuildAbsences(Commands):
    """The servers that the bot joins, leaves and loses contact with."""

    left = own_command("left", NUMBER, leave)
    returned = own_command("returned", NUMBER, come_back)
    known = query(away)
    played_in = query(played_in)
    due = query(due)
    purge = own_command("purge", YES_NO, purge)
