"""Standings: what a finished match adds to everybody's record, and the questions about it."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Final

from sqlalchemy import Connection, Row, RowMapping, bindparam, func, insert, select, tuple_, update

from engine.facts import ResultKind
from engine.formats.base import party_of
from engine.match import EndReason, PlayedTable
from engine.seats import Seat
from engine.service.live import StoredMatch
from engine.service.people import UserId
from engine.service.types import HeadToHead, Ranking, Standing
from engine.store.schema import head_to_head, players, standings

ALL_TIME: Final = "all"
ANY: Final = "any"
RATED: Final = "rated"
_COUNTS: Final = (
    "matches",
    "won",
    "drawn",
    "games_won",
    "points",
    "rounds",
    "rounds_won",
    "gins",
    "big_gins",
    "undercuts",
)
_KINDS: Final = {
    ResultKind.GIN: "gins",
    ResultKind.MAHJONG_GIN: "gins",
    ResultKind.BIG_GIN: "big_gins",
    ResultKind.UNDERCUT: "undercuts",
}
_PLACE = ("guild_id", "season", "mode", "user_id")
_ADD = (
    update(standings)
    .where(*(standings.c[name] == bindparam(f"of_{name}") for name in _PLACE))
    .values({name: standings.c[name] + bindparam(f"add_{name}") for name in _COUNTS})
)
_PAIR = ("guild_id", "season", "mode", "low_id", "high_id")
_PAIR_COUNTS = ("low_won", "high_won", "drawn")
_ADD_PAIR = (
    update(head_to_head)
    .where(*(head_to_head.c[name] == bindparam(f"of_{name}") for name in _PAIR))
    .values({name: head_to_head.c[name] + bindparam(f"add_{name}") for name in _PAIR_COUNTS})
)


def counts_for_standings(match: StoredMatch) -> bool:
    """Matches played to a result, between people only."""
    outcome = match.match.outcome
    ended = (EndReason.FINISHED, EndReason.RESIGNED, EndReason.FORFEITED)
    return outcome is not None and outcome.reason in ended and not match.computers


def enter(connection: Connection, match: StoredMatch) -> None:
    """Add a match that has just ended; part of the transaction that ended it."""
    if not counts_for_standings(match):
        return
    modes = (ANY, RATED) if match.rated else (ANY,)
    for player in sorted(match.players, key=lambda player: player.user_id or 0):
        added = _record_of(match, player.seat)
        for mode in modes:
            place = dict(zip(_PLACE, (match.guild_id, ALL_TIME, mode, player.user_id), strict=True))
            _add(connection, place, added)
    for mode in modes:
        _enter_pairs(connection, match, mode)


def _record_of(match: StoredMatch, seat: Seat) -> Counter[str]:
    state = match.match
    assert state.outcome is not None
    party = party_of(state.parties, seat)
    sheet = state.sheet()
    added = Counter(
        matches=1,
        won=int(state.outcome.winner == party),
        drawn=int(state.outcome.winner is None),
        games_won=sheet.games_won[party],
        points=sheet.totals[party],
    )
    for played in state.played:
        for table in played.tables:
            if seat in table.result.pair:
                added += _round_of(table, seat)
    return added


def _round_of(table: PlayedTable, seat: Seat) -> Counter[str]:
    added = Counter(rounds=1)
    if table.result.winner is seat:
        added["rounds_won"] = 1
        if table.kind in _KINDS:
            added[_KINDS[table.kind]] = 1
    return added


def _add(connection: Connection, place: Mapping[str, object], added: Counter[str]) -> None:
    params = {f"of_{name}": value for name, value in place.items()}
    params |= {f"add_{name}": added[name] for name in _COUNTS}
    if connection.execute(_ADD, params).rowcount == 0:
        connection.execute(insert(standings), {**place, **{name: added[name] for name in _COUNTS}})


def _enter_pairs(connection: Connection, match: StoredMatch, mode: str) -> None:
    state = match.match
    assert state.outcome is not None
    people = sorted(
        (player.user_id, party_of(state.parties, player.seat))
        for player in match.players
        if player.user_id is not None
    )
    winner = state.outcome.winner
    for (low, low_party), (high, high_party) in combinations(people, 2):
        if low_party == high_party or winner not in (None, low_party, high_party):
            continue
        added = {
            "low_won": int(winner == low_party),
            "high_won": int(winner == high_party),
            "drawn": int(winner is None),
        }
        key = dict(zip(_PAIR, (match.guild_id, ALL_TIME, mode, low, high), strict=True))
        params = {f"of_{name}": value for name, value in key.items()}
        params |= {f"add_{name}": value for name, value in added.items()}
        if connection.execute(_ADD_PAIR, params).rowcount == 0:
            connection.execute(insert(head_to_head), key | added)


# -- questions --------------------------------------------------------------------------

_ORDERS: Final = {
    Ranking.WON: (standings.c.won, standings.c.points),
    Ranking.POINTS: (standings.c.points, standings.c.won),
}


def leaderboard(
    connection: Connection, guild_id: int, by: Ranking, mode: str, *, limit: int, offset: int
) -> tuple[Standing, ...]:
    """A page of a server's standings, best first."""
    first, second = _ORDERS[by]
    page = connection.execute(
        select(standings, func.coalesce(players.c.name, "").label("name"))
        .outerjoin(players, players.c.user_id == standings.c.user_id)
        .where(
            standings.c.guild_id == guild_id,
            standings.c.season == ALL_TIME,
            standings.c.mode == mode,
        )
        .order_by(first.desc(), second.desc(), standings.c.user_id.desc())
        .limit(limit)
        .offset(offset)
    ).all()
    if not page:
        return ()
    rank = _better(connection, guild_id, page[0], by, mode) + 1
    listed: list[Standing] = []
    for index, row in enumerate(page):
        values = (row._mapping[first.name], row._mapping[second.name])
        if index and values != (
            page[index - 1]._mapping[first.name],
            page[index - 1]._mapping[second.name],
        ):
            rank = offset + index + 1
        listed.append(_standing(rank, row._mapping))
    return tuple(listed)


