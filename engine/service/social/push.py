"""Browsers that want to hear of a turn (RFC 8030): their subscriptions, and the sender's key."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select

from engine.service.people import UserId
from engine.service.tx import Commands, Tx, query, repeatable
from engine.store.schema import push_subscriptions, server_keys
from engine.store.upsert import upsert

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
