"""The course of an event: check-in, start, one round after the other, the end."""

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Final

from sqlalchemy import delete, or_

from engine.clocks.clock import MINUTE
from engine.duplicate.boards import equal_teams
from engine.events import berger
from engine.events.times import check_in_ms
from engine.service.events import boards, pairing, reading, rows, tables, waiting
from engine.service.events.outcome_types import NewsKind
from engine.service.events.rows import StoredEntry, Work
from engine.service.events.types import HOLDING, EntryState, EventState, PairingState, Verdict
from engine.service.scheduler import EVENT_KINDS, TimerKind
from engine.service.standings import ratings
from engine.standings.pools import pool_of
from engine.store.schema import timers

ROUND_SLOT: Final = 1
"""The slot of the step that pairs the next round, after the results of this one can be seen."""
WAITING_SLOT: Final = 2
"""The slot of the step that pairs those in an arena who have waited long."""
LATE_MS: Final = MINUTE
PATIENCE_MS: Final = MINUTE
"""The time after which two people in an arena may meet again at once."""
OVERTIME_MS: Final = 10 * MINUTE
"""The time after an arena in which running matches still count."""


def announced(work: Work) -> None:
    """Set the timers of an event that has just been announced or postponed."""
    starts = work.plan.starts_ms
    opens = max(work.now, starts - check_in_ms(work.plan))
    if work.event.state is EventState.ANNOUNCED:
        work.timers([(TimerKind.CHECK_IN, 0, starts, opens)])
    work.timers([(TimerKind.EVENT_START, 0, starts, starts)])


def resume(work: Work) -> None:
    """Set all timers of an event anew, after a time in which nobody could play."""
    drop_timers(work)
    window = check_in_ms(work.plan)
    if work.event.state is not EventState.RUNNING:
        starts = max(work.plan.starts_ms, work.now + window)
        if starts == work.plan.starts_ms:
            announced(work)
        postpone(work, starts)
        return
    if work.event.ends_ms is not None:
        ends = work.event.ends_ms
        work.timers([(TimerKind.EVENT_END, 0, ends, max(ends, work.now))])
    for one in work.held.pairings.values():
        games = len(work.held.games.get(one.number, ()))
        if one.state is PairingState.WAITING:
            work.timers([(TimerKind.EVENT_TABLE, one.number, games + 1, work.now)])
        elif one.state is PairingState.PLAYING and one.second is not None:
            due = work.now + tables.NO_SHOW_MS
            work.timers([(TimerKind.NO_SHOW, one.number, games, due)])
    work.timers([(TimerKind.EVENT_STEP, 0, work.event.version, work.now)])


def open_check_in(work: Work, due_ms: int) -> None:
    """Open the check-in; if nobody could before, because nothing ran, the start waits for it."""
    if work.event.state is not EventState.ANNOUNCED:
        return
    starts = work.plan.starts_ms
    if work.now > due_ms + LATE_MS:
        window = min(check_in_ms(work.plan), max(starts - due_ms, 0))
        postpone(work, max(starts, work.now + window))
    work.change(state=EventState.CHECK_IN)
    work.tell(NewsKind.CHECK_IN_OPEN)


def postpone(work: Work, starts_ms: int) -> None:
    """Move the start."""
    if starts_ms == work.plan.starts_ms:
        return
    work.change(plan=replace(work.plan, starts_ms=starts_ms))
    announced(work)
    work.tell(NewsKind.POSTPONED)


def start(work: Work, due_ms: int) -> None:
    """Start the event with those who have checked in."""
    if work.event.state is EventState.ANNOUNCED:
        open_check_in(work, due_ms - check_in_ms(work.plan))
        return
    if work.event.state is not EventState.CHECK_IN or work.plan.starts_ms > work.now:
        return
    for entry in list(work.held.entries.values()):
        if entry.state is EntryState.ENTERED:
            work.change_entry(entry.number, state=EntryState.ABSENT)
    moved_up = waiting.fill(work)
    here = _taking_part(work)
    if len(here) < work.event.kind.fewest:
        call_off(work)
        return
    playing = {one.number for one in here}
    waiting.tell(work, [number for number in moved_up if number in playing])
    _seed(work, here)
    _divide(work)
    kind = work.event.kind
    if kind.is_duplicate:
        boards.mix(work)
    rounds = kind.rounds(work.plan, len(here))
    ends = None if kind.ends_ms is None else kind.ends_ms(work.plan, work.now)
    work.change(state=EventState.RUNNING, rounds=rounds, ends_ms=ends)
    if ends is not None:
        work.timers([(TimerKind.EVENT_END, 0, ends, ends)])
    if kind.is_continuous:
        work.change(round=1)
        pair_free(work)
    else:
        next_round(work)


def _taking_part(work: Work) -> list[StoredEntry]:
    """Return those who are here; of two teams equally many, an even number."""
    here = [one for one in work.held.entries.values() if one.state is EntryState.HERE]
    if not work.event.kind.has_teams:
        return here
    teams = equal_teams({one.number: one.division for one in here})
    numbers = {number for team in teams for number in team}
    return [one for one in here if one.number in numbers]


def _seed(work: Work, here: Iterable[StoredEntry]) -> None:
    """Give everybody a seed by rating; equal ratings by lot."""
    pool = pool_of(work.plan.rules, work.plan.clock)
    rated = []
    for one in here:
        held = ratings.rating_of(work.connection, work.event.guild_id, one.user_id, pool)
        rating = round(held.now(work.now).value)
        rated.append((-rating, work.event.lot_of(one.number), one.number))
    for seed, (rating, _, number) in enumerate(sorted(rated), 1):
        work.change_entry(number, seed=seed, rating=-rating, free_ms=work.now)


