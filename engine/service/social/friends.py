"""Friends and blocks: the lists that people keep of each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Row, and_, delete, exists, func, or_, select, tuple_

from engine.service import preferences
from engine.service.changes import YES_NO, one_of
from engine.service.commands import Commands, command, query
from engine.service.people import (
    DIRECT_MESSAGES,
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    Person,
    UserId,
)
from engine.service.tx import ReadTx, Tx
from engine.store.schema import blocks, friends, match_players, matches, players

MOST_BLOCKED: Final = 500


def are_apart(tx: ReadTx, user_id: int, others: Iterable[int]) -> bool:
    """Whether one of ``others`` has blocked this person, or the other way round."""
    listed = list(others)
    found = select(blocks.c.user_id).where(
        or_(
            and_(blocks.c.user_id == user_id, blocks.c.blocked_id.in_(listed)),
            and_(blocks.c.user_id.in_(listed), blocks.c.blocked_id == user_id),
        )
    )
    return tx.execute(found.limit(1)).first() is not None


def has_blocked(tx: ReadTx, user_id: int, other: int) -> bool:
    """Whether the first person has blocked the second."""
    found = select(blocks.c.user_id).where(
        blocks.c.user_id == user_id, blocks.c.blocked_id == other
    )
    return tx.execute(found).first() is not None


def are_two_apart(tx: ReadTx, user_id: UserId, other: UserId) -> bool:
    """Whether one of two people has blocked the other."""
    return are_apart(tx, user_id, [other])


def blocked_by(tx: ReadTx, user_id: int) -> tuple[UserId, ...]:
    """Return the people whom a person has blocked, longest ago first."""
    found = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
    ordered = tx.execute(found.order_by(blocks.c.since_ms))
    return tuple(UserId(user) for user in ordered.scalars())


def block(tx: Tx, user_id: UserId, other: UserId) -> bool:
    """Block challenges, shared tables and notes, and end a friendship.

    ``False`` for oneself, or if the list is full.
    """
    mine = blocked_by(tx, user_id)
    if user_id == other or (other not in mine and len(mine) >= MOST_BLOCKED):
        return False
    both = tuple_(friends.c.user_id, friends.c.friend_id)
    tx.execute(delete(friends).where(both.in_([(user_id, other), (other, user_id)])))
    row = {"user_id": user_id, "blocked_id": other, "since_ms": tx.now}
    tx.execute(tx.upsert(blocks).on_conflict_do_nothing(), row)
    return True


def unblock(tx: Tx, user_id: UserId, other: UserId) -> bool:
    """Remove a block; ``False`` if there was none."""
    gone = delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id == other)
    return bool(tx.execute(gone).rowcount)


class Blocks(Commands):
    """The block lists of people."""

    block = command("block", YES_NO, block)
    unblock = command("unblock", YES_NO, unblock)
    of = query(blocked_by)
    are_apart = query(are_two_apart)


MOST_FRIENDS: Final = 100


class FriendOutcome(StrEnum):
    """The outcome of adding a person to one's list."""

    ASKED = "asked"
    """They are on the list; they have not added me to theirs yet."""
    FRIENDS = "friends"
    ALREADY = "already"
    FULL = "full"
    SELF = "self"
    BLOCKED = "blocked"
    """I have blocked them."""


@dataclass(frozen=True, slots=True)
class TableOf:
    """A running match and its location."""

    match_id: MatchId
    guild: GuildId
    channel: ChannelId
    message: MessageId | None


@dataclass(frozen=True, slots=True)
class Friend:
    """A person on a list. ``mutual``: they have me on theirs; ``asks``: only they have.

    ``table``: their current match, shown to mutual friends only. ``is_private``: they show their
    profile to nobody, so friends do not see where they are either.
    """

    user_id: UserId
    name: str
    mutual: bool
    asks: bool = False
    table: TableOf | None = None
    is_private: bool = False


