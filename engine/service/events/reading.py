"""An event as it is handed out: people instead of numbers, and standings from the pairings."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from engine.events.results import Entrant, PairingResult
from engine.events.standings import Line
from engine.events.tournament import Scores, Tournament
from engine.service.events import boards, rows
from engine.service.events.rows import Held, StoredEntry, StoredPairing
from engine.service.events.types import (
    Entry,
    Event,
    EventId,
    Pairing,
    PairingState,
    Standing,
    Verdict,
)
from engine.service.people import UserId


def event(connection: Connection, event_id: int) -> Event | None:
    """Return an event, or ``None``."""
    row = rows.read_row(connection, event_id)
    return None if row is None else public(rows.load(connection, row))


def public(held: Held) -> Event:
    """Return an event as a value for everybody."""
    row, found = held.event, boards.scores(held)
    return Event(
        id=EventId(row.event_id),
        guild=row.guild_id,
        channel=row.channel_id,
        message=row.message_id,
        thread=row.thread_id,
        host=row.host_id,
        state=row.state,
        plan=row.plan,
        round=row.round,
        rounds=row.rounds,
        ends_ms=row.ends_ms,
        ended_ms=row.ended_ms,
        entries=_entries(held),
        pairings=tuple(pairing(held, one) for one in held.pairings.values()),
        standings=_standings(held, found),
        version=row.version,
        rendered_version=row.rendered_version,
        locale=row.locale,
        series=row.series,
        season=row.season,
        anchor=row.anchor,
        revealed=row.revealed,
        secret=row.secret,
        team_points=boards.team_points(held, found),
    )


def _entries(held: Held) -> tuple[Entry, ...]:
    queues: dict[int, list[int]] = {}
    for one in sorted(held.entries.values(), key=lambda one: one.waits or 0):
        if one.waits is not None:
            team = one.division if held.event.kind.has_teams else 0
            queues.setdefault(team, []).append(one.number)
    places = {one: place for queue in queues.values() for place, one in enumerate(queue, 1)}
    return tuple(_entry(one, places.get(one.number)) for one in held.entries.values())


def _entry(one: StoredEntry, queue: int | None) -> Entry:
    return Entry(
        one.user_id,
        one.name,
        one.state,
        one.seed,
        one.division,
        one.rating,
        one.no_shows,
        one.joined_round,
        queue,
    )


def pairing(held: Held, one: StoredPairing) -> Pairing:
    """Return a pairing with its people and matches."""

    def user(number: int | None) -> UserId | None:
        return None if number is None else held.entries[number].user_id

    if _is_hidden(held, one):
        one = replace(one, winner=None, won_first=0, won_second=0, points=0)
    return Pairing(
        number=one.number,
        round=one.round,
        table=one.place,
        division=one.division,
        first=held.entries[one.first].user_id,
        second=user(one.second),
        state=one.state,
        matches=tuple(game.match_id for game in held.games.get(one.number, ())),
        won=(one.won_first, one.won_second),
        winner=user(one.winner),
        verdict=one.verdict,
        points=one.points,
    )


def _is_hidden(held: Held, one: StoredPairing) -> bool:
    """Whether others may still have to play the boards of a pairing."""
    played = one.verdict is not Verdict.BYE
    return held.event.kind.is_duplicate and played and one.round > held.event.revealed


def entrants(held: Held) -> list[Entrant]:
    """Return those who take part: everybody who was there at the start or came later."""
    return [
        Entrant(one.number, one.seed, held.event.lot_of(one.number), one.joined_round, one.division)
        for one in held.entries.values()
        if one.seed is not None
    ]


def result(held: Held, one: StoredPairing) -> PairingResult:
    """Return the result of a pairing that is over."""
    drawn = one.verdict in (Verdict.PLAYED, Verdict.AWARDED) or (
        one.verdict is Verdict.ABANDONED and not held.event.kind.is_continuous
    )
    return PairingResult(
        one.round,
        one.first,
        one.second,
        one.winner,
        one.winner is None and drawn,
        one.points,
        one.place,
    )


def tournament(held: Held, found: Scores | None = None) -> Tournament:
    """Return an event as its kind ranks it. ``found``: the scores of its boards, if known."""
    done = (one for one in held.pairings.values() if one.state is PairingState.DONE)
    return Tournament(
        entrants(held),
        [result(held, one) for one in done],
        held.event.rounds or 1,
        third_place=held.event.plan.third_place,
        boards=boards.scores(held) if found is None else found,
    )


def lines(held: Held, found: Scores | None = None) -> Sequence[Line]:
    """Return the standings by the numbers of the entrants."""
    return held.event.kind.rank(tournament(held, found))


def _standings(held: Held, found: Scores) -> tuple[Standing, ...]:
    by_round = boards.by_round(held, found)
    return tuple(
        Standing(
            line.place,
            held.entries[line.number].user_id,
            line.score,
            line.played,
            line.won,
            line.drawn,
            line.lost,
            line.ties,
            line.streak,
            line.division,
            by_round.get(line.number, ()),
        )
        for line in lines(held, found)
    )
