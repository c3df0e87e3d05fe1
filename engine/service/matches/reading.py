"""The read-only interface to matches: running and ended ones, proofs and records."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from functools import partial
from typing import Final

from engine.game.cards import CardSet
from engine.game.record import MatchRecord
from engine.service.live import LiveMatch, stored_of
from engine.service.matches import deals, queries, records
from engine.service.matches import timers as timing
from engine.service.matches.door import Door
from engine.service.matches.records import Played
from engine.service.people import GuildId, MatchId, UserId
from engine.service.types import Finished, MovedElsewhere, Proof

MATCHES_AT_ONCE: Final = 10
DEALS_OF_MATCHES: Final = 100
"""The number of ended matches that the deal statistics of a server cover."""


class MatchDoor(Door):
    """Queries about stored matches; none of them changes a match."""

    async def load(self, match_id: MatchId) -> LiveMatch | None:
        """Return one match. Raises RecordError if it cannot be read."""
        return await self._store.read(lambda c: queries.match(c, match_id))

    async def moved_elsewhere(self, known: Mapping[MatchId, int]) -> tuple[MovedElsewhere, ...]:
        """Return the matches that another process has moved on since the versions known.

        No event announces that here. A process that has the database to itself has nothing to ask.
        """
        if not known or not self._store.is_shared:
            return ()
        return await self._store.read(lambda c: queries.newer(c, known))

    async def live_matches_of(self, user_id: UserId) -> tuple[LiveMatch, ...]:
        """Return the running matches of one person."""
        return await self._store.read(lambda c: queries.live_of(c, user_id))

    async def running_by_player(
        self, users: Collection[UserId]
    ) -> Mapping[UserId, frozenset[MatchId]]:
        """Return which matches of these people are running."""
        if not users:
            return {}
        return await self._store.read(lambda c: queries.running_by_player(c, tuple(users)))

    async def last_match_of(self, user_id: UserId) -> LiveMatch | None:
        """Return the match that a person began last, running or over."""
        return await self._store.read(lambda c: queries.last_of(c, user_id))

    async def ended_matches_of(
        self, user_id: UserId, wanted: Finished, limit: int
    ) -> tuple[LiveMatch, ...]:
        """Return the ended matches of one person, the newest first."""
        return await self._store.read(lambda c: queries.ended_of(c, user_id, wanted, limit))

    def deals_at(self, live: LiveMatch) -> int | None:
        """Return when the next round is dealt by itself; ``None`` if it waits for the player."""
        return timing.deals_at(stored_of(live), self.terms)

    async def played_by(
        self, user_id: UserId, wanted: Finished, limit: int
    ) -> AsyncIterator[tuple[Played, ...]]:
        """Yield the data for records of one person's ended matches, a few matches at a time."""
        ids = await self._store.read_long(lambda c: queries.ended_ids_of(c, user_id, wanted, limit))
        for first in range(0, len(ids), MATCHES_AT_ONCE):
            some = ids[first : first + MATCHES_AT_ONCE]
            yield await self._store.read_long(partial(records.played_some, match_ids=some))

    async def running(self) -> tuple[LiveMatch, ...]:
        """Return every running match."""
        return await self._store.read_long(queries.running)

    async def running_in(self, guild: GuildId, limit: int = 50) -> tuple[LiveMatch, ...]:
        """Return the running matches of one server, the newest first."""
        return await self._store.read(lambda c: queries.running_in(c, guild, limit))

    async def count_running(self) -> int:
        """Return the number of running matches."""
        return await self._store.read(queries.count_running)

    async def proof(self, match_id: MatchId, number: int) -> Proof | None:
        """Return the public data about the deal of one round."""
        return await self._store.read(lambda c: deals.proof(c, match_id, number))

    async def record(self, match_id: MatchId) -> MatchRecord | None:
        """Return the record of an ended match, or of the finished rounds of a running one."""
        found = await self._store.read_long(lambda c: records.played(c, match_id))
        # Shuffling every deck again is slow.
        return None if found is None else await asyncio.to_thread(records.record_of, found)

    async def dealt_hands(self, guild: GuildId, limit: int = DEALS_OF_MATCHES) -> list[CardSet]:
        """Return one starting hand of every deal in a server's last matches, for statistics."""
        found = await self._store.read_long(lambda c: records.dealt_in(c, guild, limit))
        return await asyncio.to_thread(
            lambda: [hand for one in found for hand in records.first_hands(one)]
        )
