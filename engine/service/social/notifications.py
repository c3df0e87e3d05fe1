"""Pings about turns, each sent once."""

from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from engine.service.changes import YES_NO, AnswerCodec, as_json
from engine.service.commands import Commands, own_command, query
from engine.service.people import ChannelId, MatchId, MessageId, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import mentions


class Mention(NamedTuple):
    """A message that pings a player about their turn; ``message`` is ``None`` if none was sent."""

    match_id: MatchId
    user_id: UserId
    channel: ChannelId | None
    message: MessageId | None


_IS = (mentions.c.match_id == bindparam("m"), mentions.c.user_id == bindparam("u"))
_SEEN = select(mentions.c.match_id).where(*_IS)
_NOTIFIED = select(mentions.c.user_id).where(mentions.c.match_id == bindparam("m"))
_READ = select(mentions).where(*_IS)
_SENT = update(mentions).where(*_IS).values(channel_id=bindparam("c"), message_id=bindparam("i"))
_REMOVE = delete(mentions).where(*_IS)
_FORGET = _REMOVE.where(mentions.c.message_id == bindparam("i"))


def claim(tx: Tx, match_id: MatchId, user_id: UserId) -> bool:
    """Claim the right to ping a player about a turn; ``False`` if it was claimed already."""
    if tx.execute(_SEEN, {"m": match_id, "u": user_id}).one_or_none() is not None:
        return False
    tx.execute(insert(mentions), {"match_id": match_id, "user_id": user_id})
    return True


def sent(tx: Tx, mention: Mention) -> None:
    """Store the message of a ping."""
    of = {"m": mention.match_id, "u": mention.user_id}
    tx.execute(_SENT, {**of, "c": mention.channel, "i": mention.message})


def remove(tx: Tx, match_id: MatchId, user_id: UserId) -> Mention | None:
    """Delete the ping of a turn that is over; return it, so that its message can be deleted."""
    of = {"m": match_id, "u": user_id}
    row = tx.execute(_READ, of).one_or_none()
    if row is None:
        return None
    tx.execute(_REMOVE, of)
    return _mention(row.match_id, row.user_id, row.channel_id, row.message_id)


def restore(tx: Tx, mention: Mention) -> None:
    """Store a ping again whose message could not be deleted, unless there is a newer one."""
    of = {"m": mention.match_id, "u": mention.user_id}
    if tx.execute(_SEEN, of).one_or_none() is None:
        channel, message = mention.channel, mention.message
        row = {"match_id": mention.match_id, "user_id": mention.user_id}
        tx.execute(insert(mentions), {**row, "channel_id": channel, "message_id": message})


def forget(tx: Tx, mention: Mention) -> None:
    """Delete a ping whose message is gone; a newer one of the same player stays."""
    of = {"m": mention.match_id, "u": mention.user_id, "i": mention.message}
    tx.execute(_FORGET, of)


def notified(tx: ReadTx, match_id: MatchId) -> frozenset[UserId]:
    """Return the people who were pinged that a match waits for them, by any process."""
    found = tx.execute(_NOTIFIED, {"m": match_id}).scalars()
    return frozenset(UserId(user) for user in found)


def every(tx: ReadTx) -> tuple[Mention, ...]:
    """Return all pings, one for each player who has not moved yet."""
    found = tx.execute(select(mentions).order_by(mentions.c.match_id, mentions.c.user_id))
    return tuple(
        _mention(row.match_id, row.user_id, row.channel_id, row.message_id) for row in found
    )


def _mention(match: int, user: int, channel: int | None, message: int | None) -> Mention:
    return Mention(
        MatchId(match),
        UserId(user),
        None if channel is None else ChannelId(channel),
        None if message is None else MessageId(message),
    )


_REMOVED: Final[AnswerCodec[Mention | None]] = as_json(
    lambda gone: None if gone is None else list(gone),
    lambda _tx, gone: None if gone is None else _mention(*gone),
)


class Mentions(Commands):
    """The pings of turns that are not over."""

    claim = own_command("claim", YES_NO, claim, of_subject=True)
    remove = own_command("remove", _REMOVED, remove, of_subject=True)
    notified = query(notified)
    every = query(every, long=True)

    async def sent(self, mention: Mention) -> None:
        """Store the message that pinged a player."""
        await self._repeat(lambda tx: sent(tx, mention), mention.match_id)

    async def restore(self, mention: Mention) -> None:
        """Store a ping again whose message could not be deleted, for the next attempt."""
        await self._repeat(lambda tx: restore(tx, mention), mention.match_id)

    async def forget(self, mention: Mention) -> None:
        """Delete a ping whose message is gone."""
        await self._repeat(lambda tx: forget(tx, mention), mention.match_id)
