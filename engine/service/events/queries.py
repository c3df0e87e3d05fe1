"""Events as they are handed out: people instead of numbers, and standings from the pairings."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from sqlalchemy import func, select, update

from engine.events.plan import EventKind, Scores, Tournament
from engine.events.standings import Entrant, Line, PairingResult
from engine.service.events import boards, rows
from engine.service.events.rows import LoadedEvent, StoredEntry, StoredPairing, plan_from
from engine.service.events.types import (
    BoardsOf,
    BoardsProof,
    Event,
    EventEntry,
    EventId,
    EventList,
    EventPairing,
    EventStanding,
    EventState,
    Honour,
    MatchScore,
    PairingState,
    Verdict,
)
from engine.service.people import ChannelId, MatchId, MessageId, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import event_entries, event_matches, events, player_matches

PAGE: Final = 10
MOST_SHOWN: Final = 25
HONOURED: Final = 3
MOST_HONOURS: Final = 25


def read_event(tx: ReadTx, event_id: int) -> Event | None:
    """Return an event, or ``None``."""
    row = rows.read_row(tx, event_id)
    return None if row is None else _event(rows.load(tx, row))


def _event(loaded: LoadedEvent) -> Event:
    """Return an event as a value for everybody."""
    row, found = loaded.event, boards.scores(loaded)
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
        entries=_entries(loaded),
        pairings=tuple(_pairing(loaded, one) for one in loaded.pairings.values()),
        standings=_standings(loaded, found),
        version=row.version,
        rendered_version=row.rendered_version,
        locale=row.locale,
        series=row.series,
        season=row.season,
        anchor=row.anchor,
        revealed=row.revealed,
        secret=row.secret,
        team_points=boards.team_points(loaded, found),
    )


def _entries(loaded: LoadedEvent) -> tuple[EventEntry, ...]:
    queues: dict[int, list[int]] = {}
    for one in sorted(loaded.entries.values(), key=lambda one: one.waits or 0):
        if one.waits is not None:
            team = one.division if loaded.event.kind.has_teams else 0
            queues.setdefault(team, []).append(one.number)
    places = {one: place for queue in queues.values() for place, one in enumerate(queue, 1)}
    return tuple(_entry(one, places.get(one.number)) for one in loaded.entries.values())


def _entry(one: StoredEntry, queue: int | None) -> EventEntry:
    return EventEntry(
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


def _pairing(loaded: LoadedEvent, one: StoredPairing) -> EventPairing:
    """Return a pairing with its people and matches."""

    def user(number: int | None) -> UserId | None:
        return None if number is None else loaded.entries[number].user_id

    if _is_hidden(loaded, one):
        one = replace(one, winner=None, won_first=0, won_second=0, points=0)
    return EventPairing(
        number=one.number,
        round=one.round,
        table=one.place,
        division=one.division,
        first=loaded.entries[one.first].user_id,
        second=user(one.second),
        state=one.state,
        matches=tuple(game.match_id for game in loaded.games.get(one.number, ())),
        won=(one.won_first, one.won_second),
        winner=user(one.winner),
        verdict=one.verdict,
        points=one.points,
    )


def _is_hidden(loaded: LoadedEvent, one: StoredPairing) -> bool:
    """Whether others may still have to play the boards of a pairing."""
    played = one.verdict is not Verdict.BYE
    return loaded.event.kind.is_duplicate and played and one.round > loaded.event.revealed


def _entrants(loaded: LoadedEvent) -> list[Entrant]:
    """Return those who take part: everybody who was there at the start or came later."""
    return [
        Entrant(
            one.number, one.seed, loaded.event.lot_of(one.number), one.joined_round, one.division
        )
        for one in loaded.entries.values()
        if one.seed is not None
    ]


def _result(loaded: LoadedEvent, one: StoredPairing) -> PairingResult:
    """Return the result of a pairing that is over."""
    drawn = one.verdict in (Verdict.PLAYED, Verdict.AWARDED) or (
        one.verdict is Verdict.ABANDONED and not loaded.event.kind.is_continuous
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


def tournament(loaded: LoadedEvent, found: Scores | None = None) -> Tournament:
    """Return an event as its kind ranks it. ``found``: the scores of its boards, if known."""
    done = (one for one in loaded.pairings.values() if one.state is PairingState.DONE)
    return Tournament(
        _entrants(loaded),
        [_result(loaded, one) for one in done],
        loaded.event.rounds or 1,
        third_place=loaded.event.plan.third_place,
        boards=boards.scores(loaded) if found is None else found,
    )


def standing_lines(loaded: LoadedEvent, found: Scores | None = None) -> Sequence[Line]:
    """Return the standings by the numbers of the entrants."""
    return loaded.event.kind.rank(tournament(loaded, found))


def _standings(loaded: LoadedEvent, found: Scores) -> tuple[EventStanding, ...]:
    by_round = boards.by_round(loaded, found)
    return tuple(
        EventStanding(
            line.place,
            loaded.entries[line.number].user_id,
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
        for line in standing_lines(loaded, found)
    )


# -- questions ---------------------------------------------------------------------------


def versions(tx: ReadTx, event_ids: Collection[EventId]) -> dict[EventId, int]:
    """Return the versions of events."""
    asked = select(events.c.event_id, events.c.version).where(events.c.event_id.in_(event_ids))
    return {EventId(row.event_id): row.version for row in tx.execute(asked)}


def of_guild(tx: ReadTx, guild: int, page: int = 0) -> EventList:
    """Return the open events of a server, and one page of those that are over, newest first."""
    here = events.c.guild_id == guild
    still = select(events.c.event_id).where(here, events.c.ended_ms.is_(None))
    ended = select(events.c.event_id).where(here, events.c.ended_ms.is_not(None))
    total = tx.execute(
        select(func.count()).select_from(events).where(here, events.c.ended_ms.is_not(None))
    ).scalar_one()
    found = tx.execute(still.order_by(events.c.created_ms).limit(MOST_SHOWN)).scalars()
    newest = ended.order_by(events.c.ended_ms.desc(), events.c.event_id)
    past = tx.execute(newest.limit(PAGE).offset(PAGE * page)).scalars()
    current, history = (_events(tx, list(ids)) for ids in (found, past))
    return EventList(current, history, max(1, -(-total // PAGE)))


def _events(tx: ReadTx, ids: list[int]) -> tuple[Event, ...]:
    found = (read_event(tx, event_id) for event_id in ids)
    return tuple(one for one in found if one is not None)


def count_open(tx: ReadTx, guild: int) -> int:
    """Return the number of events of a server that are to come or running."""
    asked = select(func.count()).select_from(events)
    asked = asked.where(events.c.guild_id == guild, events.c.ended_ms.is_(None))
    return tx.execute(asked).scalar_one()


def of_match(tx: ReadTx, match_id: MatchId) -> tuple[Event, EventPairing] | None:
    """Return the event and the pairing of a match; ``None`` for an ordinary one."""
    asked = select(event_matches.c.event_id, event_matches.c.number)
    row = tx.execute(asked.where(event_matches.c.match_id == match_id)).one_or_none()
    event = None if row is None else read_event(tx, row.event_id)
    if row is None or event is None:
        return None
    return event, next(one for one in event.pairings if one.number == row.number)


def boards_of(tx: ReadTx, event_id: EventId, round_: int, user_id: int) -> BoardsOf | None:
    """Return a person's boards of a round; ``None`` until they are public, or without any."""
    row = rows.read_row(tx, event_id)
    if row is None or not row.kind.is_duplicate:
        return None
    loaded = rows.load(tx, row)
    entry = loaded.entry_of(user_id)
    return None if entry is None else boards.of_player(loaded, round_, entry.number)


