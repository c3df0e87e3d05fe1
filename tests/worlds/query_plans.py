"""The statements that a database executes, and those of them that read a whole table."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.worlds.statements import prepared_are_events

# Walks over an index from its end, cut off by LIMIT, over an index of the few rows that lag or
# are being played or waited at, or over the few people who were told of a turn or whose data is
# being deleted; the list of tables itself.
BOUNDED = re.compile(
    r"SCAN timers USING (COVERING )?INDEX ix_timers_due|INDEX ix_\w+_(behind|live|across)"
    r"|SCAN (mentions|deletions)$|SCAN sqlite_master$"
)
NOTHING = "1!=1"
"""A comparison with an empty list, which reads nothing."""


@contextmanager
def written_down() -> Iterator[set[tuple[str, int]]]:
    """Every statement that is executed, with the number of its parameters."""
    found: set[tuple[str, int]] = set()

    def note(
        connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
    ) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            first = parameters[0] if many else parameters
            found.add((statement, len(first)))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        with prepared_are_events():
            yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def scans(
    path: Path, statements: set[tuple[str, int]], small: str = "nothing"
) -> list[tuple[str, str]]:
    """Return the statements that read a whole table, but for those whose plan is ``small``."""
    with closing(sqlite3.connect(path)) as file:
        return [
            (statement, step)
            for statement, count in sorted(statements)
            if "alembic" not in statement and NOTHING not in statement
            for (*_, step) in file.execute(f"EXPLAIN QUERY PLAN {statement}", (1,) * count)
            if "SCAN" in step and not BOUNDED.search(step) and not re.search(small, step)
        ]
