"""The base of the service's public interfaces: one change, one COMMIT, then its event."""

from collections.abc import Awaitable
from typing import Protocol, TypeVar

from engine.fairness import SECRET_BYTES
from engine.game.match import MatchEvent
from engine.service.event_bus import EventBus
from engine.service.live import LiveMatch, stored_of
from engine.service.matches import timers as timing
from engine.service.matches.timers import TimeSettings
from engine.service.ports import Clock, Entropy
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
from engine.store import Change, Store

T = TypeVar("T")


class AnnouncedChange(Protocol):
    """Makes a change and announces what it returns."""

    def __call__(self, change: Change[T], key: int) -> Awaitable[T]: ...


class Door:
    """The store with clock and entropy, and the buses that announce committed changes."""

    _deadlines: Scheduler

    def __init__(self, store: Store, clock: Clock, entropy: Entropy, terms: TimeSettings) -> None:
        self.hub: EventBus[Committed] = EventBus()
        self.lobby_hub: EventBus[LobbyEvent] = EventBus()
        self.reminders: EventBus[Reminded] = EventBus()
        self.terms = terms
        self._store = store
        self._clock = clock
        self._entropy = entropy

    def _root(self) -> bytes:
        return self._entropy.token(SECRET_BYTES)

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
        due = timing.wanted(stored_of(live), self.terms).values()
        if due:
            self._deadlines.wake(min(one.due_ms for one in due))