def scores_of(tx: ReadTx, event_id: EventId, user_id: int) -> dict[MatchId, MatchScore]:
    """Return the points of a person's matches that are over; of boards only their event tells."""
    row = rows.read_row(tx, event_id)
    if row is None or row.kind.is_duplicate:
        return {}
    own, other = player_matches.alias("own"), player_matches.alias("other")
    asked = (
        select(own.c.match_id, own.c.points, other.c.points.label("others"))
        .join(event_matches, event_matches.c.match_id == own.c.match_id)
        .join(other, (other.c.match_id == own.c.match_id) & (other.c.user_id != user_id))
        .where(event_matches.c.event_id == event_id, own.c.user_id == user_id)
    )
    return {MatchId(one.match_id): MatchScore(one.points, one.others) for one in tx.execute(asked)}


def boards_proof(tx: ReadTx, event_id: EventId) -> BoardsProof | None:
    """Return what anybody needs to check the boards of an event; ``None`` for one without."""
    row = rows.read_row(tx, event_id)
    return None if row is None else boards.proof_of(row)


def honours_of(tx: ReadTx, user_id: int) -> tuple[Honour, ...]:
    """Return the finished events in which a person was among the first three, newest first."""
    others = event_entries.alias("others")
    entered = (
        select(func.count())
        .select_from(others)
        .where(others.c.event_id == events.c.event_id, others.c.place.is_not(None))
        .scalar_subquery()
    )
    found = tx.execute(
        select(
            events.c.event_id,
            events.c.plan,
            events.c.ended_ms,
            event_entries.c.place,
            event_entries.c.division,
            entered.label("entered"),
        )
        .join(event_entries, event_entries.c.event_id == events.c.event_id)
        .where(
            event_entries.c.user_id == user_id,
            event_entries.c.place <= HONOURED,
            events.c.state == EventState.FINISHED.value,
        )
        .order_by(events.c.ended_ms.desc())
    )
    honours = (
        Honour(EventId(row.event_id), plan.name, plan.kind, row.place, row.entered, row.ended_ms)
        for row in found
        for plan in [plan_from(row.plan)]
        if is_honoured(plan.kind, row.division, row.place)
    )
    return tuple(islice(honours, MOST_HONOURS))


def is_honoured(kind: EventKind, division: int, place: int) -> bool:
    """Whether a place is an honour: in the top division, or in the team that has won."""
    return place == 1 if kind.has_teams else division == 1


def open_of(tx: ReadTx, user_id: int) -> tuple[EventId, ...]:
    """Return the open events in which a person has an entry."""
    asked = (
        select(events.c.event_id)
        .join(event_entries, event_entries.c.event_id == events.c.event_id)
        .where(event_entries.c.user_id == user_id, events.c.ended_ms.is_(None))
    )
    return tuple(EventId(one) for one in tx.execute(asked).scalars())


def outdated(tx: ReadTx) -> tuple[Event, ...]:
    """Return events whose messages do not show the newest version."""
    behind = select(events.c.event_id).where(events.c.version > events.c.rendered_version)
    ids = tx.execute(behind.order_by(events.c.event_id).limit(MOST_SHOWN)).scalars()
    return _events(tx, list(ids))


def shown(
    tx: Tx,
    event_id: EventId,
    version: int,
    message: MessageId | None = None,
    thread: ChannelId | None = None,
    channel: ChannelId | None = None,
) -> None:
    """Record the version that a message shows; below 0 if it has to be drawn again.

    ``channel``: where the message is now, if it has moved.
    """
    places = {"message_id": message, "thread_id": thread, "channel_id": channel}
    values: dict[str, int] = {name: at for name, at in places.items() if at is not None}
    values["rendered_version"] = version
    tx.execute(update(events).where(events.c.event_id == event_id).values(values))
