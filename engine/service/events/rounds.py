"""The course of an event: check-in, start, one round after the other, the end."""

from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import replace
from typing import Final

from sqlalchemy import delete, or_, select

from engine.clocks import MINUTE
from engine.duplicate import equal_teams
from engine.events import systems
from engine.events.plan import Tournament, check_in_ms
from engine.events.standings import PairingSlot
from engine.service.events import boards, pairing_matches, queries, rows, transaction
from engine.service.events.outcomes import NewsKind
from engine.service.events.rows import StoredEntry, StoredPairing
from engine.service.events.transaction import EventTransaction
from engine.service.events.types import HOLDING, EntryState, EventState, PairingState, Verdict
from engine.service.scheduler import EVENT_KINDS, TimerKind
from engine.service.standings import ratings
from engine.standings.rating import pool_of
from engine.store.schema import blocks, event_entries, timers

FEWEST: Final = 2
ROUND_SLOT: Final = 1
"""The slot of the step that pairs the next round, after the results of this one can be seen."""
WAITING_SLOT: Final = 2
"""The slot of the step that pairs those in an arena who have waited long."""
LATE_MS: Final = MINUTE
PATIENCE_MS: Final = MINUTE
"""The time after which two people in an arena may meet again at once."""
OVERTIME_MS: Final = 10 * MINUTE
"""The time after an arena in which running matches still count."""


def set_start_timers(tx: EventTransaction) -> None:
    """Set the timers of an event that has just been announced or postponed."""
    starts = tx.plan.starts_ms
    opens = max(tx.now, starts - check_in_ms(tx.plan))
    if tx.event.state is EventState.ANNOUNCED:
        tx.set_timers([(TimerKind.CHECK_IN, 0, starts, opens)])
    tx.set_timers([(TimerKind.EVENT_START, 0, starts, starts)])


def resume(tx: EventTransaction) -> None:
    """Set all timers of an event anew, after a time in which nobody could play."""
    drop_timers(tx)
    window = check_in_ms(tx.plan)
    if tx.event.state is not EventState.RUNNING:
        starts = max(tx.plan.starts_ms, tx.now + window)
        if starts == tx.plan.starts_ms:
            set_start_timers(tx)
        postpone(tx, starts)
        return
    if tx.event.ends_ms is not None:
        ends = tx.event.ends_ms
        tx.set_timers([(TimerKind.EVENT_END, 0, ends, max(ends, tx.now))])
    for one in tx.loaded.pairings.values():
        games = len(tx.loaded.games.get(one.number, ()))
        if one.state is PairingState.WAITING:
            tx.set_timers([(TimerKind.EVENT_TABLE, one.number, games + 1, tx.now)])
        elif one.state is PairingState.PLAYING and one.second is not None:
            due = tx.now + pairing_matches.NO_SHOW_MS
            tx.set_timers([(TimerKind.NO_SHOW, one.number, games, due)])
    tx.set_timers([(TimerKind.EVENT_STEP, 0, tx.event.version, tx.now)])


def open_check_in(tx: EventTransaction, due_ms: int) -> None:
    """Open the check-in; if nobody could before, because nothing ran, the start waits for it."""
    if tx.event.state is not EventState.ANNOUNCED:
        return
    starts = tx.plan.starts_ms
    if tx.now > due_ms + LATE_MS:
        window = min(check_in_ms(tx.plan), max(starts - due_ms, 0))
        postpone(tx, max(starts, tx.now + window))
    tx.change(state=EventState.CHECK_IN)
    tx.add_news(NewsKind.CHECK_IN_OPEN)


def postpone(tx: EventTransaction, starts_ms: int) -> None:
    """Move the start."""
    if starts_ms == tx.plan.starts_ms:
        return
    tx.change(plan=replace(tx.plan, starts_ms=starts_ms))
    set_start_timers(tx)
    tx.add_news(NewsKind.POSTPONED)


