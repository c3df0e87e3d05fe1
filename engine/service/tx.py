"""Transactions: what every query and every command is a function of.

A query takes a :class:`ReadTx`, which runs nothing but SELECTs and comes from a connection that
cannot write. A command takes a :class:`Tx`, which is one, too, so that both share what they read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, overload

from sqlalchemy import CompoundSelect, Connection, CursorResult, Executable, Select, Table
from sqlalchemy.dialects import postgresql, sqlite

from engine.fairness import SECRET_BYTES
from engine.service.people import InteractionId
from engine.service.ports import Entropy, TimeSettings
from engine.store.statements import PreparedChange, PreparedQuery, upsert

R = TypeVar("R", bound=tuple[Any, ...])
Question: TypeAlias = "Select[R] | CompoundSelect[R]"
Values: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadTx:
    """One transaction that reads. ``now``: its time in epoch milliseconds."""

    _connection: Connection
    now: int

    def execute(self, statement: "Question[R]", values: Values | None = None) -> CursorResult[R]:
        """Run a SELECT."""
        return self._connection.execute(statement, values)

    def row(self, query: PreparedQuery, values: Mapping[str, object]) -> Any:
        """Return the only row that a prepared query finds, or ``None``."""
        return query.row(self._connection, values)


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

    def on(self, connection: Connection) -> "Tx":
        """Return the transaction of one attempt."""
        return Tx(connection, self.now, self)


@dataclass(frozen=True, slots=True)
class Tx(ReadTx):
    """One transaction of a command, which reads and writes. ``now``: the time of the command."""

    call: Call

    @property
    def key(self) -> InteractionId:
        return self.call.key

    @property
    def time_settings(self) -> TimeSettings:
        return self.call.time_settings

    @property
    def dialect(self) -> str:
        return self._connection.dialect.name

    def secret(self, count: int = SECRET_BYTES) -> bytes:
        """Return ``count`` unpredictable bytes, the same for every attempt."""
        return self.call.secret(count)

    @overload
    def execute(
        self, statement: "Question[R]", values: Values | Sequence[Values] | None = None
    ) -> CursorResult[R]: ...

    @overload
    def execute(
        self, statement: Executable, values: Values | Sequence[Values] | None = None
    ) -> CursorResult[Any]: ...

    def execute(
        self, statement: Executable, values: Values | Sequence[Values] | None = None
    ) -> CursorResult[Any]:
        """Run a statement."""
        return self._connection.execute(statement, values)

    def run(self, change: PreparedChange, values: Mapping[str, object]) -> int:
        """Run a prepared statement; return the number of rows that it has changed."""
        return change.run(self._connection, values)

    def upsert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """Return an INSERT that can handle an existing row."""
        return upsert(self.dialect, table)
