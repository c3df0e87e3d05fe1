"""The audit log of a server: what its administrators have done."""

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, insert, select

from engine.service.people import GuildId, InteractionId, UserId
from engine.store.schema import audit


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """The head of an entry: the interaction, server, administrator and time of an action."""

    interaction_id: InteractionId
    guild_id: GuildId
    actor_id: UserId
    at_ms: int


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of a server's audit log."""

    at_ms: int
    actor_id: UserId
    deed: str
    subject_id: int | None
    detail: str


def audit_log(
    connection: Connection, guild_id: GuildId, limit: int, offset: int
) -> tuple[AuditLine, ...]:
    """Return the administrators' actions on a server, the newest first."""
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


def note(
    connection: Connection, entry: AuditEntry, name: str, subject_id: int | None, detail: str
) -> None:
    """Record an administrator's action once."""
    found = connection.execute(
        select(audit.c.interaction_id).where(audit.c.interaction_id == entry.interaction_id)
    )
    if found.one_or_none() is None:
        row = {**asdict(entry), "deed": name, "subject_id": subject_id, "detail": detail}
        connection.execute(insert(audit), row)
