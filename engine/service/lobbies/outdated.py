"""Messages that are behind the stored state."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Column, Connection, Update, bindparam, select, update

from engine.service.live import LiveMatch
from engine.service.lobbies import rows as lobby_rows
from engine.service.matches import rows
from engine.service.matches.queries import readable
from engine.service.people import ChannelId, LobbyId, MatchId, MessageId
from engine.service.types import OutdatedMessages
from engine.store import Repeatable, Store, StoreError
from engine.store.schema import lobbies, matches


@dataclass(frozen=True, eq=False, slots=True)
class _Columns:
    """The columns of one home's message, and the statements that say what it shows."""

    channel: Column[int]
    message: Column[int]
    rendered: Column[int]

    @property
    def still_shows(self) -> Update:
        """Record a version, unless the message has to be redrawn."""
        return (
            update(matches)
            .where(
                matches.c.match_id == bindparam("id"),
                self.rendered.between(0, bindparam("shown")),
            )
            .values({self.rendered: bindparam("shown")})
        )

    @property
    def shown_in_its_place(self) -> Update:
        """Record a version, unless the message was posted anew meanwhile."""
        return (
            update(matches)
            .where(matches.c.match_id == bindparam("id"), self.message == bindparam("at"))
            .values({self.rendered: bindparam("shown")})
        )


_HOME: Final = _Columns(matches.c.channel_id, matches.c.message_id, matches.c.rendered_version)
_AWAY: Final = _Columns(
    matches.c.away_channel_id,
    matches.c.away_message_id,
    matches.c.away_rendered_version,
)
_STILL_SHOWS: Final = {one: one.still_shows for one in (_HOME, _AWAY)}
_SHOWN_IN_ITS_PLACE: Final = {one: one.shown_in_its_place for one in (_HOME, _AWAY)}


def _columns_of(live: LiveMatch) -> _Columns:
    """Return the columns of the home that a match is seen from."""
    return _AWAY if live.is_at_second_home else _HOME


def behind(connection: Connection, limit: int) -> OutdatedMessages:
    """Return matches and lobbies with outdated messages, up to ``limit`` of each.

    A match of two servers is returned as each server sees it whose message is outdated.
    """
    found = [_behind(connection, columns, limit) for columns in (_HOME, _AWAY)]
    first = tuple(live.homes[0] for live in found[0])
    second = tuple(live.homes[1] for live in found[1])
    return OutdatedMessages(first + second, lobby_rows.behind(connection, limit))


def _behind(connection: Connection, columns: _Columns, limit: int) -> Iterator[LiveMatch]:
    found = connection.execute(
        select(matches)
        .where(
            matches.c.version > columns.rendered,
            matches.c.status != rows.BROKEN,
            rows.HAS_TABLE,
            matches.c.place.in_(lobby_rows.REACHABLE),
        )
        .order_by(matches.c.match_id)
        .limit(limit)
    )
    return readable(found)


def _edited(connection: Connection, columns: _Columns, shown: Sequence[Mapping[str, int]]) -> None:
    connection.execute(_STILL_SHOWS[columns], shown)


class Messages:
    """The messages of matches and lobbies. Raises StoreBusyError or StoreFailedError.

    Whoever has drawn last is believed: a newer drawing may lie under an older one that another
    process sent late.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._edited: dict[tuple[MatchId, _Columns], int] = {}

    async def behind(self, limit: int) -> OutdatedMessages:
        """Return the messages that have to be redrawn."""
        await self.flush()
        return await self._store.read_long(lambda c: behind(c, limit))

    async def rendered(
        self, live: LiveMatch, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """Record the version that a table message shows; -1 if it is gone and must be reposted.

        The message is that of the server from which the match is seen.
        """
        columns = _columns_of(live)
        shown = {columns.channel: channel, columns.message: message, columns.rendered: version}
        of = matches.c.match_id == live.id
        await self._store.write(
            Repeatable(lambda c: c.execute(update(matches).where(of).values(shown))), key=live.id
        )

    async def still_shows(self, live: LiveMatch) -> None:
        """Record that a table message shows this version, unless it has moved meanwhile.

        A process that has the database to itself writes this later, unless a new drawing was asked
        for: after a crash the message is merely drawn once more.
        """
        columns = _columns_of(live)
        if self._store.is_shared or live.rendered_version < 0:
            drawn = {"id": live.id, "at": live.message, "shown": live.version}
            await self._store.write(
                Repeatable(lambda c: c.execute(_SHOWN_IN_ITS_PLACE[columns], drawn)), key=live.id
            )
        else:
            key = (live.id, columns)
            self._edited[key] = max(live.version, self._edited.get(key, 0))

    async def flush(self) -> None:
        """Write what :meth:`still_shows` has recorded."""
        edited, self._edited = self._edited, {}
        if not edited:
            return
        by_home: dict[_Columns, list[dict[str, int]]] = {}
        for (match_id, columns), version in edited.items():
            by_home.setdefault(columns, []).append({"id": match_id, "shown": version})

        def write(connection: Connection) -> None:
            for columns, shown in by_home.items():
                _edited(connection, columns, shown)

        try:
            await self._store.write(Repeatable(write))
        except StoreError:
            self._edited = edited | self._edited
            raise

    async def lobby_rendered(
        self, lobby_id: LobbyId, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """Record the version that a lobby's message shows."""
        shown = {"channel_id": channel, "message_id": message, "rendered_version": version}
        of = lobbies.c.lobby_id == lobby_id
        await self._store.write(
            Repeatable(lambda c: c.execute(update(lobbies).where(of).values(shown))), key=lobby_id
        )