def _divide(work: Work) -> None:
    """Put everybody into a division: those of the season before in their order, then the new."""
    if not work.event.kind.is_divided:
        return
    taking_part = [one for one in work.held.entries.values() if one.seed is not None]
    if work.event.kind.is_seasonal and work.event.season > 1:
        order = sorted(taking_part, key=lambda one: one.number)
    else:
        order = sorted(taking_part, key=lambda one: one.seed or 0)
    divided = berger.divided([one.number for one in order], work.plan.division)
    for number, division in divided.items():
        if work.held.entries[number].division != division:
            work.change_entry(number, division=division)


# -- rounds -------------------------------------------------------------------------------


def go_on(work: Work, *, now_paired: bool = False) -> None:
    """Go on after results: pair the free ones of an arena, or prepare the next round.

    ``now_paired``: the time between two rounds is over, so that the next one begins.
    """
    if work.event.state is not EventState.RUNNING:
        return
    if work.event.kind.is_continuous:
        pair_free(work)
        return
    if rows.has_open_pairings(work.connection, work.event.event_id):
        return
    if work.event.kind.is_duplicate:
        boards.reveal(work)
    if not now_paired:
        due = work.now + work.terms.pause_ms
        work.timers([(TimerKind.EVENT_STEP, ROUND_SLOT, work.event.version, due)])
        return
    next_round(work)


def next_round(work: Work) -> None:
    """Pair the next round, or finish after the last one."""
    number = work.event.round + 1
    if work.event.round and (work.plan.is_at_once or number > (work.event.rounds or 0)):
        finish(work)
        return
    new = list(pairing.paired(work, number))
    _beat(work, {player for one in new for player in (one.first, one.second)})
    if not new:
        finish(work)
        return
    if work.event.kind.is_duplicate:
        boards.prepare(work, number)
    work.change(round=max(one.round for one in new) if work.plan.is_at_once else number)
    work.pair(new)
    work.tell(NewsKind.ROUND_PAIRED)
    go_on(work)


def _beat(work: Work, paired: Set[int | None] = frozenset()) -> None:
    """Mark who is out of a knockout after its last round.

    ``paired``: who plays in the next one, perhaps for third place.
    """
    if not work.event.kind.is_knockout:
        return
    for one in work.held.pairings.values():
        for number in {one.first, one.second} - {one.winner, None} - paired:
            assert number is not None
            if work.held.entries[number].state is EntryState.HERE:
                work.change_entry(number, state=EntryState.BEATEN)


# -- the arena ----------------------------------------------------------------------------


def pair_free(work: Work) -> None:
    """Pair everybody who is free, until the time is up."""
    assert work.event.ends_ms is not None
    busy = {
        number
        for one in work.held.pairings.values()
        if one.is_open
        for number in (one.first, one.second)
    }
    if work.now >= work.event.ends_ms:
        if not busy:
            finish(work)
        return
    free = [one for one in pairing.here_of(work) if one.number not in busy]
    pairs = pairing.of_free(work, free, PATIENCE_MS)
    work.pair(pairs)
    left = len(free) - 2 * len(pairs)
    if left >= pairing.FEWEST:
        due = min(work.now + PATIENCE_MS, work.event.ends_ms)
        work.timers([(TimerKind.EVENT_STEP, WAITING_SLOT, work.event.version, due)])


def time_is_up(work: Work, slot: int) -> None:
    """End an arena or the season of a league; matches of an arena get some more minutes."""
    if work.event.state is not EventState.RUNNING:
        return
    if work.event.kind.is_continuous and slot == 0:
        ends = work.event.ends_ms or work.now
        work.timers([(TimerKind.EVENT_END, 1, ends, ends + OVERTIME_MS)])
        go_on(work)
        if work.event.is_open:
            work.tell(NewsKind.TIME_UP)
        return
    _abandon(work)
    finish(work)


def _abandon(work: Work) -> None:
    """Close the pairings that are open; boards that others may know are not played on."""
    for one in list(work.held.pairings.values()):
        if one.is_open:
            if work.event.kind.is_duplicate:
                tables.stop(work, one)
            tables.decide(work, work.held.pairings[one.number], None, Verdict.ABANDONED)


# -- the end ------------------------------------------------------------------------------


def finish(work: Work) -> None:
    """Close the event with its standings, and prepare the next one of a series."""
    _beat(work)
    if work.event.kind.is_duplicate:
        boards.reveal(work)
    for line in reading.lines(work.held):
        work.change_entry(line.number, place=line.place)
    work.change(state=EventState.FINISHED, ended_ms=work.now)
    work.tell(NewsKind.FINISHED)
    drop_timers(work)
    _repeat(work)


def call_off(work: Work, *, repeats: bool = True) -> None:
    """Cancel the event; running matches go on as ordinary ones, but boards are not played on."""
    if work.event.kind.is_duplicate and work.event.state is EventState.RUNNING:
        _abandon(work)
        boards.reveal(work)
    work.change(state=EventState.CANCELLED, ended_ms=work.now)
    concerned = (*HOLDING, *waiting.WAITING)
    everybody = [one for one in work.held.entries.values() if one.state in concerned]
    work.tell(NewsKind.CANCELLED, None, *(one.number for one in everybody))
    drop_timers(work)
    if repeats:
        _repeat(work)


def _repeat(work: Work) -> None:
    if work.plan.repeat is not None or work.event.kind.is_seasonal:
        work.timers([(TimerKind.EVENT_NEXT, 0, 0, work.now)])


def drop_timers(work: Work) -> None:
    """Remove every timer of the event."""
    kinds = or_(*(timers.c.kind == kind.value for kind in EVENT_KINDS))
    mine = timers.c.ref_id == work.event.event_id
    work.connection.execute(delete(timers).where(kinds, mine))
