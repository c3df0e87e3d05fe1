"""Commands and queries: functions of one transaction, offered as methods of the service.

A command is made once for its interaction and gives the same answer each time
(:mod:`engine.service.changes`). What it needs beside its arguments comes with the transaction: the
time, the operator's time settings, new secrets. They are the same for every attempt to store it.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import (
    Any,
    Concatenate,
    Final,
    Generic,
    ParamSpec,
    Protocol,
    TypeVar,
    cast,
    runtime_checkable,
)

from sqlalchemy import Connection

from engine.fairness import SECRET_BYTES
from engine.service.audit import AuditEntry
from engine.service.changes import AnswerCodec, Once
from engine.service.people import GuildId, InteractionId, UserId, own_key
from engine.service.ports import Clock, Entropy, SystemClock, SystemEntropy, TimeSettings
from engine.store import Change, Repeatable, Store

P = ParamSpec("P")
T = TypeVar("T")
_NO_ORDER: Final = 0


@dataclass(slots=True)
class Call:
    """A command as it was given. ``key``: its interaction, or a key of the program's own."""

    key: InteractionId
    now: int
    time_settings: TimeSettings
    entropy: Entropy
    _secrets: dict[int, bytes] = field(default_factory=dict)

    def secret(self, count: int) -> bytes:
        """Return ``count`` unpredictable bytes, drawn once."""
        if count not in self._secrets:
            self._secrets[count] = self.entropy.token(count)
        return self._secrets[count]


@dataclass(frozen=True, slots=True)
class Tx:
    """One transaction of a command. ``now``: the time of the command in epoch milliseconds."""

    connection: Connection
    call: Call

    @property
    def key(self) -> InteractionId:
        return self.call.key

    @property
    def now(self) -> int:
        return self.call.now

    @property
    def time_settings(self) -> TimeSettings:
        return self.call.time_settings

    def secret(self, count: int = SECRET_BYTES) -> bytes:
        """Return ``count`` unpredictable bytes, the same for every attempt."""
        return self.call.secret(count)

    def audit(self, guild: GuildId, admin: UserId) -> AuditEntry:
        """Return the head of an entry in a server's audit log."""
        return AuditEntry(self.key, guild, admin, self.now)


@runtime_checkable
class RetriedOutcome(Protocol):
    """An outcome that may count although its transaction was attempted again."""

    def after_retry(self, later: object) -> object:
        """Return the outcome that counts when another attempt had the outcome ``later``.

        The COMMIT of this one was in doubt. If it was stored, the other attempt found it done.
        """


