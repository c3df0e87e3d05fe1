"""Changes on request: applied once for each interaction, with the same answer each time.

The first answer is stored in the transaction of the change. An interaction that arrives
again, because the result of COMMIT was lost or Discord delivered it twice, changes nothing and
gets that answer, with matches and lobbies in their current state.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeVar, cast, runtime_checkable

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select

from engine.service.people import (
    FIRST_PAGE_KEY,
    day_of,
    first_discord_id,
    first_page_key,
)
from engine.service.tx import Call, ReadTx, Tx
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


@runtime_checkable
class RetriedOutcome(Protocol):
    """An outcome that may count although its transaction was attempted again."""

    def after_retry(self, later: object) -> object:
        """Return the outcome that counts when another attempt had the outcome ``later``.

        The COMMIT of this one was in doubt. If it was stored, the other attempt found it done.
        """


@dataclass(eq=False, slots=True)
class Attempts(Change[T]):
    """The attempts to store a command; its outcome is that of the attempt that was stored.

    ``work``: has the same effect however often it is done.
    """

    call: Call
    work: Callable[[Tx], T]
    _earlier: object = None

    def __call__(self, connection: Connection) -> T:
        """Make an attempt."""
        found: object = self.work(self.call.on(connection))
        if isinstance(self._earlier, RetriedOutcome):
            found = self._earlier.after_retry(found)
        self._earlier = found
        return cast(T, found)


@dataclass(frozen=True, slots=True)
class AnswerCodec(Generic[T]):
    """The codec of a stored answer. Ids and codes are stored, never names or words."""

    write: Callable[[T], str]
    read: Callable[[ReadTx, str], T]


@dataclass(frozen=True, slots=True)
class Once(Generic[T]):
    """A unit of work that is done once for an interaction.

    ``command``: the name of the command within this interaction, with its subject.
    """

    command: str
    codec: AnswerCodec[T]
    work: Callable[[Tx], T]

    def __call__(self, tx: Tx) -> T:
        """Do the work, or return the answer of the first time."""
        key = {"key": tx.key, "name": self.command}
        known = tx.execute(_KNOWN, key).scalar_one_or_none()
        if known is not None:
            return self.codec.read(tx, known)
        result = self.work(tx)
        row = {
            "interaction_id": tx.key,
            "command": self.command,
            "answer": self.codec.write(result),
        }
        tx.execute(insert(answers), row)
        return result


NOTHING: Final[AnswerCodec[None]] = AnswerCodec(lambda _: "", lambda _tx, _text: None)
"""The codec for commands without an answer."""
NUMBER: Final[AnswerCodec[int]] = AnswerCodec(str, lambda _tx, text: int(text))
YES_NO: Final[AnswerCodec[bool]] = AnswerCodec(
    lambda yes: str(int(yes)), lambda _tx, text: text == "1"
)


def one_of(kind: type[E]) -> AnswerCodec[E]:
    """Return the codec of an answer that is a member of an enumeration."""
    return AnswerCodec(lambda member: str(member.value), lambda _tx, text: kind(text))


def stored(read: Callable[[ReadTx], T]) -> AnswerCodec[T]:
    """Return the codec of an answer that is read from the state that the change left behind."""
    return AnswerCodec(lambda _: "", lambda tx, _text: read(tx))


def as_json(write: Callable[[T], object], read: Callable[[ReadTx, Any], T]) -> AnswerCodec[T]:
    """Return the codec of an answer that is stored as JSON."""
    return AnswerCodec(
        lambda answer: json.dumps(write(answer)), lambda tx, text: read(tx, json.loads(text))
    )


def forget_old(tx: Tx) -> int:
    """Delete the answers that no request can ask for again; return their number."""
    oldest = first_discord_id(tx.now - RETENTION_MS)
    oldest_of_pages = first_page_key(day_of(tx.now) - PAGE_DAYS)
    answer_id = answers.c.interaction_id
    forgotten = or_(
        and_(answer_id < oldest, answer_id > -oldest),
        and_(answer_id >= FIRST_PAGE_KEY, answer_id < oldest_of_pages),
    )
    return tx.execute(delete(answers).where(forgotten)).rowcount
