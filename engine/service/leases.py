"""Work that is done once, whichever of several processes does it.

A piece of work has a name ("season", "daily") and a key that grows with time ("2026-11",
"2026-11-21"). ``once`` is for work inside the database: it is claimed and done in one transaction.
``claim`` and ``finish`` are for work with effects outside, such as giving roles: a holder has the
work to itself until ``hold_ms`` have passed without ``finish``, then another process may continue
it. Work behind a claim therefore has to be restartable.
"""

from typing import Final

from sqlalchemy import Connection, or_, select, update

from engine.store.schema import leases
from engine.store.upsert import upsert

NOBODY: Final = ""
NEVER: Final = ""
HOLD_MS: Final = 120_000


def once(connection: Connection, name: str, key: str) -> bool:
    """Claim this key's work for good: ``True`` for the first caller, in the caller's transaction.

    Keys only grow: an older key than the last one is never done again.
    """
    _make(connection, name)
    taken = connection.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.done_key < key)
        .values(done_key=key, holder=NOBODY, until_ms=0)
    )
    return taken.rowcount == 1


def claim(
    connection: Connection, name: str, key: str, holder: str, now: int, hold_ms: int = HOLD_MS
) -> bool:
    """Claim this key's work, or extend the claim; ``False`` if it is done or held elsewhere."""
    _make(connection, name)
    taken = connection.execute(
        update(leases)
        .where(
            leases.c.name == name,
            leases.c.done_key < key,
            or_(leases.c.holder == holder, leases.c.until_ms <= now),
        )
        .values(holder=holder, until_ms=now + hold_ms)
    )
    return taken.rowcount == 1


def finish(connection: Connection, name: str, key: str, holder: str) -> bool:
    """Mark this key's work as done; ``False`` if another process has taken it over."""
    done = connection.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.holder == holder, leases.c.done_key < key)
        .values(done_key=key, holder=NOBODY, until_ms=0)
    )
    return done.rowcount == 1


def lock(connection: Connection, name: str) -> None:
    """Let one transaction after the other pass here: this one holds the lease until COMMIT."""
    _make(connection, name)
    connection.execute(select(leases.c.name).where(leases.c.name == name).with_for_update())


def done_key(connection: Connection, name: str) -> str:
    """Return the newest key whose work is done; empty before the first."""
    found = connection.execute(select(leases.c.done_key).where(leases.c.name == name))
    return found.scalar_one_or_none() or NEVER


def _make(connection: Connection, name: str) -> None:
    row = {"name": name, "holder": NOBODY, "until_ms": 0, "done_key": NEVER}
    connection.execute(upsert(connection.dialect.name, leases).on_conflict_do_nothing(), row)
