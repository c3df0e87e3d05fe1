"""The commands and queries of events, and the announcement of what they have changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from sqlalchemy import Connection

from engine.events.plan import EventPlan
from engine.service.changes import NOTHING, YES_NO, AnswerCodec, as_json
from engine.service.event_bus import EventBus
from engine.service.events import (
    creation,
    organizer_actions,
    outcomes,
    queries,
    registration,
    rows,
    tables,
    timer_handlers,
)
from engine.service.events.creation import EventDraft
from engine.service.events.outcomes import (
    EventChanged,
    EventCode,
    EventCommit,
    EventNews,
    EventOutcome,
    EventRefused,
)
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import Announce, DraftId, EventId
from engine.service.people import GuildId, InteractionId, UserId
from engine.service.ports import Clock, Entropy, TimeSettings
from engine.service.scheduler import Timer
from engine.service.tx import Commands, Tx, query, query_at, repeatable
from engine.store import Change, Store, StoreError

P = ParamSpec("P")
T = TypeVar("T")
_log = logging.getLogger(__name__)


class event_command(Generic[P]):  # noqa: N801 - it reads like a decorator
    """A command on one event, which answers with the event as it then is.

    Its arguments are the interaction, the event, and what the work takes beside its transaction.
    """

    def __init__(
        self, name: str, work: Callable[Concatenate[EventTransaction, P], EventCode | None]
    ) -> None:
        self._name, self._work = name, work

    def __get__(
        self, part: "Events", owner: "type[Events] | None" = None
    ) -> Callable[Concatenate[InteractionId, EventId, P], Coroutine[Any, Any, EventOutcome]]:
        def give(
            key: InteractionId, event_id: EventId, /, *args: P.args, **kwargs: P.kwargs
        ) -> Coroutine[Any, Any, EventOutcome]:
            work = partial(_on_event, event_id, lambda tx: self._work(tx, *args, **kwargs))
            name = f"{self._name}:{event_id}"
            return part._outcome(part._once(key, name, _COMMIT, work, event_id))

        return give


def _on_event(
    event_id: EventId, work: Callable[[EventTransaction], EventCode | None], tx: Tx
) -> EventCommit:
    row = rows.read_row(tx.connection, event_id, lock=True)
    if row is None:
        return EventCommit(event_id, EventCode.NO_SUCH_EVENT)
    event = EventTransaction.on(tx, row)
    tables.take_results(event)
    return event.finish(work(event))


def _written(commit: EventCommit) -> list[Any]:
    refused = None if commit.refused is None else commit.refused.value
    return [commit.event_id, refused]


def _read(_: Connection, found: list[Any]) -> EventCommit:
    event_id, refused = found
    code = None if refused is None else EventCode(refused)
    return EventCommit(EventId(event_id), code, is_changed=code is None, is_repeated=True)


_COMMIT: Final[AnswerCodec[EventCommit]] = as_json(_written, _read)
"""What was done, without the news, which were announced the first time."""


class Events(Commands):
    """The events of servers: announced, entered, played by themselves, managed.

    A change is announced after COMMIT, once, also when its caller was cancelled; what the players
    of the event have to know is published with it.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        time_settings: TimeSettings,
        *,
        hub: EventBus[EventChanged],
        announce_match: Callable[[object], None],
        wake: Callable[[int], None],
    ) -> None:
        super().__init__(store, clock, entropy, time_settings)
        self._hub = hub
        self._announce_match = announce_match
        self._wake = wake
        self._unpublished: dict[EventId, list[EventNews]] = {}
        self._publishing: dict[EventId, asyncio.Task[None]] = {}

    draft = query_at(creation.read_draft)
    enter = event_command("enter", registration.enter)
    check_in = event_command("check_in", registration.check_in)
    withdraw = event_command("withdraw", registration.withdraw)
    pause = event_command("pause", registration.pause)
    organize = event_command("manage", organizer_actions.carry_out)

    event = query(queries.read_event)
    versions = query(queries.versions)
    of_guild = query(queries.of_guild, long=True)
    boards_of = query(queries.boards_of, long=True)
    boards_proof = query(queries.boards_proof)
    event_of_match = query(queries.of_match)
    honours_of = query(queries.honours_of)
    outdated = query(queries.outdated, long=True)
    shown = repeatable(queries.shown, of_subject=True)

    claim_news = repeatable(outcomes.claim_news, of_subject=True)
    mark_announced = repeatable(outcomes.mark_announced, of_subject=True)
    unannounced = query_at(outcomes.unannounced)

    async def begin_draft(
        self, interaction: InteractionId, guild: GuildId, user_id: UserId, plan: EventPlan
    ) -> EventDraft:
        """Begin the draft of an event."""
        draft = EventDraft(DraftId(interaction), user_id, guild, plan)
        work = partial(creation.begin_draft, draft=draft)
        await self._once(interaction, "draft", NOTHING, work, draft.id)
        return draft

    async def change_draft(
        self, interaction: InteractionId, draft: EventDraft, plan: EventPlan
    ) -> EventDraft | None:
        """Change a draft; ``None`` if it is not as it was any more."""
        work = partial(creation.change_draft, draft=draft, plan=plan)
        is_changed = await self._once(interaction, f"draft:{draft.id}", YES_NO, work, draft.id)
        return replace(draft, plan=plan, version=draft.version + 1) if is_changed else None

    async def announce(self, ask: Announce, draft: EventDraft | None = None) -> EventOutcome:
        """Announce an event; of a draft that is announced already, the answer is that event."""
        order = ask.interaction if draft is None else draft.id
        work = partial(creation.announce, ask=ask, draft=draft)
        return await self._outcome(self._once(ask.interaction, "announce", _COMMIT, work, order))

    async def leave_all(self, interaction: InteractionId, user_id: UserId) -> None:
        """Withdraw from every event that is not over."""
        for event_id in await self._store.read(lambda c: queries.open_of(c, user_id)):
            await self.withdraw(interaction, event_id, user_id)

    async def fire(self, timer: Timer) -> None:
        """Do what a timer of an event is for."""
        await self._repeat(lambda tx: timer_handlers.fire(tx, timer), timer.ref_id)

    async def moved_elsewhere(self, known: Mapping[EventId, int]) -> Mapping[EventId, int]:
        """Return the versions of the events that have changed since the versions known.

        What another process changes is not announced here. A process that has the database to
        itself has nothing to ask.
        """
        if not self._store.is_shared or not known:
            return {}
        found = await self.versions(known)
        return {one: version for one, version in found.items() if version > known[one]}

    async def _outcome(self, committing: Awaitable[EventCommit]) -> EventOutcome:
        """Return the event as it is after a command."""
        commit = await committing
        event = await self.event(commit.event_id)
        if commit.refused is not None or event is None:
            return EventRefused(commit.refused or EventCode.NO_SUCH_EVENT, event)
        return EventChanged(event)

    # -- announcement ----------------------------------------------------------------------

    @property
    def is_quiet(self) -> bool:
        """Whether every change has been published."""
        return not self._publishing

    async def drained(self) -> None:
        """Wait until every change has been published."""
        while self._publishing:
            await asyncio.wait(list(self._publishing.values()))

    async def _change(self, change: Change[T], key: int) -> T:
        attempts = _Attempts(change)
        return await self._store.write(
            attempts, key=key, committed=lambda _: self._announce(attempts.commit)
        )

    def _announce(self, commit: EventCommit | None) -> None:
        """Announce what was committed, even if the caller is gone."""
        if commit is None:
            return
        for one in commit.matches:
            self._announce_match(one)
        if commit.due:
            self._wake(min(commit.due))
        if commit.is_changed:
            self._unpublished.setdefault(commit.event_id, []).extend(commit.news)
            if commit.event_id not in self._publishing:
                task = asyncio.get_running_loop().create_task(self._publish(commit.event_id))
                self._publishing[commit.event_id] = task

    async def _publish(self, event_id: EventId) -> None:
        """Publish an event with all news since the last time."""
        try:
            while (news := self._unpublished.pop(event_id, None)) is not None:
                event = await self._store.read_long(lambda c: queries.read_event(c, event_id))
                if event is not None:
                    self._hub.publish(EventChanged(event, tuple(news)))
        except StoreError:
            _log.warning("a change of event %d could not be read to be published", event_id)
        finally:
            del self._publishing[event_id]


class _Attempts(Change[T]):
    """A change that remembers what it did, for when its COMMIT was in doubt and it is done again.

    The second time it finds nothing to do, while what it did the first time was not announced. Only
    the event is: whether it was this attempt that has dealt a match cannot be known, and a match is
    announced by the state that is stored.
    """

    def __init__(self, change: Change[T]) -> None:
        self._attempt = change
        self.commit: EventCommit | None = None

    def __call__(self, connection: Connection) -> T:
        result = self._attempt(connection)
        commit = result if isinstance(result, EventCommit) else None
        is_new = commit is not None and commit.is_changed and not commit.is_repeated
        if is_new or self.commit is None or not self.commit.is_changed:
            self.commit = commit
        else:
            self.commit = replace(self.commit, matches=())
        return result
