"""Who meets whom: the pairings of a round, from the results so far."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from sqlalchemy import select

from engine.events.results import PairingSlot
from engine.events.tournament import Tournament
from engine.service.events import reading
from engine.service.events.rows import StoredEntry, StoredPairing, Work
from engine.service.events.types import EntryState, PairingState, Verdict
from engine.store.schema import blocks, event_entries

FEWEST: Final = 2


def paired(work: Work, number: int) -> Iterator[StoredPairing]:
    """Yield the pairings of a round; of all rounds, where they are played at once."""
    event, here = work.event, here_of(work)
    so_far = _tournament(work, here)
    everything = range(1, (event.rounds or 1) + 1)
    new = (
        (round_, slot)
        for round_ in (everything if work.plan.is_at_once else (number,))
        for slot in event.kind.pair(so_far, round_)
    )
    for offset, (round_, slot) in enumerate(new, 1):
        yield _new(work, round_, slot, offset)


def of_free(work: Work, free: list[StoredEntry], patience_ms: int) -> list[StoredPairing]:
    """Return pairings of those in an arena who are free; some may have to wait."""
    patient = {one.number for one in free if one.free_ms + patience_ms <= work.now}
    if len(here_of(work)) == FEWEST:
        patient = {one.number for one in free}
    slots = work.event.kind.pair(_tournament(work, free, patient), 1)
    return [_new(work, 1, slot, offset) for offset, slot in enumerate(slots, 1)]


def _tournament(
    work: Work, here: Collection[StoredEntry], patient: Collection[int] = ()
) -> Tournament:
    """Return the event as its kind pairs it. ``here``: who is to be paired."""
    return replace(
        reading.tournament(work.held),
        here=frozenset(one.number for one in here),
        apart=apart(work, here),
        patient=frozenset(patient),
    )


def here_of(work: Work) -> list[StoredEntry]:
    """Return the entrants who are to be paired."""
    return [
        one
        for one in work.held.entries.values()
        if one.state is EntryState.HERE and one.seed is not None
    ]


def apart(work: Work, here: Collection[StoredEntry]) -> list[tuple[int, int]]:
    """Return the pairs of whom one has blocked the other."""
    numbers = {one.user_id: one.number for one in here}
    mine = event_entries.c.event_id == work.event.event_id
    ids = select(event_entries.c.user_id).where(mine).scalar_subquery()
    found = work.connection.execute(
        select(blocks.c.user_id, blocks.c.blocked_id).where(
            blocks.c.user_id.in_(ids), blocks.c.blocked_id.in_(ids)
        )
    )
    return [
        (numbers[row.user_id], numbers[row.blocked_id])
        for row in found
        if row.user_id in numbers and row.blocked_id in numbers
    ]


def _new(work: Work, round_: int, slot: PairingSlot, offset: int) -> StoredPairing:
    """Return a new pairing; a bye and a walkover are over at once."""
    number = max(work.held.pairings, default=0) + offset
    division = work.held.entries[slot.first].division
    new = StoredPairing(number, round_, slot.table, division, slot.first, slot.second)
    if slot.second is None:
        return replace(new, state=PairingState.DONE, verdict=Verdict.BYE, winner=slot.first)
    return _walked_over(work, new)


def _walked_over(work: Work, new: StoredPairing) -> StoredPairing:
    """Return a pairing, decided already if one of the two is gone."""
    present = [one for one in (new.first, new.second) if one and _may_play(work, one)]
    if len(present) == 2:
        return new
    winner = present[0] if present else None
    return replace(new, state=PairingState.DONE, verdict=Verdict.FORFEIT, winner=winner)


def _may_play(work: Work, number: int) -> bool:
    return work.held.entries[number].state in (EntryState.HERE, EntryState.BEATEN)