def start(tx: EventTransaction, due_ms: int) -> None:
    """Start the event with those who have checked in."""
    if tx.event.state is EventState.ANNOUNCED:
        open_check_in(tx, due_ms - check_in_ms(tx.plan))
        return
    if tx.event.state is not EventState.CHECK_IN or tx.plan.starts_ms > tx.now:
        return
    for entry in list(tx.loaded.entries.values()):
        if entry.state is EntryState.ENTERED:
            tx.change_entry(entry.number, state=EntryState.ABSENT)
    moved_up = transaction.fill_places(tx)
    here = _taking_part(tx)
    if len(here) < tx.event.kind.fewest:
        call_off(tx)
        return
    playing = {one.number for one in here}
    transaction.announce_places(tx, [number for number in moved_up if number in playing])
    _seed(tx, here)
    _divide(tx)
    kind = tx.event.kind
    if kind.is_duplicate:
        boards.mix(tx)
    rounds = kind.rounds(tx.plan, len(here))
    ends = None if kind.ends_ms is None else kind.ends_ms(tx.plan, tx.now)
    tx.change(state=EventState.RUNNING, rounds=rounds, ends_ms=ends)
    if ends is not None:
        tx.set_timers([(TimerKind.EVENT_END, 0, ends, ends)])
    if kind.is_continuous:
        tx.change(round=1)
        pair_free(tx)
    else:
        next_round(tx)


def _taking_part(tx: EventTransaction) -> list[StoredEntry]:
    """Return those who are here; of two teams equally many, an even number."""
    here = [one for one in tx.loaded.entries.values() if one.state is EntryState.HERE]
    if not tx.event.kind.has_teams:
        return here
    teams = equal_teams({one.number: one.division for one in here})
    numbers = {number for team in teams for number in team}
    return [one for one in here if one.number in numbers]


def _seed(tx: EventTransaction, here: Iterable[StoredEntry]) -> None:
    """Give everybody a seed by rating; equal ratings by lot."""
    pool = pool_of(tx.plan.rules, tx.plan.clock)
    rated = []
    for one in here:
        stored = ratings.rating_of(tx, tx.event.guild_id, one.user_id, pool)
        rating = round(stored.now(tx.now).value)
        rated.append((-rating, tx.event.lot_of(one.number), one.number))
    for seed, (rating, _, number) in enumerate(sorted(rated), 1):
        tx.change_entry(number, seed=seed, rating=-rating, free_ms=tx.now)


def _divide(tx: EventTransaction) -> None:
    """Put everybody into a division: those of the season before in their order, then the new."""
    if not tx.event.kind.is_divided:
        return
    taking_part = [one for one in tx.loaded.entries.values() if one.seed is not None]
    if tx.event.kind.is_seasonal and tx.event.season > 1:
        order = sorted(taking_part, key=lambda one: one.number)
    else:
        order = sorted(taking_part, key=lambda one: one.seed or 0)
    divided = systems.in_divisions([one.number for one in order], tx.plan.division)
    for number, division in divided.items():
        if tx.loaded.entries[number].division != division:
            tx.change_entry(number, division=division)


# -- rounds -------------------------------------------------------------------------------


def go_on(tx: EventTransaction, *, now_paired: bool = False) -> None:
    """Go on after results: pair the free ones of an arena, or prepare the next round.

    ``now_paired``: the time between two rounds is over, so that the next one begins.
    """
    if tx.event.state is not EventState.RUNNING:
        return
    if tx.event.kind.is_continuous:
        pair_free(tx)
        return
    if rows.has_open_pairings(tx, tx.event.event_id):
        return
    if tx.event.kind.is_duplicate:
        boards.reveal(tx)
    if not now_paired:
        due = tx.now + tx.time_settings.pause_ms
        tx.set_timers([(TimerKind.EVENT_STEP, ROUND_SLOT, tx.event.version, due)])
        return
    next_round(tx)


def next_round(tx: EventTransaction) -> None:
    """Pair the next round, or finish after the last one."""
    number = tx.event.round + 1
    if tx.event.round and (tx.plan.is_at_once or number > (tx.event.rounds or 0)):
        finish(tx)
        return
    new = list(_pairings_of_round(tx, number))
    _mark_beaten(tx, {player for one in new for player in (one.first, one.second)})
    if not new:
        finish(tx)
        return
    if tx.event.kind.is_duplicate:
        boards.prepare(tx, number)
    tx.change(round=max(one.round for one in new) if tx.plan.is_at_once else number)
    tx.add_pairings(new)
    tx.add_news(NewsKind.ROUND_PAIRED)
    go_on(tx)


