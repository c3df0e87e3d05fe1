"""The names of people in lists, as they were when the person last did something."""

from typing import Final

from sqlalchemy import Connection, bindparam, insert, update

from engine.service.people import NAME_LENGTH, Person
from engine.store.schema import players

_NO_PREFS: Final = "{}"
_NAME = (
    update(players)
    .where(players.c.user_id == bindparam("id"))
    .values(name=bindparam("new_name"), seen_ms=bindparam("now"))
)


def remember(connection: Connection, person: Person, now: int) -> None:
    """Store the name that a person has in lists of every server; a nickname stays on its server."""
    name = (person.world or person.name)[:NAME_LENGTH]
    known = connection.execute(_NAME, {"id": person.user_id, "new_name": name, "now": now})
    if known.rowcount == 0:
        connection.execute(
            insert(players),
            {"user_id": person.user_id, "name": name, "prefs": _NO_PREFS, "seen_ms": now},
        )
