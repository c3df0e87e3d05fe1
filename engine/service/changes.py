"""Changes on request: applied once for each interaction, with the same answer each time.

The first answer is stored in the transaction of the change. An interaction that arrives
again, because the result of COMMIT was lost or Discord delivered it twice, changes nothing and
gets that answer, with matches and lobbies in their current state.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select

from engine.service.people import (
    FIRST_PAGE_KEY,
    InteractionId,
    day_of,
    first_discord_id,
    first_page_key,
)
from engine.store.committer import Change
from engine.store.schema import answers

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
RETENTION_MS: Final = 3_600_000
"""Time in milliseconds for which answers are kept; an interaction expires after 15 minutes."""
PAGE_DAYS: Final = 2
"""The days for which the answers to a page are kept, because it may send something again."""

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


def forget_old(connection: Connection, now: int) -> int:
    """Delete the answers that no request can ask for again; return their number."""
    oldest = first_discord_id(now - RETENTION_MS)
    oldest_of_pages = first_page_key(day_of(now) - PAGE_DAYS)
    answer_id = answers.c.interaction_id
    forgotten = or_(
        and_(answer_id < oldest, answer_id > -oldest),
        and_(answer_id >= FIRST_PAGE_KEY, answer_id < oldest_of_pages),
    )
    return connection.execute(delete(answers).where(forgotten)).rowcount
