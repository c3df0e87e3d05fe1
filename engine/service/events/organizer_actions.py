"""What the organizer does; every action is in the server's log."""

from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from engine.events import plan
from engine.service import audit, preferences
from engine.service.events import pairing_matches, registration, rounds, transaction
from engine.service.events.outcomes import EventCode, NewsKind
from engine.service.events.rows import StoredEntry, StoredPairing
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import HOLDING, EntryState, EventState, PairingState, Verdict
from engine.service.people import NAME_LENGTH, Person, UserId
from engine.service.scheduler import TimerKind


@dataclass(frozen=True, slots=True)
class Postpone:
    """Start at another time."""

    starts_ms: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Take somebody out; their open pairing is forfeited."""

    user_id: UserId


@dataclass(frozen=True, slots=True)
class PutBack:
    """Take somebody in again who was out."""

    user_id: UserId


@dataclass(frozen=True, slots=True)
class Replace:
    """Let somebody else play on in an entrant's place, with their score."""

    user_id: UserId
    by: Person


@dataclass(frozen=True, slots=True)
class AwardPairing:
    """Decide a pairing; ``winner`` is ``None`` for a draw. A running match is ended."""

    pairing: int
    winner: UserId | None


@dataclass(frozen=True, slots=True)
class UndoResult:
    """Take back a result before the next round is paired; the pairing is played again."""

    pairing: int


@dataclass(frozen=True, slots=True)
class CancelEvent:
    """Call the event off. Running matches go on as ordinary ones."""


OrganizerAction: TypeAlias = (
    Postpone | Remove | PutBack | Replace | AwardPairing | UndoResult | CancelEvent
)


def carry_out(tx: EventTransaction, actor: UserId, action: OrganizerAction) -> EventCode | None:
    """Apply an action and record it, or return why it cannot be applied.

    The caller has checked that ``actor`` may.
    """
    if not tx.event.is_open:
        return EventCode.OVER
    refused = _apply(tx, action)
    if refused is None:
        name, subject, detail = _audit_line(tx, action)
        audit.note(tx, tx.event.guild_id, actor, name, subject, detail)
    return refused


def _apply(tx: EventTransaction, action: OrganizerAction) -> EventCode | None:
    match action:
        case Postpone():
            return _postpone(tx, action)
        case Remove():
            return _remove(tx, action)
        case PutBack():
            return _put_back(tx, action)
        case Replace():
            return _replace(tx, action)
        case AwardPairing():
            return _award(tx, action)
        case UndoResult():
            return _undo(tx, action)
        case CancelEvent():
            rounds.call_off(tx, repeats=False)
            return None
        case _:
            assert_never(action)


def _audit_line(tx: EventTransaction, action: OrganizerAction) -> tuple[str, int, str]:
    """Return an action as the log has it: its name, whom or what it concerns, and the event."""
    name = tx.plan.name
    match action:
        case Postpone():
            return "event_postpone", tx.event.event_id, name
        case Remove(user_id=user_id):
            return "event_remove", user_id, name
        case PutBack(user_id=user_id):
            return "event_put_back", user_id, name
        case Replace(user_id=user_id):
            return "event_replace", user_id, name
        case AwardPairing(pairing=number):
            return "event_award", tx.event.event_id, f"{name} · {number}"
        case UndoResult(pairing=number):
            return "event_undo", tx.event.event_id, f"{name} · {number}"
        case CancelEvent():
            return "event_cancel", tx.event.event_id, name
        case _:
            assert_never(action)


def _postpone(tx: EventTransaction, action: Postpone) -> EventCode | None:
    if tx.event.state is EventState.RUNNING:
        return EventCode.TOO_LATE
    if not plan.is_in_time(action.starts_ms, tx.now):
        return EventCode.BAD_TIME
    rounds.postpone(tx, action.starts_ms)
    return None


def _remove(tx: EventTransaction, action: Remove) -> EventCode | None:
    entry = tx.loaded.entry_of(action.user_id)
    if entry is None or entry.state is EntryState.REMOVED:
        return EventCode.NOT_IN
    registration.leave(tx, entry, EntryState.REMOVED)
    return None


def _put_back(tx: EventTransaction, action: PutBack) -> EventCode | None:
    entry = tx.loaded.entry_of(action.user_id)
    if entry is None:
        return EventCode.NOT_IN
    if entry.state in (EntryState.ENTERED, EntryState.HERE, EntryState.BEATEN):
        return EventCode.ALREADY_IN
    if entry.state not in HOLDING and transaction.is_full(tx, entry.division):
        return EventCode.FULL
    state = EntryState.ENTERED if tx.event.state is EventState.ANNOUNCED else EntryState.HERE
    if tx.event.state is EventState.RUNNING and entry.seed is None:
        if not tx.event.kind.takes_late:
            return EventCode.TOO_LATE
        _seed_late(tx, entry)
    tx.change_entry(entry.number, state=state, no_shows=0, free_ms=tx.now, waits=None)
    rounds.go_on(tx)
    return None


def _seed_late(tx: EventTransaction, entry: StoredEntry) -> None:
    seeds = [one.seed for one in tx.loaded.entries.values() if one.seed is not None]
    joined = tx.event.kind.joined_round(tx.event.round)
    tx.change_entry(entry.number, seed=max(seeds, default=0) + 1, joined_round=joined)


