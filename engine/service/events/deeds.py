"""What the organiser does; every deed is in the server's log."""

from typing import Final, assert_never

from engine.events import times
from engine.service import audit, preferences
from engine.service.audit import AuditEntry
from engine.service.events import entering, rounds, tables, waiting
from engine.service.events.deed_types import (
    Award,
    CancelEvent,
    Deed,
    Postpone,
    PutBack,
    Remove,
    Replace,
    Undo,
)
from engine.service.events.outcome_types import EventCode, NewsKind
from engine.service.events.rows import StoredEntry, StoredPairing, Work
from engine.service.events.types import HOLDING, EntryState, EventState, PairingState, Verdict
from engine.service.people import NAME_LENGTH, InteractionId, UserId
from engine.service.scheduler import TimerKind


def manage(work: Work, interaction: InteractionId, actor: UserId, deed: Deed) -> EventCode | None:
    """Do one deed and record it, or return why it cannot be done."""
    if not work.event.is_open:
        return EventCode.OVER
    refused = _done(work, deed)
    if refused is None:
        entry = AuditEntry(interaction, work.event.guild_id, actor, work.now)
        name, subject, detail = _words(work, deed)
        audit.note(work.connection, entry, name, subject, detail)
    return refused


def _done(work: Work, deed: Deed) -> EventCode | None:
    match deed:
        case Postpone():
            return _postpone(work, deed)
        case Remove():
            return _remove(work, deed)
        case PutBack():
            return _put_back(work, deed)
        case Replace():
            return _replace(work, deed)
        case Award():
            return _award(work, deed)
        case Undo():
            return _undo(work, deed)
        case CancelEvent():
            rounds.call_off(work, repeats=False)
            return None
        case _:
            assert_never(deed)


def _words(work: Work, deed: Deed) -> tuple[str, int, str]:
    """Return a deed as the log has it: its name, whom or what it concerns, and the event."""
    name = work.plan.name
    match deed:
        case Postpone():
            return "event_postpone", work.event.event_id, name
        case Remove(user_id=user_id):
            return "event_remove", user_id, name
        case PutBack(user_id=user_id):
            return "event_put_back", user_id, name
        case Replace(user_id=user_id):
            return "event_replace", user_id, name
        case Award(pairing=number):
            return "event_award", work.event.event_id, f"{name} · {number}"
        case Undo(pairing=number):
            return "event_undo", work.event.event_id, f"{name} · {number}"
        case CancelEvent():
            return "event_cancel", work.event.event_id, name
        case _:
            assert_never(deed)


def _postpone(work: Work, deed: Postpone) -> EventCode | None:
    if work.event.state is EventState.RUNNING:
        return EventCode.TOO_LATE
    if not times.is_in_time(deed.starts_ms, work.now):
        return EventCode.BAD_TIME
    rounds.postpone(work, deed.starts_ms)
    return None


def _remove(work: Work, deed: Remove) -> EventCode | None:
    entry = work.held.entry_of(deed.user_id)
    if entry is None or entry.state is EntryState.REMOVED:
        return EventCode.NOT_IN
    entering.leave(work, entry, EntryState.REMOVED)
    return None


def _put_back(work: Work, deed: PutBack) -> EventCode | None:
    entry = work.held.entry_of(deed.user_id)
    if entry is None:
        return EventCode.NOT_IN
    if entry.state in (EntryState.ENTERED, EntryState.HERE, EntryState.BEATEN):
        return EventCode.ALREADY_IN
    if entry.state not in HOLDING and waiting.is_full(work, entry.division):
        return EventCode.FULL
    state = EntryState.ENTERED if work.event.state is EventState.ANNOUNCED else EntryState.HERE
    if work.event.state is EventState.RUNNING and entry.seed is None:
        if not work.event.kind.takes_late:
            return EventCode.TOO_LATE
        _seed_late(work, entry)
    work.change_entry(entry.number, state=state, no_shows=0, free_ms=work.now, waits=None)
    rounds.go_on(work)
    return None


def _seed_late(work: Work, entry: StoredEntry) -> None:
    seeds = [one.seed for one in work.held.entries.values() if one.seed is not None]
    joined = work.event.kind.joined_round(work.event.round)
    work.change_entry(entry.number, seed=max(seeds, default=0) + 1, joined_round=joined)


_PLACELESS: Final = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT)


