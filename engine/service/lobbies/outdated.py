"""Messages that are behind the stored state."""

from functools import partial
from typing import Final

from sqlalchemy import bindparam, select, update

from engine.service.commands import Commands, Dependencies, query
from engine.service.live import LiveMatch
from engine.service.lobbies import lobby_rows
from engine.service.matches import match_rows
from engine.service.matches.queries import readable
from engine.service.people import ChannelId, LobbyId, MatchId, MessageId
from engine.service.tx import ReadTx
from engine.store import StoreError
from engine.store.schema import lobbies, matches

_OF_MATCH: Final = update(matches).where(matches.c.match_id == bindparam("id"))
_STILL_SHOWS: Final = _OF_MATCH.where(
    matches.c.rendered_version.between(0, bindparam("shown"))
).values(rendered_version=bindparam("shown"))
"""Record a version, unless the message has to be redrawn."""
_SHOWN_IN_ITS_PLACE: Final = _OF_MATCH.where(matches.c.message_id == bindparam("at")).values(
    rendered_version=bindparam("shown")
)
"""Record a version, unless the message was posted anew meanwhile."""


def outdated_matches(tx: ReadTx, limit: int) -> tuple[LiveMatch, ...]:
    """Return matches with outdated messages."""
    found = tx.execute(
        select(matches)
        .where(
            matches.c.version > matches.c.rendered_version,
            matches.c.status != match_rows.BROKEN,
            match_rows.HAS_TABLE,
            matches.c.place.in_(lobby_rows.REACHABLE),
        )
        .order_by(matches.c.match_id)
        .limit(limit)
    )
    return tuple(readable(found))


class Messages(Commands):
    """The messages of matches and lobbies.

    Whoever has drawn last is believed: a newer drawing may lie under an older one that another
    process sent late.
    """

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._edited: dict[MatchId, int] = {}

    outdated_lobbies = query(lobby_rows.outdated, long=True)

    async def outdated_matches(self, limit: int) -> tuple[LiveMatch, ...]:
        """Return matches whose messages have to be redrawn."""
        await self.flush()
        return await self._read_long(partial(outdated_matches, limit=limit))

    async def rendered(
        self, live: LiveMatch, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """Record the version that a table message shows; -1 if it is gone and must be reposted."""
        shown = {"channel_id": channel, "message_id": message, "rendered_version": version}
        of = matches.c.match_id == live.id
        await self._repeat(lambda tx: tx.execute(update(matches).where(of).values(shown)), live.id)

    async def still_shows(self, live: LiveMatch) -> None:
        """Record that a table message shows this version, unless it has moved meanwhile.

        A process that has the database to itself writes this later, unless a new drawing was asked
        for: after a crash the message is merely drawn once more.
        """
        if self._store.is_shared or live.table.rendered_version < 0:
            drawn = {"id": live.id, "at": live.table.message, "shown": live.version}
            await self._repeat(lambda tx: tx.execute(_SHOWN_IN_ITS_PLACE, drawn), live.id)
        else:
            self._edited[live.id] = max(live.version, self._edited.get(live.id, 0))

    async def flush(self) -> None:
        """Write what :meth:`still_shows` has recorded."""
        edited, self._edited = self._edited, {}
        if not edited:
            return
        shown = [{"id": match_id, "shown": version} for match_id, version in edited.items()]
        try:
            await self._repeat(lambda tx: tx.execute(_STILL_SHOWS, shown))
        except StoreError:
            self._edited = edited | self._edited
            raise

    async def lobby_rendered(
        self, lobby_id: LobbyId, version: int, channel: ChannelId, message: MessageId | None
    ) -> None:
        """Record the version that a lobby's message shows."""
        shown = {"channel_id": channel, "message_id": message, "rendered_version": version}
        of = lobbies.c.lobby_id == lobby_id
        await self._repeat(lambda tx: tx.execute(update(lobbies).where(of).values(shown)), lobby_id)
