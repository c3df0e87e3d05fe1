"""The results of matches for their players: facts of each match, totals, ratings, seasons, luck.

Everything but ``season_places``, ``season_roles``, ``helpful_pairs`` and ``leases`` is derived from
matches and moves. ``scope`` is a server's id, or 0 for all servers together.
"""

from typing import Final

from sqlalchemy import Column, Float, Index, PrimaryKeyConstraint, text
from sqlalchemy.dialects import sqlite

from engine.store.schema import base
from engine.store.schema.base import id_column, int_column, new_table, of_match_column, text_column

REAL: Final = Float(53).with_variant(sqlite.REAL(), "sqlite")
FIGURES: Final = (
    "games_won",
    "points",
    "rounds",
    "rounds_won",
    "downs",
    "knocks",
    "gins",
    "big_gins",
    "undercuts",
    "undercut",
    "knock_deadwood",
    "down_turns",
    "layoff_points",
    "blitzes",
    "shutouts",
)
"""The figures that add up over matches; see :class:`engine.game.statistics.Figures`."""


def real_column(name: str, default: str | None = None, *, null: bool = False) -> Column[float]:
    """Return a column of floating-point numbers."""
    return Column(name, REAL, nullable=null, server_default=default)


player_matches = new_table(
    "player_matches",
    id_column("user_id", base.OWN),
    int_column("ended_ms"),
    of_match_column(),
    int_column("seat"),
    int_column("party"),
    id_column("guild_id", base.SERVER_REPLACED),
    text_column("pool"),
    text_column("preset"),
    int_column("rated"),
    int_column("result"),
    int_column("quit"),
    *(int_column(name, 0) for name in FIGURES),
    int_column("fastest_gin", null=True),
    int_column("across", 0),
    PrimaryKeyConstraint("user_id", "ended_ms", "match_id"),
)
"""One ended match of one person. ``result``: 1 won, 0 drawn, -1 lost; ``quit``: gave up;
``rated``: the match changed ratings; ``across``: its players belong to two servers.
"""
Index(
    "ix_player_matches_match",
    *(player_matches.c[name] for name in ("match_id", "user_id", "party", "result")),
)

standings = new_table(
    "standings",
    id_column("scope", base.SERVER),
    text_column("season"),
    id_column("user_id", base.OWN),
    text_column("pool"),
    int_column("shown"),
    int_column("matches", 0),
    int_column("won", 0),
    int_column("drawn", 0),
    int_column("rated_matches", 0),
    int_column("quit", 0),
    *(int_column(name, 0) for name in FIGURES),
    int_column("fastest_gin", null=True),
    int_column("streak", 0),
    int_column("best_streak", 0),
    real_column("rating", null=True),
    real_column("deviation", null=True),
    int_column("listed_until_ms", 0),
    int_column("last_ms"),
    PrimaryKeyConstraint("scope", "season", "user_id", "pool"),
)
"""Totals over a person's matches, by season and pool. The row of user 0 is the whole server's.

``shown``: may appear on a leaderboard. ``listed_until_ms``: until when the rating may.
"""
BOARD_COLUMNS: Final = (
    "rating",
    "won",
    "points",
    "gins",
    "undercuts",
    "layoff_points",
    "best_streak",
    "blitzes",
)
for _order in BOARD_COLUMNS:
    # The index contains the condition of a rating board, so that counting reads only the index.
    _gate = (standings.c.listed_until_ms,) if _order == "rating" else ()
    _nothing = text("listed_until_ms > 0" if _order == "rating" else f"{_order} > 0")
    Index(
        f"ix_standings_{_order}",
        standings.c.scope,
        standings.c.season,
        standings.c.pool,
        standings.c.shown,
        standings.c[_order],
        standings.c.user_id,
        *_gate,
        sqlite_where=_nothing,
        postgresql_where=_nothing,
    )
Index("ix_standings_user", standings.c.user_id, standings.c.season, standings.c.scope)

ratings = new_table(
    "ratings",
    id_column("scope", base.SERVER),
    id_column("user_id", base.OWN),
    text_column("pool"),
    real_column("rating"),
    real_column("deviation"),
    real_column("volatility"),
    int_column("games"),
    real_column("best"),
    int_column("last_ms", null=True),
    real_column("independent", "1500"),
    real_column("independent_deviation", "350"),
    real_column("independent_volatility", "0.06"),
    int_column("independent_ms", null=True),
    PrimaryKeyConstraint("scope", "user_id", "pool"),
)
"""The Glicko-2 rating after the last rated match at ``last_ms``. ``independent``: the rating by
matches against independent opponents alone (:mod:`engine.standings.credit`), the last of which was
at ``independent_ms``.
"""
Index("ix_ratings_user", ratings.c.user_id)