def befriend(tx: Tx, user: Person, friend: Person) -> FriendOutcome:
    """Add a person to one's list; if they have done so before, both are friends."""
    me, other = user.user_id, friend.user_id
    if me == other:
        return FriendOutcome.SELF
    if has_blocked(tx, me, other):
        return FriendOutcome.BLOCKED
    listed = select(func.count()).select_from(friends).where(friends.c.user_id == me)
    if tx.execute(listed).scalar_one() >= MOST_FRIENDS:
        return FriendOutcome.FULL
    preferences.remember(tx, user)
    row = {"user_id": me, "friend_id": other, "since_ms": tx.now}
    added = tx.execute(tx.upsert(friends).on_conflict_do_nothing(), row)
    if not added.rowcount:
        return FriendOutcome.ALREADY
    return FriendOutcome.FRIENDS if _lists(tx, other, me) else FriendOutcome.ASKED


def unfriend(tx: Tx, user_id: UserId, friend_id: UserId) -> bool:
    """Remove a person from one's list; ``False`` if they were not on it."""
    gone = tx.execute(
        delete(friends).where(friends.c.user_id == user_id, friends.c.friend_id == friend_id)
    )
    return gone.rowcount == 1


def _lists(tx: ReadTx, user_id: int, friend_id: int) -> bool:
    found = select(friends.c.user_id).where(
        friends.c.user_id == user_id, friends.c.friend_id == friend_id
    )
    return tx.execute(found).first() is not None


def listed_by(tx: ReadTx, user_id: UserId) -> tuple[UserId, ...]:
    """Return the people on a person's list, longest there first."""
    found = tx.execute(
        select(friends.c.friend_id)
        .where(friends.c.user_id == user_id)
        .order_by(friends.c.since_ms, friends.c.friend_id)
    )
    return tuple(UserId(friend_id) for friend_id in found.scalars())


def friends_of(tx: ReadTx, user_id: int) -> tuple[Friend, ...]:
    """Return one's list, then those who ask to be on it, without blocked people."""
    back = friends.alias("back")
    mutual = exists().where(back.c.user_id == friends.c.friend_id, back.c.friend_id == user_id)
    mine = tx.execute(
        select(friends.c.friend_id, players.c.name, players.c.prefs, mutual.label("mutual"))
        .outerjoin(players, players.c.user_id == friends.c.friend_id)
        .where(friends.c.user_id == user_id)
        .order_by(friends.c.since_ms, friends.c.friend_id)
    ).all()
    private = {row.friend_id for row in mine if _is_private(row.prefs)}
    seen = [row.friend_id for row in mine if row.mutual and row.friend_id not in private]
    playing = _tables_of(tx, seen)
    listed = [
        Friend(
            UserId(row.friend_id),
            row.name or "",
            bool(row.mutual),
            table=playing.get(row.friend_id),
            is_private=row.friend_id in private,
        )
        for row in mine
    ]
    known = {row.friend_id for row in mine} | set(blocked_by(tx, user_id))
    asking = tx.execute(
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


def _is_private(stored: str | None) -> bool:
    return preferences.Prefs.read(stored).profile is preferences.ProfileFor.NOBODY


def _tables_of(tx: ReadTx, users: list[int]) -> dict[int, TableOf]:
    found = tx.execute(
        select(match_players.c.user_id, matches)
        .join(matches, matches.c.match_id == match_players.c.match_id)
        .where(
            match_players.c.user_id.in_(users),
            match_players.c.live == 1,
            # A chat outside servers is nobody else's business.
            matches.c.guild_id != DIRECT_MESSAGES,
        )
        .order_by(match_players.c.match_id)
    )
    return {row.user_id: _table(row) for row in found}


def _table(row: Row[Any]) -> TableOf:
    return TableOf(
        MatchId(row.match_id),
        GuildId(row.guild_id),
        ChannelId(row.channel_id),
        None if row.message_id is None else MessageId(row.message_id),
    )


class Friends(Commands):
    """The friends lists of people."""

    of = query(friends_of)
    add = command("add-friend", one_of(FriendOutcome), befriend)
    remove = command("remove-friend", YES_NO, unfriend)
