"""The announcement of committed changes: on one bus, and to the timers.

A change is announced once, after COMMIT, also when its caller is gone.
"""

import asyncio
import logging
from typing import Final

from engine.game.match import MatchEvent
from engine.service.event_bus import EventBus
from engine.service.events import queries
from engine.service.events.outcomes import EventChanged, EventCommit, EventNews
from engine.service.events.types import EventId
from engine.service.live import LiveMatch, stored_of
from engine.service.matches import match_timers
from engine.service.ports import TimeSettings
from engine.service.scheduler import Scheduler
from engine.service.types import (
    Applied,
    Committed,
    LobbyChanged,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    Reminded,
    Started,
)
from engine.store import Store, StoreError

_log: Final = logging.getLogger(__name__)


class Announcer:
    """Publishes the outcomes of committed changes, and wakes the timers that they have set.

    An event is published with all news since the last time, as soon as it is read.
    """

    scheduler: Scheduler

    def __init__(self, store: Store, time_settings: TimeSettings) -> None:
        self.bus = EventBus()
        self._store = store
        self._time_settings = time_settings
        self._unpublished: dict[EventId, list[EventNews]] = {}
        self._publishing: dict[EventId, asyncio.Task[None]] = {}

    def announce(self, outcome: object) -> None:
        """Announce the outcome of a change, if others have to know it."""
        match outcome:
            case Applied(live=live, happened=happened):
                self._announce_match(live, happened)
            case Started(live=live, lobby=lobby):
                self._announce_match(live, (MatchEvent.ROUND_DEALT,))
                if lobby is not None:
                    self.bus.publish(LobbyEvent(lobby))
            case LobbyOpened(lobby=lobby) | LobbyChanged(lobby=lobby) | LobbyClosed(lobby=lobby):
                self.bus.publish(LobbyEvent(lobby))
                self.scheduler.wake(lobby.expires_ms)
            case Reminded():
                self.bus.publish(outcome)
            case EventCommit():
                self._announce_event(outcome)
            case _:
                pass

    def _announce_match(self, live: LiveMatch, happened: tuple[MatchEvent, ...]) -> None:
        self.bus.publish(Committed(live.id, live.version, happened, live))
        if MatchEvent.MATCH_ENDED in happened:
            self.scheduler.wake(live.updated_ms)  # an event may go on
        due = match_timers.wanted(stored_of(live), self._time_settings).values()
        if due:
            self.scheduler.wake(min(one.due_ms for one in due))

    def _announce_event(self, commit: EventCommit) -> None:
        for one in commit.matches:
            self.announce(one)
        if commit.due:
            self.scheduler.wake(min(commit.due))
        if commit.is_changed:
            self._unpublished.setdefault(commit.event_id, []).extend(commit.news)
            if commit.event_id not in self._publishing:
                task = asyncio.get_running_loop().create_task(self._publish(commit.event_id))
                self._publishing[commit.event_id] = task

    async def _publish(self, event_id: EventId) -> None:
        try:
            while (news := self._unpublished.pop(event_id, None)) is not None:
                event = await self._store.read_long(lambda c: queries.read_event(c, event_id))
                if event is not None:
                    self.bus.publish(EventChanged(event, tuple(news)))
        except StoreError:
            _log.warning("a change of event %d could not be read to be published", event_id)
        finally:
            del self._publishing[event_id]

    @property
    def is_quiet(self) -> bool:
        """Whether every change has been announced to every subscriber."""
        return not self._publishing and self.bus.is_quiet

    async def drained(self) -> None:
        """Wait until every change has been published; its subscribers may be slower."""
        while self._publishing:
            await asyncio.wait(list(self._publishing.values()))