def _mark_beaten(tx: EventTransaction, paired: Set[int | None] = frozenset()) -> None:
    """Mark who is out of a knockout after its last round.

    ``paired``: who plays in the next one, perhaps for third place.
    """
    if not tx.event.kind.is_knockout:
        return
    for one in tx.loaded.pairings.values():
        for number in {one.first, one.second} - {one.winner, None} - paired:
            assert number is not None
            if tx.loaded.entries[number].state is EntryState.HERE:
                tx.change_entry(number, state=EntryState.BEATEN)


# -- pairing ----------------------------------------------------------------------------


def _pairings_of_round(tx: EventTransaction, number: int) -> Iterator[StoredPairing]:
    """Yield the pairings of a round; of all rounds, where they are played at once."""
    event, here = tx.event, _to_be_paired(tx)
    so_far = _tournament(tx, here)
    everything = range(1, (event.rounds or 1) + 1)
    new = (
        (round_, slot)
        for round_ in (everything if tx.plan.is_at_once else (number,))
        for slot in event.kind.pair(so_far, round_)
    )
    for offset, (round_, slot) in enumerate(new, 1):
        yield _new_pairing(tx, round_, slot, offset)


def _pairings_of_free(
    tx: EventTransaction, free: list[StoredEntry], patience_ms: int
) -> list[StoredPairing]:
    """Return pairings of those in an arena who are free; some may have to wait."""
    patient = {one.number for one in free if one.free_ms + patience_ms <= tx.now}
    if len(_to_be_paired(tx)) == FEWEST:
        patient = {one.number for one in free}
    slots = tx.event.kind.pair(_tournament(tx, free, patient), 1)
    return [_new_pairing(tx, 1, slot, offset) for offset, slot in enumerate(slots, 1)]


def _tournament(
    tx: EventTransaction, here: Collection[StoredEntry], patient: Collection[int] = ()
) -> Tournament:
    """Return the event as its kind pairs it. ``here``: who is to be paired."""
    return replace(
        queries.tournament(tx.loaded),
        here=frozenset(one.number for one in here),
        apart=_blocked_pairs(tx, here),
        patient=frozenset(patient),
    )


def _to_be_paired(tx: EventTransaction) -> list[StoredEntry]:
    """Return the entrants who are to be paired."""
    return [
        one
        for one in tx.loaded.entries.values()
        if one.state is EntryState.HERE and one.seed is not None
    ]


def _blocked_pairs(tx: EventTransaction, here: Collection[StoredEntry]) -> list[tuple[int, int]]:
    """Return the pairs of whom one has blocked the other."""
    numbers = {one.user_id: one.number for one in here}
    mine = event_entries.c.event_id == tx.event.event_id
    ids = select(event_entries.c.user_id).where(mine).scalar_subquery()
    found = tx.execute(
        select(blocks.c.user_id, blocks.c.blocked_id).where(
            blocks.c.user_id.in_(ids), blocks.c.blocked_id.in_(ids)
        )
    )
    return [
        (numbers[row.user_id], numbers[row.blocked_id])
        for row in found
        if row.user_id in numbers and row.blocked_id in numbers
    ]


def _new_pairing(
    tx: EventTransaction, round_: int, slot: PairingSlot, offset: int
) -> StoredPairing:
    """Return a new pairing; a bye and a walkover are over at once."""
    number = max(tx.loaded.pairings, default=0) + offset
    division = tx.loaded.entries[slot.first].division
    new = StoredPairing(number, round_, slot.table, division, slot.first, slot.second)
    if slot.second is None:
        return replace(new, state=PairingState.DONE, verdict=Verdict.BYE, winner=slot.first)
    return _walked_over(tx, new)