rating_history = new_table(
    "rating_history",
    id_column("scope", base.SERVER),
    id_column("user_id", base.OWN),
    text_column("pool"),
    int_column("ended_ms"),
    of_match_column(),
    real_column("before"),
    real_column("rating"),
    real_column("deviation"),
    real_column("volatility"),
    real_column("from_unknown", "0"),
    PrimaryKeyConstraint("scope", "user_id", "pool", "ended_ms", "match_id"),
)
"""A rating after each rated match. ``from_unknown``: its change by opponents who had hardly any
other opponents (:mod:`engine.standings.credit`).
"""
Index("ix_rating_history_match", rating_history.c.match_id)
Index("ix_rating_history_user", rating_history.c.user_id)

unrated = new_table(
    "unrated",
    of_match_column(),
    id_column("guild_id", base.SERVER_REPLACED),
    text_column("reason"),
    int_column("ended_ms"),
    PrimaryKeyConstraint("match_id"),
)
"""Rated matches that changed no rating, and the reason; for a server's administrators."""
Index("ix_unrated_guild", unrated.c.guild_id, unrated.c.ended_ms)

season_places = new_table(
    "season_places",
    id_column("guild_id", base.SERVER),
    text_column("season"),
    text_column("board"),
    text_column("pool"),
    int_column("place"),
    int_column("row"),
    id_column("user_id", base.RESULT),
    real_column("value"),
    PrimaryKeyConstraint("guild_id", "season", "board", "pool", "row"),
)
"""The top of a server's boards at the end of a month, kept for good. ``place`` may be shared."""
Index("ix_season_places_user", season_places.c.user_id, season_places.c.guild_id)

season_roles = new_table(
    "season_roles",
    id_column("guild_id", base.SERVER),
    text_column("season"),
    id_column("user_id", base.OWN),
    id_column("role_id", base.NONE),
    PrimaryKeyConstraint("guild_id", "user_id"),
)
"""The holder of a server's season role, and its month."""
Index("ix_season_roles_user", season_roles.c.user_id)

match_luck = new_table(
    "match_luck",
    id_column("user_id", base.OWN),
    of_match_column(),
    int_column("rounds", null=True),
    real_column("deal", null=True),
    real_column("draws", null=True),
    real_column("play", null=True),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""One ended match of one person, in points to that person; empty until it is computed."""
Index(
    "ix_match_luck_pending",
    match_luck.c.match_id,
    sqlite_where=match_luck.c.rounds.is_(None),
    postgresql_where=match_luck.c.rounds.is_(None),
)

attendance = new_table(
    "attendance",
    id_column("user_id", base.OWN),
    of_match_column(),
    int_column("abandoned"),
    int_column("at_ms"),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""One row for each person in each ended match between people. ``abandoned``: 0 played to the end,
1 left to the clock, 2 resigned.
"""

match_help = new_table(
    "match_help",
    id_column("user_id", base.OWN),
    of_match_column(),
    id_column("guild_id", base.SERVER),
    id_column("other_id", base.ABOUT),
    int_column("ended_ms"),
    int_column("discards", null=True),
    int_column("completed", null=True),
    real_column("expected", null=True),
    real_column("variance", null=True),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""What one person's discards did for another in a rated match; empty until it is computed."""
Index(
    "ix_match_help_pending",
    match_help.c.match_id,
    sqlite_where=match_help.c.discards.is_(None),
    postgresql_where=match_help.c.discards.is_(None),
)
Index("ix_match_help_pair", match_help.c.guild_id, match_help.c.user_id, match_help.c.other_id)
Index("ix_match_help_other", match_help.c.other_id)

helpful_pairs = new_table(
    "helpful_pairs",
    id_column("guild_id", base.SERVER),
    id_column("user_id", base.OWN),
    id_column("other_id", base.ABOUT),
    int_column("since_ms"),
    int_column("cleared_ms", null=True),
    PrimaryKeyConstraint("guild_id", "user_id", "other_id"),
)
"""Pairs whose discards are too helpful; after ``cleared_ms`` they are counted from nought."""
Index("ix_helpful_pairs_user", helpful_pairs.c.user_id)
Index("ix_helpful_pairs_other", helpful_pairs.c.other_id)

leases = new_table(
    "leases",
    text_column("name"),
    text_column("holder"),
    int_column("until_ms"),
    text_column("done_key"),
    PrimaryKeyConstraint("name"),
)
"""Work that is done once across processes; see :mod:`engine.service.jobs`."""
