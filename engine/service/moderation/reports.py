"""Reports to a server's administrators, and bans from its tables."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, insert, or_, select, update

from engine.game.errors import RecordError
from engine.game.record import named, nameless
from engine.service import audit, preferences
from engine.service.changes import NOTHING, YES_NO
from engine.service.commands import Commands, command, query
from engine.service.matches import match_rows, records
from engine.service.people import GuildId, MatchId, Person, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import bans, match_players, matches, players, reports

MOST_LISTED: Final = 1_000
"""The most reports that a list of a server has."""
REASON_LENGTH: Final = 500
DAY_MS: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Ban:
    """A person who may not play on a server. ``until_ms`` None: until the ban is lifted."""

    user_id: UserId
    name: str
    until_ms: int | None
    reason: str


def ban_of(tx: ReadTx, guild_id: GuildId, user_id: int) -> Ban | None:
    """Return the ban that currently keeps a person from playing on a server."""
    row = tx.execute(
        select(bans).where(
            bans.c.guild_id == guild_id,
            bans.c.user_id == user_id,
            or_(bans.c.until_ms.is_(None), bans.c.until_ms > tx.now),
        )
    ).one_or_none()
    return None if row is None else Ban(UserId(row.user_id), "", row.until_ms, row.reason)


def ban(
    tx: Tx, guild: GuildId, admin: UserId, person: Person, *, days: int | None, reason: str
) -> None:
    """Keep a person from new tables on a server, for some days or until the ban is lifted."""
    until_ms = None if days is None else tx.now + days * DAY_MS
    tx.execute(delete(bans).where(bans.c.guild_id == guild, bans.c.user_id == person.user_id))
    row = {
        "guild_id": guild,
        "user_id": person.user_id,
        "until_ms": until_ms,
        "reason": reason[:REASON_LENGTH],
        "banned_by": admin,
        "since_ms": tx.now,
    }
    tx.execute(insert(bans), row)
    preferences.remember(tx, person)
    audit.note(tx, guild, admin, "ban", person.user_id, reason[:REASON_LENGTH])


def lift(tx: Tx, guild: GuildId, admin: UserId, user_id: UserId) -> bool:
    """Lift a ban; ``False`` if there was none."""
    gone = tx.execute(delete(bans).where(bans.c.guild_id == guild, bans.c.user_id == user_id))
    if gone.rowcount:
        audit.note(tx, guild, admin, "unban", user_id, "")
    return bool(gone.rowcount)


def bans_of(tx: ReadTx, guild_id: GuildId) -> tuple[Ban, ...]:
    """Return the current bans of a server, the newest first."""
    found = tx.execute(
        select(bans, players.c.name)
        .outerjoin(players, players.c.user_id == bans.c.user_id)
        .where(
            bans.c.guild_id == guild_id, or_(bans.c.until_ms.is_(None), bans.c.until_ms > tx.now)
        )
        .order_by(bans.c.since_ms.desc())
    )
    return tuple(
        Ban(UserId(row.user_id), row.name or "", row.until_ms, row.reason) for row in found
    )


class Bans(Commands):
    """A server's bans."""

    ban = command("ban", NOTHING, ban)
    lift = command("unban", YES_NO, lift)
    of = query(bans_of)
    on = query(ban_of)


REPORTS_A_DAY: Final = 5


@dataclass(frozen=True, slots=True)
class Report:
    """A report. ``match_id``: the match whose record, of that time, is part of it."""

    id: int
    guild: GuildId
    reporter: UserId
    reported: UserId
    reported_name: str
    match_id: MatchId | None
    reason: str
    at_ms: int
    closed_ms: int | None


def report(
    tx: Tx,
    guild: GuildId,
    people: tuple[UserId, UserId],
    reason: str,
    frozen: tuple[MatchId, str] | None,
) -> bool:
    """Report the second of ``people`` for the first; ``False`` at the daily limit.

    ``frozen``: a match that both played, and its record at this time as JSON.
    """
    reporter, reported = people
    match_id, record = frozen or (None, None)
    today = select(func.count()).where(
        reports.c.reporter_id == reporter, reports.c.at_ms > tx.now - DAY_MS
    )
    if tx.execute(today).scalar_one() >= REPORTS_A_DAY:
        return False
    known = select(reports.c.report_id).where(reports.c.report_id == tx.key)
    if tx.execute(known).first() is None:
        row = {
            "report_id": tx.key,
            "guild_id": guild,
            "reporter_id": reporter,
            "reported_id": reported,
            "match_id": match_id,
            "reason": reason[:REASON_LENGTH],
            "record": _without_names(record),
            "at_ms": tx.now,
        }
        tx.execute(insert(reports), row)
    return True


def _without_names(record: str | None) -> str | None:
    """Return the stored form of a record; people are references in it, to the match's seats."""
    try:
        return nameless(record) if record else record
    except RecordError:
        return record


def record_of(tx: ReadTx, report_id: int) -> str | None:
    """Return the record of a report as JSON, with the names that the seats of its match have."""
    asked = select(reports.c.match_id, reports.c.record).where(reports.c.report_id == report_id)
    row = tx.execute(asked).one_or_none()
    if row is None or not row.record:
        return None
    stored = match_rows.read(tx, row.match_id)
    try:
        seats = () if stored is None else stored.players
        return named(row.record, [records.recorded_name(player) for player in seats])
    except RecordError:
        return str(row.record)


def last_match_together(
    tx: ReadTx, guild_id: GuildId, user_id: UserId, other_id: UserId
) -> MatchId | None:
    """Return the last match on a server in which both people sat."""
    mine, theirs = match_players.alias("mine"), match_players.alias("theirs")
    found = tx.execute(
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


def reports_of(tx: ReadTx, guild_id: GuildId) -> tuple[Report, ...]:
    """Return a server's reports, the newest first. The caller has checked permission."""
    found = tx.execute(
        select(reports, players.c.name)
        .outerjoin(players, players.c.user_id == reports.c.reported_id)
        .where(reports.c.guild_id == guild_id)
        .order_by(reports.c.report_id.desc())
        .limit(MOST_LISTED)
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
            row.at_ms,
            row.closed_ms,
        )
        for row in found
    )


def close_report(tx: Tx, guild: GuildId, admin: UserId, report_id: int) -> bool:
    """Close a report for an administrator; ``False`` if it does not belong to this server."""
    closed = tx.execute(
        update(reports)
        .where(reports.c.report_id == report_id, reports.c.guild_id == guild)
        .values(closed_ms=tx.now, closed_by=admin)
    )
    if closed.rowcount:
        audit.note(tx, guild, admin, "close_report", report_id, "")
    return bool(closed.rowcount)


class Reports(Commands):
    """A server's reports."""

    make = command("report", YES_NO, report)
    of = query(reports_of)
    record_of = query(record_of)
    close = command("close-report", YES_NO, close_report)
    last_match_together = query(last_match_together)