def _walked_over(tx: EventTransaction, new: StoredPairing) -> StoredPairing:
    """Return a pairing, decided already if one of the two is gone."""
    present = [one for one in (new.first, new.second) if one and _may_play(tx, one)]
    if len(present) == 2:
        return new
    winner = present[0] if present else None
    return replace(new, state=PairingState.DONE, verdict=Verdict.FORFEIT, winner=winner)


def _may_play(tx: EventTransaction, number: int) -> bool:
    return tx.loaded.entries[number].state in (EntryState.HERE, EntryState.BEATEN)


# -- the arena ----------------------------------------------------------------------------


def pair_free(tx: EventTransaction) -> None:
    """Pair everybody who is free, until the time is up."""
    assert tx.event.ends_ms is not None
    busy = {
        number
        for one in tx.loaded.pairings.values()
        if one.is_open
        for number in (one.first, one.second)
    }
    if tx.now >= tx.event.ends_ms:
        if not busy:
            finish(tx)
        return
    free = [one for one in _to_be_paired(tx) if one.number not in busy]
    pairs = _pairings_of_free(tx, free, PATIENCE_MS)
    tx.add_pairings(pairs)
    left = len(free) - 2 * len(pairs)
    if left >= FEWEST:
        due = min(tx.now + PATIENCE_MS, tx.event.ends_ms)
        tx.set_timers([(TimerKind.EVENT_STEP, WAITING_SLOT, tx.event.version, due)])


def time_is_up(tx: EventTransaction, slot: int) -> None:
    """End an arena or the season of a league; matches of an arena get some more minutes."""
    if tx.event.state is not EventState.RUNNING:
        return
    if tx.event.kind.is_continuous and slot == 0:
        ends = tx.event.ends_ms or tx.now
        tx.set_timers([(TimerKind.EVENT_END, 1, ends, ends + OVERTIME_MS)])
        go_on(tx)
        if tx.event.is_open:
            tx.add_news(NewsKind.TIME_UP)
        return
    _abandon(tx)
    finish(tx)


def _abandon(tx: EventTransaction) -> None:
    """Close the pairings that are open; boards that others may know are not played on."""
    for one in list(tx.loaded.pairings.values()):
        if one.is_open:
            if tx.event.kind.is_duplicate:
                pairing_matches.stop(tx, one)
            pairing_matches.decide(tx, tx.loaded.pairings[one.number], None, Verdict.ABANDONED)


# -- the end ------------------------------------------------------------------------------


def finish(tx: EventTransaction) -> None:
    """Close the event with its standings, and prepare the next one of a series."""
    _mark_beaten(tx)
    if tx.event.kind.is_duplicate:
        boards.reveal(tx)
    for line in queries.standing_lines(tx.loaded):
        tx.change_entry(line.number, place=line.place)
    tx.change(state=EventState.FINISHED, ended_ms=tx.now)
    tx.add_news(NewsKind.FINISHED)
    drop_timers(tx)
    _repeat(tx)


def call_off(tx: EventTransaction, *, repeats: bool = True) -> None:
    """Cancel the event; running matches go on as ordinary ones, but boards are not played on."""
    if tx.event.kind.is_duplicate and tx.event.state is EventState.RUNNING:
        _abandon(tx)
        boards.reveal(tx)
    tx.change(state=EventState.CANCELLED, ended_ms=tx.now)
    concerned = (*HOLDING, *transaction.WAITING)
    everybody = [one for one in tx.loaded.entries.values() if one.state in concerned]
    tx.add_news(NewsKind.CANCELLED, None, *(one.number for one in everybody))
    drop_timers(tx)
    if repeats:
        _repeat(tx)


def _repeat(tx: EventTransaction) -> None:
    if tx.plan.repeat is not None or tx.event.kind.is_seasonal:
        tx.set_timers([(TimerKind.EVENT_NEXT, 0, 0, tx.now)])


def drop_timers(tx: EventTransaction) -> None:
    """Remove every timer of the event."""
    kinds = or_(*(timers.c.kind == kind.value for kind in EVENT_KINDS))
    mine = timers.c.ref_id == tx.event.event_id
    tx.execute(delete(timers).where(kinds, mine))
