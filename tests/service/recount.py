"""Ratings and totals counted again: each match's moves are replayed, in the order of their ends."""

from typing import Any, Final

from sqlalchemy import Connection, delete, select

from engine.service.matches import match_rows
from engine.service.standings import match_facts, ratings
from engine.service.stored_match import rated_text
from engine.store.schema import (
    matches,
    player_matches,
    rating_history,
    standings,
    unrated,
)
from engine.store.schema import ratings as rating_rows

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
            facts = match_facts.replayed(connection, held)
            rated, new = ratings.enter(connection, held, facts)
            match_facts.enter(connection, facts, new)
            text = None if rated is None else rated_text(rated)
        shown.append((held.match_id, text))
    return derived(connection) | {"matches": sorted(shown)}