_PLACELESS: Final = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT)


def _replace(tx: EventTransaction, action: Replace) -> EventCode | None:
    entry = tx.loaded.entry_of(action.user_id)
    if entry is None:
        return EventCode.NOT_IN
    other = tx.loaded.entry_of(action.by.user_id)
    waits = {one.number for one in tx.loaded.entries.values() if one.state in transaction.WAITING}
    if other is not None and (entry.number in waits or other.number not in waits):
        return EventCode.ALREADY_IN
    if tx.bans(action.by.user_id):
        return EventCode.BANNED
    if entry.state in _PLACELESS and transaction.is_full(tx, entry.division):
        return EventCode.FULL
    if other is not None:
        tx.drop_entry(other.number)
    preferences.remember(tx, action.by)
    here = EntryState.ENTERED if tx.event.state is EventState.ANNOUNCED else EntryState.HERE
    tx.change_entry(
        entry.number,
        user_id=action.by.user_id,
        name=action.by.name[:NAME_LENGTH],
        world_name=action.by.world[:NAME_LENGTH] or None,
        state=here if entry.state in (*_PLACELESS, EntryState.PAUSED) else entry.state,
        no_shows=0,
    )
    for one in tx.loaded.open_pairings_of(entry.number):
        if one.state is PairingState.PLAYING:
            pairing_matches.stop(tx, one)
            if tx.event.kind.is_duplicate:
                pairing_matches.decide(tx, one, None, Verdict.ABANDONED)
            else:
                _play_again(tx, one)
    rounds.go_on(tx)
    return None


def _play_again(tx: EventTransaction, pairing: StoredPairing) -> None:
    """Deal the next match of a pairing at once."""
    tx.change_pairing(pairing.number, state=PairingState.WAITING)
    game = len(tx.loaded.games.get(pairing.number, [])) + 1
    tx.set_timers([(TimerKind.EVENT_TABLE, pairing.number, game, tx.now)])


def _award(tx: EventTransaction, action: AwardPairing) -> EventCode | None:
    pairing = _pairing(tx, action.pairing)
    if isinstance(pairing, EventCode):
        return pairing
    winner = None
    if action.winner is not None:
        entry = tx.loaded.entry_of(action.winner)
        if entry is None or not pairing.has(entry.number):
            return EventCode.NOT_IN
        winner = entry.number
    elif tx.event.kind.is_knockout:
        return EventCode.BAD_PLAN
    pairing_matches.stop(tx, pairing)
    pairing_matches.decide(tx, tx.loaded.pairings[pairing.number], winner, Verdict.AWARDED)
    rounds.go_on(tx)
    return None


def _undo(tx: EventTransaction, action: UndoResult) -> EventCode | None:
    pairing = _pairing(tx, action.pairing)
    if isinstance(pairing, EventCode):
        return pairing
    if pairing.is_open:
        return EventCode.NOT_YET
    if tx.event.kind.is_duplicate:
        return EventCode.PLAYED
    if any(_is_gone(tx, pairing, number) for number in (pairing.first, pairing.second)):
        return EventCode.OUT
    tx.add_news(NewsKind.UNDONE, pairing)
    tx.take_back(pairing)
    if pairing.verdict is Verdict.FORFEIT:
        _forgive(tx, pairing)
    tx.change_pairing(
        pairing.number, verdict=None, winner=None, won_first=0, won_second=0, points=0
    )
    _play_again(tx, pairing)
    return None


def _is_gone(tx: EventTransaction, pairing: StoredPairing, number: int | None) -> bool:
    """Whether a player of a pairing is out, and would be even if its result were taken back."""
    entry = None if number is None else tx.loaded.entries[number]
    if entry is None or entry.state not in _PLACELESS:
        return False
    return entry.state is not EntryState.ABSENT or not _is_to_forgive(pairing, entry)


def _is_to_forgive(pairing: StoredPairing, entry: StoredEntry) -> bool:
    """Whether somebody has lost a pairing by a no-show."""
    lost = pairing.verdict is Verdict.FORFEIT and entry.number != pairing.winner
    return lost and entry.no_shows > 0


def _forgive(tx: EventTransaction, pairing: StoredPairing) -> None:
    """Take back the no-show with which a pairing was lost."""
    for number in (pairing.first, pairing.second):
        entry = None if number is None else tx.loaded.entries[number]
        if entry is None or not _is_to_forgive(pairing, entry):
            continue
        here = entry.state in (EntryState.ABSENT, EntryState.PAUSED)
        state = EntryState.HERE if here else entry.state
        tx.change_entry(entry.number, no_shows=entry.no_shows - 1, state=state)


def _pairing(tx: EventTransaction, number: int) -> StoredPairing | EventCode:
    """Return a pairing whose result can still be changed."""
    pairing = tx.loaded.pairings.get(number)
    if pairing is None or pairing.second is None:
        return EventCode.NO_SUCH_PAIRING
    if pairing.is_open:
        return pairing
    if tx.event.kind.is_continuous:
        both = (pairing.first, pairing.second)
        later = (one for one in tx.loaded.pairings.values() if one.number > number)
        paired_on = any(one.has(each) for one in later for each in both)
    else:
        paired_on = pairing.round < tx.event.round and not tx.plan.is_at_once
    return EventCode.ALREADY_PAIRED_ON if paired_on else pairing
