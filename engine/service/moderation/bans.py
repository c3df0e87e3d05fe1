"""Bans from a server's tables."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select

from engine.service import preferences
from engine.service.changes import NOTHING, YES_NO, Once
from engine.service.people import GuildId, InteractionId, Person, UserId
from engine.service.ports import Clock
from engine.service.preferences import AuditEntry
from engine.store import Store
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


def ban_of(connection: Connection, guild_id: int, user_id: int, now: int) -> Ban | None:
    """Return the ban that currently keeps a person from playing on a server."""
    row = connection.execute(
        select(bans).where(
            bans.c.guild_id == guild_id,
            bans.c.user_id == user_id,
            or_(bans.c.until_ms.is_(None), bans.c.until_ms > now),
        )
    ).one_or_none()
    return None if row is None else Ban(UserId(row.user_id), "", row.until_ms, row.reason)


def _ban(
    connection: Connection, deed: AuditEntry, person: Person, until_ms: int | None, reason: str
) -> None:
    connection.execute(
        delete(bans).where(bans.c.guild_id == deed.guild_id, bans.c.user_id == person.user_id)
    )
    row = {
        "guild_id": deed.guild_id,
        "user_id": person.user_id,
        "until_ms": until_ms,
        "reason": reason[:REASON_LENGTH],
        "banned_by": deed.actor_id,
        "since_ms": deed.at_ms,
    }
    connection.execute(insert(bans), row)
    preferences.remember(connection, person, deed.at_ms)
    preferences.note(connection, deed, "ban", person.user_id, reason[:REASON_LENGTH])


def _unban(connection: Connection, deed: AuditEntry, user_id: UserId) -> bool:
    gone = connection.execute(
        delete(bans).where(bans.c.guild_id == deed.guild_id, bans.c.user_id == user_id)
    )
    if gone.rowcount:
        preferences.note(connection, deed, "unban", user_id, "")
    return bool(gone.rowcount)


def _bans_of(connection: Connection, guild_id: int, now: int) -> tuple[Ban, ...]:
    found = connection.execute(
        select(bans, players.c.name)
        .outerjoin(players, players.c.user_id == bans.c.user_id)
        .where(bans.c.guild_id == guild_id, or_(bans.c.until_ms.is_(None), bans.c.until_ms > now))
        .order_by(bans.c.since_ms.desc())
    )
    return tuple(
        Ban(UserId(row.user_id), row.name or "", row.until_ms, row.reason) for row in found
    )


class Bans:
    """A server's bans. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def ban(
        self,
        interaction: InteractionId,
        guild: GuildId,
        admin: UserId,
        person: Person,
        *,
        days: int | None,
        reason: str,
    ) -> None:
        """Keep a person from new tables on a server, for some days or until the ban is lifted."""
        deed = self._deed(interaction, guild, admin)
        until = None if days is None else deed.at_ms + days * DAY_MS
        await self._store.write(
            Once(interaction, "ban", NOTHING, lambda c: _ban(c, deed, person, until, reason))
        )

    async def lift(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, user_id: UserId
    ) -> bool:
        """Lift a ban; ``False`` if there was none."""
        deed = self._deed(interaction, guild, admin)
        return await self._store.write(
            Once(interaction, "unban", YES_NO, lambda c: _unban(c, deed, user_id))
        )

    async def of(self, guild: GuildId) -> tuple[Ban, ...]:
        """Return the current bans of a server."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: _bans_of(c, guild, now))

    async def on(self, guild: GuildId, user_id: UserId) -> Ban | None:
        """Return the ban that currently keeps a person from playing on a server."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: ban_of(c, guild, user_id, now))

    def _deed(self, interaction: InteractionId, guild: GuildId, admin: UserId) -> AuditEntry:
        return AuditEntry(interaction, guild, admin, self._clock.now_ms())
