"""The inbox: notes between friends and people of the same table, and friend requests."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import (
    and_,
    delete,
    func,
    insert,
    null,
    or_,
    select,
    union_all,
    update,
)

from engine.service import preferences
from engine.service.changes import NUMBER, YES_NO, one_of
from engine.service.commands import Commands, command, query, repeatable
from engine.service.people import Person, Place, UserId
from engine.service.social.friends import are_apart
from engine.service.tx import ReadTx, Tx
from engine.store.schema import friend_requests, friends, match_players, matches, notes, players

NOTE_LENGTH: Final = 300
IN_TEN_MINUTES: Final = 5
A_DAY: Final = 30
MOST_RETAINED: Final = 50
"""The maximum number of items in an inbox; the oldest read ones make room."""
TOGETHER_MS: Final = 24 * 3600 * 1000
"""Time in milliseconds after a match in which its players may still write to each other."""
_MINUTES: Final = 60_000
_BOTH: Final = ((notes, notes.c.note_id), (friend_requests, friend_requests.c.request_id))
_INBOX: Final = union_all(
    *(
        select(
            key.label("item_id"),
            *(table.c.sender_id, table.c.receiver_id, table.c.sent_ms, table.c.read_ms),
            table.c.get("words", null()).label("words"),
        )
        for table, key in _BOTH
    )
).subquery("inbox")
"""Notes, and friend requests, which have no words."""


class NoteSent(StrEnum):
    """The outcome of sending a note."""

    SENT = "sent"
    TOO_MANY = "too_many"
    NEVER_MET = "stranger"
    """They neither share a table with the sender nor are friends."""
    UNWANTED = "unwanted"
    """The receiver takes no notes, or one of the two has blocked the other."""
    EMPTY = "empty"
    SELF = "self"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class InboxItem:
    """A note that a person has received, or a friend request, which has no words."""

    id: int
    sender: UserId
    sender_name: str
    words: str | None
    sent_ms: int
    is_read: bool


def send(tx: Tx, sender: Person, receiver: UserId, words: str) -> NoteSent:
    """Send a note to a friend or to a person of the same table."""
    text = " ".join(words.split())[:NOTE_LENGTH]
    refused = _refusal(tx, sender.user_id, receiver, text)
    if refused is not None:
        return refused
    preferences.remember(tx, sender)
    row = _row(sender, receiver, tx.now) | {"note_id": tx.key, "words": text}
    tx.execute(insert(notes), row)
    return NoteSent.SENT


def _row(sender: Person, receiver: int, now: int) -> dict[str, object]:
    return {"sender_id": sender.user_id, "receiver_id": receiver, "sent_ms": now}


def send_friend_request(tx: Tx, sender: Person, receiver: UserId) -> bool:
    """Send a friend request; ``False`` if the receiver takes none."""
    chosen = preferences.prefs(tx, receiver)
    unwanted = chosen.notes is preferences.NoteWay.NONE
    if unwanted or are_apart(tx, sender.user_id, [receiver]):
        return False
    if _enough(tx, sender.user_id, receiver) is not None:
        return False
    preferences.remember(tx, sender)
    row = _row(sender, receiver, tx.now) | {"request_id": tx.key}
    tx.execute(insert(friend_requests), row)
    return True


def _refusal(tx: Tx, sender: int, receiver: int, text: str) -> NoteSent | None:
    if not text:
        return NoteSent.EMPTY
    if sender == receiver:
        return NoteSent.SELF
    chosen = preferences.prefs(tx, receiver)
    if are_apart(tx, sender, [receiver]) or chosen.notes is preferences.NoteWay.NONE:
        return NoteSent.UNWANTED
    if not _know_each_other(tx, sender, receiver):
        return NoteSent.NEVER_MET
    return _enough(tx, sender, receiver)


def _enough(tx: Tx, sender: int, receiver: int) -> NoteSent | None:
    for length, most in ((10 * _MINUTES, IN_TEN_MINUTES), (24 * 60 * _MINUTES, A_DAY)):
        sent = select(func.count()).where(
            _INBOX.c.sender_id == sender, _INBOX.c.sent_ms > tx.now - length
        )
        if tx.execute(sent).scalar_one() >= most:
            return NoteSent.TOO_MANY
    return None if _has_room(tx, receiver) else NoteSent.FULL


def _know_each_other(tx: ReadTx, sender: int, receiver: int) -> bool:
    """Whether two people are mutual friends, or share a table now or did within the last day."""
    back = friends.alias("back")
    mutual = (
        select(friends.c.user_id)
        .join(back, back.c.user_id == friends.c.friend_id)
        .where(
            friends.c.user_id == sender,
            friends.c.friend_id == receiver,
            back.c.friend_id == sender,
        )
    )
    if tx.execute(mutual).first() is not None:
        return True
    mine, theirs = match_players.alias("mine"), match_players.alias("theirs")
    together = (
        select(matches.c.match_id)
        .join(mine, mine.c.match_id == matches.c.match_id)
        .join(theirs, theirs.c.match_id == matches.c.match_id)
        .where(
            mine.c.user_id == sender,
            theirs.c.user_id == receiver,
            or_(matches.c.ended_ms.is_(None), matches.c.ended_ms > tx.now - TOGETHER_MS),
            matches.c.place != Place.APART.value,
        )
        .limit(1)
    )
    return tx.execute(together).first() is not None


def _has_room(tx: Tx, receiver: int) -> bool:
    """Make room by deleting the oldest read item."""
    stored = tx.execute(
        select(_INBOX.c.item_id, _INBOX.c.read_ms)
        .where(_INBOX.c.receiver_id == receiver)
        .order_by(_INBOX.c.item_id)
    ).all()
    if len(stored) < MOST_RETAINED:
        return True
    oldest = next((row.item_id for row in stored if row.read_ms is not None), None)
    if oldest is None:
        return False
    for table, key in _BOTH:
        tx.execute(delete(table).where(key == oldest))
    return True


def inbox(tx: ReadTx, user_id: int, *, unread: bool = False) -> tuple[InboxItem, ...]:
    """Return a person's notes and friend requests, the newest first."""
    asked = (
        select(_INBOX, players.c.name)
        .outerjoin(players, players.c.user_id == _INBOX.c.sender_id)
        .where(_INBOX.c.receiver_id == user_id)
        .order_by(_INBOX.c.item_id.desc())
    )
    if unread:
        asked = asked.where(_INBOX.c.read_ms.is_(None))
    return tuple(
        InboxItem(
            row.item_id,
            UserId(row.sender_id),
            row.name or "",
            row.words,
            row.sent_ms,
            row.read_ms is not None,
        )
        for row in tx.execute(asked)
    )


def mark_read(tx: Tx, user_id: UserId, read: tuple[InboxItem, ...]) -> None:
    """Mark items as read by their receiver."""
    for table, key in _BOTH:
        shown = (key.in_([item.id for item in read]), table.c.receiver_id == user_id)
        unread = table.c.read_ms.is_(None)
        tx.execute(update(table).where(*shown, unread).values(read_ms=tx.now))


def delete_items(tx: Tx, user_id: UserId, item_id: int | None) -> int:
    """Delete one item sent or received by this person, or all received; return how many."""
    gone = 0
    for table, key in _BOTH:
        own = table.c.receiver_id == user_id
        if item_id is not None:
            own = and_(key == item_id, or_(own, table.c.sender_id == user_id))
        gone += tx.execute(delete(table).where(own)).rowcount
    return gone


class Notes(Commands):
    """Notes and friend requests."""

    send = command("note", one_of(NoteSent), send)
    request = command("friend-request", YES_NO, send_friend_request)
    inbox = query(inbox)
    read = repeatable(mark_read)
    delete = command("delete-notes", NUMBER, delete_items)