class _Attempts(Change[T]):
    """A change whose outcome is that of the attempt that was stored."""

    def __init__(self, change: Change[T]) -> None:
        self._attempt = change
        self._earlier: object = None

    def __call__(self, connection: Connection) -> T:
        found: object = self._attempt(connection)
        if isinstance(self._earlier, RetriedOutcome):
            found = self._earlier.after_retry(found)
        self._earlier = found
        return cast(T, found)


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What the parts of the service stand on.

    ``announce``: called with the outcome of each committed change, also when its caller is gone.
    """

    store: Store
    clock: Clock | None = None
    entropy: Entropy | None = None
    time_settings: TimeSettings | None = None
    announce: Callable[[object], None] | None = None


class Commands:
    """A part of the service: commands and queries on one store.

    They raise StoreBusyError or StoreFailedError, unless they say otherwise.
    """

    def __init__(self, dependencies: Dependencies) -> None:
        self.time_settings = dependencies.time_settings or TimeSettings()
        self._store = dependencies.store
        self._clock = dependencies.clock or SystemClock()
        self._entropy = dependencies.entropy or SystemEntropy()
        self._announce = dependencies.announce

    async def _change(self, change: Change[T], key: int) -> T:
        """Make a change and announce it; changes with the same key are made in their order."""
        return await self._store.write(_Attempts(change), key=key, committed=self._announce)

    def _call(self, key: InteractionId) -> Call:
        return Call(key, self._clock.now_ms(), self.time_settings, self._entropy)

    def _once(
        self,
        key: InteractionId,
        name: str,
        codec: AnswerCodec[T],
        work: Callable[[Tx], T],
        order: int = _NO_ORDER,
    ) -> Coroutine[Any, Any, T]:
        """Do a work once for an interaction, after earlier works of the same ``order``."""
        call = self._call(key)
        return self._change(Once(key, name, codec, lambda c: work(Tx(c, call))), order)

    def _repeat(self, work: Callable[[Tx], T], order: int = _NO_ORDER) -> Coroutine[Any, Any, T]:
        """Do a work that may be done again with the same effect."""
        call = self._call(own_key())
        return self._change(Repeatable(lambda c: work(Tx(c, call))), order)


class query(Generic[P, T]):  # noqa: N801 - it reads like a decorator
    """A question to the database, answered on a connection that cannot write."""

    def __init__(
        self, work: Callable[Concatenate[Connection, P], T], *, long: bool = False
    ) -> None:
        self._work = work
        self._long = long

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        read = part._store.read_long if self._long else part._store.read

        def ask(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            return read(lambda c: self._work(c, *args, **kwargs))

        return ask


class query_at(Generic[P, T]):  # noqa: N801
    """A query whose answer depends on the time, which follows the connection."""

    def __init__(self, work: Callable[Concatenate[Connection, int, P], T]) -> None:
        self._work = work

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        def ask(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            now = part._clock.now_ms()
            return part._store.read(lambda c: self._work(c, now, *args, **kwargs))

        return ask


class _NamedCommand(Generic[P, T]):
    """A change with a name, whose answer is stored."""

    def __init__(
        self,
        name: str,
        codec: AnswerCodec[T],
        work: Callable[Concatenate[Tx, P], T],
        *,
        of_subject: bool = False,
    ) -> None:
        self._name, self._codec, self._work, self._of_subject = name, codec, work, of_subject


class command(_NamedCommand[P, T]):  # noqa: N801
    """A change whose first argument is the interaction that asks for it.

    ``of_subject``: one interaction may give it to several subjects, which are its next argument;
    commands to one subject are carried out in their order.
    """

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[Concatenate[InteractionId, P], Coroutine[Any, Any, T]]:
        def give(
            key: InteractionId, /, *args: P.args, **kwargs: P.kwargs
        ) -> Coroutine[Any, Any, T]:
            name, order = self._name, _NO_ORDER
            if self._of_subject:
                order = _order(args)
                name = f"{name}:{order}"
            work = partial(_called, self._work, args, kwargs)
            return part._once(key, name, self._codec, work, order)

        return give


class WithInteraction(Protocol):
    """A request with the interaction that asks for it."""

    @property
    def interaction(self) -> InteractionId: ...


A = TypeVar("A", bound=WithInteraction)


class request(Generic[A, P, T]):  # noqa: N801
    """A command whose first argument contains the interaction that asks for it.

    ``subject``: whose commands are carried out in their order.
    """

    def __init__(
        self,
        name: str,
        codec: AnswerCodec[T],
        work: Callable[Concatenate[Tx, A, P], T],
        *,
        subject: Callable[[A], int] | None = None,
    ) -> None:
        self._name, self._codec, self._work, self._subject = name, codec, work, subject

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[Concatenate[A, P], Coroutine[Any, Any, T]]:
        def give(ask: A, /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            work = partial(_called, self._work, (ask, *args), kwargs)
            order = ask.interaction if self._subject is None else self._subject(ask)
            return part._once(ask.interaction, self._name, self._codec, work, order)

        return give


class own_command(_NamedCommand[P, T]):  # noqa: N801
    """A change that the program makes on its own, once for each call.

    ``of_subject``: changes of one subject, the first argument, are made in their order.
    """

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        def give(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            order = _order(args) if self._of_subject else _NO_ORDER
            work = partial(_called, self._work, args, kwargs)
            return part._once(own_key(), self._name, self._codec, work, order)

        return give


class repeatable(Generic[P, T]):  # noqa: N801
    """A change with the same effect however often it is made: it sets a state.

    ``of_subject``: changes of one subject, the first argument, are made in their order.
    """

    def __init__(self, work: Callable[Concatenate[Tx, P], T], *, of_subject: bool = False) -> None:
        self._work, self._of_subject = work, of_subject

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        def give(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            order = _order(args) if self._of_subject else _NO_ORDER
            return part._repeat(partial(_called, self._work, args, kwargs), order)

        return give


def _order(args: tuple[object, ...]) -> int:
    """Return the subject of a command, the first argument."""
    subject = args[0]
    assert isinstance(subject, int)
    return subject


def _called(
    work: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object], tx: Tx
) -> T:
    return work(tx, *args, **kwargs)
