"""The announcement of committed changes of matches and lobbies."""

from collections.abc import Awaitable
from typing import Protocol, TypeVar

from engine.game.match import MatchEvent
from engine.service.event_bus import EventBus
from engine.service.live import LiveMatch, stored_of
from engine.service.matches import match_timers
from engine.service.ports import Clock, Entropy, TimeSettings
from engine.service.scheduler import Scheduler
from engine.service.tx import Commands
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
from engine.store import Change, Store

T = TypeVar("T")


class AnnouncedChange(Protocol):
    """Makes a change and announces what it returns."""

    def __call__(self, change: Change[T], key: int) -> Awaitable[T]: ...


class AnnouncedPart(Commands):
    """A part of the service whose changes of matches are announced by ``change``."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        time_settings: TimeSettings,
        *,
        change: AnnouncedChange,
    ) -> None:
        super().__init__(store, clock, entropy, time_settings)
        self._announced = change

    async def _change(self, change: Change[T], key: int) -> T:
        return await self._announced(change, key)


class AnnouncedCommands(Commands):
    """Commands whose committed outcomes are published on the buses of matches and lobbies."""

    _deadlines: Scheduler

    def __init__(
        self,
        store: Store,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        time_settings: TimeSettings | None = None,
    ) -> None:
        super().__init__(store, clock, entropy, time_settings)
        self.hub: EventBus[Committed] = EventBus()
        self.lobby_hub: EventBus[LobbyEvent] = EventBus()
        self.reminders: EventBus[Reminded] = EventBus()

    async def _change(self, change: Change[T], key: int) -> T:
        return await self._store.write(change, key=key, committed=self._announce)

    def _announce(self, outcome: object) -> None:
        """Publish a committed outcome, even if the caller was cancelled."""
        match outcome:
            case Applied(live=live, happened=happened):
                self._publish(live, happened)
            case Started(live=live, lobby=lobby):
                self._publish(live, (MatchEvent.ROUND_DEALT,))
                if lobby is not None:
                    self.lobby_hub.publish(LobbyEvent(lobby))
            case LobbyOpened(lobby=lobby) | LobbyChanged(lobby=lobby) | LobbyClosed(lobby=lobby):
                self.lobby_hub.publish(LobbyEvent(lobby))
                self._deadlines.wake(lobby.expires_ms)
            case Reminded():
                self.reminders.publish(outcome)
            case _:
                pass

    def _publish(self, live: LiveMatch, happened: tuple[MatchEvent, ...]) -> None:
        self.hub.publish(Committed(live.id, live.version, happened, live))
        if MatchEvent.MATCH_ENDED in happened:
            self._deadlines.wake(live.updated_ms)  # an event may go on
        due = match_timers.wanted(stored_of(live), self.time_settings).values()
        if due:
            self._deadlines.wake(min(one.due_ms for one in due))
