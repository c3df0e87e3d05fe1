"""Turn pings, recorded before they are sent so that none is sent twice."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from engine.service.changes import YES_NO, AnswerCodec, Once, as_json
from engine.service.ids import own_key
from engine.service.people import ChannelId, MatchId, MessageId, UserId
from engine.store import Repeatable, Store
from engine.store.schema import mentions


class Mention(NamedTuple):
    """A message that pings a player about their turn; ``message`` is ``None`` if none was sent."""

    match_id: MatchId
    user_id: UserId
    channel: ChannelId | None
    message: MessageId | None


_IS = (mentions.c.match_id == bindparam("m"), mentions.c.user_id == bindparam("u"))
_SEEN = select(mentions.c.match_id).where(*_IS)
_TOLD = select(mentions.c.user_id).where(mentions.c.match_id == bindparam("m"))
_READ = select(mentions).where(*_IS)
_SENT = update(mentions).where(*_IS).values(channel_id=bindparam("c"), message_id=bindparam("i"))
_REMOVE = delete(mentions).where(*_IS)


def claim(connection: Connection, match_id: int, user_id: int) -> bool:
    """Claim the right to ping a player; ``False`` if they were pinged already."""
    if connection.execute(_SEEN, {"m": match_id, "u": user_id}).one_or_none() is not None:
        return False
    connection.execute(insert(mentions), {"match_id": match_id, "user_id": user_id})
    return True


def sent(connection: Connection, mention: Mention) -> None:
    """Store the message of a ping."""
    of = {"m": mention.match_id, "u": mention.user_id}
    connection.execute(_SENT, {**of, "c": mention.channel, "i": mention.message})


def remove(connection: Connection, match_id: int, user_id: int) -> Mention | None:
    """Delete the ping of a turn that is over; return it, so that its message can be deleted."""
    of = {"m": match_id, "u": user_id}
    row = connection.execute(_READ, of).one_or_none()
    if row is None:
        return None
    connection.execute(_REMOVE, of)
    return _mention(row.match_id, row.user_id, row.channel_id, row.message_id)


def told(connection: Connection, match_id: int) -> frozenset[UserId]:
    """Return the people who were pinged that a match waits for them."""
    found = connection.execute(_TOLD, {"m": match_id}).scalars()
    return frozenset(UserId(user) for user in found)


def every(connection: Connection) -> tuple[Mention, ...]:
    """Return all pings, one for each player who has not moved yet."""
    found = connection.execute(select(mentions).order_by(mentions.c.match_id, mentions.c.user_id))
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
    lambda _connection, gone: None if gone is None else _mention(*gone),
)


class Mentions:
    """The pings of turns that are not over. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def claim(self, match_id: MatchId, user_id: UserId) -> bool:
        """Claim the right to ping a player about a turn; ``False`` if it was claimed already."""
        return await self._store.write(
            Once(own_key(), "claim", YES_NO, lambda c: claim(c, match_id, user_id)), key=match_id
        )

    async def sent(self, mention: Mention) -> None:
        """Store the message that pinged a player."""
        await self._store.write(Repeatable(lambda c: sent(c, mention)), key=mention.match_id)

    async def remove(self, match_id: MatchId, user_id: UserId) -> Mention | None:
        """Delete the ping, because the turn is over; return the message to delete."""
        return await self._store.write(
            Once(own_key(), "remove", _REMOVED, lambda c: remove(c, match_id, user_id)),
            key=match_id,
        )

    async def told(self, match_id: MatchId) -> frozenset[UserId]:
        """Return the people who were pinged that a match waits for them, by any process."""
        return await self._store.read(lambda c: told(c, match_id))

    async def every(self) -> tuple[Mention, ...]:
        """Return all pings of turns that are not known to be over."""
        return await self._store.read_long(every)
