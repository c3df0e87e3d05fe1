"""Notes between friends and people of the same table, and private note books."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from engine.service import preferences
from engine.service.changes import NOTHING, NUMBER, YES_NO, Once, one_of
from engine.service.people import InteractionId, Person, Place, UserId
from engine.service.ports import Clock
from engine.service.social.blocks import are_apart
from engine.store import Repeatable, Store
from engine.store.schema import friends, match_players, matches, note_book, notes, players

NOTE_LENGTH: Final = 300
BOOK_LENGTH: Final = 1000
IN_TEN_MINUTES: Final = 5
A_DAY: Final = 30
MOST_KEPT: Final = 50
"""The maximum number of notes in an inbox; the oldest read ones make room."""
TOGETHER_MS: Final = 24 * 3600 * 1000
"""Time in milliseconds after a match in which its players may still write to each other."""
_MINUTES: Final = 60_000


WISH: Final = ""
"""The text of a note that is a friend request."""


class NoteSent(StrEnum):
    """The outcome of sending a note."""

    SENT = "sent"
    TOO_MANY = "too_many"
    STRANGER = "stranger"
    """They neither share a table with the sender nor are friends."""
    UNWANTED = "unwanted"
    """The receiver takes no notes, or one of the two has blocked the other."""
    EMPTY = "empty"
    SELF = "self"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Note:
    """A note that a person has received."""

    id: int
    sender: UserId
    sender_name: str
    words: str
    sent_ms: int
    is_read: bool


def send(
    connection: Connection,
    interaction: int,
    sender: Person,
    receiver: UserId,
    words: str,
    now: int,
) -> NoteSent:
    """Send a note once; repeating the interaction changes nothing."""
    text = " ".join(words.split())[:NOTE_LENGTH]
    refused = _refusal(connection, sender.user_id, receiver, text, now)
    if refused is not None:
        return refused
    _keep(connection, interaction, sender, receiver, text, now)
    return NoteSent.SENT


def _keep(
    connection: Connection, note_id: int, sender: Person, receiver: int, text: str, now: int
) -> None:
    known = select(notes.c.note_id).where(notes.c.note_id == note_id)
    if connection.execute(known).first() is not None:
        return
    preferences.remember(connection, sender, now)
    row = {
        "note_id": note_id,
        "sender_id": sender.user_id,
        "receiver_id": receiver,
        "words": text,
        "sent_ms": now,
    }
    connection.execute(insert(notes), row)


def wish(connection: Connection, note_id: int, sender: Person, receiver: int, now: int) -> bool:
    """Notify a person that they were added to a list; ``False`` if they have opted out."""
    chosen = preferences.prefs(connection, receiver)
    unwanted = chosen.notes is preferences.NoteWay.NONE
    if unwanted or are_apart(connection, sender.user_id, [receiver]):
        return False
    if _enough(connection, sender.user_id, receiver, now) is not None:
        return False
    _keep(connection, note_id, sender, receiver, WISH, now)
    return True


def _refusal(
    connection: Connection, sender: int, receiver: int, text: str, now: int
) -> NoteSent | None:
    if not text:
        return NoteSent.EMPTY
    if sender == receiver:
        return NoteSent.SELF
    chosen = preferences.prefs(connection, receiver)
    if are_apart(connection, sender, [receiver]) or chosen.notes is preferences.NoteWay.NONE:
        return NoteSent.UNWANTED
    if not _know_each_other(connection, sender, receiver, now):
        return NoteSent.STRANGER
    return _enough(connection, sender, receiver, now)


def _enough(connection: Connection, sender: int, receiver: int, now: int) -> NoteSent | None:
    for length, most in ((10 * _MINUTES, IN_TEN_MINUTES), (24 * 60 * _MINUTES, A_DAY)):
        sent = select(func.count()).where(
            notes.c.sender_id == sender, notes.c.sent_ms > now - length
        )
        if connection.execute(sent).scalar_one() >= most:
            return NoteSent.TOO_MANY
    return None if _has_room(connection, receiver) else NoteSent.FULL


def _know_each_other(connection: Connection, sender: int, receiver: int, now: int) -> bool:
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
    if connection.execute(mutual).first() is not None:
        return True
    mine, theirs = match_players.alias("mine"), match_players.alias("theirs")
    together = (
        select(matches.c.match_id)
        .join(mine, mine.c.match_id == matches.c.match_id)
        .join(theirs, theirs.c.match_id == matches.c.match_id)
        .where(
            mine.c.user_id == sender,
            theirs.c.user_id == receiver,
            or_(matches.c.ended_ms.is_(None), matches.c.ended_ms > now - TOGETHER_MS),
            matches.c.place != Place.APART.value,
        )
        .limit(1)
    )
    return connection.execute(together).first() is not None


def _has_room(connection: Connection, receiver: int) -> bool:
    """Make room by deleting the oldest read note."""
    kept = connection.execute(
        select(notes.c.note_id, notes.c.read_ms)
        .where(notes.c.receiver_id == receiver)
        .order_by(notes.c.note_id)
    ).all()
    if len(kept) < MOST_KEPT:
        return True
    oldest = next((row.note_id for row in kept if row.read_ms is not None), None)
    if oldest is None:
        return False
    connection.execute(delete(notes).where(notes.c.note_id == oldest))
    return True


def inbox(connection: Connection, user_id: int, *, unread: bool = False) -> tuple[Note, ...]:
    """Return a person's notes, the newest first."""
    asked = (
        select(notes, players.c.name)
        .outerjoin(players, players.c.user_id == notes.c.sender_id)
        .where(notes.c.receiver_id == user_id)
        .order_by(notes.c.note_id.desc())
    )
    if unread:
        asked = asked.where(notes.c.read_ms.is_(None))
    return tuple(
        Note(
            row.note_id,
            UserId(row.sender_id),
            row.name or "",
            row.words,
            row.sent_ms,
            row.read_ms is not None,
        )
        for row in connection.execute(asked)
    )


