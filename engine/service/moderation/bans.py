"""Bans from a server's tables."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select

from engine.service import audit, name_book
from engine.service.changes import NOTHING, YES_NO
from engine.service.people import GuildId, Person, UserId
from engine.service.tx import Commands, Tx, command, query_at
from engine.store.schema import bans, players

REASON_LENGTH: Final = 500
DAY_MS: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Ban:
    """A person who may not play on a server. ``until_ms`` None: until the ban is lifted."""

    user_id: UserId
    name: str
    until_ms: int | None
    reason: str


def ban_of(connection: Connection, now: int, guild_id: GuildId, user_id: int) -> Ban | None:
    """Return the ban that currently keeps a person from playing on a server."""
    row = connection.execute(
        select(bans).where(
            bans.c.guild_id == guild_id,
            bans.c.user_id == user_id,
            or_(bans.c.until_ms.is_(None), bans.c.until_ms > now),
        )
    ).one_or_none()
    return None if row is None else Ban(UserId(row.user_id), "", row.until_ms, row.reason)


def ban(
    tx: Tx, guild: GuildId, admin: UserId, person: Person, *, days: int | None, reason: str
) -> None:
    """Keep a person from new tables on a server, for some days or until the ban is lifted."""
    connection, entry = tx.connection, tx.audit(guild, admin)
    until_ms = None if days is None else tx.now + days * DAY_MS
    connection.execute(
        delete(bans).where(bans.c.guild_id == entry.guild_id, bans.c.user_id == person.user_id)
    )
    row = {
        "guild_id": entry.guild_id,
        "user_id": person.user_id,
        "until_ms": until_ms,
        "reason": reason[:REASON_LENGTH],
        "banned_by": entry.actor_id,
        "since_ms": entry.at_ms,
    }
    connection.execute(insert(bans), row)
    name_book.remember(connection, person, entry.at_ms)
    audit.note(connection, entry, "ban", person.user_id, reason[:REASON_LENGTH])


def lift(tx: Tx, guild: GuildId, admin: UserId, user_id: UserId) -> bool:
    """Lift a ban; ``False`` if there was none."""
    connection, entry = tx.connection, tx.audit(guild, admin)
    gone = connection.execute(
        delete(bans).where(bans.c.guild_id == entry.guild_id, bans.c.user_id == user_id)
    )
    if gone.rowcount:
        audit.note(connection, entry, "unban", user_id, "")
    return bool(gone.rowcount)


def bans_of(connection: Connection, now: int, guild_id: GuildId) -> tuple[Ban, ...]:
    """Return the current bans of a server, the newest first."""
    found = connection.execute(
        select(bans, players.c.name)
        .outerjoin(players, players.c.user_id == bans.c.user_id)
        .where(bans.c.guild_id == guild_id, or_(bans.c.until_ms.is_(None), bans.c.until_ms > now))
        .order_by(bans.c.since_ms.desc())
    )
    return tuple(
        Ban(UserId(row.user_id), row.name or "", row.until_ms, row.reason) for row in found
    )


class Bans(Commands):
    """A server's bans."""

    ban = command("ban", NOTHING, ban)
    lift = command("unban", YES_NO, lift)
    of = query_at(bans_of)
    on = query_at(ban_of)
