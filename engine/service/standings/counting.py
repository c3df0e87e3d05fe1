"""The facts of an ended match about its players: the source of every total and rating."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from engine.game.formats.base import party_of
from engine.game.match import Match, MatchPhase
from engine.game.record import positions
from engine.game.seats import Seat, Side
from engine.game.statistics import (
    PlayStatistics,
    counts,
    figures_from,
    match_figures,
    result_of,
    table_figures,
)
from engine.service.matches import records
from engine.service.people import DIRECT_MESSAGES, UserId
from engine.service.stored_match import StoredMatch
from engine.standings.credit import EARLY_ROUNDS
from engine.standings.pools import Pool, pool_of
from engine.store.schema import rounds

EVERYWHERE: Final = 0
"""The scope of all servers together."""
EVERYBODY: Final = UserId(0)
"""The user id of a server's own rows, for all its players together."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """One player's match."""

    seat: Seat
    user_id: UserId
    party: int
    result: int
    quit: bool
    figures: PlayStatistics


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A counted match, between people only. ``season``: the month of its end, ``2026-11``.

    ``is_apart``: its players were found across servers, so it does not count for results between
    pairs, which would name one to the other.
    """

    match_id: int
    guild_id: int
    pool: Pool
    preset: str
    season: str
    ended_ms: int
    players: tuple[PlayerFacts, ...]
    is_apart: bool = False

    @property
    def scopes(self) -> tuple[int, ...]:
        """The scopes in which the match counts: its server, and all servers."""
        return (EVERYWHERE,) if self.guild_id == DIRECT_MESSAGES else (EVERYWHERE, self.guild_id)

    @property
    def rounds(self) -> int:
        """The number of finished rounds, at the table that finished most."""
        return max((player.figures.rounds for player in self.players), default=0)

    @property
    def was_left_early(self) -> bool:
        """Whether a player left the match before it had any significance."""
        return self.rounds <= EARLY_ROUNDS and any(player.quit for player in self.players)


def season_of(moment_ms: int) -> str:
    """Return the month of a moment, in UTC.

    >>> season_of(0)
    '1970-01'
    """
    return datetime.fromtimestamp(moment_ms / 1000, UTC).strftime("%Y-%m")


def counts_for_standings(match: StoredMatch) -> bool:
    """Whether a match was played to a result, between people only."""
    return counts(match.match) and not match.computers


def facts_of(held: StoredMatch, by_seat: Mapping[Seat, Iterable[PlayStatistics]]) -> MatchFacts:
    """Return the facts of an ended match from the figures of its finished rounds."""
    match = held.match
    assert match.outcome is not None
    ended = held.updated_ms if held.ended_ms is None else held.ended_ms
    return MatchFacts(
        held.match_id,
        held.guild_id,
        pool_of(match.rules, held.clock),
        held.preset,
        season_of(ended),
        ended,
        tuple(
            PlayerFacts(
                player.seat,
                player.user_id,
                party_of(match.parties, player.seat),
                result_of(match, player.seat),
                match.outcome.by is player.seat,
                match_figures(match, player.seat, by_seat.get(player.seat, ())),
            )
            for player in held.players
            if player.user_id is not None
        ),
        is_apart=held.is_apart,
    )


def recorded(connection: Connection, held: StoredMatch) -> MatchFacts:
    """Return the facts of a match from the records made at the end of each round.

    Rounds without records are replayed.
    """
    found = _results(connection, held)
    if all("figures" in result for _, results in found for result in results):
        return written_down(connection, held)
    return replayed(connection, held)


def written_down(connection: Connection, held: StoredMatch) -> MatchFacts:
    """Return the facts of a match from the records made at the end of its rounds."""
    by_seat: dict[Seat, list[PlayStatistics]] = {}
    for pairs, results in _results(connection, held):
        for pair, result in zip(pairs, results, strict=False):
            for side, plain in zip(Side, result.get("figures", ({}, {})), strict=True):
                by_seat.setdefault(Seat(pair[side]), []).append(figures_from(plain))
    return facts_of(held, by_seat)


def _results(connection: Connection, held: StoredMatch) -> list[tuple[Any, Any]]:
    """Return the seats of every finished round's tables, and each table's result."""
    found = connection.execute(
        select(rounds.c.tables, rounds.c.results)
        .where(rounds.c.match_id == held.match_id, rounds.c.results.is_not(None))
        .order_by(rounds.c.number)
    )
    return [(json.loads(row.tables), json.loads(row.results)) for row in found]


def replayed(connection: Connection, held: StoredMatch) -> MatchFacts:
    """Return the facts of a match by replaying its moves. RecordError if they are inconsistent."""
    found = records.played(connection, held.match_id)
    by_seat: dict[Seat, list[PlayStatistics]] = {}
    if found is not None:
        done = 0
        for match in positions(records.record_of(found)):
            if len(match.played) > done and match.phase is not MatchPhase.PLAYING:
                done = len(match.played)
                _add_round(match, by_seat)
    return facts_of(held, by_seat)


def _add_round(match: Match, by_seat: dict[Seat, list[PlayStatistics]]) -> None:
    for table in match.tables:
        for seat, figures in zip(table.pair, table_figures(match.rules, table), strict=True):
            by_seat.setdefault(seat, []).append(figures)
