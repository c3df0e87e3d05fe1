"""Who meets whom: the pairings of a round, from the results so far."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from sqlalchemy import select

from engine.duplicate.pairing import field_tables, team_tables
from engine.duplicate.scoring import totals
from engine.events import arena, berger, knockout, swiss
from engine.service.events import boards, reading
from engine.service.events.rows import StoredEntry, StoredPairing, Work
from engine.service.events.types import EntryState, EventKind, PairingState, Verdict
from engine.store.schema import blocks, event_entries

FEWEST: Final = 2
FEWEST_TABLES: Final = 2
"""The fewest tables at which boards can be compared."""


def paired(work: Work, number: int) -> Iterator[StoredPairing]:
    """Yield the pairings of a round; of all rounds, where they are played at once."""
    match work.event.kind:
        case EventKind.SWISS:
            return _swiss(work, number)
        case EventKind.KNOCKOUT:
            return _knockout(work, number)
        case EventKind.FIELD:
            return _field(work, number)
        case EventKind.TEAMS:
            return _teams(work, number)
        case _:
            return _berger(work, number)


def _swiss(work: Work, round_: int) -> Iterator[StoredPairing]:
    here = [one for one in reading.entrants(work.held) if _is_here(work, one.number)]
    if len(here) < FEWEST:
        return
    paired = swiss.pair(here, reading.results(work.held), apart(work, here_of(work)))
    for table, one in enumerate(paired, 1):
        yield new_pairing(work, round_, table, one.first, one.second, offset=table)


def _field(work: Work, round_: int) -> Iterator[StoredPairing]:
    here = [one for one in reading.entrants(work.held) if _is_here(work, one.number)]
    if len(here) < FEWEST_TABLES * 2:
        return
    scores = totals(boards.scores(work.held))
    shunned = apart(work, here_of(work))
    tables = field_tables(here, reading.results(work.held), scores, shunned)
    for place, one in enumerate(tables, 1):
        yield new_pairing(work, round_, place, one.first, one.second, offset=place)


def _teams(work: Work, round_: int) -> Iterator[StoredPairing]:
    for place, one in enumerate(team_tables(*opponents(work, here_of(work))), 1):
        yield new_pairing(work, round_, place, one.first, one.second, offset=place)


def opponents(work: Work, here: list[StoredEntry]) -> tuple[list[int], list[int]]:
    """Return the players of both teams, equally many and an even number, as they have entered."""
    teams = [[one.number for one in here if one.division == team] for team in (1, 2)]
    count = min(map(len, teams)) // 2 * 2
    one, other = (team[:count] for team in teams)
    return one, other


def here_of(work: Work) -> list[StoredEntry]:
    """Return the entrants who are to be paired."""
    return [
        one
        for one in work.held.entries.values()
        if one.state is EntryState.HERE and one.seed is not None
    ]


def _is_here(work: Work, number: int) -> bool:
    return work.held.entries[number].state is EntryState.HERE


def apart(work: Work, here: list[StoredEntry]) -> list[tuple[int, int]]:
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


def new_pairing(
    work: Work, round_: int, place: int, first: int, second: int | None, *, offset: int
) -> StoredPairing:
    """Return a new pairing; a bye and a walkover are over at once."""
    number = max(work.held.pairings, default=0) + offset
    division = work.held.entries[first].division
    new = StoredPairing(number, round_, place, division, first, second)
    if second is None:
        return replace(new, state=PairingState.DONE, verdict=Verdict.BYE, winner=first)
    return new


def _knockout(work: Work, round_: int) -> Iterator[StoredPairing]:
    if round_ == 1:
        slots = knockout.first_round(reading.entrants(work.held))
    else:
        last = [one for one in work.held.pairings.values() if one.round == round_ - 1]
        bracket = [one for one in last if one.place != knockout.THIRD_PLACE]
        winners = {one.place: one.winner for one in bracket}
        losers = {
            one.place: None if one.winner is None else one.other(one.winner) for one in bracket
        }
        size = 1 << ((work.event.rounds or 1) - round_ + 1)
        winners = {place: winners.get(place) for place in range(1, size + 1)}
        slots = knockout.next_round(winners, losers, third_place=work.plan.third_place)
    for offset, slot in enumerate(slots, 1):
        new = new_pairing(work, round_, slot.table, slot.first, slot.second, offset=offset)
        yield _walked_over(work, new)


def _walked_over(work: Work, new: StoredPairing) -> StoredPairing:
    """Return a pairing of the bracket, decided already if one of the two is gone."""
    if new.second is None:
        return new
    present = [one for one in (new.first, new.second) if _may_play(work, one)]
    if len(present) == 2:
        return new
    winner = present[0] if present else None
    return replace(new, state=PairingState.DONE, verdict=Verdict.FORFEIT, winner=winner)


def _may_play(work: Work, number: int) -> bool:
    return work.held.entries[number].state in (EntryState.HERE, EntryState.BEATEN)


def _berger(work: Work, round_: int) -> Iterator[StoredPairing]:
    divisions: dict[int, list[int]] = {}
    for one in sorted(reading.entrants(work.held), key=lambda each: each.seed):
        divisions.setdefault(one.division, []).append(one.number)
    offset = 0
    everything = range(1, (work.event.rounds or 1) + 1)
    for turn in everything if work.event.is_at_once else (round_,):
        place = 0
        for division in sorted(divisions):
            plan = berger.table(divisions[division])
            for first, second in plan[turn - 1] if turn <= len(plan) else ():
                offset, place = offset + 1, place + 1
                new = new_pairing(work, turn, place, first, second, offset=offset)
                yield _walked_over(work, new)


def of_free(work: Work, free: list[StoredEntry], patience_ms: int) -> list[StoredPairing]:
    """Return pairings of those in an arena who are free; some may have to wait."""
    patient = {one.number for one in free if one.free_ms + patience_ms <= work.now}
    if len(here_of(work)) == FEWEST:
        patient = {one.number for one in free}
    numbers = {one.number for one in free}
    entrants = [one for one in reading.entrants(work.held) if one.number in numbers]
    pairs = arena.pair(
        entrants, reading.results(work.held), patient=patient, apart=apart(work, free)
    )
    return [
        new_pairing(work, 1, 0, first, second, offset=offset)
        for offset, (first, second) in enumerate(pairs, 1)
    ]
