"""Ratings, boards, profiles and seasons; sums that are made again by ``rebuild-stats``."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
REAL = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")


def upgrade() -> None:
    """Replace the old sums, which can be made again, and create the new tables."""
    op.drop_table("head_to_head")
    op.drop_table("standings")
    op.add_column("matches", sa.Column("ratings", sa.Text(), nullable=True))
    op.create_index("ix_matches_by_end", "matches", ["ended_ms", "match_id"])
    _player_matches()
    _standings()
    _preset_results()
    _head_to_head()
    _ratings()
    _rating_history()
    _unrated()
    _season_places()
    _season_roles()
    _leases()
    _friends()


def _player_matches() -> None:
    op.create_table(
        "player_matches",
        sa.Column("user_id", I64, nullable=False),
        sa.Column("ended_ms", I64, nullable=False),
        sa.Column("match_id", I64, nullable=False),
        sa.Column("seat", I64, nullable=False),
        sa.Column("party", I64, nullable=False),
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("rated", I64, nullable=False),
        sa.Column("result", I64, nullable=False),
        sa.Column("quit", I64, nullable=False),
        sa.Column("games_won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("points", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("rounds", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("rounds_won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("downs", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("knocks", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("gins", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("big_gins", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("undercuts", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("undercut", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("knock_deadwood", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("down_turns", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("layoff_points", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("blitzes", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("shutouts", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("fastest_gin", I64, nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name="fk_player_matches_match_id"
        ),
        sa.PrimaryKeyConstraint("user_id", "ended_ms", "match_id", name="pk_player_matches"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_player_matches_match", "player_matches", ["match_id"])


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("scope", I64, nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("shown", I64, nullable=False),
        sa.Column("matches", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("drawn", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("rated_matches", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("quit", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("games_won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("points", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("rounds", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("rounds_won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("downs", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("knocks", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("gins", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("big_gins", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("undercuts", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("undercut", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("knock_deadwood", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("down_turns", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("layoff_points", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("blitzes", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("shutouts", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("fastest_gin", I64, nullable=True),
        sa.Column("streak", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("best_streak", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("rating", REAL, nullable=True),
        sa.Column("deviation", REAL, nullable=True),
        sa.Column("listed_until_ms", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("last_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("scope", "season", "user_id", "pool", name="pk_standings"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_best_streak",
        "standings",
        ["scope", "season", "pool", "shown", "best_streak", "user_id"],
        sqlite_where=sa.text("best_streak > 0"),
        postgresql_where=sa.text("best_streak > 0"),
    )
    op.create_index(
        "ix_standings_blitzes",
        "standings",
        ["scope", "season", "pool", "shown", "blitzes", "user_id"],
        sqlite_where=sa.text("blitzes > 0"),
        postgresql_where=sa.text("blitzes > 0"),
    )
    op.create_index(
        "ix_standings_gins",
        "standings",
        ["scope", "season", "pool", "shown", "gins", "user_id"],
        sqlite_where=sa.text("gins > 0"),
        postgresql_where=sa.text("gins > 0"),
    )
    op.create_index(
        "ix_standings_layoff_points",
        "standings",
        ["scope", "season", "pool", "shown", "layoff_points", "user_id"],
        sqlite_where=sa.text("layoff_points > 0"),
        postgresql_where=sa.text("layoff_points > 0"),
    )
    op.create_index(
        "ix_standings_points",
        "standings",
        ["scope", "season", "pool", "shown", "points", "user_id"],
        sqlite_where=sa.text("points > 0"),
        postgresql_where=sa.text("points > 0"),
    )
    op.create_index(
        "ix_standings_rating",
        "standings",
        ["scope", "season", "pool", "shown", "rating", "user_id", "listed_until_ms"],
        sqlite_where=sa.text("rating IS NOT NULL"),
        postgresql_where=sa.text("rating IS NOT NULL"),
    )
    op.create_index(
        "ix_standings_undercuts",
        "standings",
        ["scope", "season", "pool", "shown", "undercuts", "user_id"],
        sqlite_where=sa.text("undercuts > 0"),
        postgresql_where=sa.text("undercuts > 0"),
    )
    op.create_index("ix_standings_user", "standings", ["user_id", "season", "scope"])
    op.create_index(
        "ix_standings_won",
        "standings",
        ["scope", "season", "pool", "shown", "won", "user_id"],
        sqlite_where=sa.text("won > 0"),
        postgresql_where=sa.text("won > 0"),
    )


def _preset_results() -> None:
    op.create_table(
        "preset_results",
        sa.Column("scope", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("matches", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("drawn", I64, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("scope", "user_id", "preset", name="pk_preset_results"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_preset_results_user", "preset_results", ["user_id"])


def _head_to_head() -> None:
    op.create_table(
        "head_to_head",
        sa.Column("scope", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("other_id", I64, nullable=False),
        sa.Column("matches", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("won", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("drawn", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("balance", I64, nullable=False, server_default=sa.text("0")),
        sa.Column("last_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("scope", "user_id", "other_id", name="pk_head_to_head"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_head_to_head_balance", "head_to_head", ["scope", "user_id", "balance"])
    op.create_index("ix_head_to_head_matches", "head_to_head", ["scope", "user_id", "matches"])
    op.create_index("ix_head_to_head_other", "head_to_head", ["other_id"])
    op.create_index("ix_head_to_head_user", "head_to_head", ["user_id"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("scope", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("rating", REAL, nullable=False),
        sa.Column("deviation", REAL, nullable=False),
        sa.Column("volatility", REAL, nullable=False),
        sa.Column("games", I64, nullable=False),
        sa.Column("best", REAL, nullable=False),
        sa.Column("last_ms", I64, nullable=True),
        sa.PrimaryKeyConstraint("scope", "user_id", "pool", name="pk_ratings"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_user", "ratings", ["user_id"])


def _rating_history() -> None:
    op.create_table(
        "rating_history",
        sa.Column("scope", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("ended_ms", I64, nullable=False),
        sa.Column("match_id", I64, nullable=False),
        sa.Column("before", REAL, nullable=False),
        sa.Column("rating", REAL, nullable=False),
        sa.Column("deviation", REAL, nullable=False),
        sa.Column("volatility", REAL, nullable=False),
        sa.Column("faced", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name="fk_rating_history_match_id"
        ),
        sa.PrimaryKeyConstraint(
            "scope", "user_id", "pool", "ended_ms", "match_id", name="pk_rating_history"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_history_match", "rating_history", ["match_id"])
    op.create_index("ix_rating_history_user", "rating_history", ["user_id"])


def _unrated() -> None:
    op.create_table(
        "unrated",
        sa.Column("match_id", I64, nullable=False),
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("ended_ms", I64, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_unrated_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_unrated"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_unrated_guild", "unrated", ["guild_id", "ended_ms"])


def _season_places() -> None:
    op.create_table(
        "season_places",
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("place", I64, nullable=False),
        sa.Column("row", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("value", REAL, nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "season", "board", "pool", "row", name="pk_season_places"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_season_places_user", "season_places", ["user_id", "guild_id"])


def _season_roles() -> None:
    op.create_table(
        "season_roles",
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("role_id", I64, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_season_roles"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_season_roles_user", "season_roles", ["user_id"])


def _leases() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until_ms", I64, nullable=False),
        sa.Column("done_key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _friends() -> None:
    op.create_table(
        "friends",
        sa.Column("user_id", I64, nullable=False),
        sa.Column("friend_id", I64, nullable=False),
        sa.Column("since_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "friend_id", name="pk_friends"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_friends_friend", "friends", ["friend_id"])
