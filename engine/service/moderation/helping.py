"""The watch over pairs whose discards help too much: counted after rated matches of two people.

A match that ends leaves an empty row for each player, which any process may fill. Administrators
are told of a pair once; only they see it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, insert, not_, or_, select, update

from engine.coach.helping import Help
from engine.game.rules import GameKind, TableFormat
from engine.service import audit
from engine.service.changes import YES_NO
from engine.service.commands import Commands, command, query, repeatable
from engine.service.people import GuildId, MatchId, UserId
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.store.schema import helpful_pairs, match_help, players

DAY_MS: Final = 24 * 3_600_000
_STANDS_OUT: Final = or_(
    helpful_pairs.c.cleared_ms.is_(None), helpful_pairs.c.since_ms > helpful_pairs.c.cleared_ms
)
REMEMBERED_MS: Final = 90 * DAY_MS
"""The matches that count; older ones say little about today."""


@dataclass(frozen=True, slots=True)
class HelpfulPair:
    """Two people of a server, of whom one throws what the other needs.

    ``names``: of both, for labels. ``help``: over ``matches``, the newest first. ``since_ms``: when
    they were noticed.
    """

    guild: GuildId
    giver: UserId
    taker: UserId
    names: tuple[str, str]
    help: Help
    matches: tuple[MatchId, ...]
    since_ms: int


def expect(tx: Tx, match: StoredMatch) -> None:
    """Queue a rated match of two people that has just ended; part of that transaction.

    A match across servers is left out: the watch names pairs to administrators, of one server each.
    """
    rules, people = match.match.rules, [player.user_id for player in match.players]
    is_gin = rules.game_kind is GameKind.GIN and rules.table_format is TableFormat.TWO
    is_watched = match.setup.rated and is_gin and len(people) == 2 and not match.table.is_apart
    if not is_watched or match.ended_ms is None:
        return
    rows = [
        {
            "user_id": user,
            "match_id": match.match_id,
            "guild_id": match.table.guild,
            "other_id": other,
            "ended_ms": match.ended_ms,
        }
        for user, other in (people, people[::-1])
        if user is not None and other is not None
    ]
    if rows:
        tx.execute(insert(match_help), rows)


def pending(tx: ReadTx, limit: int) -> list[MatchId]:
    """Return the ended matches that are not counted yet, oldest first."""
    asked = select(match_help.c.match_id).where(match_help.c.discards.is_(None)).distinct()
    found = tx.execute(asked.order_by(match_help.c.match_id).limit(limit))
    return [MatchId(match_id) for match_id in found.scalars()]


def enter(tx: Tx, match_id: MatchId, found: Mapping[UserId, Help]) -> tuple[HelpfulPair, ...]:
    """Fill the rows of a match; return the pairs that stand out from now on."""
    mine = match_help.c.match_id == match_id
    noticed: list[HelpfulPair] = []
    for row in tx.execute(select(match_help).where(mine)).all():
        one = found.get(UserId(row.user_id), Help())
        tx.execute(
            update(match_help)
            .where(mine, match_help.c.user_id == row.user_id)
            .values(
                discards=one.discards,
                completed=one.completed,
                expected=one.expected,
                variance=one.variance,
            )
        )
        pair = _pair(tx, row.guild_id, row.user_id, row.other_id)
        if pair.help.is_too_much and _notice(tx, pair):
            noticed.append(pair)
    return tuple(noticed)


def _notice(tx: Tx, pair: HelpfulPair) -> bool:
    """Note a pair; ``False`` if it is known already."""
    row = {
        "guild_id": pair.guild,
        "user_id": pair.giver,
        "other_id": pair.taker,
        "since_ms": tx.now,
    }
    new = tx.upsert(helpful_pairs)
    noted = new.on_conflict_do_update(
        index_elements=list(helpful_pairs.primary_key),
        set_={"since_ms": tx.now},
        where=not_(_STANDS_OUT),
    )
    return bool(tx.execute(noted, row).rowcount)


def _pair(tx: ReadTx, guild: int, giver: int, taker: int) -> HelpfulPair:
    """Return what one person's discards have done for another on a server, of late."""
    pairs = helpful_pairs.c
    own = and_(pairs.guild_id == guild, pairs.user_id == giver, pairs.other_id == taker)
    known = tx.execute(select(pairs.since_ms, pairs.cleared_ms).where(own)).one_or_none()
    since = tx.now - REMEMBERED_MS
    if known is not None and known.cleared_ms is not None:
        since = max(since, known.cleared_ms)
    columns = match_help.c
    rows = tx.execute(
        select(match_help)
        .where(
            columns.guild_id == guild,
            columns.user_id == giver,
            columns.other_id == taker,
            columns.discards > 0,
            columns.ended_ms > since,
        )
        .order_by(columns.ended_ms.desc())
    ).all()
    parts = (Help(row.discards, row.completed, row.expected, row.variance) for row in rows)
    return HelpfulPair(
        GuildId(guild),
        UserId(giver),
        UserId(taker),
        (_name(tx, giver), _name(tx, taker)),
        sum(parts, Help()),
        tuple(MatchId(row.match_id) for row in rows),
        tx.now if known is None else known.since_ms,
    )


def _name(tx: ReadTx, user: int) -> str:
    found = select(players.c.name).where(players.c.user_id == user)
    return tx.execute(found).scalar_one_or_none() or "?"


def pairs_of(tx: ReadTx, guild: GuildId) -> tuple[HelpfulPair, ...]:
    """Return the pairs of a server that stand out, the newest first.

    The caller has checked permission.
    """
    columns = helpful_pairs.c
    found = tx.execute(
        select(columns.user_id, columns.other_id)
        .where(columns.guild_id == guild, _STANDS_OUT)
        .order_by(columns.since_ms.desc())
    )
    return tuple(_pair(tx, guild, row.user_id, row.other_id) for row in found.all())


def clear(tx: Tx, guild: GuildId, admin: UserId, pair: tuple[UserId, UserId]) -> bool:
    """Count a pair from nought, for an administrator who finds nothing wrong.

    ``False`` if it does not stand out on this server.
    """
    giver, taker = pair
    columns = helpful_pairs.c
    cleared = tx.execute(
        update(helpful_pairs)
        .where(
            columns.guild_id == guild,
            columns.user_id == giver,
            columns.other_id == taker,
            _STANDS_OUT,
        )
        .values(cleared_ms=tx.now)
    )
    if cleared.rowcount:
        audit.note(tx, guild, admin, "clear_pair", giver, "")
    return bool(cleared.rowcount)


class HelpRecords(Commands):
    """The watch over pairs whose discards help too much."""

    pending = query(pending, long=True)
    enter = repeatable(enter)
    pairs_of = query(pairs_of)
    clear = command("clear-pair", YES_NO, clear)
