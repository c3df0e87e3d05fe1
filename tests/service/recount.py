"""Ratings and totals counted again: each match's moves are replayed, in the order of their ends."""

from typing import Any, Final

from sqlalchemy import Connection, delete, select

from engine.game.match import Match, MatchPhase
from engine.game.record import positions
from engine.game.seats import Seat
from engine.game.statistics import PlayStatistics, table_figures
from engine.service.matches import match_rows, records
from engine.service.standings import match_facts, ratings
from engine.service.standings.match_facts import MatchFacts
from engine.service.stored_match import StoredMatch, rated_text
from engine.store.schema import (
    matches,
    player_matches,
    rating_history,
    standings,
    unrated,
)
from engine.store.schema import ratings as rating_rows
from tests.transactions import reading, writing

DERIVED: Final = (player_matches, standings, rating_rows, rating_history, unrated)


def derived(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Every row that is derived from matches, and the ratings that stand with them."""
    found = {
        table.name: sorted(tuple(row) for row in connection.execute(select(table)))
        for table in DERIVED
    }
    shown = select(matches.c.match_id, matches.c.ratings).order_by(matches.c.match_id)
    return found | {"matches": [tuple(row) for row in connection.execute(shown)]}


def counted_again(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Count all matches again, in the place of what was counted; return the rows."""
    for table in DERIVED:
        connection.execute(delete(table))
    ended = select(matches).where(matches.c.ended_ms.is_not(None))
    shown = []
    for row in connection.execute(ended.order_by(matches.c.ended_ms, matches.c.match_id)).all():
        held, text = match_rows.stored(row), row.ratings
        if match_facts.counts_for_standings(held):
            facts = replayed(connection, held)
            rated, new = ratings.enter(writing(connection), held, facts)
            match_facts.enter(writing(connection), facts, new)
            text = None if rated is None else rated_text(rated)
        shown.append((held.match_id, text))
    return derived(connection) | {"matches": sorted(shown)}


def replayed(connection: Connection, stored: StoredMatch) -> MatchFacts:
    """Return the facts of a match by replaying its moves."""
    found = records.played(reading(connection), stored.match_id)
    by_seat: dict[Seat, list[PlayStatistics]] = {}
    if found is not None:
        done = 0
        for match in positions(records.record_of(found)):
            if len(match.played) > done and match.phase is not MatchPhase.PLAYING:
                done = len(match.played)
                _add_round(match, by_seat)
    return match_facts.facts_of(stored, by_seat)


def _add_round(match: Match, by_seat: dict[Seat, list[PlayStatistics]]) -> None:
    for table in match.tables:
        for seat, figures in zip(table.pair, table_figures(match.rules, table), strict=True):
            by_seat.setdefault(seat, []).append(figures)
