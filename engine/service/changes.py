"""Changes that somebody asks for: done once for each interaction, answered alike each time.

The first answer is stored in the transaction of the change. An interaction that comes again,
because the answer of COMMIT was lost or because Discord delivered it twice, changes nothing and
gets that answer, with matches and lobbies as they are by then.
"""

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, bindparam, delete, insert, select

from engine.service.people import InteractionId
from engine.store.change import Change
from engine.store.schema import answers

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
KEPT_MS: Final = 3_600_000
"""How long answers are kept; an interaction is void after 15 minutes."""
DISCORD_EPOCH_MS: Final = 1_420_070_400_000
_CHANCE_BITS: Final = 22

_KNOWN = select(answers.c.answer).where(
    answers.c.interaction_id == bindparam("key"), answers.c.command == bindparam("name")
)


@dataclass(frozen=True, slots=True)
class AnswerCodec(Generic[T]):
    """How an answer is stored and read again. Ids and codes are stored, never names or words."""

    write: Callable[[T], str]
    read: Callable[[Connection, str], T]


@dataclass(frozen=True, slots=True)
class Once(Change[T]):
    """A work that is done once for an interaction.

    ``command``: which of the commands of this interaction it is, with what it is about.
    """

    interaction: InteractionId
    command: str
    form: AnswerCodec[T]
    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do it, or give the answer of the first time."""
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
    """A work whose own tables know the interaction, such as a move."""

    interaction: InteractionId
    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do it; the work itself finds that it is done."""
        return self.work(connection)


NOTHING: Final[AnswerCodec[None]] = AnswerCodec(lambda _: "", lambda _connection, _text: None)
"""For commands that answer nothing."""
NUMBER: Final[AnswerCodec[int]] = AnswerCodec(str, lambda _connection, text: int(text))
YES_NO: Final[AnswerCodec[bool]] = AnswerCodec(
    lambda yes: str(int(yes)), lambda _connection, text: text == "1"
)


def one_of(kind: type[E]) -> AnswerCodec[E]:
    """The form of an answer that is a member of an enumeration."""
    return AnswerCodec(lambda member: str(member.value), lambda _connection, text: kind(text))


def stored(read: Callable[[Connection], T]) -> AnswerCodec[T]:
    """The form of an answer that is what the change has left in the database."""
    return AnswerCodec(lambda _: "", lambda connection, _text: read(connection))


def as_json(write: Callable[[T], object], read: Callable[[Connection, Any], T]) -> AnswerCodec[T]:
    """The form of an answer that is stored as JSON."""
    return AnswerCodec(
        lambda answer: json.dumps(write(answer)), lambda c, text: read(c, json.loads(text))
    )


def own_key() -> InteractionId:
    """A key for work of the bot's own, whose answer must survive a COMMIT in doubt."""
    chance = secrets.randbits(_CHANCE_BITS)
    return InteractionId(-(_first_id(time.time_ns() // 1_000_000) | chance))


def forget_old(connection: Connection, now: int) -> int:
    """Forget the answers that nobody can ask for again; how many they were."""
    oldest = _first_id(now - KEPT_MS)
    kept = answers.c.interaction_id
    return connection.execute(delete(answers).where(kept < oldest, kept > -oldest)).rowcount


def _first_id(at_ms: int) -> int:
    """The smallest id that Discord gives at a moment."""
    return max(0, at_ms - DISCORD_EPOCH_MS) << _CHANCE_BITS
