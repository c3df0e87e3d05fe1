"""Messages that are behind the stored state."""

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Connection, Table, bindparam, select, update

from engine.service.live import LiveMatch
from engine.service.lobbies import rows as lobby_rows
from engine.service.matches import rows
from engine.service.matches.queries import readable
from engine.service.people import ChannelId, LobbyId, MatchId, MessageId
from engine.service.types import OutdatedMessages
from engine.store import Repeatable, Store, StoreError
from engine.store.schema import lobbies, matches

_STILL_SHOWS = (
    update(matches)
    .where(
        matches.c.match_id == bindparam("id"),
        matches.c.rendered_version.between(0, bindparam("shown")),
    )
    .values(rendered_version=bindparam("shown"))
)

_SHOWN_IN_ITS_PLACE = (
    update(matches)
    .where(matches.c.match_id == bindparam("id"), matches.c.message_id == bindparam("place"))
    .values(rendered_version=bindparam("shown"))
)


def behind(connection: Connection, limit: int) -> OutdatedMessages:
    """Return matches and lobbies with outdated messages, up to ``limit`` of each."""
    found = connection.execute(
        select(matches)
        .where(
            matches.c.version > matches.c.rendered_version,
            matches.c.status != rows.BROKEN,
            rows.HAS_TABLE,
        )
        .order_by(matches.c.match_id)
        .limit(limit)
    )
    return OutdatedMessages(tuple(readable(found)), lobby_rows.behind(connection, limit))


def _shows(
    connection: Connection,
    of: ColumnElement[bool],
    table: Table,
    version: int,
    place: tuple[int, int | None],
) -> None:
    """Record the version that a message shows; below 0 if it has to be redrawn.

    Whoever has drawn last is believed: a newer drawing may lie under an older one that another
    process sent late.
    """
    channel, message = place
    connection.execute(
        update(table)
        .where(of)
        .values(channel_id=channel, message_id=message, rendered_version=version)
    )


def _edited(connection: Connection, shown: Sequence[Mapping[str, int]]) -> None:
    connection.execute(_STILL_SHOWS, shown)


class Messages:
    """The messages of matches and lobbies. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._edited: dict[MatchId, int] = {}

    async def behind(self, limit: int) -> OutdatedMessages:
        """Return the messages that have to be redrawn."""
        await self.flush()
        return await self._store.read_long(lambda c: behind(c, limit))

    async def rendered(
        self, match_id: MatchId, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """Record the version that a table message shows; -1 if it is gone and must be reposted."""
        of = matches.c.match_id == match_id
        await self._store.write(
            Repeatable(lambda c: _shows(c, of, matches, version, (channel, message))), key=match_id
        )

    async def still_shows(self, live: LiveMatch) -> None:
        """Record that a table message shows this version, unless it has moved meanwhile.

        A process that has the database to itself writes this later, unless a new drawing was asked
        for: after a crash the message is merely drawn once more.
        """
        if self._store.is_shared or live.rendered_version < 0:
            drawn = {"id": live.id, "place": live.message, "shown": live.version}
            await self._store.write(
                Repeatable(lambda c: c.execute(_SHOWN_IN_ITS_PLACE, drawn)), key=live.id
            )
        else:
            self._edited[live.id] = max(live.version, self._edited.get(live.id, 0))

    async def flush(self) -> None:
        """Write what :meth:`still_shows` has recorded."""
        edited, self._edited = self._edited, {}
        if not edited:
            return
        shown = [{"id": match_id, "shown": version} for match_id, version in edited.items()]
        try:
            await self._store.write(Repeatable(lambda c: _edited(c, shown)))
        except StoreError:
            self._edited = edited | self._edited
            raise

    async def lobby_rendered(
        self, lobby_id: LobbyId, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """Record the version that a lobby's message shows; -1 if the message is gone."""
        of = lobbies.c.lobby_id == lobby_id
        await self._store.write(
            Repeatable(lambda c: _shows(c, of, lobbies, version, (channel, message))), key=lobby_id
        )
