"""The actions of administrators on a server (``preferences.note`` records them)."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from engine.service.people import GuildId, UserId
from engine.store import Store
from engine.store.schema import audit


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of a server's audit log."""

    at_ms: int
    actor_id: UserId
    deed: str
    subject_id: int | None
    detail: str


def _audit_log(
    connection: Connection, guild_id: int, limit: int, offset: int
) -> tuple[AuditLine, ...]:
    found = connection.execute(
        select(audit)
        .where(audit.c.guild_id == guild_id)
        .order_by(audit.c.at_ms.desc())
        .limit(limit)
        .offset(offset)
    )
    return tuple(
        AuditLine(row.at_ms, UserId(row.actor_id), row.deed, row.subject_id, row.detail)
        for row in found
    )


class AuditLog:
    """The audit log of a server. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, guild: GuildId, limit: int, offset: int) -> tuple[AuditLine, ...]:
        """Return the administrators' actions on a server, the newest first."""
        return await self._store.read(lambda c: _audit_log(c, guild, limit, offset))
