"""The commands, queries and timers of events.

A timer fires in one transaction, and does nothing a second time. The timers of a server rest while
the bot is away from it.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, Final, Generic, ParamSpec

from sqlalchemy import delete, select, update

from engine.events.plan import EventPlan
from engine.service.changes import NOTHING, NUMBER, YES_NO, AnswerCodec, as_json
from engine.service.commands import Commands, query, repeatable
from engine.service.events import (
    boards,
    creation,
    organizer_actions,
    outcomes,
    pairing_matches,
    queries,
    registration,
    rounds,
    rows,
)
from engine.service.events.creation import EventDraft
from engine.service.events.outcomes import (
    EventChanged,
    EventCode,
    EventCommit,
    EventOutcome,
    EventRefused,
)
from engine.service.events.rows import StoredEvent
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import Announce, DraftId, EventId, EventState
from engine.service.matches import match_timers
from engine.service.people import GuildId, InteractionId, UserId
from engine.service.scheduler import EVENT_KINDS, Timer, TimerKind
from engine.service.tx import ReadTx, Tx
from engine.store.schema import events, secrets, timers


def fire_timer(tx: Tx, timer: Timer) -> EventCommit | None:
    """Do what a timer is for."""
    row = rows.read_row(tx, timer.ref_id, lock=True)
    match_timers.drop(tx, timer)
    if row is None:
        return None
    event = EventTransaction.on(tx, row, _needed(tx, timer, row))
    if timer.kind is TimerKind.EVENT_NEXT:
        return creation.announce_next(event)
    pairing_matches.take_results(event)
    _handle(event, timer)
    return event.finish()


def _needed(tx: Tx, timer: Timer, event: StoredEvent) -> list[int] | None:
    """Return the pairings that a timer is about; ``None`` if it needs all of them."""
    if timer.kind in (TimerKind.EVENT_TABLE, TimerKind.NO_SHOW):
        return [timer.slot]
    takes_results = timer.kind is TimerKind.EVENT_STEP and timer.slot == 0
    if takes_results and not event.kind.is_continuous:
        return rows.with_results(tx, event.event_id)
    return None


def _handle(tx: EventTransaction, timer: Timer) -> None:
    if tx.plan.dropped and tx.event.is_open:
        rounds.call_off(tx, repeats=False)
        return
    match timer.kind:
        case TimerKind.CHECK_IN:
            rounds.open_check_in(tx, timer.due_ms)
        case TimerKind.EVENT_START:
            rounds.start(tx, timer.due_ms)
        case TimerKind.EVENT_TABLE:
            pairing_matches.deal(tx, timer.slot, timer.fence)
        case TimerKind.NO_SHOW:
            pairing_matches.check_no_show(tx, timer.slot, timer.fence)
        case TimerKind.EVENT_END:
            rounds.time_is_up(tx, timer.slot)
        case _:
            rounds.go_on(tx, now_paired=timer.slot == rounds.ROUND_SLOT)


def suspend_events(tx: Tx, guild: int, until_ms: int) -> None:
    """Let nothing happen in the events of a server before a moment."""
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(_here(tx, guild)))
    tx.execute(update(timers).where(*timed).values(due_ms=until_ms))


def resume_events(tx: Tx, guild: int) -> None:
    """Go on with the events of a server; a start that nobody could check in for waits."""
    here = _here(tx, guild)
    following = (timers.c.kind == TimerKind.EVENT_NEXT, timers.c.ref_id.in_(here))
    tx.execute(update(timers).where(*following).values(due_ms=tx.now))
    for event_id in here:
        row = rows.read_row(tx, event_id, lock=True)
        if row is not None and row.is_open:
            event = EventTransaction.on(tx, row)
            rounds.resume(event)
            event.finish()


def remove_events(tx: Tx, guild: int) -> None:
    """Let nothing refer to the events of a server any more, before they are deleted."""
    here = _here(tx, guild)
    timed = (timers.c.kind.in_(EVENT_KINDS), timers.c.ref_id.in_(here))
    tx.execute(delete(timers).where(*timed))
    for event_id in here:
        row = rows.read_row(tx, event_id)
        if row is not None and row.kind.is_duplicate and row.state is EventState.RUNNING:
            boards.reveal(EventTransaction.on(tx, row, ()))
    # The roots of boards that are public stay: records of the matches are dealt from them.
    tx.execute(delete(secrets).where(secrets.c.ref_id.in_(here)))


def _here(tx: ReadTx, guild: int) -> list[int]:
    asked = select(events.c.event_id).where(events.c.guild_id == guild)
    return list(tx.execute(asked.order_by(events.c.event_id)).scalars())


P = ParamSpec("P")


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
    row = rows.read_row(tx, event_id, lock=True)
    if row is None:
        return EventCommit(event_id, EventCode.NO_SUCH_EVENT)
    event = EventTransaction.on(tx, row)
    pairing_matches.take_results(event)
    return event.finish(work(event))


def _written(commit: EventCommit) -> list[Any]:
    refused = None if commit.refused is None else commit.refused.value
    return [commit.event_id, refused]


def _read(_: ReadTx, found: list[Any]) -> EventCommit:
    event_id, refused = found
    code = None if refused is None else EventCode(refused)
    return EventCommit(EventId(event_id), code, is_changed=code is None, is_repeated=True)


_COMMIT: Final[AnswerCodec[EventCommit]] = as_json(_written, _read)
"""What was done, without the news, which were announced the first time."""


class Events(Commands):
    """The events of servers: announced, entered, played by themselves, managed."""

    draft = query(creation.read_draft)
    newest_draft = query(creation.newest_draft)
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
    scores_of = query(queries.scores_of)
    event_of_match = query(queries.of_match)
    honours_of = query(queries.honours_of)
    outdated = query(queries.outdated, long=True)
    shown = repeatable(queries.shown, of_subject=True)

    claim_news = repeatable(outcomes.claim_news, of_subject=True)
    mark_announced = repeatable(outcomes.mark_announced, of_subject=True)
    unannounced = query(outcomes.unannounced)

    async def begin_draft(
        self, interaction: InteractionId, guild: GuildId, user_id: UserId, plan: EventPlan
    ) -> EventDraft:
        """Begin the draft of an event."""
        draft = EventDraft(DraftId(interaction), user_id, guild, plan)
        work = partial(creation.begin_draft, draft=draft)
        await self._once(interaction, "draft", NOTHING, work, draft.id)
        return draft

    async def ask_for(
        self, interaction: InteractionId, guild: GuildId, user_id: UserId, plan: EventPlan
    ) -> EventDraft | None:
        """Ask the organizers for an event, in place of an open request.

        ``None`` if that one is less than an hour old.
        """
        draft = EventDraft(DraftId(interaction), user_id, guild, plan)
        work = partial(creation.ask_for, draft=draft)
        stored = await self._once(interaction, f"ask:{user_id}", NUMBER, work, user_id)
        return replace(draft, id=DraftId(stored)) if stored else None

    async def take_over(
        self, interaction: InteractionId, draft: EventDraft, user_id: UserId
    ) -> EventDraft | None:
        """Make an organizer's draft of a request; ``None`` if another one was first."""
        work = partial(creation.take_over, draft=draft, user_id=user_id)
        is_taken = await self._once(interaction, f"take:{draft.id}", YES_NO, work, draft.id)
        return replace(draft, user=user_id, version=draft.version + 1) if is_taken else None

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
        for event_id in await self._read(lambda tx: queries.open_of(tx, user_id)):
            await self.withdraw(interaction, event_id, user_id)

    async def fire(self, timer: Timer) -> None:
        """Do what a timer of an event is for."""
        await self._repeat(lambda tx: fire_timer(tx, timer), timer.ref_id)

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
