"""How people get along: friends, blocks, reports to administrators, bans from a server's tables.

A friendship is two rows: each has put the other on their list. Until then the one who asked is
told nothing about the other. A block is never announced to whom it is about.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from engine.service import friends as lists
from engine.service import preferences
from engine.service.people import (
    ChannelId,
    GuildId,
    InteractionId,
    MatchId,
    MessageId,
    Person,
    UserId,
)
from engine.service.ports import Clock
from engine.service.preferences import Deed
from engine.service.sums import upsert
from engine.store import Store
from engine.store.schema import (
    audit,
    bans,
    blocks,
    friends,
    match_players,
    matches,
    players,
    reports,
)

MOST_FRIENDS: Final = 100
MOST_BLOCKED: Final = 500
REPORTS_A_DAY: Final = 5
REASON_LENGTH: Final = 500
DAY_MS: Final = 24 * 3600 * 1000


class Befriended(StrEnum):
    """What became of putting somebody on one's list."""

    ASKED = "asked"
    """They are on the list; they have not put me on theirs yet."""
    FRIENDS = "friends"
    ALREADY = "already"
    FULL = "full"
    SELF = "self"
    BLOCKED = "blocked"
    """I have blocked them."""


@dataclass(frozen=True, slots=True)
class TableOf:
    """A running match and where to find it."""

    match_id: MatchId
    guild: GuildId
    channel: ChannelId
    message: MessageId | None


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody on a list. ``mutual``: they have me on theirs; ``asks``: only they have.

    ``table``: where they play now, told to friends of both sides only.
    """

    user_id: UserId
    name: str
    mutual: bool
    asks: bool = False
    table: TableOf | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A complaint. ``record``: the match as JSON, as it was when the report was made."""

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


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not play on a server. ``until_ms`` None: until it is lifted."""

    user_id: UserId
    name: str
    until_ms: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class AdminDeed:
    """A line of a server's audit log."""

    at_ms: int
    actor_id: UserId
    deed: str
    subject_id: int | None
    detail: str


# -- in a transaction -------------------------------------------------------------------


def are_apart(connection: Connection, user_id: int, others: Iterable[int]) -> bool:
    """Whether one of ``others`` has blocked this person, or the other way round."""
    listed = list(others)
    found = select(blocks.c.user_id).where(
        or_(
            and_(blocks.c.user_id == user_id, blocks.c.blocked_id.in_(listed)),
            and_(blocks.c.user_id.in_(listed), blocks.c.blocked_id == user_id),
        )
    )
    return connection.execute(found.limit(1)).first() is not None


def ban_of(connection: Connection, guild_id: int, user_id: int, now: int) -> Ban | None:
    """The ban that keeps somebody from playing on a server at this moment."""
    row = connection.execute(
        select(bans).where(
            bans.c.guild_id == guild_id,
            bans.c.user_id == user_id,
            or_(bans.c.until_ms.is_(None), bans.c.until_ms > now),
        )
    ).one_or_none()
    return None if row is None else Ban(UserId(row.user_id), "", row.until_ms, row.reason)


def befriend(connection: Connection, user: Person, friend: Person, now: int) -> Befriended:
    """Put somebody on one's list; if they have done so before, both are friends."""
    me, other = user.user_id, friend.user_id
    if me == other:
        return Befriended.SELF
    own = blocks.c.user_id == me, blocks.c.blocked_id == other
    if connection.execute(select(blocks.c.user_id).where(*own)).first() is not None:
        return Befriended.BLOCKED
    listed = select(func.count()).select_from(friends).where(friends.c.user_id == me)
    if connection.execute(listed).scalar_one() >= MOST_FRIENDS:
        return Befriended.FULL
    preferences.remember(connection, user, now)
    if not lists.befriend(connection, me, other, now):
        return Befriended.ALREADY
    return Befriended.FRIENDS if _lists(connection, other, me) else Befriended.ASKED


def _lists(connection: Connection, user_id: int, friend_id: int) -> bool:
    found = select(friends.c.user_id).where(
        friends.c.user_id == user_id, friends.c.friend_id == friend_id
    )
    return connection.execute(found).first() is not None


