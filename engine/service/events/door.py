"""The door of events; every call raises StoreBusyError or StoreFailedError like the others."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection

from engine.events.plan import EventPlan
from engine.fairness import SECRET_BYTES
from engine.service.changes import NOTHING, YES_NO, AnswerCodec, Once, as_json
from engine.service.event_bus import EventBus
from engine.service.events import (
    announcing,
    deeds,
    drafts,
    entering,
    firing,
    queries,
    reading,
    rows,
    tables,
    untold,
)
from engine.service.events.board_types import BoardsOf, BoardsProof
from engine.service.events.deed_types import Deed
from engine.service.events.drafts import EventDraft
from engine.service.events.firing import Done
from engine.service.events.outcome_types import (
    EventChanged,
    EventCode,
    EventNews,
    EventOutcome,
    EventRefused,
    UntoldNews,
)
from engine.service.events.rows import Work
from engine.service.events.types import (
    Announce,
    DraftId,
    Event,
    EventId,
    EventList,
    Honour,
    Pairing,
)
from engine.service.people import (
    ChannelId,
    GuildId,
    InteractionId,
    MatchId,
    MessageId,
    Person,
    UserId,
)
from engine.service.ports import Clock, Entropy, TimeSettings
from engine.service.scheduler import Timer
from engine.store import Repeatable, Store, StoreError

D = TypeVar("D", bound=Done | None)
_log = logging.getLogger(__name__)


class Events:
    """The events of servers: announced, entered, played by themselves, managed.

    Commands answer with the event as it then is; what its players have to be told is published
    once, with the change.
    """

    def __init__(
        self,
        store: Store,
        hub: EventBus[EventChanged],
        clock: Clock,
        entropy: Entropy,
        terms: TimeSettings,
        announce_match: Callable[[object], None],
        wake: Callable[[int], None],
    ) -> None:
        self._store = store
        self._hub = hub
        self._clock = clock
        self._entropy = entropy
        self._terms = terms
        self._announce_match = announce_match
        self._wake = wake
        self._untold: dict[EventId, list[EventNews]] = {}
        self._telling: dict[EventId, asyncio.Task[None]] = {}

    # -- commands --------------------------------------------------------------------------

    async def begin_draft(
        self, interaction: InteractionId, guild: GuildId, user_id: UserId, plan: EventPlan
    ) -> EventDraft:
        """Begin the draft of an event."""
        draft, now = EventDraft(DraftId(interaction), user_id, guild, plan), self._clock.now_ms()
        work = Once(interaction, "draft", NOTHING, lambda c: drafts.begin(c, draft, now))
        await self._store.write(work, key=draft.id)
        return draft

    async def draft(self, draft_id: DraftId) -> EventDraft | None:
        """Return a draft; ``None`` if it has ended."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: drafts.read(c, draft_id, now))

    async def change_draft(
        self, interaction: InteractionId, draft: EventDraft, plan: EventPlan
    ) -> EventDraft | None:
        """Change a draft; ``None`` if it is not as it was any more."""
        now = self._clock.now_ms()
        command, key = f"draft:{draft.id}", draft.id
        work = Once(interaction, command, YES_NO, lambda c: drafts.change(c, draft, plan, now))
        is_changed = await self._store.write(work, key=key)
        return replace(draft, plan=plan, version=draft.version + 1) if is_changed else None

    async def announce(self, ask: Announce, draft: EventDraft | None = None) -> EventOutcome:
        """Announce an event; of a draft that is announced already, the answer is that event."""
        chance, now = self._entropy.token(SECRET_BYTES), self._clock.now_ms()
        return await self._command(
            ask.interaction,
            "announce",
            ask.interaction if draft is None else draft.id,
            lambda c: announcing.announce(c, ask, draft, chance, now),
        )

    async def enter(
        self,
        interaction: InteractionId,
        event_id: EventId,
        person: Person,
        team: int | None = None,
    ) -> EventOutcome:
        """Enter an event, late where its kind allows it; of two teams one, or the smaller."""
        return await self._change(
            interaction,
            "enter",
            event_id,
            lambda work: entering.enter(work, person, interaction, team),
        )

    async def check_in(
        self, interaction: InteractionId, event_id: EventId, user_id: UserId
    ) -> EventOutcome:
        """Say that one is here."""
        return await self._change(
            interaction,
            "check_in",
            event_id,
            lambda work: entering.check_in(work, user_id, interaction),
        )

    async def withdraw(
        self, interaction: InteractionId, event_id: EventId, user_id: UserId
    ) -> EventOutcome:
        """Withdraw from an event, or leave an arena."""
        return await self._change(
            interaction, "withdraw", event_id, lambda work: entering.withdraw(work, user_id)
        )

    async def pause(
        self, interaction: InteractionId, event_id: EventId, user_id: UserId, paused: bool
    ) -> EventOutcome:
        """Be paired in an arena no more for now, or again."""
        return await self._change(
            interaction,
            "pause",
            event_id,
            lambda work: entering.pause(work, user_id, paused=paused),
        )

    async def manage(
        self,
        interaction: InteractionId,
        event_id: EventId,
        actor: UserId,
        deed: Deed,
    ) -> EventOutcome:
        """Do a deed of the organiser; the caller has checked that ``actor`` may."""
        return await self._change(
            interaction,
            "manage",
            event_id,
            lambda work: deeds.manage(work, interaction, actor, deed),
        )

    async def leave_all(self, interaction: InteractionId, user_id: UserId) -> None:
        """Withdraw from every event that is not over."""
        for event_id in await self._store.read(lambda c: queries.open_of(c, user_id)):
            await self.withdraw(interaction, event_id, user_id)

    # -- queries ---------------------------------------------------------------------------

    async def event(self, event_id: EventId) -> Event | None:
        """Return an event."""
        return await self._store.read(lambda c: reading.event(c, event_id))

    async def versions(self, event_ids: Collection[EventId]) -> Mapping[EventId, int]:
        """Return the versions of events."""
        if not event_ids:
            return {}
        return await self._store.read(lambda c: queries.versions(c, event_ids))

    async def moved_elsewhere(self, known: Mapping[EventId, int]) -> Mapping[EventId, int]:
        """Return the versions of the events that have changed since the versions known.

        What another process changes is not announced here. A process that has the database to
        itself has nothing to ask.
        """
        if not self._store.is_shared:
            return {}
        found = await self.versions(known)
        return {one: version for one, version in found.items() if version > known[one]}

    async def of_guild(self, guild: GuildId, page: int = 0) -> EventList:
        """Return the events of a server: those to come or running, and a page of its history."""
        return await self._store.read_long(lambda c: queries.of_guild(c, guild, page))

    async def boards_of(self, event_id: EventId, round_: int, user_id: UserId) -> BoardsOf | None:
        """Return a person's boards of a round; ``None`` until they are public, or without any."""
        return await self._store.read_long(
            lambda c: queries.boards_of(c, event_id, round_, user_id)
        )

    async def boards_proof(self, event_id: EventId) -> BoardsProof | None:
        """Return what anybody needs to check the boards of an event; ``None`` for one without."""
        return await self._store.read(lambda c: queries.boards_proof(c, event_id))

    async def event_of_match(self, match_id: MatchId) -> tuple[Event, Pairing] | None:
        """Return the event and the pairing of a match; ``None`` for an ordinary one."""
        return await self._store.read(lambda c: queries.of_match(c, match_id))

    async def honours_of(self, user_id: UserId) -> tuple[Honour, ...]:
        """Return the finished events in which a person was among the first three."""
        return await self._store.read(lambda c: queries.honours_of(c, user_id))

    async def outdated(self) -> tuple[Event, ...]:
        """Return events whose messages do not show the newest version."""
        return await self._store.read_long(queries.outdated)

    async def shown(
        self,
        event_id: EventId,
        version: int,
        message: MessageId | None = None,
        thread: ChannelId | None = None,
        channel: ChannelId | None = None,
    ) -> None:
        """Record the version that a message shows; below 0 if it has to be drawn again.

        ``channel``: where the message is now, if it has moved.
        """
        change = Repeatable(lambda c: queries.shown(c, event_id, version, message, thread, channel))
        await self._store.write(change, key=event_id)

    async def take_news(self, event_id: EventId) -> UntoldNews | None:
        """Take what has to be told; ``None`` if nothing, or if somebody else tells it."""
        now = self._clock.now_ms()
        change = Repeatable(lambda c: untold.take(c, event_id, now))
        return await self._store.write(change, key=event_id)

    async def told(self, event_id: EventId, number: int) -> None:
        """Record that news have been told which were taken."""
        change = Repeatable(lambda c: untold.told(c, event_id, number))
        await self._store.write(change, key=event_id)

    async def news_left_alone(self) -> tuple[EventId, ...]:
        """Return the events whose news nobody is telling."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: untold.left_alone(c, now))

    # -- what happens by itself ---------------------------------------------------------------

    async def fire(self, timer: Timer) -> None:
        """Do what a timer of an event is for."""
        root, now = self._entropy.token(SECRET_BYTES), self._clock.now_ms()
        attempts = _Attempts(lambda c: firing.fire(c, timer, root, now, self._terms))
        await self._store.write(
            Repeatable(attempts),
            key=timer.ref_id,
            committed=lambda last: self._committed(attempts.told(last)),
        )

    @property
    def is_quiet(self) -> bool:
        """Whether every change has been published."""
        return not self._telling

    async def drained(self) -> None:
        """Wait until every change has been published."""
        while self._telling:
            await asyncio.wait(list(self._telling.values()))

    # -- inside ----------------------------------------------------------------------------

    async def _change(
        self,
        interaction: InteractionId,
        command: str,
        event_id: EventId,
        deed: Callable[[Work], EventCode | None],
    ) -> EventOutcome:
        now = self._clock.now_ms()

        def work(connection: Connection) -> Done:
            row = rows.read_row(connection, event_id, lock=True)
            if row is None:
                return Done(event_id, EventCode.NO_SUCH_EVENT)
            begun = Work(connection, rows.load(connection, row), now, self._terms)
            tables.take_all(begun)
            return firing.done(begun, deed(begun))

        return await self._command(interaction, f"{command}:{event_id}", event_id, work)

    async def _command(
        self,
        interaction: InteractionId,
        command: str,
        key: int,
        work: Callable[[Connection], Done],
    ) -> EventOutcome:
        """Do a command once for its interaction, and return the event as it then is."""
        attempts = _Attempts(work)
        finished = await self._store.write(
            Once(interaction, command, _DONE, attempts),
            key=key,
            committed=lambda last: self._committed(attempts.told(last)),
        )
        event = await self.event(finished.event_id)
        if finished.refused is not None or event is None:
            return EventRefused(finished.refused or EventCode.NO_SUCH_EVENT, event)
        return EventChanged(event)

    def _committed(self, outcome: Done | None) -> None:
        """Announce what was committed, even if the caller is gone."""
        if outcome is None:
            return
        for one in outcome.matches:
            self._announce_match(one)
        if outcome.due:
            self._wake(min(outcome.due))
        if outcome.changed:
            self._untold.setdefault(outcome.event_id, []).extend(outcome.news)
            if outcome.event_id not in self._telling:
                task = asyncio.get_running_loop().create_task(self._tell(outcome.event_id))
                self._telling[outcome.event_id] = task

    async def _tell(self, event_id: EventId) -> None:
        """Publish an event with all news since the last time."""
        try:
            while (news := self._untold.pop(event_id, None)) is not None:
                event = await self._store.read_long(lambda c: reading.event(c, event_id))
                if event is not None:
                    self._hub.publish(EventChanged(event, tuple(news)))
        except StoreError:
            _log.warning("a change of event %d could not be read to be published", event_id)
        finally:
            del self._telling[event_id]


class _Attempts(Generic[D]):
    """A work that remembers what it did, for when its COMMIT was in doubt and it is done again.

    The second time it finds nothing to do, while what it did the first time was not announced. Only
    the event is: whether it was this attempt that has dealt a match cannot be known, and a match is
    announced by the state that is stored.
    """

    def __init__(self, work: Callable[[Connection], D]) -> None:
        self._work = work
        self._done: Done | None = None

    def __call__(self, connection: Connection) -> D:
        result = self._work(connection)
        if result is not None and result.changed:
            self._done = result
        return result

    def told(self, last: Done | None) -> Done | None:
        """Return what has to be announced after the last attempt."""
        if self._done is None or last is self._done:
            return last
        return replace(self._done, matches=())


def _written(outcome: Done) -> list[Any]:
    refused = None if outcome.refused is None else outcome.refused.value
    return [outcome.event_id, refused]


def _read(_: Connection, found: list[Any]) -> Done:
    event_id, refused = found
    code = None if refused is None else EventCode(refused)
    return Done(EventId(event_id), code, changed=code is None)


_DONE: Final[AnswerCodec[Done]] = as_json(_written, _read)
"""What was done, without the news, which were told the first time."""
