"""What entrants do: enter, check in, withdraw, pause."""

from typing import Any

from engine.service import preferences
from engine.service.events import pairing_matches, rounds, transaction
from engine.service.events.outcomes import EventCode
from engine.service.events.rows import StoredEntry
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import HOLDING, EntryState, EventState, is_out
from engine.service.people import NAME_LENGTH, Person, UserId


def enter(tx: EventTransaction, person: Person, team: int | None = None) -> EventCode | None:
    """Enter somebody, also after the start where the kind of the event allows it."""
    entry = tx.loaded.entry_of(person.user_id)
    if not tx.event.is_open:
        return EventCode.OVER
    state = None if entry is None else entry.state
    if state in (EntryState.ENTERED, EntryState.HERE):
        return EventCode.ALREADY_IN
    if tx.bans(person.user_id):
        return EventCode.BANNED
    refused = _too_late(tx, entry)
    if refused is not None:
        return refused
    division = None
    if tx.event.kind.has_teams:
        division = team or _smaller_team(tx)
        if division not in (1, 2):
            return EventCode.FULL
    waits = state not in HOLDING and transaction.is_full(tx, division)
    if waits and tx.event.state is EventState.RUNNING:
        return EventCode.FULL
    if waits and entry is not None and _waits(entry, division):
        return EventCode.ALREADY_WAITING
    preferences.remember(tx, person)
    _seat(tx, entry, person, division, waits=waits)
    if tx.event.kind.is_continuous:
        rounds.go_on(tx)
    return None


def _waits(entry: StoredEntry, team: int | None) -> bool:
    return entry.state in transaction.WAITING and team in (None, entry.division)


def _size(tx: EventTransaction, team: int) -> int:
    """Return the number of people in a team."""
    here = (one for one in tx.loaded.entries.values() if one.state in HOLDING)
    return sum(one.division == team for one in here)


def _smaller_team(tx: EventTransaction) -> int:
    return 2 if _size(tx, 2) < _size(tx, 1) else 1


def _too_late(tx: EventTransaction, entry: StoredEntry | None) -> EventCode | None:
    """Return why somebody cannot enter, or come back, any more."""
    event = tx.event
    if entry is not None and is_out(entry.state, entry.no_shows):
        return EventCode.OUT
    if event.state is not EventState.RUNNING:
        return None
    if event.kind.late_rounds and entry is not None and entry.seed is not None:
        return EventCode.OUT
    late = event.kind.is_too_late(event.round, event.rounds, event.ends_ms, tx.now)
    return EventCode.TOO_LATE if late else None


def _seat(
    tx: EventTransaction,
    entry: StoredEntry | None,
    person: Person,
    division: int | None,
    *,
    waits: bool,
) -> None:
    running = tx.event.state is EventState.RUNNING
    checked_in = running or tx.event.state is EventState.CHECK_IN
    state = EntryState.HERE if checked_in else EntryState.ENTERED
    if waits:
        state = EntryState.STANDBY if checked_in else EntryState.WAITING
    seeds = [one.seed for one in tx.loaded.entries.values() if one.seed is not None]
    values: dict[str, Any] = {
        "name": person.name[:NAME_LENGTH],
        "state": state,
        "said": tx.key,
        "free_ms": tx.now,
        "world_name": person.world[:NAME_LENGTH] or None,
        "waits": transaction.last_place(tx) if waits else None,
    }
    if division is not None:
        values["division"] = division
    seed = max(seeds, default=0) + 1 if running else None
    joined = tx.event.kind.joined_round(tx.event.round) if running else 1
    if entry is None:
        number = max(tx.loaded.entries, default=0) + 1
        new = StoredEntry(number, person.user_id, seed=seed, joined_round=joined, **values)
        tx.add_entry(new)
    elif entry.seed is None:
        tx.change_entry(entry.number, seed=seed, joined_round=joined, **values)
    else:
        tx.change_entry(entry.number, **values)


def check_in(tx: EventTransaction, user_id: UserId) -> EventCode | None:
    """Record that an entrant is here; after the start this is a late entry."""
    entry = tx.loaded.entry_of(user_id)
    if not tx.event.is_open:
        return EventCode.OVER
    if entry is None or entry.state in (EntryState.WITHDRAWN, EntryState.REMOVED):
        return EventCode.NOT_IN
    if tx.event.state is EventState.ANNOUNCED:
        return EventCode.NOT_YET
    here = [EntryState.HERE]
    if tx.event.state is EventState.CHECK_IN:  # Later, whoever still waits asks for a place.
        here.append(EntryState.STANDBY)
    if entry.state in here:
        return EventCode.ALREADY_IN
    return _enter_again(tx, entry)


def _enter_again(tx: EventTransaction, entry: StoredEntry) -> EventCode | None:
    """Check in, or enter late, with the name that is known."""
    if tx.event.state is EventState.CHECK_IN:
        if tx.bans(entry.user_id):
            return EventCode.BANNED
        is_waiting = entry.state is EntryState.WAITING
        state = EntryState.STANDBY if is_waiting else EntryState.HERE
        tx.change_entry(entry.number, state=state, said=tx.key)
        return None
    return enter(tx, Person(entry.user_id, entry.name), entry.division)


def withdraw(tx: EventTransaction, user_id: UserId) -> EventCode | None:
    """Take somebody out at their own wish."""
    entry = tx.loaded.entry_of(user_id)
    if not tx.event.is_open:
        return EventCode.OVER
    gone = (EntryState.WITHDRAWN, EntryState.REMOVED)
    if entry is None or entry.state in gone:
        return EventCode.NOT_IN
    leave(tx, entry, EntryState.WITHDRAWN)
    return None


def leave(tx: EventTransaction, entry: StoredEntry, state: EntryState) -> None:
    """Take an entrant out; their open pairings are lost.

    In an arena, whoever leaves by their own wish plays a running match to its end.
    """
    tx.change_entry(entry.number, state=state, waits=None)
    transaction.move_up(tx)
    plays_on = tx.event.kind.is_continuous and state is EntryState.WITHDRAWN
    for one in tx.loaded.open_pairings_of(entry.number):
        if not plays_on or not tx.loaded.games.get(one.number):
            resigned = state is EntryState.WITHDRAWN
            pairing_matches.forfeit(tx, one, entry.number, resigned=resigned)
    rounds.go_on(tx)


def pause(tx: EventTransaction, user_id: UserId, paused: bool) -> EventCode | None:
    """Pair somebody in an arena no more, or again."""
    entry = tx.loaded.entry_of(user_id)
    if tx.event.state is not EventState.RUNNING or not tx.event.kind.is_continuous:
        return EventCode.OVER if not tx.event.is_open else EventCode.NOT_YET
    if entry is None or entry.state not in (EntryState.HERE, EntryState.PAUSED):
        return EventCode.NOT_IN
    state = EntryState.PAUSED if paused else EntryState.HERE
    if entry.state is not state:
        tx.change_entry(entry.number, state=state, free_ms=tx.now)
        rounds.go_on(tx)
    return None