def friends_of(connection: Connection, user_id: int) -> tuple[Friend, ...]:
    """One's list, then those who ask to be on it. Blocked people do not appear."""
    back = friends.alias("back")
    mutual = exists().where(back.c.user_id == friends.c.friend_id, back.c.friend_id == user_id)
    mine = connection.execute(
        select(friends.c.friend_id, players.c.name, mutual.label("mutual"))
        .outerjoin(players, players.c.user_id == friends.c.friend_id)
        .where(friends.c.user_id == user_id)
        .order_by(friends.c.since_ms, friends.c.friend_id)
    ).all()
    playing = _tables_of(connection, [row.friend_id for row in mine if row.mutual])
    listed = [
        Friend(
            UserId(row.friend_id),
            row.name or "",
            bool(row.mutual),
            table=playing.get(row.friend_id),
        )
        for row in mine
    ]
    known = {row.friend_id for row in mine} | set(_blocked_by(connection, user_id))
    asking = connection.execute(
        select(friends.c.user_id, players.c.name)
        .outerjoin(players, players.c.user_id == friends.c.user_id)
        .where(friends.c.friend_id == user_id)
        .order_by(friends.c.since_ms, friends.c.user_id)
        .limit(MOST_FRIENDS)
    ).all()
    listed += [
        Friend(UserId(row.user_id), row.name or "", mutual=False, asks=True)
        for row in asking
        if row.user_id not in known
    ]
    return tuple(listed)


def _tables_of(connection: Connection, users: list[int]) -> dict[int, TableOf]:
    found = connection.execute(
        select(match_players.c.user_id, matches)
        .join(matches, matches.c.match_id == match_players.c.match_id)
        .where(match_players.c.user_id.in_(users), match_players.c.live == 1)
        .order_by(match_players.c.match_id)
    )
    return {
        row.user_id: TableOf(
            MatchId(row.match_id),
            GuildId(row.guild_id),
            ChannelId(row.channel_id),
            None if row.message_id is None else MessageId(row.message_id),
        )
        for row in found
    }


def _blocked_by(connection: Connection, user_id: int) -> list[int]:
    found = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
    return list(connection.execute(found.order_by(blocks.c.since_ms)).scalars())


def block(connection: Connection, user_id: UserId, other: UserId, now: int) -> bool:
    """Block somebody and end a friendship; ``False``: oneself, or the list is full."""
    mine = _blocked_by(connection, user_id)
    if user_id == other or (other not in mine and len(mine) >= MOST_BLOCKED):
        return False
    lists.unfriend(connection, user_id, other)
    lists.unfriend(connection, other, user_id)
    row = {"user_id": user_id, "blocked_id": other, "since_ms": now}
    connection.execute(upsert(connection, blocks).on_conflict_do_nothing(), row)
    return True


def _report(connection: Connection, report: Report) -> bool:
    """Keep a report once; ``False``: enough for today."""
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
    """The last match on a server in which both people sat."""
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
        .order_by(mine.c.match_id.desc())
        .limit(1)
    ).scalar_one_or_none()
    return None if found is None else MatchId(found)


def _reports_of(connection: Connection, guild_id: int, limit: int) -> tuple[Report, ...]:
    """A server's reports, the newest first."""
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


def _close_report(connection: Connection, deed: Deed, report_id: int) -> bool:
    """An administrator has dealt with a report; ``False``: it is not one of this server."""
    closed = connection.execute(
        update(reports)
        .where(reports.c.report_id == report_id, reports.c.guild_id == deed.guild_id)
        .values(closed_ms=deed.at_ms, closed_by=deed.actor_id)
    )
    if closed.rowcount:
        preferences.note(connection, deed, "close_report", report_id, "")
    return bool(closed.rowcount)