class Notes:
    """Notes and note books. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def send(
        self, interaction: InteractionId, sender: Person, receiver: UserId, words: str
    ) -> NoteSent:
        """Send a note to a friend or to a person of the same table."""
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                interaction,
                "note",
                one_of(NoteSent),
                lambda c: send(c, interaction, sender, receiver, words, now),
            )
        )

    async def wish(self, interaction: InteractionId, sender: Person, receiver: UserId) -> bool:
        """Notify a person that they were added to a friends list."""
        now = self._clock.now_ms()
        return await self._store.write(
            Once(interaction, "wish", YES_NO, lambda c: wish(c, interaction, sender, receiver, now))
        )

    async def inbox(self, user_id: UserId, *, unread: bool = False) -> tuple[Note, ...]:
        """Return a person's notes, the newest first."""
        return await self._store.read(lambda c: inbox(c, user_id, unread=unread))

    async def read(self, user_id: UserId, read: tuple[Note, ...]) -> None:
        """Mark notes as read by their receiver."""
        now = self._clock.now_ms()
        shown = (
            update(notes)
            .where(
                notes.c.note_id.in_([note.id for note in read]),
                notes.c.receiver_id == user_id,
                notes.c.read_ms.is_(None),
            )
            .values(read_ms=now)
        )
        await self._store.write(Repeatable(lambda c: c.execute(shown)))

    async def delete(self, interaction: InteractionId, user_id: UserId, note_id: int | None) -> int:
        """Delete one note, or all, sent or received by this person; return their number."""
        own = or_(notes.c.receiver_id == user_id, notes.c.sender_id == user_id)
        gone = delete(notes).where(notes.c.note_id == note_id, own)
        if note_id is None:
            gone = delete(notes).where(notes.c.receiver_id == user_id)
        return await self._store.write(
            Once(interaction, "delete-notes", NUMBER, lambda c: c.execute(gone).rowcount)
        )

    async def page_about(self, user_id: UserId, about: UserId) -> str:
        """Return a person's page about an opponent."""
        own = select(note_book.c.words).where(
            note_book.c.user_id == user_id, note_book.c.about_id == about
        )
        return await self._store.read(lambda c: c.execute(own).scalar_one_or_none() or "")

    async def write_about(
        self, interaction: InteractionId, user_id: UserId, about: UserId, words: str
    ) -> None:
        """Replace a page of the note book; an empty page is removed."""
        now, text = self._clock.now_ms(), words.strip()[:BOOK_LENGTH]

        def work(connection: Connection) -> None:
            page = note_book.c.user_id == user_id, note_book.c.about_id == about
            connection.execute(delete(note_book).where(*page))
            if text:
                row = {"user_id": user_id, "about_id": about, "words": text, "updated_ms": now}
                connection.execute(insert(note_book), row)

        await self._store.write(Once(interaction, "note-book", NOTHING, work))
