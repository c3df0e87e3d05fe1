"""Statements that the driver runs by itself, told to those who listen to SQLAlchemy's."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection

from engine.store.statements import PreparedStatement

_genuine = PreparedStatement._executed


def executed(
    prepared: PreparedStatement, connection: Connection, values: Mapping[str, object]
) -> Any:
    """Run a prepared statement between the events of any other statement."""
    if not prepared._text:
        prepared._compile(connection)
    given = [values[name] for name in prepared._names]
    arguments = (connection, None, prepared._text, given, None, False)
    connection.dispatch.before_cursor_execute(*arguments)
    cursor = _genuine(prepared, connection, values)
    connection.dispatch.after_cursor_execute(*arguments)
    return cursor


@contextmanager
def prepared_are_events() -> Iterator[None]:
    """Let prepared statements meanwhile be events as others are."""
    with patch.object(PreparedStatement, "_executed", executed):
        yield
