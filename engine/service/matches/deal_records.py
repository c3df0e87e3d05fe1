"""The deals of a server's finished rounds, compared with chance."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Final

from cachetools import TTLCache
from sqlalchemy import Connection, select

from engine.fairness import deck_label, shuffled
from engine.game.round import deal_hands
from engine.service.matches import match_rows
from engine.service.people import GuildId
from engine.service.tx import Commands, Dependencies
from engine.standings.deal_statistics import HAND, Deal, DealStatistics, deal_statistics
from engine.store.schema import matches, rounds

MATCHES: Final = 200
"""The matches of a server whose deals are compared, the last ones that have ended."""
CACHED_S: Final = 600.0
SERVERS: Final = 1_000


class DealRecords(Commands):
    """What was dealt on each server. Shuffling again is slow, so results are cached."""

    def __init__(
        self, dependencies: Dependencies, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(dependencies)
        self._found: TTLCache[GuildId, DealStatistics | None] = TTLCache(SERVERS, CACHED_S, clock)
        self._one_at_a_time = asyncio.Lock()

    async def statistics(self, guild: GuildId) -> DealStatistics | None:
        """Return a comparison of a server's deals with chance; ``None`` without finished rounds.

        A result may be ten minutes old. Rounds that others may still have to play are left out, and
        so are those of the daily challenge, which everybody is dealt alike.
        """
        async with self._one_at_a_time:
            if guild not in self._found:
                revealed = await self._store.read_long(lambda c: revealed_rounds(c, guild))
                self._found[guild] = await asyncio.to_thread(_compared, revealed)
            return self._found[guild]


def revealed_rounds(connection: Connection, guild: int) -> list[tuple[int, int, str, str, str]]:
    """Return match, number, contributions, tables and secret of the rounds to compare."""
    ended = (
        select(matches.c.match_id)
        .where(
            matches.c.guild_id == guild,
            matches.c.ended_ms.is_not(None),
            match_rows.HAS_TABLE,
            match_rows.IS_DEALT,
        )
        .order_by(matches.c.ended_ms.desc())
        .limit(MATCHES)
    )
    columns = (rounds.c.match_id, rounds.c.number, rounds.c.contributions, rounds.c.tables)
    asked = select(*columns, rounds.c.secret).where(
        rounds.c.match_id.in_(connection.execute(ended).scalars().all()),
        rounds.c.secret.is_not(None),
    )
    return [tuple(row) for row in connection.execute(asked)]


def _compared(revealed: list[tuple[int, int, str, str, str]]) -> DealStatistics | None:
    """Deal the rounds again as in standard gin, by whatever rules they were played."""
    deals = []
    for match, number, contributions, tables, secret in revealed:
        for index, (_, _, attempt) in enumerate(json.loads(tables)):
            label = deck_label(match, number, index, attempt)
            deck = shuffled(bytes.fromhex(secret), label, json.loads(contributions))
            deals.append(Deal(deal_hands(deck, HAND)[0], deck[2 * HAND]))
    return deal_statistics(deals) if deals else None