def _ban(
    connection: Connection, deed: Deed, person: Person, until_ms: int | None, reason: str
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


def _unban(connection: Connection, deed: Deed, user_id: UserId) -> bool:
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


def _audit_log(
    connection: Connection, guild_id: int, limit: int, offset: int
) -> tuple[AdminDeed, ...]:
    found = connection.execute(
        select(audit)
        .where(audit.c.guild_id == guild_id)
        .order_by(audit.c.at_ms.desc())
        .limit(limit)
        .offset(offset)
    )
    return tuple(
        AdminDeed(row.at_ms, UserId(row.actor_id), row.deed, row.subject_id, row.detail)
        for row in found
    )


# -- the door ---------------------------------------------------------------------------


class Manners:
    """Friends, blocks, reports and bans. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def friends(self, user_id: UserId) -> tuple[Friend, ...]:
        """One's list of friends, then those who ask to be on it."""
        return await self._store.read(lambda c: friends_of(c, user_id))

    async def befriend(self, user: Person, friend: Person) -> Befriended:
        """Put somebody on one's list."""
        now = self._clock.now_ms()
        return await self._store.write(lambda c: befriend(c, user, friend, now))

    async def unfriend(self, user_id: UserId, other: UserId) -> bool:
        """Take somebody off one's list; ``False``: they were not on it."""
        return await self._store.write(lambda c: lists.unfriend(c, user_id, other))

    async def block(self, user_id: UserId, other: UserId) -> bool:
        """No challenges, no tables together, no notes; ``False``: oneself, or the list is full."""
        now = self._clock.now_ms()
        return await self._store.write(lambda c: block(c, user_id, other, now))

    async def unblock(self, user_id: UserId, other: UserId) -> bool:
        """Take a block back; ``False``: there was none."""
        gone = delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id == other)
        return await self._store.write(lambda c: bool(c.execute(gone).rowcount))

    async def blocked(self, user_id: UserId) -> tuple[UserId, ...]:
        """Whom somebody has blocked."""
        return await self._store.read(lambda c: tuple(map(UserId, _blocked_by(c, user_id))))

    async def are_apart(self, user_id: UserId, other: UserId) -> bool:
        """Whether one of the two has blocked the other."""
        return await self._store.read(lambda c: are_apart(c, user_id, [other]))

    async def last_match_together(
        self, guild: GuildId, user_id: UserId, other: UserId
    ) -> MatchId | None:
        """The last match on a server in which both people sat."""
        return await self._store.read(lambda c: last_match_together(c, guild, user_id, other))

    async def report(
        self,
        interaction: InteractionId,
        guild: GuildId,
        people: tuple[UserId, UserId],
        reason: str,
        frozen: tuple[MatchId, str] | None,
    ) -> bool:
        """The first of ``people`` complains about the second; ``False``: enough for today."""
        now = self._clock.now_ms()
        match_id, record = frozen or (None, None)
        made = Report(
            interaction, guild, people[0], people[1], "", match_id, reason, record, now, None
        )
        return await self._store.write(lambda c: _report(c, made))

    async def reports(self, guild: GuildId, limit: int = 25) -> tuple[Report, ...]:
        """A server's reports, the newest first. The caller has checked who asks."""
        return await self._store.read(lambda c: _reports_of(c, guild, limit))

    async def close_report(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, report_id: int
    ) -> bool:
        """An administrator has dealt with a report."""
        deed = self._deed(interaction, guild, admin)
        return await self._store.write(lambda c: _close_report(c, deed, report_id))

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
        """Keep somebody from new tables on a server, for some days or until it is lifted."""
        deed = self._deed(interaction, guild, admin)
        until = None if days is None else deed.at_ms + days * DAY_MS
        await self._store.write(lambda c: _ban(c, deed, person, until, reason))

    async def unban(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, user_id: UserId
    ) -> bool:
        """Lift a ban; ``False``: there was none."""
        deed = self._deed(interaction, guild, admin)
        return await self._store.write(lambda c: _unban(c, deed, user_id))

    async def bans(self, guild: GuildId) -> tuple[Ban, ...]:
        """Who may not play on a server now."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: _bans_of(c, guild, now))

    async def ban_of(self, guild: GuildId, user_id: UserId) -> Ban | None:
        """The ban that keeps somebody from playing on a server at this moment."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: ban_of(c, guild, user_id, now))

    async def audit_log(self, guild: GuildId, limit: int, offset: int) -> tuple[AdminDeed, ...]:
        """What administrators have done on a server, the newest first."""
        return await self._store.read(lambda c: _audit_log(c, guild, limit, offset))

    def _deed(self, interaction: InteractionId, guild: GuildId, admin: UserId) -> Deed:
        return Deed(interaction, guild, admin, self._clock.now_ms())
