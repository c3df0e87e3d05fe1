"""Commands and queries: functions of one transaction, offered as methods of the service.

A command is made once for its interaction and gives the same answer each time
(:mod:`engine.service.changes`). What it needs beside its arguments comes with the transaction: the
time, the operator's time settings, new secrets. They are the same for every attempt to store it.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Concatenate, Final, Generic, ParamSpec, Protocol, TypeVar

from engine.service.changes import AnswerCodec, Attempts, Once
from engine.service.people import InteractionId, own_key
from engine.service.ports import Clock, Entropy, SystemClock, SystemEntropy, TimeSettings
from engine.service.tx import Call, ReadTx, Tx
from engine.store import Store

P = ParamSpec("P")
T = TypeVar("T")
_NO_ORDER: Final = 0


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

    async def _read(self, query: Callable[[ReadTx], T]) -> T:
        """Ask the database on a connection that cannot write."""
        now = self._clock.now_ms()
        return await self._store.read(lambda connection: query(ReadTx(connection, now)))

    async def _read_long(self, query: Callable[[ReadTx], T]) -> T:
        """Ask what takes long; few such queries run at once."""
        now = self._clock.now_ms()
        return await self._store.read_long(lambda connection: query(ReadTx(connection, now)))

    async def _self_keyed(
        self,
        key: InteractionId,
        work: Callable[[Tx], T],
        order: int = _NO_ORDER,
        patience_s: float | None = None,
    ) -> T:
        """Do a work whose own tables know the interaction, such as a move, and announce it.

        Works of the same ``order`` are done one after the other.
        """
        call = Call(key, self._clock.now_ms(), self.time_settings, self._entropy)
        return await self._store.write(
            Attempts(call, work), key=order, committed=self._announce, patience_s=patience_s
        )

    def _once(
        self,
        key: InteractionId,
        name: str,
        codec: AnswerCodec[T],
        work: Callable[[Tx], T],
        order: int = _NO_ORDER,
        patience_s: float | None = None,
    ) -> Coroutine[Any, Any, T]:
        """Do a work once for an interaction, after earlier works of the same ``order``."""
        return self._self_keyed(key, Once(name, codec, work), order, patience_s)

    def _repeat(self, work: Callable[[Tx], T], order: int = _NO_ORDER) -> Coroutine[Any, Any, T]:
        """Do a work that may be done again with the same effect."""
        return self._self_keyed(own_key(), work, order)


class query(Generic[P, T]):  # noqa: N801 - it reads like a decorator
    """A question to the database, answered on a connection that cannot write."""

    def __init__(self, work: Callable[Concatenate[ReadTx, P], T], *, long: bool = False) -> None:
        self._work = work
        self._long = long

    def __get__(
        self, part: Commands, owner: type[Commands] | None = None
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        read = part._read_long if self._long else part._read

        def ask(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            return read(lambda tx: self._work(tx, *args, **kwargs))

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

            def work(tx: Tx) -> T:
                return self._work(tx, *args, **kwargs)

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
            def work(tx: Tx) -> T:
                return self._work(tx, ask, *args, **kwargs)

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

            def work(tx: Tx) -> T:
                return self._work(tx, *args, **kwargs)

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
            return part._repeat(lambda tx: self._work(tx, *args, **kwargs), order)

        return give


def _order(args: tuple[object, ...]) -> int:
    """Return the subject of a command, the first argument."""
    subject = args[0]
    assert isinstance(subject, int)
    return subject