def _replace(work: Work, deed: Replace) -> EventCode | None:
    entry = work.held.entry_of(deed.user_id)
    if entry is None:
        return EventCode.NOT_IN
    other = work.held.entry_of(deed.by.user_id)
    waits = {one.number for one in work.held.entries.values() if one.state in waiting.WAITING}
    if other is not None and (entry.number in waits or other.number not in waits):
        return EventCode.ALREADY_IN
    if work.bans(deed.by.user_id):
        return EventCode.BANNED
    if entry.state in _PLACELESS and waiting.is_full(work, entry.division):
        return EventCode.FULL
    if other is not None:
        work.drop_entry(other.number)
    preferences.remember(work.connection, deed.by, work.now)
    here = EntryState.ENTERED if work.event.state is EventState.ANNOUNCED else EntryState.HERE
    work.change_entry(
        entry.number,
        user_id=deed.by.user_id,
        name=deed.by.name[:NAME_LENGTH],
        world_name=deed.by.world[:NAME_LENGTH] or None,
        state=here if entry.state in (*_PLACELESS, EntryState.PAUSED) else entry.state,
        no_shows=0,
    )
    for one in work.held.open_pairings_of(entry.number):
        if one.state is PairingState.PLAYING:
            tables.stop(work, one)
            if work.event.kind.is_duplicate:
                tables.decide(work, one, None, Verdict.ABANDONED)
            else:
                _play_again(work, one)
    rounds.go_on(work)
    return None


def _play_again(work: Work, pairing: StoredPairing) -> None:
    """Deal the next match of a pairing at once."""
    work.change_pairing(pairing.number, state=PairingState.WAITING)
    game = len(work.held.games.get(pairing.number, [])) + 1
    work.timers([(TimerKind.EVENT_TABLE, pairing.number, game, work.now)])


def _award(work: Work, deed: Award) -> EventCode | None:
    pairing = _pairing(work, deed.pairing)
    if isinstance(pairing, EventCode):
        return pairing
    winner = None
    if deed.winner is not None:
        entry = work.held.entry_of(deed.winner)
        if entry is None or not pairing.has(entry.number):
            return EventCode.NOT_IN
        winner = entry.number
    elif work.event.kind.is_knockout:
        return EventCode.BAD_PLAN
    tables.stop(work, pairing)
    tables.decide(work, work.held.pairings[pairing.number], winner, Verdict.AWARDED)
    rounds.go_on(work)
    return None


def _undo(work: Work, deed: Undo) -> EventCode | None:
    pairing = _pairing(work, deed.pairing)
    if isinstance(pairing, EventCode):
        return pairing
    if pairing.is_open:
        return EventCode.NOT_YET
    if work.event.kind.is_duplicate:
        return EventCode.PLAYED
    if any(_is_gone(work, pairing, number) for number in (pairing.first, pairing.second)):
        return EventCode.OUT
    work.tell(NewsKind.UNDONE, pairing)
    work.take_back(pairing)
    if pairing.verdict is Verdict.FORFEIT:
        _forgive(work, pairing)
    work.change_pairing(
        pairing.number, verdict=None, winner=None, won_first=0, won_second=0, points=0
    )
    _play_again(work, pairing)
    return None


def _is_gone(work: Work, pairing: StoredPairing, number: int | None) -> bool:
    """Whether a player of a pairing is out, and would be even if its result were taken back."""
    entry = None if number is None else work.held.entries[number]
    if entry is None or entry.state not in _PLACELESS:
        return False
    return entry.state is not EntryState.ABSENT or not _is_to_forgive(pairing, entry)


def _is_to_forgive(pairing: StoredPairing, entry: StoredEntry) -> bool:
    """Whether somebody has lost a pairing by a no-show."""
    lost = pairing.verdict is Verdict.FORFEIT and entry.number != pairing.winner
    return lost and entry.no_shows > 0


def _forgive(work: Work, pairing: StoredPairing) -> None:
    """Take back the no-show with which a pairing was lost."""
    for number in (pairing.first, pairing.second):
        entry = None if number is None else work.held.entries[number]
        if entry is None or not _is_to_forgive(pairing, entry):
            continue
        here = entry.state in (EntryState.ABSENT, EntryState.PAUSED)
        state = EntryState.HERE if here else entry.state
        work.change_entry(entry.number, no_shows=entry.no_shows - 1, state=state)


def _pairing(work: Work, number: int) -> StoredPairing | EventCode:
    """Return a pairing whose result can still be changed."""
    pairing = work.held.pairings.get(number)
    if pairing is None or pairing.second is None:
        return EventCode.NO_SUCH_PAIRING
    if pairing.is_open:
        return pairing
    if work.event.kind.is_continuous:
        both = (pairing.first, pairing.second)
        later = (one for one in work.held.pairings.values() if one.number > number)
        paired_on = any(one.has(each) for one in later for each in both)
    else:
        paired_on = pairing.round < work.event.round and not work.plan.is_at_once
    return EventCode.ALREADY_PAIRED_ON if paired_on else pairing
