"""Which messages show what is stored, and which are behind."""

from sqlalchemy import Connection, case, select, update

from engine.service import lobby_rows, rows
from engine.service.people import ChannelId, LobbyId, MatchId, MessageId
from engine.service.queries import readable
from engine.service.types import Behind
from engine.store import Store
from engine.store.schema import lobbies, matches


def behind(connection: Connection, limit: int) -> Behind:
    """Matches and lobbies whose messages are not up to date, up to ``limit`` of each."""
    found = connection.execute(
        select(matches)
        .where(
            matches.c.version > matches.c.rendered_version,
            matches.c.status != rows.BROKEN,
            matches.c.day.is_(None),
        )
        .order_by(matches.c.match_id)
        .limit(limit)
    )
    return Behind(tuple(readable(found)), lobby_rows.behind(connection, limit))


def rendered(
    connection: Connection, match_id: int, version: int, channel_id: int, message_id: int | None
) -> None:
    """The message of a match shows this version now; a version below 0: it has to be drawn."""
    newest = case((matches.c.rendered_version > version, matches.c.rendered_version), else_=version)
    connection.execute(
        update(matches)
        .where(matches.c.match_id == match_id)
        .values(
            channel_id=channel_id,
            message_id=message_id,
            rendered_version=newest if version >= 0 else version,
        )
    )


def lobby_rendered(
    connection: Connection, lobby_id: int, version: int, channel_id: int, message_id: int | None
) -> None:
    """The message of a lobby shows this version now; a version below 0: it has to be drawn."""
    newest = case((lobbies.c.rendered_version > version, lobbies.c.rendered_version), else_=version)
    connection.execute(
        update(lobbies)
        .where(lobbies.c.lobby_id == lobby_id)
        .values(
            channel_id=channel_id,
            message_id=message_id,
            rendered_version=newest if version >= 0 else version,
        )
    )


class Messages:
    """The messages of matches and lobbies. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def behind(self, limit: int) -> Behind:
        """Messages that have to be drawn again."""
        return await self._store.read(lambda c: behind(c, limit))

    async def rendered(
        self, match_id: MatchId, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """The table message shows this version; -1: it is gone and has to be posted anew."""
        await self._store.write(
            lambda c: rendered(c, match_id, version, channel, message), key=match_id
        )

    async def lobby_rendered(
        self, lobby_id: LobbyId, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """The lobby's message shows this version; -1: it is gone."""
        await self._store.write(
            lambda c: lobby_rendered(c, lobby_id, version, channel, message), key=lobby_id
        )
