"""The audit log of a server: what its administrators have done."""

from dataclasses import dataclass

from sqlalchemy import insert, select

from engine.service.people import GuildId, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import audit


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of a server's audit log."""

    at_ms: int
    actor_id: UserId
    deed: str
    subject_id: int | None
    detail: str


def audit_log(tx: ReadTx, guild_id: GuildId, limit: int, offset: int) -> tuple[AuditLine, ...]:
    """Return the administrators' actions on a server, the newest first."""
    found = tx.execute(
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
    tx: Tx, guild: GuildId, admin: UserId, name: str, subject_id: int | None, detail: str
) -> None:
    """Record an administrator's action once."""
    key = audit.c.interaction_id
    if tx.execute(select(key).where(key == tx.key)).one_or_none() is None:
        row = {
            "interaction_id": tx.key,
            "guild_id": guild,
            "actor_id": admin,
            "at_ms": tx.now,
            "deed": name,
            "subject_id": subject_id,
            "detail": detail,
        }
        tx.execute(insert(audit), row)
