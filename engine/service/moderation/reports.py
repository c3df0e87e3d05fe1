"""Reports to the administrators of a server."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, insert, select, update

from engine.service import preferences
from engine.service.changes import YES_NO, Once
from engine.service.people import GuildId, InteractionId, MatchId, UserId
from engine.service.ports import Clock
from engine.service.preferences import AuditEntry
from engine.store import Store
from engine.store.schema import match_players, matches, players, reports

REPORTS_A_DAY: Final = 5
REASON_LENGTH: Final = 500
DAY_MS: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Report:
    """A report. ``record``: the match as JSON, in its state when the report was made."""

    id: int
    guild: GuildId
    reporter: UserId
    reported: UserId
    reported_name: str
    match_id: MatchId | None
    reason: str
    record: str | None
    at_ms: int
    closed_ms: int | None


def _report(connection: Connection, report: Report) -> bool:
    """Store a report once; ``False`` if the daily limit is reached."""
    today = select(func.count()).where(
        reports.c.reporter_id == report.reporter, reports.c.at_ms > report.at_ms - DAY_MS
    )
    if connection.execute(today).scalar_one() >= REPORTS_A_DAY:
        return False
    known = select(reports.c.report_id).where(reports.c.report_id == report.id)
    if connection.execute(known).first() is None:
        row = {
            "report_id": report.id,
            "guild_id": report.guild,
            "reporter_id": report.reporter,
            "reported_id": report.reported,
            "match_id": report.match_id,
            "reason": report.reason[:REASON_LENGTH],
            "record": report.record,
            "at_ms": report.at_ms,
        }
        connection.execute(insert(reports), row)
    return True


def last_match_together(
    connection: Connection, guild_id: int, user_id: int, other_id: int
) -> MatchId | None:
    """Return the last match on a server in which both people sat."""
    mine, theirs = match_players.alias("mine"), match_players.alias("theirs")
    found = connection.execute(
        select(mine.c.match_id)
        .join(theirs, theirs.c.match_id == mine.c.match_id)
        .join(matches, matches.c.match_id == mine.c.match_id)
        .where(
            mine.c.user_id == user_id,
            theirs.c.user_id == other_id,
            matches.c.guild_id == guild_id,
        )
        .order_by(matches.c.created_ms.desc())
        .limit(1)
    ).scalar_one_or_none()
    return None if found is None else MatchId(found)


def _reports_of(connection: Connection, guild_id: int, limit: int) -> tuple[Report, ...]:
    """Return a server's reports, the newest first."""
    found = connection.execute(
        select(reports, players.c.name)
        .outerjoin(players, players.c.user_id == reports.c.reported_id)
        .where(reports.c.guild_id == guild_id)
        .order_by(reports.c.report_id.desc())
        .limit(limit)
    )
    return tuple(
        Report(
            row.report_id,
            GuildId(row.guild_id),
            UserId(row.reporter_id),
            UserId(row.reported_id),
            row.name or "",
            None if row.match_id is None else MatchId(row.match_id),
            row.reason,
            row.record,
            row.at_ms,
            row.closed_ms,
        )
        for row in found
    )


def _close_report(connection: Connection, deed: AuditEntry, report_id: int) -> bool:
    """Close a report for an administrator; ``False`` if it does not belong to this server."""
    closed = connection.execute(
        update(reports)
        .where(reports.c.report_id == report_id, reports.c.guild_id == deed.guild_id)
        .values(closed_ms=deed.at_ms, closed_by=deed.actor_id)
    )
    if closed.rowcount:
        preferences.note(connection, deed, "close_report", report_id, "")
    return bool(closed.rowcount)


class Reports:
    """A server's reports. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def make(
        self,
        interaction: InteractionId,
        guild: GuildId,
        people: tuple[UserId, UserId],
        reason: str,
        frozen: tuple[MatchId, str] | None,
    ) -> bool:
        """Report the second of ``people`` for the first; ``False`` at the daily limit."""
        now = self._clock.now_ms()
        match_id, record = frozen or (None, None)
        made = Report(
            interaction, guild, people[0], people[1], "", match_id, reason, record, now, None
        )
        return await self._store.write(
            Once(interaction, "report", YES_NO, lambda c: _report(c, made))
        )

    async def of(self, guild: GuildId, limit: int = 25) -> tuple[Report, ...]:
        """Return a server's reports, the newest first. The caller has checked permission."""
        return await self._store.read(lambda c: _reports_of(c, guild, limit))

    async def close(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, report_id: int
    ) -> bool:
        """Close a report for an administrator."""
        deed = AuditEntry(interaction, guild, admin, self._clock.now_ms())
        return await self._store.write(
            Once(interaction, "close-report", YES_NO, lambda c: _close_report(c, deed, report_id))
        )

    async def last_match_together(
        self, guild: GuildId, user_id: UserId, other: UserId
    ) -> MatchId | None:
        """Return the last match on a server in which both people sat."""
        return await self._store.read(lambda c: last_match_together(c, guild, user_id, other))