def rank_of(
    connection: Connection, guild_id: int, user_id: int, by: Ranking, mode: str
) -> Standing | None:
    """One person's place in a server; ``None`` before their first match."""
    first, second = _ORDERS[by]
    better = standings.alias("better")
    ahead = (
        select(func.count())
        .select_from(better)
        .where(
            better.c.guild_id == standings.c.guild_id,
            better.c.season == standings.c.season,
            better.c.mode == standings.c.mode,
            tuple_(better.c[first.name], better.c[second.name]) > tuple_(first, second),
        )
        .scalar_subquery()
    )
    row = connection.execute(
        select(
            standings,
            func.coalesce(players.c.name, "").label("name"),
            (ahead + 1).label("rank"),
        )
        .outerjoin(players, players.c.user_id == standings.c.user_id)
        .where(
            standings.c.guild_id == guild_id,
            standings.c.season == ALL_TIME,
            standings.c.mode == mode,
            standings.c.user_id == user_id,
        )
    ).one_or_none()
    return None if row is None else _standing(row.rank, row._mapping)


def between(connection: Connection, guild_id: int, user_id: int, other_id: int) -> HeadToHead:
    """The matches between two people in a server, seen from the first."""
    low, high = sorted((user_id, other_id))
    row = connection.execute(
        select(head_to_head).where(
            head_to_head.c.guild_id == guild_id,
            head_to_head.c.season == ALL_TIME,
            head_to_head.c.mode == ANY,
            head_to_head.c.low_id == low,
            head_to_head.c.high_id == high,
        )
    ).one_or_none()
    if row is None:
        return HeadToHead(0, 0, 0)
    if user_id == low:
        return HeadToHead(row.low_won, row.high_won, row.drawn)
    return HeadToHead(row.high_won, row.low_won, row.drawn)


def _better(
    connection: Connection, guild_id: int, row: Row[tuple[object, ...]], by: Ranking, mode: str
) -> int:
    """How many have a better record than this row."""
    first, second = _ORDERS[by]
    values = tuple_(row._mapping[first.name], row._mapping[second.name])
    return connection.execute(
        select(func.count())
        .select_from(standings)
        .where(
            standings.c.guild_id == guild_id,
            standings.c.season == ALL_TIME,
            standings.c.mode == mode,
            tuple_(first, second) > values,
        )
    ).scalar_one()


def _standing(rank: int, row: RowMapping) -> Standing:
    return Standing(
        rank, UserId(row["user_id"]), row["name"], *(int(row[name]) for name in _COUNTS)
    )
