"""Changes on request: applied once for each interaction, with the same answer each time.

The first answer is stored in the transaction of the change. An interaction that arrives
again, because the result of COMMIT was lost or Discord delivered it twice, changes nothing and
gets that answer, with matches and lobbies in their current state.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select

from engine.service.people import InteractionId, UserId
from engine.store.change import Change
from engine.store.schema import answers

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
KEPT_MS: Final = 3_600_000
"""Time in milliseconds for which answers are kept; an interaction expires after 15 minutes."""
DISCORD_EPOCH_MS: Final = 1_420_070_400_000
_CHANCE_BITS: Final = 22
DAY_MS: Final = 86_400_000
PAGE_DAYS: Final = 2
"""The days for which the answers to a page are kept, because it may send something again."""
FIRST_PAGE_KEY: Final = 1 << 62
"""The first key of a page. Discord's ids are smaller until 2049."""
_NAME_BITS: Final = 48
_DAYS: Final = 1 << 14

_KNOWN = select(answers.c.answer).where(
    answers.c.interaction_id == bindparam("key"), answers.c.command == bindparam("name")
)


@dataclass(frozen=True, slots=True)
class AnswerCodec(Generic[T]):
    """The codec of a stored answer. Ids and codes are stored, never names or words."""

    write: Callable[[T], str]
    read: Callable[[Connection, str], T]


@dataclass(frozen=True, slots=True)
class Once(Change[T]):
    """A unit of work that is done once for an interaction.

    ``command``: the name of the command within this interaction, with its subject.
    """

    interaction: InteractionId
    command: str
    form: AnswerCodec[T]
    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do the work, or return the answer of the first time."""
        key = {"key": self.interaction, "name": self.command}
        known = connection.execute(_KNOWN, key).scalar_one_or_none()
        if known is not None:
            return self.form.read(connection, known)
        result = self.work(connection)
        row = {
            "interaction_id": self.interaction,
            "command": self.command,
            "answer": self.form.write(result),
        }
        connection.execute(insert(answers), row)
        return result


@dataclass(frozen=True, slots=True)
class SelfKeyed(Change[T]):
    """A unit of work whose own tables know the interaction, such as a move."""

    interaction: InteractionId
    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do the work, which finds by itself whether it is already done."""
        return self.work(connection)


NOTHING: Final[AnswerCodec[None]] = AnswerCodec(lambda _: "", lambda _connection, _text: None)
"""The codec for commands without an answer."""
NUMBER: Final[AnswerCodec[int]] = AnswerCodec(str, lambda _connection, text: int(text))
YES_NO: Final[AnswerCodec[bool]] = AnswerCodec(
    lambda yes: str(int(yes)), lambda _connection, text: text == "1"
)


def one_of(kind: type[E]) -> AnswerCodec[E]:
    """Return the codec of an answer that is a member of an enumeration."""
    return AnswerCodec(lambda member: str(member.value), lambda _connection, text: kind(text))


def stored(read: Callable[[Connection], T]) -> AnswerCodec[T]:
    """Return the codec of an answer that is read from the state that the change left behind."""
    return AnswerCodec(lambda _: "", lambda connection, _text: read(connection))


def as_json(write: Callable[[T], object], read: Callable[[Connection, Any], T]) -> AnswerCodec[T]:
    """Return the codec of an answer that is stored as JSON."""
    return AnswerCodec(
        lambda answer: json.dumps(write(answer)), lambda c, text: read(c, json.loads(text))
    )


def own_key() -> InteractionId:
    """Return a key for the bot's own work, whose answer must survive a COMMIT in doubt."""
    chance = secrets.randbits(_CHANCE_BITS)
    return InteractionId(-(_first_id(time.time_ns() // 1_000_000) | chance))


def day_of(at_ms: int) -> int:
    """Return the number of a moment's day, as keys of pages hold it."""
    return max(0, at_ms - DISCORD_EPOCH_MS) // DAY_MS


def page_key(user: UserId, day: int, name: str) -> InteractionId:
    """Return the key for what a person has done on a page, by the name that the page gave it.

    Keys of different people differ, and so do those of a page, of Discord (smaller numbers) and of
    the bot itself (negative numbers). A later day has larger keys. ValueError for no such day.
    """
    if not 0 <= day < _DAYS:
        raise ValueError(day)
    digest = hashlib.sha256(f"{user}:{day}:{name}".encode()).digest()
    chance = int.from_bytes(digest[: _NAME_BITS // 8])
    return InteractionId(FIRST_PAGE_KEY + (day << _NAME_BITS) + chance)


def forget_old(connection: Connection, now: int) -> int:
    """Delete the answers that no request can ask for again; return their number."""
    oldest = _first_id(now - KEPT_MS)
    oldest_of_pages = FIRST_PAGE_KEY + (max(0, day_of(now) - PAGE_DAYS) << _NAME_BITS)
    kept = answers.c.interaction_id
    forgotten = or_(
        and_(kept < oldest, kept > -oldest),
        and_(kept >= FIRST_PAGE_KEY, kept < oldest_of_pages),
    )
    return connection.execute(delete(answers).where(forgotten)).rowcount


def _first_id(at_ms: int) -> int:
    """Return the smallest id that Discord assigns at a moment."""
    return max(0, at_ms - DISCORD_EPOCH_MS) << _CHANCE_BITS
