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
from engine.service.matches.records import Played
from engine.service.people import GuildId, MatchId, UserId
from engine.service.tx import Commands, query
from engine.service.types import Finished, MovedElsewhere

MATCHES_AT_ONCE: Final = 10
DEALS_OF_MATCHES: Final = 100
"""The number of ended matches that the deal statistics of a server cover."""


class MatchQueries(Commands):
    """Queries about stored matches; none of them changes a match."""

    load = query(queries.match)
    live_matches_of = query(queries.live_of)
    last_match_of = query(queries.last_of)
    ended_matches_of = query(queries.ended_of)
    running = query(queries.running, long=True)
    running_in = query(queries.running_in)
    count_running = query(queries.count_running)
    proof = query(deals.proof)

    async def moved_elsewhere(self, known: Mapping[MatchId, int]) -> tuple[MovedElsewhere, ...]:
        """Return the matches that another process has moved on since the versions known.

        No event announces that here. A process that has the database to itself has nothing to ask.
        """
        if not known or not self._store.is_shared:
            return ()
        return await self._store.read(lambda c: queries.newer(c, known))

    async def running_by_player(
        self, users: Collection[UserId]
    ) -> Mapping[UserId, frozenset[MatchId]]:
        """Return which matches of these people are running."""
        if not users:
            return {}
        return await self._store.read(lambda c: queries.running_by_player(c, tuple(users)))

    def deals_at(self, live: LiveMatch) -> int | None:
        """Return when the next round is dealt by itself; ``None`` if it waits for the player."""
        return timing.deals_at(stored_of(live), self.time_settings)

    async def played_by(
        self, user_id: UserId, wanted: Finished, limit: int
    ) -> AsyncIterator[tuple[Played, ...]]:
        """Yield the data for records of one person's ended matches, a few matches at a time."""
        ids = await self._store.read_long(lambda c: queries.ended_ids_of(c, user_id, wanted, limit))
        for first in range(0, len(ids), MATCHES_AT_ONCE):
            some = ids[first : first + MATCHES_AT_ONCE]
            yield await self._store.read_long(partial(records.played_some, match_ids=some))

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
