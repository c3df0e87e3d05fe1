"""The event and the round of a match, for its table message."""

from typing import Final, TypeAlias

from cachetools import LRUCache

from engine.service import LiveMatch, MatchId, Service

MOST: Final = 5000
"""The most matches that are remembered; the least recently used are dropped first."""
EventRound: TypeAlias = tuple[str, int]
"""The name of an event, and the round, 0 where there are none."""


class EventRounds:
    """The events of matches, which never change and are read once."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: LRUCache[MatchId, EventRound | None] = LRUCache(MOST)

    async def of(self, live: LiveMatch) -> EventRound | None:
        """Return the event of a match; ``None`` for one that began by an invitation or alone."""
        if live.lobby_id is not None or live.is_private or live.is_solitary:
            return None
        if live.id not in self._known:
            self._known[live.id] = await self._read(live.id)
        return self._known[live.id]

    async def _read(self, match: MatchId) -> EventRound | None:
        found = await self._service.events.event_of_match(match)
        if found is None:
            return None
        event, pairing = found
        return event.plan.name, pairing.round if event.ends_ms is None else 0
