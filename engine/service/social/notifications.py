"""Notifications of a turn: browsers that ask for them (RFC 8030), and pings, each sent once."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from engine.service.changes import YES_NO, AnswerCodec, as_json
from engine.service.people import ChannelId, MatchId, MessageId, UserId
from engine.service.tx import Commands, Tx, own_command, query, repeatable
from engine.store.schema import mentions, push_subscriptions, server_keys
from engine.store.statements import upsert

MOST_BROWSERS: Final = 8
"""The browsers of one person; the one that was added longest ago goes first."""
_ROWS: Final = push_subscriptions.c


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser. ``endpoint``: its address; ``p256dh``, ``auth``: its keys, base64url."""

    endpoint: str
    p256dh: str
    auth: str


def of(connection: Connection, user_id: UserId) -> tuple[PushSubscription, ...]:
    """Return a person's browsers."""
    asked = select(_ROWS.endpoint, _ROWS.p256dh, _ROWS.auth).where(_ROWS.user_id == user_id)
    found = connection.execute(asked.order_by(_ROWS.since_ms, _ROWS.endpoint))
    return tuple(PushSubscription(*row) for row in found)


def key(connection: Connection, name: str) -> str | None:
    """Return a key of this installation; ``None`` before the first start."""
    asked = select(server_keys.c.value).where(server_keys.c.name == name)
    return connection.execute(asked).scalar_one_or_none()


def subscribe(tx: Tx, user_id: UserId, browser: PushSubscription) -> None:
    """Add a browser, which is from now on this person's alone."""
    connection = tx.connection
    connection.execute(delete(push_subscriptions).where(_ROWS.endpoint == browser.endpoint))
    row = {
        "endpoint": browser.endpoint,
        "user_id": user_id,
        "p256dh": browser.p256dh,
        "auth": browser.auth,
        "since_ms": tx.now,
    }
    connection.execute(push_subscriptions.insert(), row)
    for old in of(connection, user_id)[:-MOST_BROWSERS]:
        unsubscribe(tx, user_id, old.endpoint)


def unsubscribe(tx: Tx, user_id: UserId, endpoint: str) -> None:
    """Forget a browser of a person."""
    own = (_ROWS.user_id == user_id, _ROWS.endpoint == endpoint)
    tx.connection.execute(delete(push_subscriptions).where(*own))


def leave(tx: Tx, user_id: UserId) -> None:
    """Forget all browsers of a person."""
    tx.connection.execute(delete(push_subscriptions).where(_ROWS.user_id == user_id))


def keep_key(tx: Tx, name: str, value: str) -> str:
    """Store a new key unless there is one; return the one that counts."""
    connection = tx.connection
    new = upsert(connection.dialect.name, server_keys).on_conflict_do_nothing()
    connection.execute(new, {"name": name, "value": value, "made_ms": tx.now})
    return key(connection, name) or value


class PushSubscriptions(Commands):
    """The browsers of people."""

    of = query(of)
    key = query(key)
    subscribe = repeatable(subscribe, of_subject=True)
    unsubscribe = repeatable(unsubscribe, of_subject=True)
    leave = repeatable(leave, of_subject=True)
    keep_key = repeatable(keep_key)


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


def claim(tx: Tx, match_id: MatchId, user_id: UserId) -> bool:
    """Claim the right to ping a player about a turn; ``False`` if it was claimed already."""
    connection = tx.connection
    if connection.execute(_SEEN, {"m": match_id, "u": user_id}).one_or_none() is not None:
        return False
    connection.execute(insert(mentions), {"match_id": match_id, "user_id": user_id})
    return True


def sent(connection: Connection, mention: Mention) -> None:
    """Store the message of a ping."""
    of = {"m": mention.match_id, "u": mention.user_id}
    connection.execute(_SENT, {**of, "c": mention.channel, "i": mention.message})


def remove(tx: Tx, match_id: MatchId, user_id: UserId) -> Mention | None:
    """Delete the ping of a turn that is over; return it, so that its message can be deleted."""
    connection = tx.connection
    of = {"m": match_id, "u": user_id}
    row = connection.execute(_READ, of).one_or_none()
    if row is None:
        return None
    connection.execute(_REMOVE, of)
    return _mention(row.match_id, row.user_id, row.channel_id, row.message_id)


def notified(connection: Connection, match_id: MatchId) -> frozenset[UserId]:
    """Return the people who were pinged that a match waits for them, by any process."""
    found = connection.execute(_NOTIFIED, {"m": match_id}).scalars()
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


class Mentions(Commands):
    """The pings of turns that are not over."""

    claim = own_command("claim", YES_NO, claim, of_subject=True)
    remove = own_command("remove", _REMOVED, remove, of_subject=True)
    notified = query(notified)
    every = query(every, long=True)

    async def sent(self, mention: Mention) -> None:
        """Store the message that pinged a player."""
        await self._repeat(lambda tx: sent(tx.connection, mention), mention.match_id)
