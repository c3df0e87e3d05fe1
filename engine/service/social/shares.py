"""Shared matches: a finished match that a player shows to everybody who has its link."""

from typing import Final

from sqlalchemy import Connection, delete, exists, select

from engine.service.changes import YES_NO, stored
from engine.service.matches.match_rows import IS_OPEN, OVER
from engine.service.people import InteractionId, MatchId, UserId
from engine.service.tx import Commands, Tx, command, query
from engine.store.schema import match_players, matches, shares
from engine.store.upsert import upsert

NAME_BYTES: Final = 16
"""The random bytes of a link; nobody finds one by trying."""


def _may_share(connection: Connection, match_id: MatchId, user_id: UserId) -> bool:
    """Whether a match may be shared: over, open, not of a day, and played by this person."""
    played = select(match_players.c.seat).where(
        match_players.c.match_id == match_id, match_players.c.user_id == user_id
    )
    found = select(matches.c.match_id).where(
        matches.c.match_id == match_id,
        matches.c.status == OVER,
        matches.c.day.is_(None),
        IS_OPEN,
        exists(played),
    )
    return connection.execute(found).first() is not None


def name_of(connection: Connection, match_id: MatchId) -> str | None:
    """Return the name of a shared match; ``None`` if it is not shared."""
    found = select(shares.c.name).where(shares.c.match_id == match_id)
    return connection.execute(found).scalar_one_or_none()


def match_of(connection: Connection, name: str) -> MatchId | None:
    """Return the match that is shared under a name; ``None`` if there is none."""
    found = select(shares.c.match_id).where(shares.c.name == name)
    match = connection.execute(found).scalar_one_or_none()
    return None if match is None else MatchId(match)


def share(tx: Tx, match_id: MatchId, user_id: UserId) -> str | None:
    """Share a match, and return its name; ``None`` if this person may not."""
    connection, name = tx.connection, tx.secret(NAME_BYTES).hex()
    if not _may_share(connection, match_id, user_id):
        return None
    row = {"match_id": match_id, "user_id": user_id, "name": name, "since_ms": tx.now}
    connection.execute(upsert(connection.dialect.name, shares).on_conflict_do_nothing(), row)
    return name_of(connection, match_id)


def unshare(tx: Tx, match_id: MatchId, user_id: UserId) -> bool:
    """End the sharing: its link leads nowhere from now on. Any of the match's players may.

    ``False`` if there was nothing to end.
    """
    connection = tx.connection
    if not _may_share(connection, match_id, user_id):
        return False
    return bool(connection.execute(delete(shares).where(shares.c.match_id == match_id)).rowcount)


class Shares(Commands):
    """The shared matches."""

    unshare = command("unshare", YES_NO, unshare, of_subject=True)
    name_of = query(name_of)
    match_of = query(match_of)

    async def share(
        self, interaction: InteractionId, match_id: MatchId, user_id: UserId
    ) -> str | None:
        """Share a finished match; return its name, ``None`` for anybody but its players."""
        codec = stored(lambda c: name_of(c, match_id))
        name = f"share:{match_id}"
        return await self._once(
            interaction, name, codec, lambda tx: share(tx, match_id, user_id), match_id
        )
