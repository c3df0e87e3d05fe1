"""What entrants do: enter, check in, withdraw, pause."""

from typing import Any

from engine.service import preferences
from engine.service.events import rounds, tables, waiting
from engine.service.events.outcome_types import EventCode
from engine.service.events.rows import StoredEntry, Work
from engine.service.events.types import HOLDING, EntryState, EventState, is_out
from engine.service.people import NAME_LENGTH, Person, UserId


def enter(
    work: Work, person: Person, interaction: int, team: int | None = None
) -> EventCode | None:
    """Enter somebody, also after the start where the kind of the event allows it."""
    entry = work.held.entry_of(person.user_id)
    if not work.event.is_open:
        return EventCode.OVER
    state = None if entry is None else entry.state
    if state in (EntryState.ENTERED, EntryState.HERE):
        return EventCode.ALREADY_IN
    if work.bans(person.user_id):
        return EventCode.BANNED
    refused = _too_late(work, entry)
    if refused is not None:
        return refused
    division = None
    if work.event.kind.has_teams:
        division = team or _smaller_team(work)
        if division not in (1, 2):
            return EventCode.FULL
    waits = state not in HOLDING and waiting.is_full(work, division)
    if waits and work.event.state is EventState.RUNNING:
        return EventCode.FULL
    if waits and entry is not None and _waits(entry, division):
        return EventCode.ALREADY_WAITING
    preferences.remember(work.connection, person, work.now)
    _seat(work, entry, person, interaction, division, waits=waits)
    if work.event.kind.is_continuous:
        rounds.go_on(work)
    return None


def _waits(entry: StoredEntry, team: int | None) -> bool:
    return entry.state in waiting.WAITING and team in (None, entry.division)


def _size(work: Work, team: int) -> int:
    """Return the number of people in a team."""
    here = (one for one in work.held.entries.values() if one.state in HOLDING)
    return sum(one.division == team for one in here)


def _smaller_team(work: Work) -> int:
    return 2 if _size(work, 2) < _size(work, 1) else 1


def _too_late(work: Work, entry: StoredEntry | None) -> EventCode | None:
    """Return why somebody cannot enter, or come back, any more."""
    event = work.event
    if entry is not None and is_out(entry.state, entry.no_shows):
        return EventCode.OUT
    if event.state is not EventState.RUNNING:
        return None
    if event.kind.late_rounds and entry is not None and entry.seed is not None:
        return EventCode.OUT
    late = event.kind.is_too_late(event.round, event.rounds, event.ends_ms, work.now)
    return EventCode.TOO_LATE if late else None


def _seat(
    work: Work,
    entry: StoredEntry | None,
    person: Person,
    interaction: int,
    division: int | None,
    *,
    waits: bool,
) -> None:
    running = work.event.state is EventState.RUNNING
    checked_in = running or work.event.state is EventState.CHECK_IN
    state = EntryState.HERE if checked_in else EntryState.ENTERED
    if waits:
        state = EntryState.STANDBY if checked_in else EntryState.WAITING
    seeds = [one.seed for one in work.held.entries.values() if one.seed is not None]
    values: dict[str, Any] = {
        "name": person.name[:NAME_LENGTH],
        "state": state,
        "said": interaction,
        "free_ms": work.now,
        "world_name": person.world[:NAME_LENGTH] or None,
        "waits": waiting.last_place(work) if waits else None,
    }
    if division is not None:
        values["division"] = division
    seed = max(seeds, default=0) + 1 if running else None
    joined = work.event.kind.joined_round(work.event.round) if running else 1
    if entry is None:
        number = max(work.held.entries, default=0) + 1
        new = StoredEntry(number, person.user_id, seed=seed, joined_round=joined, **values)
        work.enter(new)
    elif entry.seed is None:
        work.change_entry(entry.number, seed=seed, joined_round=joined, **values)
    else:
        work.change_entry(entry.number, **values)


def check_in(work: Work, user_id: UserId, interaction: int) -> EventCode | None:
    """Record that an entrant is here; after the start this is a late entry."""
    entry = work.held.entry_of(user_id)
    if not work.event.is_open:
        return EventCode.OVER
    if entry is None or entry.state in (EntryState.WITHDRAWN, EntryState.REMOVED):
        return EventCode.NOT_IN
    if work.event.state is EventState.ANNOUNCED:
        return EventCode.NOT_YET
    here = [EntryState.HERE]
    if work.event.state is EventState.CHECK_IN:  # Later, whoever still waits asks for a place.
        here.append(EntryState.STANDBY)
    if entry.state in here:
        return EventCode.ALREADY_IN
    return enter_again(work, entry, interaction)


def enter_again(work: Work, entry: StoredEntry, interaction: int) -> EventCode | None:
    """Check in, or enter late, with the name that is known."""
    if work.event.state is EventState.CHECK_IN:
        if work.bans(entry.user_id):
            return EventCode.BANNED
        is_waiting = entry.state is EntryState.WAITING
        state = EntryState.STANDBY if is_waiting else EntryState.HERE
        work.change_entry(entry.number, state=state, said=interaction)
        return None
    return enter(work, Person(entry.user_id, entry.name), interaction, entry.division)


def withdraw(work: Work, user_id: UserId) -> EventCode | None:
    """Take somebody out at their own wish."""
    entry = work.held.entry_of(user_id)
    if not work.event.is_open:
        return EventCode.OVER
    gone = (EntryState.WITHDRAWN, EntryState.REMOVED)
    if entry is None or entry.state in gone:
        return EventCode.NOT_IN
    leave(work, entry, EntryState.WITHDRAWN)
    return None


def leave(work: Work, entry: StoredEntry, state: EntryState) -> None:
    """Take an entrant out; their open pairings are lost.

    In an arena, whoever leaves by their own wish plays a running match to its end.
    """
    work.change_entry(entry.number, state=state, waits=None)
    waiting.move_up(work)
    plays_on = work.event.kind.is_continuous and state is EntryState.WITHDRAWN
    for one in work.held.open_pairings_of(entry.number):
        if not plays_on or not work.held.games.get(one.number):
            resigned = state is EntryState.WITHDRAWN
            tables.forfeit(work, one, entry.number, resigned=resigned)
    rounds.go_on(work)


def pause(work: Work, user_id: UserId, *, paused: bool) -> EventCode | None:
    """Pair somebody in an arena no more, or again."""
    entry = work.held.entry_of(user_id)
    if work.event.state is not EventState.RUNNING or not work.event.kind.is_continuous:
        return EventCode.OVER if not work.event.is_open else EventCode.NOT_YET
    if entry is None or entry.state not in (EntryState.HERE, EntryState.PAUSED):
        return EventCode.NOT_IN
    state = EntryState.PAUSED if paused else EntryState.HERE
    if entry.state is not state:
        work.change_entry(entry.number, state=state, free_ms=work.now)
        rounds.go_on(work)
    return None
